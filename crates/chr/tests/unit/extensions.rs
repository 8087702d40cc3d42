//! What goes beyond the language and is off unless asked for: aggregates over the store, and priorities of rules.

use gridwright_chr::{Limits, Program};

use crate::support::{refuses, shown};

fn check(option: &str, text: &str, query: &str, expected: &str) {
    let text = format!(":- chr_option({option}, on).\n{text}");
    assert_eq!(shown(&text, query), expected, "{text}\n{query}");
}

#[test]
fn aggregates_are_computed_in_guards_and_bodies() {
    let text = ":- chr_constraint cell(+int, +int, +int), tell(+int).\n\
        tell(R) <=> count(cell(R, _, _), N), sum(V, cell(R, _, V), S), min(V, cell(R, _, V), L), max(C, cell(R, C, _), M) \
        | write([N, S, L, M]).\n\
        tell(R) <=> count(cell(_, _, _), N), sum(C * V, (cell(_, C, V), V > 4), S), write(R/N/S).\n";
    check(
        "aggregates",
        text,
        "cell(1, 1, 5), cell(1, 2, 7), cell(2, 1, 4), tell(1), tell(2), tell(3)",
        "[2,12,5,2][1,4,4,1]3/3/19{cell(2, 1, 4), cell(1, 2, 7), cell(1, 1, 5)}",
    );
}

#[test]
fn the_active_constraint_is_counted() {
    let text = ":- chr_constraint p(+int).\np(_) ==> count(p(_), N) | write(N).\n";
    check("aggregates", text, "p(1), p(2)", "12{p(2), p(1)}");
    let text = ":- chr_constraint p(+int).\np(_) <=> count(p(_), N), N > 2 | true.\n";
    check("aggregates", text, "p(1), p(2), p(3), p(4)", "{p(2), p(1)}");
}

#[test]
fn an_aggregate_among_the_heads_is_looked_at_when_the_store_changes() {
    let text = ":- chr_constraint tally(+int, +int), ship(+int, +int), drop(+int, +int).\n\
        full @ tally(R, K), count(ship(R, _), K) ==> write(full(R)), write(' ').\n\
        over @ tally(R, K), count(ship(R, _), N) ==> N > K | fail.\n\
        drop(R, C), ship(R, C) <=> true.\n\
        drop(_, _) <=> true.\n";
    check(
        "aggregates",
        text,
        "tally(1, 2), tally(2, 1), ship(1, 1), ship(2, 5), ship(1, 2)",
        "full(2) full(1) {tally(2, 1), tally(1, 2), ship(1, 2), ship(2, 5), ship(1, 1)}",
    );
    check(
        "aggregates",
        text,
        "tally(1, 1), ship(1, 1), ship(1, 2)",
        "full(1) no",
    );
    check(
        "aggregates",
        text,
        "tally(1, 0), ( ship(1, 1) ; write(back), true )",
        "full(1) back{tally(1, 0)}",
    );
    let text = ":- chr_constraint item(+int), empty, take(+int).\n\
        count(item(_), 0), empty <=> write(empty).\n\
        take(X), item(X) <=> true.\n";
    check(
        "aggregates",
        text,
        "item(1), item(2), empty, take(1), write(one), take(2)",
        "oneempty{}",
    );
}

#[test]
fn values_bound_later_count() {
    let text = ":- chr_constraint cell(?any, ?any), row(?any).\n\
        row(R), count(cell(R, ship), N) ==> write(N).\n";
    check(
        "aggregates",
        text,
        "row(1), cell(1, A), cell(1, B), A = ship, B = water",
        "01{cell(1, water), cell(1, ship), row(1)}",
    );
}

#[test]
fn aggregates_alone_are_grouped_by_what_they_share() {
    let text = ":- chr_constraint out(+int), in(+int).\n\
        count(out(X), N), count(in(X), M) ==> N > M | write(X-N-M), write(' ').\n";
    check(
        "aggregates",
        text,
        "in(1), out(2), out(1), out(1)",
        "2-1-0 1-2-1 {out(1), out(1), out(2), in(1)}",
    );
}

