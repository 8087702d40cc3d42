//! Builtin predicates and libraries: what they answer, write and throw, as SWI-Prolog does.

use gridwright_chr::{Limits, Program, RunError};

/// Dynamic and tabled predicates, and a constraint that reports the binding of its variable.
const PROGRAM: &str = "\
:- chr_constraint c(?any).
:- dynamic q/1, cnt/1, fact/2.
:- table path/2, sp(_, _, min), fib/2, ev/1, od/1, longest(_, lattice(longer/3)).
found @ c(X) ==> nonvar(X) | write(chr(X)), write(' ').
cnt(0).
fact(1, a). fact(2, \"text\"). fact(X, Y) :- q(X), ( X > 1 -> true ; Y = 'A b', \\+ q(Y) ), !, write([1, 2|Y]).
s(1). s(X) :- t(X), q(_).
t(2).
count(0) :- !.
count(N) :- retract(cnt(K)), K1 is K + 1, assertz(cnt(K1)), M is N - 1, count(M).
edge(a, b). edge(b, c). edge(c, a). edge(c, d).
path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).
sp(X, Y, 1) :- edge(X, Y).
sp(X, Y, N) :- sp(X, Z, M), edge(Z, Y), N is M + 1.
fib(0, 0). fib(1, 1).
fib(N, F) :- N > 1, A is N - 1, B is N - 2, fib(A, FA), fib(B, FB), F is FA + FB.
ev(0). ev(X) :- od(Y), X is Y + 1, X < 10.
od(X) :- ev(Y), X is Y + 1, X < 10.
longest(X, [X]). longest(X, [X|L]) :- member(X-Y, [a-b, b-c, a-c]), longest(Y, L).
longer(A, B, C) :- length(A, M), length(B, N), ( M >= N -> C = A ; C = B ).
";

/// All answers to a query, with what was written before each in front of a bar, or what was thrown.
fn answers(query: &str) -> String {
    let program = Program::parse(PROGRAM, "t.chr").unwrap_or_else(|why| panic!("{why}"));
    let limits = Limits {
        steps: Some(10_000_000),
        ..Limits::default()
    };
    let mut run = program
        .query(query, limits)
        .unwrap_or_else(|why| panic!("{query}: {why}"));
    let mut found = Vec::new();
    for _ in 0..20 {
        let answer = run.next_answer();
        let output = run.take_output();
        let bar = if output.is_empty() { "" } else { "|" };
        match answer {
            Ok(Some(answer)) => {
                let named = answer.named();
                let shown: Vec<String> = named
                    .bindings
                    .iter()
                    .filter(|(name, term)| term.to_string() != *name)
                    .map(|(name, term)| format!("{name}={term}"))
                    .collect();
                let shown = if shown.is_empty() {
                    "yes".to_owned()
                } else {
                    shown.join(" ")
                };
                found.push(format!("{output}{bar}{shown}"));
            }
            Ok(None) => {
                if !output.is_empty() {
                    found.push(format!("{output}|no"));
                }
                break;
            }
            Err(RunError::Thrown(ball)) => {
                let formal = ball.args().first().unwrap_or(&ball).to_string();
                found.push(format!("{output}{bar}throws {formal}"));
                break;
            }
            Err(why) => {
                found.push(format!("{output}{bar}{why}"));
                break;
            }
        }
    }
    found.join("; ")
}

fn check(table: &[(&str, &str)]) {
    let mut complaints = String::new();
    for (query, expected) in table {
        let found = answers(query);
        if found != *expected {
            complaints += &format!("?- {query}.\n  found    {found}\n  expected {expected}\n");
        }
    }
    assert!(complaints.is_empty(), "{complaints}");
}

