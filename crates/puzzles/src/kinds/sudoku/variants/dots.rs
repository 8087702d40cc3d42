//! Dots between cells: Kropki dots for differences (white) and ratios (black), X and V for sums; and the negative constraint, that all of them are given.

use gridwright_constraints::table;
use gridwright_fd::{Model, Var};
use gridwright_grid::Border;
use gridwright_grid::board::{Board, Form, Shape};

use crate::blocks::step_words::list;
use crate::contract::{ClueEntry, CluePosition, Premise};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::support::{cells_text, premise, relation, rule_premise};
use crate::kinds::sudoku::variants::{Constraint, Family, Posted};

/// What a dot says about two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DotKind {
    /// Their difference.
    Difference,
    /// The ratio of the greater to the smaller.
    Ratio,
    /// Their sum.
    Sum,
}

impl DotKind {
    /// All kinds.
    pub const ALL: [DotKind; 3] = [DotKind::Difference, DotKind::Ratio, DotKind::Sum];

    /// Its name: "difference".
    pub fn name(self) -> &'static str {
        match self {
            DotKind::Difference => "difference",
            DotKind::Ratio => "ratio",
            DotKind::Sum => "sum",
        }
    }

    fn holds(self, value: i32, a: i32, b: i32) -> bool {
        match self {
            DotKind::Difference => a - b == value || b - a == value,
            DotKind::Ratio => a == b * value || b == a * value,
            DotKind::Sum => a + b == value,
        }
    }

    /// Whether dots of this kind at a place allow what the negative constraint of the other kind forbids: a white dot may be between 1 and 2, and a black one too.
    fn excuses(self, other: DotKind) -> bool {
        (self == DotKind::Sum) == (other == DotKind::Sum)
    }
}

/// A dot between two cells that share a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dot {
    /// What it says.
    pub kind: DotKind,
    /// The difference, ratio or sum.
    pub value: i32,
    /// The two cells.
    pub cells: [usize; 2],
}

impl Dot {
    fn words(&self, instance: &Instance) -> String {
        let names = instance.words(&self.cells);
        let (kind, value) = (self.kind.name(), self.value);
        format!("{names} have the {kind} {value}")
    }
}

fn post_pair(
    instance: &Instance,
    model: &mut Model,
    pair: [Var; 2],
    holds: impl Fn(i32, i32) -> bool,
) -> Posted {
    let numbers = || 1..=instance.n() as i32;
    let pairs = numbers().flat_map(|a| numbers().map(move |b| [a, b]));
    let rows = pairs.filter(|&[a, b]| holds(a, b));
    model.post(table(pair, rows))?;
    Ok(())
}

impl Family for Dot {
    fn line(&self, instance: &Instance) -> String {
        let cells = cells_text(instance, &self.cells);
        match (self.kind, self.value) {
            (DotKind::Difference, 1) => format!("white {cells}"),
            (DotKind::Ratio, 2) => format!("black {cells}"),
            (DotKind::Sum, 10) => format!("x {cells}"),
            (DotKind::Sum, 5) => format!("v {cells}"),
            (kind, value) => format!("{} {value} {cells}", kind.name()),
        }
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let pair = self.cells.map(|at| cells[at]);
        post_pair(instance, model, pair, |a, b| {
            self.kind.holds(self.value, a, b)
        })
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let [a, b] = self.cells.map(|at| numbers[at]);
        let (low, high) = (a.min(b), a.max(b));
        let is_right = match self.kind {
            DotKind::Difference => high - low == self.value,
            DotKind::Ratio => high % low == 0 && high / low == self.value,
            DotKind::Sum => low + high == self.value,
        };
        match is_right {
            true => Ok(()),
            false => Err(format!("it is not so that {}", self.words(instance))),
        }
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let [a, b] = self.cells;
        let form = relation(instance, a, b, |x, y| self.kind.holds(self.value, x, y));
        let words = self.words(instance);
        vec![premise(
            instance,
            self.kind.name(),
            2,
            words,
            &self.cells,
            form,
        )]
    }

    fn draw(&self, instance: &Instance, board: &mut Board) {
        let [a, b] = self.cells.map(|at| instance.at(at));
        let Some(border) = Border::between(a, b) else {
            return;
        };
        let value = self.value;
        let form = match (self.kind, value) {
            (DotKind::Difference, 1) => Form::BorderDot(border, false),
            (DotKind::Ratio, 2) => Form::BorderDot(border, true),
            (DotKind::Sum, 10) => Form::BorderText(border, "X".to_owned()),
            (DotKind::Sum, 5) => Form::BorderText(border, "V".to_owned()),
            (DotKind::Difference, _) => Form::BorderText(border, format!("±{value}")),
            (DotKind::Ratio, _) => Form::BorderText(border, format!("×{value}")),
            (DotKind::Sum, _) => Form::BorderText(border, format!("+{value}")),
        };
        board.shapes.push(Shape::given(form));
    }

