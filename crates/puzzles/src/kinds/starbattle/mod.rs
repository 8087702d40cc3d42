//! Star Battle: stars that do not touch, as many in every row, column and region.
//!
//! One viewpoint, `stars`: a variable is whether a cell has a star. Rows, columns and regions are sums, and each square of two by two cells has one star at most.

mod formats;
mod generate;
mod premises;

use gridwright_constraints::{at_most_one, bool_sum_eq};
use gridwright_fd::{Model, Var, View};
use gridwright_grid::board::{Background, Board, Ink, Symbol, Weight};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

pub use crate::blocks::bool_cells::{Answer, Fact};

use crate::blocks::bool_cells::{self, FactWords};
use crate::blocks::open_cells::OpenCells;
use crate::blocks::{cell_names, headed_text};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, ClueSymbol,
    DrawOptions, Example, Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint,
    Violation, plural,
    tokens::{self, Token},
};

/// Star Battle: place stars that do not touch.
#[derive(Debug)]
pub struct StarBattle;

/// A board of regions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    /// The number of stars in each row, column and region.
    stars: usize,
    /// The letter of each cell's region; [`CLOSED`] for a cell of no region, which has no star.
    letters: Vec<char>,
    /// The cells of a region.
    open: OpenCells,
}

/// A cell of no region.
const CLOSED: char = '#';

/// The most stars of a row.
const MAX_STARS: i32 = 1000;

impl Instance {
    fn new(grid: Grid, stars: usize, letters: Vec<char>) -> Instance {
        let open = OpenCells::new(&grid, |at| letters[at] != CLOSED);
        Instance {
            grid,
            stars,
            letters,
            open,
        }
    }

    /// The facts of the cells of each region, in the order of their first cells.
    fn regions(&self) -> Vec<Vec<usize>> {
        let mut letters: Vec<char> = Vec::new();
        let mut regions: Vec<Vec<usize>> = Vec::new();
        let is_open = |letter: &&char| **letter != CLOSED;
        for (fact, letter) in self.letters.iter().filter(is_open).enumerate() {
            match letters.iter().position(|known| known == letter) {
                Some(region) => regions[region].push(fact),
                None => {
                    letters.push(*letter);
                    regions.push(vec![fact]);
                }
            }
        }
        regions
    }

    /// The places of the rows and the columns: the fact of each, `None` for a cell of no region.
    fn places(&self) -> Vec<Vec<Option<usize>>> {
        let grid = &self.grid;
        let fact = |cell: Cell| self.open.fact(cell);
        let rows = (0..grid.rows()).map(|row| grid.row(row).map(fact).collect());
        let cols = (0..grid.cols()).map(|col| grid.col(col).map(fact).collect());
        rows.chain(cols).collect()
    }

    /// The facts of the rows and the columns.
    fn lines(&self) -> Vec<Vec<usize>> {
        let places = self.places().into_iter();
        places
            .map(|places| places.into_iter().flatten().collect())
            .collect()
    }
}

/// The letter of a region: capitals, small letters, digits, then further letters.
fn letter(region: usize) -> char {
    let plain = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    let further = ('\u{100}'..='\u{17f}').chain('\u{4e00}'..='\u{9fff}');
    plain.chain(further).nth(region).unwrap_or('?')
}

/// Reads the letter of a region, or that there is none.
fn read_letter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let first = letters
        .next()
        .filter(|&c| c.is_alphanumeric() || c == CLOSED)?;
    letters.next().is_none().then_some(first)
}

const FACT_WORDS: FactWords = FactWords {
    label: "star",
    is: "a star",
    is_not: "not a star",
};

const STAR: &str = "*";

/// What stands for a cell.
const LETTER: &str = "a letter or digit for a region, or `#`";

const fn region_letter(text: &'static str) -> ClueSymbol {
    ClueSymbol::board(text, "the letter of the cell's region")
}

