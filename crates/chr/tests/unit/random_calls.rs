//! Random calls of every builtin and library predicate: each ends with an answer, an error or a limit, in time. `cargo xtask fuzz builtins` tries more of them.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use gridwright_chr::{Limits, Program};
use gridwright_testing::{Draws, check, check_seed};

/// The number of queries in the tests; `PROPTEST_CASES` overrides it.
const QUERIES: usize = 2_500;

/// The seeds of queries that once were faults.
const SEEDS: &[u64] = &[1383];

/// The limits of a query, and the time within which it must end.
const TIME: Duration = Duration::from_millis(500);
const MAX_TIME: Duration = Duration::from_secs(60);
const MEMORY: usize = 1 << 26;

const PROGRAM: &str = "\
:- use_module(library(chr)).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(aggregate)).
:- use_module(library(assoc)).
:- use_module(library(yall)).
:- use_module(library(ordsets)).
:- use_module(library(pairs)).
:- use_module(library(rbtrees)).
:- use_module(library(ugraphs)).
:- use_module(library(strings)).
:- use_module(library(option)).
:- use_module(library(gensym)).
:- use_module(library(random)).
:- use_module(library(nb_set)).
:- use_module(library(dcg/basics)).
:- chr_constraint c(?any).
:- dynamic fact/1.
same @ c(X) \\ c(X) <=> true.
fact(1).
fact(f(_)).
q(X) :- fact(X).
";

/// The names and arities of all predicates, from the sources that define them.
fn predicates() -> Vec<(String, usize)> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    for folder in ["builtins", "library"] {
        for file in std::fs::read_dir(root.join(folder)).expect("a folder") {
            let file = file.expect("a file").path();
            let text = std::fs::read_to_string(&file).expect("text");
            match file.extension().and_then(|ending| ending.to_str()) {
                Some("rs") => found.extend(text.lines().filter_map(builtin)),
                Some("pl") => found.extend(text.lines().filter_map(clause)),
                _ => {}
            }
        }
    }
    let own = |(name, _): &(String, usize)| !name.starts_with('$') && name != "halt";
    found.into_iter().filter(own).collect()
}

/// `"name" / 2 => …`
fn builtin(line: &str) -> Option<(String, usize)> {
    let (name, rest) = line.trim().strip_prefix('"')?.split_once("\" / ")?;
    let (arity, _) = rest.split_once(" =>")?;
    Some((name.to_owned(), arity.parse().ok()?))
}

/// `name(A, B) :- …` at the start of a line.
fn clause(line: &str) -> Option<(String, usize)> {
    let (name, rest) = line.split_once('(')?;
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if !is_name(name) {
        return None;
    }
    let (mut depth, mut arity) = (0, 1);
    for letter in rest.chars() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => return Some((name.to_owned(), arity)),
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => arity += 1,
            _ => {}
        }
    }
    None
}

/// Arguments that tend to break predicates; capital letters are variables that calls share.
const TERMS: &[&str] = &[
    "X",
    "Y",
    "Z",
    "Cyclic",
    "Deep",
    "Long",
    "Partial",
    "0",
    "1",
    "-1",
    "2",
    "255",
    "1.5",
    "-0.0",
    "inf",
    "nan",
    "1.0e308",
    "1r3",
    "9223372036854775807",
    "-9223372036854775808",
    "4294967296",
    "100000000000000000000000",
    "[]",
    "[a]",
    "[1,2,3]",
    "[X,Y|Z]",
    "[a-1,b-2]",
    "a",
    "''",
    "'a b'",
    "\"text\"",
    "\"\"",
    "0'a",
    "f(X)",
    "f(a,b)",
    "X-Y",
    "a:b",
    "(a,b)",
    "(a:-b)",
    "(X:-Y)",
    "fact(X)",
    "fact(1)",
    "q(_)",
    "c(X)",
    "true",
    "fail",
    "!",
    "call(X)",
    "[X]>>true",
    "{a}",
    "t(1,2,t,t)",
    "user_output",
    "'$VAR'(1)",
    "@",
    "+",
    "=..",
    "[0'a,-1]",
    "[1114112]",
    "'~w~a~d~t~30|~n'",
    "\"~*c~e\"",
    "[[1],[2]]",
    "count",
    "bag(X)",
    "max(X)",
    "end_of_file",
    "1+X",
    "2**200",
    "7 mod 0",
    "1 << 1000000000",
];

/// Makes the shared variables before the calls.
const PREPARE: &str = "Cyclic = f(Cyclic, W0), length(Long, 3000), Partial = [p|_], numlist(1, 500, Ns0), foldl([N0, T0, g(T0, N0)]>>true, Ns0, a, Deep)";

fn query(predicates: &[(String, usize)], draws: &mut Draws) -> String {
    let mut goals = vec![PREPARE.to_owned()];
    draws.repeat(1..=3, |draws| {
        let (name, arity) = draws.pick(predicates);
        let args: Vec<&str> = (0..*arity).map(|_| *draws.pick(TERMS)).collect();
        let name = match name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
            && name.starts_with(|c: char| c.is_ascii_lowercase())
        {
            true => name.clone(),
            false => format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'")),
        };
        let goal = match args.is_empty() {
            true => name,
            false => format!("{name}({})", args.join(", ")),
        };
        goals.push(match draws.below(4) {
            0 => goal,
            1 => format!("ignore({goal})"),
            2 => format!("catch({goal}, _, true)"),
            _ => format!("forall({goal}, true)"),
        });
    });
    goals.join(", ")
}

#[test]
fn random_calls_end() {
    let predicates = predicates();
    assert!(predicates.len() > 300, "{}", predicates.len());
    let program = Program::parse(PROGRAM, "t.chr").unwrap_or_else(|why| panic!("{why}"));
    let run = |draws: &mut Draws| {
        let query = query(&predicates, draws);
        draws.describe(query.clone());
        let limits = Limits {
            memory: Some(MEMORY),
            ..Limits::default().time_limit(TIME)
        };
        let start = Instant::now();
        let _ = program.run(&query, limits);
        match start.elapsed() > MAX_TIME {
            true => Err(format!("{:?}: {query}", start.elapsed()).into()),
            false => Ok(()),
        }
    };
    for &seed in SEEDS {
        if let Err(failure) = check_seed(seed, run) {
            panic!("seed {seed}: {}", failure.report);
        }
    }
    check(QUERIES, run);
}
