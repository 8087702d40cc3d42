//! Proofs that a puzzle has exactly one answer or none, and checking them.

use std::collections::HashSet;
use std::io::{Read, Write};

use gridwright_fd::{Stats, Var};
use gridwright_proof::{Constraint, Statement, Verdict as ProofVerdict, check, check_without};
use gridwright_puzzles::{AnyAnswer, AnyInstance, BoxedInstance, CluePosition};
use gridwright_solve::{
    ModelEngine, ProofOutcome, Proved, RefutationFormat, RunOptions, prove as prove_statement,
    prove_refutation as refute_statement,
};
use gridwright_statements::state_puzzle;

use crate::engine::EngineName;
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
    let (statement, options) = stated(instance, request)?;
    let outcome = prove_statement(&statement, &options, out);
    let outcome = outcome.map_err(|error| Error::Proof(error.to_string()))?;
    let ProofOutcome { proved, stats, .. } = outcome;
    let engine = outcome.engine.into();
    Ok(Proof {
        report: report(instance, &statement, proved, stats, engine)?,
        out: outcome.out,
        n_bytes: outcome.n_bytes,
    })
}

/// Like [`prove`], but writes a CNF in the DIMACS format and its refutation, for checkers of other authors. Rules about connectivity,
/// paths, loops and regions cannot be written so. Returns the report and the output.
pub fn prove_refutation<W: Write + Send + 'static>(
    instance: &dyn AnyInstance,
    request: &Request,
    format: RefutationFormat,
    dimacs: &mut dyn Write,
    out: W,
) -> Result<(Report, W), Error> {
    let (statement, options) = stated(instance, request)?;
    if !matches!(options.engine, ModelEngine::Auto | ModelEngine::Sat) {
        let what = "refutations are written by the engine sat; use sat or auto";
        return Err(Error::Proof(what.to_owned()));
    }
    let proved = refute_statement(&statement, &options, format, dimacs, out);
    let (proved, stats, out) = proved.map_err(|error| Error::Proof(error.to_string()))?;
    let engine = ModelEngine::Sat.into();
    Ok((report(instance, &statement, proved, stats, engine)?, out))
}

/// The statement of a puzzle, and the options of a request.
fn stated(instance: &dyn AnyInstance, request: &Request) -> Result<(Statement, RunOptions), Error> {
    for (is_given, option) in [
        (!request.viewpoints.is_empty(), "--viewpoint"),
        (!request.rules.is_empty(), "--rule"),
        (request.connectivity.is_some(), "--connectivity"),
    ] {
        if is_given {
            return Err(Error::ProofOption(option));
        }
    }
    // The time limit includes set-up.
    let deadline = request.limits().deadline();
    let statement = statement(instance)?;
    let keys = statement.keys.iter();
    let decisions: Vec<Var> = keys.map(|&key| Var::at(key as usize + 1)).collect();
    let mut options = request.run_options(&decisions)?;
    options.limits.time = deadline.remaining();
    Ok((statement, options))
}

