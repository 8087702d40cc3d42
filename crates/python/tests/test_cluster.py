"""Ray in local mode with two workers: the rows of a local run, also if a worker is killed. Dask and Spark where they are installed."""

import contextlib
import csv
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import gridwright as gw
import pytest
from gridwright import lab

pa = pytest.importorskip("pyarrow")

HARD = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture(scope="module")
def cluster():
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100 * 2**20, log_to_driver=False)
    yield ray
    ray.shutdown()


def without_times(rows, *others):
    return [{name: value for name, value in row.items() if name not in (*lab.TIMES, *others)} for row in rows]


@pytest.mark.parametrize("verb", ["solve", "unique", "count", "backbone", "rate", "convert", "check"])
def test_verbs_map_over_a_dataset(cluster, verb):
    import gridwright.ray
    from gridwright import columns

    puzzles = [HARD, ".1.. ...2 3... ....", "zz"] * 16
    table = pa.table({"id": range(len(puzzles)), "puzzle": puzzles, "answers": ["1" * 81] * len(puzzles)})
    options = {"kind": "sudoku", **({"to": "line"} if verb == "convert" else {})}
    dataset = cluster.data.from_arrow(table)
    found = gridwright.ray.map(dataset, verb, batch_size=16, **options).take_all()
    found.sort(key=lambda row: row["id"])
    expected = columns.VERBS[verb](table, **options).drop_columns(["name"]).to_pylist()
    lists = [{name: list(value) if name in ("answers", "shared") and not isinstance(value, (str, type(None))) else value for name, value in row.items()} for row in found]
    # The number of propagations depends on the puzzles that a process solved before.
    assert without_times(lists, "propagations") == without_times(expected, "propagations")
    with pytest.raises(gw.OptionError, match="unknown verb"):
        gridwright.ray.map(dataset, "eat")


def test_generated_puzzles_are_those_of_a_local_run(cluster):
    import gridwright.ray

    found = gridwright.ray.generate("hashi", 7, seed=3, per_task=3, size="5")
    local = gw.generate("hashi", 7, seed=3, size="5")
    assert found["puzzle"].to_pylist() == [one.puzzle.text for one in local]
    assert found["number"].to_pylist() == list(range(1, 8))
    with pytest.raises(gw.OptionError, match="unknown option `colour`"):
        gridwright.ray.generate("hashi", 1, seed=3, colour="red")


def test_only_tasks_that_have_not_ended_are_cancelled(cluster, monkeypatch):
    """Ray aborts this process if a task is cancelled at the moment it ends."""
    import gridwright.ray

    cancelled = []
    monkeypatch.setattr(cluster, "cancel", cancelled.append)
    gridwright.ray.generate("hashi", 4, seed=3, per_task=1, size="5")
    with pytest.raises(gw.OptionError):
        gridwright.ray.generate("hashi", 1, seed=3, colour="red")
    assert gridwright.ray.cubes(gw.Puzzle("." * 16, "sudoku"), n=4, per_task=1, limit=1_000).count == 288
    assert cancelled == []

    @cluster.remote
    def rest(seconds):
        time.sleep(seconds)

    tasks = [rest.remote(0), rest.remote(60)]
    cluster.get(tasks[0])
    gridwright.ray._cancel(tasks)
    assert cancelled == [tasks[1]]
    monkeypatch.undo()
    cluster.cancel(tasks[1])


EXPERIMENT = """
title = "Killed"
kind = "sudoku"
question = "count"

[puzzles]
{puzzles}
[fixed]
engine = "fd"

[[axis]]
name = "consistency"
values = ["value", "bounds"]

[limits]
nodes = 8000
"""


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "killed.toml"
    puzzles = "".join(f'p{at} = "{"." * at + "1" + "." * (80 - at)}"\n' for at in range(8))
    path.write_text(EXPERIMENT.format(puzzles=puzzles))
    return str(path)


