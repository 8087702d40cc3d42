"""What all models here share: data is read as it is written for MiniZinc, CP-SAT finds up to the requested number of answers on one worker, and the times are printed.

    python3 sudoku.py data.dzn ANSWERS

The last line is RESULT, milliseconds of building, milliseconds of solving, answers found, conflicts. The limit is kept by who calls.
"""
import ast
import re
import sys
import time

from ortools.sat.python import cp_model


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


def exclude(model, keys, values):
    """Forbids an answer: some key has another value."""
    others = []
    for key, value in zip(keys, values):
        other = model.new_bool_var("")
        model.add(key != value).only_enforce_if(other)
        others.append(other)
    model.add_bool_or(others)


def ask(build, refused=lambda model, values: False):
    """Builds a model and asks it. `refused` sees each answer, and adds what it breaks if it is none."""
    most = int(sys.argv[2])
    began = time.process_time()
    model, keys = build(read(sys.argv[1]))
    ready = time.process_time()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found = conflicts = 0
    while found < most:
        status = solver.solve(model)
        conflicts += solver.num_conflicts
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        values = [solver.value(key) for key in keys]
        if refused(model, values):
            continue
        found += 1
        if found < most:
            exclude(model, keys, values)
    done = time.process_time()
    print("RESULT", (ready - began) * 1e3, (done - ready) * 1e3, found, conflicts)
