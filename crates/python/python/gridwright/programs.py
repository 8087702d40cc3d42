"""Programs from text: the modelling language and Constraint Handling Rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, Optional

from gridwright import _native


@dataclass(frozen=True)
class ProgramResult:
    """The solutions of a program of the modelling language."""

    #: ``unique``, ``multiple``, ``none``, ``solved`` or ``stopped``.
    verdict: str
    #: The limit that stopped the run.
    stopped_at: Optional[str]
    #: Whether these are all solutions; with an objective, whether the last is optimal.
    complete: bool
    #: The solutions, from names to values or nested lists of values.
    solutions: List[Dict[str, Any]]
    objective: Optional[int]
    engine: str
    nodes: int
    failures: int
    solve_ms: float

    @property
    def solution(self) -> Optional[Dict[str, Any]]:
        """The first solution; with an objective, the best."""
        return self.solutions[0] if self.solutions else None


@dataclass(frozen=True)
class ChrAnswer:
    """An answer of a CHR program: terms as texts."""

    bindings: Dict[str, str]
    store: List[str]


@dataclass(frozen=True)
class ChrResult:
    """The answers of a CHR program."""

    answers: List[ChrAnswer]
    #: Whether these are all answers.
    complete: bool
    #: The limit that stopped the run.
    stopped_at: Optional[str]
    #: What the program printed.
    output: str


def run_model(
    text: str,
    limit: Optional[int] = 1,
    *,
    constants: Optional[Mapping[str, int]] = None,
    **options: Any,
) -> ProgramResult:
    """Runs a program of the modelling language until it has found ``limit`` solutions, all if it is ``None``; with an objective, the best. ``constants`` override those of the text."""
    given = list((constants or {}).items())
    return ProgramResult(**_native.run_model(text, limit, given, options))


def run_chr(
    text: str,
    query: str,
    limit: Optional[int] = 1,
    *,
    flags: Optional[Mapping[str, Any]] = None,
    **options: Any,
) -> ChrResult:
    """Runs a query of a CHR program until it has found ``limit`` answers, all if it is ``None``."""
    given = [(name, str(value)) for name, value in (flags or {}).items()]
    found = _native.run_chr(text, query, limit, given, options)
    found["answers"] = [ChrAnswer(**answer) for answer in found["answers"]]
    return ChrResult(**found)
