//! Programs of Constraint Handling Rules for a puzzle: texts as data, what may be switched in them, and their two ends, from an instance to a
//! query and from what the query bound to an answer. Nothing here runs a rule.
//!
//! A program binds the variable `Answer` of its query once for each answer. It counts the values its search tries by `flag(nodes, N, N+1)`.
//! A switch is a Prolog flag that the text asks about with `current_prolog_flag/2`, and what it does without flags is what the first value says.

use std::collections::HashMap;
use std::fmt;

use gridwright_term::Term;

use crate::contract::choices::NoSuchChoice;
use crate::contract::premise::Claim;
use crate::contract::puzzle::Puzzle;

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

/// A run as it stands.
#[derive(Debug)]
pub struct Seen<'s> {
    answer: Option<&'s Term>,
    store: &'s [Term],
    /// The values left of variables that have a constraint `in`.
    left: HashMap<&'s str, Vec<i32>>,
}

impl<'s> Seen<'s> {
    /// A run with this binding of `Answer` and this store.
    pub fn new(answer: Option<&'s Term>, store: &'s [Term]) -> Seen<'s> {
        let domain = |term: &'s Term| match (term.functor(), term.args()) {
            (Some(("in", 2)), [Term::Var(name), values]) => Some((&name[..], listed(values)?)),
            _ => None,
        };
        Seen {
            answer,
            store,
            left: store.iter().filter_map(domain).collect(),
        }
    }

    /// The arguments of every constraint of a name that has so many of them.
    pub(crate) fn each<const N: usize>(&self, name: &str) -> impl Iterator<Item = &'s [Term; N]> {
        let named = move |term: &&Term| term.functor() == Some((name, N));
        let terms = self.store.iter().filter(named);
        terms.filter_map(|term| term.args().try_into().ok())
    }

    /// The values that a term may still have: a number is itself.
    pub(crate) fn left(&self, term: &Term) -> Option<Vec<i32>> {
        match term {
            Term::Int(number) => Some(vec![i32::try_from(*number).ok()?]),
            Term::Var(name) => self.left.get(&name[..]).cloned(),
            _ => None,
        }
    }

    /// The items of a list of lists that `Answer` is bound to, in order.
    pub(crate) fn items(&self) -> Vec<&'s Term> {
        let Some(Term::List(rows)) = self.answer else {
            return Vec::new();
        };
        let row = |row: &'s Term| match row {
            Term::List(items) => items.iter().collect(),
            item => vec![item],
        };
        rows.iter().flat_map(row).collect()
    }
}

/// The values of a domain that is written as a list, or by its ends.
pub(crate) fn listed(values: &Term) -> Option<Vec<i32>> {
    let number = |term: &Term| match term {
        Term::Int(number) => i32::try_from(*number).ok(),
        _ => None,
    };
    match (values, values.functor()) {
        (Term::List(items), _) => items.iter().map(number).collect(),
        (_, Some(("..", 2))) => {
            let (min, max) = (number(&values.args()[0])?, number(&values.args()[1])?);
            Some((min..=max).collect())
        }
        _ => None,
    }
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
}
