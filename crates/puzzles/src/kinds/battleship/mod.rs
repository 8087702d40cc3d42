//! Battleship Solitaire: find the fleet.
//!
//! | viewpoint | a variable stands for | variables |
//! |---|---|---|
//! | `places` | whether a ship of a length lies at a place | one per cell, and one per place |
//! | `stretches` | whether so many cells in line are all ship | one per cell, and two per cell and length |
//! | `runs` | how many cells of ships in line end at a cell | two per cell, over 0..longest ship |
//! | `ships` | the first cell and the direction of a ship | one per ship |
//! | `ladders` | whether a cell is ship, and how long its ship is | two per cell, and rungs that say how far ships go on |

mod draw;
mod formats;
mod generate;
mod instance;
mod judge;
mod ladders;
mod places;
mod premises;
mod programs;
mod runs;
mod say;
mod sea;
mod ships;
mod side_by_side;
mod stretches;
mod suggest;
mod text;

use gridwright_grid::Cell;
use gridwright_grid::board::Board;
use gridwright_term::Diagnostic;

use crate::contract::{
    Argument, Card, Example, Format, Known, Making, Premise, Program, Puzzle, Shown, StepText,
    Viewpoint, Violation,
};
pub use instance::{Answer, Fact, Fleet, Hint, Instance};

/// A fleet lies on the board; tallies and hints tell where.
#[derive(Debug)]
pub struct Battleship;

impl Puzzle for Battleship {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const CARD: Card = Card {
        id: "battleship",
        title: "Battleship Solitaire",
        rules: "Find the fleet. Ships lie straight along rows and columns and do not touch, not even at corners. The number at a row or column says \
                how many of its cells are ship. Some cells are given: water, a part of a ship, or a whole ship of one cell.",
        examples: &[
            Example {
                name: "six",
                text: "fleet 3:1 2:2 1:3\nrows . 3 0 . 3 .\ncols . 1 2 . . 2\n.....w\n......\n......\nl.....\n......\n......\n",
                answers: 1,
            },
            Example {
                name: "every hint",
                text: "fleet 4:1 3:1 2:2 1:1\n.......\n.c....t\n.......\n..w....\nm...b..\n.......\n..l....\n",
                answers: 6,
            },
            Example {
                name: "two submarines on three by three",
                text: "fleet 1:2\n...\n...\n...\n",
                answers: 16,
            },
            Example {
                name: "three ships without tallies",
                text: "fleet 3:1 2:1 1:1\n....\n....\n....\n....\n",
                answers: 176,
            },
            Example {
                name: "the rest of two ships",
                text: "fleet 3:1 2:1\n.....\n.sr..\n.....\n...t.\n.....\n",
                answers: 1,
            },
            Example {
                name: "no ships",
                text: "fleet\nrows 0 .\ncols . . 0\n..w\n...\n",
                answers: 1,
            },
            Example {
                name: "tallies that do not add up",
                text: "fleet 2:1 1:1\nrows 2 0 1\ncols 1 1 2\n...\n...\n...\n",
                answers: 0,
            },
            Example {
                name: "a ship of three that is not in the fleet",
                text: "fleet 4:1 2:1\nrows . . . . .\ncols . . . . .\n.....\nlmr..\n.....\n.....\n.....\n",
                answers: 0,
            },
        ],
    };
    const VIEWPOINTS: &'static [&'static dyn Viewpoint<Battleship>] = &[
        &places::Places,
        &stretches::Stretches,
        &runs::Runs,
        &ships::Ships,
        &ladders::Ladders,
    ];
    const PROGRAMS: &'static [Program<Battleship>] = programs::ALL;
    const FORMATS: &'static [&'static dyn Format<Battleship>] = formats::ALL;
    const MAKING: Option<Making> = Some(Making::of::<Battleship>());

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        text::parse(text)
    }

    fn print(instance: &Instance) -> String {
        text::print(instance)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let fleet = generate::usual_fleet(rows, cols);
        let board = (".".repeat(cols) + "\n").repeat(rows);
        text::parse(&format!("fleet {fleet}\n{board}")).map_err(|error| error.message)
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        text::parse_answer(instance, text)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<Known>, Diagnostic> {
        text::parse_marks(instance, text)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        text::print_answer(instance, answer)
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        judge::check(instance, answer)
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        instance.grid.cells().map(|cell| Fact { cell }).collect()
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[instance.grid.index(fact.cell)]
    }

    fn denial(_instance: &Instance, fact: &Fact) -> String {
        format!("{} is water", fact.cell)
    }

    fn label(_: &Fact) -> String {
        "ship".to_owned()
    }

    fn cells(fact: &Fact) -> Vec<Cell> {
        vec![fact.cell]
    }

    fn draw(instance: &Instance, shown: &Shown<'_>) -> Board {
        draw::draw(instance, shown)
    }

    fn premises(instance: &Instance) -> Vec<Premise> {
        premises::premises(instance)
    }

    fn together(instance: &Instance, known: &[Known]) -> Vec<Vec<usize>> {
        suggest::together(instance, known)
    }

    fn say(instance: &Instance, argument: &Argument<'_>) -> Option<StepText> {
        say::say(instance, argument)
    }

    fn suggest(instance: &Instance, known: &[Known]) -> Vec<Vec<usize>> {
        suggest::suggest(instance, known)
    }
}
