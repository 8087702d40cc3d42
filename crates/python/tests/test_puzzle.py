"""One puzzle: every kind, every verb, errors with places."""

import datetime
import pickle

import gridwright as gw
import pytest

SMALL = ".1.. ...2 3... ..3."
ANSWER = "2143\n4312\n3421\n1234"


def examples():
    for kind in gw.kinds().values():
        for name, text in kind.examples.items():
            yield pytest.param(kind.id, text, id=f"{kind.id}-{name}")


@pytest.mark.parametrize("kind, text", list(examples()))
def test_every_example_is_read_solved_checked_and_drawn(kind, text):
    puzzle = gw.read(text, kind)
    assert puzzle.kind == kind
    assert gw.read(puzzle.text, kind) == puzzle
    assert "<svg" in puzzle._repr_svg_()
    assert str(puzzle).strip()
    count = puzzle.count(limit=5)
    solved = puzzle.solve(limit=5)
    assert count.count == len(solved.answers)
    for answer in solved.answers:
        assert puzzle.check(answer) is None
        assert "<svg" in puzzle.draw("svg", answer=answer)


def test_questions_give_their_verdicts():
    puzzle = gw.read(SMALL, "sudoku")
    report = puzzle.unique()
    assert (report.verdict, report.is_unique, report.answer) == ("unique", True, ANSWER)
    assert str(report) == "unique: exactly one answer"
    assert puzzle.count().count == 1
    assert "r1c1 is 2" in puzzle.backbone().shared
    empty = gw.read("." * 16, "sudoku")
    assert empty.count().count == 288
    assert empty.count(limit=10).count == 10
    assert len(empty.solve(limit=3).answers) == 3
    assert gw.read("11.. .... .... ....", "sudoku").unique().verdict == "none"


@pytest.mark.parametrize("engine", ["auto", "fd", "learn", "sat"])
def test_engines_agree(engine):
    empty = gw.read("." * 16, "sudoku")
    report = empty.count(engine=engine, time_limit=60)
    assert report.count == 288


def test_options_have_the_names_of_the_command():
    puzzle = gw.read(SMALL, "sudoku")
    report = puzzle.solve(
        engine="fd",
        viewpoint="cells",
        consistency="bounds,all_different=domain",
        select="first_fail",
        choose="indomain_min",
        seed=3,
        node_limit=1000,
        time_limit=datetime.timedelta(seconds=10),
    )
    assert (report.verdict, report.engine, report.viewpoint) == ("solved", "fd", "cells")
    assert gw.read("." * 81, "sudoku").count(engine="fd", node_limit=9).verdict == "stopped"


@pytest.mark.parametrize(
    "options, message",
    [
        ({"engin": "fd"}, "unknown option `engin`"),
        ({"engine": "gecode"}, "engine: `gecode` is none of auto, fd"),
        ({"time_limit": "soon"}, "time_limit: `soon` is no time"),
        ({"time_limit": -1}, "time_limit: `-1` is no time"),
        ({"node_limit": "many"}, "node_limit: `many` is no whole number"),
        ({"viewpoint": "rows"}, "viewpoint"),
    ],
)
def test_wrong_options_are_errors(options, message):
    with pytest.raises(gw.OptionError) as error:
        gw.read(SMALL, "sudoku").solve(**options)
    assert message in str(error.value)


def test_parse_errors_have_a_place():
    with pytest.raises(gw.ParseError) as error:
        gw.read("1234\n34x1\n....\n....", "sudoku")
    found = error.value
    assert (found.line, found.column) == (2, 3)
    assert found.shown.startswith("puzzle:2:3: error: ")
    assert isinstance(found, gw.GridwrightError)
    with pytest.raises(gw.OptionError, match="unknown puzzle kind `sudku`; kinds: "):
        gw.read(SMALL, "sudku")


def test_explanations_hints_and_ratings():
    puzzle = gw.read(SMALL, "sudoku")
    explained = puzzle.explain()
    assert (explained.end, explained.answer.rstrip()) == ("solved", ANSWER)
    assert explained.steps[0].sentence == "Block 1 needs a 2 and only r1c1 can take it."
    assert "<svg" in explained.steps[0].svg
    assert str(explained).startswith("1. Block 1")
    hint = puzzle.hint()
    assert (hint.state, hint.step.technique) == ("next", "hidden single")
    assert puzzle.hint(marks="31.. ...2 3... ..3.").state == "wrong"
    rating = puzzle.rate()
    assert (rating.word, rating.steps) == ("easy", len(explained.steps))


def test_checks_name_the_violation():
    puzzle = gw.read(SMALL, "sudoku")
    assert puzzle.check(ANSWER) is None
    assert puzzle.check(ANSWER.replace("1234", "1243")) == "row 4, column 3 has 4, not its clue"
    with pytest.raises(gw.ParseError):
        puzzle.check("12")


def test_conversion_goes_there_and_back():
    puzzle = gw.read(SMALL, "sudoku")
    for name in gw.formats("sudoku"):
        try:
            text = puzzle.convert(name)
        except gw.OptionError:
            continue  # A format for 9x9 only.
        assert gw.read(text, "sudoku") == puzzle, name
    with pytest.raises(gw.OptionError, match="format"):
        puzzle.convert("pdf")


def test_generated_puzzles_are_unique_and_repeat():
    found = gw.generate("hashi", 3, seed=7, size="6")
    assert [one.number for one in found] == [1, 2, 3]
    for one in found:
        report = one.puzzle.unique()
        assert (report.verdict, report.answers[0]) == ("unique", one.answer)
    again = gw.generate("hashi", 2, seed=7, first=2, size="6", threads=2)
    assert [one.puzzle for one in again] == [one.puzzle for one in found[1:]]
    with pytest.raises(gw.OptionError, match="unknown option `colour`"):
        gw.generate("hashi", colour="red")
    with pytest.raises(gw.GenerateError) as error:
        gw.generate("sudoku", 50, size="25", time_limit=0.05)
    assert len(error.value.puzzles) < 50


def test_puzzles_can_be_pickled_and_hashed():
    puzzle = gw.read(SMALL, "sudoku")
    copy = pickle.loads(pickle.dumps(puzzle))
    assert copy == puzzle and hash(copy) == hash(puzzle)
    assert eval(repr(puzzle), {"gridwright": gw}) == puzzle
