//! Long lines on a terminal: wrapped between words at its width. In a file and in a pipe a line stays whole.

use std::io::IsTerminal;

use gridwright::grid::board::text::wrap;

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
    let line_end = format!("\n{}", " ".repeat(indent));
    let lines = text.split('\n');
    let lines: Vec<String> = lines
        .map(|line| wrap(line, width, indent).join(&line_end))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_lines_are_indented() {
        let text = " 1. Block 1 needs a 2 and only r1c1 can take it.  [hidden single, 22]\nx";
        assert_eq!(wrapped_to(text, 4, 100), text);
        let narrow =
            " 1. Block 1 needs a 2 and only r1c1 can\n    take it.  [hidden single, 22]\nx";
        assert_eq!(wrapped_to(text, 4, 40), narrow);
        for width in [1, 20, 25, 33] {
            let narrow = wrapped_to(text, 30, width);
            let is_fine = |line: &str| line.chars().count() <= width.max(MIN_WIDTH);
            assert!(narrow.lines().all(is_fine), "{narrow}");
        }
    }
}
