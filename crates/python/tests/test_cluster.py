"""Ray in local mode with two workers: the rows of a local run, also if a worker is killed. Dask and Spark where they are installed."""

import os
import signal
import sys
import threading
import time
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


def without_times(rows):
    return [{name: value for name, value in row.items() if name not in (*lab.TIMES, "seconds")} for row in rows]


def test_verbs_map_over_a_dataset(cluster):
    import gridwright.ray

    puzzles = [HARD, "." * 81, "zz"] * 40
    table = pa.table({"id": range(len(puzzles)), "puzzle": puzzles})
    dataset = cluster.data.from_arrow(table)
    found = gridwright.ray.map(dataset, "unique", kind="sudoku", batch_size=16).take_all()
    found.sort(key=lambda row: row["id"])
    assert without_times(found) == without_times(gw.unique_many(table, "sudoku").to_pylist())
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


def our_workers():
    """The worker processes of Ray that this process started and that run cells."""
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
        if title.startswith("ray::") and "run_cells" in title:
            found.append(int(entry.name))

    def is_ours(process):
        while process in parents:
            if process == os.getpid():
                return True
            process = parents[process]
        return False

    return [process for process in found if is_ours(process)]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the worker in /proc")
def test_a_killed_worker_changes_nothing(cluster, experiment, tmp_path):
    import gridwright.ray

    local = lab.run(experiment)
    killed = []

    def kill_one():
        deadline = time.monotonic() + 60
        while not killed and time.monotonic() < deadline:
            for process in our_workers()[:1]:
                os.kill(process, signal.SIGKILL)
                killed.append(process)
            time.sleep(0.001)

    killer = threading.Thread(target=kill_one)
    killer.start()
    found = gridwright.ray.run_experiment(experiment, str(tmp_path / "rows"))
    killer.join()
    assert killed, "no worker was seen at work"
    assert without_times(found) == without_times(local)


def test_cells_whose_worker_dies_every_time_are_rows(cluster, experiment):
    import gridwright.ray

    cell = lab.Plan(experiment).cells[0]
    rows = gridwright.ray._crashed([cell], cluster.exceptions.WorkerCrashedError())
    assert rows[0][0] == cell and ",crashed,the worker died: WorkerCrashedError," in rows[0][1]


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