/// The report of what was proved.
fn report(
    instance: &dyn AnyInstance,
    statement: &Statement,
    proved: Proved,
    stats: Stats,
    engine: EngineName,
) -> Result<Report, Error> {
    let (verdict, answers): (Verdict, Vec<Vec<i32>>) = match proved {
        Proved::Unique(values) => (Verdict::Unique, vec![values]),
        Proved::None => (Verdict::None, Vec::new()),
        Proved::Many(one, other) => (Verdict::Multiple, vec![one, other]),
        Proved::Unknown(limit, found) => (Verdict::Stopped(limit), found.into_iter().collect()),
    };
    let answers = answers
        .iter()
        .map(|values| answer(instance, statement, values));
    let answers: Vec<AnyAnswer> = answers.collect::<Result<_, _>>()?;
    let viewpoint = instance.kind().viewpoints();
    let viewpoint = viewpoint.first().map_or("", |(name, _)| name).to_owned();
    Ok(Report {
        verdict,
        answers,
        complete: !matches!(verdict, Verdict::Multiple | Verdict::Stopped(_)),
        setup_time: stats.setup_time,
        stats,
        ..Report::new(viewpoint, engine, Default::default())
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
    let statement = state_puzzle(instance.kind().info().id, &instance.print());
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
    let answer = instance.answer_from_keys(&keys);
    let answer = answer.expect("a kind with a statement reads its keys");
    match instance.check(&answer) {
        Ok(()) => Ok(answer),
        Err(violation) => Err(Error::Proof(format!(
            "the statement admits an answer that the rules do not: {violation}"
        ))),
    }
}

/// A clue: where it is, and its text.
pub type Clue = (CluePosition, String);

/// The clues that a proof uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UsedClues {
    /// The clues: without all the others, the steps of the proof that still hold prove the same.
    pub clues: Vec<Clue>,
    /// Whether the proof needs each of them. If not, some count as used because too many constraints of the statement depend on them.
    pub is_exact: bool,
}

/// The clues that a proof uses. Each is found by checking the proof about the puzzle without it, so nothing is solved. The error is why the proof is rejected with all
/// clues.
///
/// ```
/// use gridwright::proving::{prove, used_clues};
/// use gridwright::{Request, kind};
///
/// let sudoku = kind("sudoku").ok_or("no such kind")?;
/// let puzzle = sudoku.read(None, "11.. .... ...3 ....").map_err(|error| error.message)?;
/// let proof = prove(&*puzzle, &Request::default(), Vec::new())?;
/// let used = used_clues(&*puzzle, &proof.out)?;
/// assert_eq!(used.clues.len(), 2);
/// assert!(used.is_exact);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn used_clues(instance: &dyn AnyInstance, proof: &[u8]) -> Result<UsedClues, String> {
    let original = statement(instance).map_err(|error| error.to_string())?;
    check(&original, proof).map_err(|error| error.to_string())?;
    let mut current: Option<BoxedInstance> = None;
    let mut used = UsedClues {
        clues: Vec::new(),
        is_exact: true,
    };
    for slot in instance.clues() {
        let Some(left_out) = slot.left_out() else {
            continue;
        };
        let from = current.as_deref().unwrap_or(instance);
        let without = from.with_clue(slot.position, left_out).ok();
        let without = without.and_then(|it| Some((statement(&*it).ok()?, it)));
        let tried = without.map(|(stated, it)| (still_holds(&original, &stated, proof), it));
        match tried {
            Some((Holds::Yes, without)) => current = Some(without),
            tried => {
                used.is_exact &= !matches!(tried, Some((Holds::Unknown, _)));
                used.clues.push((slot.position, slot.value));
            }
        }
    }
    Ok(used)
}

/// Whether the steps of a proof that hold without a clue still prove the same.
enum Holds {
    Yes,
    No,
    /// It was not tried: there are too many ways to match the constraints.
    Unknown,
}

/// Whether a proof about one statement, without the steps that do not hold, proves another, which has one clue less. Steps name constraints by their indices, so the
/// constraints of the other statement are moved to the indices of equal ones.
fn still_holds(original: &Statement, other: &Statement, proof: &[u8]) -> Holds {
    let n = original.constraints.len();
    if original.domains.len() != other.domains.len() || original.keys != other.keys {
        // The clue decides which variables there are.
        return Holds::No;
    }
    let mut weaker = Statement {
        domains: other.domains.clone(),
        ..original.clone()
    };
    let holds = |weaker: &Statement, left_out: &HashSet<usize>| match check_without(
        weaker, left_out, proof,
    ) {
        Ok(_) => Holds::Yes,
        Err(_) => Holds::No,
    };
    let (missing, spare) = unequal(&original.constraints, &other.constraints);
    if n == other.constraints.len() {
        weaker.constraints.clone_from(&other.constraints);
        if let Holds::Yes = holds(&weaker, &HashSet::new()) {
            return Holds::Yes;
        }
        weaker.constraints.clone_from(&original.constraints);
        let pairs = original.constraints.iter().zip(&other.constraints);
        if pairs.filter(|(one, other)| one != other).count() == missing.len() {
            // Each constraint was at its place already, as a weaker one of the same variables.
            return Holds::No;
        }
    }
    // Constraints about what the other clues leave, such as sums, are put in the places of missing ones, in every way if there are few.
    let Some(ways) = placements(spare.len(), &missing) else {
        return Holds::Unknown;
    };
    for places in ways {
        let mut weaker = weaker.clone();
        for (constraint, &index) in spare.iter().zip(&places) {
            weaker.constraints[index] = (*constraint).clone();
        }
        let left_out = missing.iter().copied();
        let left_out = left_out.filter(|index| !places.contains(index)).collect();
        if let Holds::Yes = holds(&weaker, &left_out) {
            return Holds::Yes;
        }
    }
    Holds::No
}

