"""Models: the solutions of random models are those that evaluation finds by enumeration, on every engine."""

import itertools
import random

import gridwright as gw
import pytest
from gridwright import Model, ModelError
from gridwright.model import evaluate


def solutions(model):
    """All solutions by enumeration and evaluation, which shares nothing with the solver."""
    domains = []
    for var in model.variables:
        if isinstance(var, gw.BoolVar):
            domains.append((0, 1))
        else:
            domains.append([value for low, high in var.domain for value in range(low, high + 1)])

    def holds(constraint, values):
        try:
            return evaluate(constraint, values)
        except ZeroDivisionError:
            return False

    every = itertools.product(*domains)
    return sorted(list(values) for values in every if all(holds(one, values) for one in model._constraints))


def check(model, **options):
    found = model.solve_all(**options)
    expected = solutions(model)
    assert sorted(found.solutions) == expected, model.flatzinc()
    assert found.status == ("all" if expected else "none")
    return expected


class Random:
    """Random expressions over a few variables."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.model = Model()
        rng = self.rng
        self.ints = []
        for _ in range(rng.randint(2, 3)):
            if rng.random() < 0.2:
                self.ints.append(self.model.int_var(values=rng.sample(range(-3, 5), 3)))
            else:
                low = rng.randint(-3, 1)
                self.ints.append(self.model.int_var(low, low + rng.randint(1, 3)))
        self.bools = self.model.bool_vars(2)

    def int(self, depth=2):
        rng = self.rng
        if depth == 0 or rng.random() < 0.2:
            return rng.choice([*self.ints, *self.ints, rng.choice(self.bools), rng.randint(-2, 3)])
        some = [self.int(depth - 1) for _ in range(3)]
        x, y, z = some
        return rng.choice(
            [
                lambda: x + y,
                lambda: x - 2 * z,
                lambda: x * self.ints[0],
                lambda: -y + self.ints[0],
                lambda: abs(self.ints[0] - x),
                lambda: Model.min(some),
                lambda: Model.max(some),
                lambda: Model.element(some, self.ints[0]),
                lambda: Model.if_then_else(self.bool(depth - 1), x, y),
                lambda: Model.count(some, y),
                lambda: Model.n_value(some),
                lambda: Model.sum(some, [2, -1, 3]),
                lambda: (x + self.ints[0]) // (y + self.ints[1]),
                lambda: (x + self.ints[1]) % (y + self.ints[0]),
                lambda: Model.truncated_div(x + self.ints[0], y),
                lambda: Model.truncated_mod(x, y + self.ints[1]),
                lambda: (self.ints[0] + 0) ** rng.randint(0, 3),
            ]
        )()

    def bool(self, depth=2):
        rng = self.rng
        if depth == 0 or rng.random() < 0.1:
            return rng.choice([*self.bools, self.ints[0] <= self.ints[1], self.ints[0] == 1])
        x, y = self.int(depth - 1), self.int(depth - 1)
        z = self.ints[0] + self.int(depth - 1)
        some = [self.int(depth - 1) for _ in range(3)]
        return rng.choice(
            [
                lambda: z <= x,
                lambda: z < y,
                lambda: z == x,
                lambda: z != x,
                lambda: z >= y,
                lambda: self.bool(depth - 1) & self.bool(depth - 1),
                lambda: self.bool(depth - 1) | self.bool(depth - 1),
                lambda: self.bool(depth - 1) ^ self.bool(depth - 1),
                lambda: ~self.bool(depth - 1),
                lambda: self.bool(depth - 1).implies(self.bool(depth - 1)),
                lambda: self.bool(depth - 1).iff(self.bool(depth - 1)),
                lambda: z.is_in(rng.sample(range(-4, 6), 4)),
                lambda: Model.all_different(some),
                lambda: Model.all_different_except(some, 0),
                lambda: Model.all_equal(some),
                lambda: Model.table(some[:2], [[rng.randint(-2, 3), rng.randint(-2, 3)] for _ in range(6)]),
                lambda: Model.circuit(some),
                lambda: Model.inverse(some[:2], [self.ints[0], self.ints[1]]),
                lambda: Model.precedence(some, rng.sample([-1, 0, 1, 2], 3)),
                lambda: Model.lex_less(some, [x, y, z]),
                lambda: Model.lex_less_equal(some[:2], [x, y]),
                lambda: Model.cumulative(self.ints[:2], [2, abs(self.ints[0])], [1, 2], rng.randint(1, 3)),
                lambda: Model.no_overlap(self.ints[:2], [2, 1]),
                lambda: Model.global_cardinality(some, [0, 1], [x, y]),
                lambda: Model.global_cardinality(some, [0, 1, 2], [1, self.ints[0], 1], closed=True),
                lambda: Model.regular(self.ints, [("a", 0, "b"), ("a", 1, "a"), ("b", 1, "a"), ("b", 2, "b")], "a", ["a", "b"]),
            ]
        )()


#: A function without a value makes its constraint false in enumeration and the whole model false in the solver: the same if it is used in a constraint alone.
@pytest.mark.parametrize("seed", range(400))
def test_random_models_have_the_solutions_of_enumeration(seed):
    drawn = Random(seed)
    for _ in range(drawn.rng.randint(1, 3)):
        drawn.model.add(drawn.bool())
    check(drawn.model, engine=drawn.rng.choice(["auto", "auto", "fd", "learn"]))


@pytest.mark.parametrize("seed", range(100))
def test_the_best_solution_is_the_best_of_all(seed):
    drawn = Random(1000 + seed)
    model = drawn.model
    model.add(drawn.bool())
    objective = drawn.ints[0] + drawn.int(1)
    values = []
    for solution in solutions(model):
        try:
            values.append(evaluate(objective, solution))
        except ZeroDivisionError:
            pass
    sign = drawn.rng.choice([1, -1])
    (model.minimize if sign == 1 else model.maximize)(objective)
    found = model.solve()
    if values:
        assert (found.status, found.objective) == ("optimal", sign * min(sign * value for value in values))
    else:
        assert found.status == "none" and not found


def test_known_counts():
    model = Model()
    queens = model.int_vars(8, 0, 7)
    for shift in (-1, 0, 1):
        model.add(Model.all_different(queen + shift * at for at, queen in enumerate(queens)))
    assert len(model.solve_all()) == 92
    assert len(model.solve_all(limit=5)) == 5
    model = Model()
    square = [model.int_vars(3, 1, 9) for _ in range(3)]
    model.add(Model.all_different(sum(square, [])))
    lines = [*square, *zip(*square), [square[i][i] for i in range(3)], [square[i][2 - i] for i in range(3)]]
    model.add(sum(line) == 15 for line in lines)
    found = model.solve_all()
    assert (len(found), found.status) == (8, "all")
    assert all(sorted(sum(one, [])) == list(range(1, 10)) for one in found.values(square))


def test_results_give_values_of_expressions():
    model = Model()
    x, b = model.int_var(3, 3, "x"), model.bool_var("b")
    model.add(b)
    result = model.solve()
    assert result[x] == 3 and result[b] is True and result[x * x + b] == 10 and result[x > 5] is False
    assert result[[x, [b]]] == [3, [True]]
    model.add(~b)
    assert not model.solve()
    with pytest.raises(ModelError, match="there is no solution"):
        model.solve()[x]


def test_deep_expressions_do_not_overflow_the_stack():
    model = Model()
    x = model.int_var(0, 1)
    deep = x
    for _ in range(3000):
        deep = abs(deep - 1)
    model.add(deep == 0)
    found = model.solve_all()
    assert found.solutions == [[0]]
    logic = model.bool_var()
    for at in range(3000):
        logic = (logic | (x == 1)) if at % 2 else (logic & (x == 0))
    model.add(logic)
    model.solve()


def test_better_solutions_are_reported_as_they_come():
    model = Model()
    xs = model.int_vars(4, 0, 9)
    model.add(Model.all_different(xs), sum(xs) >= 20)
    model.minimize(Model.sum(xs, [3, 1, 4, 1]))
    seen = []
    best = model.solve(on_solution=lambda result: seen.append(result.objective))
    assert seen == sorted(set(seen), reverse=True) and seen[-1] == best.objective
    every = Model()
    every.int_var(1, 3)
    seen = []
    every.solve_all(on_solution=lambda result: seen.append(result.solutions[0]))
    assert sorted(seen) == [[1], [2], [3]]

    def fail(result):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        every.solve_all(on_solution=fail)


def test_hints_are_tried_first():
    for wanted in ([1, 5, 3], [9, 0, 2]):
        model = Model()
        xs = model.int_vars(3, 0, 9)
        model.add(Model.all_different(xs))
        model.hint(xs, wanted)
        assert model.solve()[xs] == wanted
        model.hint(xs, [4, 4, 4])
        assert len(set(model.solve()[xs])) == 3
        assert len(model.solve_all()) == 720


def test_wrong_models_are_errors():
    model, other = Model(), Model()
    x = model.int_var(0, 5, "x")
    with pytest.raises(TypeError, match="not known yet"):
        1 <= x <= 3
    with pytest.raises(ModelError, match="is an integer, not a constraint"):
        model.add(x)
    with pytest.raises(ModelError, match="at least one value"):
        model.int_var(3, 2)
    with pytest.raises(ModelError, match="neither an expression nor a whole number"):
        model.int_var(0, 1.5)
    with pytest.raises(ModelError, match="too large"):
        model.add(x * 10**9 * x == 7)
        model.solve()
    with pytest.raises(ModelError, match="belongs to another model"):
        other.add(x == 1)
        other.solve()
    with pytest.raises(gw.OptionError, match="engine"):
        Model().solve(engine="none")


def test_numpy_numbers_and_arrays():
    numpy = pytest.importorskip("numpy")
    model = Model()
    xs = numpy.array(model.int_vars(4, 0, 9), dtype=object)
    model.add(xs.sum() == numpy.int64(3), xs[0] >= numpy.int32(2), numpy.int64(1) <= xs[1])
    check(model)


def test_limits_stop_a_model():
    model = Model()
    holes = model.int_vars(12, 1, 11)
    for one, other in itertools.combinations(holes, 2):
        model.add(one != other)
    found = model.solve(engine="fd", node_limit=100)
    assert (found.status, len(found)) == ("stopped", 0) and found.stopped_at
