//! White-and-Tan: a board of arrows, each to be coloured white or tan. A *ray* is the line of cells that an arrow points at, up to the edge.
//!
//! | viewpoint | a variable stands for | rules |
//! |---|---|---|
//! | `colours` | whether an arrow is tan | one linear constraint per arrow: the number of tan arrows on its ray is a linear function of its own colour |
//! | `counts` | the same, and the number of tan arrows on each ray | the colour of an arrow and the count of its ray determine each other |

mod colouring;
mod formats;
mod generate;
mod known_colourings;
mod premises;
mod programs;

use crate::blocks::bool_cells::{self, FactWords};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, ClueSymbol,
    DrawOptions, Example, Explain, FactState, Format, Formulated, KindInfo, PlayInfo, Program,
    Puzzle, Rule, Viewpoint, Violation, plural,
    tokens::{self, Token},
};
use gridwright_constraints::{bool_sum_eq, not_equal, value_channel};
use gridwright_fd::{Domain, Model, ModelError, Name, Var, View};
use gridwright_grid::board::{Background, Board, Content};
use gridwright_grid::{Cell, Direction, Grid};
use gridwright_term::Diagnostic;

pub use crate::blocks::bool_cells::{Answer, Fact};

/// White-and-Tan: a white arrow points at exactly one white arrow, a tan arrow at exactly two tan ones.
#[derive(Debug)]
pub struct WhiteTan;

/// A board of arrows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    arrows: Vec<Direction>,
}

impl Instance {
    /// The cells an arrow points at, up to the edge.
    fn ray(&self, at: usize) -> Vec<usize> {
        let cell = self.grid.cell(at);
        self.grid
            .ray(cell, self.arrows[at])
            .map(|cell| self.grid.index(cell))
            .collect()
    }
}

/// What may be entered in a cell.
const ARROW: ClueEntry = {
    ClueEntry::symbols(&[
        ClueSymbol::board("n", "an arrow up"),
        ClueSymbol::board("ne", "an arrow up and right"),
        ClueSymbol::board("e", "an arrow to the right"),
        ClueSymbol::board("se", "an arrow down and right"),
        ClueSymbol::board("s", "an arrow down"),
        ClueSymbol::board("sw", "an arrow down and left"),
        ClueSymbol::board("w", "an arrow to the left"),
        ClueSymbol::board("nw", "an arrow up and left"),
    ])
    .required()
};

/// The direction with this abbreviation.
fn direction(text: &str) -> Option<Direction> {
    let mut directions = Direction::ALL.into_iter();
    directions.find(|direction| direction.abbreviation() == text)
}

const FACT_WORDS: FactWords = FactWords {
    label: "tan",
    is: "tan",
    is_not: "white",
};

impl Puzzle for WhiteTan {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "whitetan",
        title: "White-and-Tan",
        rules: "Colour every arrow white or tan. A white arrow points at exactly one white arrow, a tan arrow at exactly two tan ones, \
                counted along its line to the edge of the board.",
        examples: &[
            Example::new(
                "report 003, figure 2",
                "s s sw w\nse se sw w\ne ne w nw\nn e nw n\n",
                1,
            ),
            Example::new(
                "Friedman 2",
                "e se s sw\ne se w sw\nne e n n\nne e nw nw\n",
                1,
            ),
            Example::new("an arrow at the edge", "n s\ns s\n", 0),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<WhiteTan>] = &[&COLOURS, &COUNTS];
    const RULES: &'static [Rule] = &[CHAINS];

