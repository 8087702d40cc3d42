//! Boards in words, and how many candidates are told: what the renderers share.

use crate::Direction;
use crate::board::{Board, Figure, Ground, Part, Tile};

/// Up to so many candidates each has its place; of more, the few that are left are listed, or only counted.
const PLACES: usize = 25;
const LISTED: usize = 3;

/// How many candidates stand side by side, and how wide the widest is; `None` where there are too many for places of their own.
pub(crate) fn places_across(places: &[Option<String>]) -> Option<(usize, usize)> {
    let across = (1..).find(|side| side * side >= places.len())?;
    let widths = places.iter().flatten().map(|text| text.chars().count());
    (places.len() <= PLACES).then(|| (across, widths.max().unwrap_or(1)))
}

/// The candidates that are left, or how many they are.
pub(crate) fn few(places: &[Option<String>]) -> String {
    let left: Vec<&str> = places.iter().flatten().map(String::as_str).collect();
    if left.len() <= LISTED {
        left.join(",")
    } else {
        format!("{{{}}}", left.len())
    }
}

/// A board for someone who hears it: row by row, what stands in each cell.
pub(crate) fn in_words(board: &Board) -> String {
    let mut words = format!("{} rows and {} columns.", board.rows, board.cols);
    for (i, row) in board.tiles.chunks(board.cols.max(1)).enumerate() {
        let cells: Vec<String> = row.iter().map(cell_in_words).collect();
        words += &format!("\nRow {}: {}.", i + 1, cells.join(", "));
    }
    for stroke in &board.strokes {
        let lines = match stroke.lines {
            1 => "A line".to_owned(),
            n => format!("{n} lines"),
        };
        words += &format!("\n{lines} from {} to {}.", stroke.from, stroke.to);
    }
    words
}

fn cell_in_words(tile: &Tile) -> String {
    let ground = match tile.ground {
        Ground::Plain => "",
        Ground::White => "white",
        Ground::Tan => "tan",
        Ground::Water => "water",
        Ground::Block => "obstacle",
        Ground::Outside => "outside",
    };
    let figure = match &tile.figure {
        Figure::Nothing if ground.is_empty() => "blank".to_owned(),
        Figure::Nothing => String::new(),
        Figure::Text(text) => text.clone(),
        Figure::Island(text) => format!("island {text}"),
        Figure::Candidates(places) => {
            let left: Vec<&str> = places.iter().flatten().map(String::as_str).collect();
            match left.len() {
                0 => "nothing possible".to_owned(),
                _ => format!("possible {}", left.join(" ")),
            }
        }
        Figure::Ship(part) => part_in_words(*part).to_owned(),
        Figure::Arrow(direction) => format!("arrow {}", direction_in_words(*direction)),
    };
    [ground, &figure]
        .into_iter()
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

fn part_in_words(part: Part) -> &'static str {
    match part {
        Part::Whole => "ship of one cell",
        Part::Top => "top of a ship",
        Part::Bottom => "bottom of a ship",
        Part::Left => "left end of a ship",
        Part::Right => "right end of a ship",
        Part::Middle => "middle of a ship",
        Part::Unknown => "some part of a ship",
    }
}

fn direction_in_words(direction: Direction) -> &'static str {
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
