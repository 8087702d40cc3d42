"""The modelling language and CHR from strings."""

import gridwright as gw
import pytest

GCD = """
:- chr_constraint gcd/1.
gcd(0) <=> true.
gcd(N) \\ gcd(M) <=> N =< M | L is M mod N, gcd(L).
"""


def test_a_model_gives_its_solutions():
    text = "Name: A, B, domain: 1..3\nConstraint: A < B"
    found = gw.run_model(text, limit=None)
    assert (found.verdict, found.complete) == ("multiple", True)
    assert sorted((one["A"], one["B"]) for one in found.solutions) == [(1, 2), (1, 3), (2, 3)]
    assert gw.run_model(text).solution in found.solutions


def test_errors_of_a_model_have_a_place():
    with pytest.raises(gw.ParseError) as error:
        gw.run_model("Name: A, domain: 1..3\nConstraint: A + ")
    assert (error.value.line, error.value.column) == (2, 16)


def test_chr_answers_have_bindings_and_a_store():
    found = gw.run_chr(GCD, "gcd(9), gcd(6)")
    assert found.answers[0].store == ["gcd(3)"]
    listed = gw.run_chr("p(1). p(2). p(3).", "p(X)", limit=None)
    assert [answer.bindings["X"] for answer in listed.answers] == ["1", "2", "3"]
    assert listed.complete
    assert gw.run_chr("p(1).", "p(2)", limit=None).answers == []
    assert gw.run_chr("p :- write(hello).", "p").output == "hello"


def test_errors_of_chr_have_a_place():
    with pytest.raises(gw.ParseError) as error:
        gw.run_chr("p(1).\np(2", "p(X)")
    assert error.value.line == 2
    with pytest.raises(gw.ParseError):
        gw.run_chr("p(1).", "p(")


def test_a_chr_program_that_does_not_end_is_stopped():
    found = gw.run_chr("p :- p.", "p", time_limit="100ms")
    assert found.stopped_at and not found.complete
    endless = ":- if((numlist(1, 100000, L), repeat, msort(L, _), fail)).\nq.\n:- endif.\np."
    found = gw.run_chr(endless, "p", time_limit="100ms")
    assert found.stopped_at and not found.complete
    with pytest.raises(gw.ParseError):
        gw.run_chr("p(.\n" + endless, "p", time_limit="2s")
