//! What the rules mean, one point at a time: a program and a query, what is written, and what stays in the store.

use gridwright_chr::{Limits, Program, Step};

use crate::support::{nameless, shown};

fn check(text: &str, query: &str, expected: &str) {
    assert_eq!(shown(text, query), expected, "{text}\n{query}");
}

#[test]
fn rules_are_tried_in_the_order_of_the_text() {
    check(
        ":- chr_constraint a.\na ==> write(1).\na <=> write(2).\na ==> write(3).",
        "a",
        "12{}",
    );
}

#[test]
fn removed_heads_are_tried_before_kept_ones_and_from_the_left() {
    check(
        ":- chr_constraint p/1.\np(X), p(Y) <=> write(X-Y).",
        "p(1), p(2)",
        "2-1{}",
    );
    check(
        ":- chr_constraint r/1.\nr(X) \\ r(Y) <=> write(X-Y).",
        "r(1), r(2)",
        "1-2{r(1)}",
    );
}

#[test]
fn partners_are_tried_newest_first() {
    check(
        ":- chr_constraint v/1, go.\ngo, v(X) ==> write(X).\ngo <=> true.",
        "v(1), v(2), v(3), go",
        "321{v(3), v(2), v(1)}",
    );
}

#[test]
fn of_two_watched_variables_the_one_watched_later_wakes() {
    let text = ":- chr_constraint k(?any, ?any).\nk(T, A) \\ k(T, B) <=> write(A-B).";
    let table = [
        ("k(X, 1), k(Y, 2), X = Y", "1-2{k(_, 1)}"),
        ("k(X, 1), k(Y, 2), Y = X", "1-2{k(_, 1)}"),
        ("k(f(X), 1), k(f(Y), 2), X = Y", "1-2{k(f(_), 1)}"),
        ("T = t(X, Y), k(Y, 2), k(X, 1), X = Y", "2-1{k(_, 2)}"),
        ("T = t(X, Y), k(Y, 2), k(X, 1), Y = X", "2-1{k(_, 2)}"),
        (
            "T = t(X, Y), U = t(Y, X), k(Y, 2), k(X, 1), U = T",
            "2-1{k(_, 2)}",
        ),
    ];
    for (query, expected) in table {
        assert_eq!(nameless(&shown(text, query)), expected, "{query}");
    }
}

