"""The examples of models: their numbers of solutions are those of brute force."""

import importlib.util
import itertools
from pathlib import Path

import pytest
from gridwright import cubes


@pytest.fixture(scope="module")
def example():
    path = Path(__file__).parent.parent / "examples" / "whitetan_colourings.py"
    spec = importlib.util.spec_from_file_location("whitetan_colourings", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def is_legal(n, board):
    def numbers(row, col, colour):
        for down, right in itertools.product((-1, 0, 1), repeat=2):
            r, c, seen = row + down, col + right, 0
            while (down, right) != (0, 0) and 0 <= r < n and 0 <= c < n:
                seen += board[r][c] == colour
                r, c = r + down, c + right
            yield seen

    cells = itertools.product(range(n), repeat=2)
    return all((2 if board[r][c] else 1) in numbers(r, c, board[r][c]) for r, c in cells)


@pytest.mark.parametrize("symmetry", ["none", "mirror", "mirrors", "diagonals", "quarter"])
def test_whitetan_colourings(example, symmetry):
    for n in (2, 3, 4):
        if symmetry == "none" and n == 4:
            continue
        first = {(r, c): min(example.orbit(n, symmetry, (r, c))) for r in range(n) for c in range(n)}
        keys = sorted(set(first.values()))
        expected = 0
        for colours in itertools.product((0, 1), repeat=len(keys)):
            colour = dict(zip(keys, colours))
            expected += is_legal(n, [[colour[first[r, c]] for c in range(n)] for r in range(n)])
        model = example.model(n, symmetry)
        assert cubes.count(model, n=5).count == expected == len(model.solve_all().solutions)
