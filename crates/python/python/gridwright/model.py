"""Constraint models: integer and Boolean variables, expressions with Python's operators, global constraints, optimisation.

    >>> from gridwright import Model
    >>> m = Model()
    >>> x, y = m.int_var(0, 9, "x"), m.int_var(0, 9, "y")
    >>> m.add(x + y == 9, 2 * x - y == 3)
    >>> result = m.solve()
    >>> result[x], result[y]
    (4, 5)

An expression is a tree. :meth:`Model.flatzinc` writes the model as FlatZinc, with a variable for every part of an expression that needs one, and the engines solve that.
"""

from __future__ import annotations

import itertools
import operator
from dataclasses import dataclass
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from gridwright import _native

#: The smallest and largest value of a variable.
MIN_VALUE, MAX_VALUE = -2_147_483_646, 2_147_483_646

_ids = itertools.count(1)


class ModelError(_native.GridwrightError):
    """An expression that is not valid, or values that are too large."""


class _Expr:
    """A node of an expression."""

    __slots__ = ("_id",)
    __array_ufunc__ = None  # NumPy leaves the operators to us.

    def __init__(self) -> None:
        self._id = next(_ids)

    def __bool__(self) -> bool:
        raise TypeError(
            "the value of an expression is not known yet; write & | ~ for and, or, not, and two comparisons for a < x < b"
        )

    def __hash__(self) -> int:
        return self._id

    def _parts(self) -> Sequence["_Expr"]:
        """The nodes it is made of."""
        return ()

    def _value(self, value: Callable[["_Expr"], int]) -> int:
        """Its value, given those of its parts."""
        raise NotImplementedError

    # Comparisons.

    def __eq__(self, other: Any) -> "BoolExpr":  # type: ignore[override]
        return _compare("==", self, other)

    def __ne__(self, other: Any) -> "BoolExpr":  # type: ignore[override]
        return _compare("!=", self, other)

    def __le__(self, other: Any) -> "BoolExpr":
        return _compare("<=", self, other)

    def __lt__(self, other: Any) -> "BoolExpr":
        return _compare("<", self, other)

    def __ge__(self, other: Any) -> "BoolExpr":
        return _compare(">=", self, other)

    def __gt__(self, other: Any) -> "BoolExpr":
        return _compare(">", self, other)

    # Arithmetic; a Boolean counts as 0 or 1.

    def __add__(self, other: Any) -> "IntExpr":
        return _linear([(1, self), (1, other)])

    __radd__ = __add__

    def __sub__(self, other: Any) -> "IntExpr":
        return _linear([(1, self), (-1, other)])

    def __rsub__(self, other: Any) -> "IntExpr":
        return _linear([(1, other), (-1, self)])

    def __neg__(self) -> "IntExpr":
        return _linear([(-1, self)])

    def __pos__(self) -> "IntExpr":
        return _linear([(1, self)])

    def __mul__(self, other: Any) -> "IntExpr":
        if isinstance(other, _Expr):
            return _Function("*", (_as_int(self), _as_int(other)))
        return _linear([(_number(other), self)])

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> "IntExpr":
        return _Function("//", (_as_int(self), _as_int(other)))

    def __rfloordiv__(self, other: Any) -> "IntExpr":
        return _Function("//", (_as_int(other), _as_int(self)))

    def __mod__(self, other: Any) -> "IntExpr":
        return _Function("%", (_as_int(self), _as_int(other)))

    def __rmod__(self, other: Any) -> "IntExpr":
        return _Function("%", (_as_int(other), _as_int(self)))

    def __pow__(self, other: Any) -> "IntExpr":
        return _Function("**", (_as_int(self), _as_int(other)))

    def __rpow__(self, other: Any) -> "IntExpr":
        return _Function("**", (_as_int(other), _as_int(self)))

    def __abs__(self) -> "IntExpr":
        return _Function("abs", (_as_int(self),))


class IntExpr(_Expr):
    """An integer expression."""

    __slots__ = ()

    def bounds(self) -> Tuple[int, int]:
        """Bounds of its value."""
        raise NotImplementedError

    def is_in(self, values: Iterable[int]) -> "BoolExpr":
        """Whether its value is one of these."""
        return _In(self, tuple(sorted({_number(value) for value in values})))


class BoolExpr(_Expr):
    """A Boolean expression: a constraint, or a part of one."""

    __slots__ = ()

    def __and__(self, other: Any) -> "BoolExpr":
        return Model.all([self, other])

    __rand__ = __and__

    def __or__(self, other: Any) -> "BoolExpr":
        return Model.any([self, other])

    __ror__ = __or__

    def __xor__(self, other: Any) -> "BoolExpr":
        return Model.xor([self, other])

    __rxor__ = __xor__

    def __invert__(self) -> "BoolExpr":
        return _Not(self)

    def implies(self, other: Any) -> "BoolExpr":
        """Whether the other holds if this does."""
        return Model.any([~self, other])

    def iff(self, other: Any) -> "BoolExpr":
        """Whether both hold or neither."""
        return Model.xor([self, ~_as_bool(other)])


Operand = Union[_Expr, int, bool]


class IntVar(IntExpr):
    """An integer variable."""

    __slots__ = ("name", "domain", "_at", "_model")

    def __init__(self, model: "Model", at: int, domain: Sequence[Tuple[int, int]], name: str) -> None:
        super().__init__()
        self._model, self._at, self.domain, self.name = model, at, tuple(domain), name

    def bounds(self) -> Tuple[int, int]:
        return self.domain[0][0], self.domain[-1][1]

    def __repr__(self) -> str:
        return self.name


class BoolVar(BoolExpr):
    """A Boolean variable."""

    __slots__ = ("name", "_at", "_model")

    def __init__(self, model: "Model", at: int, name: str) -> None:
        super().__init__()
        self._model, self._at, self.name = model, at, name

    def __repr__(self) -> str:
        return self.name


class _Constant(BoolExpr):
    __slots__ = ("holds",)

    def __init__(self, holds: bool) -> None:
        super().__init__()
        self.holds = holds

    def _value(self, value: Callable[[_Expr], int]) -> int:
        return int(self.holds)

    def __repr__(self) -> str:
        return str(self.holds)


