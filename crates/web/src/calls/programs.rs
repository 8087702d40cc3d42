//! `programs`: the models of the small language and the programs of rules that come with the workbench.

use gridwright::puzzles::ProgramCard;
use gridwright::{AnyInstance, CATALOGUE, Kind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::answer::Json;
use crate::calls::run::Language;
use crate::forms::Puzzle;
use crate::refused::Refused;
use crate::site::Site;

/// A program that comes with the workbench
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ShippedProgram {
    name: String,
    language: Language,
    /// What it is, in a line
    about: String,
    text: &'static str,
    /// For rules: what to ask
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<String>,
    /// For rules: the flags it is meant to be read with, each with its values, the usual one first
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<FlagRow>,
    /// For rules of a kind of puzzle: that kind, and the name of the program there
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<&'static str>,
}

/// A flag of a program
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FlagRow {
    name: &'static str,
    about: &'static str,
    values: &'static [&'static str],
}

macro_rules! models {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../examples/lang/", $name, ".gw")))),*]
    };
}

macro_rules! rules {
    ($($name:literal: $query:literal),* $(,)?) => {
        &[$(($name, $query, include_str!(concat!("../../../chr/programs/", $name, ".chr")))),*]
    };
}

/// The models, by name.
const MODELS: &[(&str, &str)] = models![
    "queens",
    "magic3",
    "magic4",
    "magic2",
    "send_more",
    "map",
    "sudoku",
    "sudoku_two_of_three",
    "knapsack",
    "tour",
    "circuit",
    "island",
];

/// The programs of rules, each with something to ask.
const RULES: &[(&str, &str, &str)] = rules![
    "leq": "leq(A, B), leq(B, C), leq(C, A)",
    "gcd": "gcd(9), gcd(6), gcd(15)",
    "primes": "upto(30)",
    "queens": "queens(6, Columns)",
    "zebra": "zebra(Owner)",
    "union_find": "make(a), make(b), make(c), make(d), union(a, b), union(c, d), union(a, c), find(d, X)",
    "union_find_naive": "make(a), make(b), make(c), union(a, b), union(b, c), find(c, X)",
    "dijkstra": "edge(a, 7, b), edge(a, 1, c), edge(c, 2, d), edge(d, 3, b), edge(b, 1, e), from(a)",
    "fib_memo": "fib(10, M)",
    "fib_up": "upto(20)",
    "merge_sort": "sort_all([5, 3, 8, 1])",
    "exchange_sort": "fill([3, 1, 2], 0)",
    "ram": "triple(7)",
    "bool": "full_adder(1, 0, Carry, Sum, 0)",
    "domain": "colour(Map)",
    "interval": "X in 1..9, Y in 3..4, at_most(X, Y), plus(X, Y, Z), X = 4",
    "types": "type(lam(x, lam(y, app(x, y))), T), type(x, (int -> bool))",
    "hopcroft": "ring(6)",
];

pub(crate) fn programs(_: &Site) -> Json<Vec<ShippedProgram>> {
    let models = MODELS.iter().map(|(name, text)| ShippedProgram {
        name: (*name).to_owned(),
        language: Language::Gw,
        about: about(text),
        text,
        query: None,
        flags: Vec::new(),
        kind: None,
        program: None,
    });
    let rules = RULES.iter().map(|(name, query, text)| ShippedProgram {
        name: (*name).to_owned(),
        language: Language::Chr,
        about: about(text),
        text,
        query: Some((*query).to_owned()),
        flags: Vec::new(),
        kind: None,
        program: None,
    });
    let of_kinds = CATALOGUE.iter().flat_map(|kind| {
        let programs = kind.programs().into_iter();
        programs.filter_map(|program| of_kind(*kind, &program))
    });
    Json(models.chain(rules).chain(of_kinds).collect())
}

/// A program of rules and a puzzle it is to be asked about
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ProgramBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The name of a program of the puzzle's kind; without it, the usual one
    #[serde(default)]
    program: String,
}

/// A program of a kind, asked about a puzzle.
pub(crate) fn program(asked: ProgramBody) -> Result<Json<ShippedProgram>, Refused> {
    let given = asked.puzzle.read()?;
    about_puzzle(&*given, &asked.program).map(Json)
}

/// A program of a kind, asked about the kind's first example.
fn of_kind(kind: &dyn Kind, program: &ProgramCard) -> Option<ShippedProgram> {
    let given = kind.read(None, kind.card().examples.first()?.text).ok()?;
    about_puzzle(&*given, program.name).ok()
}

fn about_puzzle(given: &dyn AnyInstance, name: &str) -> Result<ShippedProgram, Refused> {
    let asked = given
        .program(name, &[])
        .map_err(|error| Refused::senseless(error.to_string()))?;
    let (card, program) = (given.kind().card(), &asked.card);
    Ok(ShippedProgram {
        name: format!("{} {}", card.id, program.name),
        language: Language::Chr,
        about: format!("{}: {}", card.title, program.about),
        text: program.source,
        query: Some(asked.query.clone()),
        flags: program
            .switches
            .iter()
            .map(|switch| FlagRow {
                name: switch.name,
                about: switch.about,
                values: switch.values,
            })
            .collect(),
        kind: Some(card.id),
        program: Some(program.name),
    })
}

/// What the first comment of a text says.
fn about(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    first.trim_start_matches('%').trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gridwright::chr::{Limits, Program};
    use gridwright::lang::Source;
    use gridwright::term::Term;

    #[test]
    fn every_program_that_is_shipped_runs() {
        for (name, text) in MODELS {
            let program = Source::new(*name, *text).program(&[]);
            assert!(program.is_ok(), "{name}");
            assert!(!about(text).is_empty(), "{name}");
        }
        for (name, query, text) in RULES {
            let program = Program::parse(text, name).expect(name);
            let mut run = program.query(query, Limits::default()).expect(name);
            let answer = run
                .next_answer()
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(answer.is_some(), "{name}");
        }
    }

    #[test]
    fn every_program_of_a_kind_is_read_with_its_flags_and_query() {
        for kind in CATALOGUE {
            for card in kind.programs() {
                let shipped = of_kind(*kind, &card).expect(card.name);
                let usual = shipped.flags.iter();
                let flags: Vec<(String, Term)> = usual
                    .map(|flag| (flag.name.to_owned(), Term::name(flag.values[0])))
                    .collect();
                let program = Program::parse_with(shipped.text, "p", &flags).expect(card.name);
                let query = shipped.query.expect("there is one");
                assert!(program.query(&query, Limits::default()).is_ok(), "{query}");
            }
        }
    }
}
