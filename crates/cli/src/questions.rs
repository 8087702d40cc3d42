//! `solve`, `unique`, `count` and `backbone`: the verbs that ask the same way and differ in the question.

use clap::Args;
use gridwright::grid::board::text::Style;
use gridwright::puzzles::Known;
use gridwright::{AnyInstance, BatchSolver, Error, Question, Report, Request, Verdict, propagate};

use crate::batch;
use crate::ending::Ending;
use crate::input::Input;
use crate::mend::{self, Mended};
use crate::quick::Quick;
use crate::show::{self, Propagated, Row};
use crate::solving::Solving;
use crate::stream::{self, Piece};

#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    input: Input,
    /// List so many answers at most
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    most: u64,
    #[command(flatten)]
    solving: Solving,
}

#[derive(Debug, Args)]
pub(crate) struct Unique {
    #[command(flatten)]
    input: Input,
    /// Show so many answers at most; two settle the question
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(2..))]
    most: u64,
    /// Where there are several answers, find the fewest further clues that leave one
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    solving: Solving,
}

#[derive(Debug, Args)]
pub(crate) struct Count {
    #[command(flatten)]
    input: Input,
    /// Stop counting at so many
    #[arg(long, visible_alias = "most", value_name = "N", default_value_t = u64::MAX, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    #[command(flatten)]
    solving: Solving,
}

#[derive(Debug, Args)]
pub(crate) struct Backbone {
    #[command(flatten)]
    input: Input,
    /// Compare so many answers at most, and be content with what these share
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    most: Option<u64>,
    #[command(flatten)]
    solving: Solving,
}

impl Solve {
    pub(crate) fn run(self) -> Result<Ending, String> {
        run(
            &self.input,
            &self.solving,
            Question::Solve { most: self.most },
        )
    }
}

impl Unique {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let question = match self.most {
            2 => Question::Unique,
            most => Question::Solve { most },
        };
        let mend = |instance: &dyn AnyInstance, report: &Report, request: &Request| {
            mend::mended(instance, report.verdict, self.repair, request)
        };
        run_and(&self.input, &self.solving, question, &mend)
    }
}

impl Count {
    pub(crate) fn run(self) -> Result<Ending, String> {
        run(
            &self.input,
            &self.solving,
            Question::Count { limit: self.limit },
        )
    }
}

impl Backbone {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let question = match self.most {
            None => Question::Backbone,
            Some(most) => Question::Shared { most },
        };
        run(&self.input, &self.solving, question)
    }
}

/// What came of one puzzle.
struct Told<'i> {
    instance: &'i dyn AnyInstance,
    report: Report,
    /// What is known before search, where that is shown: an outer `None` is not asked, an inner one a conflict.
    before: Option<Option<Vec<Known>>>,
    /// What is wrong with the puzzle, where that was asked.
    mended: Option<Mended>,
}

/// What is asked after a report.
type After<'a> = &'a (dyn Fn(&dyn AnyInstance, &Report, &Request) -> Option<Mended> + Sync);

/// Asks the question of every puzzle of the input and tells the reports.
fn run(input: &Input, solving: &Solving, question: Question) -> Result<Ending, String> {
    run_and(input, solving, question, &|_, _, _| None)
}

/// Asks the question of every puzzle, something after it, and tells both.
fn run_and(
    input: &Input,
    solving: &Solving,
    question: Question,
    after: After<'_>,
) -> Result<Ending, String> {
    let streamed = input.streamed()?;
    let stop = batch::stop_on_interrupt();
    let request = solving.how.request(&stop);
    let before = solving.shows_propagated();
    stream::run(&streamed, solving.threads, &stop, || {
        let mut quick = Quick::new(question, solving, &request);
        let mut asker = BatchSolver::new(&request);
        let request = &request;
        move |piece: &Piece<'_>| {
            if let Some(ending) = quick.as_mut().and_then(|quick| quick.tell(piece)) {
                return Ok(ending);
            }
            let (instance, name) = (piece.read()?, piece.name());
            let told = asked(&*instance, question, (&mut asker, request), before, after)
                .map_err(|error| format!("{name}: error: {error}"))?;
            tell(&name, &told, solving);
            Ok(Ending::of(told.report.verdict))
        }
    })
}

