//! The instances of an experiment.

use gridwright::codec::collection::entries;
use gridwright::control::{Deadline, Stop};
use gridwright::puzzles::DrawOptions;
use gridwright::term::Diagnostic;
use gridwright::term::Span;
use gridwright::{BoxedInstance, Kind};

use crate::experiment::generated::GenerateProgress;
use crate::experiment::published::span_of;
use crate::experiment::{Experiment, InstanceSource, Question};

/// An instance with its name.
#[derive(Debug)]
pub struct NamedInstance {
    /// Its name.
    pub name: String,
    /// What its cells run on.
    pub input: CellInput,
}

fn named(name: String, instance: BoxedInstance) -> NamedInstance {
    NamedInstance {
        name,
        input: CellInput::Puzzle(instance),
    }
}

/// What a cell runs on.
#[derive(Debug)]
pub enum CellInput {
    /// A puzzle to solve.
    Puzzle(BoxedInstance),
    /// The rows and columns of puzzles to generate; `None` is the default of the kind.
    Size(Option<(usize, usize)>),
}

/// The instances of an experiment; `text` is the text of its set or file. Generated instances are read from `text` if it is not empty, as written by
/// [`format_collection`]; otherwise they are generated here, with calls of `report`.
pub fn instances(
    experiment: &Experiment,
    text: &str,
    stop: &Stop,
    report: &mut dyn FnMut(GenerateProgress<'_>),
) -> Result<Vec<NamedInstance>, Diagnostic> {
    let kind = gridwright::kind(&experiment.kind).expect("parsing checked the kind");
    let only = &experiment.instances.only;
    let no_span = Span::new(0, 0);
    let mut found = Vec::new();
    match &experiment.instances.source {
        InstanceSource::Set(_) | InstanceSource::File(_) => {
            found = read_collection(only, kind, text)?
        }
        InstanceSource::Inline(puzzles) => {
            for (name, text) in puzzles {
                let instance = kind.read(kind.recognise(text), text)?;
                found.push(named(name.clone(), instance));
            }
        }
        InstanceSource::Generated(set) if experiment.question == Question::Generate => {
            found.extend(set.sizes.iter().map(|(name, size)| NamedInstance {
                name: name.clone(),
                input: CellInput::Size(*size),
            }));
        }
        InstanceSource::Generated(set) if !text.is_empty() => {
            let names = set.names().into_iter();
            for (name, entry) in names.zip(entries(text)) {
                let entry = entry?;
                let instance = kind.read(None, entry.text);
                found.push(named(name, instance.map_err(|error| entry.locate(error))?));
            }
            if found.len() != set.names().len() {
                let what = "some of the generated puzzles are missing";
                return Err(Diagnostic::error(what, no_span));
            }
        }
        InstanceSource::Generated(set) => {
            let deadline = Deadline::at_stop(stop.clone());
            let puzzles = set.puzzles(kind, u64::MAX, &deadline, report);
            let puzzles = puzzles.map_err(|why| Diagnostic::error(why, no_span))?;
            found.extend(
                puzzles
                    .into_iter()
                    .map(|(name, instance)| named(name, instance)),
            );
        }
    }
    found.retain(|instance| matches_any(only, &instance.name));
    Ok(found)
}

/// Whether a name matches one of the patterns; no pattern matches all. `*` stands for any characters.
pub fn matches_any(only: &[String], name: &str) -> bool {
    only.is_empty() || only.iter().any(|pattern| matches(pattern, name))
}

fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            return false;
        };
        rest = after;
    }
    rest.ends_with(last)
}

/// An error for a pattern in `only` that matches no instance, with its place in the text of the experiment.
pub fn unmatched_pattern(
    experiment: &Experiment,
    instances: &[NamedInstance],
    text: &str,
) -> Option<Diagnostic> {
    let mut only = experiment.instances.only.iter();
    let pattern = only.find(|pattern| !instances.iter().any(|one| matches(pattern, &one.name)))?;
    let message = "no puzzle matches this name; `*` stands for any characters";
    Some(Diagnostic::error(message, span_of(text, "only", pattern)))
}

/// Formats generated puzzles as a collection, so that they need not be generated again.
pub fn format_collection(instances: &[NamedInstance]) -> String {
    let mut text = "% What was made for this experiment.\n".to_owned();
    for named in instances {
        if let CellInput::Puzzle(instance) = &named.input {
            let board = instance.draw(&DrawOptions::default());
            let name = named.name.replace(' ', "");
            let (rows, cols) = (board.rows, board.cols);
            text += &format!(
                "puzzle {name} {rows} {cols}\n{}\n\n",
                instance.print().trim_end()
            );
        }
    }
    text
}

/// The puzzles of a collection that match; the others are not parsed.
fn read_collection(
    only: &[String],
    kind: &'static dyn Kind,
    text: &str,
) -> Result<Vec<NamedInstance>, Diagnostic> {
    let mut found = Vec::new();
    for entry in entries(text) {
        let entry = entry?;
        let name = entry.title();
        if !matches_any(only, &name) {
            continue;
        }
        let format = kind.recognise(entry.text);
        let instance = kind
            .read(format, entry.text)
            .map_err(|error| entry.locate(error))?;
        found.push(named(name, instance));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_characters() {
        let check = |pattern: &str, name: &str, expected: bool| {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        };
        check("board1", "board1", true);
        check("board1", "board10", false);
        check("board1*", "board10", true);
        check("*1*", "board10", true);
        check("*0", "board10", true);
        check("*1", "board10", false);
        check("b*d*0", "board10", true);
        check("b*0*0", "board10", false);
        check("*", "", true);
        check("aa*a", "aa", false);
    }
}