#[test]
fn guards_bind_variables_that_are_new_in_them() {
    // What SWI-Prolog writes and leaves in the store.
    let table = [
        ("Y = Z, Z = 3 | write(X-Y-Z)", "1", "1-3-3{}"),
        (
            "P = f(A, _), arg(1, P, V), V = X, A == X | write(P)",
            "1",
            "f(1,_){}",
        ),
        (
            "length(L, 2), nth1(1, L, X), L = [_, b] | write(L)",
            "1",
            "[1,b]{}",
        ),
        (
            "length(L, 2), nth1(1, L, X), L = [_, b] | write(L)",
            "X",
            "[_,b]{}",
        ),
        (
            "functor(T, p, 2), T = p(X, B), B is 1 + 1 | write(T)",
            "1",
            "p(1,2){}",
        ),
        (
            "compound_name_arity(T, f, 2), T = f(1, B), B = X | write(T)",
            "1",
            "f(1,1){}",
        ),
        (
            "compound_name_arguments(T, f, [A]), A = X | write(T)",
            "1",
            "f(1){}",
        ),
        (
            "term_variables(X, Vs, Tail), Tail = [] | write(Vs)",
            "g(X, Y)",
            "[_,_]{}",
        ),
        ("copy_term_nat(X, Z), Z = f(1) | write(Z)", "f(X)", "f(1){}"),
        (
            "copy_term_nat(X, Z), Z = f(1) | write(Z)",
            "f(2)",
            "{c(f(2))}",
        ),
        ("delete([a, b], Y, R), Y = X | write(R-Y)", "a", "[]-a{}"),
        ("arg(1, f(Z), V), V = X | write(Z)", "1", "1{}"),
        ("copy_term(f(A), Z), Z = f(X) | write(Z-A)", "1", "f(1)-_{}"),
        (
            "sort([A, B], S), A = X, S = [C|_] | write(C-B)",
            "1",
            "1-_{}",
        ),
        (
            "nb_setval(k, f(_, _)), nb_getval(k, V), V = f(X, B), B = 2 | write(V)",
            "1",
            "f(1,2){}",
        ),
        (
            "nb_setval(k, 5), nb_getval(k, V), V > X | write(V)",
            "1",
            "5{}",
        ),
        ("X \\= f(Y), Y = 3 | write(Y)", "1", "3{}"),
        ("X \\= f(Y), Y = 3 | write(Y)", "f(2)", "{c(f(2))}"),
        ("X \\== Y, Y = 3 | write(Y)", "1", "3{}"),
        ("var(Y), Y = X | write(Y)", "1", "1{}"),
        ("var(Y), \\+ Y = X | write(Y)", "1", "{c(1)}"),
        ("var(Y), \\+ \\+ Y = X | write(Y)", "1", "_{}"),
        ("write(Y), Y = X | write(f(Y))", "1", "_f(1){}"),
        ("_ is X + 1 | write(X)", "1", "1{}"),
        ("unify_with_occurs_check(X, f(A)) | write(A)", "f(1)", "1{}"),
        ("unify_with_occurs_check(X, f(A)) | write(A)", "X", "{c(_)}"),
        (
            "unify_with_occurs_check(Y, f(X)), Y = f(Z), Z == X | write(Z)",
            "1",
            "1{}",
        ),
        ("unify_with_occurs_check(Y, f(Y)) | write(Y)", "1", "{c(1)}"),
        (
            "T = f(1), nb_setarg(1, T, X), T = f(A) | write(A)",
            "2",
            "2{}",
        ),
        (
            "T = f(1), nb_linkarg(1, T, X), T = f(A) | write(A)",
            "2",
            "2{}",
        ),
        ("T = f(1), setarg(1, T, X), T = f(A) | write(A)", "2", "2{}"),
        (
            "T = f(1), nb_setarg(1, T, X), arg(1, T, 1) | write(T)",
            "2",
            "{c(2)}",
        ),
        (
            "b_setval(k, X), b_getval(k, V), V = 2 | write(V)",
            "2",
            "2{}",
        ),
        (
            "put_attr(Y, foo, X), get_attr(Y, foo, A), A = 2 | write(A)",
            "2",
            "2{}",
        ),
        // Attributes are no values.
        (
            "put_attr(X, foo, 1) | get_attr(X, foo, A), write(A)",
            "X",
            "1{}",
        ),
        (
            "dif(X, a) | ( X = a -> write(no) ; write(yes) )",
            "X",
            "yes{}",
        ),
        ("put_attr(X, foo, 1), X = 2 | write(X)", "X", "{c(_)}"),
        (
            "X = f(Y, Z), put_attr(Y, foo, 1), put_attr(Z, foo, 2) | write(X)",
            "f(A, B)",
            "f(_,_){}",
        ),
        (
            "X = f(Y, Z), put_attr(Y, foo, 1), Y = Z | write(X)",
            "f(A, B)",
            "{c(f(_, _))}",
        ),
        (
            "X = f(Y, Z), put_attr(Y, foo, 1), put_attr(Z, foo, 2), Y = Z | write(X)",
            "f(A, B)",
            "{c(f(_, _))}",
        ),
        (
            "put_attr(X, foo, 1), put_attr(X, bar, 2), del_attr(X, foo) | write(X)",
            "X",
            "_{}",
        ),
        // Variables of the heads are not bound, nor are those of their copies.
        ("Y = X, Y = 3 | write(Y)", "X", "{c(_)}"),
        ("X = [Y|_], Z = Y, Z = 3 | write(Y)", "[X]", "{c([_])}"),
        ("Y = Z, Z = X, Y = 3 | write(Y)", "X", "{c(_)}"),
        ("Y = f(Z), arg(1, Y, X), Z = 3 | write(Y)", "X", "{c(_)}"),
        ("copy_term(X, Z), Z = h(7) | write(Z)", "h(X)", "{c(h(_))}"),
        ("copy_term(X, Z), Z = h(7) | write(Z)", "h(7)", "h(7){}"),
    ];
    for (guard, given, expected) in table {
        let text =
            format!(":- chr_constraint c(?any).\nfoo:attr_unify_hook(_, _).\nc(X) <=> {guard}.");
        let query = format!("c({given})");
        assert_eq!(
            nameless(&shown(&text, &query)),
            expected,
            "{guard} with {given}"
        );
    }
}

