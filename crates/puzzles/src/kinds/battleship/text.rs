//! The text of a board: a line `fleet 4:1 3:2`, lines `rows` and `cols` with a tally or `.` for each, then the cells row by row.
//!
//! A cell is `.` for nothing given, `w` water, `c` a whole ship (a circle), `t` `b` `l` `r` the top, bottom, left or right end of a
//! ship, `m` its middle, `s` an unspecified part. Answers are written with the same letters, `.` being water.

use gridwright_grid::board::ShipPart;
use gridwright_grid::{Cell, Direction, Grid};
use gridwright_term::Diagnostic;

use crate::contract::{
    FactState,
    tokens::{self, Token},
};
use crate::kinds::battleship::Answer;
use crate::kinds::battleship::instance::{Fleet, Hint, Instance, continues_to, part_of};

pub(super) fn parse(text: &str) -> Result<Instance, Diagnostic> {
    let mut headed: [Option<Vec<Token<'_>>>; 3] = [None, None, None];
    let mut cells: Vec<Vec<Token<'_>>> = Vec::new();
    for row in tokens::rows(text) {
        let mut heads = ["fleet", "rows", "cols"].iter();
        match heads.position(|head| *head == row[0].text) {
            Some(which) if headed[which].is_some() => {
                let what = format!("the line `{}` occurs twice", row[0].text);
                return Err(Diagnostic::error(what, row[0].span));
            }
            Some(which) => headed[which] = Some(row),
            None => cells.push(tokens::characters(&row)),
        }
    }
    let [fleet, rows, cols] = headed;
    let grid = tokens::grid(text, &cells)?;
    let Some(fleet) = fleet else {
        let what = "a board has a fleet, a line such as `fleet 4:1 3:2 2:3 1:4`";
        return Err(tokens::error(what, text));
    };
    let fleet = read_fleet(&fleet, &grid)?;
    let rows = read_tallies(rows, "rows", grid.rows(), grid.cols())?;
    let cols = read_tallies(cols, "columns", grid.cols(), grid.rows())?;
    let hints = cells.iter().flatten().enumerate();
    let hints = hints.map(|(at, &token)| read_hint(token, &grid, grid.cell(at)));
    let hints = hints.collect::<Result<_, _>>()?;
    Ok(Instance {
        grid,
        fleet,
        rows,
        cols,
        hints,
    })
}

fn read_fleet(line: &[Token<'_>], grid: &Grid) -> Result<Fleet, Diagnostic> {
    let longest = grid.rows().max(grid.cols());
    // A ship of length n with the water on its right and below it takes 2 (n + 1) cells, and these areas do not overlap on a board that is extended by
    // one row and one column.
    let room = (grid.rows() + 1) * (grid.cols() + 1);
    let mut taken = 0;
    let mut fleet = Fleet::default();
    for &token in &line[1..] {
        let ship = || tokens::expected("a length and how many, such as 4:1", token);
        let (length, ships) = token.text.split_once(':').ok_or_else(ship)?;
        let length: usize = length.parse().map_err(|_| ship())?;
        let ships: usize = ships.parse().map_err(|_| ship())?;
        if length == 0 {
            return Err(ship());
        }
        if length > longest {
            let what = format!("a ship of {length} does not fit on the board");
            return Err(Diagnostic::error(what, token.span));
        }
        taken = ships.saturating_mul(2 * (length + 1)).saturating_add(taken);
        if taken > room {
            let what = "the fleet does not fit on the board: ships do not touch";
            return Err(Diagnostic::error(what, token.span));
        }
        fleet.add(length, ships);
    }
    Ok(fleet)
}

/// Reads a line of `n` tallies, for rows or columns of `length` cells. Without this line, no tally is given.
fn read_tallies(
    line: Option<Vec<Token<'_>>>,
    what: &str,
    n: usize,
    length: usize,
) -> Result<Vec<Option<i32>>, Diagnostic> {
    let Some(line) = line else {
        return Ok(vec![None; n]);
    };
    let tallies = &line[1..];
    if tallies.len() != n {
        let what = format!("the board has {n} {what}, not {}", tallies.len());
        return Err(Diagnostic::error(what, tokens::span_of(&line)));
    }
    let read = |&token: &Token<'_>| match token.text {
        "." | "?" | "-" => Ok(None),
        _ => tokens::number(token, 0, length as i32).map(Some),
    };
    tallies.iter().map(read).collect()
}

fn read_hint(token: Token<'_>, grid: &Grid, cell: Cell) -> Result<Option<Hint>, Diagnostic> {
    if !matches!(token.text, "." | "w") && part(token.text).is_none() {
        let what = "one of `.`, `w`, `c`, `tblr`, `m` and `s`";
        return Err(tokens::expected(what, token));
    }
    hint(token.text, grid, cell).map_err(|what| Diagnostic::error(what, token.span))
}

/// The hint that a letter is in a cell; an error if the ship would leave the board.
pub(super) fn hint(letter: &str, grid: &Grid, cell: Cell) -> Result<Option<Hint>, String> {
    let part = match part(letter) {
        Some(part) => part,
        None => return Ok((letter == "w").then_some(Hint::Water)),
    };
    let has = |direction| grid.step(cell, direction).is_some();
    let fits = match part {
        ShipPart::Middle => {
            has(Direction::North) && has(Direction::South)
                || has(Direction::West) && has(Direction::East)
        }
        _ => continues_to(part).is_none_or(has),
    };
    if !fits {
        return Err(format!("the ship of this `{letter}` leaves the board"));
    }
    Ok(Some(Hint::Ship(part)))
}

fn part(letter: &str) -> Option<ShipPart> {
    let all = [
        ShipPart::Whole,
        ShipPart::Top,
        ShipPart::Bottom,
        ShipPart::Left,
        ShipPart::Right,
        ShipPart::Middle,
        ShipPart::Unknown,
    ];
    all.into_iter()
        .find(|&part| self::letter(part).to_string() == letter)
}

fn letter(part: ShipPart) -> char {
    match part {
        ShipPart::Whole => 'c',
        ShipPart::Top => 't',
        ShipPart::Bottom => 'b',
        ShipPart::Left => 'l',
        ShipPart::Right => 'r',
        ShipPart::Middle => 'm',
        ShipPart::Unknown => 's',
    }
}

pub(super) fn print(instance: &Instance) -> String {
    let mut text = format!("fleet {}", instance.fleet).trim_end().to_owned() + "\n";
    for (head, tallies) in [("rows", &instance.rows), ("cols", &instance.cols)] {
        text += head;
        for tally in tallies {
            text += &tally.map_or(" .".to_owned(), |tally| format!(" {tally}"));
        }
        text.push('\n');
    }
    let letters = instance.hints.iter().map(|&hint| hint_letter(hint));
    text + &lines(&instance.grid, letters)
}

pub(super) fn hint_letter(hint: Option<Hint>) -> char {
    match hint {
        None => '.',
        Some(Hint::Water) => 'w',
        Some(Hint::Ship(part)) => letter(part),
    }
}

fn lines(grid: &Grid, letters: impl Iterator<Item = char>) -> String {
    let letters: Vec<char> = letters.collect();
    let rows = letters.chunks(grid.cols());
    rows.map(|row| row.iter().collect::<String>() + "\n")
        .collect()
}

/// Reads an answer. The letter of any part of a ship means ship.
pub(super) fn parse_answer(instance: &Instance, text: &str) -> Result<Answer, Diagnostic> {
    let ship = |&token: &Token<'_>| match token.text {
        "." | "w" => Ok(false),
        _ => part(token.text)
            .map(|_| true)
            .ok_or_else(|| tokens::expected("`.` or a part of a ship", token)),
    };
    let cells = cells_of(instance, text)?;
    cells.iter().map(ship).collect::<Result<_, _>>().map(Answer)
}

