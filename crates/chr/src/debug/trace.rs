//! The trace: events as lines of text or JSON.

use std::fmt;

use gridwright_term::{Operators, Term};

use crate::state::event::{Event, Step};

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Event::Call => "call",
            Event::Exit => "exit",
            Event::Wake => "wake",
            Event::Insert => "insert",
            Event::Remove => "remove",
            Event::Try => "try",
            Event::Apply => "apply",
            Event::Fail => "fail",
            Event::Redo => "redo",
        })
    }
}

impl Step {
    /// The step as one line of text.
    pub fn text(&self, operators: &Operators) -> String {
        let shown = |(id, term): &(u64, Term)| format!("{} #{id}", term.display_with(operators));
        let constraints: Vec<String> = self.constraints.iter().map(shown).collect();
        let rule = self
            .rule
            .as_ref()
            .map(|rule| format!("{rule} @ "))
            .unwrap_or_default();
        if constraints.is_empty() {
            return self.event.to_string();
        }
        format!("{}: {rule}{}", self.event, constraints.join(", "))
    }

    /// The step as one JSON object on one line.
    pub fn json(&self, operators: &Operators) -> String {
        let quoted = |text: &str| {
            let mut quoted = String::from('"');
            for c in text.chars() {
                match c {
                    '"' => quoted.push_str("\\\""),
                    '\\' => quoted.push_str("\\\\"),
                    c if c.is_control() => quoted.push_str(&format!("\\u{:04x}", u32::from(c))),
                    c => quoted.push(c),
                }
            }
            quoted.push('"');
            quoted
        };
        let shown = |(id, term): &(u64, Term)| {
            let term = quoted(&term.display_with(operators).to_string());
            format!("{{\"id\":{id},\"constraint\":{term}}}")
        };
        let constraints: Vec<String> = self.constraints.iter().map(shown).collect();
        let rule = self
            .rule
            .as_ref()
            .map(|rule| format!("\"rule\":{},", quoted(rule)));
        format!(
            "{{\"event\":\"{}\",\"depth\":{},{}\"constraints\":[{}]}}",
            self.event,
            self.depth,
            rule.unwrap_or_default(),
            constraints.join(",")
        )
    }
}
