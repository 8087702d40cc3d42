//! The index report: how each rule finds its partners, for the author of a program that is slow.

use crate::code::{Code, Occurrence, Partner, Path};
use crate::program::Program;

impl Program {
    /// How each rule finds its partners, one line for each: the rule, the active constraint, the partner, and the way to it.
    /// A line that ends in `all of them` is where time goes when the store is large.
    pub fn index_report(&self) -> String {
        let code = &self.code;
        let mut lines = Vec::new();
        for constraint in &code.constraints {
            let active = shown(code, constraint.functor);
            for occurrence in &constraint.occurrences {
                for partner in &occurrence.partners {
                    lines.push((occurrence.rule, line(code, &active, occurrence, partner)));
                }
            }
        }
        lines.sort_by_key(|&(rule, _)| rule);
        lines.into_iter().map(|(_, line)| line + "\n").collect()
    }
}

fn line(code: &Code, active: &str, occurrence: &Occurrence, partner: &Partner) -> String {
    let rule = &code.rules[occurrence.rule as usize];
    let sought = shown(code, code.constraints[partner.constraint as usize].functor);
    let mut way = match partner.lookup.index {
        None => "all of them".to_owned(),
        Some(index) => {
            let places: Vec<String> = code.indexes[index as usize]
                .args
                .iter()
                .map(place)
                .collect();
            format!("index on {}", places.join(", "))
        }
    };
    if !partner.lookup.shared.is_empty() {
        way = format!("a shared variable while one is unbound, else {way}");
    }
    format!(
        "{} (line {}): {active} finds {sought}: {way}",
        rule.name, rule.line
    )
}

/// An argument as people count, and where in it.
fn place(path: &Path) -> String {
    match path.inside {
        None => format!("argument {}", path.arg + 1),
        Some((_, inner)) => format!("part {} of argument {}", inner + 1, path.arg + 1),
    }
}

fn shown(code: &Code, functor: crate::names::Functor) -> String {
    format!(
        "{}/{}",
        code.names.text(functor.name() as usize),
        functor.arity()
    )
}
