"""Puzzles: reading, questions, explanations, ratings, drawings, and new puzzles."""

from __future__ import annotations

import html
import random
from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

from gridwright import _native


@dataclass(frozen=True)
class Report:
    """The answer to a question about a puzzle."""

    #: ``unique``, ``multiple``, ``none``, ``solved`` or ``stopped``.
    verdict: str
    #: The verdict as a sentence.
    words: str
    #: The limit that stopped the run.
    stopped_at: Optional[str]
    #: The number of answers, if they were counted.
    count: Optional[int]
    #: Whether all answers were found or counted.
    complete: bool
    #: The answers found, as texts.
    answers: List[str]
    #: The facts that all answers share, for ``backbone``.
    shared: Optional[List[str]]
    viewpoint: str
    engine: str
    nodes: int
    failures: int
    backtracks: int
    propagations: int
    #: The time for building the model, in milliseconds.
    setup_ms: float
    #: The time of the search, in milliseconds.
    solve_ms: float

    @property
    def answer(self) -> Optional[str]:
        """The first answer, without the last line end."""
        return self.answers[0].rstrip("\n") if self.answers else None

    @property
    def is_unique(self) -> bool:
        return self.verdict == "unique"

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Step:
    """A step of an explanation."""

    sentence: str
    technique: str
    #: How hard it is.
    cost: int
    #: What follows, in words.
    concludes: List[str]
    #: The board before the step, with the step marked.
    svg: str = field(repr=False)

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.sentence)}</p>{self.svg}"

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Explanation:
    """A puzzle explained step by step."""

    #: ``solved``, ``shared`` (several answers), ``no answer``, ``stuck`` or ``stopped``.
    end: str
    #: The answer, if there is exactly one.
    answer: Optional[str]
    steps: List[Step]

    def __str__(self) -> str:
        lines = (f"{at}. {step.sentence}" for at, step in enumerate(self.steps, 1))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        steps = (f"<li>{html.escape(step.sentence)}</li>" for step in self.steps)
        return f"<ol>{''.join(steps)}</ol>"


@dataclass(frozen=True)
class Hint:
    """The next step, in three grades: ``technique``, ``place`` and ``step``."""

    #: ``next``, ``wrong`` (some marks are), ``done``, ``stuck``, ``no answer`` or ``stopped``.
    state: str
    #: The technique and roughly where it applies.
    technique: Optional[str]
    #: The cells to look at.
    place: Optional[str]
    #: The step itself.
    step: Optional[Step]
    #: The wrong marks, in words.
    wrong: List[str]