#[test]
fn a_guard_stores_no_constraint_with_a_variable_of_the_heads() {
    let text =
        ":- chr_constraint c(?any), d(?any).\nd(1) <=> write(one).\nc(X) <=> d(X) | write(c).";
    for (query, expected) in [("c(_)", "{c(_)}"), ("c(1)", "onec{}")] {
        assert_eq!(nameless(&shown(text, query)), expected, "{query}");
    }
}

#[test]
fn guards_call_predicates_of_one_clause() {
    // What SWI-Prolog writes and leaves in the store, or throws.
    let text = "\
:- chr_constraint p(?any), q(?any), s(?any), t(?any, ?any), u(?any).
near(A-B, C-D) :- nb_getval(w, W), X is A // W, integer(D), X =:= C // W, B \\= D.
p(A), q(B) ==> near(A, B) | write(A-B).
self(X) :- X == X.
s(_) <=> self(_) | write(self).
third(A, B) :- X is A + B, X > 4, X \\== 7.
t(A, B) <=> third(A, B) | write(A+B).
bound(X) :- X is 3, var(X).
u(X) <=> bound(X) | write(no).
u(X) <=> write(other(X)).";
    let table = [
        (
            "nb_setval(w, 3), p(1-2), q(2-3)",
            "1-2-(2-3){p(1-2), q(2-3)}",
        ),
        ("nb_setval(w, 3), p(1-2), q(2-2)", "{p(1-2), q(2-2)}"),
        ("nb_setval(w, 3), p(1-2), q(4-3)", "{p(1-2), q(4-3)}"),
        ("nb_setval(w, 3), p(1-2), q(_-a)", "{p(1-2), q(_-a)}"),
        ("s(1)", "self{}"),
        ("t(2, 3)", "2+3{}"),
        ("t(3, 4)", "{t(3, 4)}"),
        ("t(1, 2)", "{t(1, 2)}"),
        ("u(_)", "other(_){}"),
        ("u(3)", "other(3){}"),
    ];
    for (query, expected) in table {
        let found = nameless(&shown(text, query)).replace(" - ", "-");
        assert_eq!(found, expected, "{query}");
    }
    for (query, error) in [
        ("nb_setval(w, 3), p(1-2), q(_-3)", "instantiation_error"),
        ("nb_setval(w, 0), p(1-2), q(1-3)", "zero_divisor"),
    ] {
        assert!(shown(text, query).contains(error), "{query}");
    }
}

#[test]
fn guards_hold_for_a_later_answer_of_their_goals() {
    let text = "\
:- chr_constraint m(?any), k(?any), n(?any, ?any), o(?any), p(?any), q(?any), l(?any), a(?any), g(?any), r(?any).
m(L) <=> member(a, L) | write(m).
k(L) <=> memberchk(a, L) | write(k).
n(X, L) <=> select(X, L, R), R = [_] | write(R).
o(L) <=> member(X, L), X > 3 | write(X).
p(L) <=> nth1(I, L, E), E == c | write(I).
q(L) <=> append(A, [b|_], L), length(A, N), N > 1 | write(A).
l(L) <=> length(L, N), N > 2 | write(N).
a(L) <=> select(X, L, R), member(Y, R), X =:= Y * 2 | write(X - Y).
g(T) <=> arg(N, T, A), A == b | write(N).
r(L) <=> reverse(R, L), R = [c|_] | write(R).";
    let table = [
        // An answer that would bind a variable of the heads is none.
        ("m([_, a])", "m{}"),
        ("m([_, b])", "{m([_, b])}"),
        ("k([_, a])", "k{}"),
        ("n(1, [2, 1])", "[2]{}"),
        ("n(_, [2, 1])", "{n(_, [2, 1])}"),
        ("o([1, 2, 5, 7])", "5{}"),
        ("o([1, 2])", "{o([1, 2])}"),
        ("p([a, b, c])", "3{}"),
        ("q([b, a, b, c, b])", "[b,a]{}"),
        ("l([1, 2, 3])", "3{}"),
        ("l([1, 2])", "{l([1, 2])}"),
        ("l(_)", "{l(_)}"),
        ("l([1|_])", "{l([1|_])}"),
        ("a([1, 5, 2])", "2-1{}"),
        ("g(f(a, b))", "2{}"),
        ("g(f(a, c))", "{g(f(a, c))}"),
        ("r([a, b, c])", "[c,b,a]{}"),
    ];
    for (query, expected) in table {
        assert_eq!(nameless(&shown(text, query)), expected, "{query}");
    }
}

