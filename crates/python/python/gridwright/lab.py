"""Experiments of the lab from Python: here, or with their cells on other machines.

An experiment is a TOML file, or the name of a built-in one. A folder given as ``to`` gets the files that ``gridwright lab run`` writes, row by row, so that a run can be continued by either, and
``gridwright lab report`` makes the page of it.

``python -m gridwright.lab EXPERIMENT --to FOLDER --on ray`` runs one from the command line.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import platform
import sys
from pathlib import Path
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
)

from gridwright import _native

#: A cell: the instance, the values of the axes, and the repetition.
Key = Tuple[str, Tuple[str, ...], int]

#: Runs cells, and gives each with its row as a CSV line as soon as it is finished.
Runner = Callable[["Plan", Sequence[Key]], Iterable[Tuple[Key, str]]]

#: Columns that differ between two runs of the same cell.
TIMES = ("setup_ms", "solve_ms")


def experiments() -> Dict[str, str]:
    """The built-in experiments: names and texts."""
    return dict(_native.experiments())


class Plan:
    """An experiment with its cells."""

    def __init__(
        self,
        experiment: str,
        *,
        puzzles: Optional[str] = None,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
    ) -> None:
        path = Path(experiment)
        built_in = experiments()
        if path.is_file():
            self.text = path.read_text(encoding="utf-8")
        elif experiment in built_in:
            self.text = built_in[experiment]
        else:
            names = ", ".join(built_in)
            raise _native.OptionError(f"`{experiment}` is neither a file nor a built-in experiment; built-in: {names}")
        file = _native.instance_file(self.text)
        if file is not None:
            puzzles = (path.parent / file).read_text(encoding="utf-8")
        found = _native.plan(self.text, puzzles)
        self.title: str = found["title"]
        self.heading: str = found["heading"]
        self.axes: List[str] = found["axes"]
        #: The text of the instances, if they are not in the experiment.
        self.puzzles: str = found["puzzles"]
        self.cells: List[Key] = [_key(cell) for cell in found["cells"]]
        self.limits = (time_limit, memory_limit)

    def run(self, cells: Sequence[Key]) -> List[Tuple[Key, str]]:
        """Runs cells in this process, and gives their rows as CSV lines."""
        return run_cells(self.text, self.puzzles, cells, self.limits)


def run_cells(text: str, puzzles: str, cells: Sequence[Key], limits: Any) -> List[Tuple[Key, str]]:
    """Runs cells of an experiment in this process; a worker on another machine calls it too."""
    given = [(instance, list(values), repetition) for instance, values, repetition in cells]
    found = _native.run_cells(text, puzzles, given, machine(), *limits)
    return [(_key(key), line) for key, line in found]


def machine() -> str:
    """A short description of the machine."""
    model = platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as about:
            model = next((line.split(": ", 1)[1].strip() for line in about if line.startswith("model name")), model)
    except OSError:
        pass
    return f"{model}, {os.cpu_count() or 1} cores, {sys.platform}"


def run(
    experiment: str,
    to: Optional[str] = None,
    *,
    resume: bool = False,
    fresh: bool = False,
    time_limit: Optional[float] = None,
    memory_limit: Optional[int] = None,
    progress: Optional[Callable[[int, int], None]] = None,
    runner: Optional[Runner] = None,
) -> List[Dict[str, str]]:
    """Runs an experiment, one cell after the other in this process unless a ``runner`` is given, and gives its rows in the order of its cells.

    With a folder ``to``, every row is saved as soon as its cell is finished. ``resume`` continues such a run, ``fresh`` starts it over.
    """
    folder = None if to is None else Path(to)
    saved = folder / "puzzles.txt" if folder is not None else None
    puzzles = saved.read_text(encoding="utf-8") if resume and saved is not None and saved.is_file() else None
    plan = Plan(experiment, puzzles=puzzles, time_limit=time_limit, memory_limit=memory_limit)
    lines: Dict[Key, str] = {}
    journal = None
    if folder is not None:
        lines = _open(folder, plan, resume, fresh)
        journal = open(folder / "rows.csv", "a", encoding="utf-8", newline="")
    known = set(plan.cells)
    lines = {key: line for key, line in lines.items() if key in known}
    rest = [key for key in plan.cells if key not in lines]
    try:
        for key, line in (runner or _here)(plan, rest):
            lines[key] = line
            if journal is not None:
                journal.write(line)
                journal.flush()
            if progress is not None:
                progress(len(lines), len(plan.cells))
    finally:
        if journal is not None:
            journal.close()
    text = plan.heading + "".join(lines[key] for key in plan.cells if key in lines)
    return list(csv.DictReader(io.StringIO(text)))


def _here(plan: Plan, cells: Sequence[Key]) -> Iterator[Tuple[Key, str]]:
    for cell in cells:
        yield from plan.run([cell])


def _open(folder: Path, plan: Plan, resume: bool, fresh: bool) -> Dict[Key, str]:
    """Prepares the folder of a run; gives the rows that it has. An incomplete last line, as a killed writer leaves it, is dropped."""
    rows, experiment = folder / "rows.csv", folder / "experiment.toml"
    found: Dict[Key, str] = {}
    if rows.exists() and not fresh:
        if not resume:
            raise _native.OptionError(f"{folder} already has rows; resume=True continues, fresh=True starts over")
        if experiment.read_text(encoding="utf-8") != plan.text:
            raise _native.OptionError(f"{folder} has rows of a different experiment; fresh=True starts over")
        with open(rows, encoding="utf-8", newline="") as file:
            text = file.read()
        text = text[: text.rfind("\n") + 1]
        n = len(plan.axes)
        for fields in list(csv.reader(io.StringIO(text)))[1:]:
            line = io.StringIO()
            csv.writer(line, lineterminator="\n").writerow(fields)
            found[fields[0], tuple(fields[1 : 1 + n]), int(fields[1 + n])] = line.getvalue()
    folder.mkdir(parents=True, exist_ok=True)
    experiment.write_text(plan.text, encoding="utf-8")
    if plan.puzzles and "[generated" in plan.text:
        (folder / "puzzles.txt").write_text(plan.puzzles, encoding="utf-8")
    new = folder / "rows.csv.new"
    with open(new, "w", encoding="utf-8", newline="") as file:
        file.write(plan.heading + "".join(found.values()))
    os.replace(new, rows)
    return found


def _key(cell: Any) -> Key:
    instance, values, repetition = cell
    return instance, tuple(values), repetition


def main(arguments: Optional[Sequence[str]] = None) -> None:
    """Runs an experiment from the command line."""
    parser = argparse.ArgumentParser(prog="python -m gridwright.lab", description="Run an experiment of the lab.")
    parser.add_argument("experiment", help="file, or name of a built-in experiment")
    parser.add_argument("--to", help="folder for the rows [default: lab/NAME]")
    parser.add_argument("--on", help="where cells run: local starts Ray on this machine, ray://HOST:PORT or auto joins a cluster [default: in this process]")
    parser.add_argument("--resume", action="store_true", help="continue an earlier run")
    parser.add_argument("--fresh", action="store_true", help="discard the rows of an earlier run")
    parser.add_argument("--time-limit", type=float, help="seconds per cell, instead of the file's")
    parser.add_argument("--memory-limit", type=int, help="MiB per cell, instead of the file's")
    given = parser.parse_args(arguments)
    runner = None
    if given.on is not None:
        from gridwright import ray as cluster

        cluster.connect(given.on)
        runner = cluster.runner()
    to = given.to or os.path.join("lab", Path(given.experiment).stem)

    def progress(done: int, total: int) -> None:
        print(f"\r{done} of {total} cells", end="", file=sys.stderr, flush=True)

    try:
        rows = run(
            given.experiment,
            to,
            resume=given.resume,
            fresh=given.fresh,
            time_limit=given.time_limit,
            memory_limit=given.memory_limit,
            progress=progress,
            runner=runner,
        )
    except _native.GridwrightError as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        print("\ninterrupted; --resume continues", file=sys.stderr)
        sys.exit(130)
    print(f"\n{len(rows)} rows in {to}", file=sys.stderr)


if __name__ == "__main__":
    main()
