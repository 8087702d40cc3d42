//! Heyawake: shade cells in rooms, so that the unshaded ones stay connected.
//!
//! | viewpoint | a variable stands for |
//! |---|---|
//! | `shading` | whether a cell is shaded |
//!
//! The text of a board has the name of its room for every cell, and after the name in the first cell of a room a colon and its number: `a:2 a b`.

mod formats;
mod generate;
mod premises;

use gridwright_constraints::{
    EmptySubgraph, bool_sum_eq, clause, connected_nodes, linear_eq, table,
};
use gridwright_fd::{Atom, Model, ModelError, Var, View};
use gridwright_grid::board::{Board, Content, Weight};
use gridwright_grid::{Cell, Grid};
use gridwright_term::Diagnostic;

use crate::blocks::{bool_cells, cell_names, shading};
use crate::contract::{
    AnswerFromKeys, AnyGenerate, Choices, ClueEntry, CluePosition, ClueSlot, DrawOptions, Example,
    Explain, FactState, Format, Formulated, KindInfo, Puzzle, Viewpoint, Violation, plural, tokens,
};

pub use crate::blocks::bool_cells::{Answer, Fact};

/// Heyawake: shade cells in rooms.
#[derive(Debug)]
pub struct Heyawake;

/// A board divided into rooms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    grid: Grid,
    /// The room of each cell; rooms are numbered in reading order of their first cells.
    room_of: Vec<usize>,
    /// The number of each room.
    clues: Vec<Option<u32>>,
}

impl Instance {
    /// A board with these rooms, given by any number for each cell; an error if a room is not connected.
    fn new(grid: Grid, names: &[usize], clues: &[(usize, u32)]) -> Result<Instance, String> {
        let mut order: Vec<usize> = Vec::new();
        let mut room_of = Vec::with_capacity(names.len());
        for name in names {
            let room = order.iter().position(|known| known == name);
            room_of.push(room.unwrap_or(order.len()));
            if room.is_none() {
                order.push(*name);
            }
        }
        let mut instance = Instance {
            grid,
            room_of,
            clues: vec![None; order.len()],
        };
        for (name, number) in clues {
            let room = order.iter().position(|known| known == name);
            let room = room.ok_or("a number of a room that has no cells")?;
            instance.clues[room] = Some(*number);
        }
        for room in 0..order.len() {
            let cells = instance.cells(room);
            let mut reached = vec![cells[0]];
            let mut at = 0;
            while let Some(&cell) = reached.get(at) {
                for next in instance.grid.neighbours4(cell) {
                    if instance.room_of[instance.grid.index(next)] == room
                        && !reached.contains(&next)
                    {
                        reached.push(next);
                    }
                }
                at += 1;
            }
            if reached.len() < cells.len() {
                return Err(format!("the room of {} is not connected", cells[0]));
            }
        }
        Ok(instance)
    }

    fn n_rooms(&self) -> usize {
        self.clues.len()
    }

    /// The cells of a room.
    fn cells(&self, room: usize) -> Vec<Cell> {
        let cells = self.grid.cells().zip(&self.room_of);
        let of_room = cells.filter(|(_, of)| **of == room);
        of_room.map(|(cell, _)| cell).collect()
    }

    /// The straight lines of cells that reach from one room through another, or several, into a third, and no further than needed.
    fn crossings(&self) -> Vec<Vec<Cell>> {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let lines = (0..rows).map(|row| self.grid.row(row).collect::<Vec<_>>());
        let lines = lines.chain((0..cols).map(|col| self.grid.col(col).collect()));
        let mut found = Vec::new();
        for line in lines {
            let room = |at: usize| self.room_of[self.grid.index(line[at])];
            // The places where a new room begins.
            let starts: Vec<usize> = (1..line.len())
                .filter(|&at| room(at) != room(at - 1))
                .collect();
            for pair in starts.windows(2) {
                found.push(line[pair[0] - 1..=pair[1]].to_vec());
            }
        }
        found
    }
}

