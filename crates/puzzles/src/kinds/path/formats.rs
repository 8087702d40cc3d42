//! The exchange formats of number paths: the number code of puzz.link, game ids of Ascent, and Kudamono's Hidoku.

use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{Slice, kudamono, puzzlink};

use crate::blocks::text_format;
use crate::contract::{Format, Puzzle};
use crate::kinds::path::{Instance, Path};

impl<const KING: bool> Path<KING> {
    /// The formats of one of the two kinds.
    pub(super) const ALL_FORMATS: &'static [Format<Self>] = if KING {
        &[Self::PUZZLINK, Self::TATHAM, Self::KUDAMONO]
    } else {
        &[Self::PUZZLINK, Self::TATHAM]
    };

    /// puzz.link does not have these kinds of puzzles; the format is our own in the same style.
    const PUZZLINK: Format<Self> = Format {
        name: "puzzlink",
        about: "the number code of puzz.link, with `.` for an obstacle",
        recognises: |text| puzzlink::Address::kind(text) == Some(Path::<KING>::INFO.id),
        read: |text| text_format::read_puzzlink::<Path<KING>>(text, Some("#"), usize::MAX),
        write: |instance| {
            text_format::write_puzzlink(Path::<KING>::INFO.id, &rows::<KING>(instance), Some("#"))
        },
    };

    const TATHAM: Format<Self> =
        Format {
            name: "tatham",
            about: "a game id of Ascent, an addition to Simon Tatham's collection",
            recognises: |text| {
                let Some(id) = tatham::Id::of(text) else {
                    return false;
                };
                let Ok((cols, rows, rest)) = id.size() else {
                    return false;
                };
                if id.game.is_some_and(|game| game != "ascent") || mode_of(rest) != mode(KING) {
                    return false;
                }
                // Without a mode, an id could be one of another game. Those have another number of cells, or no two-digit numbers.
                let desc = id.desc.skip(usize::from(!id.desc.text.is_empty()));
                let n_cells = tatham::count_cells(desc, Digits::Numbers, |sign| {
                    n_obstacles(sign).unwrap_or(1)
                });
                let is_named = id.game.is_some() || rest.text.contains('m');
                let tokens = tatham::tokens(desc, Digits::Numbers).into_iter();
                let has_sign = |token: &Token<'_>| match token {
                    Token::Sign(sign) => n_obstacles(*sign).is_none(),
                    _ => false,
                };
                let mut tokens = tokens.map(|(token, _)| token);
                let is_other = rest.text.starts_with('t') || tokens.any(|token| has_sign(&token));
                is_named || !is_other && n_cells == rows.saturating_mul(cols)
            },
            read: |text| {
                let id = tatham::Id::read(text, "6x6mR:…")?;
                let (cols, rows, rest) = id.size()?;
                if mode_of(rest) != mode(KING) {
                    let (mode, title) = (mode(KING), Path::<KING>::INFO.title);
                    return Err(rest.expected(&format!("`m{mode}`, the neighbours of {title}")));
                }
                let desc = id.description()?;
                let blank = ".".to_owned();
                let cells =
                    tatham::cells(desc, Digits::Numbers, rows * cols, &blank, |token, here| {
                        match token {
                            Token::Number(number) => Ok((number.text.to_owned(), 1)),
                            Token::Sign(sign) if n_obstacles(sign).is_some() => {
                                Ok(("#".to_owned(), n_obstacles(sign).unwrap_or(1)))
                            }
                            _ => Err(here.expected("a number, `_` or a letter")),
                        }
                    })?;
                text_format::parse::<Path<KING>>(&text_format::lines(&cells, cols), desc.span())
            },
            write: |instance| {
                let rows = rows::<KING>(instance);
                let cols = rows.first().map_or(0, Vec::len);
                let mut cells: Vec<Option<String>> = Vec::new();
                let mut obstacles = 0;
                let words = rows.iter().flatten();
                for word in words.map(|word| Some(word.as_str())).chain([None]) {
                    if word == Some("#") && obstacles < 26 {
                        obstacles += 1;
                        continue;
                    }
                    if obstacles > 0 {
                        cells.push(Some(char::from(b'A' + obstacles - 1).to_string()));
                    }
                    obstacles = u8::from(word == Some("#"));
                    match word {
                        Some(".") => cells.push(None),
                        Some("#") | None => {}
                        Some(number) => cells.push(Some(number.to_owned())),
                    }
                }
                let desc = tatham::write(cells.into_iter(), Digits::Numbers);
                Ok(format!("{cols}x{}m{}:{desc}", rows.len(), mode(KING)))
            },
        };

    const KUDAMONO: Format<Self> = Format {
        name: "kudamono",
        about: "a URL of Kudamono, the paper puzzle player",
        recognises: |text| kudamono::Address::kind(text) == Some("hidoku"),
        read: |text| {
            let address = kudamono::Address::read(text)?;
            let mut cells = vec!["."; address.rows * address.cols];
            for (cell, item) in &address.items {
                cells[*cell] = match item.text {
                    "x" => "#",
                    number if number.starts_with(|c: char| c.is_ascii_digit()) => number,
                    _ => return Err(item.expected("a number or `x`")),
                };
            }
            let board = text_format::lines(&cells, address.cols);
            text_format::parse::<Path<KING>>(&board, Slice::whole(text).span())
        },
        write: |instance| {
            let rows = rows::<KING>(instance);
            let cols = rows.first().map_or(0, Vec::len);
            let words = rows.iter().flatten().enumerate();
            let items: Vec<(usize, String)> = words
                .filter(|(_, word)| *word != ".")
                .map(|(cell, word)| (cell, word.replace('#', "x")))
                .collect();
            Ok(kudamono::write("hidoku", rows.len(), cols, &items))
        },
    };
}

fn rows<const KING: bool>(instance: &Instance) -> Vec<Vec<String>> {
    text_format::words(&Path::<KING>::print(instance))
}

/// The letter that an id has after `m` for this kind of neighbours.
const fn mode(king: bool) -> char {
    if king { 'R' } else { 'O' }
}

/// The letter after `m` in an id; the default is that of Hidato.
fn mode_of(rest: Slice<'_>) -> char {
    let mode = rest.text.split('m').nth(1);
    mode.and_then(|mode| mode.chars().next()).unwrap_or('R')
}

/// The number of obstacles that a capital letter stands for.
fn n_obstacles(sign: Slice<'_>) -> Option<usize> {
    let letter = sign.first().filter(char::is_ascii_uppercase)?;
    Some(letter as usize - 'A' as usize + 1)
}
