"""Numbrix and Hidato: the numbers from 1 on, one in each cell, and consecutive ones in neighbouring cells. A literal says that a number is in a cell;
the places of each number are those near enough to every clue."""
from run import Clauses, ask


def build(data):
    n, places = data["n"], [set(some) for some in data["places"]]
    neighbours = [[] for _ in range(n + 1)]
    pairs = data["neighbours"]
    for x, y in zip(pairs[::2], pairs[1::2]):
        neighbours[x].append(y)
    model = Clauses()
    at = {(x, v): model.new() for v in range(1, n + 1) for x in places[v - 1]}
    for v in range(1, n + 1):
        model.exactly_one([at[x, v] for x in places[v - 1]])
    for x in range(1, n + 1):
        model.exactly_one([at[x, v] for v in range(1, n + 1) if (x, v) in at])
    for (x, v), here in at.items():
        for next_v in (v - 1, v + 1):
            if 1 <= next_v <= n:
                model.add(-here, *[at[y, next_v] for y in neighbours[x] if (y, next_v) in at])
    return model, list(at.values())


ask(build)
