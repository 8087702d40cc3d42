"""Columns in, columns out: lists, pyarrow, pandas, polars and DuckDB give the same rows as single calls."""

import gridwright as gw
import pytest

pa = pytest.importorskip("pyarrow")

HARD = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
PUZZLES = [HARD, "." * 81, "11" + "." * 79, "zz", None, ".1.. ...2 3... ..3."]
NAMES = ["puzzle", "kind", "name", "verdict", "stopped_at", "count", "complete", "answers", "shared"]
NAMES += ["nodes", "failures", "backtracks", "propagations", "setup_ms", "solve_ms", "engine", "viewpoint", "error"]
VERDICTS = ["unique", "multiple", "none", None, None, "unique"]


def test_lists_become_a_table():
    table = gw.unique_many(PUZZLES, "sudoku")
    assert table.column_names == NAMES
    assert table["puzzle"].to_pylist() == PUZZLES
    assert table["verdict"].to_pylist() == VERDICTS
    assert [None if one is None else len(one) for one in table["answers"].to_pylist()] == [1, 2, 0, None, None, 1]
    errors = table["error"].to_pylist()
    assert errors[0] is None and errors[3].startswith("1:1: ") and errors[4] == "the row has no puzzle"


def test_rows_equal_single_calls():
    table = gw.solve_many(PUZZLES, "sudoku", threads=2).to_pylist()
    for text, row in zip(PUZZLES, table):
        if row["error"] is None:
            report = gw.read(text, "sudoku").solve()
            single = (report.verdict, report.nodes, report.failures)
            assert (row["verdict"], row["nodes"], row["failures"]) == single
            assert len(row["answers"]) == len(report.answers)
            for answer in row["answers"]:
                assert gw.read(text, "sudoku").check(answer) is None


def test_lines_of_81_cells_equal_single_calls():
    """They are solved without an instance; the same boards as rows of nine are not."""
    lines = [HARD, "." * 81, "11" + "." * 79, "5" + "." * 80, HARD.replace(".", "0")]
    for verb in [gw.solve_many, gw.unique_many, gw.count_many]:
        limit = {} if verb is gw.unique_many else {"limit": 1000}
        boards = [" ".join(line[at : at + 9] for at in range(0, 81, 9)) for line in lines]
        found, expected = (verb(given, "sudoku", **limit).to_pylist() for given in (lines, boards))
        for row, other in zip(found, expected):
            for name in NAMES[1:]:
                assert name.endswith("_ms") or row[name] == other[name], name
    assert gw.unique_many([HARD], "sudoku", engine="fd")["nodes"].to_pylist() != [None]


def test_answers_are_in_one_line():
    answers = gw.solve_many([HARD, ".1.. ...2 3... ..3."], "sudoku")["answers"].to_pylist()
    assert len(answers[0][0]) == 81 and answers[0][0].startswith("953168742")
    assert answers[1] == ["2143431234211234"]
    assert gw.solve_many(["2.2/.../2.2"], "hashi")["answers"].to_pylist() == [["r1c1 r1c3 1/r1c1 r3c1 1/r1c3 r3c3 1/r3c1 r3c3 1"]]


def test_names_are_those_of_the_input_or_numbers():
    for names, expected in [(["a", "", None], ["a", "2", "3"]), ([7, None, 8], ["7", "2", "8"]), ([1.5, 2.0, None], ["1.5", "2.0", "3"])]:
        table = pa.table({"name": names, "puzzle": [HARD, "zz", HARD]})
        found = gw.unique_many(table, "sudoku")
        assert found["name"].to_pylist() == expected
        assert found.column_names == NAMES
    chunks = pa.chunked_array([[HARD, HARD], ["zz"]])
    assert gw.unique_many(chunks, "sudoku")["name"].to_pylist() == ["1", "2", "3"]


@pytest.mark.parametrize("type", [pa.string(), pa.large_string(), pa.string_view()])
def test_arrow_columns_of_every_text_type(type):
    column = pa.array(PUZZLES, type)
    for given in [column, pa.chunked_array([column, column.slice(2, 3)])]:
        table = gw.unique_many(given, "sudoku")
        n = len(given)
        assert table["verdict"].to_pylist() == (VERDICTS + VERDICTS[2:5])[:n]
        assert table["puzzle"].to_pylist() == given.to_pylist()


def addresses(column):
    """Where the texts of an Arrow column are, one address for each chunk."""
    return [chunk.buffers()[2].address for chunk in pa.chunked_array(column).chunks]


def test_columns_are_not_copied():
    column = pa.array([HARD] * 100)
    table = gw.unique_many(column)
    assert addresses(table["puzzle"]) == addresses([column])
    table = pa.table({"puzzle": column, "id": pa.array(range(100))})
    found = gw.unique_many(table)
    assert addresses(found["puzzle"]) == addresses([column])
    assert found["id"].chunk(0).buffers()[1].address == table["id"].chunk(0).buffers()[1].address


