//! The exchange formats of Battleship Solitaire: URLs of puzz.link, and game ids of Boats.

use gridwright_codec::pieces::Piece;
use gridwright_codec::tatham::{self, Digits, Token};
use gridwright_codec::{Clue, Slice, number16, puzzlink};
use gridwright_term::Diagnostic;

use crate::blocks::number_cells::word;
use crate::blocks::text_format;
use crate::contract::{Format, NotExpressible};
use crate::kinds::battleship::{Battleship, Instance, text};

pub(crate) const ALL: &[Format<Battleship>] = &[PUZZLINK, TATHAM];

/// The letters of our text format, indexed by puzz.link's numbers for the same cells.
const PUZZLINK_CELLS: [char; 7] = ['w', 't', 'b', 'l', 'r', 'm', 'c'];

/// The letters of our text format, with those of Boats for the same cells.
const BOATS_CELLS: [(char, char); 8] = [
    ('w', 'W'),
    ('t', 'T'),
    ('b', 'B'),
    ('l', 'L'),
    ('r', 'R'),
    ('m', 'C'),
    ('c', 'S'),
    ('s', 'V'),
];

/// The fleets that puzz.link has a letter for, with their longest ship: one ship of that length, two of the next, and so on.
const FLEETS: [(&str, usize); 3] = [("c", 3), ("d", 4), ("e", 5)];

/// The parts of our text format.
struct TextParts {
    /// The number of ships of each length, starting with length 1.
    fleet: Vec<usize>,
    /// The tallies of columns and of rows, `.` for none.
    cols: Vec<String>,
    rows: Vec<String>,
    /// The cells, row by row.
    cells: Vec<char>,
}

impl TextParts {
    fn of(instance: &Instance) -> TextParts {
        let lengths = 1..=instance.fleet.longest();
        let tallies = |all: &[Option<i32>]| all.iter().map(|tally| word(tally, ".")).collect();
        let letters = instance.hints.iter().map(|&hint| text::hint_letter(hint));
        TextParts {
            fleet: lengths.map(|length| instance.fleet.ships(length)).collect(),
            cols: tallies(&instance.cols),
            rows: tallies(&instance.rows),
            cells: letters.collect(),
        }
    }

    fn text(&self) -> String {
        let lengths = self
            .fleet
            .iter()
            .enumerate()
            .filter(|(_, ships)| **ships > 0);
        let fleet: Vec<String> = lengths
            .map(|(i, ships)| format!("{}:{ships}", i + 1))
            .collect();
        let mut text = format!(
            "fleet {}\nrows {}\ncols {}\n",
            fleet.join(" "),
            self.rows.join(" "),
            self.cols.join(" ")
        );
        for row in self.cells.chunks(self.cols.len().max(1)) {
            text.extend(row);
            text.push('\n');
        }
        text
    }
}

const PUZZLINK: Format<Battleship> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| puzzlink::Address::kind(text) == Some("battleship"),
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (tallies, rest) = number16::read(address.body, address.cols + address.rows)?;
        let (cells, rest) = number16::read(rest, address.n_cells())?;
        if !rest.text.is_empty() {
            return Err(rest.expected("`/` and the fleet"));
        }
        let tally = |clue: &Clue| match clue {
            Clue::Number(number) => number.to_string(),
            Clue::Blank | Clue::Unknown => ".".to_owned(),
        };
        let mut tallies: Vec<String> = tallies.iter().map(tally).collect();
        let rows = tallies.split_off(address.cols);
        let mut letters = Vec::new();
        for cell in cells {
            letters.push(match cell {
                Clue::Blank => '.',
                Clue::Unknown => 's',
                Clue::Number(number) => *PUZZLINK_CELLS.get(number as usize).ok_or_else(|| {
                    let what = format!("expected parts of straight ships, 0 to 6, found {number}");
                    Diagnostic::error(what, address.body.span())
                })?,
            });
        }
        let parts = TextParts {
            fleet: fleet(&address)?,
            cols: tallies,
            rows,
            cells: letters,
        };
        text_format::parse::<Battleship>(&parts.text(), address.body.span())
    },
    write: |instance| {
        let parts = TextParts::of(instance);
        let tally = |word: &String| word.parse().map_or(Clue::Blank, Clue::Number);
        let tallies: Vec<Clue> = parts.cols.iter().chain(&parts.rows).map(tally).collect();
        let cell = |letter: &char| match letter {
            '.' => Clue::Blank,
            letter => {
                let number = PUZZLINK_CELLS.iter().position(|known| known == letter);
                number.map_or(Clue::Unknown, |number| Clue::Number(number as u32))
            }
        };
        let cells: Vec<Clue> = parts.cells.iter().map(cell).collect();
        let body = number16::write(&tallies) + &number16::write(&cells);
        let (cols, rows) = (parts.cols.len(), parts.rows.len());
        let fleet = fleet_code(&parts.fleet)?;
        Ok(format!(
            "https://puzz.link/p?battleship/{cols}/{rows}/{body}/{fleet}"
        ))
    },
};