    fn slot(&self, instance: &Instance) -> Option<(CluePosition, String, ClueEntry)> {
        let [a, b] = self.cells.map(|at| instance.at(at));
        let border = Border::between(a, b)?;
        let entry = ClueEntry::numbers(1, 2 * instance.n() as i32);
        Some((CluePosition::Border(border), self.value.to_string(), entry))
    }

    fn with_value(&self, value: &str) -> Option<Constraint> {
        let value = value.parse().ok()?;
        Some(Constraint::Dot(Dot {
            value,
            ..self.clone()
        }))
    }
}

/// All dots of a kind with these values are given: two cells that share a side without one do not have such a difference, ratio or sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Negative {
    /// The kind of dot.
    pub kind: DotKind,
    /// The differences, ratios or sums.
    pub values: Vec<i32>,
}

impl Negative {
    fn forbids(&self, a: i32, b: i32) -> bool {
        self.values
            .iter()
            .any(|&value| self.kind.holds(value, a, b))
    }

    /// The pairs of cells that share a side without a dot.
    fn pairs(&self, instance: &Instance) -> Vec<(usize, usize)> {
        let mut pairs = instance.adjacent_pairs();
        for constraint in instance.constraints() {
            if let Constraint::Dot(dot) = constraint
                && dot.kind.excuses(self.kind)
            {
                let [a, b] = dot.cells;
                pairs.retain(|&pair| pair != (a.min(b), a.max(b)));
            }
        }
        pairs
    }

    fn values(&self) -> String {
        let values: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        list(&values, "or")
    }
}

impl Family for Negative {
    fn line(&self, _: &Instance) -> String {
        if self.kind == DotKind::Difference && self.values == [1] {
            return "non-consecutive".to_owned();
        }
        let values: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        format!("negative {} {}", self.kind.name(), values.join(" "))
    }

    fn post(&self, instance: &Instance, cells: &[Var], model: &mut Model) -> Posted {
        let numbers = || 1..=instance.n() as i32;
        let pairs = numbers().flat_map(|a| numbers().map(move |b| [a, b]));
        let rows = pairs.filter(|&[a, b]| !self.forbids(a, b));
        let allowed = table([Var::ZERO; 2], rows);
        for (a, b) in self.pairs(instance) {
            model.post(allowed.over([cells[a], cells[b]]))?;
        }
        Ok(())
    }

    fn check(&self, instance: &Instance, numbers: &[i32]) -> Result<(), String> {
        let n = instance.n();
        let has_dot = |a: usize, b: usize| {
            instance
                .constraints()
                .iter()
                .any(|constraint| match constraint {
                    Constraint::Dot(dot) => {
                        let is_sum = |kind: DotKind| matches!(kind, DotKind::Sum);
                        dot.cells.contains(&a)
                            && dot.cells.contains(&b)
                            && is_sum(dot.kind) == is_sum(self.kind)
                    }
                    _ => false,
                })
        };
        for a in 0..n * n {
            let right = (a % n < n - 1).then_some(a + 1);
            let below = (a / n < n - 1).then_some(a + n);
            for b in right.into_iter().chain(below) {
                let (low, high) = (numbers[a].min(numbers[b]), numbers[a].max(numbers[b]));
                for &value in &self.values {
                    let is_so = match self.kind {
                        DotKind::Difference => high == low + value,
                        DotKind::Ratio => high == low * value,
                        DotKind::Sum => high == value - low,
                    };
                    if is_so && !has_dot(a, b) {
                        let (a, b, kind) = (instance.at(a), instance.at(b), self.kind.name());
                        return Err(format!(
                            "{a} and {b} have the {kind} {value} without a sign"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    fn premises(&self, instance: &Instance) -> Vec<Premise> {
        let (kind, values) = (self.kind.name(), self.values());
        let premise = |(a, b): (usize, usize)| {
            let form = relation(instance, a, b, |x, y| !self.forbids(x, y));
            let names = instance.words(&[a, b]);
            let words = match (self.kind, &self.values[..]) {
                (DotKind::Difference, [1]) => format!("{names} are not consecutive"),
                _ => format!("{names} have no sign, so their {kind} is not {values}"),
            };
            rule_premise(instance, "negative", 2, words, &[a, b], form)
        };
        self.pairs(instance).into_iter().map(premise).collect()
    }

    fn draw(&self, _: &Instance, board: &mut Board) {
        let (kind, values) = (self.kind.name(), self.values());
        board.notes.push(match (self.kind, &self.values[..]) {
            (DotKind::Difference, [1]) => {
                "Non-consecutive: cells that share a side without a dot are not consecutive"
                    .to_owned()
            }
            _ => format!("Negative constraint: without a sign, no {kind} is {values}"),
        });
    }
}
