//! `run FILE.cnf`: solves a CNF in the DIMACS format, and prints the result as SAT solvers do.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use gridwright::control::Limits;
use gridwright::solve::{CnfAnswer, ModelEngine, solve_dimacs};
use gridwright::{Request, Verdict};
use gridwright_fzn::PartFile;

use crate::exit_status::ExitStatus;
use crate::input::origin::Source;
use crate::output::render;
use crate::verbs::proof::{self, ProofFormat};

/// The longest line of values.
const MAX_LINE: usize = 78;

/// Solves a file; with a proof in a format of other checkers, writes a refutation if there is no solution.
pub(super) fn run(
    file: &str,
    request: &Request,
    proof: Option<(&Path, ProofFormat)>,
    stats: bool,
) -> Result<ExitStatus, String> {
    if let Some((proof, ProofFormat::Gridwright)) = proof {
        return proof::write_of_cnf(file, request, proof);
    }
    let deadline = request.limits().deadline();
    let source = Source::read_before(file, &deadline);
    let Source { name, text } = match source {
        Ok(source) => source,
        Err(error) => {
            let limit = error.limit()?;
            outln!("c {}", limit.describe());
            outln!("s UNKNOWN");
            return Ok(ExitStatus::of(Verdict::Stopped(limit)));
        }
    };
    let wrong = |error: &dyn std::fmt::Display| format!("{name}: error: {error}");
    let engine = request.engine.try_into().map_err(|error| wrong(&error))?;
    if !matches!(engine, ModelEngine::Auto | ModelEngine::Sat) {
        return Err(wrong(&"a CNF is solved by the engine sat; use sat or auto"));
    }
    let (mut part, mut refutation) = (None, None);
    if let Some((file, format)) = proof {
        let format = format.refutation()?.expect("the other format was handled");
        let (created, out) = PartFile::create(file)?;
        part = Some(created);
        refutation = Some((format, out));
    }
    let limits = Limits {
        time: deadline.remaining(),
        ..request.limits()
    };
    let solved = solve_dimacs(&text, &limits, refutation);
    let solved = solved.map_err(|error| wrong(&error))?;
    let mut written = None;
    if let (Some(mut out), Some(part)) = (solved.out, part) {
        written = part.finish(out.flush(), solved.answer == CnfAnswer::Unsatisfiable)?;
    }
    let verdict = match solved.answer {
        CnfAnswer::Satisfiable(values) => {
            outln!("s SATISFIABLE");
            out!("{}", value_lines(&values));
            Verdict::Solved
        }
        CnfAnswer::Unsatisfiable => {
            outln!("s UNSATISFIABLE");
            Verdict::None
        }
        CnfAnswer::Unknown(limit) => {
            outln!("c {}", limit.describe());
            outln!("s UNKNOWN");
            Verdict::Stopped(limit)
        }
    };
    if let (Some(size), Some((file, _))) = (written, proof) {
        outln!("c proof: {}, {size} bytes", file.display());
    }
    if stats {
        let counts = &solved.stats;
        outln!(
            "c {} variables, {} clauses, {} decisions, {} conflicts, {} propagations, solved in {}",
            solved.n_vars,
            solved.n_clauses,
            counts.nodes.saturating_sub(1),
            counts.failures,
            counts.propagations,
            render::time(counts.solve_time),
        );
    }
    Ok(ExitStatus::of(verdict))
}

/// The literals that hold, in lines that begin with `v`, ended by 0.
fn value_lines(values: &[i32]) -> String {
    let literals = (1_i64..).zip(values);
    let literals = literals.map(|(var, &value)| if value == 1 { var } else { -var });
    let mut text = String::new();
    let mut line = "v".to_owned();
    for literal in literals.chain([0]) {
        let word = literal.to_string();
        if line.len() + 1 + word.len() > MAX_LINE {
            text += &line;
            text.push('\n');
            line = "v".to_owned();
        }
        write!(line, " {word}").expect("a string");
    }
    text + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_lines_of_literals() {
        assert_eq!(value_lines(&[]), "v 0\n");
        assert_eq!(value_lines(&[1, 0, 1]), "v 1 -2 3 0\n");
        let text = value_lines(&[0; 100]);
        assert!(
            text.lines()
                .all(|line| line.len() <= MAX_LINE && line.starts_with("v "))
        );
        assert_eq!(
            text.split_whitespace().filter(|word| *word != "v").count(),
            101
        );
    }
}
