//! Parts of sentences that describe steps, shared by several kinds of puzzles.

/// "a", "a and b", "a, b and c"; `and` is the word before the last.
pub(crate) fn list(words: &[String], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} {and} {last}", others.join(", ")),
    }
}

/// "r1c1 is tan", "r1c1 and r1c2 are tan"; `None` if there are no cells.
pub(crate) fn describe_cells(cells: &[String], what: &str) -> Option<String> {
    let verb = if cells.len() == 1 { "is" } else { "are" };
    (!cells.is_empty()).then(|| format!("{} {verb} {what}", list(cells, "and")))
}

/// The maximum number of cases that a sentence lists one by one.
const MAX_LISTED_CASES: usize = 6;

/// The sentence of a step by case distinction: the ways to do `task` that the rest of the board allows, and the conclusion that all of them share.
pub(crate) fn by_cases(task: &str, cases: &[String], then: &str) -> String {
    match cases {
        [case] => {
            format!("There is only one way to {task} that the rest can go with, {case}: {then}.")
        }
        cases if cases.len() <= MAX_LISTED_CASES => format!(
            "There are {} ways to {task} that the rest can go with: {}. In all of them {then}.",
            cases.len(),
            cases.join("; or ")
        ),
        cases => format!(
            "There are {} ways to {task} that the rest can go with, and in all of them {then}.",
            cases.len()
        ),
    }
}