/// The letters that a page offers, and a cell of no region; other letters and digits may be typed.
const LETTERS: [ClueSymbol; 27] = [
    ClueSymbol::board("#", "a cell without a star, in no region"),
    region_letter("A"),
    region_letter("B"),
    region_letter("C"),
    region_letter("D"),
    region_letter("E"),
    region_letter("F"),
    region_letter("G"),
    region_letter("H"),
    region_letter("I"),
    region_letter("J"),
    region_letter("K"),
    region_letter("L"),
    region_letter("M"),
    region_letter("N"),
    region_letter("O"),
    region_letter("P"),
    region_letter("Q"),
    region_letter("R"),
    region_letter("S"),
    region_letter("T"),
    region_letter("U"),
    region_letter("V"),
    region_letter("W"),
    region_letter("X"),
    region_letter("Y"),
    region_letter("Z"),
];

impl Puzzle for StarBattle {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "starbattle",
        title: "Star Battle",
        rules: "Place stars so that every row, every column and every region has the given number of them. Stars do not touch, not even at a corner. A black cell is in no region and has no star.",
        examples: &[
            Example::new(
                "a first board",
                "starbattle 1\nAAABBB\nABBBCC\nADDEEC\nFFDDEC\nFEEEEC\nFCCCCC\n",
                1,
            ),
            Example::new(
                "rows as regions",
                "starbattle 1\nAAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n",
                14,
            ),
            Example::new("no room", "starbattle 1\nAAA\nBBB\nCCC\n", 0),
            Example::new(
                "cells in no region",
                "starbattle 1\n##ABC##\n#AABCC#\nAADBBCC\nEDDDDDC\nEEEDDFF\n#EGGFF#\n##GGF##\n",
                1,
            ),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<StarBattle>] = &[&STARS];

    const FORMATS: &'static [Format<StarBattle>] = formats::ALL;
    const EXPLAIN: Explain<StarBattle> = Explain {
        premises: premises::premises,
        suggest: premises::suggest,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<StarBattle>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    /// Reads the line `starbattle` with the number of stars, and a letter or digit for the region of each cell, `#` for a cell of none.
    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let (rest, rows) = headed_text::read(text, StarBattle::INFO.id)?;
        let [stars] = rest[..] else {
            let what = "expected the number of stars after `starbattle`";
            return Err(tokens::error(what, text));
        };
        let stars = tokens::number(stars, 1, MAX_STARS)? as usize;
        let rows = headed_text::cell_rows(rows);
        let read = |token: Token<'_>| {
            let letter = read_letter(token.text);
            letter.ok_or_else(|| tokens::expected(LETTER, token))
        };
        let (grid, letters) = tokens::cells(text, rows, read)?;
        Ok(Instance::new(grid, stars, letters))
    }

    fn print(instance: &Instance) -> String {
        let cells = instance.letters.iter().map(char::to_string);
        let cells = tokens::lines(instance.grid.cols(), cells);
        format!("{} {}\n{cells}", StarBattle::INFO.id, instance.stars)
    }

    /// Every row is a region.
    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let letters = grid.cells().map(|cell| letter(cell.row)).collect();
        Ok(Instance::new(grid, 1, letters))
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        instance.open.read_answer(text, STAR)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        instance.open.read_marks(text, STAR)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        instance.open.print(answer, STAR, |_| CLOSED.to_string())
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        let mut given = answer.0.iter();
        let mut stars: Vec<(usize, usize)> = Vec::new();
        for (at, letter) in instance.letters.iter().enumerate() {
            if *letter != CLOSED && given.next() == Some(&true) {
                stars.push((at / cols, at % cols));
            }
        }
        let name = |(row, col): (usize, usize)| format!("r{}c{}", row + 1, col + 1);
        // They are in the order of the rows.
        for (i, &one) in stars.iter().enumerate() {
            for &other in stars[..i].iter().rev() {
                if one.0 > other.0 + 1 {
                    break;
                }
                if one.1.abs_diff(other.1) <= 1 {
                    let what = format!("the stars at {} and {} touch", name(other), name(one));
                    return Err(Violation(what));
                }
            }
        }
        let wrong = |line: String, found: usize| {
            let found = plural(found, "star");
            Err(Violation(format!(
                "{line} has {found}, not {}",
                instance.stars
            )))
        };
        let (mut in_rows, mut in_cols) = (vec![0; rows], vec![0; cols]);
        for &(row, col) in &stars {
            in_rows[row] += 1;
            in_cols[col] += 1;
        }
        for (line, counts) in [("row", &in_rows), ("column", &in_cols)] {
            if let Some(at) = counts.iter().position(|&found| found != instance.stars) {
                return wrong(format!("{line} {}", at + 1), counts[at]);
            }
        }
        let letter = |star: &(usize, usize)| instance.letters[star.0 * cols + star.1];
        let letters: Vec<char> = stars.iter().map(letter).collect();
        for letter in &letters {
            let found = letters.iter().filter(|other| *other == letter).count();
            if found != instance.stars {
                let mut cells = instance.letters.iter();
                let first = cells.position(|other| other == letter);
                let first = first.expect("a star is in its region");
                let first = name((first / cols, first % cols));
                return wrong(format!("the region at {first}"), found);
            }
        }
        for (at, letter) in instance.letters.iter().enumerate() {
            if *letter != CLOSED && !letters.contains(letter) {
                let first = name((at / cols, at % cols));
                return wrong(format!("the region at {first}"), 0);
            }
        }
        Ok(())
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        bool_cells::facts_of(instance.open.cells.iter().copied(), &FACT_WORDS)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        let fact = instance.open.fact(fact.cell);
        fact.is_some_and(|fact| answer.0[fact])
    }

    fn n_facts(instance: &Instance) -> usize {
        instance.open.cells.len()
    }

    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let entry = ClueEntry {
            takes_text: true,
            is_required: true,
            ..ClueEntry::symbols(&LETTERS)
        };
        ClueSlot::of_cells(&instance.grid, &instance.letters, char::to_string, entry)
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        let letter = read_letter(clue.trim());
        let expected = || format!("expected {LETTER}, found `{clue}`");
        let mut letters = instance.letters.clone();
        letters[instance.grid.index(cell)] = letter.ok_or_else(expected)?;
        Ok(Instance::new(instance.grid, instance.stars, letters))
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let grid = &instance.grid;
        let mut board = Board::new(grid.rows(), grid.cols());
        let region = |cell: Cell| instance.letters[grid.index(cell)];
        for (cell, other) in grid.edges() {
            if region(cell) != region(other) {
                let tile = board.tile_mut(cell);
                match cell.row == other.row {
                    true => tile.east = Weight::Thick,
                    false => tile.south = Weight::Thick,
                }
            }
        }
        for cell in grid.cells().filter(|cell| region(*cell) == CLOSED) {
            let tile = board.tile_mut(cell);
            tile.background = Background::Block;
            tile.ink = Ink::Given;
        }
        instance.open.draw(&mut board, options, Symbol::Star);
        board.notes.push(format!(
            "{} in every row, column and region",
            plural(instance.stars, "star")
        ));
        options.mark(&mut board);
        board
    }
}