#[test]
fn clauses_are_added_and_removed_under_the_logical_update_view() {
    check(&[
        (
            "assertz(q(1)), assertz(q(2)), q(X), assertz(q(3))",
            "X=1; X=2",
        ),
        ("assertz(q(1)), asserta(q(0)), q(X)", "X=0; X=1"),
        ("q(X)", ""),
        (
            "assertz(q(1)), assertz(q(2)), retract(q(X)), q(Y)",
            "X=1 Y=2",
        ),
        (
            "assertz(q(1)), assertz(q(2)), q(X), retractall(q(_))",
            "X=1; X=2",
        ),
        (
            "assertz((new(X) :- X > 1, !)), assertz(new(0)), new(0)",
            "yes",
        ),
        (
            "assertz((new(X) :- X > 1, !)), assertz(new(_)), findall(x, new(2), L)",
            "L=[x]",
        ),
        ("count(1000), cnt(N)", "N=1000"),
        ("clause(s(X), B)", "X=1 B=true; B=t(X), q(_G25)"),
        (
            "clause(fact(1, X), B)",
            "X=a B=true; B=q(1), (1 > 1 -> true ; X = 'A b', \\+ q(X)), !, write([1, 2|X])",
        ),
        (
            "assertz(s(3))",
            "throws permission_error(modify, static_procedure, s / 1)",
        ),
        (
            "assertz(atom_length(a, b))",
            "throws permission_error(modify, static_procedure, atom_length / 2)",
        ),
        (
            "retract(s(1))",
            "throws permission_error(access, private_procedure, s / 1)",
        ),
        ("assertz((foo :- 1))", "throws type_error(callable, 1)"),
        ("assertz(_)", "throws instantiation_error"),
        ("clause(_, B)", "throws instantiation_error"),
        ("clause(4, B)", "throws type_error(callable, 4)"),
        (
            "clause(atom_length(_, _), B)",
            "throws permission_error(access, private_procedure, atom_length / 2)",
        ),
        ("retract(nothing(1))", ""),
        ("retractall(fresh(1)), fresh(2)", ""),
        (
            "abolish(cnt/1), cnt(X)",
            "throws existence_error(procedure, cnt / 1)",
        ),
        (
            "predicate_property(q(_), dynamic), predicate_property(s(_), number_of_clauses(N))",
            "N=2",
        ),
        ("current_predicate(s/N)", "N=1"),
        ("current_predicate(nothing/N)", ""),
        ("current_module(nosuch), A = 1", ""),
        ("current_module(1), A = 1", ""),
        ("current_module(system), once(current_module(M))", "M=user"),
        (
            "listing(fact/2)",
            ":- dynamic fact/2.\n\nfact(1, a).\nfact(2, \"text\").\nfact(A, B) :-\n    q(A),\n    (   A>1\n    ->  true\n    ;   B='A b',\n        \\+ q(B)\n    ),\n    !,\n    write([1, 2|B]).\n\n|yes",
        ),
        ("listing(q)", ":- dynamic q/1.\n\n\n|yes"),
        (
            "listing(s/1)",
            "s(1).\ns(A) :-\n    t(A),\n    q(_).\n\n|yes",
        ),
    ]);
}

#[test]
fn many_facts_are_found_by_any_argument() {
    check(&[
        (
            "forall(between(1, 20000, I), ( J is I mod 1000, assertz(big(J, I)) )), findall(I, big(7, I), L), length(L, N), big(K, 20000)",
            "L=[7, 1007, 2007, 3007, 4007, 5007, 6007, 7007, 8007, 9007, 10007, 11007, 12007, 13007, 14007, 15007, 16007, 17007, 18007, 19007] N=20 K=0",
        ),
        (
            "forall(between(1, 20000, I), assertz(big(I))), forall(between(1, 20000, I), retract(big(I))), assertz(big(x)), big(X)",
            "X=x",
        ),
    ]);
}

