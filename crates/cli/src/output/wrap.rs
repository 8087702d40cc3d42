//! Long lines on a terminal: wrapped between words at its width. In a file and in a pipe a line stays whole.

use std::io::IsTerminal;

/// Lines are not made shorter than this.
const MIN_WIDTH: usize = 20;

/// A text of one or more lines, wrapped if standard output is a terminal; further lines are indented.
pub(crate) fn wrapped(text: &str, indent: usize) -> String {
    if !std::io::stdout().is_terminal() {
        return text.to_owned();
    }
    match terminal_size::terminal_size() {
        Some((width, _)) => wrapped_to(text, indent, usize::from(width.0)),
        None => text.to_owned(),
    }
}

fn wrapped_to(text: &str, indent: usize, width: usize) -> String {
    let width = width.max(MIN_WIDTH);
    let indent = if indent > width / 2 { 2 } else { indent };
    let lines: Vec<String> = text
        .split('\n')
        .map(|line| wrapped_line(line, indent, width))
        .collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, indent: usize, width: usize) -> String {
    if line.chars().count() <= width {
        return line.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    let mut is_start = true;
    // Blanks inside a line are kept.
    for word in line.split_inclusive(' ') {
        let length = word.trim_end().chars().count();
        if !is_start && used + length > width {
            let end = out.trim_end().len();
            out.truncate(end);
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = indent;
        }
        is_start = is_start && word.trim().is_empty();
        out.push_str(word);
        used += word.chars().count();
    }
    let end = out.trim_end().len();
    out.truncate(end);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_between_words() {
        let text = " 1. Block 1 needs a 2 and only r1c1 can take it.  [hidden single, 22]";
        assert_eq!(wrapped_to(text, 4, 100), text);
        let narrow = wrapped_to(text, 4, 40);
        assert_eq!(
            narrow,
            " 1. Block 1 needs a 2 and only r1c1 can\n    take it.  [hidden single, 22]"
        );
        for width in [1, 20, 25, 33, 40, 60] {
            let narrow = wrapped_to(text, 4, width);
            let is_fine = |line: &str| line.chars().count() <= width.max(MIN_WIDTH);
            assert!(narrow.lines().all(is_fine), "{narrow}");
            let words = |text: &str| -> Vec<String> {
                text.split_whitespace().map(str::to_owned).collect()
            };
            assert_eq!(words(&narrow), words(text));
        }
        let long = "x".repeat(50);
        assert_eq!(wrapped_to(&long, 2, 40), long);
    }
}
