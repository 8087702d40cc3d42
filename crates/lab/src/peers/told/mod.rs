//! How other programs are told of an instance: from its text, read anew, so that nothing of our viewpoints or parsers is shared.
//! Each kind has its models in the folders of `examples`, and a file here that writes their data.

mod battleship;
mod hashi;
mod path;
mod sudoku;
mod whitetan;

/// An instance for other programs.
pub(crate) struct Told {
    /// The name of the models.
    pub(crate) model: &'static str,
    /// Facts for clingo and Prolog.
    pub(crate) facts: String,
    /// Data for MiniZinc, and for Python, which reads the same.
    pub(crate) data: String,
}

/// Tells of an instance; `None` if its text has something the models do not know.
pub(crate) fn told(kind: &str, text: &str) -> Option<Told> {
    match kind {
        "battleship" => battleship::told(text),
        "hashi" => hashi::told(text),
        "hidato" => path::told(text, true),
        "magic" => {
            let n: usize = text.strip_prefix("order ")?.trim().parse().ok()?;
            Some(Told {
                model: "magic",
                facts: format!("order({n}).\n"),
                data: format!("n = {n};\n"),
            })
        }
        "numbrix" => path::told(text, false),
        "sudoku" => sudoku::told(text),
        "whitetan" => whitetan::told(text),
        _ => None,
    }
}

/// Items as a list of MiniZinc.
fn list(items: impl IntoIterator<Item = impl ToString>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}

/// Pairs as a matrix of MiniZinc with two columns.
fn pairs(pairs: &[(usize, usize)]) -> String {
    let items = pairs.iter().flat_map(|&(one, other)| [one, other]);
    format!("array2d(1..{}, 1..2, {})", pairs.len(), list(items))
}
