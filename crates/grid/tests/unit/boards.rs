//! Property tests of text rendering over random boards: the text is a full rectangle whose lines meet, and every
//! content appears once.

use std::collections::HashMap;

use crate::random::board;
use gridwright_control::Rng;
use gridwright_grid::board::{Board, Content, text};

const BOARDS: u64 = 300;

/// The rows of characters of a board.
fn rows(board: &Board, unicode: bool) -> Vec<Vec<char>> {
    let style = text::Style {
        colour: false,
        unicode,
    };
    let text = text::render(board, style);
    let board_lines = text.lines().take_while(|line| !line.is_empty());
    board_lines.map(|line| line.chars().collect()).collect()
}

#[test]
fn every_line_of_text_is_equally_wide() {
    for seed in 0..BOARDS {
        let board = board(&mut Rng::new(seed), true);
        for unicode in [true, false] {
            let rows = rows(&board, unicode);
            let widths: Vec<usize> = rows.iter().map(Vec::len).collect();
            assert!(
                widths.iter().all(|width| *width == widths[0]),
                "seed {seed}: {widths:?}"
            );
            if !unicode {
                assert!(
                    rows.iter().flatten().all(char::is_ascii),
                    "seed {seed}: {}",
                    text::render(
                        &board,
                        text::Style {
                            colour: false,
                            unicode
                        }
                    )
                );
            }
        }
    }
}

/// The weights of the arms of a box character: up, right, down, left, from the Unicode names.
fn arms() -> HashMap<char, [u8; 4]> {
    let table = "─0101━0202│1010┃2020┌0110┏0220┐0011┓0022└1100┗2200┘1001┛2002├1110┠2120┣2220┤1011┨2021┫2022┬0111┯0212┳0222┴1101┷1202┻2202\
                 ┼1111╂2121┿1212╋2222╴0001╵1000╶0100╷0010╸0002╹2000╺0200╻0020╼0201╽1020╾0102╿2010┍0210┎0120┑0012┒0021┕1200┖2100┙1002┚2001\
                 ┝1210┞2110┟1120┡2210┢1220┥1012┦2011┧1021┩2012┪1022┭0112┮0211┰0121┱0122┲0221┵1102┶1201┸2101┹2102┺2201┽1112┾1211╀2111╁1121\
                 ╃2112╄2211╅1122╆1221╇2212╈1222╉2122╊2221";
    let characters: Vec<char> = table.chars().filter(|c| !c.is_whitespace()).collect();
    let entries = characters.chunks(5).map(|entry| {
        let arm = |i: usize| entry[i].to_digit(3).expect("a weight") as u8;
        (entry[0], [arm(1), arm(2), arm(3), arm(4)])
    });
    entries.collect()
}

#[test]
fn lines_continue_where_they_meet() {
    let arms = arms();
    assert_eq!(arms.len(), 80);
    let at = |rows: &[Vec<char>], x: usize, y: usize| {
        let c = rows.get(y).and_then(|row| row.get(x));
        c.and_then(|c| arms.get(c)).copied().unwrap_or([0; 4])
    };
    let mut met = 0;
    for seed in 0..BOARDS {
        let board = board(&mut Rng::new(seed), false);
        let rows = rows(&board, true);
        for y in 0..rows.len() {
            for x in 0..rows[y].len() {
                let here = at(&rows, x, y);
                assert_eq!(here[1], at(&rows, x + 1, y)[3], "seed {seed}, ({x}, {y})");
                assert_eq!(here[2], at(&rows, x, y + 1)[0], "seed {seed}, ({x}, {y})");
                met += usize::from(here.iter().filter(|arm| **arm > 0).count() > 2);
            }
        }
        let (width, height) = (rows[0].len(), rows.len());
        for x in 0..width {
            assert_eq!(at(&rows, x, 0)[0], 0, "seed {seed}: off the page");
        }
        for y in 0..height {
            assert_eq!(at(&rows, 0, y)[3], 0, "seed {seed}: off the page");
        }
    }
    assert!(met > 1000, "the boards have lines that meet");
}

#[test]
fn every_content_appears_in_the_text_once() {
    for seed in 0..BOARDS {
        let mut board = board(&mut Rng::new(seed), false);
        let mut words = Vec::new();
        for (i, tile) in board.tiles.iter_mut().enumerate() {
            let word = format!("a{i}z");
            match &mut tile.content {
                Content::Text(text) | Content::Island(text) => *text = word.clone(),
                _ => continue,
            }
            words.push(word);
        }
        for (i, label) in board.margins.left.iter_mut().enumerate() {
            *label = format!("l{i}z");
            words.push(label.clone());
        }
        for (i, label) in board.margins.bottom.iter_mut().enumerate() {
            *label = format!("b{i}z");
            words.push(label.clone());
        }
        let text = text::render(&board, text::Style::default());
        for word in words {
            assert_eq!(
                text.matches(&word).count(),
                1,
                "seed {seed}: {word}\n{text}"
            );
        }
    }
}

#[test]
fn empty_labels_beside_rows_take_no_room() {
    for seed in 0..BOARDS {
        let mut board = board(&mut Rng::new(seed), false);
        (board.margins.left, board.margins.right) = (Vec::new(), Vec::new());
        let bare = text::render(&board, text::Style::default());
        let labels = vec![String::new(); board.rows];
        (board.margins.left, board.margins.right) = (labels.clone(), labels);
        let text = text::render(&board, text::Style::default());
        assert_eq!(text, bare, "seed {seed}");
    }
}

#[test]
fn colours_add_codes_and_nothing_else() {
    for seed in 0..BOARDS {
        let board = board(&mut Rng::new(seed), true);
        let draw = |colour| {
            let style = text::Style {
                colour,
                unicode: true,
            };
            text::render(&board, style)
        };
        let mut bare = String::new();
        for (i, part) in draw(true).split('\u{1b}').enumerate() {
            let text = part.split_once('m').filter(|_| i > 0);
            bare += text.map_or(part, |(_, text)| text);
        }
        assert_eq!(bare, draw(false), "seed {seed}");
    }
}