    const PROGRAMS: &'static [Program<WhiteTan>] = programs::ALL;
    const FORMATS: &'static [Format<WhiteTan>] = formats::ALL;
    const EXPLAIN: Explain<WhiteTan> = Explain {
        premises: premises::premises,
        suggest: premises::suggest,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<WhiteTan>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let rows = tokens::rows(text);
        let arrow = |token: Token<'_>| {
            let found = direction(token.text);
            found.ok_or_else(|| tokens::expected("one of n ne e se s sw w nw", token))
        };
        let (grid, arrows) = tokens::cells(text, rows, arrow)?;
        Ok(Instance { grid, arrows })
    }

    fn print(instance: &Instance) -> String {
        let words = instance.arrows.iter().map(|arrow| arrow.abbreviation());
        tokens::lines(instance.grid.cols(), words)
    }

    /// Every cell has an arrow; here each points along its row to the far side.
    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let far = |cell: Cell| match 2 * cell.col < cols {
            true => Direction::East,
            false => Direction::West,
        };
        let arrows = grid.cells().map(far).collect();
        Ok(Instance { grid, arrows })
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        let tan = |token: Token<'_>| match token.text {
            "T" => Ok(true),
            "W" => Ok(false),
            _ => Err(tokens::expected("T or W", token)),
        };
        let cells = read_cells(instance, text)?.into_iter();
        cells.map(tan).collect::<Result<_, _>>().map(Answer)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        let mark = |token: Token<'_>| match token.text {
            "T" => Ok(FactState::True),
            "W" => Ok(FactState::False),
            "." => Ok(FactState::Open),
            _ => Err(tokens::expected("T, W or `.`", token)),
        };
        read_cells(instance, text)?.into_iter().map(mark).collect()
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        let letter = |tan: &bool| if *tan { "T" } else { "W" };
        tokens::lines(instance.grid.cols(), answer.0.iter().map(letter))
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let (rows, cols) = (instance.grid.rows() as isize, instance.grid.cols() as isize);
        for (at, direction) in instance.arrows.iter().enumerate() {
            // The judge follows the ray by coordinates alone.
            let (down, right) = direction.step();
            let (mut row, mut col) = (at as isize / cols + down, at as isize % cols + right);
            let tan = answer.0[at];
            let mut alike = 0;
            while (0..rows).contains(&row) && (0..cols).contains(&col) {
                alike += usize::from(answer.0[(row * cols + col) as usize] == tan);
                (row, col) = (row + down, col + right);
            }
            let (colour, required) = if tan { ("tan", 2) } else { ("white", 1) };
            if alike != required {
                let cell = instance.grid.cell(at);
                let arrows = plural(alike, &format!("{colour} arrow"));
                return Err(Violation(format!(
                    "the {colour} arrow at {cell} points at {arrows}, not {required}"
                )));
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        bool_cells::facts(&instance.grid, &FACT_WORDS)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[instance.grid.index(fact.cell)]
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let letters = |arrow: &Direction| arrow.abbreviation().to_owned();
        ClueSlot::of_cells(&instance.grid, &instance.arrows, letters, ARROW)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        ARROW.read(clue)?;
        let mut changed = instance.clone();
        changed.arrows[instance.grid.index(cell)] =
            direction(clue.trim()).expect("every symbol is a direction");
        Ok(changed)
    }

    fn play(instance: &Instance) -> PlayInfo {
        let cells = instance.grid.cells().zip(&instance.arrows);
        let ray = |(cell, &arrow)| (cell, instance.grid.ray(cell, arrow).collect());
        PlayInfo {
            false_label: Some(FACT_WORDS.is_not),
            needs_false: true,
            sights: cells.map(ray).collect(),
            ..PlayInfo::default()
        }
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let mut board = Board::new(instance.grid.rows(), instance.grid.cols());
        for (at, (cell, arrow)) in instance.grid.cells().zip(&instance.arrows).enumerate() {
            let tile = board.tile_mut(cell);
            tile.content = Content::Arrow(*arrow);
            tile.background = match options.known(at) {
                FactState::True => Background::Tan,
                FactState::False => Background::White,
                FactState::Open => Background::Plain,
            };
        }
        options.mark(&mut board);
        board
    }
}

