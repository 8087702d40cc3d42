//! Sudoku variants: the lines after the board, one constraint each, such as `cage 15 r1c1 r1c2`. Cells are `r1c1`; `0` to `n` are numbers.
//!
//! | line | what holds |
//! |---|---|
//! | `diagonal-down`, `diagonal-up`, `region CELLS`, `disjoint-groups`, `windoku` | groups of cells are all different |
//! | `anti-knight`, `anti-king` | cells a move apart differ |
//! | `cage [SUM] CELLS` | all different, with this sum |
//! | `clone CELLS = CELLS`, `palindrome CELLS` | pairs of cells are equal |
//! | `arrow CIRCLE CELLS`, `arrow CIRCLE = CELLS` | the sum of the cells is the number in the circle, read in decimal |
//! | `thermo CELLS` | increasing |
//! | `slow-thermo CELLS` | not decreasing |
//! | `entropic CELLS`, `modular CELLS` | any three cells in a row are of different thirds, or have different remainders modulo 3 |
//! | `region-sums CELLS`, `zipper CELLS` | the stretches in each region, or the cells as far from the middle, have one sum |
//! | `renban CELLS` | consecutive numbers in any order |
//! | `whispers [D] CELLS` | neighbours on the line differ by at least D |
//! | `between CELLS` | inner numbers lie strictly between those of the ends |
//! | `white`, `black`, `x`, `v`, `difference D`, `ratio R`, `sum S` and two cells | as named; white is difference 1, black ratio 2, x sum 10, v sum 5 |
//! | `non-consecutive`, `negative KIND NUMBERS` | adjacent cells without a sign are not so |
//! | `even CELLS`, `odd CELLS` | as named |
//! | `candidates CELL NUMBERS` | one of these numbers |
//! | `column-indexer CELLS`, `row-indexer CELLS` | a cell in column c with number k says that the cell in column k of the same row has number c; likewise with rows |
//! | `minimum CELLS`, `maximum CELLS` | less or greater than the cells beside them that are not listed |
//! | `little-killer SUM CELL DIRECTION` | the sum along a diagonal |
//! | `sandwich SUM CELL DIRECTION` | the sum between 1 and n in a line |
//! | `x-sum SUM CELL DIRECTION` | the sum of the first X numbers of a line, where X is the first |
//! | `skyscraper COUNT CELL DIRECTION` | how many numbers of a line are greater than all before them |
//! | `quadruple CELL NUMBERS` | the four cells from here have these numbers |

use gridwright_proof::{Atom, Automaton, Constraint, Domain, Relation, Statement};

use crate::StatementError;
use crate::build::Build;
use crate::grid::Grid;
use crate::kinds::skyscrapers::visible;
use crate::text::{error, number};

type Result<T> = std::result::Result<T, StatementError>;

/// What the constraints depend on.
pub(crate) struct Board {
    pub(crate) n: usize,
    /// The height and width of a block.
    pub(crate) block: (usize, usize),
    /// The cells of each region.
    pub(crate) regions: Vec<Vec<usize>>,
}

/// The lines that consist of one word.
const WITHOUT_CELLS: [&str; 8] = [
    "diagonals",
    "diagonal-down",
    "diagonal-up",
    "disjoint-groups",
    "windoku",
    "anti-knight",
    "anti-king",
    "non-consecutive",
];

/// The kinds of signs between two cells.
const SIGNS: [&str; 3] = ["difference", "ratio", "sum"];

