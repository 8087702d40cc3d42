"""Many puzzles: a column of texts in, a table of results out.

``puzzles`` is a list of texts, or any object that exports Arrow data: a column or a table of pyarrow, pandas or polars, or a DuckDB relation. It is read without a copy. Of a table,
``column`` names the column with the puzzles (``puzzle`` if it is not given), and all columns are kept beside the results. A puzzle that cannot be read becomes a row whose ``error`` says
why. The result is a ``pyarrow.Table`` if pyarrow is installed, or else an object with ``__arrow_c_stream__``. Its columns have the names and meanings of the tables of the command; the chapter *Tables* of the
manual lists them.
"""

from __future__ import annotations

from typing import Any, Callable, Optional

from gridwright import _native

#: A function that is called with the number of finished rows and of all rows.
Progress = Callable[[int, int], None]


def solve_many(
    puzzles: Any,
    kind: Optional[str] = None,
    *,
    limit: int = 1,
    column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
    **options: Any,
) -> Any:
    """Finds up to ``limit`` answers of every puzzle: the columns are ``kind``, ``name``, ``verdict``, ``answers`` (a list of texts), counters, times, ``error``, and others."""
    return _ask("solve", puzzles, kind, limit, column, threads, progress, options)


def unique_many(
    puzzles: Any,
    kind: Optional[str] = None,
    *,
    column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
    **options: Any,
) -> Any:
    """Decides for every puzzle whether it has exactly one answer; the columns of :func:`solve_many`."""
    return _ask("unique", puzzles, kind, None, column, threads, progress, options)


def count_many(
    puzzles: Any,
    kind: Optional[str] = None,
    *,
    limit: Optional[int] = None,
    column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
    **options: Any,
) -> Any:
    """Counts the answers of every puzzle, up to ``limit``, in the column ``count``; otherwise the columns of :func:`solve_many`."""
    return _ask("count", puzzles, kind, limit, column, threads, progress, options)


def backbone_many(
    puzzles: Any,
    kind: Optional[str] = None,
    *,
    column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
    **options: Any,
) -> Any:
    """Finds the facts that all answers of every puzzle share, in the column ``shared``; otherwise the columns of :func:`solve_many`."""
    return _ask("backbone", puzzles, kind, None, column, threads, progress, options)


def rate_many(
    puzzles: Any,
    kind: Optional[str] = None,
    *,
    techniques: Optional[str] = None,
    time_limit: Any = None,
    column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Any:
    """Rates every puzzle: the columns are ``kind``, ``name``, ``end``, ``number`` (the rating), ``word`` (the difficulty), ``techniques`` with their numbers, ``error``, and others."""
    found = _native.rate_many(puzzles, kind, techniques, time_limit, column, threads, progress)
    return _table(found)


def check_many(
    puzzles: Any,
    answers: Any = None,
    kind: Optional[str] = None,
    *,
    column: Optional[str] = None,
    answer_column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Any:
    """Checks an answer to every puzzle: columns ``kind``, ``name``, ``holds``, ``broken`` (the rule or clue that is violated), ``error``.

    Without ``answers``, they are the column ``answer_column`` (``answers`` if it is not given) of the table ``puzzles``; of a list of answers, the first is checked.
    """
    if answers is None:
        # A stream can be read only once.
        puzzles = _reusable(puzzles)
        answers = puzzles
    found = _native.check_many(puzzles, answers, kind, column, answer_column, threads, progress)
    return _table(found)


def convert_many(
    puzzles: Any,
    to: str,
    kind: Optional[str] = None,
    *,
    column: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Optional[Progress] = None,
) -> Any:
    """Writes every puzzle in another format: columns ``kind``, ``name``, ``converted``, ``error``."""
    return _table(_native.convert_many(puzzles, to, kind, column, threads, progress))


def _ask(
    question: str,
    puzzles: Any,
    kind: Optional[str],
    limit: Optional[int],
    column: Optional[str],
    threads: Optional[int],
    progress: Optional[Progress],
    options: Any,
) -> Any:
    found = _native.ask_many(puzzles, question, kind, limit, column, threads, progress, options)
    return _table(found)


def _reusable(table: Any) -> Any:
    """A table whose stream can be read twice."""
    try:
        import pyarrow
    except ImportError:
        return table
    return pyarrow.table(table) if hasattr(table, "__arrow_c_stream__") else table


def _table(found: Any) -> Any:
    try:
        import pyarrow
    except ImportError:
        return found
    return pyarrow.table(found)
