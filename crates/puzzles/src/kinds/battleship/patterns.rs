//! Sets of premises to propagate together on a Battleship board when no single premise forces anything. A set is suggested only if it forces something.
//!
//! A line is a row or column with a tally.
//!
//! - A line has one open cell more than it needs: a ship cell beside it that touches two open cells of the line at corners would leave too few.
//! - A line with its tally and the lengths of ships: all ways to fill it without a ship that is too long agree on some cell.
//! - Two neighbouring lines with their tallies: all ways to fill both without ships that touch agree on some cell; see `line_pairs.rs`.

use gridwright_grid::Cell;

use crate::contract::FactState;
use crate::kinds::battleship::instance::Instance;
use crate::kinds::battleship::line_pairs;
use crate::kinds::battleship::premises::{Line, lines};

/// The sets that force something, sets about cells beside a line first.
pub(super) fn suggest(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let board = BoardState::new(instance, known);
    let neighbours = board.lines.iter().enumerate();
    let neighbours = neighbours.filter_map(|(at, line)| board.leaves_too_few(at, line));
    let lengths = board.lines.iter().enumerate();
    let lengths = lengths.filter_map(|(at, line)| board.too_long(at, line));
    let pairs = (1..board.lines.len()).filter_map(|at| board.side_by_side(at - 1, at));
    neighbours.chain(lengths).chain(pairs).collect()
}

/// The `room` premises of lengths whose ships are not all found: each length alone, then the two longest together, then the three longest, and so on.
pub(super) fn case_splits(instance: &Instance, known: &[FactState]) -> Vec<Vec<usize>> {
    let board = BoardState::new(instance, known);
    let fleet = &instance.fleet;
    let is_found = |&length: &usize| board.stretches(length) == fleet.stretches(length);
    // Longer ships contain stretches of shorter lengths, so a length is only complete if all longer ones are.
    let mut lengths = (1..=fleet.longest()).rev().skip_while(is_found);
    let longest = lengths.next().unwrap_or(0);
    let required = (2..=longest).rev().filter(|&n| fleet.ships(n) > 0);
    let rooms: Vec<usize> = required.map(|length| board.room(length)).collect();
    let single = rooms.iter().map(|&room| vec![room]);
    let several = (2..=rooms.len()).map(|n| rooms[..n].to_vec());
    single.chain(several).collect()
}

/// The states of cells, and the indices of premises.
struct BoardState<'s> {
    instance: &'s Instance,
    known: &'s [FactState],
    lines: Vec<Line>,
    /// The indices of the first `surround` premise (there is one per cell), of the first `tally`, and of the first premise about lengths.
    surround: usize,
    tallies: usize,
    lengths: usize,
}

