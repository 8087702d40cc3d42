"""A solver class for CPMpy.

    >>> import cpmpy as cp
    >>> import gridwright.cpmpy
    >>> gridwright.cpmpy.register()
    >>> x = cp.intvar(1, 3, shape=3)
    >>> model = cp.Model(cp.AllDifferent(x), x[0] < x[1], x[1] < x[2])
    >>> model.solve(solver="gridwright")
    True
    >>> [int(value) for value in x.value()]
    [1, 2, 3]

Nested expressions, all of the global constraints listed in the class, and their reification are passed on as they are; CPMpy takes the others apart.
"""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Expression, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint
from cpmpy.expressions.utils import flatlist, is_any_list, is_bool, is_int, is_num
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _NumVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.solvers.utils import SolverLookup
from cpmpy.transformations.decompose_global import (
    decompose_in_tree,
    decompose_objective,
)
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from gridwright import _native
from gridwright.model import IntExpr, Model, ModelError

#: Functions and constraints by their names in CPMpy, as functions of their converted arguments.
_FUNCTIONS: Dict[str, Callable[..., Any]] = {
    "min": lambda *args: Model.min(args),
    "max": lambda *args: Model.max(args),
    "abs": Model.abs,
    "mul": lambda x, y: _int(x) * y,
    "div": Model.truncated_div,
    "mod": Model.truncated_mod,
    "pow": lambda x, y: _int(x) ** y,
    "element": Model.element,
    "count": Model.count,
    "nvalue": lambda *args: Model.n_value(args),
    "among": lambda args, values: Model.sum(_int(arg).is_in(values) for arg in args),
    "alldifferent": lambda *args: Model.all_different(args),
    "allequal": lambda *args: Model.all_equal(args),
    "circuit": lambda *args: Model.circuit(args),
    "inverse": Model.inverse,
    "table": Model.table,
    "negative_table": lambda args, rows: ~Model.table(args, rows),
    "regular": Model.regular,
    "indomain": lambda arg, values: _int(arg).is_in(values),
    "xor": lambda *args: Model.xor(args),
    "ite": lambda condition, yes, no: (_bool(condition) & _bool(yes)) | (~_bool(condition) & _bool(no)),
    "cumulative": lambda *args: _cumulative(*args),
    "no_overlap": lambda *args: _no_overlap(*args),
    "precedence": lambda args, values: _precedence(args, values),
    "increasing": lambda *args: Model.all(_int(x) <= y for x, y in zip(args, args[1:])),
    "decreasing": lambda *args: Model.all(_int(x) >= y for x, y in zip(args, args[1:])),
    "strictly_increasing": lambda *args: Model.all(_int(x) < y for x, y in zip(args, args[1:])),
    "strictly_decreasing": lambda *args: Model.all(_int(x) > y for x, y in zip(args, args[1:])),
    "lex_less": Model.lex_less,
    "lex_lesseq": Model.lex_less_equal,
}


