//! Boards, facts, times and counters as text.

use std::io::IsTerminal;
use std::time::Duration;

use gridwright::explain::Step;
use gridwright::explaining::{settle, step_marks};
use gridwright::grid::board::text::{self, Style};
use gridwright::grid::board::{Board, Mark};
use gridwright::puzzles::{DrawOptions, FactState};
use gridwright::{AnyAnswer, AnyInstance, EngineName, Report};

/// The most facts listed in a line.
const MAX_FACTS: usize = 12;

/// Boards with more cells are printed as text, even on a terminal.
const MAX_CELLS: usize = 4096;

/// The style for a terminal; `None` if standard output is not one, which means plain text.
pub(crate) fn style() -> Option<Style> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdout().is_terminal().then(|| Style {
        colour: !set("NO_COLOR") && !dumb,
        unicode: !dumb,
    })
}

/// The style of boards within text: like [`style`], but Unicode without colours in a file.
pub(crate) fn text_style() -> Style {
    style().unwrap_or(Style {
        colour: false,
        unicode: true,
    })
}

/// Whether a board is small enough to draw on a terminal.
pub(crate) fn fits(instance: &dyn AnyInstance) -> bool {
    let board = instance.draw(&DrawOptions::default());
    board.rows * board.cols <= MAX_CELLS
}

/// The facts that hold only in the first, and only in the second, of two answers.
pub(crate) fn differing(
    instance: &dyn AnyInstance,
    one: &AnyAnswer,
    other: &AnyAnswer,
) -> [Vec<String>; 2] {
    let (a, b) = (instance.known(one), instance.known(other));
    let mut only = [Vec::new(), Vec::new()];
    for (fact, pair) in a.iter().zip(&b).enumerate() {
        match pair {
            (FactState::True, FactState::False) => only[0].push(fact),
            (FactState::False, FactState::True) => only[1].push(fact),
            _ => {}
        }
    }
    let n_first = only[0].len();
    let mut first = instance.facts_at(&only.concat());
    let second = first.split_off(n_first);
    [first, second]
}

/// The differences between two answers, a line for each.
pub(crate) fn difference(
    instance: &dyn AnyInstance,
    one: &AnyAnswer,
    other: &AnyAnswer,
) -> Vec<String> {
    if !fits(instance) {
        return Vec::new();
    }
    let few = |mut facts: Vec<String>| {
        let more = facts.len().saturating_sub(MAX_FACTS);
        facts.truncate(MAX_FACTS);
        let more = (more > 0).then(|| format!("{more} more"));
        facts.into_iter().chain(more).collect::<Vec<_>>().join("; ")
    };
    let sides = ["first", "second"]
        .into_iter()
        .zip(differing(instance, one, other));
    sides
        .filter(|(_, facts)| !facts.is_empty())
        .map(|(which, facts)| format!("Only in the {which}: {}", few(facts)))
        .collect()
}

/// The facts known to be true.
pub(crate) fn facts(instance: &dyn AnyInstance, known: &[FactState]) -> Vec<String> {
    let known = known.iter().enumerate();
    let is_true = known.filter(|(_, known)| **known == FactState::True);
    let numbers: Vec<usize> = is_true.map(|(fact, _)| fact).collect();
    instance.facts_at(&numbers)
}

pub(crate) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A time in a suitable unit.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..0.000_95 => format!("{:.0} µs", seconds * 1e6),
        ..0.0095 => format!("{:.1} ms", seconds * 1e3),
        ..0.95 => format!("{:.0} ms", seconds * 1e3),
        ..60.0 => format!("{seconds:.1} s"),
        _ => format!(
            "{:.0} min {:.0} s",
            (seconds / 60.0).floor(),
            seconds % 60.0
        ),
    }
}

/// The counters of a run in one line.
pub(crate) fn counters(report: &Report) -> String {
    let stats = &report.stats;
    if report.engine == EngineName::Chr {
        return format!(
            "chr by {}: {} nodes, {} rule firings, {} backtracks; set up in {}, solved in {}",
            report.viewpoint,
            stats.nodes,
            stats.propagations,
            stats.backtracks,
            time(report.setup_time),
            time(stats.solve_time)
        );
    }
    let mut line = format!(
        "{} by {}: {} nodes, {} failures, {} backtracks, {} propagations",
        report.engine,
        report.viewpoint,
        stats.nodes,
        stats.failures,
        stats.backtracks,
        stats.propagations
    );
    if stats.nogoods > 0 {
        line += &format!(", {} nogoods, {} restarts", stats.nogoods, stats.restarts);
    }
    line + &format!(
        "; set up in {}, solved in {}",
        time(report.setup_time),
        time(stats.solve_time)
    )
}

/// The board with the known facts.
pub(crate) fn board(instance: &dyn AnyInstance, known: &[FactState], candidates: bool) -> Board {
    instance.draw(&DrawOptions {
        known,
        candidates,
        marks: &[],
    })
}

/// The board of an answer.
pub(crate) fn answer_board(instance: &dyn AnyInstance, answer: &AnyAnswer) -> Board {
    board(instance, &instance.known(answer), false)
}

/// The board of an answer, with its differences from another marked.
pub(crate) fn differing_board(
    instance: &dyn AnyInstance,
    answer: &AnyAnswer,
    other: &AnyAnswer,
) -> Board {
    let mut board = answer_board(instance, answer);
    let compared = answer_board(instance, other);
    for (tile, other) in board.tiles.iter_mut().zip(&compared.tiles) {
        if tile != other {
            tile.mark = Some(Mark::Differs);
        }
    }
    for stroke in &mut board.strokes {
        if !compared.strokes.contains(stroke) {
            stroke.mark = Some(Mark::Differs);
        }
    }
    board
}

/// A board as text.
pub(crate) fn draw(board: &Board, style: Style) -> String {
    text::render(board, style)
}

/// The board after a step, with the cells it uses and those it changes marked.
pub(crate) fn step_board(
    instance: &dyn AnyInstance,
    step: &Step,
    before: &[FactState],
    candidates: bool,
) -> Board {
    let marks = step_marks(instance, step);
    let mut after = before.to_vec();
    for claim in &step.concludes {
        settle(&mut after, *claim);
    }
    instance.draw(&DrawOptions {
        known: &after,
        candidates,
        marks: &marks,
    })
}

/// A number with its noun.
pub(crate) fn counted(n: u64, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}