/// Reads marks: the letter of any part of a ship means ship, `w` or `~` water, and `.` open.
pub(super) fn parse_marks(instance: &Instance, text: &str) -> Result<Vec<FactState>, Diagnostic> {
    let mark = |&token: &Token<'_>| match token.text {
        "." => Ok(FactState::Open),
        "w" | "~" => Ok(FactState::False),
        _ => part(token.text)
            .map(|_| FactState::True)
            .ok_or_else(|| tokens::expected("`.`, `w` for water or a part of a ship", token)),
    };
    cells_of(instance, text)?.iter().map(mark).collect()
}

/// The tokens of the cells of a board that has the size of the instance.
fn cells_of<'t>(instance: &Instance, text: &'t str) -> Result<Vec<Token<'t>>, Diagnostic> {
    let rows = tokens::rows(text);
    let rows: Vec<Vec<Token<'_>>> = rows.iter().map(|row| tokens::characters(row)).collect();
    let (found, grid) = (tokens::grid(text, &rows)?, &instance.grid);
    if found != *grid {
        let what = format!(
            "the board has {} rows of {} cells, not {} of {}",
            grid.rows(),
            grid.cols(),
            found.rows(),
            found.cols()
        );
        return Err(tokens::error(what, text));
    }
    Ok(rows.into_iter().flatten().collect())
}

pub(super) fn print_answer(instance: &Instance, answer: &Answer) -> String {
    let grid = &instance.grid;
    let letters = grid.cells().zip(&answer.0).map(|(cell, ship)| match ship {
        true => letter(part_of(grid, &answer.0, cell)),
        false => '.',
    });
    lines(grid, letters)
}