#[test]
fn guards_that_are_simplified_hold_as_before() {
    let text = "\
:- chr_constraint a(?any, ?any), b(?any, ?any), c(?any, ?any), d(?any, ?any), e(?any, ?any), f(?any, ?any), s(?any, ?any), t(?any, ?any).
a(X, Y) <=> Z is Y mod X, Z == 0 | write(a).
b(X, Y) <=> Z is Y mod X, Z == 0 | write(Z).
c(X, Y) <=> X is Y mod 3, X == 0 | write(c).
d(X, Y) <=> 0 is Y mod X | write(d).
e(X, Y) <=> box(X, Y) | write(e).
f(X, Y) <=> box(X-1, Y-2) | write(f).
s(V, [A, B|R]) <=> select(V, [A, B|R], L) | write(L).
t(X, Y) <=> ( X \\= Y ; X == z ) | write(t).
box(R-C, S-D) :- (R - 1) // 3 =:= (S - 1) // 3, (C - 1) // 3 =:= (D - 1) // 3.";
    let table = [
        ("a(2, 4)", "a{}"),
        ("a(2, 5)", "{a(2, 5)}"),
        ("b(2, 4)", "0{}"),
        ("b(2, 5)", "{b(2, 5)}"),
        ("c(0, 6)", "c{}"),
        ("c(0, 7)", "{c(0, 7)}"),
        ("c(1, 7)", "{c(1, 7)}"),
        ("c(X, 6), var(X)", "{c(_, 6)}"),
        ("d(2, 4)", "d{}"),
        ("d(2, 5)", "{d(2, 5)}"),
        (
            "d(2, 4.0)",
            "not caught: error(type_error(integer, 4.0), _G9)",
        ),
        (
            "a(2, x)",
            "not caught: error(type_error(evaluable, x / 0), _G7)",
        ),
        (
            "a(0, 1)",
            "not caught: error(evaluation_error(zero_divisor), _G5)",
        ),
        ("e(1-1, 2-3)", "e{}"),
        ("e(1-1, 2-4)", "{e(1-1, 2-4)}"),
        ("e(1, 2-4)", "{e(1, 2-4)}"),
        ("f(1, 3)", "f{}"),
        ("f(1, 4)", "{f(1, 4)}"),
        ("s(1, [2, 1])", "[2]{}"),
        ("s(3, [2, 1])", "{s(3, [2, 1])}"),
        ("s(3, [1, 2, 3])", "[1,2]{}"),
        ("s(3, [1, 2, 4|_])", "{s(3, [1, 2, 4|_])}"),
        ("s(1, [_, 2])", "{s(1, [_, 2])}"),
        ("s(1.0, [1, 1.0])", "[1]{}"),
        ("s(f(1), [1, f(1)])", "[1]{}"),
        ("t(1, 2)", "t{}"),
        ("t(1, 1)", "{t(1, 1)}"),
        ("t(z, z)", "t{}"),
        ("t(1.0, 1)", "t{}"),
        ("t(f(1), f(2))", "t{}"),
        ("t(f(1), f(1))", "{t(f(1), f(1))}"),
    ];
    for (query, expected) in table {
        let found = nameless(&shown(text, query));
        let found = found.replace(" - ", "-");
        let expected = nameless(expected);
        let found = match found.split_once(", 'in the guard") {
            Some((thrown, _)) => format!("{thrown}, _)"),
            None => found,
        };
        assert_eq!(found, expected, "{query}");
    }
}

#[test]
fn constraints_of_a_guard_wake_on_its_own_variables() {
    let text = "\
:- chr_constraint p(?any), twice(?any, ?any).
p(X) <=> later(X, Y), Y > 3 | write(Y).
later(X, Y) :- twice(V, Y), V = X.
twice(V, Y) <=> nonvar(V) | Y is 2 * V.";
    check(text, "p(2)", "4{}");
    check(text, "p(1)", "{p(1)}");
}