/// The number of ships of each length in a URL, starting with length 1.
fn fleet(address: &puzzlink::Address<'_>) -> Result<Vec<usize>, Diagnostic> {
    let end = address.body.skip(address.body.text.len());
    let (first, pieces) = match &address.more[..] {
        [] => return Err(end.expected("`/` and the fleet")),
        [first, pieces @ ..] => (*first, pieces),
    };
    if let ("", [letter]) = (first.text, pieces) {
        if letter.text == "z" {
            return Ok(Vec::new());
        }
        let known = FLEETS.iter().find(|(name, _)| *name == letter.text);
        let (_, longest) = known
            .ok_or_else(|| letter.expected("`c`, `d`, `e` or `z`, a fleet of straight ships"))?;
        return Ok((1..=*longest).rev().collect());
    }
    let n_pieces = first.number("how many ships there are")?;
    if n_pieces != pieces.len() {
        let what = format!("{} ships, as many as follow", pieces.len());
        return Err(first.expected(&what));
    }
    let mut fleet = Vec::new();
    for piece in pieces {
        let length = Piece::read(*piece)?.length();
        let length = length.ok_or_else(|| piece.expected("a straight ship"))?;
        fleet.resize(fleet.len().max(length), 0);
        fleet[length - 1] += 1;
    }
    Ok(fleet)
}

fn fleet_code(fleet: &[usize]) -> Result<String, NotExpressible> {
    if fleet.is_empty() {
        return Ok("/z".to_owned());
    }
    let is_standard = |longest: usize| fleet.iter().copied().eq((1..=longest).rev());
    if let Some((letter, _)) = FLEETS.iter().find(|(_, longest)| is_standard(*longest)) {
        return Ok(format!("/{letter}"));
    }
    let mut code = fleet.iter().sum::<usize>().to_string();
    for (i, ships) in fleet.iter().enumerate() {
        let piece = Piece::straight(i + 1).write();
        let piece =
            piece.ok_or_else(|| NotExpressible(format!("a ship of {} is too long", i + 1)))?;
        for _ in 0..*ships {
            code += &format!("/{piece}");
        }
    }
    Ok(code)
}

const TATHAM: Format<Battleship> = Format {
    name: "tatham",
    about: "a game id of Boats, an addition to Simon Tatham's collection",
    recognises: |text| {
        let has_fleet = |id: &tatham::Id<'_>| {
            let rest = id.size().map_or("", |(_, _, rest)| rest.text);
            let fleet = rest.strip_prefix('f').unwrap_or_default();
            fleet.starts_with(|c: char| c.is_ascii_digit())
        };
        tatham::Id::is_of(text, "boats", has_fleet)
    },
    read: |text| {
        let id = tatham::Id::read(text, "6x6f3,3,2,1:…")?;
        let (cols, rows, rest) = id.size()?;
        let counts = rest.split(',').into_iter().skip(1);
        let ships = |count: Slice<'_>| count.number("how many ships of a length there are");
        let fleet: Vec<usize> = counts.map(ships).collect::<Result<_, _>>()?;
        if fleet.is_empty() {
            return Err(rest.expected("the fleet, such as f3,3,2,1"));
        }
        let desc = id.description()?;
        let mut items = desc.split(',');
        let n_tallies = cols + rows;
        if items.len() <= n_tallies {
            let what = format!("{n_tallies} tallies, each with a comma after it");
            return Err(desc.expected(&what));
        }
        let grid = items.split_off(n_tallies);
        if let Some(more) = grid.get(1) {
            return Err(more.expected("the end of the id"));
        }
        let mut tallies = Vec::new();
        for item in items {
            tallies.push(match item.text {
                "-" | "" => ".".to_owned(),
                _ => item.number("a tally or `-`")?.to_string(),
            });
        }
        let row_tallies = tallies.split_off(cols);
        let cells = boats_cells(grid.first().copied().unwrap_or(desc), rows * cols)?;
        let parts = TextParts {
            fleet,
            cols: tallies,
            rows: row_tallies,
            cells,
        };
        text_format::parse::<Battleship>(&parts.text(), desc.span())
    },
    write: |instance| {
        let parts = TextParts::of(instance);
        if parts.fleet.is_empty() {
            let what = "Boats has no boards without ships";
            return Err(NotExpressible(what.to_owned()));
        }
        let counts: String = parts
            .fleet
            .iter()
            .map(|ships| format!(",{ships}"))
            .collect();
        let tallies = parts.cols.iter().chain(&parts.rows);
        let tallies: String = tallies
            .map(|word| format!("{},", word.replace('.', "-")))
            .collect();
        // Trailing blank cells are omitted.
        let last = parts.cells.iter().rposition(|cell| *cell != '.');
        let cells = parts.cells[..last.map_or(0, |last| last + 1)].iter();
        let letter = |cell: &char| {
            let known = BOATS_CELLS.iter().find(|(own, _)| own == cell);
            known.map(|(_, letter)| letter.to_string())
        };
        let desc = tatham::write(cells.map(letter), Digits::Single);
        let (cols, rows) = (parts.cols.len(), parts.rows.len());
        let longest = parts.fleet.len();
        Ok(format!("{cols}x{rows}f{longest}{counts}:{tallies}{desc}"))
    },
};

/// The cells of an id, in which trailing blank cells may be omitted.
fn boats_cells(code: Slice<'_>, n_cells: usize) -> Result<Vec<char>, Diagnostic> {
    let mut cells = Vec::new();
    for (token, here) in tatham::tokens(code, Digits::Single) {
        match token {
            Token::Blanks(run) => cells.extend(std::iter::repeat_n('.', run)),
            _ => {
                let is_here = |(_, letter): &&(char, char)| Some(*letter) == here.first();
                let own = BOATS_CELLS.iter().find(is_here);
                let wrong = || here.expected("one of WTBLRCSV or a small letter");
                cells.push(own.ok_or_else(wrong)?.0);
            }
        }
        if cells.len() > n_cells {
            let what = format!("this goes beyond the last of {n_cells} cells");
            return Err(Diagnostic::error(what, here.span()));
        }
    }
    cells.resize(n_cells, '.');
    Ok(cells)
}
