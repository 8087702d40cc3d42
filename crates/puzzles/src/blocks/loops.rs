//! Loops on a lattice: points in rows and columns, joined by edges to the next ones. The points are the corners of cells in Slitherlink and the cells themselves in Masyu.
//!
//! Edges along rows come first, then those along columns, each in reading order; facts, answers and variables have the same order.
//!
//! In texts a lattice has lines of `+` for points and `.` for faces; between them an edge is `-` or `|` if it is on the loop, `x` if it is not, and `.` if nothing is known, or,
//! in an answer, if it is not on the loop.

use std::fmt;

use gridwright_constraints::{EmptySubgraph, Graph, single_loop};
use gridwright_fd::Rng;
use gridwright_fd::{Assignment, Atom, Model, ModelError, Var};
use gridwright_grid::{Border, Cell};
use gridwright_term::Diagnostic;

use crate::contract::{
    Claim, FactPlace, FactState, Failure, Formulation, Premise, PremiseForm, Puzzle, PuzzleFact,
    tokens,
};

/// The size of a lattice, in points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lattice {
    pub(crate) rows: usize,
    pub(crate) cols: usize,
}

/// A loop: for every edge, whether it is part of it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer(pub Vec<bool>);

impl Answer {
    /// Makes an answer of the keys of a statement with one key per edge.
    pub(crate) fn from_keys<I>(_: &I, keys: &[i32]) -> Answer {
        Answer(keys.iter().map(|&key| key == 1).collect())
    }
}

/// The loop runs along an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The index of the edge.
    pub(crate) edge: usize,
    place: FactPlace,
    /// The cells at the edge; one of them twice at the rim of the board.
    cells: (Cell, Cell),
}

impl Fact {
    /// The loop runs along a side of these cells.
    pub(crate) fn along(edge: usize, border: Border, cells: &[Cell]) -> Fact {
        let cells = (cells[0], cells[cells.len() - 1]);
        let place = FactPlace::Border(border);
        Fact { edge, place, cells }
    }

    /// The loop runs between the centres of two cells.
    pub(crate) fn between(edge: usize, a: Cell, b: Cell) -> Fact {
        Fact {
            edge,
            place: FactPlace::Link(a, b),
            cells: (a, b),
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            FactPlace::Border(border) => write!(f, "the loop runs along {border}"),
            _ => write!(f, "the loop joins {} and {}", self.cells.0, self.cells.1),
        }
    }
}

impl PuzzleFact for Fact {
    fn cells(&self) -> Vec<Cell> {
        let (a, b) = self.cells;
        if a == b { vec![a] } else { vec![a, b] }
    }

    fn place(&self) -> FactPlace {
        self.place
    }

    fn label(&self) -> String {
        "line".to_owned()
    }

    fn negation(&self) -> String {
        match self.place {
            FactPlace::Border(border) => format!("the loop does not run along {border}"),
            _ => format!(
                "the loop does not join {} and {}",
                self.cells.0, self.cells.1
            ),
        }
    }
}

impl Fact {
    /// Where the loop runs: "the right side of r1c1", "r1c1-r1c2".
    pub(crate) fn way(&self) -> String {
        match self.place {
            FactPlace::Border(border) => border.to_string(),
            _ => format!("{}-{}", self.cells.0, self.cells.1),
        }
    }

    /// The words before the places where the loop runs, before those where it does not, and before the latter after "but not".
    pub(crate) fn verbs(&self) -> [&'static str; 3] {
        match self.place {
            FactPlace::Border(_) => ["runs along", "does not run along", "along "],
            _ => ["joins", "does not join", ""],
        }
    }
}

/// The premise of a point with what is wrong if it is violated.
pub(crate) fn at_point(premise: Premise, point: &str) -> Premise {
    premise
        .failure(
            Failure::TooMany,
            format!("the loop would branch at {point}"),
        )
        .failure(Failure::TooFew, format!("the loop would end at {point}"))
        .violation(format!("the loop would end or branch at {point}"))
        .brief(point)
}

impl Lattice {
    pub(crate) fn n_points(self) -> usize {
        self.rows * self.cols
    }

    /// The edge from a point to the next of its row.
    pub(crate) fn along(self, row: usize, col: usize) -> usize {
        row * (self.cols - 1) + col
    }

    /// The edge from a point to the one below.
    pub(crate) fn upright(self, row: usize, col: usize) -> usize {
        self.rows * (self.cols - 1) + row * self.cols + col
    }

    /// The four edges around the square to the right of and below a point.
    pub(crate) fn square(self, row: usize, col: usize) -> [usize; 4] {
        [
            self.along(row, col),
            self.along(row + 1, col),
            self.upright(row, col),
            self.upright(row, col + 1),
        ]
    }