/// The name of a room in texts: `a` to `z`, then `a1`, `b1` and so on.
fn name(room: usize) -> String {
    let letter = char::from(b'a' + (room % 26) as u8);
    match room / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

impl Puzzle for Heyawake {
    type Instance = Instance;
    type Answer = Answer;
    type Fact = Fact;

    const INFO: KindInfo = KindInfo {
        id: "heyawake",
        title: "Heyawake",
        rules: "Shade cells so that no two shaded cells are adjacent and all unshaded cells are connected. A number counts the shaded cells of its room. No straight line of unshaded cells \
        reaches into more than two rooms.",
        examples: &[
            Example::new("two rooms", "a:1 a b\na   a b\n", 8),
            Example::new("three rooms in a row", "a b c\n", 3),
            Example::new("too many", "a:3 a\na   a\n", 0),
            Example::new(
                "puzz.link's example",
                "a:2 b:2 b c:2 c d:2\na b b c c d\na b b c c d\ne e e e e d\nf f f g g d\nf f f g g h\n",
                1,
            ),
        ],
    };
    const IS_DETECTED: bool = false;
    const VIEWPOINTS: &'static [&'static Viewpoint<Heyawake>] = &[&SHADING];
    const FORMATS: &'static [Format<Heyawake>] = formats::ALL;
    const EXPLAIN: Explain<Heyawake> = Explain {
        premises: premises::premises,
        suggest: premises::suggest,
        describe_step: premises::describe_step,
        ..Explain::NONE
    };
    const GENERATE: Option<AnyGenerate> = Some(AnyGenerate::of::<Heyawake>());
    const ANSWER_FROM_KEYS: Option<AnswerFromKeys<Self>> = Some(Answer::from_keys);
    const BOARDS: &'static str = include_str!("boards.txt");

    fn parse(text: &str) -> Result<Instance, Diagnostic> {
        let rows = tokens::rows(text);
        let grid = tokens::grid(text, &rows)?;
        let mut names: Vec<&str> = Vec::new();
        let mut room_of = Vec::new();
        let mut clues: Vec<(usize, u32)> = Vec::new();
        for token in rows.iter().flatten() {
            let (name, clue) = match token.text.split_once(':') {
                Some((name, clue)) => (name, Some(clue)),
                None => (token.text, None),
            };
            let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
            if !is_name || !name.chars().all(|c| c.is_ascii_alphanumeric()) {
                let what = "the name of a room, such as `a` or `a:2` with its number";
                return Err(tokens::expected(what, *token));
            }
            let known = names.iter().position(|known| *known == name);
            let room = known.unwrap_or(names.len());
            if known.is_none() {
                names.push(name);
            }
            room_of.push(room);
            if let Some(clue) = clue {
                let number = clue.parse().ok().filter(|number| *number <= MAX_NUMBER);
                let number = number.ok_or_else(|| {
                    tokens::expected("a room with a number after the colon", *token)
                })?;
                if clues.iter().any(|(known, _)| *known == room) {
                    let what = format!("room {name} has two numbers");
                    return Err(Diagnostic::error(what, token.span));
                }
                clues.push((room, number));
            }
        }
        Instance::new(grid, &room_of, &clues).map_err(|what| tokens::error(what, text))
    }

    fn print(instance: &Instance) -> String {
        let mut next = 0;
        let mut words = Vec::new();
        for &room in &instance.room_of {
            let mut word = name(room);
            if room == next {
                next += 1;
                if let Some(clue) = instance.clues[room] {
                    word += &format!(":{clue}");
                }
            }
            words.push(word);
        }
        tokens::lines(instance.grid.cols(), words)
    }

    /// Rooms of two by two cells without numbers, smaller at the rim.
    fn blank(rows: usize, cols: usize) -> Result<Instance, String> {
        let grid = Grid::new(rows, cols).map_err(|error| error.to_string())?;
        let room = |cell: Cell| cell.row / 2 * cols + cell.col / 2;
        Instance::new(grid, &grid.cells().map(room).collect::<Vec<_>>(), &[])
    }

    fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
        shading::read_answer(&instance.grid, text)
    }

    fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
        shading::read(&instance.grid, text)
    }

    fn print_answer(instance: &Instance, answer: &Answer) -> String {
        shading::print(&instance.grid, answer)
    }

    fn check(instance: &Instance, answer: &Answer) -> Result<(), Violation> {
        judge(instance, &answer.0).map_err(Violation)
    }

    fn facts(instance: &Instance) -> Vec<Fact> {
        bool_cells::facts(&instance.grid, &shading::FACT_WORDS)
    }

    fn is_true(instance: &Instance, answer: &Answer, fact: &Fact) -> bool {
        answer.0[instance.grid.index(fact.cell)]
    }

    /// The number of a room has its place in the first cell of the room.
    fn clues(instance: &Instance) -> Vec<ClueSlot> {
        let mut next = 0;
        let mut slots = Vec::new();
        for (cell, &room) in instance.grid.cells().zip(&instance.room_of) {
            let position = CluePosition::Cell(cell);
            let mut slot = ClueSlot::new(position, "", ClueEntry::default());
            if room == next {
                next += 1;
                let clue = instance.clues[room].map(|clue| clue.to_string());
                slot.value = clue.unwrap_or_default();
                slot.entry = ClueEntry::numbers(0, MAX_NUMBER as i32);
            }
            slots.push(slot);
        }
        slots
    }

    fn with_clue(
        instance: &Instance,
        position: CluePosition,
        clue: &str,
    ) -> Result<Instance, String> {
        let cell = position.cell_of(&instance.grid)?;
        let room = instance.room_of[instance.grid.index(cell)];
        let first = instance.cells(room)[0];
        let mut changed = instance.clone();
        match clue {
            "" | "." if first != cell => {}
            _ if first != cell => {
                return Err(format!("the number of this room has its place at {first}"));
            }
            "" | "." => changed.clues[room] = None,
            _ => {
                let number = clue.parse().ok().filter(|number| *number <= MAX_NUMBER);
                let number = number.ok_or_else(|| format!("a clue is a number, not `{clue}`"))?;
                changed.clues[room] = Some(number);
            }
        }
        Ok(changed)
    }

    fn draw(instance: &Instance, options: &DrawOptions<'_>) -> Board {
        let grid = &instance.grid;
        let mut board = Board::new(grid.rows(), grid.cols());
        for (a, b) in grid.edges() {
            let room = |cell: Cell| instance.room_of[grid.index(cell)];
            if room(a) != room(b) {
                let tile = board.tile_mut(a);
                match a.row == b.row {
                    true => tile.east = Weight::Thick,
                    false => tile.south = Weight::Thick,
                }
            }
        }
        for (room, clue) in instance.clues.iter().enumerate() {
            if let Some(clue) = clue {
                let first = instance.cells(room)[0];
                board.tile_mut(first).content = Content::Text(clue.to_string());
            }
        }
        shading::draw(&mut board, options);
        board
    }
}

