//! `solve`, `unique`, `count` and `backbone`, which differ only in the question.

use std::io::IsTerminal;
use std::path::Path;

use clap::Args;
use gridwright::columns::QUESTION;
use gridwright::control::Deadline;
use gridwright::grid::board::text::Style;
use gridwright::proving::{sufficient_clues, used_clues};
use gridwright::puzzles::FactState;
use gridwright::{AnyInstance, BatchSolver, Error, Question, Report, Request, Verdict, propagate};

use crate::exit_status::ExitStatus;
use crate::input::options::SolveOptions;
use crate::input::origin::ReadError;
use crate::input::puzzles::{Entry, Input};
use crate::output::render;
use crate::output::stdout;
use crate::output::table::{RowWriter, row_output};
use crate::verbs::diagnosis::{self, Diagnosis};
use crate::verbs::fast_path::FastPath;
use crate::verbs::proof::{self, ProofArgs, ProofFormat};
use crate::verbs::solve_row::{Propagated, Row};
use crate::work::cubes::{self, CubeOptions};
use crate::work::interrupt::stop_on_interrupt;
use crate::work::progress::{self, ProgressLine, Unit};
use crate::work::stream::{self, PuzzleText, RowOutput};

#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    input: Input,
    /// Find at most N answers
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    most: u64,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    options: SolveOptions,
    #[command(flatten)]
    cubes: CubeOptions,
}

#[derive(Debug, Args)]
pub(crate) struct Unique {
    #[command(flatten)]
    input: Input,
    /// Show at most N answers; two prove that the answer is not unique
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(2..))]
    most: u64,
    /// If there are several answers, find the fewest additional clues that leave one; if there is none, the clues that conflict (found for a single puzzle on a terminal in any case)
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    proof: ProofArgs,
    /// With --proof, also print the clues that the proof uses, and those of them that suffice: none can be left out
    #[arg(long, requires = "proof")]
    core: bool,
    #[command(flatten)]
    options: SolveOptions,
    #[command(flatten)]
    cubes: CubeOptions,
}

#[derive(Debug, Args)]
pub(crate) struct Count {
    #[command(flatten)]
    input: Input,
    /// Stop counting at N
    #[arg(long, visible_alias = "most", value_name = "N", default_value_t = u64::MAX, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    #[command(flatten)]
    proof: ProofArgs,
    #[command(flatten)]
    options: SolveOptions,
    #[command(flatten)]
    cubes: CubeOptions,
}

#[derive(Debug, Args)]
pub(crate) struct Backbone {
    #[command(flatten)]
    input: Input,
    /// Compare only the first N answers
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    most: Option<u64>,
    #[command(flatten)]
    options: SolveOptions,
}

impl Solve {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let question = Question::Solve { max: self.most };
        match self.proof.wanted() {
            Some(proof) => run_with_proof(&self.input, &self.options, question, proof),
            None => run(&self.input, &self.options, &self.cubes, question),
        }
    }
}

impl Unique {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let question = match self.most {
            2 => Question::Unique,
            max => Question::Solve { max },
        };
        if let Some(proof) = self.proof.wanted() {
            let status = run_with_proof(&self.input, &self.options, question, proof)?;
            if self.core {
                print_core(&self.input, &self.options, proof, status)?;
            }
            return Ok(status);
        }
        let is_terminal = std::io::stdout().is_terminal();
        let diagnose = |is_only: bool, solved: &Solved<'_>, request: &Request| {
            let verdict = solved.report.verdict;
            let is_wanted = self.repair || is_only && is_terminal && verdict == Verdict::None;
            is_wanted.then(|| diagnosis::diagnose(solved.instance, verdict, request))?
        };
        run_and(
            &self.input,
            (&self.options, &self.cubes),
            question,
            &diagnose,
        )
    }
}

impl Count {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let question = Question::Count { limit: self.limit };
        match self.proof.wanted() {
            Some(proof) => run_with_proof(&self.input, &self.options, question, proof),
            None => run(&self.input, &self.options, &self.cubes, question),
        }
    }
}