def test_an_experiment_has_the_rows_of_a_local_run(cluster, experiment, tmp_path):
    import gridwright.ray

    local = lab.run(experiment)
    calls = []
    to = str(tmp_path / "rows")
    found = gridwright.ray.run_experiment(experiment, to, progress=lambda *call: calls.append(call))
    assert without_times(found) == without_times(local)
    assert calls[-1] == (16, 16)
    assert without_times(gridwright.ray.run_experiment(experiment, to, resume=True)) == without_times(local)
    assert len(calls) == 16
    together = gridwright.ray.run_experiment(experiment, per_task=5)
    assert without_times(together) == without_times(local)


def our_workers(task="run_cells"):
    """The worker processes of Ray that this process started and that run this task."""
    parents, found = {}, []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            status = (entry / "status").read_text()
            title = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        parents[int(entry.name)] = int(status.split("PPid:")[1].split()[0])
        if title.startswith("ray::") and task in title:
            found.append(int(entry.name))

    def is_ours(process):
        while process in parents:
            if process == os.getpid():
                return True
            process = parents[process]
        return False

    return [process for process in found if is_ours(process)]


@contextlib.contextmanager
def one_killed(task):
    """Kills a worker that is at work on this task."""
    killed, is_over = [], threading.Event()

    def kill_one():
        deadline = time.monotonic() + 60
        while not killed and not is_over.is_set() and time.monotonic() < deadline:
            for process in our_workers(task)[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)
            time.sleep(0.001)

    killer = threading.Thread(target=kill_one)
    killer.start()
    try:
        yield
    finally:
        is_over.set()
        killer.join()
    assert killed, "no worker was seen at work"


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the worker in /proc")
def test_a_killed_worker_changes_nothing(cluster, experiment, tmp_path):
    import gridwright.ray

    local = lab.run(experiment)
    with one_killed("run_cells"):
        found = gridwright.ray.run_experiment(experiment, str(tmp_path / "rows"))
    assert without_times(found) == without_times(local)


def test_cells_whose_worker_dies_every_time_are_rows(cluster, experiment):
    import gridwright.ray

    cell = lab.Plan(experiment).cells[0]
    rows = gridwright.ray._crashed([cell], cluster.exceptions.WorkerCrashedError())
    assert rows[0][0] == cell and ",crashed,the worker died: WorkerCrashedError," in rows[0][1]


def test_the_command_runs_an_experiment_on_ray(command, experiment, tmp_path):
    """`lab run --on` starts Ray in a process of its own, and gives the rows of a local run, which is resumed by either."""
    pytest.importorskip("ray")

    def rows(folder):
        with open(folder / "rows.csv", newline="") as file:
            return sorted(without_times(csv.DictReader(file)), key=str)

    here, there = tmp_path / "here", tmp_path / "there"
    environment = {**os.environ, "GRIDWRIGHT_PYTHON": sys.executable}
    command("lab", "run", experiment, "--to", str(here))
    command("lab", "run", experiment, "--to", str(there), "--on", "local", env=environment)
    assert rows(here) == rows(there)
    assert (there / "report.md").is_file() or list(there.glob("*.html"))
    with open(there / "rows.csv", newline="") as file:
        lines = file.readlines()
    (there / "rows.csv").write_text("".join(lines[:6]))
    command("lab", "run", experiment, "--to", str(there), "--on", "local", "--resume", env=environment)
    assert rows(here) == rows(there)
    missing = {**environment, "GRIDWRIGHT_PYTHON": "no-such-python"}
    command("lab", "run", experiment, "--to", str(there), "--on", "local", status=(2,), env=missing)


@contextlib.contextmanager
def reserved_port():
    """A free port that no other process takes meanwhile: it stays bound, and only sockets that share their port on purpose, as those of gRPC do, can bind it too."""
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        yield bound.getsockname()[1]


def accepts_connections(server, port):
    """Waits until a server accepts connections; false if it ends or takes two minutes."""
    deadline = time.monotonic() + 120
    while server.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return server.poll() is None
        time.sleep(0.1)
    return False