class _Linear(IntExpr):
    """A sum of numbers times expressions, plus a number."""

    __slots__ = ("terms", "constant")

    def __init__(self, terms: Sequence[Tuple[int, _Expr]], constant: int) -> None:
        super().__init__()
        self.terms, self.constant = tuple(terms), constant

    def _parts(self) -> Sequence[_Expr]:
        return [part for _, part in self.terms]

    def _value(self, value: Callable[[_Expr], int]) -> int:
        return self.constant + sum(factor * value(part) for factor, part in self.terms)

    def bounds(self) -> Tuple[int, int]:
        low = high = self.constant
        for factor, part in self.terms:
            ends = [factor * end for end in _bounds(part)]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def __repr__(self) -> str:
        terms = [f"{factor}*{part!r}" for factor, part in self.terms]
        return f"({' + '.join([*terms, str(self.constant)])})"


#: Functions of integers; `None` where they have no value.
_FUNCTIONS: Dict[str, Callable[..., Optional[int]]] = {
    "*": operator.mul,
    "//": lambda x, y: None if y == 0 else x // y,
    "%": lambda x, y: None if y == 0 else x % y,
    "div": lambda x, y: None if y == 0 else _truncated(x, y),
    "mod": lambda x, y: None if y == 0 else x - y * _truncated(x, y),
    "**": lambda x, y: x**y if y >= 0 else None if x == 0 else 1 // x**-y if abs(x) == 1 else 0,
    "abs": abs,
    "min": min,
    "max": max,
    "if": lambda c, x, y: x if c else y,
    "element": lambda i, *xs: xs[i] if 0 <= i < len(xs) else None,
    "count": lambda v, *xs: sum(x == v for x in xs),
    "nvalue": lambda *xs: len(set(xs)),
}


class _Function(IntExpr):
    """A function of integer expressions. Where it has no value, as in a division by 0, the model has no solution."""

    __slots__ = ("name", "args", "_range")

    def __init__(self, name: str, args: Sequence[_Expr]) -> None:
        super().__init__()
        self.name, self.args = name, tuple(args)
        self._range = _range(name, [_bounds(arg) for arg in self.args])

    def _parts(self) -> Sequence[_Expr]:
        return self.args

    def _value(self, value: Callable[[_Expr], int]) -> int:
        found = _FUNCTIONS[self.name](*map(value, self.args))
        if found is None:
            raise ZeroDivisionError(f"{self!r} has no value")
        return found

    def bounds(self) -> Tuple[int, int]:
        return self._range

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, self.args))})"


class _Compare(BoolExpr):
    """A comparison of a linear expression with 0."""

    __slots__ = ("name", "left")

    def __init__(self, name: str, left: _Linear) -> None:
        super().__init__()
        self.name, self.left = name, left

    def _parts(self) -> Sequence[_Expr]:
        return self.left._parts()

    def _value(self, value: Callable[[_Expr], int]) -> int:
        found = self.left._value(value)
        return int({"<=": found <= 0, "==": found == 0, "!=": found != 0}[self.name])

    def __repr__(self) -> str:
        return f"{self.left!r} {self.name} 0"


class _Not(BoolExpr):
    __slots__ = ("part",)

    def __init__(self, part: BoolExpr) -> None:
        super().__init__()
        self.part = part

    def _parts(self) -> Sequence[_Expr]:
        return (self.part,)

    def _value(self, value: Callable[[_Expr], int]) -> int:
        return 1 - value(self.part)

    def __repr__(self) -> str:
        return f"~{self.part!r}"


class _Connective(BoolExpr):
    """`all`, `any` or `xor` (an odd number) of Boolean expressions."""

    __slots__ = ("name", "args")

    def __init__(self, name: str, args: Sequence[BoolExpr]) -> None:
        super().__init__()
        self.name, self.args = name, tuple(args)

    def _parts(self) -> Sequence[_Expr]:
        return self.args

    def _value(self, value: Callable[[_Expr], int]) -> int:
        found = [value(arg) for arg in self.args]
        return {"all": int(all(found)), "any": int(any(found)), "xor": sum(found) % 2}[self.name]

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, self.args))})"


class _In(BoolExpr):
    __slots__ = ("part", "values")

    def __init__(self, part: IntExpr, values: Tuple[int, ...]) -> None:
        super().__init__()
        self.part, self.values = part, values

    def _parts(self) -> Sequence[_Expr]:
        return (self.part,)

    def _value(self, value: Callable[[_Expr], int]) -> int:
        return int(value(self.part) in self.values)

    def __repr__(self) -> str:
        return f"{self.part!r} in {set(self.values)}"


class _Global(BoolExpr):
    """A global constraint: its name in FlatZinc, its arguments there (expressions, lists of them, or texts), and its meaning."""

    __slots__ = ("name", "args", "meaning", "_all")

    def __init__(self, name: str, args: Sequence[Any], meaning: Callable[[List[int]], bool]) -> None:
        super().__init__()
        self.name, self.args, self.meaning = name, tuple(args), meaning
        found: List[_Expr] = []
        for arg in self.args:
            if isinstance(arg, _Expr):
                found.append(arg)
            elif isinstance(arg, (list, tuple)):
                found.extend(one for one in arg if isinstance(one, _Expr))
        self._all = tuple(found)

    def _parts(self) -> Sequence[_Expr]:
        return self._all

    def _value(self, value: Callable[[_Expr], int]) -> int:
        return int(self.meaning([value(part) for part in self._all]))

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, self.args))})"


