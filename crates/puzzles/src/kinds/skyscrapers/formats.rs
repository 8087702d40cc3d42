//! The exchange formats of Skyscrapers: URLs of puzz.link, and game ids of Simon Tatham's Towers. Both list the clues above, below, left and right of the board, then the cells.

use gridwright_codec::tatham::{self, Digits, Id, Token};
use gridwright_codec::{Clue, number16, puzzlink};
use gridwright_term::{Diagnostic, Span};

use crate::blocks::latin;
use crate::contract::Format;
use crate::kinds::skyscrapers::{Instance, Skyscrapers};

pub(super) const ALL: &[Format<Skyscrapers>] = &[PUZZLINK, TATHAM];

/// Makes a board of the clues around it and of its cells, if there are any.
fn board(
    n: usize,
    around: &[Option<i32>],
    cells: &[Option<i32>],
    code: Span,
) -> Result<Instance, Diagnostic> {
    let mut all = around.iter().chain(cells).flatten();
    if let Some(number) = all.find(|&&number| number < 1 || number as usize > n) {
        let what = format!("expected numbers from 1 to {n}, found {number}");
        return Err(Diagnostic::error(what, code));
    }
    let mut instance = Instance::empty(n);
    for (side, clues) in instance.sides.iter_mut().zip(around.chunks(n)) {
        side.copy_from_slice(clues);
    }
    if !cells.is_empty() {
        instance.clues.copy_from_slice(cells);
    }
    Ok(instance)
}

fn check_side(n: usize, code: Span) -> Result<(), Diagnostic> {
    match (1..=latin::MAX_SIDE).contains(&n) {
        true => Ok(()),
        false => {
            let what = format!("a board has from 1 to {} rows, not {n}", latin::MAX_SIDE);
            Err(Diagnostic::error(what, code))
        }
    }
}

const PUZZLINK: Format<Skyscrapers> = Format {
    name: "puzzlink",
    about: "a URL of puzz.link or a related site",
    recognises: |text| {
        let kind = puzzlink::Address::kind(text);
        matches!(kind, Some("skyscrapers" | "building" | "skyscraper"))
    },
    read: |text| {
        let address = puzzlink::Address::read(text)?;
        let (n, code) = (address.rows, address.body.span());
        check_side(n, code)?;
        if address.cols != n {
            let what = format!(
                "the heights of every row and column are the numbers from 1 to its length, so a board has as many rows as columns, not {n} and {}",
                address.cols
            );
            return Err(Diagnostic::error(what, code));
        }
        let number = |clue: &Clue| clue.number().map(|number| number as i32);
        let (around, rest) = number16::read(address.body, 4 * n)?;
        let around: Vec<Option<i32>> = around.iter().map(number).collect();
        let (cells, rest) = match rest.text.is_empty() {
            true => (Vec::new(), rest),
            false => number16::read(rest, n * n)?,
        };
        address.end(rest)?;
        let cells: Vec<Option<i32>> = cells.iter().map(number).collect();
        board(n, &around, &cells, code)
    },
    write: |instance| {
        let clue = |number: &Option<i32>| Clue::from(number.map(i32::unsigned_abs));
        let around: Vec<Clue> = instance.sides.iter().flatten().map(clue).collect();
        let mut body = number16::write(&around);
        if instance.clues.iter().any(Option::is_some) {
            let cells: Vec<Clue> = instance.clues.iter().map(clue).collect();
            body += &number16::write(&cells);
        }
        Ok(puzzlink::url("skyscrapers", instance.n, instance.n, &body))
    },
};

/// The clues are separated by slashes, an empty one is no clue; after a comma follow the cells as in Solo, if there are any.
const TATHAM: Format<Skyscrapers> = Format {
    name: "tatham",
    about: "a game id of Simon Tatham's Towers",
    recognises: |text| {
        Id::is_of(text, "towers", |id| {
            let n: usize = id.params.digits().0.text.parse().unwrap_or(0);
            let around = id.desc.text.split(',').next().unwrap_or_default();
            n > 0
                && !id.params.text.contains('x')
                && around.matches('/').count() == n.saturating_mul(4) - 1
        })
    },
    read: |text| {
        let id = Id::read(text, "4:1/2///…")?;
        let (side, _) = id.params.digits();
        let n = side.number("the number of rows")?;
        check_side(n, side.span())?;
        let desc = id.description()?;
        let (around, cells) = desc.split_at_first(',');
        let around = around.split('/');
        if around.len() != 4 * n {
            let what = format!(
                "expected {} clues between slashes, found {}",
                4 * n,
                around.len()
            );
            return Err(Diagnostic::error(what, desc.span()));
        }
        let mut clues = Vec::with_capacity(4 * n);
        for clue in around {
            clues.push(match clue.text {
                "" => None,
                _ => i32::try_from(clue.number("a clue")?).ok(),
            });
        }
        let cells = match cells {
            Some(cells) => tatham::cells(cells, Digits::Numbers, n * n, &None, |token, here| {
                let number = match token {
                    Token::Number(number) => number.text.parse::<i32>().ok(),
                    _ => None,
                };
                let expected = || here.expected("a number or a small letter");
                Ok((Some(number.ok_or_else(expected)?), 1))
            })?,
            None => Vec::new(),
        };
        board(n, &clues, &cells, desc.span())
    },
    write: |instance| {
        let word = |clue: &Option<i32>| clue.map_or(String::new(), |clue| clue.to_string());
        let around: Vec<String> = instance.sides.iter().flatten().map(word).collect();
        let mut text = format!("{}:{}", instance.n, around.join("/"));
        if instance.clues.iter().any(Option::is_some) {
            let cells = instance.clues.iter();
            let cells = cells.map(|clue| clue.map(|clue| clue.to_string()));
            text += &format!(",{}", tatham::write(cells, Digits::Numbers));
        }
        Ok(text)
    },
};