@pytest.fixture
def address(cluster):
    """The address of the cluster for clients, `ray://…`, as `ray start --head` would give it."""
    pytest.importorskip("grpc")
    head = cluster.get_runtime_context().gcs_address
    for _ in range(5):
        with reserved_port() as port:
            args = ["--mode", "legacy", "--host", "127.0.0.1", "--port", str(port), "--address", head]
            server = subprocess.Popen([sys.executable, "-m", "ray.util.client.server", *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                if accepts_connections(server, port):
                    yield f"ray://127.0.0.1:{port}"
                    return
            finally:
                server.kill()
                server.wait()
    pytest.fail("the server of Ray's clients did not start on five ports")


def test_an_experiment_joins_a_cluster_by_its_address(address, experiment, tmp_path):
    local, to = lab.run(experiment), tmp_path / "rows"
    args = [sys.executable, "-m", "gridwright.lab", experiment, "--to", str(to), "--on", address]
    done = subprocess.run(args, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert f"16 rows in {to}" in done.stderr
    with open(to / "rows.csv", newline="") as file:
        assert sorted(without_times(csv.DictReader(file)), key=str) == sorted(without_times(local), key=str)


def test_cubes_are_joined(cluster, tmp_path):
    import gridwright.ray
    from gridwright import cubes

    empty = gw.read("." * 16, "sudoku")
    path = str(tmp_path / "cubes.jsonl")
    found = gridwright.ray.cubes(empty, n=40, per_task=3, checkpoint=path)
    # Only the number of propagations depends on which cubes a process searches together.
    assert replace(found, propagations=0) == replace(cubes.count(empty, n=40), propagations=0)
    assert (found.verdict, found.count, found.complete) == ("multiple", 288, True)
    assert gridwright.ray.cubes(empty, n=40, checkpoint=path) == found
    assert gridwright.ray.cubes(empty, "unique", n=40).verdict == "multiple"
    assert gridwright.ray.cubes(gw.read(".1.. ...2 3... ..3.", "sudoku"), "unique", n=8).verdict == "unique"
    assert gridwright.ray.cubes(gw.read("9 9 ./. . ./. . .", "magic"), "unique", n=8).verdict == "none"
    model = gw.Model()
    x = model.int_vars(5, 1, 5)
    model.add(model.all_different(x))
    assert gridwright.ray.cubes(model, n=16, per_task=2).count == 120
    with pytest.raises(gw.OptionError, match="not split"):
        gridwright.ray.cubes(empty, "backbone")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the worker in /proc")
def test_a_killed_worker_does_not_change_a_count(cluster):
    import gridwright.ray

    magic = gw.read("1 . . ./. . . ./. . . ./. . . .", "magic")
    expected = magic.count()
    with one_killed("run_cubes"):
        found = gridwright.ray.cubes(magic, n=64, per_task=4)
    assert (found.count, found.complete) == (expected.count, True)


def load(name):
    import importlib.util

    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_dask():
    dd = pytest.importorskip("dask.dataframe")
    import pandas

    frame = pandas.DataFrame({"puzzle": [HARD, "zz", HARD], "id": [1, 2, 3]})
    found = load("dask_columns").unique(dd.from_pandas(frame, npartitions=2)).compute()
    assert found["id"].tolist() == [1, 2, 3]
    assert found["verdict"].fillna("").tolist() == ["unique", "", "unique"]


def test_spark(monkeypatch):
    sql = pytest.importorskip("pyspark.sql")
    import shutil

    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    builder = sql.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    try:
        frame = spark.createDataFrame([(HARD, 1), ("zz", 2), (HARD, 3)], ["puzzle", "id"])
        rows = load("spark_columns").unique(frame).orderBy("id").collect()
    finally:
        spark.stop()
    assert [(row.id, row.verdict) for row in rows] == [(1, "unique"), (2, None), (3, "unique")]
