//! Programs as texts: files, directives, declarations, types at run time, and the order of the store.

use gridwright_chr::{Limits, LoadedFile, Program, RunError};

/// What a query writes, its bindings and its store, or the error that ends it; variables without a name are `_`.
fn outcome(program: &Program, query: &str) -> String {
    let text = named_outcome(program, query);
    let mut parts = text.split("_G");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + "_" + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

fn named_outcome(program: &Program, query: &str) -> String {
    match program.run(query, Limits::default()) {
        Err(RunError::Thrown(ball)) => format!("throws {ball}"),
        Err(why) => format!("error {why}"),
        Ok(report) => {
            let Some(answer) = report.answer else {
                return format!("{}no", report.output);
            };
            let bindings = answer
                .bindings
                .iter()
                .map(|(name, value)| format!("{name}={}", value.display_with(program.operators())));
            let store = answer
                .store
                .iter()
                .map(|one| one.display_with(program.operators()).to_string());
            let parts: Vec<String> = bindings.chain(store).collect();
            let (errors, output) = (report.errors, report.output);
            format!("{errors}{output}[{}]", parts.join(" "))
        }
    }
}

fn check(text: &str, query: &str, expected: &str) {
    let program = Program::parse(text, "p.pl").unwrap_or_else(|why| panic!("{why}{text}"));
    assert_eq!(outcome(&program, query), expected, "{text}\n?- {query}");
}

#[test]
fn clauses_and_rules_are_read_as_in_swi_prolog() {
    let table = [
        // The bar binds looser than the semicolon.
        (
            ":- chr_constraint a(?any), b/0.\na(X) ==> X == 1 ; X == 2 | b.",
            "a(2), a(3)",
            "[a(3) a(2) b]",
        ),
        // Operators as names.
        (
            ":- op(700, xfx, eq).\n:- chr_constraint eq/2.\nX eq Y <=> X = Y.",
            "A eq 1",
            "[A=1]",
        ),
        (
            ":- op(700, xfx, in).\n:- chr_constraint in/2.\nin @ X in X <=> true.",
            "a in a, b in c",
            "[b in c]",
        ),
        (
            ":- chr_constraint xor(?any, ?any).",
            "xor(a, b)",
            "[a xor b]",
        ),
        (
            ":- op(700, xfx, →).\n:- chr_constraint (→)/2.\nA → B, B → C ==> A → C.\nX → Y \\ X → Y <=> true.",
            "a → b, b → c",
            "[a → c b → c a → b]",
        ),
        // Declarations of all kinds.
        (
            ":- chr_constraint c(+, ?), d(+int, -any).",
            "d(1, x), c(a, b)",
            "[c(a, b) d(1, x)]",
        ),
        (
            "handler gcd.\nconstraints gcd/1.\nrules a.\ngcd(0) <=> true.",
            "gcd(0), gcd(1)",
            "[gcd(1)]",
        ),
        (":- chr_constraint([a/0, b/0]).", "b, a", "[a b]"),
        (
            ":- chr_constraint c/2.\n:- chr_option(mode, c(+, ?)).",
            "c(1, 2)",
            "[c(1, 2)]",
        ),
        (
            "option(debug, off).\n:- chr_constraint c(+int).",
            "c(a)",
            "[c(a)]",
        ),
        // Clauses as terms, grammar rules, single-sided rules.
        ("p([a :- b, :- c]).", "p([X, _])", "[X=a :- b]"),
        (
            "greet --> [hello], name(_).\nname(N) --> [N], {atom(N)}.",
            "greet([hello, bob], R)",
            "[R=[]]",
        ),
        (
            "p(a, X), X > 1 => write(big).\np(b, _) => true.\np(f(X), Y) => Y = X.",
            "p(a, 2), p(f(1), Z), p(b, _)",
            "big[Z=1]",
        ),
        (
            "p(a) => true.",
            "p(X)",
            "throws error(existence_error(matching_rule, p(_)), context(p / 1, _))",
        ),
        // Texts.
        (
            ":- set_prolog_flag(double_quotes, codes).\np(\"ab\", `c`).",
            "p(X, Y)",
            "[X=[97, 98] Y=[99]]",
        ),
        (
            ":- set_prolog_flag(double_quotes, atom).\np(\"ab\").",
            "p(X)",
            "[X=ab]",
        ),
        (
            ":- set_prolog_flag(double_quotes, chars).\np(\"ab\").",
            "p(X)",
            "[X=[a, b]]",
        ),
        // Directives run before the query, and leave nothing in its store.
        (
            ":- chr_constraint a/0.\n:- write(x), a.\n:- X = 1, nb_setval(k, X).\n:- initialization(write(y)).",
            "nb_getval(k, X)",
            "xy[X=1]",
        ),
        (":- dynamic f/1.\np :- f(_).", "p", "no"),
        (
            "a(1).\nend_of_file.\na(2). )",
            "findall(X, a(X), L)",
            "[X=_ L=[1]]",
        ),
        (
            ":- if(fail).\na(1) a(2).\n:- elif(true).\na(3).\n:- else.\na(4).\n:- endif.",
            "a(X)",
            "[X=3]",
        ),
    ];
    for (text, query, expected) in table {
        check(text, query, expected);
    }
}

#[test]
fn the_store_is_shown_symbol_by_symbol_and_newest_first() {
    let text = ":- chr_constraint b(?any), a(?any).";
    check(text, "a(1), b(1), a(2), b(2)", "[b(2) b(1) a(2) a(1)]");
    check(
        text,
        "a(1), b(1), a(2), findall(C, find_chr_constraint(C), L), fail",
        "no",
    );
    let query =
        "a(1), b(1), a(2), findall(C, current_chr_constraint(C), L), L == [b(1), a(2), a(1)]";
    assert!(outcome(&Program::parse(text, "p").expect("it is right"), query).contains("b(1)"));
    let query = "a(1), b(1), a(2), findall(X, '$enumerate_constraints'(a(X)), L), L == [2, 1]";
    assert!(outcome(&Program::parse(text, "p").expect("it is right"), query).contains("b(1)"));
}

#[test]
fn declared_types_are_checked_by_default() {
    let declared = ":- chr_type colour ---> red ; green.\n:- chr_type l(T) ---> [] ; [T|l(T)].\n\
        :- chr_constraint c(+int), d(?int), e(+colour), f(?natural), g(+l(int)), k(+dense_int), n(?number), i(+any), x(?float).\n";
    let wrong = |kind: &str, part: &str| {
        format!("throws error(type_error({kind}, {part}), context(_, 'CHR Runtime Type Error'))")
    };
    let table = [
        ("c(a)", wrong("int", "a")),
        ("c(_)", "[c(_)]".to_owned()),
        ("d(a)", wrong("int", "a")),
        ("e(blue)", wrong("colour", "blue")),
        ("e(red)", "[e(red)]".to_owned()),
        ("f(-1)", wrong("natural", "-1")),
        ("g([1, a])", wrong("int", "a")),
        ("g([1|_])", "[g([1|_])]".to_owned()),
        ("g(a)", wrong("l(int)", "a")),
        ("k(-1)", wrong("dense_int", "-1")),
        ("n(a)", wrong("number", "a")),
        (
            "n(1.5), n(100000000000000000000)",
            "[n(100000000000000000000) n(1.5)]".to_owned(),
        ),
        ("x(1)", wrong("float", "1")),
        ("x(1.5)", "[x(1.5)]".to_owned()),
        ("i(a)", "[i(a)]".to_owned()),
    ];
    for (query, expected) in &table {
        check(declared, query, expected);
    }
    for option in [
        ":- chr_option(debug, off).\n",
        ":- chr_option(optimize, full).\n",
        ":- chr_option(type_check, off).\n",
    ] {
        for (query, _) in &table {
            let program = Program::parse(&format!("{option}{declared}"), "p").expect("it is right");
            assert!(
                !outcome(&program, query).contains("throws"),
                "{option}{query}"
            );
        }
    }
    // Calls in rules, whose types are known or not.
    let rules = ":- chr_constraint a(+int), b(+int), go(?any).\n\
        a(X) ==> X > 0 | Y is X - 1, a(Y).\ngo(X) ==> b(X).\ngo(X) <=> ( X == 1 -> Y is 2 ; Y = x ), a(Y).";
    check(rules, "a(1)", "[a(0) a(1)]");
    check(rules, "go(x)", &wrong("int", "x"));
    check(rules, "go(2)", &wrong("int", "x"));
}

/// Files by their names.
fn loader(
    files: &'static [(&'static str, &'static str)],
) -> impl Fn(&str, &str) -> Result<LoadedFile, String> {
    move |path, _from| {
        let found = files
            .iter()
            .find(|(name, _)| *name == path || name.strip_suffix(".pl") == Some(path));
        let (name, text) = found.ok_or_else(|| format!("there is no file {path}"))?;
        Ok(LoadedFile {
            name: (*name).to_owned(),
            text: (*text).to_owned(),
        })
    }
}

#[test]
fn programs_consist_of_several_files() {
    let files = loader(&[
        ("facts.pl", "f(1).\nf(2)."),
        ("rules.pl", ":- include(facts).\na(X) ==> f(X) | b(X)."),
        (
            "m.pl",
            ":- module(m, [twice/2, op(700, xfx, ===>)]).\ntwice(X, Y) :- Y is 2 * X.\nX ===> X.",
        ),
        ("sub/x.pl", "x(1)."),
        ("again.pl", ":- ensure_loaded(facts).\nf(3)."),
    ]);
    let table = [
        (
            ":- consult(facts).",
            "findall(X, f(X), L)",
            "[X=_ L=[1, 2]]",
        ),
        (":- [facts, 'sub/x'].", "f(1), x(X)", "[X=1]"),
        (
            ":- [facts].\n:- ensure_loaded('facts.pl').",
            "findall(X, f(X), L)",
            "[X=_ L=[1, 2]]",
        ),
        (
            ":- chr_constraint a/1, b/1.\n:- include('rules.pl').",
            "a(1)",
            "[a(1) b(1)]",
        ),
        (
            ":- use_module(m).\np(X) :- m:twice(2, X).",
            "p(X), a ===> Y",
            "[X=4 Y=a]",
        ),
        (":- use_module(m, [twice/2]).", "twice(3, X)", "[X=6]"),
        (
            "user:file_search_path(sub, sub).\n:- consult(sub(x)).",
            "x(X)",
            "[X=1]",
        ),
        (
            "user:library_directory('sub/').\n:- use_module(library(x)).",
            "x(X)",
            "[X=1]",
        ),
        (
            ":- chr_type node == int.\n:- chr_type node == int.\n:- chr_constraint a(+node).",
            "a(1)",
            "[a(1)]",
        ),
        // The later definition holds.
        (
            ":- load_files([again], []).",
            "findall(X, f(X), L)",
            "[X=_ L=[3]]",
        ),
        (
            "f(0).\n:- multifile f/1.\n:- [facts].",
            "findall(X, f(X), L)",
            "[X=_ L=[0, 1, 2]]",
        ),
    ];
    for (text, query, expected) in table {
        let program =
            Program::load(text, "main.pl", &[], &files).unwrap_or_else(|why| panic!("{why}{text}"));
        assert_eq!(outcome(&program, query), expected, "{text}\n?- {query}");
    }
}

#[test]
fn messages_name_the_file_and_the_line() {
    let files = loader(&[
        ("bad.pl", "a.\nb c.\n"),
        ("self.pl", ":- include(self)."),
        ("rule.pl", "\na(X) <=> b(X)."),
        ("one.pl", ":- module(one, []).\nhelp(1)."),
        ("two.pl", ":- module(two, []).\nhelp(2)."),
    ]);
    let table = [
        (
            ":- [bad].",
            "bad.pl:2:3: error: expected an operator or a full stop, found the name `c`",
        ),
        (":- [none].", "main.pl:1:1: error: there is no file none"),
        (
            ":- include(self).",
            "self.pl:1:1: error: `self` includes itself",
        ),
        (
            ":- include(rule).",
            "rule.pl:2:1: error: the constraint `a/1` is not declared",
        ),
        (
            ":- [x(y)].",
            "main.pl:1:1: error: the folder `x` is not known",
        ),
        (
            ":- use_module(one).\n:- use_module(two).",
            "two.pl:2:1: error: `help/1` is defined in one.pl too",
        ),
    ];
    for (text, expected) in table {
        let why = Program::load(text, "main.pl", &[], &files)
            .expect_err(text)
            .to_string();
        assert!(why.contains(expected), "{text}\n{why}");
    }
    let alone = Program::parse(":- [facts].", "main.pl").expect_err("there is no loader");
    assert!(
        alone
            .to_string()
            .contains("other files cannot be loaded here"),
        "{alone}"
    );
}

#[test]
fn nothing_is_ignored_without_a_message() {
    let errors = [
        (
            ":- chr_constraint a/0.\na ==> true pragma foo.",
            "the pragma `foo` is not supported",
        ),
        (":- chr_option(foo, on).", "there is no option `foo`"),
        (
            ":- chr_option(optimize, fast).",
            "the option `optimize` is full or off or experimental, not `fast`",
        ),
        (
            ":- chr_constraint c(int).",
            "are declared by a mode and a type",
        ),
        (
            ":- use_foreign_library(x).",
            "libraries in C cannot be loaded",
        ),
        ("p --> 1.", "cannot be a part of a grammar rule"),
    ];
    for (text, expected) in errors {
        let why = Program::parse(text, "p").expect_err(text).to_string();
        assert!(why.contains(expected), "{text}\n{why}");
    }
    let warnings = [
        (
            ":- chr_constraint a/0.\na ==> true pragma passive(X).",
            "no head has the identifier `X`",
        ),
        (
            ":- chr_constraint a/0.\na <=> a pragma already_in_heads.",
            "the pragma `already_in_heads` of SICStus 3 has no effect",
        ),
        (
            ":- module(m, [north]).",
            "`north` is not exported; exports are name/arity or op/3",
        ),
        (
            ":- use_module(library(nonsense)).",
            "there is no library(nonsense)",
        ),
        (
            ":- use_module(library(http/json)).",
            "library(http/json) is not available here",
        ),
        (
            ":- use_module(library(clpr)).",
            "its predicates are missing, and so is {}/1; library(clpfd) has constraints over integers",
        ),
        (
            ":- use_module(library(lists), [frobnicate/3]).",
            "`frobnicate/3` of library(lists) is not available here",
        ),
        (":- chr_trace.", "`gridwright chr --trace`"),
        (":- initialization(main, main).", "give it as the query"),
        ("term_expansion(a, b).", "`term_expansion/2` is not called"),
    ];
    for (text, expected) in warnings {
        let program = Program::parse(text, "p").expect(text);
        assert!(
            program.shown_warnings().contains(expected),
            "{text}\n{}",
            program.shown_warnings()
        );
    }
    let text = ":- fail.\n:- no_such_goal.\np.";
    let program = Program::parse(text, "p").expect("it is right");
    let mut run = program.query("p", Limits::default()).expect("it is a goal");
    assert!(run.advance().expect("no error ends the run"));
    let errors = run.take_errors();
    assert!(
        errors.contains("Goal (directive) failed: user:fail"),
        "{errors}"
    );
    assert!(
        errors.contains("existence_error(procedure,no_such_goal/0)"),
        "{errors}"
    );
}

#[test]
fn large_texts_are_read_without_recursion() {
    let list = format!("p([{}0]).", "1, ".repeat(400_000));
    check(
        &list,
        "p(L), length(L, N), N == 400001, L = [_|_], fail",
        "no",
    );
    let nested = format!(
        "{}a(1).\n{}",
        ":- if(true).\n".repeat(10_000),
        ":- endif.\n".repeat(10_000)
    );
    check(&nested, "a(X)", "[X=1]");
    for count in [298, 299, 300, 301, 302, 900, 20_000] {
        let body = format!("p :- {}true.", "true, ".repeat(count));
        check(&body, "p", "[]");
        let goals = (0..count)
            .map(|at| format!("q({at}), "))
            .collect::<String>();
        let kept = format!(
            "q(N) :- nb_getval(k, N), M is N + 1, nb_setval(k, M).\np(N) :- nb_setval(k, 0), {goals}nb_getval(k, N)."
        );
        check(&kept, "p(X)", &format!("[X={count}]"));
    }
    let rule = format!(
        ":- chr_constraint p, q.\nq <=> true.\np <=> true | {}true.",
        "q, ".repeat(2_000)
    );
    check(&rule, "p", "[]");
    let many = (0..400)
        .map(|at| format!("X{at} = {at}, "))
        .collect::<String>();
    check(&format!("p(X399) :- {many}true."), "p(X)", "[X=399]");
    check(
        ":- set_prolog_flag(double_quotes, codes).\np(\"ab\").",
        "p(\"ab\"), X = \"a\"",
        "[X=[97]]",
    );
    let deep = format!("p({}a{}).", "f(".repeat(1_000_000), ")".repeat(1_000_000));
    let why = Program::parse(&deep, "p")
        .expect_err("it is too deep")
        .to_string();
    assert!(why.contains("nested too deeply"), "{why}");
}