const STARS: Viewpoint<StarBattle> =
    Viewpoint::new("stars", "whether a cell has a star", formulate);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<StarBattle> {
    let cells = instance.open.cells.iter();
    let stars: Vec<Var> = cells
        .map(|&cell| model.bool(cell_names::of_cell(cell)))
        .collect();
    let of = |facts: &[usize]| facts.iter().map(|&fact| stars[fact]).collect::<Vec<_>>();
    let total = View::constant(instance.stars as i32);
    for facts in instance.lines().iter().chain(&instance.regions()) {
        model.post(bool_sum_eq(of(facts), total))?;
    }
    for square in instance.open.squares(&instance.grid) {
        model.post(at_most_one(of(&square)))?;
    }
    Ok(bool_cells::formulation(stars.clone(), stars))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published boards with cells in no region: 7x7 with cut corners, 10x10 with two stars and two such cells.
    #[test]
    fn cells_in_no_region_have_no_star() {
        let board = "starbattle 1\n##123##\n#11233#\n1142233\n5444443\n5554477\n#56677#\n##667##\n";
        let instance = StarBattle::parse(board).expect("a board");
        assert_eq!(instance.regions().len(), 7);
        let text = "##.*.##\n#*....#\n......*\n....*..\n*......\n#....*#\n##*..##\n";
        let answer = StarBattle::parse_answer(&instance, text).expect("an answer");
        assert_eq!(StarBattle::check(&instance, &answer), Ok(()));
        let printed = StarBattle::print_answer(&instance, &answer);
        assert_eq!(printed.replace(' ', ""), text);
        let error = StarBattle::parse_answer(&instance, &text.replacen('#', "*", 1));
        assert_eq!(error.expect_err("no star").message, "`*` cannot go here");
    }
}
