//! `verify`: checks saved explanations.

use std::time::Duration;

use clap::Args;
use gridwright::control::{Limit, Limits};
use gridwright::explain::{
    ExplainOptions, Explanation, ExplanationEnd, VerifyError, VerifyOptions, check_size,
    verify_with,
};
use gridwright::{AnyInstance, Request, explain, kind};

use crate::exit_status::ExitStatus;
use crate::input::options::parse_time;
use crate::input::origin::Source;
use crate::input::puzzles::sources;
use crate::output::explanation_json::SavedExplanation;
use crate::output::wrap::{wrapped, wrapped_message};
use crate::work::interrupt::stop_on_interrupt;

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Files written by `explain --json`, or - for standard input. Every step is replayed, every link of a chain is checked, names, costs and sentences are compared with those of a new explanation, and the output lists what was checked and what was not
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Time limit per explanation: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time_limit: Option<Duration>,
}

/// Why an explanation is not accepted.
#[derive(Debug)]
struct Refusal {
    message: String,
    status: ExitStatus,
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal {
            message,
            status: ExitStatus::Error,
        }
    }
}

impl Verify {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let stop = stop_on_interrupt();
        let request = Request {
            time: self.time_limit,
            stop: Some(stop.clone()),
            ..Request::default()
        };
        let mut status = ExitStatus::Success;
        let mut n_seen = 0;
        for source in sources(&self.files)? {
            for (i, line) in source.text.lines().enumerate() {
                if line.trim().is_empty() {
                    continue;
                }
                n_seen += 1;
                match replayed(&source, i + 1, line, &request.limits()) {
                    Ok(summary) => outln!("{}", wrapped(&summary, 4)),
                    Err(refusal) => {
                        status = status.max(refusal.status);
                        eprintln!("{}", wrapped_message(&refusal.message));
                    }
                }
                if stop.is_requested() {
                    return Ok(status.max(ExitStatus::Stopped));
                }
            }
        }
        match n_seen {
            0 => Err("the input contains no explanation".to_owned()),
            _ => Ok(status),
        }
    }
}

/// Checks one line; returns a summary, or why it is rejected.
fn replayed(source: &Source, line: usize, text: &str, limits: &Limits) -> Result<String, Refusal> {
    let deadline = limits.deadline();
    let place = format!("{}:{line}", source.name);
    let saved: SavedExplanation = serde_json::from_str(text)
        .map_err(|error| format!("{place}: error: not an explanation: {error}"))?;
    let name = format!("{place}: {} {}", saved.kind, saved.name);
    let kind = kind(&saved.kind).ok_or_else(|| format!("{name}: error: unknown puzzle kind"))?;
    let instance = kind
        .read(None, &saved.puzzle)
        .map_err(|error| format!("{name}: error: {}", error.message))?;
    check_size(&*instance).map_err(|error| format!("{name}: error: {error}"))?;
    let explanation = saved.explanation(&*instance);
    let explanation = explanation.map_err(|error| format!("{name}: rejected: {error}"))?;
    let stopped = |limit: Limit| Refusal {
        message: format!(
            "{name}: {}, neither verified nor rejected",
            limit.describe()
        ),
        status: ExitStatus::Stopped,
    };
    let again = explained_again(&*instance, &explanation, limits.until(&deadline));
    let again = again.map_err(stopped)?;
    let options = VerifyOptions {
        limits: limits.until(&deadline),
        again: again.as_ref(),
    };
    let verified = verify_with(&*instance, &explanation, &options);
    let verified = verified.map_err(|error| match error {
        VerifyError {
            limit: Some(limit), ..
        } => stopped(limit),
        error => format!("{name}: rejected: {error}").into(),
    })?;
    let n = explanation.steps.len();
    let steps = if n == 1 { "step" } else { "steps" };
    let summary = match saved.end.as_str() {
        "solved" => format!("{name}: {n} {steps} verified, up to the answer"),
        "shared" => format!("{name}: {n} {steps} verified, up to what all answers have in common"),
        _ => format!("{name}: {n} {steps} verified; the explanation is incomplete"),
    };
    let mut unchecked = verified.unchecked();
    unchecked.push("name of the puzzle".to_owned());
    let parts = [("checked", verified.checked()), ("not checked", unchecked)];
    let parts = parts.iter().filter(|(_, parts)| !parts.is_empty());
    let parts = parts.map(|(which, parts)| format!("\n  {which}: {}", parts.join("; ")));
    Ok(summary + &parts.collect::<String>())
}