#[test]
fn attributed_variables_wake_their_hooks() {
    check(&[
        ("freeze(X, write(a)), freeze(X, write(b)), X = 1", "ab|X=1"),
        (
            "freeze(X, write(a)), freeze(Y, write(b)), X = Y, write(c), X = 1",
            "cab|X=1 Y=1",
        ),
        (
            "freeze(X, write(a)), freeze(Y, write(b)), f(X, Y) = f(1, 2)",
            "ab|X=1 Y=2",
        ),
        ("freeze(X, write(f)), c(X), X = 1", "fchr(1) |X=1"),
        ("c(X), freeze(X, write(f)), X = 1", "chr(1) f|X=1"),
        ("freeze(X, fail), X = 1", ""),
        (
            "freeze(X, fail), ( X = 1 -> write(yes) ; write(no) )",
            "no|yes",
        ),
        (
            "freeze(X, member(Z, [1, 2, 3])), X = 1, Z >= 2",
            "X=1 Z=2; X=1 Z=3",
        ),
        ("freeze(X, throw(a)), catch(X = 1, E, true)", "E=a"),
        ("freeze(X, true), frozen(X, G)", "G=freeze(X, user:true)"),
        ("freeze(X, true), copy_term(X, Y), attvar(Y)", "yes"),
        ("freeze(X, true), copy_term_nat(X, Y), attvar(Y)", ""),
        ("findall(X, freeze(X, write(f)), [Y]), Y = 1", "f|Y=1"),
        (
            "freeze(X, write(no)), assertz(kept(X)), kept(Y), Y = 1",
            "Y=1",
        ),
        ("c(X), attvar(X)", "yes"),
        (
            "put_attr(X, m, 1), put_attr(X, n, 2), get_attrs(X, A)",
            "A=att(m, 1, att(n, 2, []))",
        ),
        (
            "put_attr(X, m, 1), ( put_attr(X, m, 2), fail ; get_attr(X, m, V) )",
            "V=1",
        ),
        ("put_attr(X, m, 1), del_attr(X, m), attvar(X)", ""),
        (
            "put_attr(X, m, 1), X = 2",
            "throws existence_error(procedure, m:attr_unify_hook / 2)",
        ),
        ("put_attr(a, m, 1)", "throws uninstantiation_error(a)"),
        (
            "put_attr(X, m, 1), copy_term(X, Y, G)",
            "G=[put_attr(Y, m, 1)]",
        ),
        ("dif(X, Y), X = 1, Y = 2", "X=1 Y=2"),
        ("dif(X, Y), X = 1, Y = 1", ""),
        ("dif(X, Y), X = Y", ""),
        ("dif(f(A, B), f(1, 2)), A = 1, B = 2", ""),
        ("dif(f(A, B), f(1, 2)), A = 2", "A=2"),
        (
            "dif(f(A, B), f(1, 2)), A = 1, copy_term(B, Z, G)",
            "A=1 G=[dif(Z, 2)]",
        ),
        (
            "dif(f(A, B), f(1, 2)), copy_term(A-B, Y-Z, G)",
            "G=[dif(f(Y, Z), f(1, 2))]",
        ),
        (
            "when(ground(X-Y), write(w)), X = 1, write(s), Y = 2",
            "sw|X=1 Y=2",
        ),
        (
            "when(( nonvar(X) ; nonvar(Y) ), write(w)), Y = 2, X = 1",
            "w|X=1 Y=2",
        ),
        ("when(?=(X, Y), write(w)), X = Y", "w|Y=X"),
        ("when(_, true)", "throws instantiation_error"),
        (
            "when(foo(X), true)",
            "throws domain_error(when_condition, foo(_G20))",
        ),
    ]);
}

#[test]
fn cleanup_runs_once_however_the_goal_ends() {
    check(&[
        (
            "setup_call_cleanup(true, member(X, [1, 2]), write(d))",
            "X=1; d|X=2",
        ),
        (
            "setup_call_cleanup(true, member(X, [1, 2]), write(d)), !, write(a)",
            "da|X=1",
        ),
        ("setup_call_cleanup(true, fail, write(d))", "d|no"),
        (
            "catch(setup_call_cleanup(true, throw(x), write(d)), E, true)",
            "d|E=x",
        ),
        (
            "once(setup_call_cleanup(S = 1, member(X, [1, 2]), write(S))), write(a)",
            "1a|S=1 X=1",
        ),
        (
            "catch(( setup_call_cleanup(true, member(X, [1, 2]), write(d)), throw(y) ), E, true)",
            "d|E=y",
        ),
        ("call_cleanup(true, fail)", "yes"),
    ]);
}

#[test]
fn tabled_predicates_have_all_their_answers_once() {
    check(&[
        (
            "findall(Y, path(a, Y), L0), sort(L0, L), length(L0, N)",
            "L0=[b, c, a, d] L=[a, b, c, d] N=4",
        ),
        ("aggregate_all(count, path(_, _), N)", "N=12"),
        ("sp(a, d, N)", "N=3"),
        ("fib(60, F)", "F=1548008755920"),
        ("findall(X, ev(X), L)", "L=[0, 2, 4, 6, 8]"),
        ("longest(a, L)", "L=[a, b, c]"),
        ("path(z, Y)", ""),
    ]);
}

