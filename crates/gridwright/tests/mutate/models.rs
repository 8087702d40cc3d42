//! Models in the small language that no one would write: those of its page with something changed. They are read or refused with places
//! that lie in the text, and what is read becomes a model, in every form.

use gridwright::lang::Source;

use crate::mutate::{Dice, mutated, noise};

/// What models are made of, and what breaks parsers.
const BITS: &[&str] = &[
    "Name: ",
    "Constraint: ",
    "Given: ",
    "Data: ",
    "Constant: ",
    "Show: ",
    "Maximise: ",
    "range: ",
    "index: ",
    "domain: ",
    "values: ",
    "columns: ",
    "X(i)",
    "X",
    "i",
    "n",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ".",
    "..",
    ":",
    "_",
    "\"",
    "1",
    "0",
    "-1",
    "99",
    "9999999999999999999",
    "2147483647",
    " + ",
    " - ",
    " * ",
    " / ",
    " mod ",
    " in ",
    " = ",
    " \\= ",
    " < ",
    " =< ",
    " /\\ ",
    " \\/ ",
    " => ",
    " <=> ",
    "not ",
    "sum(",
    "count(",
    "max(",
    "abs(",
    "table(",
    "circuit(",
    "connected(",
    "exactly(",
    "forall(",
    "exists(",
    "alldifferent(",
    "\n",
    "%",
    "/*",
    "!=",
    "é",
    "\0",
];

/// The models on the page about the language.
fn texts() -> Vec<String> {
    let page = include_str!("../../../../docs/language.md");
    let blocks = page.split("```gw\n").skip(1);
    blocks
        .filter_map(|block| Some(block.split_once("```")?.0.to_owned()))
        .collect()
}

fn read(text: &str) {
    match Source::new("text", text).program(&[]) {
        Err(refused) => {
            assert!(!refused.diagnostics.is_empty(), "refused without a word");
            for diagnostic in &refused.diagnostics {
                let span = diagnostic.span.start..diagnostic.span.end;
                assert!(
                    text.get(span).is_some(),
                    "{diagnostic:?} points out of the text"
                );
            }
            let _ = refused.render();
        }
        Ok(program) => {
            let _ = (program.model(), program.switched(), program.minizinc());
        }
    }
}

/// Tries so many texts of each sort.
pub(crate) fn try_all(n: u64, seed: u64, each: &mut dyn FnMut(&'static str, &str)) {
    let mut dice = Dice::new(seed);
    let texts = texts();
    for _ in 0..n {
        let noise = noise(&mut dice);
        each("model", &noise);
        read(&noise);
        let start = &texts[dice.below(texts.len())];
        let mutated = mutated(start, BITS, &mut dice);
        each("model", &mutated);
        read(&mutated);
    }
}