/// The largest number of a room that is read.
const MAX_NUMBER: u32 = 9999;

/// Judges an answer by coordinates alone.
fn judge(instance: &Instance, shaded: &[bool]) -> Result<(), String> {
    let (rows, cols) = (instance.grid.rows(), instance.grid.cols());
    let cell = |at: usize| Cell::new(at / cols, at % cols);
    for at in 0..rows * cols {
        let right = (at % cols + 1 < cols).then_some(at + 1);
        let down = (at + cols < rows * cols).then_some(at + cols);
        for next in [right, down].into_iter().flatten() {
            if shaded[at] && shaded[next] {
                return Err(format!("{} and {} are both shaded", cell(at), cell(next)));
            }
        }
    }
    for (room, clue) in instance.clues.iter().enumerate() {
        let in_room = (0..rows * cols).filter(|&at| instance.room_of[at] == room);
        let found = in_room.clone().filter(|&at| shaded[at]).count();
        if let (Some(clue), Some(first)) = (clue, in_room.clone().next())
            && *clue as usize != found
        {
            let found = plural(found, "shaded cell");
            return Err(format!(
                "the room of {} has {found}, not {clue}",
                cell(first)
            ));
        }
    }
    // Along every row and column, counts the rooms since the last shaded cell.
    let along = (0..rows).map(|row| (0..cols).map(|col| row * cols + col).collect::<Vec<_>>());
    let down = (0..cols).map(|col| (0..rows).map(|row| row * cols + col).collect::<Vec<_>>());
    for line in along.chain(down) {
        let (mut last, mut n_rooms) = (usize::MAX, 0);
        for at in line {
            if shaded[at] {
                (last, n_rooms) = (usize::MAX, 0);
            } else if instance.room_of[at] != last {
                (last, n_rooms) = (instance.room_of[at], n_rooms + 1);
                if n_rooms > 2 {
                    let cell = cell(at);
                    return Err(format!(
                        "a line of unshaded cells to {cell} reaches into three rooms"
                    ));
                }
            }
        }
    }
    let Some(start) = shaded.iter().position(|shaded| !shaded) else {
        return Ok(());
    };
    let mut reached = vec![false; shaded.len()];
    reached[start] = true;
    let mut stack = vec![start];
    while let Some(at) = stack.pop() {
        let (row, col) = (at / cols, at % cols);
        let steps = [
            (row > 0).then(|| at - cols),
            (row + 1 < rows).then_some(at + cols),
            (col > 0).then(|| at - 1),
            (col + 1 < cols).then_some(at + 1),
        ];
        for next in steps.into_iter().flatten() {
            if !shaded[next] && !std::mem::replace(&mut reached[next], true) {
                stack.push(next);
            }
        }
    }
    let apart = (0..shaded.len()).find(|&at| !shaded[at] && !reached[at]);
    match apart {
        None => Ok(()),
        Some(apart) => Err(format!(
            "{} and {} are not connected by unshaded cells",
            cell(start),
            cell(apart)
        )),
    }
}

