"""White-and-Tan: every white arrow points at exactly one white arrow, every tan arrow at exactly two tan ones.
The cells seen by arrow i are seen[start[i]] to seen[start[i + 1] - 1], counted from 1."""
from run import ask, cp_model


def build(data):
    n, start, seen = data["n_cells"], data["start"], data["seen"]
    model = cp_model.CpModel()
    tan = [model.new_bool_var("") for _ in range(n)]
    for i in range(n):
        ray = [tan[cell - 1] for cell in seen[start[i] - 1:start[i + 1] - 1]]
        tans = cp_model.LinearExpr.sum(ray)
        model.add(tans == 2).only_enforce_if(tan[i])
        model.add(tans == len(ray) - 1).only_enforce_if(tan[i].negated())
    return model, tan


ask(build)
