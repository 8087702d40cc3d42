"""What all models here share: data is read as it is written for MiniZinc, clauses are collected, CaDiCaL (by python-sat) finds up to the requested number of answers, and the times are printed.

    python3 sudoku.py data.dzn ANSWERS

The last line is RESULT, milliseconds of building, milliseconds of solving, answers found, conflicts. The limit is kept by who calls.
"""
import ast
import re
import sys
import time

from pysat.card import CardEnc, EncType
from pysat.formula import IDPool
from pysat.solvers import Cadical153


def read(path):
    """The names of a data file with their values; a matrix is the list of its items, row by row."""
    values = {}
    with open(path) as file:
        for statement in file.read().split(";"):
            name, equals, value = statement.partition("=")
            if equals:
                flat = re.sub(r"array2d\([^,]*,[^,]*,", "(", value)
                values[name.strip()] = ast.literal_eval(flat.strip())
    return values


class Clauses:
    """Clauses over numbered literals, as python-sat takes them."""

    def __init__(self):
        self.pool = IDPool()
        self.clauses = []

    def new(self):
        return self.pool.id(object())

    def add(self, *literals):
        self.clauses.append(list(literals))

    def at_most_one(self, literals):
        """By pairs while there are few, otherwise by a ladder."""
        kind = EncType.pairwise if len(literals) <= 30 else EncType.ladder
        self.clauses += CardEnc.atmost(literals, 1, vpool=self.pool, encoding=kind).clauses if len(literals) > 1 else []

    def exactly_one(self, literals):
        self.add(*literals)
        self.at_most_one(literals)

    def exactly(self, literals, bound, when=None):
        """So many of the literals hold; if `when` is given, only where it does."""
        if bound < 0 or bound > len(literals):
            found = [[]]
        elif not literals:
            found = []
        else:
            found = CardEnc.equals(literals, bound, vpool=self.pool, encoding=EncType.seqcounter).clauses
        self.clauses += [clause if when is None else [-when] + clause for clause in found]


def ask(build, refused=lambda model, true: []):
    """Builds a model and solves it. `refused` gets the true literals of a candidate and returns the clauses that it violates, if any."""
    most = int(sys.argv[2])
    began = time.process_time()
    model, keys = build(read(sys.argv[1]))
    solver = Cadical153(bootstrap_with=model.clauses)
    ready = time.process_time()
    found = 0
    while found < most and solver.solve():
        true = {literal for literal in solver.get_model() if literal > 0}
        broken = refused(model, true)
        if not broken:
            found += 1
            broken = [[-key if key in true else key for key in keys]]
        for clause in broken:
            solver.add_clause(clause)
    done = time.process_time()
    print("RESULT", (ready - began) * 1e3, (done - ready) * 1e3, found, solver.accum_stats()["conflicts"])
