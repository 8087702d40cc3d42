"""Battleship Solitaire: a fleet of straight ships that do not touch, not even by a corner; tallies of rows and columns; hints.
A literal says that a ship lies in a place; a tally of -1 is missing, a hint is 1 for a part of a ship, 0 for water, -1 for nothing. Sums are counters."""
from run import Clauses, ask


def build(data):
    height, width = data["height"], data["width"]
    model = Clauses()
    water = model.new()
    model.add(-water)
    inside = {(r, c): model.new() for r in range(height) for c in range(width)}

    def ship(r, c):
        return inside.get((r, c), water)

    covering = {cell: [] for cell in inside}
    for length, many in enumerate(data["fleet"], 1):
        lying = []
        for down, right in [(0, 1), (1, 0)][:1 if length == 1 else 2]:
            for r in range(height - down * (length - 1)):
                for c in range(width - right * (length - 1)):
                    here = model.new()
                    lying.append(here)
                    for i in range(length):
                        covering[r + i * down, c + i * right].append(here)
                    ends = [(r - down, c - right), (r + length * down, c + length * right)]
                    if length == 1:
                        ends += [(r - 1, c), (r + 1, c)]
                    for end in ends:
                        model.add(-here, -ship(*end))
        model.exactly(lying, many)
    for cell, ships in covering.items():
        model.at_most_one(ships)
        model.add(-inside[cell], *ships)
        for here in ships:
            model.add(-here, inside[cell])
    for (r, c), here in inside.items():
        for side in (-1, 1):
            model.add(-here, -ship(r + 1, c + side))
        hint = data["hints"][r * width + c]
        if hint >= 0:
            model.add(here if hint else -here)
    for r, tally in enumerate(data["row_tallies"]):
        if tally >= 0:
            model.exactly([inside[r, c] for c in range(width)], tally)
    for c, tally in enumerate(data["col_tallies"]):
        if tally >= 0:
            model.exactly([inside[r, c] for r in range(height)], tally)
    middles = data["middles"]
    for r, c in zip(middles[::2], middles[1::2]):
        above, below, left, right = ship(r - 2, c - 1), ship(r, c - 1), ship(r - 1, c - 2), ship(r - 1, c)
        for one, other in [(above, below), (left, right)]:
            model.add(-one, other)
            model.add(one, -other)
        model.exactly_one([above, left])
    return model, list(inside.values())


ask(build)
