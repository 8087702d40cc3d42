//! Hashiwokakero: islands joined by bridges.
//!
//! | viewpoint | a variable stands for | variables |
//! |---|---|---|
//! | `segments` | how many bridges join two facing islands | one per pair of facing islands |
//! | `squares` | how many bridges cross the line between two neighbouring squares | one per line |
//!
//! At most two bridges join two islands unless the instance says otherwise; its text, in `text.rs`, then begins with `most 3`.

mod answer;
mod connectivity;
mod draw;
mod formats;
mod generate;
mod instance;
mod isolation;
mod premises;
mod programs;
mod say;
mod segments;
mod squares;
mod text;

use std::fmt;

use gridwright_fd::{Atom, Var};
use gridwright_grid::board::Board;
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

pub use crate::kinds::hashi::instance::{BadBoard, Instance, Island};

use crate::contract::{
    Argument, Card, Connectivity, Example, Facts, Format, Known, Making, Premise, Program, Puzzle,
    Rule, Shown, StepText, Viewpoint, Violation,
};
use crate::kinds::hashi::instance::Segment;

/// The most bridges between two islands, unless the instance says otherwise.
const USUAL_MOST: i32 = 2;

/// All islands become one network.
#[derive(Debug)]
pub struct Hashi;

/// How many bridges each segment has, in reading order of the segments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer(pub Vec<i32>);

/// Two islands are joined by at least so many bridges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The segment, in reading order.
    segment: usize,
    /// Its ends.
    ends: (Cell, Cell),
    /// How many bridges at least.
    bridges: i32,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = self.ends;
        match self.bridges {
            1 => write!(f, "{a} and {b} are joined by a bridge"),
            2 => write!(f, "{a} and {b} are joined by two bridges"),
            n => write!(f, "{a} and {b} are joined by {n} bridges"),
        }
    }
}

/// For every fact the atom that says it, where these variables are the bridges of the segments.
fn facts_by(instance: &Instance, bridges: &[Var]) -> Facts {
    let most = instance.most;
    let facts = |&n: &Var| (1..=most).map(move |least| Some(Atom::ge(n, least)));
    bridges.iter().flat_map(facts).collect()
}

