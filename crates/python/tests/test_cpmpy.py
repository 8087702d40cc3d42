"""The solver class for CPMpy: every constraint, plain, negated and reified, has the solutions that evaluation by CPMpy finds."""

import itertools

import pytest

cp = pytest.importorskip("cpmpy")

import gridwright.cpmpy  # noqa: E402
from cpmpy.expressions.utils import argval  # noqa: E402
from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402
from gridwright.cpmpy import CPM_gridwright  # noqa: E402

gridwright.cpmpy.register()


def constraints():
    x, y, z = cp.intvar(-1, 2, shape=3, name="xyz")
    p, q = cp.boolvar(shape=2, name="pq")
    return {
        "sum": x + 2 * y - z <= 2,
        "different": x != y + 1,
        "product": x * y == z,
        "quotient": x // y == z,
        "remainder": x % y == z,
        "power": x**3 + y**2 == z,
        "absolute": abs(x) == abs(y - 1),
        "min": cp.min([x, y, 1]) == z,
        "max": cp.max([x, y, z]) > y,
        "element": cp.Element([2, 0, 1], x) == y,
        "element of variables": cp.Element([x, y, z], z) == 1,
        "count": cp.Count([x, y, z], 1) == p + q,
        "among": cp.Among([x, y, z], [0, 2]) >= 2,
        "values": cp.NValue([x, y, z]) == 2,
        "all different": cp.AllDifferent(x, y, z),
        "all different except": cp.AllDifferentExcept0(x, y, z),
        "all different except two": cp.AllDifferentExceptN([x, y, z], [0, 1]),
        "all equal": cp.AllEqual(x, y, z + 1),
        "all equal except": cp.AllEqualExceptN([x, y, z], 1),
        "circuit": cp.Circuit(x, y, z),
        "inverse": cp.Inverse([x, y], [z, x]),
        "table": cp.Table([x, y, z], [[0, 1, 2], [2, 2, -1], [1, 1, 1]]),
        "negative table": cp.NegativeTable([x, y], [[0, 1], [1, 1]]),
        "short table": cp.ShortTable([x, y, z], [[0, "*", 1], ["*", 2, "*"]]),
        "in domain": cp.InDomain(x + y, [-2, 0, 3]),
        "xor": cp.Xor([p, q, x > 0, True]),
        "if then else": cp.IfThenElse(p, x > y, z == 1),
        "cumulative": cp.Cumulative([x, y], [2, z], demand=[1, 2], capacity=2),
        "cumulative with ends": cp.Cumulative([x, y], [2, 1], [z, 2], demand=[1, 1], capacity=1),
        "no overlap": cp.NoOverlap([x, y], [z, 1]),
        "cardinality": cp.GlobalCardinalityCount([x, y, z], [0, 1], [p + 1, q]),
        "closed cardinality": cp.GlobalCardinalityCount([x, y, z], [0, 1], [2, 1], closed=True),
        "precedence": cp.Precedence([x, y, z], [0, 2, 1]),
        "increasing": cp.Increasing(x, y, z),
        "strictly decreasing": cp.DecreasingStrict(x, y, z),
        "lex": cp.LexLess([x, y], [y, z]),
        "lex or equal": cp.LexLessEq([x, y], [z, 1]),
        "chain": cp.LexChainLess([[x, y], [y, z]]),
        "regular": cp.Regular([x, y, z], [("a", 1, "b"), ("b", 1, "c"), ("b", 0, "b"), ("c", 1, "c")], "a", ["c"]),
        "nested": (p & (x > y)).implies((q | (y == z)) == (x + p > 1)),
        "negation": ~((x == 1) | ~p) ^ q,
    }


def expected(model_constraints, variables):
    """The number of assignments on which all constraints are true by CPMpy's own evaluation."""
    domains = [(False, True) if var.is_bool() else range(var.lb, var.ub + 1) for var in variables]
    n = 0
    for values in itertools.product(*domains):
        for var, value in zip(variables, values):
            var._value = value
        # Where a function has no value, the comparison around it is false.
        n += all(argval(con) for con in model_constraints)
    return n


@pytest.mark.parametrize("name", list(constraints()))
def test_constraints(name):
    con = constraints()[name]
    b = cp.boolvar(name="b")
    for added in ([con], [~con], [b == con], [b.implies(con)], [con.implies(b)]):
        variables = cp.transformations.get_variables.get_variables(added)
        found = CPM_gridwright(cp.Model(added)).solveAll()
        assert found == expected(added, variables), added


