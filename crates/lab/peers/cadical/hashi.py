"""Hashiwokakero: islands with as many bridges as they say, at most two between two of them, none crossing, all connected. Literals say that there is a first and a second bridge.
Connectivity comes as cuts: an answer in parts is refused, and every part must then have a bridge that leaves it."""
from run import Clauses, ask

links = []


def build(data):
    model = Clauses()
    ends = data["ends"]
    links.extend(zip(ends[::2], ends[1::2]))
    one = [model.new() for _ in links]
    two = [model.new() for _ in links]
    own = [[] for _ in range(len(data["counts"]) + 1)]
    for (i, j), first, second in zip(links, one, two):
        model.add(-second, first)
        own[i] += [first, second]
        own[j] += [first, second]
    for island, count in enumerate(data["counts"], 1):
        model.exactly(own[island], count)
    crossings = data["crossings"]
    for s, t in zip(crossings[::2], crossings[1::2]):
        model.add(-one[s - 1], -one[t - 1])
    build.one, build.islands = one, len(data["counts"])
    return model, one + two


def refused(model, true):
    part = list(range(build.islands + 1))

    def root(island):
        while part[island] != island:
            island = part[island]
        return island

    for (i, j), bridge in zip(links, build.one):
        if bridge in true:
            part[root(i)] = root(j)
    roots = {root(island) for island in range(1, build.islands + 1)}
    if len(roots) == 1:
        return []
    return [[build.one[s] for s, (i, j) in enumerate(links) if (root(i) == some) != (root(j) == some)] for some in roots]


ask(build, refused)