impl Backbone {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let question = match self.most {
            None => Question::Backbone,
            Some(max) => Question::CommonFacts { max },
        };
        let cubes = CubeOptions::default();
        run(&self.input, &self.options, &cubes, question)
    }
}

/// The result of one puzzle.
struct Solved<'i> {
    instance: &'i dyn AnyInstance,
    report: Report,
    /// What propagation derives before search, if requested; an inner `None` is a conflict.
    before: Option<Option<Vec<FactState>>>,
    /// What is wrong with the puzzle, if requested.
    diagnosis: Option<Diagnosis>,
}

/// What to find out after a report; it also gets whether the puzzle is the only one.
type After<'a> = &'a (dyn Fn(bool, &Solved<'_>, &Request) -> Option<Diagnosis> + Sync);

/// Answers the question for every puzzle of the input.
fn run(
    input: &Input,
    options: &SolveOptions,
    cubes: &CubeOptions,
    question: Question,
) -> Result<ExitStatus, String> {
    run_and(input, (options, cubes), question, &|_, _, _| None)
}

/// Answers the question for the only puzzle of the input and, if it has one answer or none, writes a proof of that.
fn run_with_proof(
    input: &Input,
    options: &SolveOptions,
    question: Question,
    (file, format): (&Path, ProofFormat),
) -> Result<ExitStatus, String> {
    let stop = stop_on_interrupt();
    let request = options.search.request(&stop);
    if let [word] = input.args()
        && proof::is_flatzinc(word)
    {
        return proof::write_of_flatzinc(word, &request, (file, format));
    }
    let refutation = format.refutation()?;
    let deadline = request.limits().deadline();
    let Entry { name, instance, .. } = match input.one(&deadline) {
        Ok(entry) => entry,
        Err(error) => {
            let limit = error.limit()?;
            eprintln!("{} before the puzzle was read", limit.describe());
            return Ok(ExitStatus::Stopped);
        }
    };
    let instance = instance?;
    // The time limit includes reading.
    let request = Request {
        time: deadline.remaining(),
        ..request
    };
    let wrong = |error: Error| format!("{name}: error: {error}");
    // Whether there is one answer is proved at once; other questions are answered first.
    let mut report = None;
    if question != Question::Unique {
        let asked = BatchSolver::new(&request).ask(&*instance, question);
        report = Some(asked.map_err(wrong)?);
    }
    let is_provable = |report: &Report| matches!(report.verdict, Verdict::None | Verdict::Unique);
    let mut written = None;
    if report.as_ref().is_none_or(is_provable) {
        let proved = match refutation {
            None => proof::write(&*instance, &request, file),
            Some(format) => proof::write_refutation(&*instance, &request, file, format),
        };
        let (proved, size) = proved.map_err(|message| format!("{name}: error: {message}"))?;
        written = size;
        report.get_or_insert(proved);
    }
    let solved = Solved {
        instance: &*instance,
        report: report.expect("the question was answered or proved"),
        before: None,
        diagnosis: None,
    };
    print(&name, &solved, options);
    match written {
        Some(size) if !options.json => {
            let comment = if render::style().is_some() { "" } else { "% " };
            outln!("{comment}proof: {}, {size}", file.display());
        }
        Some(_) => {}
        None => eprintln!("{name}: no proof was written: it needs exactly one answer, or none"),
    }
    Ok(ExitStatus::of(solved.report.verdict))
}

/// Prints the clues that the proof of the verdict about the only puzzle uses, and those that suffice.
fn print_core(
    input: &Input,
    options: &SolveOptions,
    (file, format): (&Path, ProofFormat),
    status: ExitStatus,
) -> Result<(), String> {
    let request = options.search.request(&stop_on_interrupt());
    let read = input.one(&Deadline::never());
    let Entry { name, instance, .. } = read.map_err(ReadError::message)?;
    let instance = instance?;
    let is_proved = matches!(status, ExitStatus::Success | ExitStatus::None);
    // A proof in another format says nothing about clues, and without a verdict there is none.
    let proof = match format {
        ProofFormat::Gridwright if is_proved => Some(proof::read(file)?),
        _ => None,
    };
    let comment = if render::style().is_some() { "" } else { "% " };
    let all = instance.clues();
    let n = all.iter().filter(|slot| slot.left_out().is_some()).count();
    if n == 0 {
        outln!("{comment}the puzzle has no clues that could be left out");
        return Ok(());
    }
    if let Some(proof) = &proof {
        let used = used_clues(&*instance, proof);
        let used = used.map_err(|error| format!("{name}: error: {error}"))?;
        let most = if used.is_exact { "" } else { "at most " };
        let n_used = used.clues.len();
        outln!("{comment}the proof uses {most}{n_used} of {n} clues");
    }
    let clues = sufficient_clues(&*instance, &request, proof.as_deref());
    let clues = clues.map_err(|error| format!("{name}: error: {error}"))?;
    let Some(clues) = clues else {
        eprintln!("{name}: clues that suffice were not found");
        return Ok(());
    };
    let listed = clues
        .iter()
        .map(|(position, clue)| format!("{position} {clue}"));
    let listed: Vec<String> = listed.collect();
    outln!(
        "{comment}{} of {n} clues suffice: {}",
        listed.len(),
        listed.join(", ")
    );
    Ok(())
}

/// Answers the question for every puzzle, then runs `after`, and prints both.
fn run_and(
    input: &Input,
    (options, cubes): (&SolveOptions, &CubeOptions),
    question: Question,
    after: After<'_>,
) -> Result<ExitStatus, String> {
    let stream = input.stream()?;
    let stop = stop_on_interrupt();
    let request = Request {
        progress: progress::counters(),
        ..options.search.request(&stop)
    };
    let before = options.shows_propagated();
    let (rows, file) = row_output(options.json, options.output.as_deref(), QUESTION)?.unzip();
    let rows = rows.as_ref();
    let output = rows.map(|rows| RowOutput {
        rows,
        file: file.flatten(),
    });
    let line = match cubes.is_given() {
        true => ProgressLine::hidden(),
        false => {
            let what = match question {
                Question::Count { .. } => "counting",
                _ => "solving",
            };
            ProgressLine::new(what, None, Unit::Bytes, request.progress.clone())
        }
    };
    // A single question takes all threads.
    let n_workers = if cubes.is_given() { 1 } else { options.threads };
    stream::run(&stream, n_workers, &stop, &line, output, || {
        let fast_path = FastPath::new(question, options, &request);
        let mut fast_path = fast_path.filter(|_| !cubes.is_given());
        let mut solver = BatchSolver::new(&request);
        let request = &request;
        let mut n_before = 0;
        move |puzzle: &PuzzleText<'_>| {
            if let Some(status) = fast_path.as_mut().and_then(|path| path.run(puzzle)) {
                return Ok(status);
            }
            let (instance, name) = (puzzle.read()?, puzzle.name());
            cubes.refuse_several(puzzle, n_before)?;
            n_before += 1;
            let threads = if puzzle.is_single { options.threads } else { 1 };
            // The time limit is for all that is found out about the puzzle.
            let deadline = request.limits().deadline();
            let mut solved = solve(
                &*instance,
                question,
                (&mut solver, request),
                before,
                (threads, cubes),
            )
            .map_err(|error| puzzle.error(&error))?;
            let rest = Request {
                time: deadline.remaining(),
                ..request.clone()
            };
            solved.diagnosis = after(puzzle.is_only, &solved, &rest);
            match rows {
                Some(rows) => print_row(puzzle, &name, &solved, rows),
                None => print(&name, &solved, options),
            }
            Ok(ExitStatus::of(solved.report.verdict))
        }
    })
}

fn solve<'i>(
    instance: &'i dyn AnyInstance,
    question: Question,
    (solver, request): (&mut BatchSolver<'_>, &Request),
    before: bool,
    (threads, cubes): (usize, &CubeOptions),
) -> Result<Solved<'i>, String> {
    let message = |error: Error| error.to_string();
    let before = match before.then(|| propagate(instance, request)) {
        // The report will have the limit too.
        Some(Err(error)) if error.limit().is_some() => None,
        before => before.transpose().map_err(message)?,
    };
    let report = match cubes::ask(instance.into(), question, request, threads, cubes)? {
        Some(report) => report,
        None => solver.ask(instance, question).map_err(message)?,
    };
    Ok(Solved {
        instance,
        before,
        diagnosis: None,
        report,
    })
}