class CPM_gridwright(SolverInterface):
    """Gridwright as a solver of CPMpy. Keyword arguments of ``solve`` and ``solveAll`` are the options of :meth:`gridwright.Model.solve`."""

    supported_global_constraints = frozenset(_FUNCTIONS) | {"gcc", "alldifferent_except_n"}
    supported_reified_global_constraints = supported_global_constraints

    @staticmethod
    def supported() -> bool:
        return True

    @classmethod
    def version(cls) -> Optional[str]:
        return _native.__version__

    def __init__(self, cpm_model: Any = None, subsolver: Optional[str] = None) -> None:
        if subsolver is not None:
            raise ValueError("gridwright has no subsolvers; choose an engine by solve(engine=...)")
        self._model = Model()
        self._objective: Optional[Expression] = None
        self.objective_value_: Any = None
        #: The assumptions of the last call of `solve`, if they allow no solution, and the options of that call.
        self._refuted: Optional[Tuple[List[Any], Optional[float], Dict[str, Any]]] = None
        super().__init__(name="gridwright", cpm_model=cpm_model)

    @property
    def native_model(self) -> Model:
        """The model, as a :class:`gridwright.Model`."""
        return self._model

    def solve(
        self, time_limit: Optional[float] = None, assumptions: Optional[Iterable[Any]] = None, display: Any = None, **options: Any
    ) -> bool:
        """Finds a solution, or the best one; with assumptions, which are Boolean variables or their negations, one in which all of them are true."""
        assumed = [] if assumptions is None else list(assumptions)
        get_variables(assumed, self.user_vars)
        found, seconds, variables = self._run(1, time_limit, options, assumed, display=display)
        self._refuted = None
        if assumptions is not None and found["status"] == "none":
            self._refuted = (assumed, time_limit, options)
        status = {
            "satisfied": ExitStatus.FEASIBLE,
            "all": ExitStatus.FEASIBLE,
            "optimal": ExitStatus.OPTIMAL,
            "none": ExitStatus.UNSATISFIABLE,
            "stopped": ExitStatus.FEASIBLE if found["solutions"] else ExitStatus.UNKNOWN,
        }[found["status"]]
        self._finish(status, seconds)
        self.objective_value_ = None
        if found["solutions"]:
            self._assign(variables, found["solutions"][-1])
        else:
            self._clear()
        return self._solve_return(self.cpm_status)

    def solveAll(
        self,
        display: Any = None,
        time_limit: Optional[float] = None,
        solution_limit: Optional[int] = None,
        call_from_model: bool = False,
        **options: Any,
    ) -> int:
        """Finds all solutions; with an objective, all that are best."""
        start = time.monotonic()
        extra: List[Any] = []
        if self.has_objective():
            if not self.solve(time_limit=time_limit, **options):
                return 0
            if self.cpm_status.exitstatus != ExitStatus.OPTIMAL:
                return 0
            extra.append(self._objective_expr == self.objective_value_)
            if time_limit is not None:
                time_limit = max(0.001, time_limit - (time.monotonic() - start))
        found, _, variables = self._run(solution_limit, time_limit, options, extra, display, is_optimised=False)
        n = len(found["solutions"])
        status = {
            "satisfied": ExitStatus.FEASIBLE,
            "all": ExitStatus.OPTIMAL,
            "none": ExitStatus.UNSATISFIABLE,
            "stopped": ExitStatus.FEASIBLE if n else ExitStatus.UNKNOWN,
        }[found["status"]]
        self._finish(status, time.monotonic() - start)
        if n == 0:
            self._clear()
        else:
            self._assign(variables, found["solutions"][-1])
        return n

    def get_core(self) -> List[Any]:
        """A minimal core: assumptions of the last call of ``solve`` that together allow no solution, none of which can be left out. It takes further calls with the same options; one that reaches
        the time limit leaves assumptions in the core that may not be needed."""
        if self._refuted is None:
            raise ValueError("get_core: the last call must be solve(assumptions=...), and have no solution")
        assumed, time_limit, options = self._refuted

        def is_refuted(assumptions: List[Any]) -> bool:
            found, _, _ = self._run(1, time_limit, options, assumptions, is_optimised=False)
            return bool(found["status"] == "none")

        def needed(others: List[Any], given: List[Any], is_new: bool) -> List[Any]:
            """Those of the given assumptions that are needed besides the others: QuickXplain."""
            if is_new and is_refuted(others):
                return []
            if len(given) == 1:
                return given
            half = len(given) // 2
            second = needed(others + given[:half], given[half:], True)
            return needed(others + second, given[:half], bool(second)) + second

        return needed([], assumed, True) if assumed else []

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Values to try first, in place of those of an earlier call."""
        variables, values = flatlist(cpm_vars), flatlist(vals)
        if len(variables) != len(values):
            raise ValueError("Variables and values must have the same size for hinting")
        self._model.hint([self.solver_var(var) for var in variables], values)

    def _run(
        self,
        limit: Optional[int],
        time_limit: Optional[float],
        options: Dict[str, Any],
        extra: Iterable[Any] = (),
        display: Any = None,
        is_optimised: bool = True,
    ) -> Any:
        """Solves with extra constraints, for this call only."""
        if time_limit is not None:
            if time_limit <= 0:
                raise ValueError("Time limit must be positive")
            options = {**options, "time_limit": time_limit}
        variables = list(self.user_vars)
        output = [self.solver_var(var) for var in variables]
        model, objective = self._model, self._model._objective
        n = len(model._constraints)
        start = time.monotonic()

        def show(values: List[int]) -> None:
            self._assign(variables, values)
            self.print_display(display)

        try:
            model.add([self._expr(one) for one in extra])
            if not is_optimised:
                model._objective = None
            text = _checked(model._flatzinc, output)
            found = _native.solve_flatzinc(text, limit, options, None if display is None else show)
        finally:
            del model._constraints[n:]
            model._objective = objective
        return found, time.monotonic() - start, variables

    def _finish(self, status: ExitStatus, seconds: float) -> None:
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.exitstatus = status
        self.cpm_status.solve_time = seconds
        # CPMpy before 1.1 knows only this one.
        self.cpm_status.runtime = seconds

    def _assign(self, variables: List[Any], values: List[int]) -> None:
        for var, value in zip(variables, values):
            var._value = bool(value) if isinstance(var, _BoolVarImpl) else value
        if self._objective is not None:
            self.objective_value_ = int(self._objective.value())

    def _clear(self) -> None:
        for var in self.user_vars:
            var._value = None

    def solver_var(self, cpm_var: Any) -> Any:
        """The variable of the native model for a variable of CPMpy; a number stands for itself."""
        if isinstance(cpm_var, NegBoolView):
            return ~self.solver_var(cpm_var._bv)
        if isinstance(cpm_var, _NumVarImpl):
            found = self._varmap.get(cpm_var.name)
            if found is None:
                if isinstance(cpm_var, _BoolVarImpl):
                    found = self._model.bool_var(cpm_var.name)
                else:
                    found = _checked(self._model.int_var, cpm_var.lb, cpm_var.ub, cpm_var.name)
                self._varmap[cpm_var.name] = found
            return found
        if is_int(cpm_var):
            return int(cpm_var)
        raise NotImplementedError(f"not a known variable: {cpm_var}")

    def objective(self, expr: Any, minimize: bool = True) -> None:
        """Makes an expression the value to minimise or maximise."""
        if not isinstance(expr, Expression) and not is_num(expr):
            raise NotSupportedError(f"gridwright: objectives are integer expressions, not {expr}")
        get_variables(expr, self.user_vars)
        self._objective = expr if isinstance(expr, Expression) else BoolVal(True) * int(expr)
        obj, safe_cons = safen_objective(expr)
        obj, decomp_cons = decompose_objective(
            obj,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        self.add(safe_cons + decomp_cons)
        self._objective_expr = obj
        (self._model.minimize if minimize else self._model.maximize)(_checked(self._expr, obj))

    def has_objective(self) -> bool:
        return self._objective is not None

    def transform(self, cpm_expr: Any) -> List[Expression]:
        """Takes apart what is not supported, and makes partial functions total."""
        cons = toplevel_list(cpm_expr)
        cons = no_partial_functions(cons)
        return decompose_in_tree(
            cons,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )

    def add(self, cpm_expr: Any) -> "CPM_gridwright":
        """Adds constraints."""
        get_variables(cpm_expr, collect=self.user_vars)
        for con in self.transform(cpm_expr):
            if isinstance(con, DirectConstraint):
                made = con.callSolver(self, self._model)
                if made is not None:
                    self._model.add(made)
            else:
                self._model.add(_checked(lambda: _bool(self._expr(con))))
        return self

    __add__ = add

    def _expr(self, expr: Any) -> Any:
        """An expression of CPMpy as one of the native model; lists become lists."""
        if is_any_list(expr):
            return [self._expr(one) for one in expr]
        if is_bool(expr):
            return bool(expr)
        if is_num(expr):
            if int(expr) != expr:
                raise NotSupportedError(f"gridwright: numbers are whole, not {expr}")
            return int(expr)
        if isinstance(expr, BoolVal):
            return bool(expr.args[0])
        if isinstance(expr, _NumVarImpl):
            return self.solver_var(expr)
        if not isinstance(expr, Expression):
            return expr
        if isinstance(expr, Comparison):
            left, right = self._expr(expr.args[0]), self._expr(expr.args[1])
            return _COMPARISONS[expr.name](left, right)
        if isinstance(expr, Operator):
            return self._operator(expr)
        if expr.name == "gcc":
            return self._cardinality(expr)
        if expr.name == "alldifferent_except_n":
            args, values = self._expr(expr.args[0]), self._expr(expr.args[1])
            if len(values) == 1:
                return Model.all_different_except(args, values[0])
            pairs = ((x, y) for at, x in enumerate(args) for y in args[:at])
            return Model.all((_int(x) != y) | _int(x).is_in(values) for x, y in pairs)
        if expr.name == "regular":
            array, transitions, start, accepting = expr.args
            return Model.regular(self._expr(array), transitions, start, accepting)
        if expr.name in _FUNCTIONS:
            return _FUNCTIONS[expr.name](*(self._expr(arg) for arg in expr.args))
        raise NotImplementedError(f"gridwright: unknown constraint {expr}")

    def _operator(self, expr: Operator) -> Any:
        args = [self._expr(arg) for arg in expr.args]
        name = expr.name
        if name == "and":
            return Model.all(args)
        if name == "or":
            return Model.any(args)
        if name == "->":
            return Model.any([~_bool(args[0]), args[1]])
        if name == "not":
            return ~_bool(args[0])
        if name == "sum":
            return Model.sum(args)
        if name == "wsum":
            return Model.sum(args[1], args[0])
        if name == "sub":
            return _int(args[0]) - args[1]
        if name == "-":
            return -_int(args[0])
        raise NotImplementedError(f"gridwright: unknown operator {expr}")

    def _cardinality(self, expr: Any) -> Any:
        args, values, counts = (self._expr(arg) for arg in expr.args)
        if len(set(values)) == len(values):
            return Model.global_cardinality(args, values, counts, closed=bool(expr.closed))
        each = [Model.count(args, value) == count for value, count in zip(values, counts)]
        closed = [_int(arg).is_in(values) for arg in args] if expr.closed else []
        return Model.all(each + closed)


_COMPARISONS: Dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "<=": lambda x, y: x <= y,
    "<": lambda x, y: x < y,
    ">=": lambda x, y: x >= y,
    ">": lambda x, y: x > y,
}


def _int(value: Any) -> Any:
    """A number as an expression."""
    return value if isinstance(value, IntExpr) else Model.sum([value])


def _bool(value: Any) -> Any:
    """A Boolean as an expression."""
    return Model.all([value])


def _cumulative(start: Any, duration: Any, *rest: Any) -> Any:
    """Durations and demands below 0 make it false."""
    end, demand, capacity = rest if len(rest) == 3 else (None, *rest)
    duration, demand = [_int(one) for one in duration], [_int(one) for one in demand]
    capacity = _int(capacity)
    signs = [one >= 0 for one in [*duration, *demand, capacity] if one.bounds()[0] < 0]
    positive = [one if one.bounds()[0] >= 0 else Model.max([one, 0]) for one in [*duration, *demand, capacity]]
    n = len(duration)
    ends = [] if end is None else [_int(s) + d == e for s, d, e in zip(start, duration, end)]
    return Model.all([Model.cumulative(start, positive[:n], positive[n : 2 * n], positive[-1]), *signs, *ends])


def _no_overlap(start: Any, duration: Any, end: Any = None) -> Any:
    ones = [1] * len(start)
    return _cumulative(start, duration, ones, 1) if end is None else _cumulative(start, duration, end, ones, 1)


def _precedence(args: Any, values: Any) -> Any:
    if len(set(values)) == len(values):
        return Model.precedence(args, values)
    return Model.all(Model.precedence(args, pair) if pair[0] != pair[1] else _never(args, pair[0]) for pair in zip(values, values[1:]))


def _never(args: Any, value: int) -> Any:
    """A value that must come before itself does not occur."""
    return Model.all(_int(arg) != value for arg in args)


def _checked(function: Callable[..., Any], *args: Any) -> Any:
    """Calls a function; what the model does not allow is not supported."""
    try:
        return function(*args)
    except ModelError as error:
        raise NotSupportedError(f"gridwright: {error}") from error


def register() -> None:
    """Makes CPMpy know the solver by its name: ``model.solve(solver="gridwright")``."""
    if any(name == "gridwright" for name, _ in SolverLookup.base_solvers()):
        return
    base = SolverLookup.base_solvers

    def base_solvers(cls: Any) -> Any:
        return [*base(), ("gridwright", CPM_gridwright)]

    SolverLookup.base_solvers = classmethod(base_solvers)
