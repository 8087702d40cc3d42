//! Single-sided unification rules, `Head, Guard => Body`: the head is matched without binding the caller's variables, and the first rule whose
//! guard holds is taken. If none does, an error is thrown.

use gridwright_term::Term;

/// The clause of a rule `head => body`, or what is wrong with it.
pub(crate) fn clause_of(head: &Term, body: &Term) -> Result<Term, String> {
    let (head, guard) = match (head.functor(), head.args()) {
        (Some((",", 2)), [head, guard]) => (head, Some(guard)),
        _ => (head, None),
    };
    let Some((name, arity)) = head.functor() else {
        return Err("the head of a rule is a name or a compound".to_owned());
    };
    let args = fresh(arity);
    let mut goals = Vec::new();
    let patterns = head.args();
    let is_open = |at: usize| {
        let same = |other: &Term| *other == patterns[at] && patterns[at] != Term::var("_");
        matches!(patterns[at], Term::Var(_))
            && patterns.iter().filter(|other| same(other)).count() < 2
    };
    // A variable that occurs elsewhere in the head takes part in the matching.
    let elsewhere = |at: usize| {
        patterns.iter().enumerate().any(|(other, pattern)| {
            let Term::Var(name) = &patterns[at] else {
                return false;
            };
            other != at && mentions(pattern, name)
        })
    };
    let plain: Vec<bool> = (0..arity).map(|at| is_open(at) && !elsewhere(at)).collect();
    let own: Vec<Term> = (0..arity)
        .map(|at| {
            if plain[at] {
                patterns[at].clone()
            } else {
                args[at].clone()
            }
        })
        .collect();
    let matched = (0..arity).filter(|at| !plain[*at]);
    let (left, right): (Vec<Term>, Vec<Term>) = matched
        .map(|at| (patterns[at].clone(), args[at].clone()))
        .unzip();
    if !left.is_empty() {
        let (left, right) = (Term::list(left), Term::list(right));
        goals.push(Term::compound("$subsumes", [left.clone(), right.clone()]));
        goals.push(Term::compound("=", [left, right]));
    }
    goals.extend(guard.cloned());
    goals.push(Term::name("!"));
    goals.push(body.clone());
    let body = goals
        .into_iter()
        .rev()
        .reduce(|rest, goal| Term::compound(",", [goal, rest]));
    let head = match arity {
        0 => Term::name(name),
        _ => Term::compound(name, own),
    };
    Ok(Term::compound(":-", [head, body.expect("there is a body")]))
}

/// The last clause of a predicate of such rules, which throws.
pub(crate) fn no_rule(name: &str, arity: usize) -> Term {
    let head = match arity {
        0 => Term::name(name),
        _ => Term::compound(name, fresh(arity)),
    };
    let indicator = Term::compound("/", [Term::name(name), Term::Int(arity as i64)]);
    let formal = Term::compound(
        "existence_error",
        [Term::name("matching_rule"), head.clone()],
    );
    let context = Term::compound("context", [indicator, Term::var("_")]);
    let thrown = Term::compound("throw", [Term::compound("error", [formal, context])]);
    Term::compound(":-", [head, thrown])
}

fn fresh(arity: usize) -> Vec<Term> {
    (0..arity)
        .map(|at| Term::var(format!("_Arg{at}__")))
        .collect()
}

/// Whether a term mentions a variable.
fn mentions(term: &Term, name: &str) -> bool {
    let mut todo = vec![term];
    while let Some(term) = todo.pop() {
        match term {
            Term::Var(var) if var == name => return true,
            Term::Compound(_, args) | Term::List(args) => todo.extend(args),
            Term::OpenList(items, rest) => {
                todo.extend(items);
                todo.push(rest);
            }
            _ => {}
        }
    }
    false
}
