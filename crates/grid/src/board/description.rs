//! Shared by the renderers: a description of a board in words, and how candidates are shown.

use crate::Direction;
use crate::board::shape_words::clue_words;
use crate::board::{Background, Board, Content, Form, ShipPart, Symbol, Tile};

/// With at most `MAX_FIXED` possible values, each candidate has a fixed position in the cell. With more, the candidates
/// that remain are listed if there are at most `MAX_LISTED`, and counted otherwise.
const MAX_FIXED: usize = 25;
const MAX_LISTED: usize = 3;

/// The number of candidates per row and the width of the widest; `None` if there are too many for fixed positions.
pub(crate) fn candidate_columns(candidates: &[Option<String>]) -> Option<(usize, usize)> {
    let across = (1..).find(|side| side * side >= candidates.len())?;
    let widths = candidates.iter().flatten().map(|text| text.chars().count());
    (candidates.len() <= MAX_FIXED).then(|| (across, widths.max().unwrap_or(1)))
}

/// The remaining candidates as a list, or their number.
pub(crate) fn short_list(candidates: &[Option<String>]) -> String {
    let left: Vec<&str> = candidates.iter().flatten().map(String::as_str).collect();
    if left.len() <= MAX_LISTED {
        left.join(",")
    } else {
        format!("{{{}}}", left.len())
    }
}

/// A description of a board for screen readers: row by row, the content of each cell. It is cut once `is_over` holds.
pub(crate) fn describe(board: &Board, is_over: &dyn Fn() -> bool) -> String {
    let mut words = format!("{} rows and {} columns.", board.rows, board.cols);
    let rows = board.tiles.chunks(board.cols.max(1)).enumerate();
    for (i, row) in rows.take_while(|_| !is_over()) {
        let cells: Vec<String> = row.iter().map(describe_cell).collect();
        words += &format!("\nRow {}: {}.", i + 1, cells.join(", "));
    }
    for stroke in &board.strokes {
        let lines = match stroke.lines {
            1 => "A line".to_owned(),
            n => format!("{n} lines"),
        };
        words += &format!("\n{lines} from {} to {}.", stroke.from, stroke.to);
    }
    for shape in &board.shapes {
        if let Some(sentence) = describe_shape(&shape.form) {
            words += &format!("\n{sentence}.");
        }
    }
    for clue in board
        .shapes
        .iter()
        .filter_map(|shape| clue_words(&shape.form))
    {
        words += &format!("\n{clue}.");
    }
    if let Some(fleet) = describe_fleet(board) {
        words += &format!("\n{fleet}.");
    }
    words
}

/// The ships to find: `fleet: 1 of length 3, 2 of length 1`.
pub(crate) fn describe_fleet(board: &Board) -> Option<String> {
    let ships = board.fleet.iter();
    let ships = ships.map(|(length, ships)| format!("{ships} of length {length}"));
    let ships: Vec<String> = ships.collect();
    (!ships.is_empty()).then(|| format!("fleet: {}", ships.join(", ")))
}

fn describe_shape(form: &Form) -> Option<String> {
    Some(match form {
        Form::BorderLine(border) => format!("A line along {border}"),
        Form::BorderCross(border) => format!("No line along {border}"),
        Form::LinkCross(a, b) => format!("No line from {a} to {b}"),
        Form::Disc(cell, true) => format!("A black disc in {cell}"),
        Form::Disc(cell, false) => format!("A white disc in {cell}"),
        _ => return None,
    })
}

fn describe_cell(tile: &Tile) -> String {
    let background = match tile.background {
        Background::Plain => "",
        Background::White => "white",
        Background::Tan => "tan",
        Background::Water => "water",
        Background::Block => "obstacle",
        Background::Lit => "lit",
        Background::Shaded => "shaded",
        Background::Outside => "outside",
    };
    let content = match &tile.content {
        Content::Nothing if background.is_empty() => "blank".to_owned(),
        Content::Nothing => String::new(),
        Content::Text(text) => text.clone(),
        Content::Island(text) => format!("island {text}"),
        Content::Candidates(candidates) => {
            let left: Vec<&str> = candidates.iter().flatten().map(String::as_str).collect();
            match left.len() {
                0 => "nothing possible".to_owned(),
                _ => format!("possible {}", left.join(" ")),
            }
        }
        Content::Ship(part) => describe_part(*part).to_owned(),
        Content::Arrow(direction) => format!("arrow {}", describe_direction(*direction)),
        Content::Symbol(symbol) => describe_symbol(*symbol).to_owned(),
        Content::Sums { down, across } => match (down.as_str(), across.as_str()) {
            ("", "") => String::new(),
            (down, "") => format!("{down} below"),
            ("", across) => format!("{across} to the right"),
            (down, across) => format!("{down} below and {across} to the right"),
        },
    };
    [background, &content]
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn describe_symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Star => "star",
        Symbol::Tree => "tree",
        Symbol::Tent => "tent",
        Symbol::Lamp => "lamp",
        Symbol::Dot => "dot",
    }
}

fn describe_part(part: ShipPart) -> &'static str {
    match part {
        ShipPart::Whole => "ship of one cell",
        ShipPart::Top => "top of a ship",
        ShipPart::Bottom => "bottom of a ship",
        ShipPart::Left => "left end of a ship",
        ShipPart::Right => "right end of a ship",
        ShipPart::Middle => "middle of a ship",
        ShipPart::Unknown => "some part of a ship",
    }
}

fn describe_direction(direction: Direction) -> &'static str {
    match direction {
        Direction::North => "north",
        Direction::NorthEast => "north-east",
        Direction::East => "east",
        Direction::SouthEast => "south-east",
        Direction::South => "south",
        Direction::SouthWest => "south-west",
        Direction::West => "west",
        Direction::NorthWest => "north-west",
    }
}
