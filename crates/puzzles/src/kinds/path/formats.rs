//! The formats number paths are exchanged in: our own address with the number code of puzz.link, game ids of Ascent, and Kudamono's Hidoku.

use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{Part, kudamono, puzzlink};
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible, Puzzle};
use crate::kinds::path::{Instance, Path};

/// All of them, for one of the two kinds.
pub(crate) const fn all<const KING: bool>() -> &'static [&'static dyn Format<Path<KING>>] {
    if KING {
        &[&Code, &Ascent, &Hidoku]
    } else {
        &[&Code, &Ascent]
    }
}

fn rows<const KING: bool>(instance: &Instance) -> Vec<Vec<String>> {
    text_format::words(&Path::<KING>::print(instance))
}

/// There is no such kind on puzz.link; the address is one of our own, of the same make.
struct Code;

impl<const KING: bool> Format<Path<KING>> for Code {
    fn name(&self) -> &'static str {
        "puzzlink"
    }

    fn about(&self) -> &'static str {
        "the number code of puzz.link, with `.` for an obstacle"
    }

    fn recognises(&self, text: &str) -> bool {
        puzzlink::Address::kind(text) == Some(Path::<KING>::CARD.id)
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        text_format::read_puzzlink::<Path<KING>>(text, Some("#"), usize::MAX)
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        text_format::write_puzzlink(Path::<KING>::CARD.id, &rows::<KING>(instance), Some("#"))
    }
}

struct Ascent;

/// The letter for the neighbours of a kind.
const fn mode(king: bool) -> char {
    if king { 'R' } else { 'O' }
}

/// The letter an id gives after `m`; without one, neighbours are those of Hidato.
fn mode_of(rest: Part<'_>) -> char {
    let after = rest
        .text
        .split('m')
        .nth(1)
        .and_then(|after| after.chars().next());
    after.unwrap_or('R')
}

impl<const KING: bool> Format<Path<KING>> for Ascent {
    fn name(&self) -> &'static str {
        "tatham"
    }

    fn about(&self) -> &'static str {
        "a game id of Ascent, an addition to Simon Tatham's collection"
    }

    fn recognises(&self, text: &str) -> bool {
        let Some(id) = tatham::Id::of(text) else {
            return false;
        };
        let Ok((cols, rows, rest)) = id.size() else {
            return false;
        };
        if id.game.is_some_and(|game| game != "ascent") || mode_of(rest) != mode(KING) {
            return false;
        }
        // Without a mode, an id could be one of other games; they have other numbers of cells, or no numbers of two digits.
        let desc = id.desc.skip(usize::from(!id.desc.text.is_empty()));
        let lengths = tatham::tokens(desc, Digits::Numbers).into_iter();
        let cells: usize = lengths
            .map(|(token, _)| match token {
                Token::Blanks(run) => run,
                Token::Sign(sign) => wall(sign).unwrap_or(1),
                Token::Number(_) => 1,
            })
            .sum();
        let is_named = id.game.is_some() || rest.text.contains('m');
        is_named || !desc.text.contains(',') && cells == rows.saturating_mul(cols)
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
        let whole = Part::whole(text);
        let id = tatham::Id::of(text).ok_or_else(|| whole.expected("a game id such as 6x6mR:…"))?;
        let (cols, rows, rest) = id.size()?;
        if mode_of(rest) != mode(KING) {
            let what = format!(
                "`m{}`, the neighbours of {}",
                mode(KING),
                Path::<KING>::CARD.title
            );
            return Err(rest.expected(&what));
        }
        let desc = id.description()?;
        let blank = ".".to_owned();
        let cells =
            tatham::cells(
                desc,
                Digits::Numbers,
                rows * cols,
                &blank,
                |token, here| match token {
                    Token::Number(number) => Ok((number.text.to_owned(), 1)),
                    Token::Sign(sign) if wall(sign).is_some() => {
                        Ok(("#".to_owned(), wall(sign).unwrap_or(1)))
                    }
                    _ => Err(here.expected("a number, `_` or a letter")),
                },
            )?;
        text_format::parse::<Path<KING>>(&text_format::lines(&cells, cols), desc.span())
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        let rows = rows::<KING>(instance);
        let cols = rows.first().map_or(0, Vec::len);
        let mut cells: Vec<Option<String>> = Vec::new();
        let mut walls = 0;
        let words = rows.iter().flatten();
        for word in words.map(|word| Some(word.as_str())).chain([None]) {
            if word == Some("#") && walls < 26 {
                walls += 1;
                continue;
            }
            if walls > 0 {
                cells.push(Some(char::from(b'A' + walls - 1).to_string()));
            }
            walls = u8::from(word == Some("#"));
            match word {
                Some(".") => cells.push(None),
                Some("#") | None => {}
                Some(number) => cells.push(Some(number.to_owned())),
            }
        }
        let desc = tatham::write(cells.into_iter(), Digits::Numbers);
        Ok(format!("{cols}x{}m{}:{desc}", rows.len(), mode(KING)))
    }
}

/// How many obstacles a capital letter stands for.
fn wall(sign: Part<'_>) -> Option<usize> {
    let letter = sign.first().filter(char::is_ascii_uppercase)?;
    Some(letter as usize - 'A' as usize + 1)
}

struct Hidoku;

impl<const KING: bool> Format<Path<KING>> for Hidoku {
    fn name(&self) -> &'static str {
        "kudamono"
    }

    fn about(&self) -> &'static str {
        "an address of Kudamono, the paper puzzle player"
    }

    fn recognises(&self, text: &str) -> bool {
        kudamono::Address::kind(text) == Some("hidoku")
    }

    fn read(&self, text: &str) -> Result<Instance, Diagnostic> {
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
        text_format::parse::<Path<KING>>(&board, Part::whole(text).span())
    }

    fn write(&self, instance: &Instance) -> Result<String, NotExpressible> {
        let rows = rows::<KING>(instance);
        let cols = rows.first().map_or(0, Vec::len);
        let words = rows.iter().flatten().enumerate();
        let items: Vec<(usize, String)> = words
            .filter(|(_, word)| *word != ".")
            .map(|(cell, word)| (cell, word.replace('#', "x")))
            .collect();
        Ok(kudamono::write("hidoku", rows.len(), cols, &items))
    }
}
