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

/// Encodes a text; `None` if the models do not cover it.
type Encode = fn(&str) -> Option<Encoded>;

/// The kinds whose models have data of their own shape.
const ENCODERS: &[(&str, Encode)] = &[
    ("battleship", battleship::encode),
    ("hashi", hashi::encode),
    ("hidato", |text| path::encode(text, true)),
    ("magic", magic),
    ("numbrix", |text| path::encode(text, false)),
    ("sudoku", sudoku::encode),
    ("whitetan", whitetan::encode),
];

/// Encodes an instance; `None` if no model covers it.
pub(crate) fn encode(kind: &str, text: &str) -> Option<Encoded> {
    if let Some((_, encode)) = ENCODERS.iter().find(|(id, _)| *id == kind) {
        return encode(text);
    }
    let (model, facts) = boards::MODELS.iter().find(|(id, _)| *id == kind)?;
    Some(Encoded {
        model,
        facts: facts(text)?,
        data: String::new(),
    })
}

fn magic(text: &str) -> Option<Encoded> {
    let n: usize = text.strip_prefix("order ")?.trim().parse().ok()?;
    Some(Encoded {
        model: "magic",
        facts: format!("order({n}).\n"),
        data: format!("n = {n};\n"),
    })
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
