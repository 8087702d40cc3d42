//! The syntax as tables: texts with their terms in functional form, and texts with their diagnostics.

use std::cell::Cell;

use gridwright_term::{Operators, ReadFlags, Reader, Term, parse_clauses, parse_term};

/// A term in functional form, with the type of each constant.
fn plain(term: &Term) -> String {
    let all = |items: &[Term]| items.iter().map(plain).collect::<Vec<_>>().join(" ");
    match term {
        Term::Int(value) => value.to_string(),
        Term::Number(number) => format!("#{number}"),
        Term::Text(text) => format!("{text:?}"),
        Term::Opaque(value) => value.to_string(),
        Term::Name(name) => name.clone(),
        Term::Var(name) => format!("?{name}"),
        Term::Compound(name, args) if args.is_empty() => format!("({name})"),
        Term::Compound(name, args) => format!("({name} {})", all(args)),
        Term::List(items) => format!("[{}]", all(items)),
        Term::OpenList(items, rest) => format!("[{} | {}]", all(items), plain(rest)),
    }
}

#[test]
fn texts_parse_to_terms() {
    let table = [
        // Constants.
        ("foo", "foo"),
        ("'Foo bar'", "Foo bar"),
        ("X", "?X"),
        ("\"so\"", "\"so\""),
        ("42", "42"),
        ("-42", "-42"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("9223372036854775808", "#9223372036854775808"),
        ("-9223372036854775809", "#-9223372036854775809"),
        ("1.5", "#1.5"),
        ("-1.5", "#-1.5"),
        ("- 1.5", "(- #1.5)"),
        ("1r3+2r4", "(+ #1r3 #1r2)"),
        ("X-1.0e10", "(- ?X #10000000000.0)"),
        ("f(1..5)", "(f (.. 1 5))"),
        ("[]", "[]"),
        ("{}", "{}"),
        // Compounds and lists.
        ("f()", "(f)"),
        ("f(a, X)", "(f a ?X)"),
        ("[a, b]", "[a b]"),
        ("[a|T]", "[a | ?T]"),
        ("[a, b|[c]]", "[a b c]"),
        ("[a|[b|T]]", "[a b | ?T]"),
        ("{a, b}", "({} (, a b))"),
        // Priorities and chains.
        ("1 + 2 * 3", "(+ 1 (* 2 3))"),
        ("(1 + 2) * 3", "(* (+ 1 2) 3)"),
        ("a - b - c", "(- (- a b) c)"),
        ("a , b , c", "(, a (, b c))"),
        ("2 ^ 3 ^ 4", "(^ 2 (^ 3 4))"),
        ("f((a, b), c)", "(f (, a b) c)"),
        ("a :- b, c ; d -> e", "(:- a (; (, b c) (-> d e)))"),
        ("a | b", "(| a b)"),
        ("X in 1..3 \\/ 5..7", "(in ?X (\\/ (.. 1 3) (.. 5 7)))"),
        ("X #= Y #<=> B", "(#<=> (#= ?X ?Y) ?B)"),
        ("A #/\\ #\\ B", "(#/\\ ?A (#\\ ?B))"),
        ("A #\\ B", "(#\\ ?A ?B)"),
        ("X mod 2 =:= 0", "(=:= (mod ?X 2) 0)"),
        // Signs.
        ("1 - 1", "(- 1 1)"),
        ("1 -1", "(- 1 1)"),
        ("1 - -1", "(- 1 -1)"),
        ("- 1", "(- 1)"),
        ("-(1)", "(- 1)"),
        ("- (1, 2)", "(- (, 1 2))"),
        ("-(1, 2)", "(- 1 2)"),
        ("- - a", "(- (- a))"),
        ("-X^2", "(- (^ ?X 2))"),
        ("-1^2", "(^ -1 2)"),
        ("2 ^ -X", "(^ 2 (- ?X))"),
        ("2 ^ -1", "(^ 2 -1)"),
        ("+ 1", "(+ 1)"),
        // Operators as names.
        ("[+, -, (*)]", "[+ - *]"),
        ("maplist(=, Xs)", "(maplist = ?Xs)"),
        ("(=) = X", "(= = ?X)"),
        ("+", "+"),
        ("+(1)", "(+ 1)"),
        ("=(a, b)", "(= a b)"),
        ("a '=' b", "(= a b)"),
        (":- a", "(:- a)"),
        ("\\+ a, b", "(, (\\+ a) b)"),
        // Operators without operands, arguments of any priority, and the bar, as in SWI-Prolog.
        ("f(a :- b, :- c)", "(f (:- a b) (:- c))"),
        ("[a :- b|c]", "[(:- a b) | c]"),
        ("- = x", "(= - x)"),
        ("x = -", "(= x -)"),
        ("* * *", "(* * *)"),
        ("- mod -", "(mod - -)"),
        ("\\+ -", "(\\+ -)"),
        ("[- , -]", "[- -]"),
        ("(- , a)", "(, - a)"),
        ("a ; b | c", "(| (; a b) c)"),
        ("a | b ; c", "(| a (; b c))"),
        ("f(a | b)", "(f (| a b))"),
        ("[](a)", "([] a)"),
        ("{}(a)", "({} a)"),
        ("'-' = x", "(= - x)"),
        ("- (1)^2", "(- (^ 1 2))"),
        ("-(1)^2", "(^ (- 1) 2)"),
        ("`ab`", "[97 98]"),
        ("\"a\nb\"", "\"a\\nb\""),
        // White space, comments, the optional full stop.
        ("  f( a ) % so\n.", "(f a)"),
        ("a /* b */ = c.", "(= a c)"),
    ];
    for (source, expected) in table {
        let term = parse_term(source, Operators::standard()).expect(source);
        assert_eq!(plain(&term), expected, "{source}");
    }
}

#[test]
fn terms_are_printed_with_few_brackets() {
    // Each is printed exactly as it stands here.
    let table = [
        "1 + 2 * 3",
        "(1 + 2) * 3",
        "a - b - c",
        "a - (b - c)",
        "f((a, b), -, [c|T])",
        "a :- b, c ; d -> e",
        "X in 1..3 \\/ 5..7",
        "2^3^4",
        "(2^3)^4",
        "2^(a + b)",
        "(-1)^2",
        "-1 + 2",
        "2^ -1",
        "1 - -1",
        "-(1)",
        "- -1",
        "- 1^2",
        "-a",
        "- (a, b)",
        "- (-)",
        "\\+ a",
        "\\+ (a, b)",
        "(-) = X",
        "'Foo bar'('it\\'s', \"it's\")",
        "{a, b}",
        "{}",
        "'[]'",
        "f()",
        "X #= Y #<=> B",
        "#\\ B",
        "m:f(X)",
        "(a :- b) = c",
        "[(a :- b), (c | d)]",
        "(',') = ('|')",
        "'.'",
        "a mod b",
        "+(a, b, c)",
    ];
    for text in table {
        let term = parse_term(text, Operators::standard()).expect(text);
        assert_eq!(term.to_string(), text);
    }
    assert_eq!(format!("{:>6}|", Term::name("ab")), "    ab|");
}

/// The rendered diagnostics of a text.
fn messages(source: &str) -> String {
    let (_, diagnostics) = parse_clauses(source, &mut Operators::standard().clone());
    let diagnostics = diagnostics.iter();
    diagnostics.map(|it| it.render(source, "t")).collect()
}

#[test]
fn diagnostics_have_message_and_position() {
    let table = [
        (
            "a = .",
            "t:1:5: error: expected a term, found the end of the clause\n    a = .\n        ^\n",
        ),
        (
            "a = ",
            "t:1:5: error: expected a term, found the end of the text\n    a =\n        ^\n",
        ),
        (
            "a",
            "t:1:1: error: this clause has no full stop after it\n    a\n    ^\n",
        ),
        (
            "a b.",
            "t:1:3: error: expected an operator or a full stop, found the name `b`\n    a b.\n      ^\n",
        ),
        (
            "f(a b).",
            "t:1:5: error: expected `,` or `)`, found the name `b`\n    f(a b).\n        ^\n    note: the bracket was opened at 1:2\n",
        ),
        (
            "f(\n  [a, b).",
            "t:2:8: error: expected `,`, `|` or `]`, found `)`\n      [a, b).\n           ^\n    note: the bracket was opened at 2:3\n",
        ),
        (
            "[a|b, c].",
            "t:1:5: error: expected `]`, found `,`\n    [a|b, c].\n        ^\n    note: the bracket was opened at 1:1\n",
        ),
        (
            "(a.",
            "t:1:3: error: expected an operator or `)`, found the end of the clause\n    (a.\n      ^\n    note: the bracket was opened at 1:1\n",
        ),
        (
            "{a X}.",
            "t:1:4: error: expected an operator or `}`, found the variable `X`\n    {a X}.\n       ^\n    note: the bracket was opened at 1:1\n",
        ),
        (
            "f(, a).",
            "t:1:3: error: expected a term, found `,`\n    f(, a).\n      ^\n",
        ),
        (
            ")",
            "t:1:1: error: expected a term, found `)`\n    )\n    ^\n",
        ),
        (
            "a + = b.",
            "t:1:7: error: expected an operator or a full stop, found the name `b`\n    a + = b.\n          ^\n",
        ),
        (
            "a = b = c.",
            "t:1:7: error: the operator `=` needs brackets around it and its arguments here\n    a = b = c.\n          ^\n",
        ),
        (
            "a = \\+ b.",
            "t:1:5: error: the operator `\\+` needs brackets around it and its argument here\n    a = \\+ b.\n        ^^\n",
        ),
        (
            "X = 12ab.",
            "t:1:7: error: expected an operator or a full stop, found the name `ab`\n    X = 12ab.\n          ^^\n",
        ),
        (
            "é('a).",
            "t:1:3: error: this has no closing '\n    é('a).\n      ^^^^\n",
        ),
        (
            "X = 1.5e999.",
            "t:1:5: error: this number is too large for a float\n    X = 1.5e999.\n        ^^^^^^^\n",
        ),
        (
            "p(X) :- q(X.y).",
            "t:1:12: error: dicts, and functions on them, are not supported\n    p(X) :- q(X.y).\n               ^\n    note: a full stop that ends a clause has a space or a line end after it\n",
        ),
        (
            "p(_{a: 1}).",
            "t:1:3: error: dicts are not supported\n    p(_{a: 1}).\n      ^\n    note: use a compound or a list of pairs; for a goal in curly brackets, put a space before the bracket\n",
        ),
        (
            "a 1.",
            "t:1:3: error: expected an operator or a full stop, found a number\n    a 1.\n      ^\n",
        ),
        (
            "a \"b\".",
            "t:1:3: error: expected an operator or a full stop, found a text\n    a \"b\".\n      ^^^\n",
        ),
        (
            ":- op(1300, xfx, a).",
            "t:1:1: error: 1300 is not a priority; the highest is 1200\n    :- op(1300, xfx, a).\n    ^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- op(-1, xfx, a).",
            "t:1:1: error: -1 is not a priority; the highest is 1200\n    :- op(-1, xfx, a).\n    ^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- op(700, xfx, [a, B]).",
            "t:1:1: error: `B` is not a name, so it cannot be an operator\n    :- op(700, xfx, [a, B]).\n    ^^^^^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- op(700, xfx, user:[eats, user:a]).",
            "t:1:1: error: `user:a` is not a name, so it cannot be an operator\n    :- op(700, xfx, user:[eats, user:a]).\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ":- op(a).\n:- op(a, b, c).",
            "t:2:1: error: op/3 takes a priority, a type and a name or a list of names\n    :- op(a, b, c).\n    ^^^^^^^^^^^^^^^\n",
        ),
    ];
    for (source, expected) in table {
        assert_eq!(messages(source), expected, "{source}");
    }
}

#[test]
fn parsing_continues_at_the_next_clause() {
    let source = "a.\nb c.\nd(.\n% comment.\ne('x.\nf.\n/* open";
    let (clauses, diagnostics) = parse_clauses(source, &mut Operators::standard().clone());
    let read: Vec<(String, &str)> = clauses
        .iter()
        .map(|(term, span)| (term.to_string(), &source[span.start..span.end]))
        .collect();
    // The open quote consumed the full stop of its line, so the clause after it is lost.
    assert_eq!(read, [("a".to_owned(), "a.")]);
    let lines = diagnostics.iter().map(|it| it.span.position(source).line);
    assert_eq!(lines.collect::<Vec<_>>(), [2, 3, 5, 7]);
}

#[test]
fn directives_change_the_table() {
    let source = "a likes b.\n:- op(700, xfx, user:[likes, hates]).\na likes b.\n:- op(0, xfx, likes).\na likes b.\n";
    let mut operators = Operators::standard().clone();
    let (clauses, diagnostics) = parse_clauses(source, &mut operators);
    assert_eq!((clauses.len(), diagnostics.len()), (3, 2));
    assert!(operators.contains("hates") && !operators.contains("likes"));
}

#[test]
fn names_are_infix_before_an_operand_and_else_postfix() {
    let text = ":- op(200, yf, *). :- op(200, yf, +).";
    let mut operators = Operators::prolog().clone();
    let (_, diagnostics) = parse_clauses(text, &mut operators);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    // As SWI-Prolog reads them.
    let cases = [
        ("a*", "(* a)"),
        ("(a*)*b", "(* (* a) b)"),
        ("a* *", "(* (* a))"),
        ("a* * b", "(* (* a) b)"),
        ("a+ +b", "(+ a (+ b))"),
        ("a+ + +", "(+ a (+ +))"),
        ("a* = b", "(= (* a) b)"),
        ("f(a*, b+)", "(f (* a) (+ b))"),
        ("[a*|b+]", "[(* a) | (+ b)]"),
        ("a*(b)", "(* a b)"),
        ("a* =(b)", "(* a (= b))"),
        ("- a*", "(* (- a))"),
        ("{a*}", "({} (* a))"),
        ("1 - a* - 2", "(- 1 (* a (- 2)))"),
        ("a* is b", "(is (* a) b)"),
    ];
    for (text, expected) in cases {
        let term = parse_term(text, &operators).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert_eq!(plain(&term), expected, "{text}");
        let again = parse_term(&term.display_with(&operators).to_string(), &operators);
        assert_eq!(again, Ok(term), "{text}");
    }
}

#[test]
fn bodies_have_any_number_of_goals() {
    for arrow in [":-", "-->", "<=>"] {
        for count in [2, 299, 300, 301, 302, 50_000] {
            let goals: Vec<String> = (0..count).map(|at| format!("g({at})")).collect();
            let text = format!("h {arrow} {}", goals.join(", "));
            let mut operators = Operators::prolog().clone();
            let added = operators.add(1180, gridwright_term::Fixity::Xfx, "<=>");
            added.expect("it is an operator");
            let term =
                parse_term(&text, &operators).unwrap_or_else(|why| panic!("{}", why.message));
            let mut found = Vec::new();
            let mut rest = vec![&term.args()[1]];
            while let Some(goal) = rest.pop() {
                match (goal.functor(), goal.args()) {
                    (Some((",", 2)), [left, right]) => rest.extend([right, left]),
                    _ => found.push(goal.to_string()),
                }
            }
            assert_eq!(found, goals, "{arrow} {count}");
        }
    }
}

#[test]
fn deep_nesting_is_rejected() {
    let deep = [
        "(".repeat(200_000),
        "[".repeat(200_000),
        "f(".repeat(200_000),
        "- ".repeat(200_000),
        "a,".repeat(200_000) + "a",
        "a+".repeat(200_000) + "a",
        format!(
            "{}a{}",
            "(".repeat(200),
            format!("{})", "+a".repeat(900)).repeat(200)
        ),
    ];
    for source in deep {
        let refused = parse_term(&source, Operators::standard()).expect_err("it is too deep");
        assert_eq!(refused.message, "this is nested too deeply");
    }
    let long = format!("[{}a]", "a,".repeat(200_000));
    assert!(parse_term(&long, Operators::standard()).is_ok());
    for allowed in [
        format!("{}a{}", "f(".repeat(240), ")".repeat(240)),
        format!("{}a", "- ".repeat(240)),
        format!("{}a", "a, ".repeat(990)),
        format!("{}a", "a + ".repeat(990)),
    ] {
        let term = parse_term(&allowed, Operators::standard()).expect("it is not too deep");
        let again = parse_term(&term.to_string(), Operators::standard());
        assert_eq!(again, Ok(term));
    }
}

/// The clauses of a text that are read if reading must end at a check; and whether all checks were passed.
fn read_until(text: &str, last_check: usize) -> (Vec<Term>, bool) {
    let n_checks = Cell::new(0);
    let is_over = || {
        n_checks.set(n_checks.get() + 1);
        n_checks.get() > last_check
    };
    let mut reader = Reader::new(text).until(&is_over);
    let mut clauses = Vec::new();
    while let Some(read) = reader.next_clause(Operators::prolog(), &ReadFlags::default()) {
        clauses.push(read.expect("a clause"));
    }
    let terms = clauses.into_iter().map(|clause| clause.term).collect();
    (terms, n_checks.get() <= last_check)
}

#[test]
fn reading_ends_within_a_clause_and_between_clauses() {
    let list = format!("p([{}1]).", "1,".repeat(10_000));
    let facts = "p(a).\n".repeat(5_000);
    for text in [format!("a. {list} b."), facts] {
        let (all, is_whole) = read_until(&text, usize::MAX);
        assert!(is_whole && all.len() > 2);
        for last_check in [0, 1, 7, 20] {
            let (some, is_whole) = read_until(&text, last_check);
            assert!(!is_whole, "{last_check}");
            assert!(some.len() < all.len() && all.starts_with(&some));
        }
    }
    // What follows an error is skipped until then.
    let errors = format!("a. ) {}", "b ".repeat(10_000));
    let (n_checks, mut reader) = (Cell::new(0), Reader::new(&errors));
    let is_over = || {
        n_checks.set(n_checks.get() + 1);
        true
    };
    reader = reader.until(&is_over);
    let mut next = || reader.next_clause(Operators::prolog(), &ReadFlags::default());
    assert_eq!(
        next()
            .expect("a clause")
            .expect("no error")
            .term
            .to_string(),
        "a"
    );
    assert_eq!((next(), n_checks.get()), (None, 1));
}
