//! Hashiwokakero: islands joined by bridges.
//!
//! | viewpoint | a variable stands for | variables |
//! |---|---|---|
//! | `segments` | how many bridges join two facing islands | one per pair of facing islands |
//! | `squares` | how many bridges cross the side between two adjacent squares | one per side |
//!
//! At most two bridges join two islands by default; the text of an instance with another maximum begins with a line such as `most 3`.

mod answer;
mod connectivity;
mod draw;
mod formats;
mod generate;
mod instance;
mod isolation;
mod premises;
mod programs;
mod segments;
mod squares;
mod step_text;
mod text;

use std::fmt;

use gridwright_fd::{Atom, Var};
use gridwright_grid::board::Board;
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

pub use crate::kinds::hashi::instance::Instance;

use crate::contract::{
    AnswerFromKeys, AnyGenerate, ClueEntry, CluePosition, ClueSlot, ClueSymbol, Connectivity,
    DrawOptions, EnteredClue, Example, Explain, FactState, Facts, Format, KindInfo, PlayInfo,
    Program, Puzzle, PuzzleFact, Rule, Viewpoint, Violation, plural,
};
use crate::kinds::hashi::instance::{Island, Segment};

/// The default maximum of bridges between two islands.
const DEFAULT_MAX_BRIDGES: i32 = 2;

/// Hashiwokakero: join all islands by bridges to one network.
#[derive(Debug)]
pub struct Hashi;

/// How many bridges each segment has, in reading order of the segments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Answer(pub Vec<i32>);

/// Two islands are joined by at least `bridges` bridges.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fact {
    /// The segment, in reading order.
    segment: usize,
    /// Its ends.
    ends: (Cell, Cell),
    /// The minimum number of bridges.
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

impl PuzzleFact for Fact {
    fn cells(&self) -> Vec<Cell> {
        vec![self.ends.0, self.ends.1]
    }

    fn label(&self) -> String {
        plural(self.bridges as usize, "bridge")
    }
}

/// The atom of every fact, given one variable per segment for its number of bridges.
fn facts_by(instance: &Instance, bridges: &[Var]) -> Facts {
    let facts = |&n: &Var| (1..=instance.max_bridges).map(move |min| Some(Atom::ge(n, min)));
    bridges.iter().flat_map(facts).collect()
}

/// The clue of an island without a number.
const UNKNOWN: ClueSymbol = ClueSymbol::not_given("?", "an island without a number");

/// What may be entered in a cell.
fn clue_entry(instance: &Instance) -> ClueEntry {
    ClueEntry::numbers(1, 4 * instance.max_bridges).or(&[UNKNOWN])
}

impl Puzzle for Hashi {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "hashi",
        title: "Hashiwokakero",
        rules: "Join the islands by bridges that run straight along rows and columns. At most two bridges join two islands, unless the board gives \
        another maximum. Bridges do not cross, every island has as many bridges as its number, and all islands are connected.",
        examples: &[
            Example::new(
                "report 000, board 3",
                "1.4.2.\n...2.3\n4.7.1.\n...2.5\n..3.1.\n3..3.3\n",
                1,
            ),
            Example::new(
                "report 000, board 1",
                "23.4.2.\n......2\n11..133\n2..8.52\n3.3...1\n..2..34\n3..31.2\n",
                2,
            ),
            Example::new("report 000, board 7", "1.1.2\n.....\n....2\n", 0),
            Example::new("islands of unknown count", "?.?\n...\n?.?\n", 48),
            Example::new("three bridges at most", "most 3\n?.9.?\n.....\n4.?.?\n", 45),
            Example::new(
                "a bridge at most, islands side by side",
                "most 1\n2?.2\n....\n.2?.\n2..2\n",
                1,
            ),
            Example::new(
                "islands that must not be left alone",
                "1.?.1\n.....\n2.3.1\n.....\n2.2.?\n",
                2,
            ),
            Example::new("an island alone", ".?.\n", 1),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Hashi>] =
        &[&segments::VIEWPOINT, &squares::VIEWPOINT];
    const RULES: &'static [Rule] = isolation::RULES;
    const CONNECTIVITY: &'static [Connectivity] = &Connectivity::ALL;
    const PROGRAMS: &'static [Program<Hashi>] = programs::ALL;
    const FORMATS: &'static [Format<Hashi>] = formats::ALL;
    const EXPLAIN: Explain<Hashi> = Explain {
        premises: premises::premises,
        describe_step: step_text::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Hashi>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Hashi>> = Some(|_, keys| Answer(keys.to_vec()));

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        text::parse(text)
    }

    fn print(instance: &Instance) -> String {
        text::print(instance)
    }

    /// An island in every corner: a board has at least one, and each needs a neighbour.
    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let corner = |row| [Cell::new(row, 0), Cell::new(row, cols - 1)];
        let mut corners = [corner(0), corner(rows - 1)].concat();
        corners.sort_unstable();
        corners.dedup();
        let islands = corners.into_iter().map(|cell| Island {
            cell,
            bridges: None,
        });
        Instance::new(grid, DEFAULT_MAX_BRIDGES, islands.collect()).map_err(|error| error.message)
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        answer::parse(instance, text)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        answer::marks(instance, text)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        answer::print(instance, answer)
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let (required, found) = (instance.segments.len(), answer.0.len());
        if required != found {
            return Err(Violation(format!(
                "{found} numbers are given for {required} pairs of facing islands"
            )));
        }
        let mut built = vec![0; instance.islands.len()];
        let mut crossed: Vec<Option<usize>> = vec![None; instance.grid.n_cells()];
        for (i, (&segment, &n)) in instance.segments.iter().zip(&answer.0).enumerate() {
            let (a, b) = instance.ends(segment);
            if !(0..=instance.max_bridges).contains(&n) {
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
            if let Some(required) = island.bridges
                && required != built
            {
                let (cell, bridges) = (island.cell, plural(built as usize, "bridge"));
                return Err(Violation(format!(
                    "the island at {cell} has {bridges}, not {required}"
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
                    "the islands at {a} and {b} are not connected"
                )))
            }
            None => Ok(()),
        }
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        let facts = |(segment, &pair): (usize, &Segment)| {
            let ends = instance.ends(pair);
            (1..=instance.max_bridges).map(move |bridges| Fact {
                segment,
                ends,
                bridges,
            })
        };
        let segments = instance.segments.iter().enumerate();
        segments.flat_map(facts).collect()
    }

    fn is_true(_: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[fact.segment] >= fact.bridges
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let mut values = vec![String::new(); instance.grid.n_cells()];
        for island in &instance.islands {
            let value = match island.bridges {
                Some(bridges) => bridges.to_string(),
                None => UNKNOWN.text.to_owned(),
            };
            values[instance.grid.index(island.cell)] = value;
        }
        ClueSlot::of_cells(&instance.grid, &values, String::clone, clue_entry(instance))
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        let mut islands = instance.islands.clone();
        islands.retain(|island| island.cell != cell);
        let bridges = match clue_entry(instance).read(clue)? {
            EnteredClue::Nothing => None,
            EnteredClue::Number(bridges) => Some(Some(bridges)),
            _ => Some(None),
        };
        islands.extend(bridges.map(|bridges| Island { cell, bridges }));
        Instance::new(instance.grid, instance.max_bridges, islands).map_err(|error| error.message)
    }

    fn play(_: &Instance) -> PlayInfo {
        PlayInfo {
            false_label: Some("no bridge"),
            is_cumulative: true,
            has_networks: true,
            ..PlayInfo::default()
        }
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        draw::draw(instance, options)
    }
}
