//! `programs` and `program`: the bundled models and CHR programs.

use gridwright::puzzles::ProgramInfo;
use gridwright::{AnyInstance, CATALOGUE, Kind};
use serde::{Deserialize, Serialize};

use crate::calls::kinds::{FlagRow, flags};
use crate::calls::run_answer::Language;
use crate::error::ApiError;
use crate::response::Json;
use crate::state::AppState;
use crate::types::Puzzle;

/// A bundled program
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BundledProgram {
    name: String,
    language: Language,
    /// A one-line description
    about: String,
    text: &'static str,
    /// For CHR: a query
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<String>,
    /// For CHR: flags with their values; the first is the default
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flags: Vec<FlagRow>,
    /// For a CHR program of a puzzle kind: the kind
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    /// and the name of the program
    program: Option<&'static str>,
}

pub(crate) fn programs(_: &AppState) -> Json<Vec<BundledProgram>> {
    let program = |name: &str, language, query: Option<&str>, text| BundledProgram {
        name: name.to_owned(),
        language,
        about: about(text),
        text,
        query: query.map(str::to_owned),
        flags: Vec::new(),
        kind: None,
        program: None,
    };
    let models = gridwright::lang::EXAMPLES.iter();
    let models = models.map(|(name, text)| program(name, Language::Gw, None, text));
    let rules = gridwright::chr::EXAMPLES.iter();
    let rules = rules.map(|(name, query, text)| program(name, Language::Chr, Some(query), text));
    let of_kinds = CATALOGUE.iter().flat_map(|kind| {
        let programs = kind.programs().into_iter();
        programs.filter_map(|program| of_kind(*kind, &program))
    });
    Json(models.chain(rules).chain(of_kinds).collect())
}

/// A puzzle and a CHR program of its kind
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramBody {
    #[serde(flatten)]
    puzzle: Puzzle,
    /// The name of the program; empty for the default
    #[serde(default)]
    program: String,
}

/// The CHR program and query for a puzzle.
pub(crate) fn program(body: ProgramBody) -> Result<Json<BundledProgram>, ApiError> {
    let instance = body.puzzle.parse()?;
    for_puzzle(&*instance, &body.program).map(Json)
}

/// The CHR program and query for the first example of a kind.
fn of_kind(kind: &dyn Kind, program: &ProgramInfo) -> Option<BundledProgram> {
    let instance = kind.read(None, kind.info().examples.first()?.text).ok()?;
    for_puzzle(&*instance, program.name).ok()
}

fn for_puzzle(instance: &dyn AnyInstance, name: &str) -> Result<BundledProgram, ApiError> {
    let query = instance.program(name, &[]).map_err(ApiError::invalid)?;
    let (info, program) = (instance.kind().info(), &query.info);
    Ok(BundledProgram {
        name: format!("{} {}", info.id, program.name),
        language: Language::Chr,
        about: format!("{}: {}", info.title, program.about),
        text: program.source,
        query: Some(query.query.clone()),
        flags: flags(program),
        kind: Some(info.id),
        program: Some(program.name),
    })
}

/// The first comment of a text.
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
    fn every_bundled_program_runs() {
        for (name, text) in gridwright::lang::EXAMPLES {
            let program = Source::new(*name, *text).program(&[]);
            assert!(program.is_ok(), "{name}");
            assert!(!about(text).is_empty(), "{name}");
        }
        for (name, query, text) in gridwright::chr::EXAMPLES {
            let program = Program::parse(text, name).expect(name);
            let mut run = program.query(query, Limits::default()).expect(name);
            let answer = run
                .next_answer()
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(answer.is_some(), "{name}");
        }
    }

    #[test]
    fn every_program_of_a_kind_parses_with_its_flags_and_query() {
        for kind in CATALOGUE {
            for info in kind.programs() {
                let bundled = of_kind(*kind, &info).expect(info.name);
                let flags = bundled.flags.iter();
                let flags: Vec<(String, Term)> = flags
                    .map(|flag| (flag.name.to_owned(), Term::name(flag.values[0])))
                    .collect();
                let program = Program::parse_with(bundled.text, "p", &flags).expect(info.name);
                let query = bundled.query.expect("there is one");
                assert!(program.query(&query, Limits::default()).is_ok(), "{query}");
            }
        }
    }
}