#[test]
fn libraries_have_their_predicates() {
    check(&[
        ("maplist([X, Y]>>(Y is X * 2), [1, 2, 3], L)", "L=[2, 4, 6]"),
        (
            "F = 5, maplist([X, Z]>>(Z is X + F), [1, 2], L)",
            "F=5 L=[6, 7]",
        ),
        ("maplist([X]>>(Y = X), [1])", "yes"),
        ("foldl([X, A0, A]>>(A is A0 + X), [1, 2, 3], 0, S)", "S=6"),
        (
            "list_to_assoc([a-1, b-2], A), put_assoc(c, A, 3, B), assoc_to_list(B, L)",
            "A=t(b, 2, <, t(a, 1, -, t, t), t) B=t(b, 2, -, t(a, 1, -, t, t), t(c, 3, -, t, t)) L=[a - 1, b - 2, c - 3]",
        ),
        (
            "list_to_assoc([a-1, a-2], A)",
            "throws domain_error(unique_key_pairs, [a - 1, a - 2])",
        ),
        (
            "numlist(1, 10, L), foldl([X, A0, A1]>>put_assoc(X, A0, x, A1), L, t, A), del_assoc(4, A, V, B), B = t(R, _, _, _, _), findall(K, gen_assoc(K, B, _), Ks), L = [_|_], A = t(Q, _, _, _, _), fail ; true",
            "yes",
        ),
        (
            "vertices_edges_to_ugraph([], [a-c, c-d, b-c], G), top_sort(G, L), transitive_closure(G, C)",
            "G=[a - [c], b - [c], c - [d], d - []] L=[a, b, c, d] C=[a - [c, d], b - [c, d], c - [d], d - []]",
        ),
        (
            "ord_union([a, c], [b], U), ord_subtract([a, b, c], [b], S), ord_memberchk(c, U)",
            "U=[a, b, c] S=[a, c]",
        ),
        (
            "aggregate_all(max(X, Y), member(X-Y, [1-a, 3-b, 3-c]), M)",
            "M=max(3, b)",
        ),
        (
            "aggregate_all(r(count, sum(X), max(X), bag(X), set(X)), member(X, [3, 1, 2, 1]), M)",
            "M=r(4, 7, 3, [3, 1, 2, 1], [1, 2, 3])",
        ),
        ("aggregate_all(max(X), member(X, []), M)", ""),
        (
            "aggregate(sum(Y), member(X-Y, [a-1, b-2, a-3]), M)",
            "X=a M=4; X=b M=2",
        ),
        ("limit(2, member(X, [a, b, c]))", "X=a; X=b"),
        ("call_nth(member(X, [a, b, c]), 2)", "X=b"),
        ("order_by([desc(X)], member(X, [1, 3, 2]))", "X=3; X=2; X=1"),
        ("distinct(X, member(X, [a, b, a, c]))", "X=a; X=b; X=c"),
        ("must_be(integer, a)", "throws type_error(integer, a)"),
        (
            "must_be(positive_integer, 0)",
            "throws type_error(positive_integer, 0)",
        ),
        ("must_be(list, [a|_])", "throws instantiation_error"),
        (
            "must_be(list(integer), [1, a])",
            "throws type_error(integer, a)",
        ),
        ("must_be(foo, 1)", "throws existence_error(type, foo)"),
        ("gensym(a, X), gensym(a, Y)", "X=a1 Y=a2"),
        (
            "op(700, xfx, beats), writeq(beats(a, b)), term_to_atom(T, 'x beats y'), T = beats(X, Y), \\+ \\+ op(0, xfx, beats), writeq(T)",
            "a beats bbeats(x,y)|T=beats(x, y) X=x Y=y",
        ),
        (
            "op(200, xfy, [bb, cc]), current_op(P, T, cc)",
            "P=200 T=xfy",
        ),
        (
            "op(200, xfy, user:user:[bb, cc]), current_op(P, T, cc)",
            "P=200 T=xfy",
        ),
        (
            "op(1300, xfx, a)",
            "throws domain_error(operator_priority, 1300)",
        ),
        (
            "op(700, foo, a)",
            "throws domain_error(operator_specifier, foo)",
        ),
        ("op(p, xfx, a)", "throws type_error(integer, p)"),
        (
            "op(700, xfx, ',')",
            "throws permission_error(modify, operator, ',')",
        ),
        ("op(_, xfx, a)", "throws instantiation_error"),
        ("op(200, xfy, [a, _])", "throws instantiation_error"),
        ("op(200, xfy, [a|_])", "throws instantiation_error"),
        ("op(200, xfy, [a, 1])", "throws type_error(atom, 1)"),
        ("op(200, xfy, f(x))", "throws type_error(list, f(x))"),
        ("op(200, xfy, [a|b])", "throws type_error(list, b)"),
        ("op(200, xfy, user:f(x))", "throws type_error(list, f(x))"),
        ("op(200, xfy, [user:a])", "throws type_error(atom, user:a)"),
        ("op(200, xfy, user:[a|_])", "throws instantiation_error"),
        ("op(200, xfy, 1:a)", "throws type_error(list, 1:a)"),
        ("op(200, 1, a)", "throws type_error(atom, 1)"),
        ("op(a, 1, x)", "throws type_error(atom, 1)"),
        ("op(_, 1, x)", "throws type_error(atom, 1)"),
        ("op(a, foo, x)", "throws type_error(integer, a)"),
        (
            "op(1201, foo, x)",
            "throws domain_error(operator_priority, 1201)",
        ),
        (
            "op(200, xfy, [dd, '|'])",
            "throws permission_error(create, operator, '|')",
        ),
        (
            "catch(op(200, xfy, [dd, 1]), _, true), \\+ current_op(_, _, dd), op(200, xfy, user:dd), op(200, xfy, []), current_op(P, T, dd)",
            "P=200 T=xfy",
        ),
        ("on_exception(E, throw(a), true)", "E=a"),
        (
            "option(b(Y), [a(1), b = 2]), option(c(Z), [a(1)], d)",
            "Y=2 Z=d",
        ),
        (
            "rb_new(T), rb_insert(T, a, 1, T1), rb_insert(T1, b, 2, T2), rb_keys(T2, Ks), T = T1",
            "",
        ),
        (
            "list_to_rbtree([a-1, b-2, c-3], T), rb_lookup(b, V, T), rb_keys(T, Ks), T = t(_, black(_, K, _, _)), rb_size(T, 3), T \\== x, fail ; true",
            "yes",
        ),
        ("memberchk_eq(X, [Y, X])", "yes"),
        ("clumped([a, a, b], C)", "C=[a - 2, b - 1]"),
        (
            "partition([X, C]>>compare(C, X, 2), [1, 2, 3], A, B, D)",
            "A=[1] B=[2] D=[3]",
        ),
    ]);
}

