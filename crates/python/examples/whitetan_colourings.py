"""Has an n x n board a legal White-and-Tan colouring: one in which every arrow can be turned so that it is right?

A white arrow needs a direction with exactly one white arrow, a tan one a direction with exactly two tan ones. With a symmetry, cells that it maps to each other have the same colour.

    python whitetan_colourings.py 12 diagonals
"""

import sys

import gridwright as gw

#: The images of a cell under the generators of each symmetry.
SYMMETRIES = {
    "none": lambda n, r, c: [],
    "mirror": lambda n, r, c: [(r, n - 1 - c)],
    "mirrors": lambda n, r, c: [(r, n - 1 - c), (n - 1 - r, c)],
    "diagonals": lambda n, r, c: [(c, r), (n - 1 - c, n - 1 - r)],
    "quarter": lambda n, r, c: [(c, n - 1 - r)],
}


def orbit(n, symmetry, cell):
    """All cells to which the symmetry maps a cell."""
    found, rest = {cell}, [cell]
    while rest:
        images = [image for image in SYMMETRIES[symmetry](n, *rest.pop()) if image not in found]
        found.update(images)
        rest.extend(images)
    return found


def rays(n, row, col):
    """The cells in each of the eight directions, without empty lists."""
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            steps = range(1, n) if (down, right) != (0, 0) else ()
            cells = [(row + down * step, col + right * step) for step in steps]
            ray = [cell for cell in cells if min(cell) >= 0 and max(cell) < n]
            if ray:
                yield ray


def model(n, symmetry="none"):
    """The model: one Boolean for each orbit of cells, true if they are tan."""
    found = gw.Model()
    first = {(r, c): min(orbit(n, symmetry, (r, c))) for r in range(n) for c in range(n)}
    tan = {cell: found.bool_var("r{}c{}".format(*cell)) for cell in sorted(set(first.values()))}
    for cell, is_tan in tan.items():
        lines = [[tan[first[other]] for other in ray] for ray in rays(n, *cell)]
        found.add(is_tan.implies(found.any([found.sum(line) == 2 for line in lines])))
        found.add((~is_tan).implies(found.any([found.sum(line) == len(line) - 1 for line in lines])))
    return found


if __name__ == "__main__":
    size, symmetry = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "none"
    result = model(size, symmetry).solve(engine="learn")
    print(result.status, f"{result.solve_ms / 1000:.1f} s", f"{result.failures} failures")
