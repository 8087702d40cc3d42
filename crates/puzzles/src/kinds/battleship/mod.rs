//! Battleship Solitaire: find the fleet.
//!
//! | viewpoint | a variable stands for | variables |
//! |---|---|---|
//! | `places` | whether a ship of a length lies at a place | one per cell, and one per place |
//! | `stretches` | whether k consecutive cells in a row or column are all ship | one per cell, and two per cell and length k |
//! | `runs` | the length of the run of ship cells that ends at a cell | two per cell, over 0..longest ship |
//! | `ships` | the first cell and the direction of a ship | one per ship |
//! | `ladders` | whether a cell is ship, and how long its ship is | two per cell, and auxiliary ones for how far a ship continues in each direction |

mod cell_rules;
mod clues;
mod draw;
mod formats;
mod generate;
mod instance;
mod judge;
mod ladders;
mod line_pairs;
mod patterns;
mod places;
mod premises;
mod programs;
mod runs;
mod ships;
mod step_text;
mod stretches;
mod text;

use gridwright_grid::board::Board;
use gridwright_term::Diagnostic;

use crate::blocks::bool_cells::{self, FactWords};
pub use crate::blocks::bool_cells::{Answer, Fact};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, CluePosition, ClueSlot, DrawOptions, Example, Explain, FactState,
    Format, KindInfo, PlayInfo, Program, Puzzle, Viewpoint, Violation,
};
pub use instance::{Fleet, Hint, Instance};

/// Battleship Solitaire: locate a fleet from tallies and hints.
#[derive(Debug)]
pub struct Battleship;

const FACT_WORDS: FactWords = FactWords {
    label: "ship",
    is: "a ship cell",
    is_not: "water",
};

impl Puzzle for Battleship {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "battleship",
        title: "Battleship Solitaire",
        rules: "Find the fleet. Ships lie straight along rows and columns and do not touch, not even at corners. The number at a row or column is \
                the number of its ship cells. Some cells are given: water, a part of a ship, or a whole ship of one cell.",
        examples: &[
            Example::new(
                "six",
                "fleet 3:1 2:2 1:3\nrows . 3 0 . 3 .\ncols . 1 2 . . 2\n.....w\n......\n......\nl.....\n......\n......\n",
                1,
            ),
            Example::new(
                "every hint",
                "fleet 4:1 3:1 2:2 1:1\n.......\n.c....t\n.......\n..w....\nm...b..\n.......\n..l....\n",
                6,
            ),
            Example::new(
                "two submarines on three by three",
                "fleet 1:2\n...\n...\n...\n",
                16,
            ),
            Example::new(
                "three ships without tallies",
                "fleet 3:1 2:1 1:1\n....\n....\n....\n....\n",
                176,
            ),
            Example::new(
                "the rest of two ships",
                "fleet 3:1 2:1\n.....\n.sr..\n.....\n...t.\n.....\n",
                1,
            ),
            Example::new("no ships", "fleet\nrows 0 .\ncols . . 0\n..w\n...\n", 1),
            Example::new(
                "tallies that do not add up",
                "fleet 2:1 1:1\nrows 2 0 1\ncols 1 1 2\n...\n...\n...\n",
                0,
            ),
            Example::new(
                "a ship of three that is not in the fleet",
                "fleet 4:1 2:1\nrows . . . . .\ncols . . . . .\n.....\nlmr..\n.....\n.....\n.....\n",
                0,
            ),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Battleship>] = &[
        &places::VIEWPOINT,
        &stretches::VIEWPOINT,
        &runs::VIEWPOINT,
        &ships::VIEWPOINT,
        &ladders::VIEWPOINT,
    ];
    const PROGRAMS: &'static [Program<Battleship>] = programs::ALL;
    const FORMATS: &'static [Format<Battleship>] = formats::ALL;
    const EXPLAIN: Explain<Battleship> = Explain {
        premises: premises::premises,
        suggest: patterns::suggest,
        case_splits: patterns::case_splits,
        describe_step: step_text::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Battleship>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        text::parse(text)
    }

    fn print(instance: &Instance) -> String {
        text::print(instance)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let fleet = generate::default_fleet(rows, cols);
        let board = (".".repeat(cols) + "\n").repeat(rows);
        text::parse(&format!("fleet {fleet}\n{board}")).map_err(|error| error.message)
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        text::parse_answer(instance, text)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        text::parse_marks(instance, text)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        text::print_answer(instance, answer)
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        judge::check(instance, answer)
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        bool_cells::facts(&instance.grid, &FACT_WORDS)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[instance.grid.index(fact.cell)]
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        clues::clues(instance)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        clues::with_clue(instance, position, clue)
    }

    fn play(instance: &Instance) -> PlayInfo {
        PlayInfo {
            false_label: Some(FACT_WORDS.is_not),
            runs: instance.fleet.lengths().collect(),
            ..PlayInfo::default()
        }
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        draw::draw(instance, options)
    }
}