@dataclass(frozen=True)
class ModelResult:
    """The solutions of a model."""

    #: ``satisfied``, ``all`` (these are all solutions), ``optimal``, ``none`` or ``stopped``.
    status: str
    #: The limit that stopped the run.
    stopped_at: Optional[str]
    #: The solutions, each with the values of the variables in the order of their creation.
    solutions: List[List[int]]
    #: The value of the objective in the best solution.
    objective: Optional[int]
    engine: Optional[str]
    nodes: int
    failures: int
    propagations: int
    solve_ms: float

    def __bool__(self) -> bool:
        return bool(self.solutions)

    def __len__(self) -> int:
        return len(self.solutions)

    def __getitem__(self, expr: Any) -> Any:
        """The value of an expression, or of each in nested lists, in the first solution."""
        if not self.solutions:
            raise ModelError("there is no solution")
        return self.value(expr, 0)

    def value(self, expr: Any, solution: int = 0) -> Any:
        """The value of an expression, or of each in nested lists, in a solution."""
        if isinstance(expr, (list, tuple)):
            return [self.value(one, solution) for one in expr]
        if not isinstance(expr, _Expr):
            return [self.value(one, solution) for one in expr] if hasattr(expr, "__iter__") else expr
        found = evaluate(expr, self.solutions[solution])
        return bool(found) if isinstance(expr, BoolExpr) else found

    def values(self, expr: Any) -> List[Any]:
        """The values of an expression in all solutions."""
        return [self.value(expr, at) for at in range(len(self.solutions))]


#: A function that is called with a solution.
OnSolution = Callable[[ModelResult], Any]