#[test]
fn guards_may_bind_arguments_declared_ground() {
    let text = "\
:- chr_constraint b(+int, ?any), c(?any), d(?any, ?any).
b(W, X) <=> q(W) | write(W - X).
c(X) <=> q(X) | write(X).
d(X, Y), b(W, _) <=> q(W), q(Y) | write(X).
q(7).";
    check(text, "b(_, 1)", "7-1{}");
    check(text, "b(W, 1), W == 7", "7-1{}");
    check(text, "c(7)", "7{}");
    check(text, "c(X), var(X), X = 7", "7{}");
}

#[test]
fn lists_of_aliased_variables_are_tried_oldest_first() {
    check(
        ":- chr_constraint v/2, go/1.\ngo(V), v(V, X) ==> write(X).\ngo(_) <=> true.",
        "v(V, 1), v(V, 2), v(V, 3), v(W, 4), V = W, go(V), V = a",
        "1234{v(a, 4), v(a, 3), v(a, 2), v(a, 1)}",
    );
}

#[test]
fn constraints_wake_oldest_first_and_symbol_by_symbol() {
    check(
        ":- chr_constraint a/2, b/2.\na(X, N) ==> nonvar(X) | write(a-N), write(' ').\nb(X, N) ==> nonvar(X) | write(b-N), write(' ').",
        "b(X, 1), a(X, 2), b(X, 3), a(X, 4), X = x, write(end)",
        "a-2 a-4 b-1 b-3 end{a(x, 4), a(x, 2), b(x, 3), b(x, 1)}",
    );
}

#[test]
fn a_propagation_rule_fires_once_for_the_same_constraints() {
    check(
        ":- chr_constraint a/1, b/1.\na(X), b(Y) ==> nonvar(Y) | write(X-Y), write(' ').",
        "a(1), b(Y), Y = 3, b(2)",
        "1-3 1-2 {a(1), b(2), b(3)}",
    );
}

#[test]
fn a_constraint_is_not_its_own_partner() {
    check(
        ":- chr_constraint a/1.\na(X), a(X) <=> write(two).",
        "a(1)",
        "{a(1)}",
    );
    check(
        ":- chr_constraint a/1.\na(X), a(X) <=> write(two).",
        "a(1), a(1)",
        "two{}",
    );
}

#[test]
fn a_head_matches_and_never_binds() {
    check(
        ":- chr_constraint a/1.\na(f(_)) <=> write(hit).",
        "a(X), write(no), X = f(1)",
        "nohit{}",
    );
    check(
        ":- chr_constraint a/2.\na(X, X) <=> write(hit).",
        "a(X, Y), write(no), X = Y",
        "nohit{}",
    );
}

#[test]
fn a_guard_that_would_bind_does_not_hold() {
    check(
        ":- chr_constraint a/1.\na(X) <=> X = 1 | write(hit).",
        "a(X), write(no), X = 1",
        "nohit{}",
    );
    check(
        ":- chr_constraint a/2.\na(L, X) <=> member(X, L) | write(hit).",
        "a([1, 2], X), write(no), X = 2",
        "nohit{}",
    );
    check(
        ":- chr_constraint a/1.\na(X) <=> one(X) | write(hit).\none(1).",
        "a(X), write(no), X = 1",
        "nohit{}",
    );
}

#[test]
fn a_guard_may_give_its_own_variables_values() {
    check(
        ":- chr_constraint a/1.\na(X) <=> Y is X + 1, Y > 2 | write(Y).",
        "a(1), a(2)",
        "3{a(1)}",
    );
    check(
        ":- chr_constraint a/1.\na(L) <=> two(L, X) | write(X).\ntwo([_, X|_], X).",
        "a([1]), a([1, 2])",
        "2{a([1])}",
    );
}

#[test]
fn what_is_removed_during_a_search_is_passed_over() {
    check(
        ":- chr_constraint a/1, go, kill/1.\nkill(X), a(X) <=> true.\ngo, a(X) ==> write(X), Y is X - 1, kill(Y).\ngo <=> true.",
        "a(1), a(2), a(3), a(4), go",
        "42{a(4), a(2)}",
    );
}

