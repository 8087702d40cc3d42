//! Mutated models of the modelling language: those of `docs/manual/reference/language.md` with random changes. Each is accepted, or rejected with spans that lie in the
//! text; an accepted one becomes a model, a model with switches, and MiniZinc, without a panic.

use gridwright::lang::Source;

use crate::mutate::{Dice, mutated, noise};

/// Fragments of models, separated by `|`, and text that tends to break parsers.
const BITS: &str = "Name: |Constraint: |Given: |Data: |Constant: |Show: |Maximise: |range: |index: |domain: |values: |columns: |X(i)|X|i|n|(|)|[|]|{|\
    }|,|.|..|:|_|\"|1|0|-1|99|9999999999999999999|2147483647| + | - | * | / | mod | in | = | \\= | < | =< | /\\ | \\/ | => | <=> |\
    not |sum(|count(|max(|abs(|table(|circuit(|connected(|exactly(|forall(|exists(|alldifferent(|\n|%|/*|!=|é|\0";

/// The models in `docs/manual/reference/language.md`.
fn texts() -> Vec<String> {
    let page = include_str!("../../../../docs/manual/reference/language.md");
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

/// Tries `n` random and `n` mutated texts.
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
