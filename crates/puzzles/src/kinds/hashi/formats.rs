//! The exchange formats of Hashiwokakero: URLs and files of puzz.link, and game ids of Bridges.

use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{Slice, puzzlink, pzprv3};
use gridwright_term::Diagnostic;

use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible};
use crate::kinds::hashi::{DEFAULT_MAX_BRIDGES, Hashi, Instance, text};

pub(crate) const ALL: &[Format<Hashi>] = &[PUZZLINK, PZPRV3, TATHAM];

/// The rows of a board's own text as characters.
fn rows(instance: &Instance) -> Vec<Vec<String>> {
    let cells = text::cells(instance);
    let rows = cells.chunks(instance.grid.cols());
    rows.map(|row| row.iter().map(char::to_string).collect())
        .collect()
}

/// An error if the maximum number of bridges between two islands is not 2: puzz.link supports no other.
fn check_max_bridges(instance: &Instance) -> Result<(), NotExpressible> {
    match instance.max_bridges {
        DEFAULT_MAX_BRIDGES => Ok(()),
        max => Err(NotExpressible(format!(
            "puzz.link has two bridges at most, not {max}"
        ))),
    }
}

/// An island or water as in a file of puzz.link.
fn clue(word: &str) -> &str {
    if word == "?" { "-" } else { word }
}

const PUZZLINK: Format<Hashi> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| {
        let kind = puzzlink::Address::kind(text);
        matches!(kind, Some("hashi" | "hashikake" | "bridges"))
    },
    read: |text| text_format::read_puzzlink::<Hashi>(text, Some("?"), 8),
    write: |instance| {
        check_max_bridges(instance)?;
        let rows = rows(instance);
        let query = text_format::write_puzzlink("hashi", &rows, Some("?"))?;
        Ok(format!("https://puzz.link/p?{query}"))
    },
};

/// A file of puzz.link. Bridges that a player has drawn are ignored.
const PZPRV3: Format<Hashi> = Format {
    name: "pzprv3",
    about: "a file of puzz.link",
    recognises: |text| matches!(pzprv3::kind(text), Some("hashi" | "hashikake" | "bridges")),
    read: |text| {
        let file = pzprv3::File::read(text)?;
        let rows = file.size(0, "the number of rows")?;
        let cols = file.size(1, "the number of columns")?;
        let mut words = Vec::new();
        for cell in file.board(2, rows, cols)? {
            words.push(match cell.text {
                "-" => "?",
                word @ ("." | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8") => word,
                _ => return Err(cell.expected("an island from 1 to 8, `-` or `.`")),
            });
        }
        text_format::parse::<Hashi>(&text_format::lines(&words, cols), Slice::whole(text).span())
    },
    write: |instance| {
        check_max_bridges(instance)?;
        let rows = rows(instance);
        let cols = rows.first().map_or(0, Vec::len);
        let clues = rows
            .iter()
            .map(|row| row.iter().map(|word| clue(word)).collect());
        // The player's bridges along rows and along columns: none yet.
        let none = |n_rows: usize, n_cols: usize| vec![vec!["0"; n_cols]; n_rows];
        let (along_rows, along_cols) = (none(rows.len(), cols - 1), none(rows.len() - 1, cols));
        let lines: Vec<Vec<&str>> = clues.chain(along_rows).chain(along_cols).collect();
        Ok(pzprv3::write("hashikake", &[rows.len(), cols], lines))
    },
};

const TATHAM: Format<Hashi> = Format {
    name: "tatham",
    about: "a game id of Bridges, in Simon Tatham's collection",
    recognises: |text| {
        // Among the games with such ids, only this one has a maximum number of bridges.
        let has_max = |id: &tatham::Id<'_>| {
            let rest = id.size().map_or("", |(_, _, rest)| rest.text);
            let after = rest.split('m').nth(1).unwrap_or_default();
            after.starts_with(|c: char| c.is_ascii_digit())
        };
        tatham::Id::is_of(text, "bridges", has_max)
    },
    read: |text| {
        let id = tatham::Id::read(text, "5x5m2:…")?;
        let (cols, rows, rest) = id.size()?;
        if rest.text.contains('L') {
            let what = "boards on which bridges may not form loops are not supported";
            return Err(Diagnostic::error(what, rest.span()));
        }
        let max = match rest.text.find('m') {
            Some(at) => rest.skip(at + 1).digits().0.number("a number after `m`")?,
            None => 2,
        };
        let desc = id.description()?;
        let cells = tatham::cells(desc, Digits::Single, rows * cols, &'.', |token, here| {
            let island = match token {
                Token::Number(number) => number.first().filter(|c| *c != '0'),
                Token::Sign(sign) => sign.first().filter(|c| ('A'..='G').contains(c)),
                Token::Blanks(_) => None,
            };
            let what = "a digit from 1 to 9, a letter from A to G or a small letter";
            Ok((island.ok_or_else(|| here.expected(what))?, 1))
        })?;
        let mut text = String::new();
        if max != 2 {
            text += &format!("most {max}\n");
        }
        for row in cells.chunks(cols) {
            text.extend(row);
            text.push('\n');
        }
        text_format::parse::<Hashi>(&text, desc.span())
    },
    write: |instance| {
        let (rows, max) = (rows(instance), instance.max_bridges);
        let is_island = |word: &str| word.starts_with(|c| matches!(c, '1'..='9' | 'A'..='G'));
        let mut cells = Vec::new();
        for cell in rows.iter().flatten() {
            if cell != "." && !is_island(cell) {
                let what = format!("Bridges has no islands such as `{cell}`");
                return Err(NotExpressible(what));
            }
            cells.push((cell != ".").then(|| cell.clone()));
        }
        let cols = rows.first().map_or(0, Vec::len);
        let desc = tatham::write(cells.into_iter(), Digits::Single);
        Ok(format!("{cols}x{}m{max}:{desc}", rows.len()))
    },
};