#[test]
fn what_is_added_during_a_search_is_not_seen_by_it() {
    check(
        ":- chr_constraint a/1, go.\ngo, a(X) ==> X < 5, write(X) | Y is X + 10, a(Y).\ngo <=> true.",
        "a(1), a(2), go",
        "21{a(11), a(12), a(2), a(1)}",
    );
}

#[test]
fn backtracking_restores_store_and_history() {
    let text = ":- chr_constraint a/1, b/1.\na(X) \\ b(X) <=> write(hit).\na(X) ==> write(X).";
    check(text, "a(1), ( b(1), fail ; true ), b(1)", "1hithit{a(1)}");
    check(text, "( a(1), fail ; a(1) )", "11{a(1)}");
    check(
        ":- chr_constraint a/1, b/0.\na(X), b ==> nonvar(X) | write(X).",
        "a(Y), ( b, Y = 1, fail ; b, Y = 2 )",
        "12{a(2), b}",
    );
}

#[test]
fn a_search_goes_on_after_a_choice_in_a_body() {
    check(
        ":- chr_constraint v/1, go.\ngo, v(X) ==> member(X, [1, 2]).\ngo <=> true.",
        "v(X), v(Y), go, X + Y =:= 3, write(X/Y)",
        "2/1{v(1), v(2)}",
    );
}

#[test]
fn passive_heads_are_never_active() {
    check(
        ":- chr_constraint a, b.\na # passive, b <=> write(hit).",
        "b, a, write(no), b",
        "nohit{b}",
    );
    check(
        ":- chr_constraint a, b.\na # Id, b <=> write(hit) pragma passive(Id).",
        "b, a",
        "{a, b}",
    );
}

#[test]
fn bodies_have_choices_conditions_and_negation() {
    let text = ":- chr_constraint a/1.\na(X) <=> ( X > 1 -> write(big) ; X =:= 1 -> write(one) ; \\+ X = 0, write(less) ).";
    check(text, "a(2), a(1), a(-1)", "bigoneless{}");
    check(text, "a(0)", "no");
    check(
        ":- chr_constraint a/1.\na(X) <=> ( X = 1 ; X = 2 ).",
        "a(X), X > 1, write(X)",
        "2{}",
    );
}

#[test]
fn a_trace_tells_every_step() {
    let text = ":- chr_constraint a, b.\nmeet @ a, b <=> true.";
    let program = Program::parse(text, "t.chr").expect("it is correct");
    let mut lines = Vec::new();
    let mut json = Vec::new();
    let mut listener = |step: &Step| {
        lines.push(step.text(program.operators()));
        json.push(step.json(program.operators()));
    };
    let mut run = program
        .query("a, b", Limits::default())
        .expect("it can be read");
    run.trace(&mut listener);
    run.next_answer().expect("nothing is thrown");
    drop(run);
    assert_eq!(
        lines,
        [
            "call: a #0",
            "insert: a #1",
            "exit: a #1",
            "call: b #0",
            "try: meet @ b #0, a #1",
            "apply: meet @ b #0, a #1",
            "remove: a #1"
        ]
    );
    assert_eq!(
        json[5],
        r#"{"event":"apply","depth":0,"rule":"meet","constraints":[{"id":0,"constraint":"b"},{"id":1,"constraint":"a"}]}"#
    );
}

#[test]
fn a_trace_tells_what_failed_and_what_was_taken_up() {
    let text = ":- chr_constraint a/1.\nno @ a(1) <=> fail.";
    let program = Program::parse(text, "t.chr").expect("it is correct");
    let mut lines = Vec::new();
    let mut listener = |step: &Step| lines.push(step.text(program.operators()));
    let mut run = program
        .query("( a(1) ; a(2) )", Limits::default())
        .expect("it can be read");
    run.trace(&mut listener);
    run.next_answer().expect("nothing is thrown");
    drop(run);
    assert_eq!(
        lines,
        [
            "call: a(1) #0",
            "try: no @ a(1) #0",
            "apply: no @ a(1) #0",
            "fail",
            "redo",
            "call: a(2) #0",
            "insert: a(2) #1",
            "exit: a(2) #1",
        ]
    );
}