def test_columns_of_polars_are_not_copied():
    polars = pytest.importorskip("polars")
    # Texts of up to 12 bytes are in the views themselves; these are in a buffer.
    series = polars.Series("puzzle", [HARD[at:] + HARD[:at] for at in range(81)])
    for given in [series, series.to_frame()]:
        found = gw.solve_many(given, "sudoku")
        returned = polars.DataFrame(found.select(["puzzle"]))["puzzle"]
        assert addresses(pa.chunked_array(returned)) == addresses(pa.chunked_array(series))


def test_columns_of_pandas_that_are_arrow_are_not_copied():
    pandas = pytest.importorskip("pandas")
    column = pa.array([HARD] * 100)
    for given in [
        pandas.Series(column, dtype=pandas.ArrowDtype(pa.string()), name="puzzle"),
        pandas.DataFrame({"puzzle": pandas.Series(column, dtype=pandas.ArrowDtype(pa.string()))}),
    ]:
        assert addresses(gw.unique_many(given, "sudoku")["puzzle"]) == addresses([column])


def test_tables_keep_their_columns():
    table = pa.table({"id": [7, 8], "quizzes": [HARD, "zz"], "kind": ["a", "b"]})
    found = gw.unique_many(table, "sudoku", column="quizzes")
    assert found.column_names == ["id", "quizzes", *NAMES[1:]]
    assert found["id"].to_pylist() == [7, 8]
    assert found["kind"].to_pylist() == ["sudoku", None]
    with pytest.raises(gw.OptionError, match="no column `puzzle`; columns: id, quizzes, kind"):
        gw.unique_many(table)
    with pytest.raises(gw.OptionError, match="puzzles and answers are texts, not values of type Int64"):
        gw.unique_many(table, column="id")


def test_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"puzzle": [HARD, "zz"], "id": [1, 2]})
    for given in [frame, frame["puzzle"]]:
        found = gw.unique_many(given, "sudoku").to_pandas()
        assert found["verdict"].iloc[0] == "unique"
        assert found["error"].notna().tolist() == [False, True]


def test_polars():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"puzzle": [HARD, "zz"], "id": [1, 2]})
    for given in [frame, frame["puzzle"]]:
        found = polars.DataFrame(gw.unique_many(given, "sudoku"))
        assert found["verdict"].to_list() == ["unique", None]
        assert len(found["answers"].to_list()[0]) == 1


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql(f"select '{HARD}' as puzzle, 5 as id union all select 'zz', 6 order by id")
    found = gw.unique_many(relation, "sudoku")  # noqa: F841  (DuckDB reads the variable)
    rows = duckdb.sql("select id, verdict, error is null from found order by id").fetchall()
    assert rows == [(5, "unique", True), (6, None, False)]


def test_counts_ratings_checks_and_conversions():
    empty = "." * 16
    assert gw.count_many([empty], "sudoku")["count"].to_pylist() == [288]
    assert gw.count_many([empty], "sudoku", limit=10)["count"].to_pylist() == [10]
    assert gw.backbone_many([empty, HARD], "sudoku")["verdict"].to_pylist() == ["multiple", "unique"]
    rated = gw.rate_many([".1.. ...2 3... ..3.", "zz"], "sudoku").to_pylist()
    assert (rated[0]["word"], rated[0]["techniques"]) == ("easy", [("full house", 4), ("hidden single", 8)])
    assert rated[1]["error"] is not None
    solved = gw.solve_many(PUZZLES, "sudoku")
    checked = gw.check_many(solved, kind="sudoku").to_pylist()
    assert [row["holds"] for row in checked] == [True, True, None, None, None, True]
    wrong = gw.check_many([HARD], ["1" * 81], "sudoku").to_pylist()[0]
    assert wrong["holds"] is False and wrong["broken"]
    with pytest.raises(gw.OptionError, match="there are 1 puzzles and 2 answers"):
        gw.check_many([HARD], ["1", "2"])
    converted = gw.convert_many([".1.. ...2 3... ..3.", "zz"], "line", "sudoku").to_pylist()
    assert converted[0]["converted"] == ".1.....23.....3." and converted[1]["error"]


def test_empty_columns():
    for given in [[], pa.array([], pa.string()), pa.table({"puzzle": pa.array([], pa.string())})]:
        table = gw.unique_many(given)
        assert (table.num_rows, table.column_names) == (0, NAMES)


def test_progress_is_reported_and_its_error_ends_the_work():
    calls = []
    gw.unique_many([HARD] * 1000, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (1000, 1000)

    def fail(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        gw.rate_many([HARD] * 100_000, progress=fail)


def test_a_limit_is_a_row_that_is_stopped():
    row = gw.count_many(["." * 81], "sudoku", time_limit="20ms").to_pylist()[0]
    assert (row["verdict"], row["stopped_at"], row["complete"], row["error"]) == ("stopped", "time", False, None)


def test_without_pyarrow_the_result_exports_a_stream(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    found = gw.unique_many([HARD])
    monkeypatch.undo()
    assert hasattr(found, "__arrow_c_stream__")
    assert pa.table(found)["verdict"].to_pylist() == ["unique"]
