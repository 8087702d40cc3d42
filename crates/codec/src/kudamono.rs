//! The addresses of Kudamono: `https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku`.
//!
//! `W` is width and height, `G` the kind, and `L` a list: an item, then how far it is from the one before. Places run column by column, each from
//! the bottom to the top. An item is a letter, or a word in brackets.

use gridwright_term::Diagnostic;

use crate::part::Part;

/// A list says nothing of most cells, so a few letters could ask for a board that no memory holds.
const MOST_CELLS: usize = 1_000_000;

/// An address taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address<'t> {
    /// The kind, as the address names it.
    pub kind: Part<'t>,
    /// How many columns.
    pub cols: usize,
    /// How many rows.
    pub rows: usize,
    /// The items, each with the cell it stands in as a place in reading order.
    pub items: Vec<(usize, Part<'t>)>,
}

impl<'t> Address<'t> {
    /// The kind an address names, however broken the rest may be; `None` if the text is no such address.
    pub fn kind(text: &'t str) -> Option<&'t str> {
        let fields = fields(text)?;
        let is_list = fields.iter().any(|(key, _)| matches!(*key, "W" | "L"));
        let kind = fields.iter().find(|(key, _)| *key == "G");
        kind.filter(|_| is_list).map(|(_, value)| value.text)
    }

    /// Takes an address apart.
    pub fn read(text: &'t str) -> Result<Address<'t>, Diagnostic> {
        let whole = Part::whole(text);
        let fields =
            fields(text).ok_or_else(|| whole.expected("an address with `?W=…&L=…&G=…`"))?;
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
        let n_cells = n_cells.filter(|cells| (1..=MOST_CELLS).contains(cells));
        let n_cells = n_cells.ok_or_else(|| size.expected("the size of a board"))?;
        let mut items = Vec::new();
        let mut place = 0usize;
        let mut rest = field("L")?;
        while !rest.text.is_empty() {
            let (item, after) = item(rest)?;
            let (gap, after) = after.digits();
            let step = gap.number("how far the item is from the one before")?;
            place = place.saturating_add(step);
            if place >= n_cells {
                return Err(gap.expected("a place on the board"));
            }
            let (col, up) = (place / rows, place % rows);
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

/// Writes an address from the items and the cells they stand in, as places in reading order.
pub fn write(kind: &str, rows: usize, cols: usize, items: &[(usize, String)]) -> String {
    let place = |cell: usize| (cell % cols) * rows + (rows - 1 - cell / cols);
    let mut placed: Vec<(usize, &str)> = items
        .iter()
        .map(|(cell, item)| (place(*cell), item.as_str()))
        .collect();
    placed.sort_unstable();
    let mut list = String::new();
    let mut last = 0;
    for (place, item) in placed {
        let item = match item.len() {
            1 if !item.starts_with(|c: char| c.is_ascii_digit()) => item.to_owned(),
            _ => format!("({item})"),
        };
        list += &format!("{item}{}", place - last);
        last = place;
    }
    format!("https://pedros.works/paper-puzzle-player?W={cols}x{rows}&L={list}&G={kind}")
}

/// The item a list begins with, and what follows it.
fn item(list: Part<'_>) -> Result<(Part<'_>, Part<'_>), Diagnostic> {
    match list.first() {
        Some('(') => match list.text.find(')') {
            Some(end) => Ok((list.take(end).skip(1), list.skip(end + 1))),
            None => Err(list.expected("a closing bracket")),
        },
        Some(c) if c.is_ascii_alphabetic() => Ok((list.take(1), list.skip(1))),
        _ => Err(list.expected_first("a letter or a bracket")),
    }
}

/// The fields after the question mark, or after the hash some pages use instead.
fn fields(text: &str) -> Option<Vec<(&str, Part<'_>)>> {
    let whole = Part::whole(text);
    let after = whole.text.find(['?', '#'])?;
    let mut fields = Vec::new();
    for field in whole.skip(after + 1).split('&') {
        if let (key, Some(value)) = field.split_at_first('=') {
            fields.push((key.text, value));
        }
    }
    Some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIDOKU: &str =
        "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku";

    #[test]
    fn columns_run_upwards() {
        let address = Address::read(HIDOKU).expect("it is whole");
        assert_eq!(
            (address.kind.text, address.rows, address.cols),
            ("hidoku", 3, 4)
        );
        let mut board = ["."; 12];
        for (cell, item) in &address.items {
            board[*cell] = item.text;
        }
        assert_eq!(board.join(" "), "4 . . 11 . . . . . 6 x 1");
        let items: Vec<(usize, String)> = address
            .items
            .iter()
            .map(|(cell, item)| (*cell, item.text.to_owned()))
            .collect();
        assert_eq!(write("hidoku", 3, 4, &items), HIDOKU);
        assert_eq!(Address::kind(HIDOKU), Some("hidoku"));
        assert_eq!(Address::kind("https://puzz.link/p?hashi/1/2/2g"), None);
    }

    #[test]
    fn what_is_broken_is_told() {
        let said = |query: &str| {
            let text = format!("p?{query}");
            let error = Address::read(&text).expect_err("it is broken");
            format!(
                "{}..{}: {}",
                error.span.start, error.span.end, error.message
            )
        };
        assert_eq!(said("W=4x3&L=&H"), "12..12: expected `G=`, found nothing");
        assert_eq!(
            said("W=4&L=x1&G=a"),
            "4..5: expected width and height, such as 4x3, found `4`"
        );
        assert_eq!(
            said("W=0x3&L=x1&G=a"),
            "4..7: expected the size of a board, found `0x3`"
        );
        assert_eq!(
            said("W=99999x99999&L=x1&G=a"),
            "4..15: expected the size of a board, found `99999x99999`"
        );
        assert_eq!(
            said("W=2x2&L=x4&G=a"),
            "11..12: expected a place on the board, found `4`"
        );
        assert_eq!(
            said("W=2x2&L=(4&G=a"),
            "10..12: expected a closing bracket, found `(4`"
        );
        assert_eq!(
            said("W=2x2&L=x&G=a"),
            "11..11: expected how far the item is from the one before, found nothing"
        );
        assert_eq!(
            said("W=2x2&L=3&G=a"),
            "10..11: expected a letter or a bracket, found `3`"
        );
    }
}
