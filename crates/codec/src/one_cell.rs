//! The code of puzz.link for boards on which some cells have the same mark, such as trees. A base-36 digit up to `h` is a marked cell and that many blank ones after it;
//! the letters from `i` on are 1 to 18 blank cells.

use gridwright_term::Diagnostic;

use crate::cell_code;
use crate::slice::Slice;

/// The digit from which on there is no mark.
const BLANKS: usize = 18;

/// Reads whether each of `n_cells` cells is marked; also returns the rest of the text.
pub fn read(code: Slice<'_>, n_cells: usize) -> Result<(Vec<bool>, Slice<'_>), Diagnostic> {
    cell_code::read(code, n_cells, |first, rest, cells| {
        let digit = first.to_digit(36).filter(|_| !first.is_ascii_uppercase());
        let Some(digit) = digit else {
            return Err(rest.expected_first("a digit or a small letter"));
        };
        let digit = digit as usize;
        let run = match digit.checked_sub(BLANKS) {
            Some(more) => more + 1,
            None => {
                cells.push(true);
                digit
            }
        };
        cells.extend(std::iter::repeat_n(false, run));
        if cells.len() > n_cells {
            let message = format!("this goes beyond the last of {n_cells} cells");
            return Err(Diagnostic::error(message, rest.take(1).span()));
        }
        Ok(rest.skip(1))
    })
}

/// Writes which cells are marked.
pub fn write(cells: &[bool]) -> String {
    let mut code = String::new();
    let mut at = 0;
    while at < cells.len() {
        let is_marked = cells[at];
        at += usize::from(is_marked);
        let blanks = cells[at..].iter().take_while(|cell| !**cell).count();
        let (digit, run) = match is_marked {
            true => (blanks.min(BLANKS - 1), blanks.min(BLANKS - 1)),
            false => (BLANKS + blanks.min(BLANKS) - 1, blanks.min(BLANKS)),
        };
        code.push(char::from_digit(digit as u32, 36).expect("at most 35"));
        at += run;
    }
    code
}