#[test]
fn aggregates_agree_with_the_store_of_random_runs() {
    let text = ":- chr_option(aggregates, on).\n\
        :- chr_constraint p(+int, +int), del(+int), ask(?any).\n\
        del(X) \\ p(X, _) <=> true.\n\
        del(_) <=> true.\n\
        ask(R) <=> count(p(_, _), N), sum(Y, p(_, Y), S), count((p(X, Y2), Y2 >= X), B), R = [N, S, B].\n";
    let program = Program::parse(text, "t.chr").unwrap_or_else(|why| panic!("{why}"));
    let mut state: u64 = 7;
    let mut below = |end: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % end
    };
    for _ in 0..50 {
        let mut model: Vec<(u64, u64)> = Vec::new();
        let mut goals = Vec::new();
        for _ in 0..20 {
            let (x, y) = (below(5), below(9));
            if below(4) == 0 {
                goals.push(format!("del({x})"));
                model.retain(|pair| pair.0 != x);
            } else {
                goals.push(format!("p({x}, {y})"));
                model.push((x, y));
            }
        }
        goals.push("ask(R)".to_owned());
        let query = goals.join(", ");
        let report = program
            .run(&query, Limits::default())
            .expect("nothing is thrown");
        let answer = report.answer.expect("it succeeds");
        let sum: u64 = model.iter().map(|pair| pair.1).sum();
        let big = model.iter().filter(|pair| pair.1 >= pair.0).count();
        let expected = format!("[{}, {sum}, {big}]", model.len());
        assert_eq!(answer.bindings[0].1.to_string(), expected, "{query}");
    }
}

#[test]
fn more_urgent_rules_go_first() {
    let text = ":- chr_constraint go, a(+int), slow, fast.\n\
        start @ go <=> a(1), a(2), slow, fast pragma priority(5).\n\
        low @ slow ==> write(slow), write(' ') pragma priority(9).\n\
        high @ fast ==> write(fast), write(' ') pragma priority(1).\n\
        both @ a(X), a(Y) ==> X < Y | write(X-Y), write(' ') pragma priority(2).\n\
        one @ a(X) ==> write(X), write(' ').\n";
    check(
        "priorities",
        text,
        "go",
        "fast 1-2 slow 1 2 {a(2), a(1), slow, fast}",
    );
}

#[test]
fn a_body_is_interrupted_by_what_is_more_urgent_than_its_rule() {
    let text = ":- chr_constraint v(?any, +int), pick.\n\
        no @ v(X, _), v(Y, _) ==> X == Y, nonvar(X) | write(no), fail pragma priority(1).\n\
        pick @ pick, v(X, _) ==> var(X) | member(X, [1, 2]), write(X) pragma priority(9).\n";
    check(
        "priorities",
        text,
        "v(A, 1), v(B, 2), pick",
        "1no2{v(1, 2), v(2, 1), pick}",
    );
}

#[test]
fn backtracking_restores_the_agenda() {
    let text = ":- chr_constraint go, a(+int), b(+int).\n\
        go <=> ( a(1), fail ; a(2) ), b(3) pragma priority(3).\n\
        a(X) ==> write(a(X)) pragma priority(2).\n\
        b(X) ==> write(b(X)) pragma priority(1).\n";
    check("priorities", text, "go", "b(3)a(2){a(2), b(3)}");
    check(
        "priorities",
        text,
        "( go, fail ; go )",
        "b(3)a(2)b(3)a(2){a(2), b(3)}",
    );
}

