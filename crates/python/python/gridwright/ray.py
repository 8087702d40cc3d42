"""Verbs, generation, experiments and the cubes of one hard question on a Ray cluster. Ray starts on this machine unless ``ray.init(address=...)`` joined a cluster before.

    import gridwright.ray

    puzzles = ray.data.read_parquet("puzzles.parquet")
    gridwright.ray.map(puzzles, "unique", column="puzzle").write_parquet("out")

A worker that dies in the middle of its work is replaced, and its work done again.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

import pyarrow
import ray

from gridwright import _native, columns, lab
from gridwright import cubes as parts

#: How often work is done again whose worker died.
RETRIES = 5


def connect(address: str) -> None:
    """Joins the cluster at an address, such as ``ray://host:10001`` or ``auto``; ``local`` starts Ray on this machine."""
    if not ray.is_initialized():
        if address in ("ray", "local"):
            ray.init(address="local", include_dashboard=False)
        else:
            ray.init(address=address)


def map(dataset: Any, verb: str, *, batch_size: Optional[int] = 1024, **options: Any) -> Any:
    """Applies a verb (``solve``, ``unique``, ``count``, ``backbone``, ``rate``, ``convert``, ``check``) to a Ray Dataset: a Dataset with the columns of the verb added.

    Options are those of the functions such as :func:`gridwright.unique_many`. A worker uses one thread.
    """
    if verb not in columns.VERBS:
        raise _native.OptionError(f"unknown verb `{verb}`; verbs: {', '.join(columns.VERBS)}")
    options = {"threads": 1, **options}
    work = partial(columns.apply, verb=verb, **options)
    return dataset.map_batches(work, batch_size=batch_size, batch_format="pyarrow")


def generate(kind: str, number: int, *, seed: int, per_task: int = 10, **options: Any) -> pyarrow.Table:
    """Generates puzzles on the workers, ``per_task`` at a time; the same puzzles as :func:`gridwright.generate` with the same seed."""
    if per_task < 1:
        raise _native.OptionError("per_task: at least 1")
    work = _remote(columns.generated)
    tasks = [
        work.remote(kind, min(per_task, number - first), seed=seed, first=first + 1, **options)
        for first in range(0, number, per_task)
    ]
    tables = _get(tasks)
    return pyarrow.concat_tables(tables) if tables else columns.GENERATED.empty_table()


def cubes(of: Any, question: str = "count", *, n: int = 256, per_task: int = 8, **options: Any) -> parts.CubeReport:
    """Answers a question about a puzzle (``solve``, ``unique``, ``count``), or counts the solutions of a model, with its cubes on the workers, ``per_task`` at a time.

    Options are those of :func:`gridwright.cubes.run`, such as ``checkpoint``. Work that is not needed any more, since there are enough answers, is cancelled.
    """
    return parts.run(of, question, n=n, runner=cube_runner(per_task), **options)


def cube_runner(per_task: int = 8) -> parts.Runner:
    """Searches cubes on the workers, ``per_task`` of them one after the other."""
    if per_task < 1:
        raise _native.OptionError("per_task: at least 1")

    def run(whole: parts.Split, numbers: Sequence[int]) -> Iterator[List[parts.Result]]:
        given = ray.put(whole)
        work = _remote(run_cubes)
        waiting = [work.remote(given, list(numbers[first : first + per_task])) for first in range(0, len(numbers), per_task)]
        try:
            while waiting:
                done, waiting = ray.wait(waiting, num_returns=1)
                for task in done:
                    try:
                        yield ray.get(task)
                    except ray.exceptions.RayTaskError as error:
                        raise error.as_instanceof_cause() from None
        finally:
            _cancel(list(waiting))

    return run


def run_cubes(whole: parts.Split, numbers: List[int]) -> List[parts.Result]:
    """What a worker does."""
    return whole.run(numbers)


def run_experiment(experiment: str, to: Optional[str] = None, *, per_task: int = 1, **options: Any) -> List[Dict[str, str]]:
    """Runs an experiment with its cells on the workers: the rows of :func:`gridwright.lab.run`, which describes the options, but for times."""
    return lab.run(experiment, to, runner=runner(per_task), **options)


def runner(per_task: int = 1) -> lab.Runner:
    """Runs cells of an experiment on the workers, ``per_task`` of them one after the other."""
    if per_task < 1:
        raise _native.OptionError("per_task: at least 1")

    def run(plan: lab.Plan, cells: Sequence[lab.Key]) -> Iterator[Tuple[lab.Key, str]]:
        text, puzzles = ray.put(plan.text), ray.put(plan.puzzles)
        work = _remote(lab.run_cells)
        waiting = {}
        for first in range(0, len(cells), per_task):
            some = list(cells[first : first + per_task])
            waiting[work.remote(text, puzzles, some, plan.limits)] = some
        try:
            while waiting:
                done, _ = ray.wait(list(waiting), num_returns=1)
                for task in done:
                    some = waiting.pop(task)
                    try:
                        yield from ray.get(task)
                    except ray.exceptions.RayTaskError as error:
                        raise error.as_instanceof_cause() from None
                    except ray.exceptions.RayError as error:
                        yield from _crashed(some, error)
        finally:
            _cancel(list(waiting))

    return run


def _remote(function: Any) -> Any:
    return ray.remote(function).options(max_retries=RETRIES)


def _crashed(cells: Sequence[lab.Key], error: Exception) -> List[Tuple[lab.Key, str]]:
    """The rows of cells whose worker died again and again."""
    message = f"the worker died: {type(error).__name__}"
    return [(key, _native.crashed_row((key[0], list(key[1]), key[2]), message, lab.machine())) for key in cells]


def _get(tasks: List[Any]) -> List[Any]:
    try:
        return ray.get(tasks)
    except ray.exceptions.RayTaskError as error:
        raise error.as_instanceof_cause() from None
    finally:
        _cancel(tasks)


def _cancel(tasks: List[Any]) -> None:
    """Cancels the tasks that have not ended. Ray may abort this process if a task is cancelled at the moment it ends, so ended ones are left alone."""
    if tasks:
        _, waiting = ray.wait(tasks, num_returns=len(tasks), timeout=0, fetch_local=False)
        for task in waiting:
            ray.cancel(task)