impl<'s> BoardState<'s> {
    fn new(instance: &'s Instance, known: &'s [FactState]) -> BoardState<'s> {
        let grid = &instance.grid;
        let surround = instance.hints.iter().flatten().count();
        // On a board of one row or column no two cells touch at a corner.
        let tallies = surround
            + match grid.rows() > 1 && grid.cols() > 1 {
                true => grid.n_cells(),
                false => 0,
            };
        let lines = lines(instance);
        let has_rest = |tallies: &[Option<i32>]| {
            let given: i32 = tallies.iter().flatten().sum();
            tallies.contains(&None) && given <= instance.fleet.stretches(1) as i32
        };
        let rests = usize::from(has_rest(&instance.rows)) + usize::from(has_rest(&instance.cols));
        BoardState {
            lengths: tallies + lines.len() + rests,
            instance,
            known,
            lines,
            surround,
            tallies,
        }
    }

    fn of(&self, cell: Cell) -> FactState {
        self.known[self.instance.grid.index(cell)]
    }

    /// The number of open cells of a line, and how many of them must be ship.
    fn needs(&self, line: &Line) -> (usize, usize) {
        let count = |required: FactState| {
            line.cells
                .iter()
                .filter(|&&c| self.of(c) == required)
                .count()
        };
        let needed = (line.tally as usize).saturating_sub(count(FactState::True));
        (count(FactState::Open), needed)
    }

    /// The tally of a line and the `surround` premises of cells beside it: ship there would leave too few open cells in the line.
    fn leaves_too_few(&self, at: usize, line: &Line) -> Option<Vec<usize>> {
        let (open, needed) = self.needs(line);
        if needed == 0 || open != needed + 1 {
            return None;
        }
        let grid = &self.instance.grid;
        let mut set = vec![self.tallies + at];
        for cell in grid
            .cells()
            .filter(|&cell| self.of(cell) == FactState::Open)
        {
            let touches = |&&other: &&Cell| {
                let (rows, cols) = (cell.row.abs_diff(other.row), cell.col.abs_diff(other.col));
                rows == 1 && cols == 1 && self.of(other) == FactState::Open
            };
            if line.cells.iter().filter(touches).count() == 2 {
                set.push(self.surround + grid.index(cell));
            }
        }
        (set.len() > 1).then_some(set)
    }

    /// The tally of a line and the premise about a length, if all ways to fill the line without a ship that is too long agree on some cell.
    fn too_long(&self, at: usize, line: &Line) -> Option<Vec<usize>> {
        let (open, needed) = self.needs(line);
        if needed == 0 || open <= needed {
            return None;
        }
        let fleet = &self.instance.fleet;
        let longest = fleet.longest();
        // The least length of which all stretches are found, or one more than the longest.
        let found = (2..=longest).find(|&length| self.stretches(length) == fleet.stretches(length));
        let length = found.unwrap_or(longest + 1);
        let premise = match length > longest {
            true => self.lengths,
            false => self.lengths + usize::from(self.has_longest()) + longest - length,
        };
        let ways = Ways::of(self, line, length);
        let settled = line.cells.iter().zip(&ways.seen);
        let settled = settled.filter(|(cell, _)| self.of(**cell) == FactState::Open);
        let forced = settled.filter(|(_, [water, ship])| water != ship).count();
        (forced > 0 && (length <= longest || self.has_longest()))
            .then(|| vec![self.tallies + at, premise])
    }

    /// The tallies of two neighbouring lines, and of crossing lines that need at most one more ship cell, if all ways to fill the two lines agree on some cell.
    fn side_by_side(&self, at: usize, next: usize) -> Option<Vec<usize>> {
        let (here, there) = (&self.lines[at], &self.lines[next]);
        let are_rows = here.cells[0].row != there.cells[0].row;
        let is_beside = match are_rows {
            true => here.cells[0].row + 1 == there.cells[0].row && here.cells[0].col == 0,
            false => here.cells[0].col + 1 == there.cells[0].col,
        };
        let is_open = |line: &Line| {
            let (open, needed) = self.needs(line);
            needed > 0 && open > needed
        };
        if !is_beside || here.cells.len() != there.cells.len() || !(is_open(here) || is_open(there))
        {
            return None;
        }
        let across = |cell: Cell| {
            let mut lines = self.lines.iter().enumerate();
            lines.find(|(_, line)| {
                let meets = line.cells.contains(&cell);
                meets && (line.cells[0].row == line.cells[line.cells.len() - 1].row) != are_rows
            })
        };
        let mut set = vec![self.tallies + at, self.tallies + next];
        let mut room = Vec::with_capacity(here.cells.len());
        for &cell in &here.cells {
            let left = across(cell).map(|(line, crossing)| (line, self.needs(crossing).1));
            if let Some((line, 0 | 1)) = left {
                set.push(self.tallies + line);
            }
            room.push(left.map_or(2, |(_, needed)| needed));
            set.push(self.surround + self.instance.grid.index(cell));
        }
        let known = |line: &Line| line.cells.iter().map(|&c| self.of(c)).collect::<Vec<_>>();
        let settles = line_pairs::settles(
            [&known(here), &known(there)],
            [here.tally as usize, there.tally as usize],
            &room,
        );
        settles.then_some(set)
    }

    /// The index of the `room` premise of a length.
    fn room(&self, length: usize) -> usize {
        let longest = self.instance.fleet.longest();
        let longer = longest.saturating_sub(1);
        self.lengths + usize::from(self.has_longest()) + longer + longest - length
    }

    /// Whether there is a `longest` premise; there is none on a board too small for longer ships.
    fn has_longest(&self) -> bool {
        let grid = &self.instance.grid;
        grid.rows().max(grid.cols()) > self.instance.fleet.longest()
    }

    /// The number of stretches of a length that are known to be ship.
    fn stretches(&self, length: usize) -> usize {
        let grid = &self.instance.grid;
        let rows = (0..grid.rows()).map(|row| grid.row(row).collect::<Vec<Cell>>());
        let cols = (0..grid.cols()).map(|col| grid.col(col).collect::<Vec<Cell>>());
        let is_ship = |cells: &&[Cell]| cells.iter().all(|&cell| self.of(cell) == FactState::True);
        let count = |line: Vec<Cell>| line.windows(length).filter(is_ship).count();
        rows.chain(cols).map(count).sum()
    }
}

/// Enumerates the ways to fill a line: for every cell, whether some way has water there, and whether some way has ship.
struct Ways<'w> {
    board: &'w BoardState<'w>,
    line: &'w Line,
    /// No stretch of this length may be added to those that are known.
    length: usize,
    now: Vec<bool>,
    seen: Vec<[bool; 2]>,
    left: u32,
}

/// The maximum number of ways that are enumerated; a line with more is taken to force nothing.
const MAX_WAYS: u32 = 2_000;

impl<'w> Ways<'w> {
    fn of(board: &'w BoardState<'w>, line: &'w Line, length: usize) -> Ways<'w> {
        let mut ways = Ways {
            board,
            line,
            length,
            now: Vec::with_capacity(line.cells.len()),
            seen: vec![[false; 2]; line.cells.len()],
            left: MAX_WAYS,
        };
        ways.go(line.tally as usize);
        if ways.left == 0 {
            ways.seen.fill([true; 2]);
        }
        ways
    }

    fn go(&mut self, required: usize) {
        let at = self.now.len();
        let rest = &self.line.cells[at..];
        let may = rest
            .iter()
            .filter(|&&cell| self.board.of(cell) != FactState::False);
        if self.left == 0 || may.count() < required {
            return;
        }
        if rest.is_empty() {
            self.left -= 1;
            for (seen, &ship) in self.seen.iter_mut().zip(&self.now) {
                seen[usize::from(ship)] = true;
            }
            return;
        }
        let known = self.board.of(rest[0]);
        if known != FactState::True {
            self.now.push(false);
            self.go(required);
            self.now.pop();
        }
        if known != FactState::False && required > 0 {
            self.now.push(true);
            if !self.is_too_long() {
                self.go(required - 1);
            }
            self.now.pop();
        }
    }

    /// Whether the last cells form a stretch that is not already known.
    fn is_too_long(&self) -> bool {
        let end = self.now.len();
        let Some(start) = end.checked_sub(self.length) else {
            return false;
        };
        let cells = &self.line.cells[start..end];
        self.now[start..].iter().all(|&ship| ship)
            && cells
                .iter()
                .any(|&cell| self.board.of(cell) != FactState::True)
    }
}
