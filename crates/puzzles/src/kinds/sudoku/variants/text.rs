//! The lines of text that stand for irregular regions and constraints, such as `cage 15 r1c1 r1c2`. Each begins with a word of [`HEADINGS`].

use gridwright_grid::Direction;
use gridwright_term::Diagnostic;

use crate::contract::tokens::{self, Token};
use crate::kinds::sudoku::Instance;
use crate::kinds::sudoku::variants::{
    Arrow, Between, Cage, Candidates, Chess, CloneCells, Constraint, Different, Dot, DotKind,
    EqualSums, Extremes, Indexer, Negative, Outside, OutsideRule, Palindrome, Parity, Quadruple,
    Renban, Thermometer, Thirds, Variant, Whispers,
};

/// The first words of lines, with what follows each.
const HEADINGS: &[(&str, &str)] = &[
    ("regions", ""),
    ("diagonals", ""),
    ("diagonal-down", ""),
    ("diagonal-up", ""),
    ("disjoint-groups", ""),
    ("windoku", ""),
    ("anti-knight", ""),
    ("anti-king", ""),
    ("non-consecutive", ""),
    ("negative", "difference 1"),
    ("region", "r1c1 r1c2 …"),
    ("cage", "15 r1c1 r1c2 …"),
    ("clone", "r1c1 r1c2 = r5c5 r5c6"),
    ("arrow", "r1c1 r1c2 …"),
    ("thermo", "r1c1 r1c2 …"),
    ("slow-thermo", "r1c1 r1c2 …"),
    ("palindrome", "r1c1 r1c2 …"),
    ("renban", "r1c1 r1c2 …"),
    ("whispers", "5 r1c1 r1c2 …"),
    ("entropic", "r1c1 r1c2 …"),
    ("modular", "r1c1 r1c2 …"),
    ("region-sums", "r1c1 r1c2 …"),
    ("zipper", "r1c1 r1c2 …"),
    ("between", "r1c1 r1c2 …"),
    ("white", "r1c1 r1c2"),
    ("black", "r1c1 r1c2"),
    ("x", "r1c1 r1c2"),
    ("v", "r1c1 r1c2"),
    ("difference", "2 r1c1 r1c2"),
    ("ratio", "3 r1c1 r1c2"),
    ("sum", "7 r1c1 r1c2"),
    ("even", "r1c1 …"),
    ("odd", "r1c1 …"),
    ("candidates", "r1c1 2 3"),
    ("minimum", "r1c1 …"),
    ("maximum", "r1c1 …"),
    ("column-indexer", "r1c1 …"),
    ("row-indexer", "r1c1 …"),
    ("little-killer", "20 r1c2 se"),
    ("sandwich", "15 r1c2 s"),
    ("x-sum", "20 r3c1 e"),
    ("skyscraper", "4 r3c9 w"),
    ("quadruple", "r1c1 2 3"),
];

/// The characters of regions, in order; `.` is a cell in no region.
const REGION_CHARACTERS: &str = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A text as the lines of its board and those of its constraints.
pub(in crate::kinds::sudoku) struct Lines<'t> {
    /// The tokens of the board.
    pub(in crate::kinds::sudoku) board: Vec<Token<'t>>,
    /// The lines of constraints.
    pub(in crate::kinds::sudoku) constraints: Vec<Vec<Token<'t>>>,
}

