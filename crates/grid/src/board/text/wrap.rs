//! Lines that are broken between words.

/// Breaks a line between words into lines of at most `width` characters; those after the first are `indent` characters shorter, for an indentation that the
/// caller adds. A longer word has a line of its own. Blanks inside a line are kept.
pub fn wrap(line: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut last = String::new();
    let (mut used, mut limit) = (0, width);
    for word in line.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        // Blanks at the start of a line are its indentation: the first word stays behind them.
        if !last.trim().is_empty() && used + length > limit {
            lines.push(last.trim_end().to_owned());
            last.clear();
            (used, limit) = (0, width.saturating_sub(indent));
        }
        last.push_str(word);
        used += word.chars().count();
    }
    lines.push(last.trim_end().to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        let text = " 1. Block 1 needs a 2 and only r1c1 can take it.  [hidden single, 22]";
        assert_eq!(wrap(text, 100, 4), [text]);
        let narrow = [
            " 1. Block 1 needs a 2 and only r1c1 can",
            "take it.  [hidden single, 22]",
        ];
        assert_eq!(wrap(text, 40, 4), narrow);
        for width in [20, 25, 33, 40, 60] {
            let lines = wrap(text, width, 4);
            let is_fine = |line: &String| line.chars().count() <= width;
            assert!(is_fine(&lines[0]), "{lines:?}");
            assert!(
                lines[1..]
                    .iter()
                    .all(|line| line.chars().count() + 4 <= width),
                "{lines:?}"
            );
            let words = |text: &str| -> Vec<String> {
                text.split_whitespace().map(str::to_owned).collect()
            };
            assert_eq!(words(&lines.join(" ")), words(text));
        }
        let long = "x".repeat(50);
        assert_eq!(wrap(&long, 40, 2), [long]);
        assert_eq!(wrap("", 40, 2), [""]);
    }
}