/// The sign of a line between two cells: its kind and value, and the words of the cells.
fn sign<'a, 't>(line: &'a [&'t str]) -> Option<(&'t str, i32, &'a [&'t str])> {
    let (&head, rest) = line.split_first()?;
    match head {
        "white" => Some(("difference", 1, rest)),
        "black" => Some(("ratio", 2, rest)),
        "x" => Some(("sum", 10, rest)),
        "v" => Some(("sum", 5, rest)),
        head if SIGNS.contains(&head) => Some((head, rest.first()?.parse().ok()?, &rest[1..])),
        _ => None,
    }
}

fn has_sign(kind: &str, value: i32, a: i32, b: i32) -> bool {
    let (low, high) = (a.min(b), a.max(b));
    match kind {
        "difference" => high - low == value,
        "ratio" => high == low * value,
        _ => high + low == value,
    }
}

impl Board {
    /// Adds the constraints of all lines to the statement of a board, whose first variables are the cells.
    pub(crate) fn state(&self, lines: &[Vec<&str>], statement: &mut Statement) -> Result<()> {
        for line in lines {
            if let Some((kind, value, cells)) = sign(line) {
                let cells = self.cells(cells, 2)?;
                let near = self.grid().neighbours(cells[0] as usize);
                let (&[a, b], true, 0..) = (&cells[..], near.contains(&(cells[1] as usize)), value)
                else {
                    return Err(error("a sign is between two cells that share a side"));
                };
                if SIGNS.contains(&line[0]) && value > 2 * self.n as i32 {
                    return Err(error("the number of a sign is too large"));
                }
                self.add_pair(statement, a, b, &|a, b| has_sign(kind, value, a, b));
                continue;
            }
            self.add(line, lines, statement)?;
        }
        Ok(())
    }

    fn add(&self, line: &[&str], all: &[Vec<&str>], statement: &mut Statement) -> Result<()> {
        let n = self.n;
        let greatest_sum = n * (n + 1) / 2;
        let (head, rest) = (line[0], &line[1..]);
        if WITHOUT_CELLS.contains(&head) && !rest.is_empty() {
            return Err(error(&format!("nothing follows `{head}`")));
        }
        match head {
            "regions" => {}
            "diagonal-down" => statement.add_different((0..n).map(|i| (i * n + i) as u32)),
            "diagonal-up" => {
                statement.add_different((0..n).map(|i| (i * n + n - 1 - i) as u32));
            }
            "diagonals" => {
                self.add(&["diagonal-down"], all, statement)?;
                self.add(&["diagonal-up"], all, statement)?;
            }
            "region" => statement.add_different(self.group(rest)?),
            "disjoint-groups" => {
                for i in 0..n {
                    let group = self.regions.iter().filter_map(|cells| cells.get(i));
                    statement.add_different(group.map(|&at| at as u32));
                }
            }
            "windoku" => self.add_windows(statement),
            "anti-knight" => self.add_apart(statement, |down, right| down * right == 2),
            "anti-king" => self.add_apart(statement, |down, right| down.max(right) == 1),
            "cage" => match rest.split_first() {
                Some((sum, cells)) if !sum.starts_with(['r', 'R']) => {
                    let cells = self.group(cells)?;
                    let sum = number(sum, 0, greatest_sum as i32)?;
                    statement.add_different_sum(&cells, n as i32, sum.into());
                }
                _ => statement.add_different(self.group(rest)?),
            },
            "clone" => {
                let sides = self.sides(rest).ok_or_else(|| error("expected `=`"))?;
                let (cells, copies) = (self.cells(sides.0, 1)?, self.cells(sides.1, 1)?);
                if cells.len() != copies.len() {
                    return Err(error("expected as many cells on both sides of `=`"));
                }
                for (a, b) in cells.into_iter().zip(copies) {
                    self.add_equal(statement, a, b);
                }
            }
            "palindrome" => {
                let cells = self.line(rest, 2)?;
                let half = cells.len() / 2;
                for (&a, &b) in cells[..half].iter().zip(cells.iter().rev()) {
                    self.add_equal(statement, a, b);
                }
            }
            "arrow" => self.add_arrow(rest, statement)?,
            "thermo" => {
                for pair in self.line(rest, 2)?.windows(2) {
                    statement.add_less(pair[0], pair[1]);
                }
            }
            "slow-thermo" => {
                for pair in self.line(rest, 2)?.windows(2) {
                    if pair[0] != pair[1] {
                        let terms = vec![(1, pair[0]), (-1, pair[1])];
                        statement.add_linear(terms, Relation::Le, 0);
                    }
                }
            }
            "entropic" | "modular" => {
                let n = n as i32;
                let n_low = (n + 1) / 3;
                let third = |number: i32| match head {
                    "modular" => number % 3,
                    _ if number <= n_low => 0,
                    _ if number > n - n_low => 2,
                    _ => 1,
                };
                let cells = self.line(rest, 2)?;
                for apart in [1, 2] {
                    for (&a, &b) in cells.iter().zip(cells.iter().skip(apart)) {
                        self.add_pair(statement, a, b, &|a, b| third(a) != third(b));
                    }
                }
            }
            "region-sums" | "zipper" => self.add_equal_sums(head, rest, statement)?,
            "column-indexer" | "row-indexer" => {
                for cell in self.cells(rest, 1)? {
                    let (row, col) = (cell as usize / n, cell as usize % n);
                    for place in 0..n {
                        let (own, other) = match head {
                            "row-indexer" => (row, place * n + col),
                            _ => (col, row * n + place),
                        };
                        if place != own {
                            let (own, place) = (own as i32 + 1, place as i32 + 1);
                            let points = Atom::eq(cell, place);
                            let there = Atom::eq(other as u32, own);
                            statement.add_clause([points.negated(), there]);
                            statement.add_clause([points, there.negated()]);
                        }
                    }
                }
            }
            "candidates" => {
                let (cell, numbers) = rest.split_first().ok_or_else(|| error("expected a cell"))?;
                let cell = self.cell(cell)?;
                let numbers = numbers.iter().map(|word| number(word, 1, n as i32));
                let rows = numbers.map(|number| Ok(vec![number?]));
                let rows: Vec<Vec<i32>> = rows.collect::<Result<_>>()?;
                if rows.is_empty() {
                    return Err(error("expected the candidates of a cell"));
                }
                statement
                    .constraints
                    .push(Constraint::Table(vec![cell], rows));
            }
            "renban" => {
                let cells = self.cells(rest, 2)?;
                statement.add_different(cells.iter().copied());
                // A number below which no cell is, and none lies by as many as there are cells above it: the least, since they differ.
                let least = statement.add_var(Domain::range(1, n as i32));
                for &cell in &cells {
                    statement.add_linear(vec![(1, least), (-1, cell)], Relation::Le, 0);
                    let width = cells.len() as i64 - 1;
                    statement.add_linear(vec![(1, cell), (-1, least)], Relation::Le, width);
                }
            }
            "whispers" => {
                let (difference, cells) = match rest.split_first() {
                    Some((first, cells)) if !first.starts_with(['r', 'R']) => {
                        (number(first, 0, n as i32 - 1)?, cells)
                    }
                    _ => (n.div_ceil(2) as i32, rest),
                };
                for pair in self.line(cells, 2)?.windows(2) {
                    let apart = |a: i32, b: i32| (a - b).abs() >= difference;
                    self.add_pair(statement, pair[0], pair[1], &apart);
                }
            }
            "between" => self.add_between(rest, statement)?,
            "non-consecutive" => self.add_negative("difference", &[1], all, statement)?,
            "negative" => {
                let (kind, values) = rest
                    .split_first()
                    .filter(|(kind, _)| SIGNS.contains(kind))
                    .ok_or_else(|| error("expected difference, ratio or sum"))?;
                let values = values.iter().map(|value| number(value, 1, 2 * n as i32));
                let values: Vec<i32> = values.collect::<Result<_>>()?;
                if values.is_empty() {
                    return Err(error("expected the values of signs"));
                }
                self.add_negative(kind, &values, all, statement)?;
            }
            "even" | "odd" => {
                let first = if head == "even" { 2 } else { 1 };
                let rows = (first..=n as i32).step_by(2).map(|number| vec![number]);
                let rows: Vec<Vec<i32>> = rows.collect();
                for cell in self.cells(rest, 1)? {
                    statement
                        .constraints
                        .push(Constraint::Table(vec![cell], rows.clone()));
                }
            }
            "minimum" | "maximum" => {
                let cells = self.cells(rest, 1)?;
                let grid = self.grid();
                for &cell in &cells {
                    let near = grid.neighbours(cell as usize).into_iter();
                    for other in near.map(|at| at as u32).filter(|at| !cells.contains(at)) {
                        match head {
                            "minimum" => statement.add_less(cell, other),
                            _ => statement.add_less(other, cell),
                        }
                    }
                }
            }
            "little-killer" => {
                let (sum, line) = self.outside(rest, n * n, true)?;
                statement.add_sum(line, sum.into());
            }
            "sandwich" => {
                let (sum, line) = self.outside(rest, greatest_sum, false)?;
                statement.add_accepted(line, sandwich(n as i32, sum));
            }
            "x-sum" => {
                let (sum, line) = self.outside(rest, greatest_sum, false)?;
                statement.add_accepted(line, x_sum(n as i32, sum));
            }
            "skyscraper" => {
                let (count, line) = self.outside(rest, n, false)?;
                statement.add_accepted(line, visible(n, count as usize));
            }
            "quadruple" => self.add_quadruple(rest, statement)?,
            _ => {
                let what = format!("the constraint `{head}` is not known to the checker");
                return Err(error(&what));
            }
        }
        Ok(())
    }

    fn grid(&self) -> Grid {
        Grid {
            n_rows: self.n,
            n_cols: self.n,
        }
    }

    /// The variable of a cell.
    fn cell(&self, word: &str) -> Result<u32> {
        let rest = word.strip_prefix(['r', 'R']);
        let parts = rest.and_then(|rest| rest.split_once(['c', 'C']));
        let index = |word: &str| word.parse().ok().filter(|i| (1..=self.n).contains(i));
        let place = parts.and_then(|(row, col)| Some((index(row)?, index(col)?)));
        let (row, col) = place.ok_or_else(|| error(&format!("expected a cell, found `{word}`")))?;
        Ok(((row - 1) * self.n + col - 1) as u32)
    }

    /// The variables of the cells of a line, at least so many; a cell may occur twice.
    fn line(&self, words: &[&str], min: usize) -> Result<Vec<u32>> {
        match words.len() < min {
            true => Err(error("expected more cells")),
            false => words.iter().map(|word| self.cell(word)).collect(),
        }
    }

    /// The variables of different cells, at least so many.
    fn cells(&self, words: &[&str], min: usize) -> Result<Vec<u32>> {
        let cells = self.line(words, min)?;
        match (1..cells.len()).any(|i| cells[..i].contains(&cells[i])) {
            true => Err(error("a cell is listed twice")),
            false => Ok(cells),
        }
    }

    /// The variables of different cells, at most as many as there are numbers.
    fn group(&self, words: &[&str]) -> Result<Vec<u32>> {
        let cells = self.cells(words, 1)?;
        match cells.len() > self.n {
            true => Err(error("there are more cells than numbers")),
            false => Ok(cells),
        }
    }

    /// The words on both sides of `=`.
    fn sides<'a, 't>(&self, words: &'a [&'t str]) -> Option<(&'a [&'t str], &'a [&'t str])> {
        let at = words.iter().position(|word| *word == "=")?;
        Some((&words[..at], &words[at + 1..]))
    }

    /// The value of a clue outside the board, at most `max`, and the cells of its line, which begins at the edge.
    fn outside(&self, words: &[&str], max: usize, is_diagonal: bool) -> Result<(i32, Vec<u32>)> {
        let [value, cell, direction] = words else {
            return Err(error("expected a number, a cell and a direction"));
        };
        let known = match is_diagonal {
            true => ["ne", "se", "sw", "nw"],
            false => ["n", "e", "s", "w"],
        };
        if !known.contains(direction) {
            return Err(error(&format!("expected one of {}", known.join(", "))));
        }
        let has = |side: char| isize::from(direction.contains(side));
        let (down, right) = (has('s') - has('n'), has('e') - has('w'));
        let first = self.cell(cell)? as usize;
        let (mut row, mut col) = (first / self.n, first % self.n);
        let is_inside = |at: usize, step: isize| at.wrapping_add_signed(-step) < self.n;
        if is_inside(row, down) && is_inside(col, right) {
            return Err(error("expected a cell at the edge of the board"));
        }
        let mut line = Vec::new();
        while row < self.n && col < self.n {
            line.push((row * self.n + col) as u32);
            row = row.wrapping_add_signed(down);
            col = col.wrapping_add_signed(right);
        }
        Ok((number(value, 0, max as i32)?, line))
    }

    /// Adds the table of the pairs of numbers that pass a test.
    fn add_pair(
        &self,
        statement: &mut Statement,
        a: u32,
        b: u32,
        passes: &dyn Fn(i32, i32) -> bool,
    ) {
        let numbers = || 1..=self.n as i32;
        let pairs = numbers().flat_map(|a| numbers().map(move |b| (a, b)));
        // A cell may be listed twice.
        let rows = pairs.filter(|&(x, y)| passes(x, y) && (a != b || x == y));
        let rows = rows.map(|(a, b)| vec![a, b]).collect();
        statement
            .constraints
            .push(Constraint::Table(vec![a, b], rows));
    }

    fn add_equal(&self, statement: &mut Statement, a: u32, b: u32) {
        if a != b {
            statement.add_linear(vec![(1, a), (-1, b)], Relation::Eq, 0);
        }
    }

    /// Adds that the groups of cells of a line have one sum.
    fn add_equal_sums(&self, head: &str, words: &[&str], statement: &mut Statement) -> Result<()> {
        let cells = self.line(words, 2)?;
        let mut groups: Vec<Vec<u32>> = Vec::new();
        if head == "zipper" {
            for i in 0..cells.len().div_ceil(2) {
                let other = cells.len() - 1 - i;
                groups.push(if i == other {
                    vec![cells[i]]
                } else {
                    vec![cells[i], cells[other]]
                });
            }
        } else {
            let mut last = None;
            for &cell in &cells {
                let is_here = |region: &Vec<usize>| region.contains(&(cell as usize));
                let Some(region) = self.regions.iter().position(is_here) else {
                    continue;
                };
                if last != Some(region) {
                    groups.push(Vec::new());
                }
                last = Some(region);
                if let Some(group) = groups.last_mut() {
                    group.push(cell);
                }
            }
        }
        for other in groups.iter().skip(1) {
            let mut terms: Vec<(i32, u32)> = Vec::new();
            let plus = groups[0].iter().map(|&cell| (1, cell));
            for (factor, cell) in plus.chain(other.iter().map(|&cell| (-1, cell))) {
                match terms.iter_mut().find(|(_, known)| *known == cell) {
                    Some((before, _)) => *before += factor,
                    None => terms.push((factor, cell)),
                }
            }
            terms.retain(|(factor, _)| *factor != 0);
            statement.add_linear(terms, Relation::Eq, 0);
        }
        Ok(())
    }

    /// Adds that cells whose rows and columns are so far apart differ.
    fn add_apart(&self, statement: &mut Statement, is_move: impl Fn(usize, usize) -> bool) {
        let n = self.n;
        for b in 0..n * n {
            for a in 0..b {
                if is_move((a / n).abs_diff(b / n), (a % n).abs_diff(b % n)) {
                    statement.add_different([a as u32, b as u32]);
                }
            }
        }
    }

    /// The windows have the size of blocks, one cell apart from each other and from the rim.
    fn add_windows(&self, statement: &mut Statement) {
        let (n, (height, width)) = (self.n, self.block);
        for top in (1..n).step_by(height + 1).filter(|top| top + height < n) {
            for left in (1..n).step_by(width + 1).filter(|left| left + width < n) {
                let cells = (0..n).map(|i| (top + i / width) * n + left + i % width);
                statement.add_different(cells.map(|at| at as u32));
            }
        }
    }

    fn add_arrow(&self, words: &[&str], statement: &mut Statement) -> Result<()> {
        let (circle, shaft) = match self.sides(words) {
            Some(sides) => sides,
            None => words.split_at(words.len().min(1)),
        };
        let (circle, shaft) = (self.cells(circle, 1)?, self.line(shaft, 1)?);
        if circle.len() > 4 {
            return Err(error("the circle of an arrow has at most 4 cells"));
        }
        let places = [-1, -10, -100, -1000];
        let circle = places.into_iter().zip(circle.into_iter().rev());
        let terms = circle.chain(shaft.into_iter().map(|cell| (1, cell)));
        let linear = Constraint::linear(terms.collect(), Relation::Eq, 0);
        let linear = linear.ok_or_else(|| error("a sum is too large"))?;
        statement.constraints.push(linear);
        Ok(())
    }

    fn add_between(&self, words: &[&str], statement: &mut Statement) -> Result<()> {
        let cells = self.line(words, 2)?;
        let numbers = || 1..=self.n as i32;
        let mut rows = Vec::new();
        for (a, b) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
            rows.extend((a.min(b) + 1..a.max(b)).map(|inner| vec![a, inner, b]));
        }
        let (first, last) = (cells[0], cells[cells.len() - 1]);
        for &inner in cells.iter().skip(1).take(cells.len().saturating_sub(2)) {
            let vars = vec![first, inner, last];
            // A cell may be listed twice; then no row with two values for it holds.
            statement
                .constraints
                .push(Constraint::Table(vars, rows.clone()));
        }
        Ok(())
    }

    /// Adds that adjacent cells have no sign of this kind and value, unless they show a sign of the same sort: a difference or ratio, or a sum.
    fn add_negative(
        &self,
        kind: &str,
        values: &[i32],
        all: &[Vec<&str>],
        statement: &mut Statement,
    ) -> Result<()> {
        let mut shown: Vec<(u32, u32)> = Vec::new();
        for (other, _, cells) in all.iter().filter_map(|line| sign(line)) {
            if (other == "sum") == (kind == "sum")
                && let [a, b] = self.cells(cells, 2)?[..]
            {
                shown.push((a.min(b), a.max(b)));
            }
        }
        for (a, b) in self.grid().pairs() {
            let (a, b) = (a as u32, b as u32);
            if !shown.contains(&(a, b)) {
                let is_free =
                    |x: i32, y: i32| !values.iter().any(|&value| has_sign(kind, value, x, y));
                self.add_pair(statement, a, b, &is_free);
            }
        }
        Ok(())
    }

    fn add_quadruple(&self, words: &[&str], statement: &mut Statement) -> Result<()> {
        let n = self.n;
        let Some((cell, numbers)) = words.split_first() else {
            return Err(error("expected a cell and numbers"));
        };
        let first = self.cell(cell)? as usize;
        if first / n + 1 == n || first % n + 1 == n {
            return Err(error("expected the upper left of four cells"));
        }
        let cells = [first, first + 1, first + n, first + n + 1].map(|at| at as u32);
        let numbers = numbers.iter().map(|word| number(word, 1, n as i32));
        let numbers: Vec<i32> = numbers.collect::<Result<_>>()?;
        if !(1..=4).contains(&numbers.len()) {
            return Err(error("expected one to four numbers"));
        }
        for &wanted in &numbers {
            // Of so many cells more than can be without the number, one has it.
            let count = numbers.iter().filter(|&&other| other == wanted).count();
            for set in 0_u32..16 {
                if set.count_ones() as usize + count == 5 {
                    let chosen = (0..4).filter(|i| set >> i & 1 == 1);
                    statement.add_clause(chosen.map(|i| Atom::eq(cells[i], wanted)));
                }
            }
        }
        Ok(())
    }
}

