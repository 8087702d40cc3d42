//! Declarations that cannot be read: which constraints they mean all the same, so that one mistake gives one message.

use gridwright_term::Span;

/// What ends a declaration that has no full stop: signs of a rule or clause.
const RULE_SIGNS: [&str; 5] = ["<=>", "==>", ":-", "@", "\\"];

/// If the clause in which `error` lies is a declaration of constraints, the names and numbers of arguments that can be read in it. What
/// stands before `from` belongs to clauses that were read or reported.
pub(crate) fn declared_in(text: &str, from: usize, error: Span) -> Option<Vec<(String, usize)>> {
    // The message may point at the first sign of the clause.
    let upto = text
        .get(from..)?
        .len()
        .min((error.start + 2).saturating_sub(from));
    let begins = text.get(from..from + upto)?.rfind(":-")?;
    let rest = text[from + begins + 2..].trim_start();
    let rest = ["chr_constraint", "constraints"]
        .iter()
        .find_map(|word| rest.strip_prefix(word))?;
    rest.starts_with(|c: char| c.is_whitespace() || c == '(')
        .then(|| names_in(rest))
}

/// The names that stand where a declaration has its constraints: at its start and after its commas.
fn names_in(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    loop {
        let length = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let name = &rest[..length];
        rest = rest[length..].trim_start();
        let mut arity = 0;
        if let Some(after) = rest.strip_prefix('/') {
            let after = after.trim_start();
            let digits = after
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(after.len());
            arity = after[..digits].parse().unwrap_or(0);
            rest = &after[digits..];
        } else if rest.starts_with('(') {
            (arity, rest) = arguments(&rest[1..]);
        }
        if name.starts_with(char::is_lowercase) && arity <= 200 {
            found.push((name.to_owned(), arity));
        }
        match next_comma(rest) {
            Some(after) => rest = after.trim_start(),
            None => return found,
        }
    }
}

/// How many arguments there are up to the bracket that closes, and what follows it.
fn arguments(text: &str) -> (usize, &str) {
    let (mut depth, mut count) = (0, 1);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => return (count, &text[at + 1..]),
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => count += 1,
            _ if ends_here(&text[at..]) => return (count, &text[at..]),
            _ => {}
        }
    }
    (count, "")
}

/// What follows the next comma outside brackets, if the declaration goes on so far.
fn next_comma(text: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth <= 0 => return Some(&text[at + 1..]),
            _ if ends_here(&text[at..]) => return None,
            _ => {}
        }
    }
    None
}

/// Whether a clause ends here, or another begins.
fn ends_here(text: &str) -> bool {
    let mut chars = text.chars();
    let stop = chars.next() == Some('.') && chars.next().is_none_or(char::is_whitespace);
    stop || RULE_SIGNS.iter().any(|sign| text.starts_with(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Found<'a> = Option<&'a [(&'a str, usize)]>;

    #[test]
    fn names_are_found_around_the_mistake() {
        let table: &[(&str, usize, Found<'_>)] = &[
            (
                ":- chr_constraint a/1, b(+int ?any), c.\nc <=> true.",
                30,
                Some(&[("a", 1), ("b", 1), ("c", 0)]),
            ),
            (
                ":- chr_constraint a(+int, list(int)), b/2 c/1.",
                42,
                Some(&[("a", 2), ("b", 2)]),
            ),
            (
                ":- chr_constraint a(+int), b(?any\na(1) <=> true, b(2).",
                36,
                Some(&[("a", 1), ("b", 1)]),
            ),
            (":- chr_type t ---> a b.", 20, None),
            ("a(X) <=> b c.", 11, None),
        ];
        for (text, error, expected) in table {
            let found = declared_in(text, 0, Span::new(*error, error + 1));
            let expected = expected.map(|names| {
                let owned = names
                    .iter()
                    .map(|(name, arity)| ((*name).to_owned(), *arity));
                owned.collect::<Vec<_>>()
            });
            assert_eq!(found, expected, "{text}");
        }
    }
}
