//! One word per idea, and one spelling per word.

use crate::tidy::Finding;
use crate::tidy::markdown::{rows, spans, unfenced, words};
use crate::tidy::rust::Kind;
use crate::tidy::tree::Tree;

const GLOSSARY: &str = "docs/GLOSSARY.md";

/// Stems that British spelling does not have, and what it has instead.
const SPELLINGS: &[(&str, &str)] = &[
    ("amortiz", "amortis"),
    ("analyz", "analys"),
    ("behavior", "behaviour"),
    ("canceled", "cancelled"),
    ("canceling", "cancelling"),
    ("canonicaliz", "canonicalis"),
    ("center", "centre"),
    ("channeled", "channelled"),
    ("channeling", "channelling"),
    ("color", "colour"),
    ("customiz", "customis"),
    ("defense", "defence"),
    ("emphasiz", "emphasis"),
    ("favor", "favour"),
    ("finaliz", "finalis"),
    ("flavor", "flavour"),
    ("formaliz", "formalis"),
    ("generaliz", "generalis"),
    ("honor", "honour"),
    ("initializ", "initialis"),
    ("labeled", "labelled"),
    ("labeling", "labelling"),
    ("lineariz", "linearis"),
    ("materializ", "materialis"),
    ("maximiz", "maximis"),
    ("memoiz", "memois"),
    ("minimiz", "minimis"),
    ("modeled", "modelled"),
    ("modeling", "modelling"),
    ("neighbor", "neighbour"),
    ("normaliz", "normalis"),
    ("optimiz", "optimis"),
    ("organiz", "organis"),
    ("parameteriz", "parameteris"),
    ("parametriz", "parametris"),
    ("penaliz", "penalis"),
    ("prioritiz", "prioritis"),
    ("randomiz", "randomis"),
    ("realiz", "realis"),
    ("recogniz", "recognis"),
    ("serializ", "serialis"),
    ("specializ", "specialis"),
    ("summariz", "summaris"),
    ("symboliz", "symbolis"),
    ("synchroniz", "synchronis"),
    ("tokeniz", "tokenis"),
    ("traveling", "travelling"),
    ("utiliz", "utilis"),
    ("vectoriz", "vectoris"),
    ("visualiz", "visualis"),
];

/// Names that outside crates have chosen and nobody here can change.
const FOREIGN: &[&str] = &["Helper", "SchemaSettings", "set_helper"];

/// No identifier has a word in it that the glossary forbids.
pub(crate) fn glossary(tree: &Tree) -> Vec<Finding> {
    let forbidden = forbidden(tree.text(GLOSSARY).unwrap_or_default());
    if forbidden.is_empty() {
        let fix = "list them in the last column of its tables";
        return vec![Finding::new(GLOSSARY, 1, "no forbidden words", fix)];
    }
    let mut found = Vec::new();
    for (path, tokens) in tree.rust() {
        let ours = |kind: Kind, text: &str| kind == Kind::Ident && !FOREIGN.contains(&text);
        for token in tokens.iter().filter(|token| ours(token.kind, token.text)) {
            let snake = snake(token.text);
            if let Some((bad, good)) = forbidden.iter().find(|(bad, _)| matches(&snake, bad)) {
                let problem = format!("`{}` says `{bad}`", token.text);
                found.push(Finding::new(
                    path,
                    token.line,
                    problem,
                    format!("the word is {good}"),
                ));
            }
        }
    }
    found
}

/// The forbidden words of the glossary, each with the word to use: the code spans of the last cell of each row.
fn forbidden(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    for (_, cells) in rows(text) {
        let [word, _, not] = cells[..] else { continue };
        found.extend(spans(not).into_iter().map(|(_, bad)| (bad, word)));
    }
    found
}

/// Whether a snake case name contains the forbidden words in a row, or begins with them if they end in `_`.
fn matches(snake: &str, bad: &str) -> bool {
    match bad.strip_suffix('_') {
        Some(_) => snake.starts_with(bad),
        None => format!("_{snake}_").contains(&format!("_{bad}_")),
    }
}