class Model:
    """A model: variables, constraints, and perhaps an objective."""

    def __init__(self) -> None:
        self._vars: List[Union[IntVar, BoolVar]] = []
        self._constraints: List[BoolExpr] = []
        self._objective: Optional[Tuple[str, IntExpr]] = None
        self._hints: List[Tuple[Union[IntVar, BoolVar], int]] = []

    # Variables.

    def int_var(
        self,
        low: Optional[int] = None,
        high: Optional[int] = None,
        name: Optional[str] = None,
        *,
        values: Optional[Iterable[int]] = None,
    ) -> IntVar:
        """An integer variable from ``low`` to ``high``, or with these ``values``."""
        if values is not None:
            if low is not None or high is not None:
                raise ModelError("a variable has bounds or values, not both")
            domain = _ranges(sorted({_number(value) for value in values}))
        else:
            if low is None or high is None:
                raise ModelError("a variable has a lower and an upper bound, or values")
            domain = [(_number(low), _number(high))]
        if not domain or domain[0][0] > domain[-1][1]:
            raise ModelError("a variable has at least one value")
        if domain[0][0] < MIN_VALUE or domain[-1][1] > MAX_VALUE:
            raise ModelError(f"values are from {MIN_VALUE} to {MAX_VALUE}")
        at = len(self._vars)
        var = IntVar(self, at, domain, name or f"x{at}")
        self._vars.append(var)
        return var

    def int_vars(self, n: int, low: int, high: int, name: Optional[str] = None) -> List[IntVar]:
        """A list of integer variables."""
        return [self.int_var(low, high, name and f"{name}[{at}]") for at in range(n)]

    def bool_var(self, name: Optional[str] = None) -> BoolVar:
        """A Boolean variable."""
        at = len(self._vars)
        var = BoolVar(self, at, name or f"b{at}")
        self._vars.append(var)
        return var

    def bool_vars(self, n: int, name: Optional[str] = None) -> List[BoolVar]:
        """A list of Boolean variables."""
        return [self.bool_var(name and f"{name}[{at}]") for at in range(n)]

    @property
    def variables(self) -> List[Union[IntVar, BoolVar]]:
        """The variables, in the order of their creation."""
        return list(self._vars)

    # Constraints and objective.

    def add(self, *constraints: Any) -> None:
        """Adds constraints, or lists of them."""
        for constraint in constraints:
            if isinstance(constraint, (_Expr, bool)) or not hasattr(constraint, "__iter__"):
                self._constraints.append(_as_bool(constraint))
            else:
                self.add(*constraint)

    def __iadd__(self, constraint: Any) -> "Model":
        self.add(constraint)
        return self

    def minimize(self, expr: Operand) -> None:
        """Makes this the value to minimise."""
        self._objective = ("minimize", _as_int(expr))

    def maximize(self, expr: Operand) -> None:
        """Makes this the value to maximise."""
        self._objective = ("maximize", _as_int(expr))

    def hint(self, variables: Iterable[Union[IntVar, BoolVar]], values: Iterable[Any]) -> None:
        """Values to try first, in place of those of an earlier call. They need not be a solution. Only the engine ``auto`` uses them."""
        given, hints = list(variables), [_number(value) for value in values]
        if len(given) != len(hints):
            raise ModelError(f"{len(hints)} values for {len(given)} variables")
        if not all(isinstance(var, (IntVar, BoolVar)) for var in given):
            raise ModelError("hints are values of variables")
        self._hints = list(zip(given, hints))

    # Functions of integers.

    @staticmethod
    def sum(exprs: Iterable[Operand], factors: Optional[Iterable[int]] = None) -> IntExpr:
        """The sum, with these factors if given."""
        exprs = list(exprs)
        given = [1] * len(exprs) if factors is None else [_number(one) for one in factors]
        if len(given) != len(exprs):
            raise ModelError(f"{len(given)} factors for {len(exprs)} expressions")
        return _linear(zip(given, exprs))

    @staticmethod
    def min(exprs: Iterable[Operand]) -> IntExpr:
        """The smallest of these."""
        return _extreme("min", exprs)

    @staticmethod
    def max(exprs: Iterable[Operand]) -> IntExpr:
        """The largest of these."""
        return _extreme("max", exprs)

    @staticmethod
    def abs(expr: Operand) -> IntExpr:
        """The absolute value."""
        return _Function("abs", (_as_int(expr),))

    @staticmethod
    def truncated_div(x: Operand, y: Operand) -> IntExpr:
        """The quotient rounded towards 0, where ``x // y`` rounds down."""
        return _Function("div", (_as_int(x), _as_int(y)))

    @staticmethod
    def truncated_mod(x: Operand, y: Operand) -> IntExpr:
        """The remainder with the sign of ``x``, where that of ``x % y`` has the sign of ``y``."""
        return _Function("mod", (_as_int(x), _as_int(y)))

    @staticmethod
    def element(exprs: Iterable[Operand], index: Operand) -> IntExpr:
        """The expression at this index, from 0."""
        items = [_as_int(expr) for expr in exprs]
        if not items:
            raise ModelError("element of an empty list")
        return _Function("element", (_as_int(index), *items))

    @staticmethod
    def if_then_else(condition: Any, then: Operand, otherwise: Operand) -> IntExpr:
        """One of two values."""
        return _Function("if", (_as_bool(condition), _as_int(then), _as_int(otherwise)))

    @staticmethod
    def count(exprs: Iterable[Operand], value: Operand) -> IntExpr:
        """How many expressions have this value."""
        return _Function("count", (_as_int(value), *map(_as_int, exprs)))

    @staticmethod
    def n_value(exprs: Iterable[Operand]) -> IntExpr:
        """The number of different values."""
        items = [_as_int(expr) for expr in exprs]
        return _Function("nvalue", items) if items else _linear([])

    # Logic.

    @staticmethod
    def all(exprs: Iterable[Any]) -> BoolExpr:
        """Whether all hold."""
        return _connect("all", exprs)

    @staticmethod
    def any(exprs: Iterable[Any]) -> BoolExpr:
        """Whether at least one holds."""
        return _connect("any", exprs)

    @staticmethod
    def xor(exprs: Iterable[Any]) -> BoolExpr:
        """Whether an odd number of them holds."""
        return _Connective("xor", [_as_bool(expr) for expr in exprs])

    # Global constraints.

    @staticmethod
    def all_different(exprs: Iterable[Operand]) -> BoolExpr:
        """All values are different."""
        return _Global("fzn_all_different_int", [_ints(exprs)], lambda xs: len(set(xs)) == len(xs))

    @staticmethod
    def all_different_except(exprs: Iterable[Operand], value: int = 0) -> BoolExpr:
        """All values but this one are different."""
        value = _number(value)

        def meaning(xs: List[int]) -> bool:
            others = [x for x in xs if x != value]
            return len(set(others)) == len(others)

        return _Global("gridwright_all_different_except", [_ints(exprs), str(value)], meaning)

    @staticmethod
    def all_equal(exprs: Iterable[Operand]) -> BoolExpr:
        """All values are equal."""
        items = _ints(exprs)
        return Model.all([one == other for one, other in zip(items, items[1:])])

    @staticmethod
    def table(exprs: Iterable[Operand], rows: Iterable[Iterable[int]]) -> BoolExpr:
        """The values are one of these rows."""
        items = _ints(exprs)
        allowed = {tuple(map(_number, row)) for row in rows}
        if any(len(row) != len(items) for row in allowed):
            raise ModelError(f"every row of the table has {len(items)} values")
        if not items or not allowed:
            return _Constant(bool(allowed))
        flat = [value for row in sorted(allowed) for value in row]
        return _Global("fzn_table_int", [items, _list(flat)], lambda xs: tuple(xs) in allowed)

    @staticmethod
    def circuit(successors: Iterable[Operand]) -> BoolExpr:
        """The successors, from 0, form one circuit through all nodes."""
        items = _ints(successors)
        if not items:
            return _Constant(True)

        def meaning(xs: List[int]) -> bool:
            at, seen = 0, set()
            while 0 <= at < len(xs) and at not in seen:
                seen.add(at)
                at = xs[at]
            return at == 0 and len(seen) == len(xs)

        return _Global("gridwright_circuit", [items, "0"], meaning)

    @staticmethod
    def inverse(forward: Iterable[Operand], backward: Iterable[Operand]) -> BoolExpr:
        """``backward[forward[i]] == i`` and the other way round, from 0."""
        f, g = _ints(forward), _ints(backward)
        if len(f) != len(g):
            raise ModelError("the two lists of inverse have the same length")
        if not f:
            return _Constant(True)
        n = len(f)

        def meaning(xs: List[int]) -> bool:
            f, g = xs[:n], xs[n:]
            return all(0 <= y < n and g[y] == i for i, y in enumerate(f)) and all(
                0 <= y < n and f[y] == i for i, y in enumerate(g)
            )

        return _Global("gridwright_inverse", [f, "0", g, "0"], meaning)

    @staticmethod
    def cumulative(
        starts: Iterable[Operand],
        durations: Iterable[Operand],
        demands: Iterable[Operand],
        capacity: Operand,
    ) -> BoolExpr:
        """At every time, the running tasks demand no more than the capacity. Durations, demands and capacity are not negative."""
        s, d, r, c = _ints(starts), _ints(durations), _ints(demands), _as_int(capacity)
        if not len(s) == len(d) == len(r):
            raise ModelError("the lists of cumulative have the same length")
        if any(_bounds(one)[0] < 0 for one in [*d, *r, c]):
            raise ModelError("durations, demands and capacity of cumulative are not negative")
        if not s:
            return _Constant(True)
        n = len(s)

        def meaning(xs: List[int]) -> bool:
            s, d, r, c = xs[:n], xs[n : 2 * n], xs[2 * n : 3 * n], xs[-1]
            loads = (sum(r[j] for j in range(n) if s[j] <= t < s[j] + d[j]) for t, length in zip(s, d) if length > 0)
            return all(load <= c for load in loads)

        return _Global("gridwright_cumulative", [s, d, r, c], meaning)

    @staticmethod
    def no_overlap(starts: Iterable[Operand], durations: Iterable[Operand]) -> BoolExpr:
        """No two tasks with a duration above 0 overlap."""
        starts, durations = _ints(starts), _ints(durations)
        return Model.cumulative(starts, durations, [1] * len(starts), 1)

    @staticmethod
    def global_cardinality(
        exprs: Iterable[Operand], values: Iterable[int], counts: Iterable[Operand], *, closed: bool = False
    ) -> BoolExpr:
        """Each of the values occurs as often as its count says; if ``closed``, there are no other values."""
        items, cover, counted = _ints(exprs), [_number(one) for one in values], _ints(counts)
        if len(cover) != len(counted):
            raise ModelError("global_cardinality has as many counts as values")
        if len(set(cover)) != len(cover):
            raise ModelError("the values of global_cardinality are different")
        name = "fzn_global_cardinality_closed" if closed else "fzn_global_cardinality"
        n = len(items)

        def meaning(xs: List[int]) -> bool:
            items, counts = xs[:n], xs[n:]
            return all(items.count(value) == count for value, count in zip(cover, counts)) and (
                not closed or set(items) <= set(cover)
            )

        return _Global(name, [items, _list(cover), counted], meaning)

    @staticmethod
    def precedence(exprs: Iterable[Operand], values: Iterable[int]) -> BoolExpr:
        """Each of the values occurs only after the one before it has occurred."""
        items, chain = _ints(exprs), [_number(one) for one in values]
        if len(set(chain)) != len(chain):
            raise ModelError("the values of precedence are different")
        if not items or len(chain) < 2:
            return _Constant(True)

        def meaning(xs: List[int]) -> bool:
            return all(
                second not in xs or first in xs[: xs.index(second)] for first, second in zip(chain, chain[1:])
            )

        return _Global("fzn_value_precede_chain_int", [_list(chain), items], meaning)

    @staticmethod
    def lex_less(left: Iterable[Operand], right: Iterable[Operand]) -> BoolExpr:
        """The left list comes before the right one in lexicographic order."""
        return _lex("fzn_lex_less_int", operator.lt, left, right)

    @staticmethod
    def lex_less_equal(left: Iterable[Operand], right: Iterable[Operand]) -> BoolExpr:
        """The left list comes before the right one in lexicographic order, or is equal."""
        return _lex("fzn_lex_lesseq_int", operator.le, left, right)

    @staticmethod
    def regular(
        exprs: Iterable[Operand],
        transitions: Iterable[Tuple[Any, int, Any]],
        start: Any,
        accepting: Iterable[Any],
    ) -> BoolExpr:
        """The values lead from the start to an accepting state, by transitions ``(state, value, next state)``."""
        items = _ints(exprs)
        step = {(state, _number(value)): after for state, value, after in transitions}
        names = [start, *(state for state, _ in step), *step.values(), *accepting]
        states = {name: number for number, name in enumerate(dict.fromkeys(names), 1)}
        accepting = set(accepting)
        if not items:
            return _Constant(start in accepting)
        symbols = sorted({value for _, value in step})
        if not symbols or not accepting:
            return _Constant(False)
        low, n_symbols = symbols[0], symbols[-1] - symbols[0] + 1
        flat = [
            states[step[name, low + symbol]] if (name, low + symbol) in step else 0
            for name in states
            for symbol in range(n_symbols)
        ]
        final = "{" + ", ".join(map(str, sorted(states[one] for one in accepting))) + "}"

        def meaning(xs: List[int]) -> bool:
            state: Any = start
            for x in xs:
                if (state, x) not in step:
                    return False
                state = step[state, x]
            return state in accepting

        shifted = [item + (1 - low) for item in items]
        word = _Global(
            "fzn_regular",
            [shifted, str(len(states)), str(n_symbols), _list(flat), str(states[start]), final],
            lambda xs: meaning([x - 1 + low for x in xs]),
        )
        return Model.all([item.is_in(range(low, low + n_symbols)) for item in items] + [word])

    # Solving.

    def solve(self, *, on_solution: Optional[OnSolution] = None, **options: Any) -> ModelResult:
        """Finds a solution, or the best one if there is an objective. Options: ``engine``, ``consistency``, ``restarts``, ``seed``, ``time_limit``, ``node_limit``.

        ``on_solution`` is called with every better solution soon after it is found.
        """
        return self._run(1, options, on_solution)

    def solve_all(
        self, limit: Optional[int] = None, *, on_solution: Optional[OnSolution] = None, **options: Any
    ) -> ModelResult:
        """Finds all solutions, or ``limit`` of them. There must be no objective."""
        if self._objective is not None:
            raise ModelError("all solutions of a model with an objective; there is only the best")
        return self._run(limit, options, on_solution)

    def flatzinc(self) -> str:
        """The model as FlatZinc."""
        return self._flatzinc(self._vars)

    def _flatzinc(self, output: Sequence[Union[IntVar, BoolVar]]) -> str:
        """The model with these variables as output; solutions that differ in others only are one."""
        return _Writer(self).text(output)

    def _run(self, limit: Optional[int], options: Any, on_solution: Optional[OnSolution]) -> ModelResult:
        def report(values: List[int]) -> None:
            assert on_solution is not None
            counters = {"engine": None, "nodes": 0, "failures": 0, "propagations": 0, "solve_ms": 0.0}
            found = {"status": "satisfied", "stopped_at": None, "solutions": [values], **counters}
            on_solution(self._result(found))

        text = self.flatzinc()
        return self._result(_native.solve_flatzinc(text, limit, options, report if on_solution else None))

    def _result(self, found: Dict[str, Any]) -> ModelResult:
        objective = None
        if self._objective is not None and found["solutions"]:
            objective = evaluate(self._objective[1], found["solutions"][0])
        return ModelResult(objective=objective, **found)