#[test]
fn extensions_that_were_not_asked_for_are_explained() {
    refuses(&[
        (
            ":- chr_constraint a, b.\na, count(b, N) ==> N > 1 | true.\n",
            "t.chr:2:1: error: the constraint `count/2` is not declared\n    a, count(b, N) ==> N > 1 | true.\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n    note: `:- chr_option(aggregates, on)` lets it be counted from the store\n",
        ),
        (
            ":- chr_constraint a.\na ==> true pragma priority(1).\n",
            "t.chr:2:1: error: priorities are off; `:- chr_option(priorities, on)` switches them on\n    a ==> true pragma priority(1).\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- chr_option(priorities, on).\n:- chr_constraint a.\na ==> true pragma priority(x).\n",
            "t.chr:3:1: error: a priority is a number from 0 to 1000000\n    a ==> true pragma priority(x).\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- chr_option(aggregates, on).\n:- chr_constraint a, b(+int).\na, count(b(X), _) ==> write(X).\n",
            "t.chr:3:1: error: `X` of an aggregate is used elsewhere, but no head mentions it\n    a, count(b(X), _) ==> write(X).\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- chr_option(aggregates, on).\n:- chr_constraint a.\na, count(c(_), _) ==> true.\n",
            "t.chr:3:1: error: `c(_)` is no declared constraint that could be counted\n    a, count(c(_), _) ==> true.\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        ),
    ]);
}

#[test]
fn types_are_checked_in_the_text() {
    refuses(&[
        (
            ":- chr_constraint a(+colour).\n",
            "t.chr:1:1: error: the type `colour` is not defined\n    :- chr_constraint a(+colour).\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- chr_type colour ---> red ; green.\n:- chr_constraint a(+colour).\na(blue) <=> true.\n",
            "t.chr:3:1: error: argument 1 of `a/1`: `blue` is not of type `colour`\n    a(blue) <=> true.\n    ^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- chr_type list(T) ---> [] ; [T|list(T)].\n:- chr_constraint a(?list(int)), b.\nb <=> a([1, 2, x]).\n",
            "t.chr:3:1: error: argument 1 of `a/1`: `x` is not of type `int`\n    b <=> a([1, 2, x]).\n    ^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- chr_type size == natural.\n:- chr_type size == int.\n",
            "t.chr:2:1: error: the type `size` is defined already\n    :- chr_type size == int.\n    ^^^^^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- chr_type size.\n",
            "t.chr:1:1: error: a type is defined by `name ---> form ; form` or `name == type`\n    :- chr_type size.\n    ^^^^^^^^^^^^^^^^^\n",
        ),
    ]);
    let fine = ":- chr_type list(T) ---> [] ; [T|list(T)].\n:- chr_type pair(A, B) ---> A - B.\n:- chr_type rows == list(list(pair(int, any))).\n\
        :- chr_constraint a(+rows).\na([[1 - x], [], [Y - f(Y)]]) <=> true.\n";
    assert!(Program::parse(fine, "t.chr").is_ok());
}

#[test]
fn types_are_checked_in_a_run_that_asks_for_it() {
    let text = ":- chr_type colour ---> red ; mix(colour, int).\n:- chr_constraint a(?colour, +natural).\n";
    let table = [
        (
            "a(red, 0), a(mix(red, 3), 1), a(X, 2)",
            "{a(X, 2), a(mix(red, 3), 1), a(red, 0)}",
        ),
        (
            "a(blue, 0)",
            "not caught: error(type_error(colour, blue), context(",
        ),
        (
            "a(mix(red, x), 0)",
            "not caught: error(type_error(int, x), context(",
        ),
        (
            "a(red, -1)",
            "not caught: error(type_error(natural, -1), context(",
        ),
    ];
    for (query, expected) in table {
        let asked = format!(":- chr_option(type_check, on).\n{text}");
        let found = shown(&asked, query);
        let nameless = found.split("_G").next().unwrap_or_default();
        assert!(expected.starts_with(nameless), "{query}: {found}");
        let off = format!(":- chr_option(type_check, off).\n{text}");
        assert!(
            shown(&off, query).starts_with('{'),
            "{query} is not checked"
        );
    }
    let asked = format!(":- chr_option(type_check, on).\n{text}");
    assert!(shown(&asked, "a(red, _)").starts_with("not caught: error(instantiation_error"));
}

#[test]
fn types_of_variables_are_checked_when_they_get_values() {
    let text = ":- chr_type list(T) ---> [] ; [T|list(T)].\n\
        :- chr_type pair ---> pair(int, number).\n\
        :- chr_constraint a(?int), b(?int), n(?number), c(?list(int)), d(?pair), go.\n\
        a(X), b(X) ==> write(both).\n\
        go <=> a(X), X = foo.\n";
    let error = |wanted: &str, part: &str| {
        format!("not caught: error(type_error({wanted}, {part}), context(")
    };
    let table = [
        ("a(X), X = 1", "{a(1)}".to_owned()),
        ("a(X), X = foo", error("int", "foo")),
        ("go", error("int", "foo")),
        ("a(X), a(Y), X = Y, Y = f(1)", error("int", "f(1)")),
        ("a(X), X = Y, Y = 2.5", error("int", "2.5")),
        ("n(X), X = 2.5", "{n(2.5)}".to_owned()),
        ("n(X), a(X), X = 2.5", error("int", "2.5")),
        ("c(L), L = [1|T], T = [2]", "{c([1, 2])}".to_owned()),
        ("c(L), L = [1|T], T = [a]", error("int", "a")),
        ("c([X, Y]), Y = a", error("int", "a")),
        ("c(L), L = 3", error("list(int)", "3")),
        // A variable that occurs twice has both types.
        ("d(pair(X, X)), X = 2.5", error("int", "2.5")),
        ("d(pair(X, X)), X = 2", "{d(pair(2, 2))}".to_owned()),
        (
            "a(X), catch(X = foo, error(E, _), true), E == type_error(int, foo), var(X)",
            "{a(_G".to_owned(),
        ),
        // The answers that fail leave no type behind.
        ("( a(X), fail ; X = foo )", "{}".to_owned()),
        ("a(X), \\+ X = 2.5 ; true", error("int", "2.5")),
        // Other attributes and constraints of the variable wake in their order.
        (
            "freeze(X, write(woken)), a(X), X = foo",
            error("int", "foo"),
        ),
        ("a(X), copy_term(X, Y, Gs), Gs == []", "{a(_G".to_owned()),
        (
            "a(X), put_attr(X, m, 1), del_attr(X, m), X = b",
            error("int", "b"),
        ),
        (
            "put_attrs(X, att(m, 1, att(n, 2, []))), get_attr(X, m, A), get_attr(X, n, B), A == 1, B == 2",
            "{}".to_owned(),
        ),
    ];
    for (query, expected) in table {
        let found = shown(text, query);
        assert!(found.starts_with(&expected), "{query}: {found}");
        let optimised = format!(":- chr_option(optimize, full).\n{text}");
        assert!(!shown(&optimised, query).contains("type_error"), "{query}");
    }
}

#[test]
fn types_are_checked_by_their_forms() {
    let text = ":- chr_type tree(T) ---> leaf ; node(tree(T), T, tree(T)).\n\
        :- chr_type deep(T) ---> end ; more(deep(pair(T, T))).\n\
        :- chr_type pair(A, B) ---> A - B.\n\
        :- chr_type size == natural.\n\
        :- chr_type sizes == list(size).\n\
        :- chr_type list(T) ---> [] ; [T|list(T)].\n\
        :- chr_type mixed ---> 1 ; 2.5 ; \"text\" ; name ; wrap(colour).\n\
        :- chr_type colour ---> red ; blue.\n\
        :- chr_type grows(T) == grows(pair(T, T)).\n\
        :- chr_constraint t(?tree(int)), s(?sizes), m(?mixed), f(?float), d(?deep(int)), g(?grows(int)).\n";
    let error = |wanted: &str, part: &str| {
        format!("not caught: error(type_error({wanted}, {part}), context(")
    };
    let table = [
        ("t(node(leaf, 1, node(leaf, 2, leaf)))", "{t(".to_owned()),
        ("t(node(leaf, 1, node(leaf, a, leaf)))", error("int", "a")),
        (
            "t(node(leaf, X, L)), L = leaf, X = 1.5",
            error("int", "1.5"),
        ),
        ("t(node(1, 1, leaf))", error("tree(int)", "1")),
        ("s([0, 1, 100000000000000000000])", "{s(".to_owned()),
        ("s([0, X|R]), R = [-1]", error("natural", "-1")),
        ("s([0, X|R]), R = [3], X = -2", error("natural", "-2")),
        ("s([0|1])", error("list(size)", "1")),
        ("m(1), m(2.5), m(\"text\"), m(name)", "{m(".to_owned()),
        ("m(text)", error("mixed", "text")),
        ("m(X), X = 2", error("mixed", "2")),
        ("m(wrap(X)), X = 3", error("colour", "3")),
        ("m(wrap(X)), X = Y, Y = red", "{m(".to_owned()),
        ("f(1.5)", "{f(1.5)}".to_owned()),
        ("f(1)", error("float", "1")),
        ("d(more(more(end)))", "{d(".to_owned()),
        (
            "d(more(more(1)))",
            "not caught: error(type_error(".to_owned(),
        ),
        // A type without a table.
        (
            "d(more(more(more(more(more(more(more(X)))))))), X = Y, Y = 1",
            "not caught: error(type_error(".to_owned(),
        ),
        (
            "g(X), X = Y, Y = 1",
            "not caught: error(type_error(".to_owned(),
        ),
        (
            "T = more(T), d(T)",
            "not caught: error(type_error(".to_owned(),
        ),
    ];
    for (query, expected) in table {
        let found = shown(text, query);
        assert!(found.starts_with(&expected), "{query}: {found}");
    }
}
