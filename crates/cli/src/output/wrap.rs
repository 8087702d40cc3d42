//! Long lines on a terminal: wrapped between words at its width. In a file and in a pipe a line stays whole.

use std::io::IsTerminal;

use clap::Command;
use gridwright::grid::board::text::wrap;

/// Lines are not made shorter than this.
const MIN_WIDTH: usize = 20;

/// Usage lines are shorter than this.
const USAGE_WIDTH: u16 = 80;

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

/// The command with its usage lines, and those of its verbs, wrapped if the terminal is narrower; `clap` wraps the rest of the help only.
pub(crate) fn with_wrapped_usage(mut command: Command) -> Command {
    match terminal_size::terminal_size() {
        Some((width, _)) if width.0 < USAGE_WIDTH => {
            command.build();
            usage_wrapped_to(command, usize::from(width.0))
        }
        _ => command,
    }
}

fn usage_wrapped_to(mut command: Command, width: usize) -> Command {
    const HEADING: &str = "Usage: ";
    // An argument of two words stays on one line.
    let usage = command.render_usage().to_string();
    let usage = usage.replace("[KIND] INPUT]", "[KIND]\u{a0}INPUT]");
    let usage = wrapped_to(&usage, HEADING.len(), width).replace('\u{a0}', " ");
    if let Some(usage) = usage.strip_prefix(HEADING) {
        command = command.override_usage(usage.to_owned());
    }
    command.mut_subcommands(|verb| usage_wrapped_to(verb, width))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest help line of a command and its verbs, in a terminal of this width; a single word cannot be broken.
    fn longest_line(command: &Command, width: usize) -> (usize, String) {
        let mut shown = command.clone().term_width(width).max_term_width(width);
        let help = shown.render_long_help().to_string();
        let lines = help.lines().filter(|line| line.trim().contains(' '));
        let own = lines.map(|line| (line.chars().count(), line.to_owned()));
        let verbs = command.get_subcommands();
        let verbs = verbs.map(|verb| longest_line(verb, width));
        own.chain(verbs).max().unwrap_or_default()
    }

    #[test]
    fn help_fits_narrow_terminals() {
        let mut command = crate::full_command();
        command.build();
        let (longest, line) = longest_line(&command, 40);
        assert!(longest > 40, "wrapping is not needed: {line}");
        assert!(longest < usize::from(USAGE_WIDTH), "{line}");
        for width in [40, 45, 50] {
            let narrow = usage_wrapped_to(command.clone(), width);
            let (longest, line) = longest_line(&narrow, width);
            assert!(longest <= width, "{longest} columns: {line}");
        }
        let mut narrow = usage_wrapped_to(command, 40);
        let solve = narrow.find_subcommand_mut("solve").expect("a verb");
        let usage = solve.render_usage().to_string();
        let expected = "Usage: gridwright solve [OPTIONS]\n       [[KIND] INPUT]...";
        assert_eq!(usage, expected);
    }

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