/// The ways to put up to two constraints at different indices of a list; `None` if there are more constraints or very many ways.
fn placements(n: usize, indices: &[usize]) -> Option<Vec<Vec<usize>>> {
    let one = |&index: &usize| vec![index];
    let two = |&index: &usize| {
        let others = indices.iter().filter(move |&&other| other != index);
        others.map(move |&other| vec![index, other])
    };
    match n {
        _ if n > indices.len() || indices.len().pow(n.min(3) as u32) > MAX_WAYS => None,
        0 => Some(vec![Vec::new()]),
        1 => Some(indices.iter().map(one).collect()),
        2 => Some(indices.iter().flat_map(two).collect()),
        _ => None,
    }
}

/// The most ways to put constraints in the places of others that are tried for one clue.
const MAX_WAYS: usize = 100;

/// The indices of the constraints of the first list that have no equal in the second, and the constraints of the second that have none in the first.
fn unequal<'c>(
    first: &[Constraint],
    second: &'c [Constraint],
) -> (Vec<usize>, Vec<&'c Constraint>) {
    // Most are at the same place, or moved by as many as are missing before.
    let (mut missing, mut spare, mut next) = (Vec::new(), Vec::new(), 0);
    for (index, constraint) in first.iter().enumerate() {
        let mut near = second[next..].iter().take(MAX_MOVED);
        match near.position(|one| one == constraint) {
            Some(at) => {
                spare.extend(&second[next..next + at]);
                next += at + 1;
            }
            None => missing.push(index),
        }
    }
    spare.extend(&second[next..]);
    missing.retain(|&index| {
        let found = spare.iter().position(|one| **one == first[index]);
        found.map(|at| spare.swap_remove(at)).is_none()
    });
    (missing, spare)
}

/// How far equal constraints of two statements may be apart, beyond those that are missing before.
const MAX_MOVED: usize = 8;

/// Clues that suffice: without the other clues the puzzle still has exactly one answer, or none, and without any one of them it
/// has not. Each is found by solving the puzzle without it; with a proof, only clues that the proof uses are tried. `None` if the verdict is another, or a limit is
/// reached.
///
/// ```
/// use gridwright::proving::sufficient_clues;
/// use gridwright::{Request, kind};
///
/// let sudoku = kind("sudoku").ok_or("no such kind")?;
/// let puzzle = sudoku.read(None, "11.. 3... .... ....").map_err(|error| error.message)?;
/// let clues = sufficient_clues(&*puzzle, &Request::default(), None)?.ok_or("stopped")?;
/// assert_eq!(clues.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sufficient_clues(
    instance: &dyn AnyInstance,
    request: &Request,
    proof: Option<&[u8]>,
) -> Result<Option<Vec<Clue>>, Error> {
    // The engine of the proof solves a statement; it may not solve the models of the puzzle.
    let request = &match (proof, request.engine) {
        (Some(_), EngineName::Sat) => Request {
            engine: EngineName::Auto,
            ..request.clone()
        },
        _ => request.clone(),
    };
    let verdict = ask(instance, Question::Unique, request)?.verdict;
    if !matches!(verdict, Verdict::Unique | Verdict::None) {
        return Ok(None);
    }
    let slots = instance.clues().into_iter();
    let mut left: Vec<(Clue, &str)> = slots
        .filter_map(|slot| {
            let left_out = slot.left_out()?;
            Some(((slot.position, slot.value), left_out))
        })
        .collect();
    let mut current: Option<BoxedInstance> = None;
    if let Some(proof) = proof {
        let used = used_clues(instance, proof).map_err(Error::Proof)?.clues;
        for ((position, _), left_out) in left.extract_if(.., |(clue, _)| !used.contains(clue)) {
            let from = current.as_deref().unwrap_or(instance);
            let without = from.with_clue(position, left_out).map_err(Error::Proof)?;
            current = Some(without);
        }
    }
    let mut kept = Vec::new();
    for ((position, clue), left_out) in left {
        let from = current.as_deref().unwrap_or(instance);
        // Some clues cannot be left out by themselves: the board would be no puzzle.
        let Ok(without) = from.with_clue(position, left_out) else {
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
