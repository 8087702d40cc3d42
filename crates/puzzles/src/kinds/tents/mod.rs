//! Tents: each tree gets a tent beside it, and tents do not touch.
//!
//! One viewpoint, `tents`: a variable is whether a cell has a tent, and another for each tree and each cell beside it whether the tent there belongs to the tree. A tree has
//! one tent, a tent belongs to one tree. Answers differ by their tents alone.

mod formats;
mod generate;
mod premises;

use gridwright_constraints::{at_most_one, bool_sum_eq, exactly_one};
use gridwright_fd::{Model, Var, View};
use gridwright_grid::board::{Board, Content, Ink, Symbol};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

pub use crate::blocks::bool_cells::{Answer, Fact};

use crate::blocks::bool_cells::{self, FactWords};
use crate::blocks::open_cells::OpenCells;
use crate::blocks::{cell_names, headed_text, number_cells};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, ClueSymbol,
    DrawOptions, Example, Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint,
    Violation, plural,
    tokens::{self, Token},
};

/// Tents: pitch a tent beside each tree.
#[derive(Debug)]
pub struct Tents;

/// A board of trees with the numbers of tents in rows and columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    trees: Vec<bool>,
    rows: Vec<Option<i32>>,
    cols: Vec<Option<i32>>,
    open: OpenCells,
}

impl Instance {
    fn new(
        grid: Grid,
        trees: Vec<bool>,
        rows: Vec<Option<i32>>,
        cols: Vec<Option<i32>>,
    ) -> Instance {
        let open = OpenCells::new(&grid, |at| !trees[at]);
        Instance {
            grid,
            trees,
            rows,
            cols,
            open,
        }
    }

    fn empty(grid: Grid) -> Instance {
        let (rows, cols) = (vec![None; grid.rows()], vec![None; grid.cols()]);
        Instance::new(grid, vec![false; grid.n_cells()], rows, cols)
    }

    /// The trees, in reading order.
    fn tree_cells(&self) -> Vec<Cell> {
        let cells = self.grid.cells().zip(&self.trees);
        cells
            .filter(|(_, tree)| **tree)
            .map(|(cell, _)| cell)
            .collect()
    }

    /// For each tree, the facts of the open cells beside it.
    fn places(&self) -> Vec<Vec<usize>> {
        let places = |tree: Cell| {
            let beside = self.grid.neighbours4(tree);
            beside.filter_map(|cell| self.open.fact(cell)).collect()
        };
        self.tree_cells().into_iter().map(places).collect()
    }

    /// The rows, then the columns: the facts of each and its number.
    fn lines(&self) -> Vec<(Vec<usize>, Option<i32>)> {
        let facts = |cells: Vec<Cell>| -> Vec<usize> {
            cells
                .into_iter()
                .filter_map(|cell| self.open.fact(cell))
                .collect()
        };
        let rows = self.rows.iter().enumerate();
        let rows = rows.map(|(row, &clue)| (facts(self.grid.row(row).collect()), clue));
        let cols = self.cols.iter().enumerate();
        let cols = cols.map(|(col, &clue)| (facts(self.grid.col(col).collect()), clue));
        rows.chain(cols).collect()
    }
}

const FACT_WORDS: FactWords = FactWords {
    label: "tent",
    is: "a tent",
    is_not: "not a tent",
};

const TENT: &str = "A";
const TREE: &str = "T";

const TREE_SYMBOL: [ClueSymbol; 1] = [ClueSymbol::board(TREE, "a tree")];

