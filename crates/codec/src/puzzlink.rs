//! URLs of puzz.link and related sites: `https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3`.
//!
//! After the question mark are the kind, columns, rows and the cells, separated by slashes. The flag `c` before the sizes is ignored; others
//! are refused, as some change the rules. Any host is accepted, or none.

use gridwright_term::Diagnostic;

use crate::slice::{Slice, has_white_space};

/// A flag that does not change the rules of our kinds.
const IGNORED_FLAG: &str = "c";

/// A parsed URL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address<'t> {
    /// The kind, as named in the URL.
    pub kind: Slice<'t>,
    /// The number of columns.
    pub cols: usize,
    /// The number of rows.
    pub rows: usize,
    /// The cells.
    pub body: Slice<'t>,
    /// The slices after the cells, between slashes.
    pub more: Vec<Slice<'t>>,
}

impl<'t> Address<'t> {
    /// The kind that a URL names, even if the rest is broken; `None` if the text is not a URL of this format.
    pub fn kind(text: &'t str) -> Option<&'t str> {
        let (kind, after) = query(text).split_at_first('/');
        let is_kind = !kind.text.is_empty() && kind.text.chars().all(is_kind_letter);
        let after = after.filter(|_| is_kind)?;
        // Without a host, the size must follow: rows of a board in one line are separated by `/` too.
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let mut parts = after.text.split('/');
        let is_sized = text.contains(['?', ':'])
            || parts.next().is_some_and(is_number) && parts.next().is_some_and(is_number);
        let is_address = is_sized && !has_white_space(text.trim());
        is_address.then(|| without_suffix(kind).text)
    }

    /// Parses a URL.
    pub fn read(text: &'t str) -> Result<Address<'t>, Diagnostic> {
        let mut segments = query(text).split('/').into_iter();
        let kind = without_suffix(segments.next().unwrap_or(Slice::whole("")));
        let mut rest: Vec<Slice<'t>> = segments.collect();
        let variant = rest.first().filter(|first| first.text.starts_with("v:"));
        if let Some(variant) = variant {
            let message = "the URL is marked as a variant, but it does not contain its rules";
            return Err(Diagnostic::error(message, variant.span()));
        }
        let is_size = |slice: &Slice<'_>| slice.text.starts_with(|c: char| c.is_ascii_digit());
        if let [flag, size, ..] = rest[..]
            && !is_size(&flag)
            && is_size(&size)
        {
            if !flag.text.is_empty() && flag.text != IGNORED_FLAG {
                let message = format!("the flag `{}` is not supported", flag.text);
                return Err(Diagnostic::error(message, flag.span()));
            }
            rest.remove(0);
        }
        let mut rest = rest.into_iter();
        let end = Slice::whole(text);
        let end = end.skip(end.text.len());
        let cols = rest.next().unwrap_or(end).number("the number of columns")?;
        let rows = rest.next().unwrap_or(end).number("the number of rows")?;
        let is_board = cols.checked_mul(rows).is_some_and(|cells| cells > 0);
        if !is_board {
            let message = format!("a board cannot have {rows} by {cols} cells");
            return Err(Diagnostic::error(message, kind.span()));
        }
        let body = rest.next().unwrap_or(end);
        Ok(Address {
            kind,
            cols,
            rows,
            body,
            more: rest.collect(),
        })
    }

    /// The number of cells of the board.
    pub fn n_cells(&self) -> usize {
        self.rows * self.cols
    }

    /// An error if anything follows the cells except the slash that some URLs end with.
    pub fn end(&self, rest: Slice<'_>) -> Result<(), Diagnostic> {
        let mut slices = std::iter::once(&rest).chain(&self.more);
        match slices.find(|slice| !slice.text.is_empty()) {
            Some(slice) => Err(slice.expected("the end of the URL")),
            None => Ok(()),
        }
    }
}

/// Writes the part of a URL after the question mark.
pub fn write(kind: &str, rows: usize, cols: usize, body: &str) -> String {
    let plain_end = body.ends_with(|c: char| c.is_ascii_alphanumeric());
    let slash = if plain_end { "" } else { "/" };
    format!("{kind}/{cols}/{rows}/{body}{slash}")
}

/// Writes a URL of puzz.link.
pub fn url(kind: &str, rows: usize, cols: usize, body: &str) -> String {
    format!("https://puzz.link/p?{}", write(kind, rows, cols, body))
}

/// The query of a URL, after the question mark, without the field `type=…` that opens an editor.
fn query(text: &str) -> Slice<'_> {
    let whole = Slice::whole(text);
    let (before, after) = whole.split_at_first('?');
    let query = after.unwrap_or(before);
    match query.text.strip_prefix("type=") {
        Some(_) => query.split_at_first('&').1.unwrap_or(query),
        None => query,
    }
}

fn is_kind_letter(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}

fn without_suffix(kind: Slice<'_>) -> Slice<'_> {
    let ends = ["_edit", "_play"];
    let name = ends.iter().find_map(|end| kind.text.strip_suffix(end));
    kind.take(name.unwrap_or(kind.text).len())
}