/// A name in snake case: `LbCache` and `LB_CACHE` are `lb_cache`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut after_lower = false;
    for c in name.chars() {
        if c.is_uppercase() && after_lower {
            snake.push('_');
        }
        after_lower = c.is_lowercase() || c.is_ascii_digit();
        snake.extend(c.to_lowercase());
    }
    snake
}

/// Prose is in British spelling: comments of Rust files and Markdown, without code spans and quotations.
pub(crate) fn spelling(tree: &Tree) -> Vec<Finding> {
    let mut found = Vec::new();
    for (path, text) in tree.with(".md") {
        found.extend(
            words(unfenced(text))
                .into_iter()
                .filter_map(|word| misspelt(path, word)),
        );
    }
    for (path, tokens) in tree.rust() {
        let comments = tokens.iter().filter(|token| token.kind == Kind::Comment);
        let mut lines = Vec::new();
        let mut fenced = false;
        for comment in comments {
            for (line, content) in (comment.line..).zip(comment.text.lines()) {
                // A gap between comments ends a paragraph.
                if lines.last().is_some_and(|(last, _)| last + 1 < line) {
                    lines.push((line - 1, ""));
                    fenced = false;
                }
                let content = content.trim_start().trim_start_matches(['/', '!', '*']);
                let fence = content.trim_start().starts_with("```");
                fenced ^= fence;
                lines.push((line, if fenced || fence { "" } else { content }));
            }
        }
        found.extend(
            words(lines.into_iter())
                .into_iter()
                .filter_map(|word| misspelt(path, word)),
        );
    }
    found
}

fn misspelt(path: &str, (line, word): (usize, &str)) -> Option<Finding> {
    let lower = word.to_lowercase();
    let (bad, good) = SPELLINGS.iter().find(|(bad, _)| lower.starts_with(bad))?;
    let fix = format!(
        "write {good}{}, or put a title into quotation marks",
        &lower[bad.len()..]
    );
    Some(Finding::new(
        path,
        line,
        format!("{word} is not British spelling"),
        fix,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_words_are_found_in_names() {
        let table = "| word | means | not |\n|---|---|---|\n| domain | `min` | range; `lb`, `lower_bound` |\n| (no word) | | `do_` |\n";
        let bad = |name: &str| {
            let code = format!("//! A.\n// lb\nlet {name} = \"lb\";");
            let tree = Tree::of(&[(GLOSSARY, table), ("a.rs", &code)]);
            glossary(&tree)
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            bad("x_lb"),
            ["a.rs:3: `x_lb` says `lb`; the word is domain"]
        );
        for name in ["lb", "LB", "LbCache", "lowerBound", "LowerBound", "do_it"] {
            assert_eq!(bad(name).len(), 1, "{name}");
        }
        for name in ["bulb", "min", "range", "bound_lower", "undo_it", "done"] {
            assert_eq!(bad(name).len(), 0, "{name}");
        }
        assert_eq!(glossary(&Tree::of(&[])).len(), 1);
    }

    #[test]
    fn spelling_is_checked_in_prose_only() {
        let at = |path: &str, text: &str| {
            let found = spelling(&Tree::of(&[(path, text)]));
            found.iter().map(|found| found.line).collect::<Vec<_>>()
        };
        assert_eq!(
            at(
                "a.md",
                "A Color.\n\nOptimizing `color` \"minimize\".\n```\ncolor\n```\n"
            ),
            [1, 3]
        );
        assert_eq!(
            at(
                "a.rs",
                "//! A neighbor.\nlet color = \"color\"; // Its behavior.\n"
            ),
            [1, 2]
        );
        assert_eq!(
            at(
                "a.rs",
                "/// Good.\n/// ```\n/// color();\n/// ```\n/// Honorable.\n"
            ),
            [5]
        );
        assert_eq!(
            at("a.rs", "// \"A Color\n// Optimization\" is a title.\n"),
            []
        );
        assert_eq!(at("a.md", "Colours of neighbours, minimised.\n"), []);
        assert_eq!(
            spelling(&Tree::of(&[("a.md", "Optimizer")]))[0].to_string(),
            "a.md:1: Optimizer is not British spelling; write optimiser, or put a title into quotation marks"
        );
    }
}