#[test]
fn terms_are_changed_compared_and_read() {
    check(&[
        ("T = f(a), ( setarg(1, T, b), fail ; true )", "T=f(a)"),
        ("T = f(a), setarg(1, T, b)", "T=f(b)"),
        (
            "S = l([]), ( member(X, [a, b, c]), arg(1, S, L), nb_setarg(1, S, [X|L]), fail ; true )",
            "S=l([c, b, a])",
        ),
        (
            "S = n(0), ( member(_, [a, b]), arg(1, S, N), M is N + 1, nb_setarg(1, S, M), fail ; arg(1, S, K) )",
            "S=n(2) K=2",
        ),
        ("'=@='(f(A, B, A), f(C, D, C))", "yes"),
        ("'=@='(f(A, B), f(C, C))", ""),
        ("subsumes_term(f(_, b), f(a, b))", "yes"),
        ("subsumes_term(f(a, b), f(_, b))", ""),
        ("unify_with_occurs_check(X, f(X))", ""),
        ("unify_with_occurs_check(f(X, Y), f(a, X))", "X=a Y=a"),
        ("X = f(X), cyclic_term(X)", "X=@(_S1, [_S1 = f(_S1)])"),
        (
            "with_output_to(string(S), ( write(a), print('B c') ))",
            "S=\"a'B c'\"",
        ),
        (
            "catch(with_output_to(atom(A), ( write(a), throw(t) )), t, true), write(b)",
            "b|yes",
        ),
        (
            "atom_to_term('foo(X, Y, X)', T, B)",
            "T=foo(_G6, _G7, _G6) B=['X' = _G6, 'Y' = _G7]",
        ),
        (
            "term_to_atom(f(X, 'A', \"s\"), A)",
            "A='f(_G0,\\'A\\',\"s\")'",
        ),
        ("term_to_atom(T, 'p(A, b, A)')", "T=p(_G4, b, _G4)"),
        (
            "T = f(X, Y, X), numbervars(T, 0, N), print(T)",
            "f(A,B,A)|T=f('$VAR'(0), '$VAR'(1), '$VAR'(0)) X='$VAR'(0) Y='$VAR'(1) N=2",
        ),
        ("write_canonical([a, 'B'|1 + 2])", "[a,'B'|+(1,2)]|yes"),
        ("halt", "the program ended with status 0"),
        ("catch(halt(3), _, true)", "the program ended with status 3"),
        (
            "length(L, 100000), term_variables(L, Vs), length(Vs, N), L = Vs, fail ; true",
            "yes",
        ),
    ]);
}
