"""White-and-Tan: every white arrow points at exactly one white arrow, every tan arrow at exactly two tan ones. A literal says that an arrow is tan.
The cells seen by arrow i are seen[start[i]] to seen[start[i + 1] - 1], counted from 1."""
from run import Clauses, ask


def build(data):
    n, start, seen = data["n_cells"], data["start"], data["seen"]
    model = Clauses()
    tan = [model.new() for _ in range(n)]
    for i in range(n):
        ray = [tan[cell - 1] for cell in seen[start[i] - 1:start[i + 1] - 1]]
        model.exactly(ray, 2, when=tan[i])
        model.exactly([-arrow for arrow in ray], 1, when=-tan[i])
    return model, tan


ask(build)
