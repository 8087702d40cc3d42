//! Proofs that a puzzle has exactly one answer or none, and checking them.

use std::io::{Read, Write};

use gridwright_fd::Var;
use gridwright_proof::{Statement, Verdict as ProofVerdict, check};
use gridwright_puzzles::{
    AnyAnswer, AnyInstance, BoxedInstance, CluePosition, battleship, hashi, sudoku,
};
use gridwright_solve::{ProofOutcome, Proved, prove as prove_statement};

use crate::error::Error;
use crate::report::{Report, Verdict};
use crate::request::{Question, Request};
use crate::solving::ask;

/// A report, and the output with its proof.
#[derive(Debug)]
pub struct Proof<W> {
    /// The report: unique, none, multiple or stopped.
    pub report: Report,
    /// The output; it contains a proof if the verdict is unique or none.
    pub out: W,
    /// The size of the proof in bytes, before compression.
    pub n_bytes: u64,
}

/// Finds out whether a puzzle has exactly one answer and, if it has one or none, writes a proof of it.
///
/// ```
/// use gridwright::proving::{check_proof, prove};
/// use gridwright::{Request, Verdict, kind};
///
/// let sudoku = kind("sudoku").ok_or("no such kind")?;
/// let puzzle = sudoku.read(None, ".1.. ...2 3... ..3.").map_err(|error| error.message)?;
/// let proof = prove(&*puzzle, &Request::default(), Vec::new())?;
/// assert_eq!(proof.report.verdict, Verdict::Unique);
/// let (verdict, answer) = check_proof(&*puzzle, &proof.out[..])?;
/// assert_eq!(verdict, Verdict::Unique);
/// let answer = answer.ok_or("no answer")?;
/// assert_eq!(puzzle.print_answer(&answer), puzzle.print_answer(&proof.report.answers[0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prove<W: Write + Send + 'static>(
    instance: &dyn AnyInstance,
    request: &Request,
    out: W,
) -> Result<Proof<W>, Error> {
    for (is_given, option) in [
        (!request.viewpoints.is_empty(), "--viewpoint"),
        (!request.rules.is_empty(), "--rule"),
        (request.connectivity.is_some(), "--connectivity"),
    ] {
        if is_given {
            return Err(Error::ProofOption(option));
        }
    }
    let statement = statement(instance)?;
    let keys = statement.keys.iter();
    let decisions: Vec<Var> = keys.map(|&key| Var::at(key as usize + 1)).collect();
    let options = request.run_options(&decisions)?;
    let outcome = prove_statement(&statement, &options, out);
    let outcome = outcome.map_err(|error| Error::Proof(error.to_string()))?;
    let ProofOutcome { proved, stats, .. } = outcome;
    let (verdict, answers): (Verdict, Vec<Vec<i32>>) = match proved {
        Proved::Unique(values) => (Verdict::Unique, vec![values]),
        Proved::None => (Verdict::None, Vec::new()),
        Proved::Many(one, other) => (Verdict::Multiple, vec![one, other]),
        Proved::Unknown(limit, found) => (Verdict::Stopped(limit), found.into_iter().collect()),
    };
    let answers = answers
        .iter()
        .map(|values| answer(instance, &statement, values));
    let answers: Vec<AnyAnswer> = answers.collect::<Result<_, _>>()?;
    let viewpoint = instance.kind().viewpoints();
    let viewpoint = viewpoint.first().map_or("", |(name, _)| name).to_owned();
    let report = Report {
        verdict,
        answers,
        complete: !matches!(verdict, Verdict::Multiple | Verdict::Stopped(_)),
        setup_time: stats.setup_time,
        stats,
        ..Report::new(viewpoint, outcome.engine.into(), Default::default())
    };
    Ok(Proof {
        report,
        out: outcome.out,
        n_bytes: outcome.n_bytes,
    })
}

/// Checks a proof about a puzzle: returns whether it proves that there is one answer, and which, or none. The error is why it is rejected.
pub fn check_proof(
    instance: &dyn AnyInstance,
    proof: impl Read,
) -> Result<(Verdict, Option<AnyAnswer>), String> {
    let statement = statement(instance).map_err(|error| error.to_string())?;
    match check(&statement, proof).map_err(|error| error.to_string())? {
        ProofVerdict::None => Ok((Verdict::None, None)),
        ProofVerdict::Unique(values) => {
            let answer = answer(instance, &statement, &values);
            let answer = answer.map_err(|error| error.to_string())?;
            Ok((Verdict::Unique, Some(answer)))
        }
    }
}

/// The statement of a puzzle.
fn statement(instance: &dyn AnyInstance) -> Result<Statement, Error> {
    let statement = Statement::of_puzzle(instance.kind().info().id, &instance.print());
    statement.map_err(|error| Error::Proof(error.to_string()))
}

/// The answer with the values of a statement's keys, which the judge must accept.
fn answer(
    instance: &dyn AnyInstance,
    statement: &Statement,
    values: &[i32],
) -> Result<AnyAnswer, Error> {
    let keys = statement.keys.iter().map(|&key| values[key as usize]);
    let keys: Vec<i32> = keys.collect();
    let answer = match instance.kind().info().id {
        "whitetan" | "battleship" => {
            let cells = keys.into_iter().map(|value| value == 1);
            AnyAnswer::new(battleship::Answer(cells.collect()))
        }
        "hashi" => AnyAnswer::new(hashi::Answer(keys)),
        _ => AnyAnswer::new(sudoku::Answer(keys)),
    };
    match instance.check(&answer) {
        Ok(()) => Ok(answer),
        Err(violation) => Err(Error::Proof(format!(
            "the statement admits an answer that the rules do not: {violation}"
        ))),
    }
}

/// Clues that suffice: without the other clues the puzzle still has exactly one answer, or none, and without any one of them it
/// has not. Each is found by solving the puzzle without it. `None` if the verdict is another, or a limit is reached.
///
/// ```
/// use gridwright::proving::sufficient_clues;
/// use gridwright::{Request, kind};
///
/// let sudoku = kind("sudoku").ok_or("no such kind")?;
/// let puzzle = sudoku.read(None, "11.. 3... .... ....").map_err(|error| error.message)?;
/// let clues = sufficient_clues(&*puzzle, &Request::default())?.ok_or("stopped")?;
/// assert_eq!(clues.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sufficient_clues(
    instance: &dyn AnyInstance,
    request: &Request,
) -> Result<Option<Vec<(CluePosition, String)>>, Error> {
    let verdict = ask(instance, Question::Unique, request)?.verdict;
    if !matches!(verdict, Verdict::Unique | Verdict::None) {
        return Ok(None);
    }
    let mut current: Option<BoxedInstance> = None;
    let mut kept = Vec::new();
    for slot in instance.clues() {
        let (position, clue) = (slot.position, slot.value);
        if clue.is_empty() {
            continue;
        }
        let from = current.as_deref().unwrap_or(instance);
        // Some clues cannot be removed: an island, an arrow.
        let Ok(without) = from.with_clue(position, "") else {
            kept.push((position, clue));
            continue;
        };
        match ask(&*without, Question::Unique, request)?.verdict {
            Verdict::Stopped(_) => return Ok(None),
            other if other == verdict => current = Some(without),
            _ => kept.push((position, clue)),
        }
    }
    Ok(Some(kept))
}
