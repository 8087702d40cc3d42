//! URLs of Kudamono: `https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku`.
//!
//! `W` is width and height, `G` the kind, and `L` a list of items, each followed by its distance from the item before. Positions run column by
//! column, each from bottom to top. An item is a letter, or a word in brackets.

use gridwright_term::Diagnostic;

use crate::slice::Slice;

/// The maximum number of cells, because a short URL could describe a board of any size.
const MAX_CELLS: usize = 1_000_000;

/// A parsed URL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address<'t> {
    /// The kind, as named in the URL.
    pub kind: Slice<'t>,
    /// The number of columns.
    pub cols: usize,
    /// The number of rows.
    pub rows: usize,
    /// The items with their cells, as indices in reading order.
    pub items: Vec<(usize, Slice<'t>)>,
}

impl<'t> Address<'t> {
    /// The kind that a URL names, even if the rest is broken; `None` if the text is not a URL of this format.
    pub fn kind(text: &'t str) -> Option<&'t str> {
        let fields = fields(text)?;
        let is_list = fields.iter().any(|(key, _)| matches!(*key, "W" | "L"));
        let kind = fields.iter().find(|(key, _)| *key == "G");
        kind.filter(|_| is_list).map(|(_, value)| value.text)
    }

    /// Parses a URL.
    pub fn read(text: &'t str) -> Result<Address<'t>, Diagnostic> {
        let whole = Slice::whole(text);
        let fields = fields(text).ok_or_else(|| whole.expected("a URL with `?W=…&L=…&G=…`"))?;
        let field = |name: &str| {
            let found = fields.iter().find(|(key, _)| *key == name);
            let missing = || whole.skip(whole.text.len()).expected(&format!("`{name}=`"));
            found.map(|(_, value)| *value).ok_or_else(missing)
        };
        let size = field("W")?;
        let (cols, rows) = size.split_at_first('x');
        let Some(rows) = rows else {
            return Err(size.expected("width and height, such as 4x3"));
        };
        let (cols, rows) = (cols.number("a width")?, rows.number("a height")?);
        let n_cells = cols.checked_mul(rows);
        let n_cells = n_cells.filter(|cells| (1..=MAX_CELLS).contains(cells));
        let n_cells = n_cells.ok_or_else(|| size.expected("the size of a board"))?;
        let mut items = Vec::new();
        let mut position = 0usize;
        let mut rest = field("L")?;
        while !rest.text.is_empty() {
            let (item, after) = item(rest)?;
            let (gap, after) = after.digits();
            let step = gap.number("the distance from the item before")?;
            position = position.saturating_add(step);
            if position >= n_cells {
                return Err(gap.expected("a position on the board"));
            }
            let (col, up) = (position / rows, position % rows);
            items.push(((rows - 1 - up) * cols + col, item));
            rest = after;
        }
        Ok(Address {
            kind: field("G")?,
            cols,
            rows,
            items,
        })
    }
}

/// Writes a URL from items and their cells, as indices in reading order.
pub fn write(kind: &str, rows: usize, cols: usize, items: &[(usize, String)]) -> String {
    let position = |cell: usize| (cell % cols) * rows + (rows - 1 - cell / cols);
    let placed = items.iter().map(|(cell, item)| (position(*cell), item));
    let mut placed: Vec<(usize, &String)> = placed.collect();
    placed.sort_unstable();
    let mut list = String::new();
    let mut last = 0;
    for (position, item) in placed {
        let item = match item.len() {
            1 if !item.starts_with(|c: char| c.is_ascii_digit()) => item.to_owned(),
            _ => format!("({item})"),
        };
        list += &format!("{item}{}", position - last);
        last = position;
    }
    format!("https://pedros.works/paper-puzzle-player?W={cols}x{rows}&L={list}&G={kind}")
}

/// The first item of a list, and the rest.
fn item(list: Slice<'_>) -> Result<(Slice<'_>, Slice<'_>), Diagnostic> {
    match list.first() {
        Some('(') => match list.text.find(')') {
            Some(end) => Ok((list.take(end).skip(1), list.skip(end + 1))),
            None => Err(list.expected("a closing bracket")),
        },
        Some(c) if c.is_ascii_alphabetic() => Ok((list.take(1), list.skip(1))),
        _ => Err(list.expected_first("a letter or a bracket")),
    }
}

/// The fields after the question mark, or after the hash that some pages use instead.
fn fields(text: &str) -> Option<Vec<(&str, Slice<'_>)>> {
    let whole = Slice::whole(text);
    let marks = [whole.text.find('?'), whole.text.find('#')];
    let after = marks.into_iter().flatten().min()?;
    let fields = whole.skip(after + 1).split('&').into_iter();
    let fields = fields.map(|field| field.split_at_first('='));
    Some(
        fields
            .filter_map(|(key, value)| Some((key.text, value?)))
            .collect(),
    )
}
