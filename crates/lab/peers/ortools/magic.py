"""A magic square of order n: rows, columns and both diagonals of 1..n*n have the same sum; no mirror image or turn of another."""
from run import ask, cp_model


def build(data):
    n = data["n"]
    total = n * (n * n + 1) // 2
    model = cp_model.CpModel()
    cells = [[model.new_int_var(1, n * n, "") for _ in range(n)] for _ in range(n)]
    model.add_all_different([cell for row in cells for cell in row])
    for k in range(n):
        model.add(sum(cells[k]) == total)
        model.add(sum(row[k] for row in cells) == total)
    model.add(sum(cells[k][k] for k in range(n)) == total)
    model.add(sum(cells[k][n - 1 - k] for k in range(n)) == total)
    if n > 1:
        for corner in (cells[0][n - 1], cells[n - 1][0], cells[n - 1][n - 1]):
            model.add(cells[0][0] < corner)
        model.add(cells[0][n - 1] < cells[n - 1][0])
    return model, [cell for row in cells for cell in row]


ask(build)
