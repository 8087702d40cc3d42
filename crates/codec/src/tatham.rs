//! Game ids of Simon Tatham's collection: parameters, a colon, a description. `3x3:e8a1a7c2…` is a board of Solo.
//!
//! A description is a sequence of cells: lower-case letters are runs of 1 to 26 blank cells; the meaning of everything else depends on the game. The
//! URL of a game's page with an id after the hash is read too, and names the game. An id with a seed instead of a description needs that game's
//! generator and is an error.

use gridwright_term::Diagnostic;

use crate::slice::{Slice, has_white_space};

/// The maximum number of cells, because some descriptions omit trailing blank cells, so that a short one could describe a board of any size.
const MAX_CELLS: usize = 1_000_000;

/// A parsed game id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Id<'t> {
    /// The game, if a URL names it.
    pub game: Option<&'t str>,
    /// The parameters, before the colon.
    pub params: Slice<'t>,
    /// The colon and the description after it, or the hash and the seed after it.
    pub desc: Slice<'t>,
}

impl<'t> Id<'t> {
    /// Parses an id; `None` if the text is not one.
    pub fn of(text: &'t str) -> Option<Id<'t>> {
        let whole = Slice::whole(text);
        let (page, id) = match whole.text.rfind(".html#") {
            Some(at) => (Some(whole.take(at)), whole.skip(at + ".html#".len())),
            None => (None, whole),
        };
        let game = page.map(|page| page.text.rsplit('/').next().unwrap_or_default());
        let is_params = id.text.starts_with(|c: char| c.is_ascii_digit());
        if !is_params || has_white_space(id.text) {
            return None;
        }
        let split = id.text.find([':', '#'])?;
        Some(Id {
            game,
            params: id.take(split),
            desc: id.skip(split),
        })
    }

    /// Parses an id; `example` shows one in the error if the text is none.
    pub fn read(text: &'t str, example: &str) -> Result<Id<'t>, Diagnostic> {
        let expected = || Slice::whole(text).expected(&format!("a game id such as {example}"));
        Id::of(text).ok_or_else(expected)
    }

    /// Whether a text is an id of a game: its URL names the game, or without a URL the id looks like one of it.
    pub fn is_of(text: &'t str, game: &str, looks_like: impl FnOnce(&Id<'t>) -> bool) -> bool {
        Id::of(text).is_some_and(|id| match id.game {
            Some(named) => named == game,
            None => looks_like(&id),
        })
    }

    /// The description; an error if there is a seed instead.
    pub fn description(&self) -> Result<Slice<'t>, Diagnostic> {
        match self.desc.text.strip_prefix(':') {
            Some(_) => Ok(self.desc.skip(1)),
            None => Err(Diagnostic::error(
                "a seed only works in the program that made the puzzle; use an id with a colon",
                self.desc.span(),
            )),
        }
    }

    /// The two numbers at the start of the parameters, `5x4` or `5` for both, and the rest.
    pub fn size(&self) -> Result<(usize, usize, Slice<'t>), Diagnostic> {
        let (first, after) = self.params.digits();
        let one = first.number("a size such as 5x5")?;
        let (two, after) = match after.text.strip_prefix('x') {
            Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
                let (second, after) = after.skip(1).digits();
                (second.number("a size such as 5x5")?, after)
            }
            _ => (one, after),
        };
        let n_cells = one.checked_mul(two);
        if !n_cells.is_some_and(|cells| (1..=MAX_CELLS).contains(&cells)) {
            let message = format!("a board cannot have {one} by {two} cells");
            return Err(Diagnostic::error(message, self.params.span()));
        }
        Ok((one, two, after))
    }
}

/// One token of a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'t> {
    /// A run of blank cells.
    Blanks(usize),
    /// A number of one or more digits.
    Number(Slice<'t>),
    /// Any other character.
    Sign(Slice<'t>),
}

/// How the digits of a description are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Digits {
    /// Adjacent digits are one number, and `_` separates two numbers: Solo, Ascent.
    Numbers,
    /// Each digit is a number: Bridges.
    Single,
}

/// The tokens of a description with their positions.
pub fn tokens(desc: Slice<'_>, digits: Digits) -> Vec<(Token<'_>, Slice<'_>)> {
    let mut found = Vec::new();
    let mut rest = desc;
    while let Some(first) = rest.first() {
        let mut end = first.len_utf8();
        if first.is_ascii_digit() && digits == Digits::Numbers {
            end = rest.digits().0.text.len();
        }
        let here = rest.take(end);
        rest = rest.skip(end);
        let token = match first {
            'a'..='z' => Token::Blanks(first as usize - 'a' as usize + 1),
            '0'..='9' => Token::Number(here),
            '_' if digits == Digits::Numbers => continue,
            _ => Token::Sign(here),
        };
        found.push((token, here));
    }
    found
}

/// The number of cells of a description; `run` is the number of cells that a sign stands for.
pub fn count_cells(desc: Slice<'_>, digits: Digits, run: impl Fn(Slice<'_>) -> usize) -> usize {
    let tokens = tokens(desc, digits).into_iter();
    let runs = tokens.map(|(token, _)| match token {
        Token::Blanks(run) => run,
        Token::Number(_) => 1,
        Token::Sign(sign) => run(sign),
    });
    runs.sum()
}

/// Reads a description of `n_cells` cells; `cell` converts a number or a sign, and returns how many cells it fills.
pub fn cells<'t, T: Clone>(
    desc: Slice<'t>,
    digits: Digits,
    n_cells: usize,
    blank: &T,
    cell: impl Fn(Token<'t>, Slice<'t>) -> Result<(T, usize), Diagnostic>,
) -> Result<Vec<T>, Diagnostic> {
    let mut cells = Vec::new();
    for (token, here) in tokens(desc, digits) {
        let (what, run) = match token {
            Token::Blanks(run) => (blank.clone(), run),
            other => cell(other, here)?,
        };
        let left = n_cells - cells.len();
        if run > left {
            let message = format!("this goes beyond the last of {n_cells} cells");
            return Err(Diagnostic::error(message, here.span()));
        }
        cells.extend(std::iter::repeat_n(what, run));
    }
    if cells.len() < n_cells {
        let n = cells.len();
        let message = format!("the description ends after {n} of {n_cells} cells");
        return Err(Diagnostic::error(
            message,
            desc.skip(desc.text.len()).span(),
        ));
    }
    Ok(cells)
}

/// Writes cells, `None` for a blank one. With [`Digits::Numbers`], `_` separates two numbers.
pub fn write(cells: impl Iterator<Item = Option<String>>, digits: Digits) -> String {
    let mut desc = String::new();
    let mut run = 0u8;
    let end_run = |run: &mut u8, desc: &mut String| {
        if *run > 0 {
            desc.push(char::from(b'a' + *run - 1));
            *run = 0;
        }
    };
    for cell in cells {
        let Some(word) = cell else {
            run += 1;
            if run == 26 {
                end_run(&mut run, &mut desc);
            }
            continue;
        };
        end_run(&mut run, &mut desc);
        let is_digit = |c: char| c.is_ascii_digit();
        if digits == Digits::Numbers && desc.ends_with(is_digit) && word.starts_with(is_digit) {
            desc.push('_');
        }
        desc += &word;
    }
    end_run(&mut run, &mut desc);
    desc
}