impl<'t> Lines<'t> {
    /// Splits a text. A line of constraints begins with a word of two or more letters and hyphens that cannot be a row of the board.
    pub(in crate::kinds::sudoku) fn split(text: &'t str) -> Lines<'t> {
        let (mut board, mut constraints) = (Vec::new(), Vec::new());
        let tokens = tokens::tokens(text);
        for row in tokens::by_line(text, &tokens) {
            match is_heading(row[0].text) || is_unknown_heading(row) {
                true => constraints.push(row.to_vec()),
                false => board.extend_from_slice(row),
            }
        }
        Lines { board, constraints }
    }
}

/// Whether a word begins a line of constraints.
pub(in crate::kinds::sudoku) fn is_heading(word: &str) -> bool {
    HEADINGS.iter().any(|(heading, _)| *heading == word)
}

/// Whether a line looks like that of an unknown constraint: a word that is followed by the name of a cell.
fn is_unknown_heading(row: &[Token<'_>]) -> bool {
    let is_word = |c: char| c.is_ascii_lowercase() || c == '-';
    row.len() > 1
        && row[0].text.len() > 2
        && row[0].text.chars().all(is_word)
        && row[1..]
            .iter()
            .any(|token| coordinates(token.text).is_some())
}

/// Reads the lines of constraints of a board with `n` rows. Unknown constraints are errors, or are added to `ignored` if there is such a list.
pub(in crate::kinds::sudoku) fn parse_lines(
    lines: &[Vec<Token<'_>>],
    n: usize,
    mut ignored: Option<&mut Vec<String>>,
) -> Result<Variant, Diagnostic> {
    let mut variant = Variant::default();
    for line in lines {
        let (head, rest) = (line[0], &line[1..]);
        if let (false, Some(ignored)) = (is_heading(head.text), ignored.as_deref_mut()) {
            ignored.push(format!("`{}`", head.text));
            continue;
        }
        let line = Line { head, rest, n };
        if head.text == "regions" {
            let (regions, smaller) = line.regions()?;
            variant.regions = Some(regions);
            variant.constraints.extend(smaller);
        } else {
            line.read(&mut variant.constraints)?;
        }
    }
    Ok(variant)
}

/// Prints irregular regions and constraints, one line each.
pub(in crate::kinds::sudoku) fn print_lines(instance: &Instance) -> String {
    let Some(variant) = &instance.variant else {
        return String::new();
    };
    let mut text = String::new();
    if let Some(regions) = &variant.regions {
        let characters: Vec<char> = REGION_CHARACTERS.chars().collect();
        text += "regions";
        for row in regions.chunks(instance.n()) {
            let character =
                |region: &Option<usize>| region.map_or('.', |region| characters[region]);
            text.push(' ');
            text.extend(row.iter().map(character));
        }
        text.push('\n');
    }
    for constraint in &variant.constraints {
        text += &constraint.family().line(instance);
        text.push('\n');
    }
    text
}

/// The row and column of the name of a cell, from 0.
fn coordinates(name: &str) -> Option<(usize, usize)> {
    let rest = name.strip_prefix(['r', 'R'])?;
    let (row, col) = rest.split_once(['c', 'C'])?;
    let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some((number(row)?, number(col)?))
}

/// One line of constraints.
struct Line<'a> {
    head: Token<'a>,
    rest: &'a [Token<'a>],
    n: usize,
}

impl Line<'_> {
    /// The error that the line is incomplete.
    fn incomplete(&self) -> Diagnostic {
        let mut headings = HEADINGS.iter();
        let example = headings.find(|(heading, _)| *heading == self.head.text);
        let example = example.map_or("", |(_, example)| example);
        let what = format!("expected a line such as `{} {example}`", self.head.text);
        let span = self
            .rest
            .last()
            .map_or(self.head.span, |last| self.head.span.to(last.span));
        Diagnostic::error(what, span)
    }

    fn cell(&self, token: Token<'_>) -> Result<usize, Diagnostic> {
        let n = self.n;
        let found = coordinates(token.text).filter(|(row, col)| *row < n && *col < n);
        let found = found.map(|(row, col)| row * n + col);
        let what = format!("a cell from r1c1 to r{n}c{n}");
        found.ok_or_else(|| tokens::expected(&what, token))
    }

