"""Sudoku of any block shape: a literal says that a number is in a cell. Every cell has exactly one number, and every row, column and block has each number exactly once.
A clue of 0 is an open cell."""
from run import Clauses, ask


def build(data):
    n, height, width = data["n"], data["block_rows"], data["block_cols"]
    model = Clauses()
    has = [[model.new() for _ in range(n)] for _ in range(n * n)]
    units = [range(k * n, (k + 1) * n) for k in range(n)] + [range(k, n * n, n) for k in range(n)]
    if height > 1 and width > 1:  # otherwise blocks are rows or columns, those of a Latin square
        for top in range(0, n, height):
            for left in range(0, n, width):
                units.append([(top + r) * n + left + c for r in range(height) for c in range(width)])
    for cell in has:
        model.exactly_one(cell)
    for unit in units:
        for value in range(n):
            model.exactly_one([has[cell][value] for cell in unit])
    for cell, clue in enumerate(data["clues"]):
        if clue:
            model.add(has[cell][clue - 1])
    return model, [has[cell][value] for cell, clue in enumerate(data["clues"]) if not clue for value in range(n)]


ask(build)
