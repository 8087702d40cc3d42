"""Experiments: the same rows here, again, after an interruption, and from the command."""

import csv

import gridwright as gw
import pytest
from gridwright import lab

EXPERIMENT = """
title = "A test"
kind = "sudoku"
question = "count"
repetitions = 2

[puzzles]
empty = "................"
one = ".1.. ...2 3... ..3."
none = "11.. .... .... ...."

[[axis]]
name = "engine"
values = ["fd", "learn"]
"""


@pytest.fixture
def experiment(tmp_path):
    path = tmp_path / "test.toml"
    path.write_text(EXPERIMENT)
    return str(path)


def without_times(rows):
    return [{name: value for name, value in row.items() if name not in lab.TIMES} for row in rows]


def test_rows_have_the_columns_of_the_lab(experiment):
    rows = lab.run(experiment)
    assert len(rows) == 3 * 2 * 2
    first = rows[0]
    assert (first["instance"], first["engine"], first["repetition"]) == ("empty", "fd", "1")
    assert (first["verdict"], first["answers"]) == ("multiple", "288")
    assert [row["verdict"] for row in rows[:6]] == ["multiple"] * 2 + ["none"] * 2 + ["unique"] * 2


def test_an_interrupted_run_continues(experiment, tmp_path):
    to = str(tmp_path / "rows")
    whole = lab.run(experiment)

    def fail(done, total):
        if done == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lab.run(experiment, to, progress=fail)
    with open(tmp_path / "rows" / "rows.csv", "a") as file:
        file.write("one,fd,2,uni")  # As a killed writer leaves it.
    with pytest.raises(gw.OptionError, match="already has rows"):
        lab.run(experiment, to)
    calls = []
    rows = lab.run(experiment, to, resume=True, progress=lambda done, total: calls.append(done))
    assert calls == list(range(6, 13))
    assert without_times(rows) == without_times(whole)
    with open(tmp_path / "rows" / "rows.csv", newline="") as file:
        assert len(list(csv.reader(file))) == 13
    other = tmp_path / "other.toml"
    other.write_text(EXPERIMENT.replace("A test", "Another"))
    with pytest.raises(gw.OptionError, match="different experiment"):
        lab.run(str(other), to, resume=True)
    assert len(lab.run(str(other), to, fresh=True)) == 12


def test_built_in_experiments_have_cells():
    names = lab.experiments()
    assert "001-sudoku-cells" in names
    plan = lab.Plan("000-hashi")
    assert len(plan.cells) == len(set(plan.cells)) > 10
    with pytest.raises(gw.OptionError, match="neither a file nor a built-in experiment"):
        lab.Plan("none")


def test_errors_of_an_experiment_have_a_place(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text('title = "A"\nkind = "sudku"\n')
    with pytest.raises(gw.ParseError) as error:
        lab.run(str(path))
    assert error.value.line == 2


def test_limits_of_the_call_replace_those_of_the_file(tmp_path):
    path = tmp_path / "long.toml"
    path.write_text('title = "Long"\nkind = "sudoku"\nquestion = "count"\n[puzzles]\nempty = "' + "." * 81 + '"\n')
    rows = lab.run(str(path), time_limit=0.05)
    assert rows[0]["verdict"] == "stopped"


def test_the_command(experiment, tmp_path, capsys):
    to = str(tmp_path / "rows")
    lab.main([experiment, "--to", to])
    assert "12 rows" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="already has rows"):
        lab.main([experiment, "--to", to])