    /// The two points of every edge.
    pub(crate) fn edges(self) -> Vec<(usize, usize)> {
        let point = move |row: usize, col: usize| row * self.cols + col;
        let mut edges = Vec::new();
        for row in 0..self.rows {
            edges.extend((1..self.cols).map(|col| (point(row, col - 1), point(row, col))));
        }
        for row in 1..self.rows {
            edges.extend((0..self.cols).map(|col| (point(row - 1, col), point(row, col))));
        }
        edges
    }

    /// The edges at a point: up, left, right, down; `None` at the rim.
    pub(crate) fn around(self, row: usize, col: usize) -> [Option<usize>; 4] {
        [
            (row > 0).then(|| self.upright(row - 1, col)),
            (col > 0).then(|| self.along(row, col - 1)),
            (col + 1 < self.cols).then(|| self.along(row, col)),
            (row + 1 < self.rows).then(|| self.upright(row, col)),
        ]
    }

    /// The graph of points and edges.
    pub(crate) fn graph(self) -> Result<Graph, ModelError> {
        Graph::new(self.n_points(), self.edges())
    }

    /// Posts that some edges form one loop.
    pub(crate) fn post(self, edges: &[Var], model: &mut Model) -> Result<(), ModelError> {
        let empty = EmptySubgraph::Rejected;
        model.post(single_loop(&self.graph()?, edges, empty))
    }

    /// Reads the states of all edges.
    pub(crate) fn read(self, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        let rows = tokens::rows(text);
        let rows: Vec<_> = rows.iter().map(|row| tokens::characters(row)).collect();
        let (n_rows, n_cols) = (2 * self.rows - 1, 2 * self.cols - 1);
        if rows.len() != n_rows || rows.iter().any(|row| row.len() != n_cols) {
            let what = format!(
                "expected {n_rows} lines of {n_cols} signs: points, edges and what is between them"
            );
            return Err(tokens::error(what, text));
        }
        let mut states = Vec::new();
        for upright in [false, true] {
            let lines = rows.iter().skip(usize::from(upright)).step_by(2);
            for line in lines {
                for &token in line.iter().skip(usize::from(!upright)).step_by(2) {
                    states.push(match (token.text, upright) {
                        ("-", false) | ("|", true) => FactState::True,
                        ("x", _) => FactState::False,
                        (".", _) => FactState::Open,
                        (_, false) => return Err(tokens::expected("`-`, `x` or `.`", token)),
                        (_, true) => return Err(tokens::expected("`|`, `x` or `.`", token)),
                    });
                }
            }
        }
        Ok(states)
    }

    /// Reads an answer.
    pub(crate) fn read_answer(self, text: &str) -> Result<Answer, Diagnostic> {
        let states = self.read(text)?.into_iter();
        Ok(Answer(
            states.map(|state| state == FactState::True).collect(),
        ))
    }

    /// Writes an answer.
    pub(crate) fn print(self, answer: &Answer) -> String {
        let mut text = String::new();
        for line in 0..2 * self.rows - 1 {
            for sign in 0..2 * self.cols - 1 {
                let (row, col) = (line / 2, sign / 2);
                text.push(match (line % 2, sign % 2) {
                    (0, 0) => '+',
                    (0, _) if answer.0[self.along(row, col)] => '-',
                    (1, 0) if answer.0[self.upright(row, col)] => '|',
                    _ => '.',
                });
            }
            text.push('\n');
        }
        text
    }

    /// The premise that the loop is one loop.
    pub(crate) fn loop_premise(self) -> Premise {
        let edges = self.edges().into_iter().enumerate();
        let edges = edges.map(|(edge, (a, b))| (a, b, Claim::is(edge)));
        let form = PremiseForm::SingleLoop {
            nodes: self.n_points(),
            edges: edges.collect(),
        };
        let one = Premise::new(LOOP, 6, "the lines form a single loop", [], form);
        one.failure(Failure::Joined, "a loop would close without the line at {}")
            .failure(Failure::Apart, "the lines at {} could not be on one loop")
            .violation("the lines could not form a single loop")
            .brief("one loop")
    }

    /// The form of a premise that no edge or two are on the loop at a point.
    pub(crate) fn point_form(self, row: usize, col: usize) -> PremiseForm {
        let around: Vec<usize> = self.around(row, col).into_iter().flatten().collect();
        let mut forms = vec![PremiseForm::at_most(2, claims(&around, None))];
        for &edge in &around {
            let others = claims(&around, Some(edge));
            let one = Box::new(PremiseForm::at_least(1, others));
            forms.push(PremiseForm::When(vec![Claim::is(edge)], one));
        }
        PremiseForm::All(forms)
    }