impl Puzzle for Tents {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "tents",
        title: "Tents",
        rules: "Pitch a tent for each tree, in a cell beside it: above, below, left or right. Every tent belongs to one tree. Tents do not touch, not even at a corner. \
                A number is the number of tents in its row or column.",
        examples: &[
            Example::new(
                "a first board",
                "tents\nrows 1 . . . 1\ncols 2 . 0 . .\n..T..\n.....\n.T..T\n...T.\n.T...\n",
                1,
            ),
            Example::new(
                "one tree",
                "tents\nrows . . .\ncols . . .\n...\n.T.\n...\n",
                4,
            ),
            Example::new("no room", "tents\nrows . .\ncols . .\nT.\n.T\n", 0),
        ],
    };
    const VIEWPOINTS: &'static [&'static Viewpoint<Tents>] = &[&TENTS];

    const FORMATS: &'static [Format<Tents>] = formats::ALL;
    const EXPLAIN: Explain<Tents> = Explain {
        premises: premises::premises,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Tents>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    /// Reads the line `tents`, the lines `rows` and `cols` with a number or `.` for each, and the cells: `T` is a tree, `.` is not.
    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let (rest, lines) = headed_text::read(text, Tents::INFO.id)?;
        headed_text::nothing_after(&rest)?;
        let is_clues = |line: &Vec<Token<'_>>| ["rows", "cols"].contains(&line[0].text);
        let (clues, cells): (Vec<_>, Vec<_>) = lines.into_iter().partition(is_clues);
        let cells = headed_text::cell_rows(cells);
        let grid = tokens::grid(text, &cells)?;
        let mut instance = Instance::empty(grid);
        for line in &clues {
            let (n, longest) = match line[0].text {
                "rows" => (grid.rows(), grid.cols()),
                _ => (grid.cols(), grid.rows()),
            };
            let numbers = headed_text::numbers(line, n, longest as i32)?;
            match line[0].text {
                "rows" => instance.rows = numbers,
                _ => instance.cols = numbers,
            }
        }
        let tree = |token: Token<'_>| match token.text {
            TREE => Ok(true),
            "." => Ok(false),
            _ => Err(tokens::expected("`T` or `.`", token)),
        };
        let trees = cells.into_iter().flatten().map(tree);
        let trees = trees.collect::<Result<_, _>>()?;
        Ok(Instance::new(grid, trees, instance.rows, instance.cols))
    }

    fn print(instance: &Instance) -> String {
        let word = |tree: &bool| if *tree { TREE } else { "." };
        let cells = tokens::lines(instance.grid.cols(), instance.trees.iter().map(word));
        let rows = headed_text::line("rows", &instance.rows);
        let cols = headed_text::line("cols", &instance.cols);
        format!("{}\n{rows}{cols}{cells}", Tents::INFO.id)
    }

    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        Ok(Instance::empty(grid))
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        instance.open.read_answer(text, TENT)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        instance.open.read_marks(text, TENT)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        instance.open.print(answer, TENT, |_| TREE.to_owned())
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        let mut tents = Vec::new();
        let mut trees = Vec::new();
        let mut given = answer.0.iter();
        for (at, tree) in instance.trees.iter().enumerate() {
            let place = (at / cols, at % cols);
            match tree {
                true => trees.push(place),
                false if given.next() == Some(&true) => tents.push(place),
                false => {}
            }
        }
        let name = |(row, col): (usize, usize)| format!("r{}c{}", row + 1, col + 1);
        for (i, &one) in tents.iter().enumerate() {
            for &other in &tents[..i] {
                if one.0.abs_diff(other.0) <= 1 && one.1.abs_diff(other.1) <= 1 {
                    let what = format!("the tents at {} and {} touch", name(other), name(one));
                    return Err(Violation(what));
                }
            }
        }
        for (line, clue) in instance.rows.iter().chain(&instance.cols).enumerate() {
            let (word, number) = match line < rows {
                true => ("row", line),
                false => ("column", line - rows),
            };
            let on = |tent: &&(usize, usize)| {
                if line < rows {
                    tent.0 == number
                } else {
                    tent.1 == number
                }
            };
            let found = tents.iter().filter(on).count();
            if clue.is_some_and(|clue| clue as usize != found) {
                let found = plural(found, "tent");
                let what = format!("{word} {} has {found}, not as many as its clue", number + 1);
                return Err(Violation(what));
            }
        }
        if tents.len() != trees.len() {
            let (tents, trees) = (plural(tents.len(), "tent"), plural(trees.len(), "tree"));
            return Err(Violation(format!("there are {tents} and {trees}")));
        }
        // A matching of trees and tents by augmenting paths, each found by breadth-first search.
        let beside = |tree: (usize, usize), tent: (usize, usize)| {
            tree.0.abs_diff(tent.0) + tree.1.abs_diff(tent.1) == 1
        };
        let mut owner: Vec<Option<usize>> = vec![None; tents.len()];
        for start in 0..trees.len() {
            let mut from: Vec<Option<usize>> = vec![None; tents.len()];
            let mut queue = vec![start];
            let mut end = None;
            'search: while let Some(tree) = queue.pop() {
                for tent in 0..tents.len() {
                    if from[tent].is_some() || !beside(trees[tree], tents[tent]) {
                        continue;
                    }
                    from[tent] = Some(tree);
                    match owner[tent] {
                        Some(other) => queue.push(other),
                        None => {
                            end = Some(tent);
                            break 'search;
                        }
                    }
                }
            }
            let Some(mut tent) = end else {
                let what = format!("the tree at {} has no tent of its own", name(trees[start]));
                return Err(Violation(what));
            };
            // Each tree on the path gives up the tent it had before.
            while let Some(tree) = from[tent] {
                let before = owner.iter().position(|owner| *owner == Some(tree));
                owner[tent] = Some(tree);
                match before {
                    Some(before) => tent = before,
                    None => break,
                }
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
        let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
        let line = |position: CluePosition, clue: &Option<i32>, n: usize| {
            let entry = ClueEntry::numbers(0, n as i32);
            ClueSlot::new(position, number_cells::word(clue, ""), entry)
        };
        let tree = |tree: &bool| if *tree { TREE } else { "" }.to_owned();
        let entry = ClueEntry::symbols(&TREE_SYMBOL);
        let mut slots = ClueSlot::of_cells(&instance.grid, &instance.trees, tree, entry);
        let numbers = instance.rows.iter().enumerate();
        slots.extend(numbers.map(|(row, clue)| line(CluePosition::Row(row), clue, cols)));
        let numbers = instance.cols.iter().enumerate();
        slots.extend(numbers.map(|(col, clue)| line(CluePosition::Col(col), clue, rows)));
        slots
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let grid = instance.grid;
        let mut changed = instance.clone();
        match position {
            CluePosition::Cell(cell) if grid.contains(cell) => {
                changed.trees[grid.index(cell)] = match clue.trim() {
                    "" => false,
                    TREE => true,
                    _ => return Err(format!("expected `{TREE}`, found `{clue}`")),
                };
            }
            CluePosition::Row(row) if row < grid.rows() => {
                changed.rows[row] = headed_text::clue_number(clue, 0, grid.cols() as i32)?;
            }
            CluePosition::Col(col) if col < grid.cols() => {
                changed.cols[col] = headed_text::clue_number(clue, 0, grid.rows() as i32)?;
            }
            _ => return Err(position.no_place()),
        }
        Ok(Instance::new(
            grid,
            changed.trees,
            changed.rows,
            changed.cols,
        ))
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let grid = &instance.grid;
        let mut board = Board::new(grid.rows(), grid.cols());
        for tree in instance.tree_cells() {
            let tile = board.tile_mut(tree);
            tile.content = Content::Symbol(Symbol::Tree);
            tile.ink = Ink::Given;
        }
        instance.open.draw(&mut board, options, Symbol::Tent);
        let word = |clue: &Option<i32>| number_cells::word(clue, "");
        let labels = |clues: &[Option<i32>]| match clues.iter().any(Option::is_some) {
            true => clues.iter().map(word).collect(),
            false => Vec::new(),
        };
        board.margins.left = labels(&instance.rows);
        board.margins.top = labels(&instance.cols);
        options.mark(&mut board);
        board
    }
}