@dataclass(frozen=True)
class Rating:
    """The difficulty of a puzzle."""

    #: How the explanation ends; see :class:`Explanation`.
    end: str
    #: The rating on the scale for all kinds; ``None`` without an answer.
    number: Optional[float]
    #: ``easy``, ``medium``, ``hard``, ``expert`` or ``extreme``.
    word: Optional[str]
    steps: int
    #: The cost of the hardest step.
    hardest: int
    first_placement: int
    first_progress: int
    total: int
    #: The techniques with their numbers of steps, the hardest first.
    techniques: List[Tuple[str, int]]
    #: The score by named techniques, for 9x9 Sudoku.
    score: Optional[int]
    level: Optional[str]
    #: The program whose scores these are.
    scores_of: Optional[str]


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle."""

    id: str
    title: str
    rules: str
    #: Names of viewpoints, the default first, and what a variable stands for in each.
    viewpoints: Dict[str, str]
    #: Names and descriptions of formats.
    formats: Dict[str, str]
    #: Small puzzles by name.
    examples: Dict[str, str]


class Puzzle:
    """A puzzle. It does not change; two puzzles are equal if they have the same kind and the same text."""

    __slots__ = ("_instance",)

    def __init__(self, text: str, kind: Optional[str] = None) -> None:
        self._instance = _native.read(text, kind)

    @classmethod
    def _of(cls, instance: "_native.Instance") -> "Puzzle":
        puzzle = cls.__new__(cls)
        puzzle._instance = instance
        return puzzle

    @property
    def kind(self) -> str:
        """The name of the kind, such as ``sudoku``."""
        return self._instance.kind

    @property
    def text(self) -> str:
        """The puzzle in the notation of its kind."""
        return self._instance.text()

    def solve(self, limit: int = 1, **options: Any) -> Report:
        """Finds up to ``limit`` answers."""
        return Report(**self._instance.ask("solve", limit, options))

    def unique(self, **options: Any) -> Report:
        """Decides whether there is exactly one answer."""
        return Report(**self._instance.ask("unique", None, options))

    def count(self, limit: Optional[int] = None, **options: Any) -> Report:
        """Counts the answers, up to ``limit``."""
        return Report(**self._instance.ask("count", limit, options))

    def backbone(self, **options: Any) -> Report:
        """Finds the facts that all answers share."""
        return Report(**self._instance.ask("backbone", None, options))

    def explain(self, techniques: Optional[str] = None, time_limit: Any = None) -> Explanation:
        """Explains the puzzle step by step."""
        found = self._instance.explain(techniques, time_limit)
        found["steps"] = [Step(**step) for step in found["steps"]]
        return Explanation(**found)

    def hint(
        self,
        marks: Optional[str] = None,
        techniques: Optional[str] = None,
        time_limit: Any = None,
    ) -> Hint:
        """The next step from the marks of a player: a partly filled board."""
        found = self._instance.hint(marks, techniques, time_limit)
        if found["step"] is not None:
            found["step"] = Step(**found["step"])
        return Hint(**found)

    def rate(self, techniques: Optional[str] = None, time_limit: Any = None) -> Rating:
        """Rates the difficulty."""
        return Rating(**self._instance.rate(techniques, time_limit))

    def check(self, answer: str) -> Optional[str]:
        """The rule or clue that an answer violates, in words; ``None`` if the answer is right."""
        return self._instance.check(answer)

    def draw(
        self,
        format: str = "text",
        *,
        answer: Optional[str] = None,
        solved: bool = False,
        candidates: bool = False,
        **options: Any,
    ) -> str:
        """Draws the puzzle as ``text`` or ``svg``: its clues, with an answer, solved, or with the candidates after propagation."""
        return self._instance.draw(format, answer, solved, candidates, options)

    def convert(self, to: str) -> str:
        """The puzzle in another format; :func:`formats` lists them."""
        return self._instance.convert(to)

    def facts(self) -> List[str]:
        """Everything that can be true of an answer, in words."""
        return self._instance.facts()

    def _repr_svg_(self) -> str:
        return self._instance.draw("svg")

    def __repr__(self) -> str:
        return f"gridwright.read({self.text!r}, kind={self.kind!r})"

    def __str__(self) -> str:
        return self.draw()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return (self.kind, self.text) == (other.kind, other.text)

    def __hash__(self) -> int:
        return hash((self.kind, self.text))

    def __reduce__(self) -> Tuple[Any, ...]:
        return (Puzzle, (self.text, self.kind))


@dataclass(frozen=True)
class Generated:
    """A generated puzzle."""

    puzzle: Puzzle
    #: Its only answer.
    answer: str
    #: Its number, from 1.
    number: int
    seed: int
    #: The number of clues.
    clues: int
    #: Whether every clue is known to be needed.
    minimal: bool
    rating: Optional[float]
    difficulty: Optional[str]
    #: The number of full boards tried.
    attempts: int
    #: The engine and viewpoint of the last uniqueness proof.
    verified_by: str

    def _repr_svg_(self) -> str:
        return self.puzzle._repr_svg_()


def read(text: str, kind: Optional[str] = None) -> Puzzle:
    """Reads a puzzle in any format. Without a kind, the kind is detected."""
    return Puzzle(text, kind)


def generate(
    kind: str,
    number: int = 1,
    *,
    seed: Optional[int] = None,
    first: int = 1,
    threads: int = 1,
    **options: Any,
) -> List[Generated]:
    """Generates puzzles with exactly one answer, with the numbers from ``first`` up. The same seed and number give the same puzzle.

    Options: ``size``, ``difficulty``, ``techniques``, ``requires``, ``symmetry``, ``minimal``, ``clues``, ``unrated``, ``time_limit``, and those of single kinds: ``block``,
    ``fleet``, ``obstacles``, ``shape``, ``islands``, ``bridges``, ``loops``. If a limit is reached, :class:`GenerateError` has the ``puzzles`` generated so far.
    """
    if first < 1:
        raise _native.OptionError("first: puzzles are numbered from 1")
    seed = random.getrandbits(32) if seed is None else seed
    try:
        found = _native.generate(kind, number, seed, first - 1, threads, options)
    except _native.GenerateError as error:
        error.puzzles = [_generated(one) for one in getattr(error, "puzzles", [])]
        raise
    return [_generated(one) for one in found]


def _generated(found: Dict[str, Any]) -> Generated:
    return Generated(**{**found, "puzzle": Puzzle._of(found["puzzle"])})


def kinds() -> Dict[str, Kind]:
    """The kinds of puzzles, by name."""
    return {kind["id"]: Kind(**kind) for kind in _native.kinds()}


def formats(kind: Optional[str] = None) -> Dict[str, str]:
    """The formats of a kind, or of all kinds, with descriptions. ``text`` is the notation of a kind."""
    found = {"text": "the notation of the kind"}
    all_kinds = kinds()
    if kind is not None and kind not in all_kinds:
        raise _native.OptionError(f"unknown puzzle kind `{kind}`; kinds: {', '.join(all_kinds)}")
    for one in all_kinds.values():
        if kind in (None, one.id):
            found.update(one.formats)
    return found