def evaluate(expr: _Expr, values: Sequence[int]) -> int:
    """The value of an expression, given those of the variables in the order of their creation. A Boolean is 0 or 1."""
    known: Dict[int, int] = {}
    for node in _post_order([expr]):
        if isinstance(node, (IntVar, BoolVar)):
            known[node._id] = values[node._at]
        else:
            known[node._id] = node._value(lambda part: known[part._id])
    return known[expr._id]


def _post_order(roots: Iterable[_Expr]) -> Iterator[_Expr]:
    """Every node once, after its parts. Without recursion, because expressions may be deep."""
    done = set()
    for root in roots:
        stack = [(root, False)]
        while stack:
            node, is_open = stack.pop()
            if node._id in done:
                continue
            if is_open:
                done.add(node._id)
                yield node
            else:
                stack.append((node, True))
                stack.extend((part, False) for part in node._parts())


class _Writer:
    """Writes a model as FlatZinc."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._vars: List[str] = []
        self._items: List[str] = []
        #: The text of every node that has a variable or a number, as an integer and as a Boolean.
        self._int_text: Dict[int, str] = {}
        self._bool_text: Dict[int, str] = {}
        self._negated: Dict[str, str] = {}
        self._n = 0

    def text(self, output: Sequence[Union[IntVar, BoolVar]]) -> str:
        model = self._model
        for var in model._vars:
            if isinstance(var, IntVar):
                self._int_text[var._id] = self._declare(_domain(var.domain), f"v{var._at}")
            else:
                self._bool_text[var._id] = self._declare("bool", f"v{var._at}")
        roots = list(self._constraints())
        for root in roots:
            self._flatten(root._parts())
            self._post(root)
        goal = "satisfy"
        if model._objective is not None:
            direction, expr = model._objective
            self._flatten([expr])
            goal = f"{direction} {self._int(expr)}"
        outputs = [self._int(var) for var in output]
        n = len(outputs)
        if n == 0:
            outputs, n = ["0"], 1
        array = f"array [1..{n}] of var int: out :: output_array([1..{n}]) = [{', '.join(outputs)}];"
        hints = ""
        if model._hints:
            variables = self._ints(var for var, _ in model._hints)
            hints = f":: warm_start_int({variables}, {_list(value for _, value in model._hints)}) "
        return "\n".join([*self._vars, array, *self._items, f"solve {hints}{goal};", ""])

    def _constraints(self) -> Iterator[BoolExpr]:
        """The constraints, with conjunctions taken apart."""
        stack = list(reversed(self._model._constraints))
        while stack:
            constraint = stack.pop()
            if isinstance(constraint, _Connective) and constraint.name == "all":
                stack.extend(reversed(constraint.args))
            elif isinstance(constraint, _Not) and isinstance(constraint.part, _Not):
                stack.append(constraint.part.part)
            else:
                yield constraint

    def _declare(self, domain: str, name: Optional[str] = None) -> str:
        if name is None:
            self._n += 1
            name = f"a{self._n}"
        self._vars.append(f"var {domain}: {name};")
        return name

    def _item(self, name: str, *args: str) -> None:
        self._items.append(f"constraint {name}({', '.join(args)});")

    # The variable of a node.

    def _flatten(self, roots: Iterable[_Expr]) -> None:
        """Gives every node below these a variable."""
        for node in _post_order(roots):
            if node._id in self._int_text or node._id in self._bool_text:
                continue
            own = getattr(node, "_model", None)
            if own is not None and own is not self._model:
                raise ModelError(f"the variable {node!r} belongs to another model")
            if isinstance(node, IntExpr):
                self._int_text[node._id] = self._define(node)
            else:
                self._bool_text[node._id] = self._reify(node)

    def _int(self, node: _Expr) -> str:
        """The node as an integer."""
        if node._id not in self._int_text:
            name = self._declare("0..1")
            self._item("bool2int", self._bool_text[node._id], name)
            self._int_text[node._id] = name
        return self._int_text[node._id]

    def _ints(self, nodes: Iterable[_Expr]) -> str:
        return _list(self._int(node) for node in nodes)

    def _bools(self, nodes: Iterable[_Expr]) -> str:
        return _list(self._bool_text[node._id] for node in nodes)

    def _define(self, node: IntExpr) -> str:
        """A variable with the value of a node, whose parts have variables."""
        if isinstance(node, _Linear):
            if not node.terms:
                return str(node.constant)
            if node.constant == 0 and len(node.terms) == 1 and node.terms[0][0] == 1:
                return self._int(node.terms[0][1])
            name = self._fresh(node)
            factors = _list([*(factor for factor, _ in node.terms), -1])
            parts = _list([*(self._int(part) for _, part in node.terms), name])
            self._item("int_lin_eq", factors, parts, str(-node.constant))
            return name
        assert isinstance(node, _Function)
        return getattr(self, _DEFINE[node.name])(node)

    def _fresh(self, node: IntExpr) -> str:
        low, high = node.bounds()
        if low < MIN_VALUE or high > MAX_VALUE:
            raise ModelError(f"the values of {node!r} may be too large: {low} to {high}")
        return self._declare(f"{low}..{high}")

    def _simple(self, node: _Function) -> str:
        name = self._fresh(node)
        self._item(_BUILTINS[node.name], *(self._int(arg) for arg in node.args), name)
        return name

    def _floor(self, node: _Function) -> str:
        """`//` and `%`, which differ from FlatZinc's for negative numbers."""
        x, y = node.args
        low_x, low_y = _bounds(x)[0], _bounds(y)[0]
        if low_x >= 0 and low_y >= 0:
            name = self._fresh(node)
            self._item("int_div" if node.name == "//" else "int_mod", self._int(x), self._int(y), name)
            return name
        quotient = self._declare("%d..%d" % _range("//", [_bounds(x), _bounds(y)]))
        rest = self._declare("%d..%d" % _range("%", [_bounds(x), _bounds(y)]))
        low, high = _bounds(x)
        side = max(abs(low), abs(high)) + max(map(abs, _bounds(y)))
        if side > MAX_VALUE:
            raise ModelError(f"the values of {node!r} may be too large")
        product = self._declare(f"{-side}..{side}")
        x_name, y_name = self._int(x), self._int(y)
        self._item("int_times", quotient, y_name, product)
        self._item("int_lin_eq", "[1, 1, -1]", _list([product, rest, x_name]), "0")
        self._item("int_ne", y_name, "0")
        is_positive = self._declare("bool")
        self._item("int_le_reif", "1", y_name, is_positive)
        is_negative = self._negation(is_positive)
        self._item("int_le_imp", "0", rest, is_positive)
        self._item("int_lin_le_imp", "[1, -1]", _list([rest, y_name]), "-1", is_positive)
        self._item("int_le_imp", rest, "0", is_negative)
        self._item("int_lin_le_imp", "[1, -1]", _list([y_name, rest]), "-1", is_negative)
        return quotient if node.name == "//" else rest

    def _array_extreme(self, node: _Function) -> str:
        name = self._fresh(node)
        kind = "minimum" if node.name == "min" else "maximum"
        self._item(f"array_int_{kind}", name, self._ints(node.args))
        return name

    def _element(self, node: _Function) -> str:
        index, *items = node.args
        name = self._fresh(node)
        at = _linear([(1, index), (1, 1)])
        self._flatten([at])
        self._item("array_var_int_element", self._int(at), self._ints(items), name)
        return name

    def _if(self, node: _Function) -> str:
        condition, then, otherwise = node.args
        name = self._fresh(node)
        holds = self._bool_text[condition._id]
        self._item("int_eq_imp", name, self._int(then), holds)
        self._item("int_eq_imp", name, self._int(otherwise), self._negation(holds))
        return name

    def _count(self, node: _Function) -> str:
        value, *items = node.args
        name = self._fresh(node)
        if items:
            self._item("fzn_count_eq", self._ints(items), self._int(value), name)
        return name

    def _n_value(self, node: _Function) -> str:
        """The number of values that some item has."""
        low = min(_bounds(arg)[0] for arg in node.args)
        high = max(_bounds(arg)[1] for arg in node.args)
        if high - low > 10_000:
            raise ModelError("n_value of more than 10,000 values")
        taken = []
        for value in range(low, high + 1):
            holds = []
            for arg in node.args:
                if _bounds(arg)[0] <= value <= _bounds(arg)[1]:
                    is_value = self._declare("bool")
                    self._item("int_eq_reif", self._int(arg), str(value), is_value)
                    holds.append(is_value)
            if holds:
                is_taken = self._declare("bool")
                self._item("array_bool_or", _list(holds), is_taken)
                number = self._declare("0..1")
                self._item("bool2int", is_taken, number)
                taken.append(number)
        name = self._fresh(node)
        self._item("int_lin_eq", _list([*([1] * len(taken)), -1]), _list([*taken, name]), "0")
        return name

    # The Boolean of a node.

    def _negation(self, text: str) -> str:
        if text in ("true", "false"):
            return "false" if text == "true" else "true"
        if text not in self._negated:
            name = self._declare("bool")
            self._item("bool_not", text, name)
            self._negated[text], self._negated[name] = name, text
        return self._negated[text]

    def _reify(self, node: _Expr) -> str:
        """A Boolean that is true exactly if the node, whose parts have variables, holds."""
        if isinstance(node, _Constant):
            return "true" if node.holds else "false"
        if isinstance(node, _Not):
            return self._negation(self._bool_text[node.part._id])
        name = self._declare("bool")
        if isinstance(node, _Connective):
            if node.name == "xor":
                self._item("array_bool_xor", _list([*self._texts(node.args), self._negation(name)]))
            else:
                kind = "and" if node.name == "all" else "or"
                self._item(f"array_bool_{kind}", self._bools(node.args), name)
        else:
            builtin, args = self._call(node)
            self._item(f"{builtin}_reif", *args, name)
        return name

    def _texts(self, nodes: Iterable[_Expr]) -> List[str]:
        return [self._bool_text[node._id] for node in nodes]

    def _call(self, node: _Expr) -> Tuple[str, List[str]]:
        """The constraint of a node, without reification."""
        if isinstance(node, _Compare):
            left = node.left
            factors = _list(factor for factor, _ in left.terms)
            parts = self._ints(part for _, part in left.terms)
            name = {"<=": "int_lin_le", "==": "int_lin_eq", "!=": "int_lin_ne"}[node.name]
            return name, [factors, parts, str(-left.constant)]
        if isinstance(node, _In):
            return "set_in", [self._int(node.part), "{" + ", ".join(map(str, node.values)) + "}"]
        assert isinstance(node, _Global)
        return node.name, [self._argument(arg) for arg in node.args]

    def _argument(self, arg: Any) -> str:
        if isinstance(arg, str):
            return arg
        return self._ints(arg) if isinstance(arg, (list, tuple)) else self._int(arg)

    def _post(self, node: BoolExpr) -> None:
        """Posts a constraint, whose parts have variables."""
        if isinstance(node, (BoolVar, _Constant)):
            self._flatten([node])
            self._item("bool_eq", self._bool_text[node._id], "true")
        elif isinstance(node, _Not):
            self._item("bool_eq", self._bool_text[node.part._id], "false")
        elif isinstance(node, _Connective) and node.name == "any":
            self._post_clause(node)
        elif isinstance(node, _Connective) and node.name == "xor":
            self._item("array_bool_xor", self._bools(node.args))
        elif isinstance(node, _Connective):
            for text in self._texts(node.args):
                self._item("bool_eq", text, "true")
        else:
            builtin, args = self._call(node)
            self._item(builtin, *args)

    def _post_clause(self, node: _Connective) -> None:
        positive = [arg for arg in node.args if not isinstance(arg, _Not)]
        negative = [arg.part for arg in node.args if isinstance(arg, _Not)]
        self._item("bool_clause", self._bools(positive), self._bools(negative))


