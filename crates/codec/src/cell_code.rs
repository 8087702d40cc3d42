//! Codes of puzz.link that list the cells of a board piece by piece.

use gridwright_term::Diagnostic;

use crate::slice::Slice;

/// Reads `n_cells` cells; also returns the rest of the text. `piece` is given the first character and the text from there on; it adds the cells of a piece and returns the text
/// after it.
pub(crate) fn read<'t, T>(
    code: Slice<'t>,
    n_cells: usize,
    piece: impl Fn(char, Slice<'t>, &mut Vec<T>) -> Result<Slice<'t>, Diagnostic>,
) -> Result<(Vec<T>, Slice<'t>), Diagnostic> {
    let mut cells = Vec::new();
    let mut rest = code;
    while cells.len() < n_cells {
        let Some(first) = rest.first() else {
            let message = format!("the text ends after {} of {n_cells} cells", cells.len());
            return Err(Diagnostic::error(message, rest.span()));
        };
        rest = piece(first, rest, &mut cells)?;
    }
    Ok((cells, rest))
}
