//! The format of puzz.link for boards with two kinds of circles: three cells in a character, each a digit 0 to 2 of a number in base 3.

use gridwright_term::Diagnostic;

use crate::cell_code;
use crate::slice::Slice;

/// Reads `n_cells` cells, each 0, 1 or 2; also returns the rest of the text.
pub fn read(code: Slice<'_>, n_cells: usize) -> Result<(Vec<u8>, Slice<'_>), Diagnostic> {
    let (mut cells, rest) = cell_code::read(code, n_cells, |first, rest, cells| {
        let digit = first.to_digit(27).filter(|_| !first.is_ascii_uppercase());
        let Some(digit) = digit else {
            return Err(rest.expected_first("a digit or a letter from a to q"));
        };
        cells.extend([9, 3, 1].map(|power| (digit / power % 3) as u8));
        Ok(rest.skip(1))
    })?;
    cells.truncate(n_cells);
    Ok((cells, rest))
}

/// Writes cells, each 0, 1 or 2.
pub fn write(cells: &[u8]) -> String {
    let digit = |cells: &[u8]| {
        let at = |i: usize| u32::from(cells.get(i).copied().unwrap_or(0) % 3);
        char::from_digit(9 * at(0) + 3 * at(1) + at(2), 27)
    };
    cells.chunks(3).filter_map(digit).collect()
}
