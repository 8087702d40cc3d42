//! CHR programs for a puzzle: the source text, its switches, the query for an instance, and how to read an answer from the term that the query
//! binds. This module does not run programs.
//!
//! A program binds the variable `Answer` of its query once for each answer. It counts the values its search tries by `flag(nodes, N, N+1)`.
//! A switch is a Prolog flag that the text reads with `current_prolog_flag/2`; without the flag, the program behaves as with the first value.

use std::collections::HashMap;

use gridwright_term::Term;

use crate::contract::choices::UnknownName;
use crate::contract::premise::Claim;
use crate::contract::puzzle::Puzzle;

/// A program for a puzzle.
#[derive(Debug)]
pub struct Program<P: Puzzle> {
    /// Its name, source and switches.
    pub info: ProgramInfo,
    /// The query for an instance, which binds `Answer`.
    pub query: fn(&P::Instance) -> String,
    /// The answer that `Answer` was bound to; `None` if the term is not an answer, which is a bug in the program.
    pub read: fn(&P::Instance, &Term) -> Option<P::Answer>,
    /// The names of the constraints that `claims` reads.
    pub watched: &'static [&'static str],
    /// The claims about facts that hold in the current state of a run.
    pub claims: fn(&P::Instance, &ProgramState<'_>) -> Vec<Claim>,
}

/// An option of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its name.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// Its values, the default first.
    pub values: &'static [&'static str],
}

/// The values of a switch that is on by default.
pub(crate) const ON: &[&str] = &["on", "off"];
/// The values of a switch that is off by default.
pub(crate) const OFF: &[&str] = &["off", "on"];

/// The name, source and switches of a program.
#[derive(Clone, Copy, Debug)]
pub struct ProgramInfo {
    /// Its name, that of its viewpoint: `cells`, or `cells+columns` for two viewpoints that are channelled.
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// Its text.
    pub source: &'static str,
    /// Its options.
    pub switches: &'static [Switch],
}

impl ProgramInfo {
    /// The value of every switch, given some settings: `name=value`, or `name` alone for `name=on`.
    pub fn switched(
        &self,
        requests: &[String],
    ) -> Result<Vec<(&'static str, &'static str)>, UnknownName> {
        let mut all: Vec<(&'static str, &'static str)> = self
            .switches
            .iter()
            .map(|switch| (switch.name, switch.values[0]))
            .collect();
        for request in requests {
            let (name, value) = request.split_once('=').unwrap_or((request, "on"));
            let unknown = |switches: &[Switch]| UnknownName {
                owner: format!("the program {}", self.name),
                what: "switch",
                name: request.clone(),
                known: switches.iter().map(Switch::form).collect(),
            };
            let at = self.switches.iter().position(|switch| switch.name == name);
            let at = at.ok_or_else(|| unknown(self.switches))?;
            let mut values = self.switches[at].values.iter();
            let value = values.find(|known| **known == value);
            all[at].1 = value.ok_or_else(|| unknown(&self.switches[at..=at]))?;
        }
        Ok(all)
    }
}

impl Switch {
    /// A switch with these values, the default first.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        values: &'static [&'static str],
    ) -> Switch {
        Switch {
            name,
            about,
            values,
        }
    }

    /// Its syntax, for help texts: `select=input_order|store`.
    pub fn form(&self) -> String {
        format!("{}={}", self.name, self.values.join("|"))
    }
}

/// The program of this name, or the default program if the name is empty.
pub(crate) fn program<P: Puzzle>(name: &str) -> Result<&'static Program<P>, UnknownName> {
    let all = P::PROGRAMS;
    let found = match name {
        "" => all.first(),
        _ => all.iter().find(|program| program.info.name == name),
    };
    let names = all.iter().map(|program| program.info.name);
    found.ok_or_else(|| UnknownName::of::<P>("program", name, names))
}

/// The state of a CHR run in progress: the current binding of `Answer` and the constraints in the store. Each stored constraint follows from the query and the choices
/// made so far, so each can be read on its own.
#[derive(Debug)]
pub struct ProgramState<'s> {
    answer: Option<&'s Term>,
    store: &'s [Term],
    /// The domains of variables that have a constraint `in`.
    left: HashMap<&'s str, Vec<i32>>,
}

impl<'s> ProgramState<'s> {
    /// The state with this binding of `Answer` and this store.
    pub fn new(answer: Option<&'s Term>, store: &'s [Term]) -> ProgramState<'s> {
        let domain = |term: &'s Term| match (term.functor(), term.args()) {
            (Some(("in", 2)), [Term::Var(name), values]) => Some((&name[..], listed(values)?)),
            _ => None,
        };
        ProgramState {
            answer,
            store,
            left: store.iter().filter_map(domain).collect(),
        }
    }

    /// The arguments of every stored constraint with this name and `N` arguments.
    pub(crate) fn each<const N: usize>(&self, name: &str) -> impl Iterator<Item = &'s [Term; N]> {
        let named = move |term: &&Term| term.functor() == Some((name, N));
        let terms = self.store.iter().filter(named);
        terms.filter_map(|term| term.args().try_into().ok())
    }

    /// The values that a term may still have: the domain of a variable, or a number itself.
    pub(crate) fn left(&self, term: &Term) -> Option<Vec<i32>> {
        match term {
            Term::Int(number) => Some(vec![i32::try_from(*number).ok()?]),
            Term::Var(name) => self.left.get(&name[..]).cloned(),
            _ => None,
        }
    }

    /// The items of the list of rows that `Answer` is bound to, flattened.
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

/// The values of a domain that is written as a list or as `Min..Max`.
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

    const INFO: ProgramInfo = ProgramInfo {
        name: "cells",
        about: "",
        file: "cells.chr",
        source: "",
        switches: &[
            Switch::new("likely", "", OFF),
            Switch::new("select", "", &["store", "first_fail"]),
        ],
    };

    #[test]
    fn switches_are_parsed_or_rejected() {
        let switched = |requests: &[&str]| {
            let requests: Vec<String> = requests
                .iter()
                .map(|request| (*request).to_owned())
                .collect();
            let all = INFO.switched(&requests).map_err(|why| why.to_string())?;
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
            Err("the program cells has no switch `chains`; it has likely=off|on, select=store|first_fail".to_owned())
        );
        assert_eq!(
            switched(&["select=last"]),
            Err(
                "the program cells has no switch `select=last`; it has select=store|first_fail"
                    .to_owned()
            )
        );
    }
}
