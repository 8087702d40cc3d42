//! The index report: how each rule finds its partners, for the author of a program that is slow.

use crate::code::{Code, Lookup, Occurrence, Partner, Path, Sought};

/// One line for each partner of a rule.
pub(crate) fn index_report(code: &Code) -> String {
    let mut lines = Vec::new();
    for constraint in &code.constraints {
        if constraint.fleeting {
            continue;
        }
        let active = shown(code, constraint.functor);
        for occurrence in constraint.searched() {
            for partner in &occurrence.partners {
                lines.push((occurrence.rule, line(code, &active, occurrence, partner)));
            }
        }
    }
    lines.sort_by_key(|&(rule, _)| rule);
    // Two heads of one constraint often find each other in the same way.
    lines.dedup();
    lines.into_iter().map(|(_, line)| line + "\n").collect()
}

fn line(code: &Code, active: &str, occurrence: &Occurrence, partner: &Partner) -> String {
    let rule = &code.rules[occurrence.rule as usize];
    let sought = shown(code, code.constraints[partner.constraint as usize].functor);
    format!(
        "{} (line {}): {active} finds {sought}: {}",
        rule.name,
        rule.line,
        way(code, &partner.lookup)
    )
}

/// How a partner is found.
pub(crate) fn way(code: &Code, lookup: &Lookup) -> String {
    let way = match lookup.index {
        None => "all of them".to_owned(),
        Some(index) => {
            let paths = code.indexes[index as usize].args.iter();
            let places = paths.zip(&lookup.key).map(|(path, sought)| match sought {
                Sought::Term(_) => place(path),
                Sought::Value(_) => format!("{}, computed by the guard", place(path)),
            });
            format!("index on {}", places.collect::<Vec<_>>().join(", "))
        }
    };
    if lookup.shared.is_empty() {
        way
    } else {
        format!("a shared variable while one is unbound, else {way}")
    }
}

/// An argument as people count, and where in it.
fn place(path: &Path) -> String {
    match path.inside {
        None => format!("argument {}", path.arg + 1),
        Some((_, inner)) => format!("part {} of argument {}", inner + 1, path.arg + 1),
    }
}

fn shown(code: &Code, functor: crate::code::atoms::Functor) -> String {
    format!(
        "{}/{}",
        code.atoms.text(functor.name() as usize),
        functor.arity()
    )
}