def test_objectives_and_statuses():
    x = cp.intvar(0, 9, shape=3, name="x")
    model = cp.Model(cp.AllDifferent(x), x[0] + x[1] == 9, maximize=x[0] * x[1] + x[2])
    assert model.solve(solver="gridwright")
    assert model.objective_value() == 29 and model.status().exitstatus == ExitStatus.OPTIMAL
    assert model.solveAll(solver="gridwright") == 2
    assert model.solveAll(solver="gridwright", solution_limit=1) == 1
    none = cp.Model(x[0] > x[1], x[1] > x[0])
    assert not none.solve(solver="gridwright")
    assert none.status().exitstatus == ExitStatus.UNSATISFIABLE and x[0].value() is None
    holes = cp.intvar(1, 11, shape=12)
    model = cp.Model([one != other for one, other in itertools.combinations(holes, 2)])
    assert not model.solve(solver="gridwright", time_limit=0.2, engine="fd")
    assert model.status().exitstatus == ExitStatus.UNKNOWN


def test_what_is_not_supported_is_an_error():
    from cpmpy.exceptions import NotSupportedError

    huge = cp.intvar(0, 10**12)
    with pytest.raises(NotSupportedError, match="values are from"):
        cp.Model(huge > 3).solve(solver="gridwright")
    with pytest.raises(ValueError, match="subsolver"):
        cp.SolverLookup.get("gridwright:other")
    with pytest.raises(gridwright.OptionError, match="unknown option"):
        cp.Model(cp.boolvar()).solve(solver="gridwright", speed="fast")


def test_incremental_use_and_direct_constraints():
    x = cp.intvar(0, 3, shape=4, name="x")
    solver = cp.SolverLookup.get("gridwright")
    solver += cp.AllDifferent(x)
    assert solver.solveAll() == 24
    solver += x[0] == 1
    assert solver.solveAll() == 6
    solver += cp.DirectConstraint("circuit", (x,))
    assert solver.solveAll() == 2
    printed = []
    solver.solveAll(display=lambda: printed.append(list(x.value())))
    assert len(printed) == 2 and all(one[0] == 1 for one in printed)


def test_assumptions_and_cores():
    x, y, z = cp.intvar(0, 9, shape=3, name="x")
    a = cp.boolvar(shape=6, name="a")
    rules = [x > y, y > z, z > x, x + y + z == 27, x < 9, z != 4]
    solver = cp.SolverLookup.get("gridwright", cp.Model([one.implies(rule) for one, rule in zip(a, rules)]))
    assert solver.solve(assumptions=a[[0, 1, 4, 5]])
    assert x.value() > y.value() > z.value() != 4 and x.value() < 9
    assert solver.solve(assumptions=[~a[0], a[3]]) and x.value() == 9
    with pytest.raises(ValueError, match="get_core: the last call"):
        solver.get_core()
    unsatisfiable = [{0, 1, 2}, {0, 3}, {1, 3}, {2, 3}, {3, 4}]
    for n in range(1, 7):
        for chosen in itertools.combinations(range(6), n):
            expected = [one for one in unsatisfiable if one <= set(chosen)]
            assert solver.solve(assumptions=[a[at] for at in chosen]) == (not expected)
            if expected:
                names = {one.name for one in solver.get_core()}
                assert names in [{a[at].name for at in one} for one in expected]
    # Assumptions hold for one call, and the objective stays.
    solver.maximize(x)
    assert not solver.solve(assumptions=[a[3], a[4]])
    assert len(solver.get_core()) == 2
    assert solver.solve(assumptions={a[4]}) and solver.objective_value() == 8
    assert solver.solve() and solver.objective_value() == 9
    solver += cp.BoolVal(False)
    assert not solver.solve(assumptions=[a[0]]) and solver.get_core() == []


def test_minimal_unsatisfiable_subsets():
    from cpmpy.tools import mus

    x = cp.intvar(0, 3, shape=4, name="x")
    soft = [x[0] > x[1], x[1] > x[2], x[2] > x[0], cp.AllDifferent(x), cp.sum(x) == 12]
    found = mus(soft, solver="gridwright")
    assert not cp.Model(found).solve(solver="gridwright")
    for at in range(len(found)):
        assert cp.Model(found[:at] + found[at + 1 :]).solve(solver="gridwright")