const SHADING: Viewpoint<Heyawake> =
    Viewpoint::new("shading", "whether a cell is shaded", formulate_shading);

fn formulate_shading(instance: &Instance, _: &Choices, model: &mut Model) -> Formulated<Heyawake> {
    let grid = &instance.grid;
    let cells = grid.cells();
    let shaded: Vec<Var> = cells
        .map(|cell| model.bool(cell_names::of_cell(cell)))
        .collect();
    for (a, b) in shading::pairs(grid) {
        model.post(clause([Atom::eq(shaded[a], 0), Atom::eq(shaded[b], 0)]))?;
    }
    let at = |cell: &Cell| shaded[grid.index(*cell)];
    for (room, clue) in instance.clues.iter().enumerate() {
        if let Some(clue) = clue {
            let cells = instance.cells(room);
            let vars: Vec<Var> = cells.iter().map(at).collect();
            match patterns(&cells, *clue) {
                Some(rows) => {
                    let bit = |row: u64, i: usize| i32::from((row >> i) & 1 == 1);
                    let rows = rows
                        .iter()
                        .map(|&row| (0..cells.len()).map(move |i| bit(row, i)));
                    model.post(table(vars, rows))?;
                }
                None => post_total(model, &vars, View::constant(*clue as i32))?,
            }
        }
    }
    for line in instance.crossings() {
        let some = line.iter().map(|cell| Atom::eq(at(cell), 1));
        model.post(clause(some.collect::<Vec<_>>()))?;
    }
    let unshaded = shaded.iter().map(|shaded| shaded.view().complement());
    let graph = shading::graph(grid)?;
    model.post(connected_nodes(&graph, unshaded, EmptySubgraph::Allowed))?;
    Ok(bool_cells::formulation(shaded.clone(), shaded))
}

/// The largest number of patterns of a region that its table lists, and how many cells are tried to find them.
const MAX_PATTERNS: usize = 256;
const MAX_TRIES: usize = 10_000;

/// The ways to shade this many cells of a region, no two of them adjacent, with a bit for each cell; `None` if there are none or too many. A table of them prunes far more than
/// the sum: in a region of 3x3 cells, five can be shaded in one way.
fn patterns(cells: &[Cell], number: u32) -> Option<Vec<u64>> {
    if cells.len() > 64 {
        return None;
    }
    let is_beside = |a: Cell, b: Cell| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1;
    let neighbours = |a: Cell| {
        let beside = (0..cells.len()).filter(move |&i| is_beside(a, cells[i]));
        beside.fold(0_u64, |mask, i| mask | (1 << i))
    };
    let neighbours: Vec<u64> = cells.iter().map(|&cell| neighbours(cell)).collect();
    let (mut found, mut shaded, mut chosen, mut at) = (Vec::new(), 0_u64, Vec::new(), 0);
    for _ in 0..MAX_TRIES {
        let missing = number as usize - chosen.len();
        if missing > 0 && cells.len() - at >= missing {
            if shaded & neighbours[at] == 0 {
                chosen.push(at);
                shaded |= 1 << at;
            }
            at += 1;
            continue;
        }
        if missing == 0 {
            found.push(shaded);
        }
        let Some(last) = chosen.pop() else {
            return Some(found).filter(|found| !found.is_empty());
        };
        if found.len() > MAX_PATTERNS {
            return None;
        }
        shaded &= !(1 << last);
        at = last + 1;
    }
    None
}

/// Regions of up to this many cells are counted by one sum: splitting smaller ones did not help.
const COUNTED_AT_ONCE: usize = 14;

/// Posts that `total` of these cells are shaded. A large region is counted by halves, so that what is learnt can speak of a part of it.
fn post_total(model: &mut Model, shaded: &[Var], total: View) -> Result<(), ModelError> {
    if shaded.len() <= COUNTED_AT_ONCE {
        return model.post(bool_sum_eq(shaded, total));
    }
    let halves = shaded.split_at(shaded.len() / 2);
    let mut terms = vec![(-1, total)];
    for half in [halves.0, halves.1] {
        let name = |var: Option<&Var>| var.map_or(String::new(), |&var| model.name(var).to_owned());
        let name = format!("{}_to_{}", name(half.first()), name(half.last()));
        let part = model.var(name, 0..=half.len() as i32)?;
        post_total(model, half, part.view())?;
        terms.push((1, part.view()));
    }
    model.post(linear_eq(terms, 0))
}
