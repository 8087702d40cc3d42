//! Programs of Constraint Handling Rules for a puzzle: texts as data, what may be switched in them, and their two ends, from an instance to a
//! query and from what the query bound to an answer. Nothing here runs a rule.
//!
//! A program binds the variable `Answer` of its query once for each answer. It counts the values its search tries by `flag(nodes, N, N+1)`.
//! A switch is a Prolog flag that the text asks about with `current_prolog_flag/2`, and what it does without flags is what the first value says.

use std::fmt;

use gridwright_term::Term;

use crate::choices::NoSuchChoice;
use crate::premise::Claim;
use crate::puzzle::Puzzle;
use crate::seen::Seen;

/// A program for a puzzle.
#[derive(Debug)]
pub struct Program<P: Puzzle> {
    /// What it says of itself.
    pub card: ProgramCard,
    /// The query for an instance, which binds `Answer`.
    pub query: fn(&P::Instance) -> String,
    /// The answer that `Answer` was bound to; `None` if the term is none, which is a defect of the program.
    pub read: fn(&P::Instance, &Term) -> Option<P::Answer>,
    /// The names of the constraints that `seen` looks at.
    pub watched: &'static [&'static str],
    /// What a run that is under way says of the board.
    pub seen: fn(&P::Instance, &Seen<'_>) -> Vec<Claim>,
}

/// Something that may be switched in a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its name.
    pub name: &'static str,
    /// What it is about, in a line.
    pub about: &'static str,
    /// Its values, the usual one first.
    pub values: &'static [&'static str],
}

/// The values of a switch that is usually on.
pub(crate) const ON: &[&str] = &["on", "off"];
/// The values of a switch that is usually off.
pub(crate) const OFF: &[&str] = &["off", "on"];

/// What a program says of itself.
#[derive(Clone, Copy, Debug)]
pub struct ProgramCard {
    /// Its name, that of the viewpoint it takes: `cells`, or `cells+columns` for two that are linked.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// Its text.
    pub source: &'static str,
    /// What may be switched.
    pub switches: &'static [Switch],
}

impl ProgramCard {
    /// The value of every switch where these are wished: `name=value`, or `name` alone for `name=on`.
    pub fn switched(
        &self,
        wishes: &[String],
    ) -> Result<Vec<(&'static str, &'static str)>, NoSuchSwitch> {
        let mut all: Vec<(&'static str, &'static str)> = self
            .switches
            .iter()
            .map(|switch| (switch.name, switch.values[0]))
            .collect();
        for wish in wishes {
            let (name, value) = wish.split_once('=').unwrap_or((wish, "on"));
            let refused = |why| NoSuchSwitch {
                program: self.name,
                wish: wish.clone(),
                why,
            };
            let Some(at) = self.switches.iter().position(|switch| switch.name == name) else {
                return Err(refused(GenerateError::Name(self.switches)));
            };
            let mut values = self.switches[at].values.iter();
            let found = values.find(|known| **known == value);
            all[at].1 = found.ok_or_else(|| refused(GenerateError::Value(self.switches[at])))?;
        }
        Ok(all)
    }
}

/// A program has no switch of that name, or the switch no such value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchSwitch {
    program: &'static str,
    wish: String,
    why: GenerateError,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum GenerateError {
    Name(&'static [Switch]),
    Value(Switch),
}

impl fmt::Display for NoSuchSwitch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoSuchSwitch { program, wish, why } = self;
        match why {
            GenerateError::Name([]) => write!(
                f,
                "the program {program} has no switch `{wish}`, nor any other"
            ),
            GenerateError::Name(switches) => {
                let known: Vec<String> = switches.iter().map(Switch::form).collect();
                let known = known.join(", ");
                write!(
                    f,
                    "the program {program} has no switch `{wish}`; there are {known}"
                )
            }
            GenerateError::Value(switch) => write!(
                f,
                "`{wish}` is no way to switch the program {program}; there are {}",
                switch.form()
            ),
        }
    }
}

impl std::error::Error for NoSuchSwitch {}

impl Switch {
    /// How it is written, with all its values: `select=input_order|store`.
    pub fn form(&self) -> String {
        format!("{}={}", self.name, self.values.join("|"))
    }
}

/// The program of a name, or the usual one where the name is empty.
pub(crate) fn program<P: Puzzle>(name: &str) -> Result<&'static Program<P>, NoSuchChoice> {
    let all = P::PROGRAMS;
    let found = match name {
        "" => all.first(),
        _ => all.iter().find(|program| program.card.name == name),
    };
    found.ok_or_else(|| NoSuchChoice {
        puzzle: P::CARD.title,
        what: "program",
        name: name.to_owned(),
        known: all.iter().map(|program| program.card.name).collect(),
    })
}

/// A list of rows of so many items, as a program reads them.
pub(crate) fn rows(width: usize, items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let rows: Vec<String> = items
        .chunks(width.max(1))
        .map(|row| format!("[{}]", row.join(",")))
        .collect();
    format!("[{}]", rows.join(","))
}

/// The numbers in a list, or in lists of lists, if it has so many and nothing else.
pub(crate) fn numbers(term: &Term, wanted: usize) -> Option<Vec<i32>> {
    fn collect(term: &Term, into: &mut Vec<i32>) -> Option<()> {
        match term {
            Term::Int(number) => into.push(i32::try_from(*number).ok()?),
            Term::List(items) => {
                for item in items {
                    collect(item, into)?;
                }
            }
            _ => return None,
        }
        Some(())
    }
    let mut found = Vec::with_capacity(wanted);
    collect(term, &mut found)?;
    (found.len() == wanted).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CARD: ProgramCard = ProgramCard {
        name: "cells",
        about: "",
        file: "cells.chr",
        source: "",
        switches: &[
            Switch {
                name: "likely",
                about: "",
                values: OFF,
            },
            Switch {
                name: "select",
                about: "",
                values: &["store", "first_fail"],
            },
        ],
    };

    #[test]
    fn switches_are_read_and_refused() {
        let switched = |wishes: &[&str]| {
            let wishes: Vec<String> = wishes.iter().map(|wish| (*wish).to_owned()).collect();
            let all = CARD.switched(&wishes).map_err(|why| why.to_string())?;
            let all: Vec<String> = all.iter().map(|(n, v)| format!("{n}={v}")).collect();
            Ok::<String, String>(all.join(" "))
        };
        assert_eq!(switched(&[]), Ok("likely=off select=store".to_owned()));
        assert_eq!(
            switched(&["select=first_fail", "likely"]),
            Ok("likely=on select=first_fail".to_owned())
        );
        assert_eq!(
            switched(&["chains"]),
            Err("the program cells has no switch `chains`; there are likely=off|on, select=store|first_fail".to_owned())
        );
        assert_eq!(
            switched(&["select=last"]),
            Err("`select=last` is no way to switch the program cells; there are select=store|first_fail".to_owned())
        );
    }

    #[test]
    fn numbers_are_read_from_rows_and_nothing_else() {
        let row = |items: &[i32]| Term::list(items.iter().map(|&item| Term::from(item)));
        let square = Term::list([row(&[1, 2]), row(&[3, 4])]);
        assert_eq!(numbers(&square, 4), Some(vec![1, 2, 3, 4]));
        assert_eq!(numbers(&square, 5), None);
        assert_eq!(numbers(&Term::list([Term::var("X")]), 1), None);
        assert_eq!(rows(2, (1..=4).map(|n| n.to_string())), "[[1,2],[3,4]]");
    }
}
