"""Verbs over tables by name, in the forms that Ray, Dask and Spark call them in. A worker gets a part of the table, and gives back its rows with the results."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator

import pyarrow

from gridwright import _native, batch
from gridwright.puzzle import generate

#: Verbs by name.
VERBS: Dict[str, Callable[..., Any]] = {
    "solve": batch.solve_many,
    "unique": batch.unique_many,
    "count": batch.count_many,
    "backbone": batch.backbone_many,
    "rate": batch.rate_many,
    "convert": batch.convert_many,
    "check": batch.check_many,
}


def apply(table: Any, verb: str, **options: Any) -> pyarrow.Table:
    """Applies a verb to a part of a table or data frame. The result has a column ``name`` only if the part has one."""
    if verb not in VERBS:
        raise _native.OptionError(f"unknown verb `{verb}`; verbs: {', '.join(VERBS)}")
    found = VERBS[verb](table, **options)
    # A part of a table does not know the numbers of its rows.
    names: Any = getattr(table, "column_names", None) or getattr(table, "columns", ())
    return found if "name" in names else found.drop_columns(["name"])


def schema(verb: str, columns: Iterable[pyarrow.Field] = (), **options: Any) -> pyarrow.Schema:
    """The columns that a verb gives for a table with these columns."""
    fields = list(columns) or [pyarrow.field("puzzle", pyarrow.string())]
    empty = pyarrow.schema(fields).empty_table()
    return apply(empty, verb, **options).schema


def in_arrow(verb: str, **options: Any) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """A function from record batches to record batches, as Spark's ``mapInArrow`` takes it."""
    options = {"threads": 1, **options}

    def map_batches(batches: Iterable[Any]) -> Iterator[Any]:
        for one in batches:
            yield from apply(pyarrow.Table.from_batches([one]), verb, **options).to_batches()

    return map_batches


def generated(kind: str, number: int, *, seed: int, first: int = 1, **options: Any) -> pyarrow.Table:
    """Generates the puzzles with the numbers from ``first`` up, as a table."""
    found = generate(kind, number, seed=seed, first=first, **options)
    names = ["number", "seed", "clues", "minimal", "rating", "difficulty", "attempts", "verified_by"]
    columns: Dict[str, Any] = {
        "puzzle": [one.puzzle.text for one in found],
        "kind": [one.puzzle.kind for one in found],
        "answer": [one.answer for one in found],
    }
    columns.update({name: [getattr(one, name) for one in found] for name in names})
    columns["verdict"] = ["unique"] * len(found)
    return pyarrow.table(columns, schema=GENERATED)


#: The columns of generated puzzles.
GENERATED = pyarrow.schema(
    [
        ("puzzle", pyarrow.string()),
        ("kind", pyarrow.string()),
        ("answer", pyarrow.string()),
        ("number", pyarrow.int64()),
        ("seed", pyarrow.int64()),
        ("clues", pyarrow.int64()),
        ("minimal", pyarrow.bool_()),
        ("rating", pyarrow.float64()),
        ("difficulty", pyarrow.string()),
        ("attempts", pyarrow.int64()),
        ("verdict", pyarrow.string()),
        ("verified_by", pyarrow.string()),
    ]
)
