//! Long lines on a terminal: wrapped between words at its width. In a file and in a pipe a line stays whole.

use std::io::IsTerminal;

use clap::Command;
use gridwright::grid::board::text::wrap;

/// Lines are not made shorter than this.
const MIN_WIDTH: usize = 20;

/// The indentation of the further lines of an error message.
const MESSAGE_INDENT: usize = 4;

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

/// An error message, wrapped if standard error is a terminal. Indented lines stay whole, unless they are notes: they show where the error is.
pub(crate) fn wrapped_message(message: &str) -> String {
    let message = message.trim_end();
    let size = terminal_size::terminal_size();
    match size.filter(|_| std::io::stderr().is_terminal()) {
        Some((width, _)) => message_wrapped_to(message, usize::from(width.0)),
        None => message.to_owned(),
    }
}

/// Prints an error of the arguments, wrapped if it is too wide for the terminal, or the help that was asked for, and ends the program.
pub(crate) fn exit_with(error: &clap::Error) -> ! {
    let message = error.render().to_string();
    let shown = wrapped_message(&message);
    if error.use_stderr() && shown != message.trim_end() {
        eprintln!("{shown}");
        std::process::exit(error.exit_code());
    }
    error.exit()
}

fn message_wrapped_to(message: &str, width: usize) -> String {
    let lines = message.lines().map(|line| {
        let words = line.trim_start();
        match (line.len() - words.len(), words.starts_with("note: ")) {
            (1.., false) => line.to_owned(),
            (before, _) => wrapped_to(line, before + MESSAGE_INDENT, width),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
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
    fn messages_are_wrapped_and_excerpts_stay_whole() {
        let excerpt = "\n    https://puzz.link/p?foo/3/3/a1b2c3d4e5f6g7h8i9\n    ^^^^^";
        let error = "input:1:1: error: unknown puzzle type `foo`; supported: sudoku";
        let note = "\n    note: it may be of another site than the ones";
        let message = format!("{error}{excerpt}{note}");
        let error = "input:1:1: error: unknown puzzle type\n    `foo`; supported: sudoku";
        let note = "\n    note: it may be of another site than\n        the ones";
        let narrow = format!("{error}{excerpt}{note}");
        assert_eq!(message_wrapped_to(&message, 40), narrow);
        assert_eq!(message_wrapped_to(&message, 100), message);
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