    /// Several cells, at least `min`; no cell twice unless `may_repeat`.
    fn cells(
        &self,
        words: &[Token<'_>],
        min: usize,
        may_repeat: bool,
    ) -> Result<Vec<usize>, Diagnostic> {
        let mut cells = Vec::with_capacity(words.len());
        for &word in words {
            let cell = self.cell(word)?;
            if !may_repeat && cells.contains(&cell) {
                let what = format!("{} is listed twice", word.text);
                return Err(Diagnostic::error(what, word.span));
            }
            cells.push(cell);
        }
        match cells.len() < min {
            true => Err(self.incomplete()),
            false => Ok(cells),
        }
    }

    /// A number at the start of the line and the rest; without a number `None` and all words.
    fn optional_number(&self, max: i32) -> Result<(Option<i32>, &[Token<'_>]), Diagnostic> {
        match self.rest.split_first() {
            Some((first, rest)) if coordinates(first.text).is_none() => {
                Ok((Some(tokens::number(*first, 0, max)?), rest))
            }
            _ => Ok((None, self.rest)),
        }
    }

    fn number(&self, max: i32) -> Result<(i32, &[Token<'_>]), Diagnostic> {
        let (number, rest) = self.optional_number(max)?;
        Ok((number.ok_or_else(|| self.incomplete())?, rest))
    }

    /// The two sides of `=`, if there is one.
    fn sides(&self) -> Option<(&[Token<'_>], &[Token<'_>])> {
        let at = self.rest.iter().position(|word| word.text == "=")?;
        Some((&self.rest[..at], &self.rest[at + 1..]))
    }

    fn dot(&self, kind: DotKind, value: i32, words: &[Token<'_>]) -> Result<Dot, Diagnostic> {
        let cells = self.cells(words, 2, false)?;
        let [a, b] = cells[..] else {
            return Err(self.incomplete());
        };
        let (low, high) = (a.min(b), a.max(b));
        let shares_side = high == low + self.n || high == low + 1 && high % self.n > 0;
        if !shares_side {
            let what = "expected two cells that share a side";
            return Err(Diagnostic::error(what, tokens::span_of(words)));
        }
        Ok(Dot {
            kind,
            value,
            cells: [low, high],
        })
    }

    /// A clue outside the board: its value, first cell and direction.
    fn outside(&self, rule: OutsideRule) -> Result<Outside, Diagnostic> {
        let (_, max) = rule.range(self.n as i32);
        let (value, rest) = self.number(max)?;
        let [cell, direction] = rest else {
            return Err(self.incomplete());
        };
        let first = self.cell(*cell)?;
        let mut all = Direction::ALL.into_iter();
        let found = all.find(|known| known.abbreviation() == direction.text);
        let found = found.filter(|found| {
            let (down, across) = found.step();
            (down != 0 && across != 0) == rule.is_diagonal()
        });
        let names = match rule.is_diagonal() {
            true => "ne, se, sw or nw",
            false => "n, e, s or w",
        };
        let found = found.ok_or_else(|| tokens::expected(names, *direction))?;
        let (down, across) = found.step();
        let (row, col) = (first / self.n, first % self.n);
        let before =
            |at: usize, step: isize| at.checked_add_signed(-step).filter(|at| *at < self.n);
        if before(row, down).is_some() && before(col, across).is_some() {
            let what = format!(
                "a cell at the edge of the board, where {} leads inward",
                found.abbreviation()
            );
            return Err(tokens::expected(&what, *cell));
        }
        Ok(Outside {
            rule,
            value,
            first,
            direction: found,
        })
    }

    /// The regions, and those with fewer cells than a row as constraints.
    fn regions(&self) -> Result<(Vec<Option<usize>>, Vec<Constraint>), Diagnostic> {
        let n = self.n;
        let characters = tokens::characters(self.rest);
        if characters.len() != n * n {
            let what = format!(
                "expected {n} words of {n} characters, one for each row, found {} characters",
                characters.len()
            );
            return Err(Diagnostic::error(what, self.incomplete().span));
        }
        let names = characters.iter().map(|character| match character.text {
            "." => None,
            name => Some(name),
        });
        numbered_regions(n, &names.collect::<Vec<_>>())
            .map_err(|what| Diagnostic::error(what, self.incomplete().span))
    }

    fn read(&self, constraints: &mut Vec<Constraint>) -> Result<(), Diagnostic> {
        let n = self.n as i32;
        let line = |min: usize| self.cells(self.rest, min, true);
        let constraint = match self.head.text {
            "diagonals" => {
                constraints.push(Constraint::Different(Different::FallingDiagonal));
                Constraint::Different(Different::RisingDiagonal)
            }
            "diagonal-down" => Constraint::Different(Different::FallingDiagonal),
            "diagonal-up" => Constraint::Different(Different::RisingDiagonal),
            "disjoint-groups" => Constraint::Different(Different::DisjointGroups),
            "windoku" => Constraint::Different(Different::Windows),
            "anti-knight" => Constraint::Chess(Chess::Knight),
            "anti-king" => Constraint::Chess(Chess::King),
            "non-consecutive" => Constraint::Negative(Negative {
                kind: DotKind::Difference,
                values: vec![1],
            }),
            "negative" => {
                let (kind, values) = self.rest.split_first().ok_or_else(|| self.incomplete())?;
                let known = DotKind::ALL
                    .into_iter()
                    .find(|known| known.name() == kind.text);
                let known =
                    known.ok_or_else(|| tokens::expected("difference, ratio or sum", *kind))?;
                let max = match known {
                    // The sums of XV are 5 and 10 on smaller boards too.
                    DotKind::Sum => (2 * n).max(10),
                    DotKind::Difference | DotKind::Ratio => 2 * n,
                };
                let values = values.iter().map(|value| tokens::number(*value, 1, max));
                let values: Vec<i32> = values.collect::<Result<_, _>>()?;
                if values.is_empty() {
                    return Err(self.incomplete());
                }
                Constraint::Negative(Negative {
                    kind: known,
                    values,
                })
            }
            "region" => {
                let cells = self.cells(self.rest, 1, false)?;
                if cells.len() > self.n {
                    let what = format!("a region has at most {n} cells");
                    return Err(Diagnostic::error(what, self.incomplete().span));
                }
                Constraint::Different(Different::Region(cells))
            }
            "cage" => {
                let (sum, rest) = self.optional_number(n * (n + 1) / 2)?;
                let cells = self.cells(rest, 1, false)?;
                if cells.len() > self.n {
                    let what = format!("a cage has at most {n} cells");
                    return Err(Diagnostic::error(what, self.incomplete().span));
                }
                Constraint::Cage(Cage { sum, cells })
            }
            "clone" => {
                let (cells, copies) = self.sides().ok_or_else(|| self.incomplete())?;
                let (cells, copies) = (self.cells(cells, 1, false)?, self.cells(copies, 1, false)?);
                if cells.len() != copies.len() {
                    let what = "expected as many cells before `=` as after it";
                    return Err(Diagnostic::error(what, self.incomplete().span));
                }
                Constraint::Clone(CloneCells { cells, copies })
            }
            "arrow" => {
                let (circle, shaft) = match self.sides() {
                    Some(sides) => sides,
                    None if self.rest.is_empty() => return Err(self.incomplete()),
                    None => self.rest.split_at(1),
                };
                if circle.len() > 4 {
                    let what = "the circle of an arrow has at most 4 cells";
                    return Err(Diagnostic::error(what, self.incomplete().span));
                }
                Constraint::Arrow(Arrow {
                    circle: self.cells(circle, 1, false)?,
                    shaft: self.cells(shaft, 1, true)?,
                })
            }
            "thermo" | "slow-thermo" => Constraint::Thermometer(Thermometer {
                is_slow: self.head.text == "slow-thermo",
                cells: line(2)?,
            }),
            "entropic" | "modular" => Constraint::Thirds(Thirds {
                is_modular: self.head.text == "modular",
                cells: line(2)?,
            }),
            "region-sums" | "zipper" => Constraint::EqualSums(EqualSums {
                is_zipper: self.head.text == "zipper",
                cells: line(2)?,
            }),
            "palindrome" => Constraint::Palindrome(Palindrome(line(2)?)),
            "renban" => Constraint::Renban(Renban(self.cells(self.rest, 2, false)?)),
            "between" => Constraint::Between(Between(line(2)?)),
            "whispers" => {
                let (difference, rest) = self.optional_number(n - 1)?;
                let default = Whispers::default_difference(self.n);
                Constraint::Whispers(Whispers {
                    difference: difference.unwrap_or(default),
                    cells: self.cells(rest, 2, true)?,
                })
            }
            "white" => Constraint::Dot(self.dot(DotKind::Difference, 1, self.rest)?),
            "black" => Constraint::Dot(self.dot(DotKind::Ratio, 2, self.rest)?),
            "x" => Constraint::Dot(self.dot(DotKind::Sum, 10, self.rest)?),
            "v" => Constraint::Dot(self.dot(DotKind::Sum, 5, self.rest)?),
            "difference" | "ratio" | "sum" => {
                let (value, rest) = self.number(2 * n)?;
                let kind = DotKind::ALL
                    .into_iter()
                    .find(|kind| kind.name() == self.head.text);
                let kind = kind.expect("these are the names of all kinds");
                Constraint::Dot(self.dot(kind, value, rest)?)
            }
            "even" | "odd" => Constraint::Parity(Parity {
                is_even: self.head.text == "even",
                cells: self.cells(self.rest, 1, false)?,
            }),
            "candidates" => {
                let (cell, numbers) = self.rest.split_first().ok_or_else(|| self.incomplete())?;
                let cell = self.cell(*cell)?;
                let numbers = numbers.iter().map(|number| tokens::number(*number, 1, n));
                let mut numbers: Vec<i32> = numbers.collect::<Result<_, _>>()?;
                if numbers.is_empty() {
                    return Err(self.incomplete());
                }
                numbers.sort_unstable();
                numbers.dedup();
                Constraint::Candidates(Candidates { cell, numbers })
            }
            "minimum" | "maximum" => Constraint::Extremes(Extremes {
                is_maximum: self.head.text == "maximum",
                cells: self.cells(self.rest, 1, false)?,
            }),
            "column-indexer" | "row-indexer" => Constraint::Indexer(Indexer {
                is_row: self.head.text == "row-indexer",
                cells: self.cells(self.rest, 1, false)?,
            }),
            "little-killer" | "sandwich" | "x-sum" | "skyscraper" => {
                let rule = OutsideRule::ALL
                    .into_iter()
                    .find(|rule| rule.name() == self.head.text);
                let rule = rule.expect("these are the names of all rules");
                Constraint::Outside(self.outside(rule)?)
            }
            "quadruple" => {
                let (cell, numbers) = self.rest.split_first().ok_or_else(|| self.incomplete())?;
                let first = self.cell(*cell)?;
                if first / self.n + 1 == self.n || first % self.n + 1 == self.n {
                    return Err(tokens::expected("the upper left of four cells", *cell));
                }
                let numbers = numbers.iter().map(|number| tokens::number(*number, 1, n));
                let mut numbers: Vec<i32> = numbers.collect::<Result<_, _>>()?;
                if !(1..=4).contains(&numbers.len()) {
                    return Err(self.incomplete());
                }
                numbers.sort_unstable();
                Constraint::Quadruple(Quadruple {
                    cell: first,
                    numbers,
                })
            }
            name => {
                let what = format!("unknown constraint `{name}`");
                let known: Vec<&str> = HEADINGS.iter().map(|(heading, _)| *heading).collect();
                let error = Diagnostic::error(what, self.head.span);
                return Err(error.with_note(format!("known constraints: {}", known.join(", "))));
            }
        };
        constraints.push(constraint);
        let has_no_cells = [
            "diagonals",
            "diagonal-down",
            "diagonal-up",
            "disjoint-groups",
            "windoku",
            "anti-knight",
            "anti-king",
            "non-consecutive",
        ];
        match self.rest.first() {
            Some(word) if has_no_cells.contains(&self.head.text) => {
                Err(tokens::expected("the end of the line", *word))
            }
            _ => Ok(()),
        }
    }
}

/// Numbers regions in reading order; regions with fewer than `n` cells become constraints. An error if a region has more cells than a row.
pub(in crate::kinds::sudoku) fn numbered_regions<T: Copy + PartialEq>(
    n: usize,
    names: &[Option<T>],
) -> Result<(Vec<Option<usize>>, Vec<Constraint>), String> {
    let mut found: Vec<(T, Vec<usize>)> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let Some(name) = name else { continue };
        match found.iter_mut().find(|(known, _)| known == name) {
            Some((_, cells)) => cells.push(at),
            None => found.push((*name, vec![at])),
        }
    }
    let (mut regions, mut smaller) = (vec![None; names.len()], Vec::new());
    let mut count = 0;
    for (_, cells) in found {
        if cells.len() > n {
            return Err(format!(
                "a region has {} cells, more than the {n} numbers",
                cells.len()
            ));
        }
        if cells.len() < n {
            smaller.push(Constraint::Different(Different::Region(cells)));
            continue;
        }
        for at in cells {
            regions[at] = Some(count);
        }
        count += 1;
    }
    if count > REGION_CHARACTERS.len() {
        return Err(format!(
            "boards with irregular regions have at most {} rows",
            REGION_CHARACTERS.len()
        ));
    }
    Ok((regions, smaller))
}