/// A rule that removes a partner may leave its place to the active constraint, which is then stored: it is no partner of itself.
#[test]
fn the_place_of_a_removed_partner_is_not_mistaken_for_it() {
    check(
        ":- chr_constraint a(+int), c(+int), d(+int).\nd(_), c(X) \\ a(X) <=> write(r).",
        "a(2), d(1), d(0), c(2)",
        "r{c(2), d(0), d(1)}",
    );
}

#[test]
fn a_rule_waits_for_partners_that_backtracking_took_away() {
    let text = ":- chr_constraint a, b.\na, b <=> write(met).";
    check(text, "( a, fail ; true ), b", "{b}");
    check(
        text,
        "a, ( b, fail ; true ), write(again), b",
        "metagainmet{}",
    );
    check(
        ":- chr_constraint a(?any).\na(X), a(Y) <=> write(X - Y).",
        "a(1), ( a(2), fail ; a(3) )",
        "2-13-1{}",
    );
}

#[test]
fn the_index_report_tells_how_partners_are_found() {
    let text = ":- chr_constraint a(+int), b(+int, ?any), c.\nr @ a(X), b(X, Y) ==> c.\ns @ c, b(_, _) ==> true.";
    let program = Program::parse(text, "t.chr").expect("it is correct");
    let report = program.index_report();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(
        lines,
        [
            "r (line 2): a/1 finds b/2: index on argument 1",
            "r (line 2): b/2 finds a/1: index on argument 1",
            "s (line 3): b/2 finds c/0: all of them",
            "s (line 3): c/0 finds b/2: all of them",
        ]
    );
}

#[test]
fn a_value_the_guard_computes_is_looked_up() {
    let text = ":- chr_constraint a(+int), b(?any), c(+int), d(+int).\n\
        r @ a(X), b(Y) ==> Y is X + 1 | write(X-Y), write(' ').\n\
        s @ c(X), c(Y) ==> Y =:= X * 2 | write(X/Y), write(' ').\n\
        t @ d(X), d(Y) ==> 3 =:= Y - X | write(X/Y), write(' ').";
    check(
        text,
        "d(5), d(2), d(8), d(3)",
        "2/5 5/8 {d(3), d(8), d(2), d(5)}",
    );
    check(
        text,
        "b(Y), a(1), b(2), b(3), Y = 2, a(2)",
        "1-2 1-2 2-3 {a(2), a(1), b(3), b(2), b(2)}",
    );
    check(
        text,
        "c(4), c(2), c(1), c(8)",
        "2/4 1/2 4/8 {c(8), c(1), c(2), c(4)}",
    );
    let program = Program::parse(text, "t.chr").expect("it is correct");
    let report = program.index_report();
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(
        lines,
        [
            "r (line 2): a/1 finds b/1: index on argument 1, computed by the guard",
            "r (line 2): b/1 finds a/1: index on argument 1, computed by the guard",
            "s (line 3): c/1 finds c/1: index on argument 1, computed by the guard",
            "s (line 3): c/1 finds c/1: all of them",
            "t (line 4): d/1 finds d/1: index on argument 1, computed by the guard",
        ]
    );
}

#[test]
fn lists_of_one_item_are_found_by_their_end() {
    let text = "\
:- chr_constraint c(?any, ?any), go.
c(N, [X]) \\ go <=> write(N-X).
c(N, [_, _|_]), c(M, [X]) ==> write(N/M/X).";
    let table = [
        (
            "c(a, [1]), c(b, [1, 2]), go",
            "b/a/1a-1{c(b, [1, 2]), c(a, [1])}",
        ),
        ("c(a, [1|T]), go, T = []", "a-1{c(a, [1])}"),
        ("c(a, [1|T]), go, T = [2]", "{c(a, [1, 2]), go}"),
        ("c(a, L), go, L = [X|T], T = [], X = 3", "a-_{c(a, [3])}"),
        (
            "c(a, []), c(b, x), c(c, [1|x]), go",
            "{c(c, [1|x]), c(b, x), c(a, []), go}",
        ),
        (
            "c(a, [1]), ( T = [], c(b, [2|T]), go, fail ; go )",
            "b-2a-1{c(a, [1])}",
        ),
    ];
    for (query, expected) in table {
        assert_eq!(nameless(&shown(text, query)), expected, "{query}");
    }
}
