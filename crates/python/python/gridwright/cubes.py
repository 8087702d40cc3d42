"""One hard question in parts, called cubes: disjoint parts of the search space that together are the whole, searched anywhere and joined.

A puzzle is split for ``solve``, ``unique`` and ``count``, a model for ``count``. Every process that gets the same question splits it in the same way, so that a worker needs only the numbers of its
cubes. With a file as ``checkpoint``, every finished cube is saved, and the same call continues; ``gridwright count --checkpoint FILE`` writes and continues the same files.

    >>> import gridwright as gw
    >>> from gridwright import cubes
    >>> found = cubes.count(gw.read("order 3", "magic"), n=20)
    >>> found.verdict, found.count, found.complete
    ('multiple', 8, True)

:func:`gridwright.ray.cubes` searches them on a Ray cluster.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from gridwright import _native
from gridwright.model import Model
from gridwright.puzzle import Puzzle

#: The result of one cube: ``cube``, ``count``, ``answers``, counters, and ``stopped_at`` if a limit came first.
Result = Dict[str, Any]

#: Searches cubes, and gives the results as they come.
Runner = Callable[["Split", Sequence[int]], Iterable[List[Result]]]

#: Counters that are summed over cubes.
COUNTERS = ("nodes", "failures", "backtracks", "propagations")


@dataclass(frozen=True)
class CubeReport:
    """The answer to a question, joined from its cubes."""

    #: ``unique``, ``multiple``, ``none``, ``solved`` or ``stopped``.
    verdict: str
    #: The number of answers found.
    count: int
    #: Whether everything was searched; if not, ``count`` is a lower bound.
    complete: bool
    #: The answers found, each in one line, unless they were only counted; at most two.
    answers: List[str]
    n_cubes: int
    #: The number of cubes that were searched completely.
    n_done: int
    nodes: int
    failures: int
    backtracks: int
    propagations: int


@dataclass(frozen=True)
class Split:
    """A question that is split into cubes. It can be sent to other processes."""

    #: ``solve``, ``unique`` or ``count``.
    question: str
    #: The kind and text of a puzzle, or ``None`` and the FlatZinc text of a model.
    kind: Optional[str]
    text: str
    #: The number of cubes that were wanted.
    n: int
    limit: Optional[int]
    options: Dict[str, Any]
    n_cubes: int
    #: Workers compare it, and refuse cubes that they would split differently.
    description: str

    @property
    def enough(self) -> Optional[int]:
        """The number of answers after which the question is answered."""
        return {"solve": 1, "unique": 2}.get(self.question, self.limit)

    def run(self, cubes: Sequence[int]) -> List[Result]:
        """Searches cubes in this process."""
        numbers, rest = list(cubes), (self.limit, self.options)
        if self.kind is None:
            return _native.run_model_cubes(self.text, self.n, self.description, numbers, *rest)
        instance = _native.read(self.text, self.kind)
        return _native.run_puzzle_cubes(instance, self.question, self.n, self.description, numbers, *rest)

    def join(self, results: Iterable[Result]) -> CubeReport:
        """Joins the results of cubes."""
        done: Dict[int, Result] = {}
        for result in results:
            known = done.get(result["cube"])
            if known is None or known["stopped_at"] is not None:
                done[result["cube"]] = result
        n_done = sum(result["stopped_at"] is None for result in done.values())
        count = sum(result["count"] for result in done.values())
        enough = self.enough
        is_answered = enough is not None and count >= enough
        complete = n_done == self.n_cubes and not is_answered
        if enough is not None:
            count = min(count, enough)
        answers = [answer for result in done.values() for answer in result["answers"]][: min(enough or 2, 2)]
        if not complete and not is_answered:
            verdict = "stopped"
        elif count == 0:
            verdict = "none"
        elif count == 1:
            verdict = "solved" if enough == 1 else "unique"
        else:
            verdict = "multiple"
        counters = {name: sum(result[name] for result in done.values()) for name in COUNTERS}
        return CubeReport(verdict, count, complete, answers, self.n_cubes, n_done, **counters)


def split(of: Union[Puzzle, Model], question: str = "count", *, n: int = 64, limit: Optional[int] = None, **options: Any) -> Split:
    """Splits a question about a puzzle, or counting the solutions of a model, into at most ``n`` cubes. Options are those of :meth:`Puzzle.count`; limits hold for each cube."""
    if n < 1:
        raise _native.OptionError("n: at least 1")
    if limit is not None and question != "count":
        raise _native.OptionError("limit: only for count")
    if isinstance(of, Model):
        if question != "count":
            raise _native.OptionError("the solutions of a model are counted; limit=2 decides whether there is exactly one, limit=1 whether there is one")
        kind, text = None, of.flatzinc()
        n_cubes, description = _native.split_model(text, n, limit, options)
    else:
        kind, text = of.kind, of.text
        n_cubes, description = _native.split_puzzle(of._instance, question, n, limit, options)
    return Split(question, kind, text, n, limit, options, n_cubes, description)


def solve(puzzle: Puzzle, **options: Any) -> CubeReport:
    """Finds an answer; see :func:`run` for the options."""
    return run(puzzle, "solve", **options)


def unique(puzzle: Puzzle, **options: Any) -> CubeReport:
    """Decides whether there is exactly one answer; see :func:`run` for the options."""
    return run(puzzle, "unique", **options)


def count(of: Union[Puzzle, Model], **options: Any) -> CubeReport:
    """Counts the answers of a puzzle, or the solutions of a model; see :func:`run` for the options."""
    return run(of, "count", **options)


def run(
    of: Union[Puzzle, Model],
    question: str = "count",
    *,
    n: int = 64,
    limit: Optional[int] = None,
    checkpoint: Optional[str] = None,
    part: Optional[Tuple[int, int]] = None,
    progress: Optional[Callable[[int, int], None]] = None,
    runner: Optional[Runner] = None,
    **options: Any,
) -> CubeReport:
    """Answers a question by cubes, one after the other in this process unless a ``runner`` is given.

    ``checkpoint`` is a file that gets every finished cube; a call with the same question continues it. ``part=(k, n)`` searches only every n-th cube, starting with cube k, so that
    several machines share the work; their files can be concatenated. ``progress`` is called with the numbers of finished cubes and of all.
    """
    if part is not None and not 0 <= part[0] < part[1]:
        raise _native.OptionError("part: a pair (k, n) with k from 0 to n - 1")
    whole = split(of, question, n=n, limit=limit, **options)
    results: Dict[int, Result] = {}
    journal = None
    if checkpoint is not None:
        results = _read_checkpoint(checkpoint, whole)
        journal = open(checkpoint, "a", encoding="utf-8", newline="")
    todo = [cube for cube in range(whole.n_cubes) if cube not in results]
    if part is not None:
        at, parts = part
        todo = [cube for cube in todo if cube % parts == at]
    enough = whole.enough
    found = sum(result["count"] for result in results.values())
    try:
        if todo and (enough is None or found < enough):
            groups = iter((runner or _here)(whole, todo))
            try:
                for group in groups:
                    for result in group:
                        results[result["cube"]] = result
                        found += result["count"]
                        if journal is not None and result["stopped_at"] is None:
                            journal.write(_line(result))
                            journal.flush()
                    if progress is not None:
                        progress(len(results), whole.n_cubes)
                    if enough is not None and found >= enough:
                        break
            finally:
                # Ends the work that is not needed any more.
                close = getattr(groups, "close", None)
                if close is not None:
                    close()
    finally:
        if journal is not None:
            journal.close()
    return whole.join(results.values())


def _here(whole: Split, cubes: Sequence[int]) -> Iterator[List[Result]]:
    # Every call splits the question again, so that small cubes are searched many at a time; large ones are saved each.
    first, size = 0, 1
    while first < len(cubes):
        start = time.monotonic()
        yield whole.run(cubes[first : first + size])
        first += size
        if time.monotonic() - start < 2:
            size = min(2 * size, 64)
        else:
            size = max(1, size // 2)


def _line(result: Result) -> str:
    kept = {name: value for name, value in result.items() if name != "stopped_at"}
    return json.dumps(kept, separators=(",", ":")) + "\n"


def _read_checkpoint(path: str, whole: Split) -> Dict[int, Result]:
    """The finished cubes of a file, which is created if there is none. An incomplete last line, as a killed run leaves it, is removed."""
    text = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
    kept = text[: text.rfind("\n") + 1]
    results: Dict[int, Result] = {}
    for at, line in enumerate(kept.splitlines(), 1):
        try:
            found = json.loads(line)
            is_header = "question" in found
            if is_header and found["question"] != whole.description:
                raise _native.OptionError(
                    f"{path}: it belongs to another question or another version; it has\n  {found['question']}\nand this is\n  {whole.description}"
                )
            if is_header:
                continue
            if at == 1 or not 0 <= found["cube"] < whole.n_cubes:
                raise KeyError("cube")
            results[found["cube"]] = {**found, "stopped_at": None}
        except (ValueError, KeyError, TypeError):
            raise _native.OptionError(f"{path}: line {at}: not a line of a checkpoint file") from None
    header = json.dumps({"question": whole.description}, separators=(",", ":"), ensure_ascii=False) + "\n"
    if not kept and not header.startswith(text):
        raise _native.OptionError(f"{path}: line 1: not a line of a checkpoint file")
    if kept != text:
        os.truncate(path, len(kept.encode("utf-8")))
    if not kept:
        with open(path, "a", encoding="utf-8", newline="") as file:
            file.write(header)
    return results