impl Puzzle for Hashi {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const CARD: Card = Card {
        id: "hashi",
        title: "Hashiwokakero",
        rules: "Join the islands by bridges that run straight along rows and columns. At most two bridges join two islands, or as many as the \
                board says; bridges do not cross, every island has as many bridges as its number says, and all islands hang together.",
        examples: &[
            Example {
                name: "report 000, board 3",
                text: "1.4.2.\n...2.3\n4.7.1.\n...2.5\n..3.1.\n3..3.3\n",
                answers: 1,
            },
            Example {
                name: "report 000, board 1",
                text: "23.4.2.\n......2\n11..133\n2..8.52\n3.3...1\n..2..34\n3..31.2\n",
                answers: 2,
            },
            Example {
                name: "report 000, board 7",
                text: "1.1.2\n.....\n....2\n",
                answers: 0,
            },
            Example {
                name: "islands of unknown count",
                text: "?.?\n...\n?.?\n",
                answers: 48,
            },
            Example {
                name: "three bridges at most",
                text: "most 3\n?.9.?\n.....\n4.?.?\n",
                answers: 45,
            },
            Example {
                name: "a bridge at most, islands side by side",
                text: "most 1\n2?.2\n....\n.2?.\n2..2\n",
                answers: 1,
            },
            Example {
                name: "islands that must not be left alone",
                text: "1.?.1\n.....\n2.3.1\n.....\n2.2.?\n",
                answers: 2,
            },
            Example {
                name: "an island alone",
                text: ".?.\n",
                answers: 1,
            },
        ],
    };
    const VIEWPOINTS: &'static [&'static dyn Viewpoint<Hashi>] =
        &[&segments::Segments, &squares::Squares];
    const RULES: &'static [Rule] = isolation::RULES;
    const CONNECTIVITY: &'static [Connectivity] = &Connectivity::ALL;
    const PROGRAMS: &'static [Program<Hashi>] = programs::ALL;
    const FORMATS: &'static [&'static dyn Format<Hashi>] = formats::ALL;
    const MAKING: Option<Making> = Some(Making::of::<Hashi>());

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        text::parse(text)
    }

    fn print(instance: &Instance) -> String {
        text::print(instance)
    }

    /// An island in every corner: none may lie alone, and a board has one.
    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let mut corners = Vec::new();
        for row in [0, rows - 1] {
            corners.extend([Cell::new(row, 0), Cell::new(row, cols - 1)]);
        }
        corners.sort_unstable();
        corners.dedup();
        let islands = corners.into_iter().map(|cell| Island {
            cell,
            bridges: None,
        });
        Instance::new(grid, USUAL_MOST, islands.collect()).map_err(|error| error.to_string())
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        answer::parse(instance, text)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<Known>, Diagnostic> {
        answer::marks(instance, text)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        answer::print(instance, answer)
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let (wanted, given) = (instance.segments.len(), answer.0.len());
        if wanted != given {
            return Err(Violation(format!(
                "{given} numbers are given for {wanted} pairs of facing islands"
            )));
        }
        let mut built = vec![0; instance.islands.len()];
        let mut crossed: Vec<Option<usize>> = vec![None; instance.grid.n_cells()];
        for (i, (&segment, &n)) in instance.segments.iter().zip(&answer.0).enumerate() {
            let (a, b) = instance.ends(segment);
            if !(0..=instance.most).contains(&n) {
                return Err(Violation(format!("{n} bridges join {a} and {b}")));
            }
            if n == 0 {
                continue;
            }
            built[segment.a] += n;
            built[segment.b] += n;
            for cell in instance.water(segment) {
                if crossed[instance.grid.index(cell)].replace(i).is_some() {
                    return Err(Violation(format!("two bridges cross at {cell}")));
                }
            }
        }
        for (island, built) in instance.islands.iter().zip(built) {
            if let Some(wanted) = island.bridges
                && wanted != built
            {
                let cell = island.cell;
                return Err(Violation(format!(
                    "the island at {cell} has {built} bridges, not {wanted}"
                )));
            }
        }
        let mut reached = vec![false; instance.islands.len()];
        reached[0] = true;
        let mut open = vec![0];
        while let Some(island) = open.pop() {
            let built = instance.at[island].iter().filter(|&&at| answer.0[at] > 0);
            for other in built.map(|&at| instance.across(at, island)) {
                if !std::mem::replace(&mut reached[other], true) {
                    open.push(other);
                }
            }
        }
        match reached.iter().position(|reached| !reached) {
            Some(apart) => {
                let (a, b) = (instance.islands[0].cell, instance.islands[apart].cell);
                Err(Violation(format!(
                    "the islands at {a} and {b} do not hang together"
                )))
            }
            None => Ok(()),
        }
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let facts = |(segment, &pair): (usize, &Segment)| {
            let ends = instance.ends(pair);
            (1..=instance.most).map(move |bridges| Fact {
                segment,
                ends,
                bridges,
            })
        };
        instance
            .segments
            .iter()
            .enumerate()
            .flat_map(facts)
            .collect()
    }

    fn is_true(_: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[fact.segment] >= fact.bridges
    }

    fn label(fact: &Fact) -> String {
        match fact.bridges {
            1 => "1 bridge".to_owned(),
            n => format!("{n} bridges"),
        }
    }

    fn cells(fact: &Fact) -> Vec<Cell> {
        vec![fact.ends.0, fact.ends.1]
    }

    fn draw(instance: &Instance, shown: &Shown<'_>) -> Board {
        draw::draw(instance, shown)
    }

    fn premises(instance: &Instance) -> Vec<Premise> {
        premises::premises(instance)
    }

    fn say(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
        say::say(instance, argument)
    }
}
