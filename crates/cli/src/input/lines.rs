//! Lines typed at a prompt, with editing, history and completion; or read from a pipe.

use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Editor, Helper};

/// A source of lines.
pub(crate) enum Lines {
    Terminal(Box<Terminal>),
    Pipe,
}

/// A terminal with its history file.
pub(crate) struct Terminal {
    editor: Editor<Completions, DefaultHistory>,
    history: Option<PathBuf>,
}

/// The result of reading a line.
pub(crate) enum Line {
    /// A line without its terminator.
    Text(String),
    /// Ctrl-C.
    Interrupted,
    /// End of input.
    End,
}

impl Lines {
    /// The terminal, if there is one, with this history and these completions.
    pub(crate) fn open(history: &str, completions: Vec<String>) -> Lines {
        if !std::io::stdin().is_terminal() {
            return Lines::Pipe;
        }
        let Ok(mut editor) = Editor::new() else {
            return Lines::Pipe;
        };
        editor.set_helper(Some(Completions(completions)));
        let history = history_file(history);
        if let Some(file) = &history {
            // The first time, the file does not exist.
            let _ = editor.load_history(file);
        }
        Lines::Terminal(Box::new(Terminal { editor, history }))
    }

    /// Whether the lines are typed.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Lines::Terminal(_))
    }

    /// Sets the completions.
    pub(crate) fn complete(&mut self, completions: Vec<String>) {
        if let Lines::Terminal(terminal) = self {
            terminal.editor.set_helper(Some(Completions(completions)));
        }
    }

    /// The next line.
    pub(crate) fn next(&mut self, prompt: &str) -> Line {
        match self {
            Lines::Terminal(terminal) => match terminal.editor.readline(prompt) {
                Ok(line) => {
                    if !line.trim().is_empty() {
                        let _ = terminal.editor.add_history_entry(line.as_str());
                    }
                    Line::Text(line)
                }
                Err(ReadlineError::Interrupted) => Line::Interrupted,
                Err(_) => Line::End,
            },
            Lines::Pipe => {
                let mut line = String::new();
                match std::io::stdin().lock().read_line(&mut line) {
                    Ok(0) | Err(_) => Line::End,
                    Ok(_) => Line::Text(line.trim_end_matches(['\n', '\r']).to_owned()),
                }
            }
        }
    }
}

impl Drop for Terminal {
    /// Saves the history; errors are ignored.
    fn drop(&mut self) {
        if let Some(file) = &self.history {
            if let Some(folder) = file.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let _ = self.editor.save_history(file);
        }
    }
}

/// The path of a history file, by the XDG base directory specification.
fn history_file(name: &str) -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let state = match set("XDG_STATE_HOME") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(set("HOME")?).join(".local/state"),
    };
    Some(state.join("gridwright").join(name))
}

/// Completion from a list of words.
pub(crate) struct Completions(Vec<String>);

impl Helper for Completions {}
impl Highlighter for Completions {}
impl Validator for Completions {}
impl Hinter for Completions {
    type Hint = String;
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let start = start_of_word(line, pos);
        Ok((start, matching(&self.0, &line[start..pos])))
    }
}

/// The start of the word that ends at a position.
fn start_of_word(line: &str, pos: usize) -> usize {
    let belongs = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let before = line[..pos].char_indices().rev();
    let word = before.take_while(|(_, c)| belongs(*c));
    word.last().map_or(pos, |(at, _)| at)
}

/// The words with this prefix.
fn matching(completions: &[String], prefix: &str) -> Vec<String> {
    let found = completions.iter().filter(|word| word.starts_with(prefix));
    found.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_before_the_cursor_is_completed() {
        let completions: Vec<String> = ["leq", "length", ":rules", "gcd"]
            .map(str::to_owned)
            .to_vec();
        for (line, expected) in [
            ("le", "leq length"),
            ("gcd(9), leq(A, B), len", "length"),
            (":r", ":rules"),
            ("X = gc", "gcd"),
            ("zz", ""),
        ] {
            let start = start_of_word(line, line.len());
            assert_eq!(
                matching(&completions, &line[start..]).join(" "),
                expected,
                "{line}"
            );
        }
    }
}
