"""Sudoku of any block shape: every row, column and block has different numbers. A clue of 0 is an open cell."""
from run import ask, cp_model


def build(data):
    n, height, width = data["n"], data["block_rows"], data["block_cols"]
    model = cp_model.CpModel()
    cells = [model.new_constant(clue) if clue else model.new_int_var(1, n, "") for clue in data["clues"]]
    for k in range(n):
        model.add_all_different(cells[k * n:(k + 1) * n])
        model.add_all_different(cells[k::n])
    if height > 1 and width > 1:  # otherwise blocks are rows or columns, those of a Latin square
        for top in range(0, n, height):
            for left in range(0, n, width):
                model.add_all_different([cells[(top + r) * n + left + c] for r in range(height) for c in range(width)])
    return model, [cell for cell, clue in zip(cells, data["clues"]) if not clue]


ask(build)
