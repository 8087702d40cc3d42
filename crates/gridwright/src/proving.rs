//! Proofs that a puzzle has exactly one answer or none, and checking them.

use std::io::{Read, Write};

use gridwright_fd::{Stats, Var};
use gridwright_proof::{
    Constraint, Relation, Statement, Verdict as ProofVerdict, check, check_leniently,
};
use gridwright_puzzles::{
    AnyAnswer, AnyInstance, BoxedInstance, CluePosition, ClueSlot, battleship, hashi, slitherlink,
    sudoku,
};
use gridwright_solve::{
    ModelEngine, ProofOutcome, Proved, RefutationFormat, RunOptions, prove as prove_statement,
    prove_refutation as refute_statement,
};

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
    let statement = statement(instance)?;
    let keys = statement.keys.iter();
    let decisions: Vec<Var> = keys.map(|&key| Var::at(key as usize + 1)).collect();
    let options = request.run_options(&decisions)?;
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
        "whitetan" | "battleship" | "akari" | "tents" | "starbattle" | "nonogram" | "nurikabe"
        | "heyawake" => {
            let cells = keys.into_iter().map(|value| value == 1);
            AnyAnswer::new(battleship::Answer(cells.collect()))
        }
        "slitherlink" | "masyu" => {
            let edges = keys.into_iter().map(|value| value == 1);
            AnyAnswer::new(slitherlink::Answer(edges.collect()))
        }
        "hashi" => AnyAnswer::new(hashi::Answer(keys)),
        "fillomino" => {
            // The keys of a cell say for each number whether it has it.
            let n_numbers = keys.len() / instance.clues().len();
            let number = |cell: &[i32]| cell.iter().position(|&is| is == 1);
            let cells = keys.chunks(n_numbers).map(number);
            let cells = cells.map(|at| at.map_or(0, |at| at as i32 + 1));
            AnyAnswer::new(sudoku::Answer(cells.collect()))
        }
        _ => AnyAnswer::new(sudoku::Answer(keys)),
    };
    match instance.check(&answer) {
        Ok(()) => Ok(answer),
        Err(violation) => Err(Error::Proof(format!(
            "the statement admits an answer that the rules do not: {violation}"
        ))),
    }
}

/// A clue: where it is, and its text.
pub type Clue = (CluePosition, String);

/// The clues that a proof uses: without all the others, the steps that still hold prove the same. Each is found by checking the proof about the puzzle without it, so
/// nothing is solved. The error is why the proof is rejected with all clues.
///
/// ```
/// use gridwright::proving::{prove, used_clues};
/// use gridwright::{Request, kind};
///
/// let sudoku = kind("sudoku").ok_or("no such kind")?;
/// let puzzle = sudoku.read(None, "11.. .... ...3 ....").map_err(|error| error.message)?;
/// let proof = prove(&*puzzle, &Request::default(), Vec::new())?;
/// let clues = used_clues(&*puzzle, &proof.out)?;
/// assert_eq!(clues.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn used_clues(instance: &dyn AnyInstance, proof: &[u8]) -> Result<Vec<Clue>, String> {
    let original = statement(instance).map_err(|error| error.to_string())?;
    check(&original, proof).map_err(|error| error.to_string())?;
    let mut current = original.clone();
    let mut used = Vec::new();
    for slot in instance.clues() {
        if slot.value.is_empty() {
            continue;
        }
        let without = instance.with_clue(slot.position, "").ok();
        let without = without.and_then(|without| statement(&*without).ok());
        let weaker = without.and_then(|without| weakened(&current, &original, &without));
        match weaker.filter(|weaker| check_leniently(weaker, proof).is_ok()) {
            Some(weaker) => current = weaker,
            None => used.push((slot.position, slot.value)),
        }
    }
    Ok(used)
}

/// A statement without what distinguishes the original from the statement without a clue: wider domains, and constraints that are missing there replaced by
/// one that always holds, so that all keep their numbers. `None` if they differ in other ways.
fn weakened(current: &Statement, original: &Statement, without: &Statement) -> Option<Statement> {
    if original.domains.len() != without.domains.len() || original.keys != without.keys {
        return None;
    }
    let mut weaker = current.clone();
    let domains = weaker.domains.iter_mut().zip(&original.domains);
    for ((current, original), without) in domains.zip(&without.domains) {
        if original != without {
            *current = without.clone();
        }
    }
    let (all, kept) = (&original.constraints, &without.constraints);
    let n_missing = all.len().checked_sub(kept.len())?;
    let same_before = all.iter().zip(kept).take_while(|(a, b)| a == b).count();
    if all[same_before + n_missing..] != kept[same_before..] {
        return None;
    }
    for constraint in &mut weaker.constraints[same_before..same_before + n_missing] {
        *constraint = Constraint::Linear {
            terms: Vec::new(),
            relation: Relation::Le,
            constant: 0,
        };
    }
    Some(weaker)
}

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
    let verdict = ask(instance, Question::Unique, request)?.verdict;
    if !matches!(verdict, Verdict::Unique | Verdict::None) {
        return Ok(None);
    }
    let is_given = |slot: &ClueSlot| !slot.value.is_empty();
    let given = instance.clues().into_iter().filter(is_given);
    let mut left: Vec<Clue> = given.map(|slot| (slot.position, slot.value)).collect();
    let mut current: Option<BoxedInstance> = None;
    if let Some(proof) = proof {
        let used = used_clues(instance, proof).map_err(Error::Proof)?;
        for (position, _) in left.iter().filter(|clue| !used.contains(clue)) {
            let from = current.as_deref().unwrap_or(instance);
            let without = from.with_clue(*position, "").map_err(Error::Proof)?;
            current = Some(without);
        }
        left = used;
    }
    let mut kept = Vec::new();
    for (position, clue) in left {
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
