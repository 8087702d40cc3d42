"""Hashiwokakero: islands with as many bridges as they say, at most two between two of them, none crossing, all connected.
Connectivity comes as cuts: an answer in parts is refused, and every part must then have a bridge that leaves it."""
from run import ask, cp_model

links = []


def build(data):
    model = cp_model.CpModel()
    ends = data["ends"]
    links.extend(zip(ends[::2], ends[1::2]))
    one = [model.new_bool_var("") for _ in links]
    two = [model.new_bool_var("") for _ in links]
    for first, second in zip(one, two):
        model.add_implication(second, first)
    for island, count in enumerate(data["counts"], 1):
        own = [s for s, pair in enumerate(links) if island in pair]
        model.add(sum(one[s] + two[s] for s in own) == count)
    crossings = data["crossings"]
    for s, t in zip(crossings[::2], crossings[1::2]):
        model.add_bool_or([one[s - 1].negated(), one[t - 1].negated()])
    build.one, build.islands = one, len(data["counts"])
    return model, one + two


def refused(model, values):
    part = list(range(build.islands + 1))

    def root(island):
        while part[island] != island:
            island = part[island]
        return island

    for (i, j), bridge in zip(links, values):
        if bridge:
            part[root(i)] = root(j)
    roots = {root(island) for island in range(1, build.islands + 1)}
    if len(roots) == 1:
        return False
    for some in roots:
        leaving = [build.one[s] for s, (i, j) in enumerate(links) if (root(i) == some) != (root(j) == some)]
        model.add_bool_or(leaving)
    return True


ask(build, refused)