/// Reads a character for every cell of an instance.
fn read_cells<'t>(instance: &Instance, text: &'t str) -> Result<Vec<Token<'t>>, Diagnostic> {
    let cells = tokens::characters(&tokens::tokens(text));
    let n = instance.grid.n_cells();
    match cells.len() == n {
        true => Ok(cells),
        false => {
            let what = format!("the board has {n} cells, not {}", cells.len());
            Err(tokens::error(what, text))
        }
    }
}

/// One variable per arrow: 1 is tan.
fn colours(instance: &Instance, words: &'static [&'static str; 2], model: &mut Model) -> Vec<Var> {
    let cells = instance.grid.cells();
    cells
        .map(|cell| model.bool(Name::numbered(words, [cell.row + 1, cell.col + 1])))
        .collect()
}

/// The rule about arrows that point the same way.
const CHAINS: Rule = Rule::implied(
    "chains",
    "an arrow and one on its line that points the same way differ in colour",
);

/// Posts the rule `chains`, if it is chosen. If both arrows were tan, the first would see the second and the two tan arrows that the second sees: too many. If both were
/// white, the first would see the second and the white arrow that the second sees: too many.
fn post_chains(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
    tan: &[Var],
) -> Result<(), ModelError> {
    if !choices.has(CHAINS.name) {
        return Ok(());
    }
    for (at, arrow) in instance.arrows.iter().enumerate() {
        for other in instance.ray(at) {
            if instance.arrows[other] == *arrow {
                model.post(not_equal(tan[at], tan[other]))?;
            }
        }
    }
    Ok(())
}

const COLOURS: Viewpoint<WhiteTan> =
    Viewpoint::new("colours", "whether an arrow is tan", formulate_colours);

fn formulate_colours(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
) -> Formulated<WhiteTan> {
    let tan = colours(instance, &["r", "c"], model);
    for (at, &arrow) in tan.iter().enumerate() {
        let ray = instance.ray(at);
        let all_but_one = ray.len() as i32 - 1;
        // A tan arrow needs 2 tan arrows on its ray, a white arrow all but one. So the number of tan arrows is a view of the arrow's own variable: all_but_one + (2 - all_but_one) * arrow.
        let total = match arrow.view().times(2 - all_but_one) {
            Some(view) => view.plus(all_but_one),
            None => Some(View::constant(2)),
        };
        let total = total.expect("a ray is shorter than the largest value");
        model.post(bool_sum_eq(ray.iter().map(|&at| tan[at]), total))?;
    }
    post_chains(instance, choices, model, &tan)?;
    Ok(bool_cells::formulation(tan.clone(), tan))
}

const COUNTS: Viewpoint<WhiteTan> = Viewpoint::new(
    "counts",
    "whether an arrow is tan, and how many tan arrows it points at",
    formulate_counts,
);

fn formulate_counts(
    instance: &Instance,
    choices: &Choices,
    model: &mut Model,
) -> Formulated<WhiteTan> {
    let tan = colours(instance, &["kr", "c"], model);
    for (at, &arrow) in tan.iter().enumerate() {
        let ray: Vec<Var> = instance.ray(at).iter().map(|&at| tan[at]).collect();
        // A tan arrow needs 2 tan arrows on its ray, a white arrow all but one.
        let all_but_one = ray.len() as i32 - 1;
        let cell = instance.grid.cell(at);
        let count = model.var(
            format!("n{cell}"),
            Domain::from_values([2, all_but_one.max(0)]),
        )?;
        model.post(bool_sum_eq(ray, count))?;
        if all_but_one < 0 {
            // It points off the board, which neither colour allows.
            model.post(bool_sum_eq([arrow], View::constant(2)))?;
        } else if all_but_one != 2 {
            model.post(value_channel(count, 2, arrow))?;
        }
    }
    post_chains(instance, choices, model, &tan)?;
    Ok(bool_cells::formulation(tan.clone(), tan))
}
