"""Cubes: joined results are those of the whole, also in parts, from a checkpoint, and continued by the command."""

import json

import gridwright as gw
import pytest
from gridwright import cubes

EMPTY = "." * 16
SMALL = ".1.. ...2 3... ..3."


def queens(n):
    model = gw.Model()
    rows = model.int_vars(n, 0, n - 1)
    model.add(model.all_different(rows))
    model.add(model.all_different([row + at for at, row in enumerate(rows)]))
    model.add(model.all_different([row - at for at, row in enumerate(rows)]))
    return model


@pytest.mark.parametrize(
    "kind, text",
    [("sudoku", EMPTY), ("sudoku", SMALL), ("sudoku", "1.1. .... .... ...."), ("magic", "order 3"), ("hashi", "2.2/.../2.2")],
)
@pytest.mark.parametrize("n", [1, 7, 40])
def test_joined_results_are_those_of_the_whole(kind, text, n):
    puzzle = gw.read(text, kind)
    for question, options in [("count", {}), ("count", {"limit": 5}), ("count", {"limit": 1}), ("unique", {}), ("solve", {})]:
        whole = getattr(puzzle, question)(**options)
        found = cubes.run(puzzle, question, n=n, **options)
        assert found.verdict == whole.verdict, (question, options)
        if question == "count":
            assert (found.count, found.complete) == (whole.count, whole.complete)
        else:
            assert len(found.answers) == len(whole.answers)
        assert all(puzzle.check(answer) is None for answer in found.answers)


def test_models_are_counted():
    model = queens(8)
    found = cubes.count(model, n=30)
    assert (found.verdict, found.count, found.n_cubes, found.n_done) == ("multiple", 92, 30, 30)
    assert cubes.count(model, n=30, limit=2).verdict == "multiple"
    assert cubes.count(queens(3), n=30).verdict == "none"
    model.add(model.sum(model.int_vars(2, 0, 1)) == 5)
    assert cubes.count(model, n=4).verdict == "none"
    with pytest.raises(gw.OptionError, match="solutions of a model are counted"):
        cubes.run(model, "unique")


def test_a_checkpoint_is_continued(tmp_path):
    puzzle, path = gw.read(EMPTY, "sudoku"), tmp_path / "cubes.jsonl"
    options = {"n": 24, "checkpoint": str(path)}
    first = cubes.count(puzzle, part=(0, 3), **options)
    assert (first.verdict, first.complete, first.n_done) == ("stopped", False, 8)
    lines = path.read_text().splitlines()
    assert len(lines) == 9
    # A killed writer leaves an incomplete line.
    path.write_text("\n".join(lines) + "\n" + '{"cube":5,"cou')
    calls = []
    whole = cubes.count(puzzle, progress=lambda *call: calls.append(call), **options)
    assert (whole.verdict, whole.count, whole.complete) == ("multiple", 288, True)
    assert calls[-1] == (24, 24) and len(path.read_text().splitlines()) == 25
    calls.clear()
    assert cubes.count(puzzle, progress=lambda *call: calls.append(call), **options) == whole
    assert calls == []
    for other in [{"n": 20}, {"limit": 7}, {"engine": "learn"}]:
        with pytest.raises(gw.OptionError, match="another question"):
            cubes.count(puzzle, **{**options, **other})
    path.write_text("nonsense\n")
    with pytest.raises(gw.OptionError, match="line 1: not a line of a checkpoint"):
        cubes.count(puzzle, **options)


def test_the_command_continues_the_file(command, tmp_path):
    path = tmp_path / "cubes.jsonl"
    first = cubes.count(gw.read(EMPTY, "sudoku"), n=24, checkpoint=str(path), part=(1, 2))
    assert first.n_done == 12
    args = ["count", "sudoku", EMPTY, "--cubes", "24", "--checkpoint", str(path), "--json", "--threads", "2"]
    row = json.loads(command(*args, status=(10,)))
    assert (row["verdict"], row["count"], row["complete"]) == ("multiple", 288, True)
    found = cubes.count(gw.read(EMPTY, "sudoku"), n=24, checkpoint=str(path), runner=None)
    assert (found.count, found.nodes) == (288, row["nodes"])


def test_errors():
    puzzle = gw.read(SMALL, "sudoku")
    with pytest.raises(gw.OptionError, match="not split"):
        cubes.run(puzzle, "backbone")
    with pytest.raises(gw.OptionError, match="not split"):
        cubes.count(gw.read("." * 81, "sudoku"))
    with pytest.raises(gw.OptionError, match="part: "):
        cubes.count(puzzle, part=(2, 2))
    whole = cubes.split(puzzle, n=2)
    with pytest.raises(gw.OptionError, match="no cube 9"):
        whole.run([9])
    with pytest.raises(gw.GridwrightError, match="splits the question differently"):
        type(whole)(**{**whole.__dict__, "description": "other"}).run([0])
    assert cubes.count(gw.read("order 4", "magic"), n=4, node_limit=5).verdict == "stopped"