/// The explanation that `explain` gives of the instance; `None` if the one to be compared was stopped early, because then this one may take forever.
fn explained_again(
    instance: &dyn AnyInstance,
    explanation: &Explanation,
    limits: Limits,
) -> Result<Option<Explanation>, Limit> {
    let is_stopped = matches!(explanation.end, ExplanationEnd::Stopped(_));
    if is_stopped || explanation.steps.is_empty() {
        return Ok(None);
    }
    let options = ExplainOptions {
        limits,
        ..ExplainOptions::default()
    };
    match explain(instance, &options) {
        Ok(Explanation {
            end: ExplanationEnd::Stopped(limit),
            ..
        }) => Err(limit),
        Ok(again) => Ok(Some(again)),
        Err(_) => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use gridwright::control::Rng;
    use gridwright::explain::{ExplainOptions, explain};
    use gridwright::puzzles::CATALOGUE;
    use gridwright_testing::{cases, first_seed};
    use serde_json::{Value, json};

    use super::*;

    /// The most steps of an explanation that is changed, so that checking it often takes little time.
    const MAX_STEPS: usize = 100;

    /// The changes of each explanation.
    const N_CHANGES: usize = 120;

    /// The explanations of the examples of every kind, as objects.
    fn explanations() -> Vec<Value> {
        let mut all = Vec::new();
        for kind in CATALOGUE {
            for example in kind.info().examples {
                let instance = kind.read(None, example.text).expect("a valid example");
                let Ok(explanation) = explain(&*instance, &ExplainOptions::default()) else {
                    continue;
                };
                let n = explanation.steps.len();
                if (1..=MAX_STEPS).contains(&n) {
                    let saved = SavedExplanation::new("board", &*instance, &explanation);
                    all.push(serde_json::to_value(saved).expect("an object"));
                }
            }
        }
        all
    }

    fn check(explanation: &Value) -> Result<String, String> {
        let text = explanation.to_string();
        let source = Source {
            name: "test".to_owned(),
            text: String::new(),
        };
        replayed(&source, 1, &text, &Limits::default()).map_err(|refusal| refusal.message)
    }

    /// The pointers to all values inside a value.
    fn pointers(value: &Value, at: &str, out: &mut Vec<String>) {
        let inner: Vec<(String, &Value)> = match value {
            Value::Array(items) => items
                .iter()
                .enumerate()
                .map(|(i, item)| (i.to_string(), item))
                .collect(),
            Value::Object(fields) => fields
                .iter()
                .map(|(name, field)| (name.clone(), field))
                .collect(),
            _ => Vec::new(),
        };
        for (name, item) in inner {
            let pointer = format!("{at}/{name}");
            pointers(item, &pointer, out);
            out.push(pointer);
        }
    }

    /// What is done to a value.
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Change {
        /// An item is added again at the end of its list.
        Repeat,
        /// An item or a field is left out.
        Drop,
        /// An item changes places with the next.
        Swap,
        /// A number, a text or a truth value becomes another.
        Alter,
        /// An item of another list of the same name is added at the end.
        AddForeign,
    }

    const CHANGES: [Change; 5] = [
        Change::Repeat,
        Change::Drop,
        Change::Swap,
        Change::Alter,
        Change::AddForeign,
    ];

    /// Changes the value at a pointer; false if that cannot be changed so.
    fn apply(explanation: &mut Value, pointer: &str, change: Change, rng: &mut Rng) -> bool {
        let (above, name) = pointer.rsplit_once('/').expect("a pointer");
        let index: Option<usize> = name.parse().ok();
        let foreign = foreign_items(explanation, above);
        let Some(parent) = explanation.pointer_mut(above) else {
            return false;
        };
        match (change, parent, index) {
            (Change::Repeat, Value::Array(items), Some(at)) => items.push(items[at].clone()),
            (Change::Drop, Value::Array(items), Some(at)) => drop(items.remove(at)),
            (Change::Drop, Value::Object(fields), _) => drop(fields.remove(name)),
            (Change::Swap, Value::Array(items), Some(at)) if at + 1 < items.len() => {
                items.swap(at, at + 1);
            }
            (Change::AddForeign, Value::Array(items), _) => {
                let foreign = foreign.into_iter().filter(|item| !items.contains(item));
                let foreign: Vec<Value> = foreign.collect();
                if foreign.is_empty() {
                    return false;
                }
                items.push(foreign[rng.below(foreign.len())].clone());
            }
            (Change::Alter, parent, _) => {
                let value = match index {
                    Some(at) => &mut parent[at],
                    None => &mut parent[name],
                };
                return alter(value, rng);
            }
            _ => return false,
        }
        true
    }

    /// The items of all lists with the same name as the one at a pointer.
    fn foreign_items(explanation: &Value, list: &str) -> Vec<Value> {
        let name = |pointer: &str| pointer.rsplit('/').next().unwrap_or_default().to_owned();
        let mut all = Vec::new();
        pointers(explanation, "", &mut all);
        let same = all
            .iter()
            .filter(|other| *other != list && name(other) == name(list));
        let lists = same.filter_map(|other| explanation.pointer(other)?.as_array());
        lists.flatten().cloned().collect()
    }

    fn alter(value: &mut Value, rng: &mut Rng) -> bool {
        *value = match value {
            Value::Bool(is_true) => json!(!*is_true),
            Value::String(text) => json!(format!("{text}x")),
            Value::Number(number) => {
                let number = number.as_i64().expect("a small number");
                match rng.below(3) {
                    0 => json!(-number),
                    1 => json!(number + 1),
                    _ => json!(number - 1),
                }
            }
            _ => return false,
        };
        true
    }

    /// Lists to which more may be added if that is true too: more rules or known facts than needed, and more conclusions that follow.
    const EXTENSIBLE: [&str; 5] = ["premises", "used", "concludes", "given", "silent"];

    /// Every field of every explanation is changed in every way. A change is refused; or what is said then follows as well, and the report says that the order of the
    /// steps was not checked, which an unchanged explanation gets. Only the name of a puzzle can be anything.
    #[test]
    fn changed_explanations_are_refused_or_as_right_as_before() {
        let mut rng = Rng::new(1 + first_seed());
        let (mut n_links, mut n_refused_links) = (0, 0);
        for explanation in explanations() {
            let before =
                check(&explanation).unwrap_or_else(|error| panic!("{error}: {explanation}"));
            assert!(
                before.ends_with("not checked: name of the puzzle"),
                "{before}"
            );
            let mut all = Vec::new();
            pointers(&explanation, "", &mut all);
            for _ in 0..cases(N_CHANGES) {
                let pointer = &all[rng.below(all.len())];
                let change = CHANGES[rng.below(CHANGES.len())];
                let mut changed = explanation.clone();
                if !apply(&mut changed, pointer, change, &mut rng) || changed == explanation {
                    continue;
                }
                let words: Vec<&str> = pointer.split('/').collect();
                let names: Vec<&str> = words
                    .iter()
                    .copied()
                    .filter(|word| !word.is_empty() && word.parse::<usize>().is_err())
                    .collect();
                let name = names[names.len() - 1];
                // A case may lead to a conclusion by one more link, if it follows.
                let is_link = match change {
                    Change::Alter => names.contains(&"chain"),
                    Change::AddForeign => names.contains(&"inner"),
                    _ => false,
                };
                n_links += usize::from(is_link);
                let Ok(report) = check(&changed) else {
                    n_refused_links += usize::from(is_link);
                    continue;
                };
                if change == Change::Alter && pointer == "/name" {
                    continue;
                }
                let is_harmless = match change {
                    // Each thing is said once.
                    Change::Repeat => false,
                    // An explanation may say less, and in another order.
                    Change::Drop | Change::Swap => true,
                    Change::AddForeign => {
                        let is_extensible = names.iter().any(|one| EXTENSIBLE.contains(one));
                        is_link || is_extensible && !names.contains(&"chain")
                    }
                    // Two rules may have the same words, which are checked.
                    Change::Alter => name == "at" || is_link,
                };
                let (_, unchecked) = report.split_once("not checked: ").unwrap_or_default();
                assert!(
                    is_harmless && unchecked.contains("order of the steps"),
                    "{change:?} of {pointer} is accepted: {report}\n{explanation}"
                );
            }
        }
        // Another link is accepted only if it follows too.
        assert!(
            n_refused_links * 10 >= n_links * 8,
            "{n_refused_links} of {n_links}"
        );
    }
}