#: How functions get their variable.
_DEFINE = {
    "*": "_simple",
    "div": "_simple",
    "mod": "_simple",
    "**": "_simple",
    "abs": "_simple",
    "//": "_floor",
    "%": "_floor",
    "min": "_array_extreme",
    "max": "_array_extreme",
    "if": "_if",
    "element": "_element",
    "count": "_count",
    "nvalue": "_n_value",
}

_BUILTINS = {"*": "int_times", "div": "int_div", "mod": "int_mod", "**": "int_pow", "abs": "int_abs"}


def _number(value: Any) -> int:
    """A whole number, also of NumPy."""
    try:
        return operator.index(value)
    except TypeError:
        pass
    try:
        if int(value) == value:
            return int(value)
    except (TypeError, ValueError, OverflowError):
        pass
    raise ModelError(f"{value!r} is neither an expression nor a whole number")


def _as_int(value: Any) -> IntExpr:
    if isinstance(value, IntExpr):
        return value
    if isinstance(value, BoolExpr):
        return _Linear([(1, value)], 0)
    return _Linear([], _number(value))


def _as_bool(value: Any) -> BoolExpr:
    if isinstance(value, BoolExpr):
        return value
    if isinstance(value, _Expr):
        raise ModelError(f"{value!r} is an integer, not a constraint; compare it, as in x != 0")
    number = _number(value)
    if number not in (0, 1):
        raise ModelError(f"{value!r} is neither a constraint nor a Boolean")
    return _Constant(bool(number))


