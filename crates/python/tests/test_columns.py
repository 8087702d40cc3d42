"""The same columns everywhere: for every verb, Python's tables have the names, the order and but for times the values of the command's JSON lines and Parquet files."""

import json

import gridwright as gw
import pytest

pa = pytest.importorskip("pyarrow")

TIMES = ("setup_ms", "solve_ms")
#: Columns that only JSON lines have.
ONLY_JSON = ("differs", "propagated", "repair", "clash")
HARD = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
#: Puzzles of a kind: some with one answer, several and none, and texts that cannot be read.
TABLES = {
    "sudoku": [HARD, "." * 81, "11" + "." * 79, "zz", None, ".1.. ...2 3... ..3.", ".1.. ...2 3... ....", "1.1. .... .... ...."],
    "hashi": ["2.2/.../2.2", "1.1/.../1.1", "4.2/.../2.1", "x"],
    "magic": ["order 3", "8 . ./. 5 ./. . .", "9 9 ./. . ./. . ."],
}
VERBS = {
    "solve": (gw.solve_many, [], {}),
    "unique": (gw.unique_many, [], {}),
    "count": (gw.count_many, ["--limit", "300"], {"limit": 300}),
    "backbone": (gw.backbone_many, [], {}),
    "rate": (gw.rate_many, [], {}),
}


@pytest.fixture(params=TABLES)
def table(request, tmp_path):
    """A kind, and a table of its puzzles with other columns, as JSON lines and in memory."""
    rows = [{"id": at, "puzzle": text, "name": None if at == 1 else f"p{at}"} for at, text in enumerate(TABLES[request.param])]
    path = tmp_path / "table.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return request.param, str(path), pa.Table.from_pylist(rows)


def plain(row):
    """A row without times and missing values, with pairs as lists."""
    row = {name: value for name, value in row.items() if value is not None and name not in (*TIMES, *ONLY_JSON)}
    if "techniques" in row:
        row["techniques"] = [list(pair) for pair in row["techniques"]]
    return row


@pytest.mark.parametrize("verb", VERBS)
def test_rows_are_those_of_the_command(command, table, verb):
    kind, path, given = table
    function, args, options = VERBS[verb]
    lines = command(verb, kind, path, "--json", *args, status=(0, 10, 20, 2)).splitlines()
    found = function(given, kind, **options)
    assert len(lines) == found.num_rows == len(TABLES[kind])
    for line, row in zip(lines, found.to_pylist()):
        assert plain(json.loads(line)) == plain(row)
    for name in TIMES if verb != "rate" else ():
        times = zip(found[name].to_pylist(), found["error"].to_pylist())
        assert all((time is None) == (error is not None) for time, error in times)


@pytest.mark.parametrize("verb", VERBS)
def test_names_and_types_are_those_of_a_file_of_the_command(command, table, tmp_path, verb):
    feather = pytest.importorskip("pyarrow.feather")
    kind, path, given = table
    function, args, options = VERBS[verb]
    output = tmp_path / "out.arrow"
    command(verb, kind, path, "-o", str(output), *args, status=(0, 10, 20, 2))
    written = feather.read_table(output)
    found = function(given, kind, **options)
    assert written.column_names == found.column_names
    assert [field.type for field in written.schema] == [field.type for field in found.schema]
    assert [plain(row) for row in written.to_pylist()] == [plain(row) for row in found.to_pylist()]


def test_rows_without_names_are_numbered(command, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(f"quizzes,solutions\n{HARD},x\nzz,y\n")
    lines = command("unique", "sudoku", str(path), "--column", "quizzes", "--json", status=(2,)).splitlines()
    found = gw.unique_many(pa.table({"quizzes": [HARD, "zz"], "solutions": ["x", "y"]}), "sudoku", column="quizzes").to_pylist()
    assert [plain(json.loads(line)) for line in lines] == [plain(row) for row in found]
    assert [row["name"] for row in found] == ["1", "2"]


def test_checks_and_conversions(command):
    small, answer = ".1.. ...2 3... ..3.", "2143 4312 3421 1234"
    for given in [answer, answer.replace("1234", "1243")]:
        line = command("check", "sudoku", small, "--answer", given, "--json", status=(0, 20))
        found = gw.check_many([small], [given], "sudoku").to_pylist()[0]
        row = {name: value for name, value in found.items() if value is not None and name not in ("puzzle", "name")}
        expected = json.loads(line)
        del expected["name"]
        assert row == expected
    for name in ["text", "line"]:
        converted = gw.convert_many([small], name, "sudoku")["converted"].to_pylist()[0]
        assert converted.rstrip("\n") == command("convert", "sudoku", small, "--to", name).rstrip("\n")


def test_generated_puzzles(command):
    from gridwright import columns

    line = command("generate", "magic", "--size", "3", "--seed", "1", "--json")
    found = columns.generated("magic", 1, seed=1, size="3").to_pylist()[0]
    assert found == json.loads(line)


def test_single_reports_have_the_same_fields(command):
    row = json.loads(command("unique", "sudoku", HARD, "--json"))
    report = gw.read(HARD, "sudoku").unique()
    for name in ["verdict", "complete", "nodes", "failures", "backtracks", "propagations", "engine", "viewpoint"]:
        assert getattr(report, name) == row[name]
    assert all(isinstance(getattr(report, name), float) for name in TIMES)
