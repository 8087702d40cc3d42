//! Encodes an instance as the input of other programs. It parses the text itself, so that peers share no code with our viewpoints and parsers.

mod battleship;
mod boards;
mod hashi;
mod path;
mod sudoku;
mod whitetan;

/// An instance as the input of other programs.
pub(crate) struct Encoded {
    /// The name of the model.
    pub(crate) model: &'static str,
    /// Facts for clingo and Prolog.
    pub(crate) facts: String,
    /// Data for MiniZinc; the Python models read the same format. Empty if the kind has no model for them.
    pub(crate) data: String,
}

/// Encodes an instance; `None` if the models do not cover it.
pub(crate) fn encode(kind: &str, text: &str) -> Option<Encoded> {
    match kind {
        "battleship" => battleship::encode(text),
        "hashi" => hashi::encode(text),
        "hidato" => path::encode(text, true),
        "magic" => {
            let n: usize = text.strip_prefix("order ")?.trim().parse().ok()?;
            Some(Encoded {
                model: "magic",
                facts: format!("order({n}).\n"),
                data: format!("n = {n};\n"),
            })
        }
        "numbrix" => path::encode(text, false),
        "sudoku" => sudoku::encode(text),
        "whitetan" => whitetan::encode(text),
        _ => boards::encode(kind, text),
    }
}

/// A MiniZinc list.
fn list(items: impl IntoIterator<Item = impl ToString>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}

/// A MiniZinc matrix with two columns.
fn pairs(pairs: &[(usize, usize)]) -> String {
    let items = pairs.iter().flat_map(|&(one, other)| [one, other]);
    format!("array2d(1..{}, 1..2, {})", pairs.len(), list(items))
}