def _ints(exprs: Iterable[Any]) -> List[IntExpr]:
    return [_as_int(expr) for expr in exprs]


def _bounds(expr: _Expr) -> Tuple[int, int]:
    return expr.bounds() if isinstance(expr, IntExpr) else (0, 1)


def _linear(terms: Iterable[Tuple[int, Any]]) -> _Linear:
    """The sum of terms, with like terms collected."""
    factors: Dict[int, int] = {}
    parts: Dict[int, _Expr] = {}
    constant = 0
    for factor, term in terms:
        if isinstance(term, _Linear):
            constant += factor * term.constant
            inner: Iterable[Tuple[int, _Expr]] = term.terms
        elif isinstance(term, _Expr):
            inner = ((1, term),)
        else:
            constant += factor * _number(term)
            continue
        for inner_factor, part in inner:
            factors[part._id] = factors.get(part._id, 0) + factor * inner_factor
            parts[part._id] = part
    kept = [(factor, parts[at]) for at, factor in factors.items() if factor != 0]
    return _Linear(kept, constant)


def _compare(name: str, left: Any, right: Any) -> BoolExpr:
    try:
        swapped = name in (">", ">=")
        one, other = (right, left) if swapped else (left, right)
        name = {">": "<", ">=": "<="}.get(name, name)
        difference = _linear([(1, one), (-1, other)])
    except ModelError:
        return NotImplemented  # type: ignore[return-value]
    if name == "<":
        difference, name = _Linear(difference.terms, difference.constant + 1), "<="
    if name in ("==", "!=") and isinstance(left, BoolExpr) and isinstance(right, BoolExpr):
        return left.iff(right) if name == "==" else left ^ right
    if not difference.terms:
        return _Constant(bool(_Compare(name, difference)._value(lambda part: 0)))
    return _Compare(name, difference)