/// Prints a row of a table, or a JSON object.
fn print_row(puzzle: &PuzzleText<'_>, name: &str, solved: &Solved<'_>, rows: &RowWriter) {
    let instance = solved.instance;
    let mut row = Row::new(name, instance, &solved.report);
    row.puzzle = puzzle.cells.is_empty().then(|| instance.line());
    let before = solved.before.as_ref();
    row.propagated = before.map(|known| Propagated::new(instance, known.as_deref()));
    row.diagnosis = solved.diagnosis.as_ref().map(|found| found.row(instance));
    stdout::write(&rows.row(puzzle.cells, &row));
}

fn print(name: &str, solved: &Solved<'_>, options: &SolveOptions) {
    let instance = solved.instance;
    let report = &solved.report;
    match render::style() {
        Some(style) if render::fits(instance) => print_boards(name, solved, style),
        _ => print_text(name, solved),
    }
    if let Some(diagnosis) = &solved.diagnosis {
        diagnosis.print(instance);
    }
    if options.stats {
        match render::style() {
            Some(_) => wordsln!("{}", render::counters(report)),
            None => outln!("% {}", render::counters(report)),
        }
    }
}

/// Prints boards on a terminal.
fn print_boards(name: &str, solved: &Solved<'_>, style: Style) {
    let (instance, report) = (solved.instance, &solved.report);
    let title = instance.kind().info().title;
    wordsln!("{title} {name}: {}", report.in_words());
    match &solved.before {
        Some(Some(known)) => {
            outln!("Before search:");
            out!(
                "{}",
                render::draw(&render::board(instance, known, true), style)
            );
        }
        Some(None) => wordsln!("Before search: propagation alone proves that there is no answer."),
        None => {}
    }
    if let [one, other] = &report.answers[..]
        && report.verdict == Verdict::Multiple
    {
        for (this, that) in [(one, other), (other, one)] {
            let board = render::differing_board(instance, this, that);
            out!("{}", render::draw(&board, style));
        }
        outln!("Differences are marked ~like this~.");
        for line in render::difference(instance, one, other) {
            wordsln!("{line}");
        }
    } else {
        for answer in &report.answers {
            out!(
                "{}",
                render::draw(&render::answer_board(instance, answer), style)
            );
        }
    }
    if let Some(shared) = &report.shared
        && report.verdict != Verdict::None
    {
        out!(
            "{}",
            render::draw(&render::board(instance, shared, true), style)
        );
    }
}

/// Prints answers as plain text, and everything else as comments.
fn print_text(name: &str, solved: &Solved<'_>) {
    let (instance, report) = (solved.instance, &solved.report);
    let title = instance.kind().info().title;
    outln!("% {title} {name}: {}", report.in_words());
    match &solved.before {
        Some(Some(known)) => {
            let board = render::board(instance, known, true);
            for line in render::draw(&board, Style::default()).lines() {
                outln!("% {line}");
            }
        }
        Some(None) => outln!("% before search: propagation alone proves that there is no answer"),
        None => {}
    }
    for answer in &report.answers {
        outln!("{}", instance.print_answer(answer).trim_end());
    }
    if let [one, other] = &report.answers[..]
        && report.verdict == Verdict::Multiple
    {
        for line in render::difference(instance, one, other) {
            outln!("% {line}");
        }
    }
    if let Some(shared) = &report.shared {
        for fact in render::facts(instance, shared) {
            outln!("{fact}");
        }
    }
    if report.answers.len() > 1 {
        outln!();
    }
}
