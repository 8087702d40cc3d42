//! Runs of programs as text, for the tests of several files.

use gridwright_chr::{Limits, Program};
use gridwright_term::Term;

/// Runs a query and shows what was written and the store, or `no`, or what was thrown.
pub(crate) fn shown(text: &str, query: &str) -> String {
    shown_of(&parsed(text), query)
}

/// The same for a program that was read already.
pub(crate) fn shown_of(program: &Program, query: &str) -> String {
    let report = match program.run(query, Limits::default()) {
        Ok(report) => report,
        Err(why) => return why.to_string(),
    };
    let Some(answer) = report.answer else {
        return format!("{}no", report.output);
    };
    let store: Vec<String> = answer.store.iter().map(Term::to_string).collect();
    format!("{}{{{}}}", report.output, store.join(", "))
}

/// All answers to a query, as the bindings of its variables, or what was thrown.
pub(crate) fn answers(text: &str, query: &str) -> String {
    let program = parsed(text);
    let mut run = program
        .query(query, Limits::default())
        .unwrap_or_else(|why| panic!("{query}: {why}"));
    let mut found = Vec::new();
    loop {
        match run.next_answer() {
            Ok(Some(answer)) => {
                let bindings = answer.bindings.iter();
                let shown = bindings.map(|(name, term)| format!("{name}={term}"));
                let shown: Vec<String> = shown.collect();
                found.push(match shown.is_empty() {
                    true => "yes".to_owned(),
                    false => shown.join(" "),
                });
            }
            Ok(None) => break,
            Err(why) => {
                found.push(why.to_string());
                break;
            }
        }
    }
    found.join("; ")
}

/// Every program is refused with this message.
pub(crate) fn refuses(programs: &[(&str, &str)]) {
    for (text, expected) in programs {
        let error = Program::parse(text, "t.chr").expect_err("it has an error");
        assert_eq!(error.to_string(), *expected);
    }
}

/// A text in which every variable without a name is `_`.
pub(crate) fn nameless(text: &str) -> String {
    let mut parts = text.split("_G");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |shown, part| {
        shown + "_" + part.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

/// A term in which every variable is the name `_`.
pub(crate) fn nameless_term(term: &Term) -> Term {
    match term {
        Term::Var(_) => Term::name("_"),
        Term::Compound(name, args) => Term::compound(name, args.iter().map(nameless_term)),
        Term::List(items) => Term::list(items.iter().map(nameless_term)),
        Term::OpenList(items, rest) => {
            Term::open_list(items.iter().map(nameless_term), nameless_term(rest))
        }
        _ => term.clone(),
    }
}

fn parsed(text: &str) -> Program {
    Program::parse(text, "t.chr").unwrap_or_else(|why| panic!("{why}"))
}