const TENTS: Viewpoint<Tents> = Viewpoint::new(
    "tents",
    "whether a cell has a tent, and whether it belongs to a tree beside it",
    formulate,
);

fn formulate(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Tents> {
    let cells = instance.open.cells.iter();
    let tents: Vec<Var> = cells
        .map(|&cell| model.bool(cell_names::of_cell(cell)))
        .collect();
    let mut owners: Vec<Vec<View>> = vec![Vec::new(); tents.len()];
    for (tree, places) in instance.tree_cells().into_iter().zip(instance.places()) {
        let mut own = Vec::with_capacity(places.len());
        for fact in places {
            let cell = instance.open.cells[fact];
            let belongs = model.bool(cell_names::of_ends(tree, cell)).view();
            owners[fact].push(belongs);
            own.push(belongs);
        }
        model.post(exactly_one(own))?;
    }
    for (&tent, owners) in tents.iter().zip(owners) {
        model.post(bool_sum_eq(owners, tent))?;
    }
    for square in instance.open.squares(&instance.grid) {
        let square: Vec<Var> = square.iter().map(|&fact| tents[fact]).collect();
        model.post(at_most_one(square))?;
    }
    for (line, clue) in instance.lines() {
        if let Some(clue) = clue {
            let line: Vec<Var> = line.iter().map(|&fact| tents[fact]).collect();
            model.post(bool_sum_eq(line, View::constant(clue)))?;
        }
    }
    Ok(bool_cells::formulation(tents.clone(), tents))
}