fn asked<'i>(
    instance: &'i dyn AnyInstance,
    question: Question,
    (asker, request): (&mut BatchSolver<'_>, &Request),
    before: bool,
    after: After<'_>,
) -> Result<Told<'i>, Error> {
    let before = match before.then(|| propagate(instance, request)) {
        // A limit comes before the question too, and is told there.
        Some(Err(error)) if error.limit().is_some() => None,
        before => before.transpose()?,
    };
    let report = asker.ask(instance, question)?;
    Ok(Told {
        instance,
        before,
        mended: after(instance, &report, request),
        report,
    })
}

fn tell(name: &str, told: &Told<'_>, solving: &Solving) {
    let instance = told.instance;
    let report = &told.report;
    if solving.json {
        let mut row = Row::new(name, instance, report);
        let before = told.before.as_ref();
        row.propagated = before.map(|known| Propagated::new(instance, known.as_deref()));
        row.mended = told.mended.as_ref().map(|mended| mended.row(instance));
        outln!("{}", row.line());
        return;
    }
    match show::style() {
        Some(style) if show::fits(instance) => tell_terminal(name, told, style),
        _ => tell_plainly(name, told),
    }
    if let Some(mended) = &told.mended {
        mended.tell(instance);
    }
    if solving.stats {
        let comment = if show::style().is_some() { "" } else { "% " };
        outln!("{comment}{}", show::counters(report));
    }
}

/// For people: boards.
fn tell_terminal(name: &str, told: &Told<'_>, style: Style) {
    let (instance, report) = (told.instance, &told.report);
    let title = instance.kind().card().title;
    outln!("{title} {name}: {}", report.in_words());
    match &told.before {
        Some(Some(known)) => {
            outln!("Before search:");
            out!(
                "{}",
                show::drawn(&show::board(instance, known, true), style)
            );
        }
        Some(None) => outln!("Before search: propagation alone finds that there is no answer."),
        None => {}
    }
    if let [one, other] = &report.answers[..]
        && report.verdict == Verdict::Multiple
    {
        for (this, that) in [(one, other), (other, one)] {
            let board = show::differing_board(instance, this, that);
            out!("{}", show::drawn(&board, style));
        }
        outln!("What differs is marked ~so~.");
        for line in show::difference(instance, one, other) {
            outln!("{line}");
        }
    } else {
        for answer in &report.answers {
            out!(
                "{}",
                show::drawn(&show::answer_board(instance, answer), style)
            );
        }
    }
    if let Some(shared) = &report.shared
        && report.verdict != Verdict::None
    {
        out!(
            "{}",
            show::drawn(&show::board(instance, shared, true), style)
        );
    }
}

/// For programs and files: the printed forms, everything else as comments.
fn tell_plainly(name: &str, told: &Told<'_>) {
    let (instance, report) = (told.instance, &told.report);
    let title = instance.kind().card().title;
    outln!("% {title} {name}: {}", report.in_words());
    match &told.before {
        Some(Some(known)) => {
            let board = show::board(instance, known, true);
            for line in show::drawn(&board, Style::default()).lines() {
                outln!("% {line}");
            }
        }
        Some(None) => outln!("% before search: propagation alone finds that there is no answer"),
        None => {}
    }
    for answer in &report.answers {
        outln!("{}", instance.print_answer(answer).trim_end());
    }
    if let [one, other] = &report.answers[..]
        && report.verdict == Verdict::Multiple
    {
        for line in show::difference(instance, one, other) {
            outln!("% {line}");
        }
    }
    if let Some(shared) = &report.shared {
        for fact in show::facts(instance, shared) {
            outln!("{fact}");
        }
    }
    if report.answers.len() > 1 {
        outln!();
    }
}