    /// A random loop around cells of the lattice: the rim of a region that grows cell by cell and keeps a connected inside and outside.
    pub(crate) fn random_loop(self, rng: &mut Rng) -> Answer {
        let (rows, cols) = (self.rows - 1, self.cols - 1);
        let mut inside = vec![false; rows * cols];
        let start = rng.below(rows * cols);
        inside[start] = true;
        let goal = (rows * cols * (50 + rng.below(12)) / 100).max(1);
        let (mut size, mut misses) = (1, 0);
        while size < goal && misses < 40 * rows * cols {
            let at = rng.below(rows * cols);
            let is_in = |down: isize, right: isize| {
                let (row, col) = ((at / cols) as isize + down, (at % cols) as isize + right);
                (0..rows as isize).contains(&row)
                    && (0..cols as isize).contains(&col)
                    && inside[row as usize * cols + col as usize]
            };
            let ring = [
                (-1, -1),
                (-1, 0),
                (-1, 1),
                (0, 1),
                (1, 1),
                (1, 0),
                (1, -1),
                (0, -1),
            ];
            let ring = ring.map(|(down, right)| is_in(down, right));
            let runs = (0..8).filter(|&i| ring[i] && !ring[(i + 1) % 8]).count();
            let sides = (0..4).filter(|i| ring[2 * i + 1]).count();
            misses += 1;
            // One run of neighbours inside keeps both sides connected; few sides make a winding loop.
            let is_simple = !inside[at] && runs == 1 && sides > 0;
            if is_simple && (sides == 1 || rng.one_in(6)) {
                inside[at] = true;
                size += 1;
                misses = 0;
            }
        }
        let is_in = |row: Option<usize>, col: Option<usize>| match (row, col) {
            (Some(row), Some(col)) if row < rows && col < cols => inside[row * cols + col],
            _ => false,
        };
        let mut on = Vec::new();
        for row in 0..self.rows {
            let above = row.checked_sub(1);
            on.extend((0..cols).map(|col| is_in(above, Some(col)) != is_in(Some(row), Some(col))));
        }
        for row in 0..rows {
            let here = Some(row);
            on.extend(
                (0..self.cols).map(|col| is_in(here, col.checked_sub(1)) != is_in(here, Some(col))),
            );
        }
        Answer(on)
    }
}

/// The rule that the lines form a single loop.
pub(crate) const LOOP: &str = "loop";

/// The claims that edges are on the loop, without one of them.
pub(crate) fn claims(edges: &[usize], but: Option<usize>) -> Vec<Claim> {
    let others = edges.iter().filter(|edge| Some(**edge) != but);
    others.map(|&edge| Claim::is(edge)).collect()
}

/// The formulation with one 0..1 variable per edge, which is 1 if it is on the loop.
pub(crate) fn formulation<P: Puzzle<Answer = Answer>>(edges: Vec<Var>) -> Formulation<P> {
    Formulation {
        decisions: edges.clone(),
        facts: edges.iter().map(|&edge| Some(Atom::eq(edge, 1))).collect(),
        read: reader(edges),
        passive: None,
    }
}

/// Reads a loop from an assignment of such variables.
fn reader(edges: Vec<Var>) -> Box<dyn Fn(&Assignment) -> Answer + Send + Sync> {
    Box::new(move |found| Answer(edges.iter().map(|&edge| found.value(edge) >= 1).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        let mut rng = Rng::new(5);
        for (rows, cols) in [(2, 2), (3, 5), (7, 4), (9, 9)] {
            let lattice = Lattice { rows, cols };
            for _ in 0..20 {
                let answer = lattice.random_loop(&mut rng);
                let text = lattice.print(&answer);
                assert_eq!(lattice.read_answer(&text), Ok(answer), "{text}");
            }
        }
        let error = Lattice { rows: 2, cols: 2 }.read("+-+\n-.|\n+-+\n");
        let message = error.expect_err("a bad sign").message;
        assert_eq!(message, "expected `|`, `x` or `.`, found `-`");
    }

    /// Every random loop is a single loop, by the premise.
    #[test]
    fn random_loops_are_loops() {
        let mut rng = Rng::new(7);
        for (rows, cols) in [(2, 2), (4, 6), (8, 8), (11, 11)] {
            let lattice = Lattice { rows, cols };
            for _ in 0..20 {
                let answer = lattice.random_loop(&mut rng);
                let form = lattice.loop_premise().form;
                let text = lattice.print(&answer);
                assert!(form.holds(&|edge| answer.0[edge]), "{text}");
            }
        }
    }
}