/// The automaton of lines in which the numbers between 1 and `n` have this sum. State 0 is before both, `1 + s` between them with the sum
/// `s` so far, and the last after both. On a board of one cell, nothing is between them.
fn sandwich(n: i32, sum: i32) -> Automaton {
    let sum = sum as usize;
    let accepting = sum + 2;
    let mut arcs = Vec::new();
    if n == 1 && sum == 0 {
        arcs.push((0, 1, accepting));
        return Automaton { arcs, accepting };
    }
    for number in 1..=n {
        let is_end = number == 1 || number == n;
        arcs.push((0, number, usize::from(is_end)));
        if is_end {
            arcs.push((1 + sum, number, accepting));
            continue;
        }
        arcs.push((accepting, number, accepting));
        for before in 0..=sum {
            let after = before + number as usize;
            if after <= sum {
                arcs.push((1 + before, number, 1 + after));
            }
        }
    }
    Automaton { arcs, accepting }
}

/// The automaton of lines of which the first X numbers have this sum, where X is the first number. After the start, a state is how many
/// numbers are still to add, and their sum.
fn x_sum(n: i32, sum: i32) -> Automaton {
    let state = |left: i32, rest: i32| 1 + (left * (sum + 1) + rest) as usize;
    let mut arcs = Vec::new();
    for number in 1..=n {
        if number <= sum {
            arcs.push((0, number, state(number - 1, sum - number)));
        }
        arcs.push((state(0, 0), number, state(0, 0)));
        for left in 1..n {
            for rest in number..=sum {
                arcs.push((state(left, rest), number, state(left - 1, rest - number)));
            }
        }
    }
    Automaton {
        arcs,
        accepting: state(0, 0),
    }
}