def _connect(name: str, exprs: Iterable[Any]) -> BoolExpr:
    """`all` or `any`, with those inside taken apart."""
    args: List[BoolExpr] = []
    for expr in map(_as_bool, exprs):
        if isinstance(expr, _Connective) and expr.name == name:
            args.extend(expr.args)
        elif isinstance(expr, _Constant):
            if expr.holds == (name == "any"):
                return expr
        else:
            args.append(expr)
    if not args:
        return _Constant(name == "all")
    return args[0] if len(args) == 1 else _Connective(name, args)


def _extreme(name: str, exprs: Iterable[Operand]) -> IntExpr:
    items = _ints(exprs)
    if not items:
        raise ModelError(f"{name} of an empty list")
    return items[0] if len(items) == 1 else _Function(name, items)


def _lex(name: str, meaning: Callable[[Any, Any], bool], left: Iterable[Any], right: Iterable[Any]) -> BoolExpr:
    xs, ys = _ints(left), _ints(right)
    n = len(xs)
    if not xs or not ys:
        return _Constant(meaning(len(xs), len(ys)))
    return _Global(name, [xs, ys], lambda values: meaning(values[:n], values[n:]))


def _truncated(x: int, y: int) -> int:
    quotient = abs(x) // abs(y)
    return quotient if (x < 0) == (y < 0) else -quotient


def _range(name: str, args: Sequence[Tuple[int, int]]) -> Tuple[int, int]:
    """Bounds of a function, given those of its arguments."""
    if name == "*":
        products = [x * y for x in args[0] for y in args[1]]
        return min(products), max(products)
    if name in ("//", "div"):
        side = max(abs(end) for end in args[0])
        if args[0][0] >= 0 and args[1][0] >= 0:
            return args[0][0] // max(args[1][1], 1), args[0][1] // max(args[1][0], 1)
        return -side - (name == "//" and args[0][0] < 0 or args[1][0] < 0), side
    if name == "%":
        return min(args[1][0] + 1, 0), max(args[1][1] - 1, 0)
    if name == "mod":
        side = max(max(abs(end) for end in args[1]) - 1, 0)
        return max(min(args[0][0], 0), -side), min(max(args[0][1], 0), side)
    if name == "**":
        (low, high), (first, last) = args
        exponents = [end for end in {max(first, 0), max(last, 0), max(last - 1, 0)}]
        bases = {low, high, *(value for value in (-1, 0, 1) if low <= value <= high)}
        if max(abs(low), abs(high)) > 1 and max(exponents) > 64:
            raise ModelError("the exponent of a power may be too large")
        powers = [base**exponent for base in bases for exponent in exponents]
        return min([*powers, -1 if low < 0 else 0]), max([*powers, 1])
    if name == "abs":
        low, high = args[0]
        return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
    if name == "min":
        return min(low for low, _ in args), min(high for _, high in args)
    if name == "max":
        return max(low for low, _ in args), max(high for _, high in args)
    if name in ("if", "element"):
        return min(low for low, _ in args[1:]), max(high for _, high in args[1:])
    if name == "count":
        return 0, len(args) - 1
    assert name == "nvalue"
    return 1, len(args)


def _ranges(values: Sequence[int]) -> List[Tuple[int, int]]:
    """Sorted values as ranges."""
    ranges: List[Tuple[int, int]] = []
    for value in values:
        if ranges and ranges[-1][1] + 1 == value:
            ranges[-1] = (ranges[-1][0], value)
        else:
            ranges.append((value, value))
    return ranges


def _domain(ranges: Sequence[Tuple[int, int]]) -> str:
    if len(ranges) == 1:
        return "%d..%d" % ranges[0]
    return "{" + ", ".join(str(value) for low, high in ranges for value in range(low, high + 1)) + "}"


def _list(items: Iterable[Any]) -> str:
    return f"[{', '.join(map(str, items))}]"
