//! Types of arguments: those every program has, those it defines with `chr_type`, and whether a term is of one.
//!
//! Types are checked in the text of a program, and while a program runs unless it is optimised (`vm/type_check.rs`).

use std::collections::HashMap;

use gridwright_term::{Number, Term};

use crate::syntax::conjuncts::conjuncts;

/// A type that a program defines: another name for a type, or a choice of forms.
#[derive(Clone, Debug, PartialEq)]
struct Defined {
    name: String,
    params: Vec<String>,
    is: Is,
}

#[derive(Clone, Debug, PartialEq)]
enum Is {
    Same(Term),
    OneOf(Vec<Term>),
}

/// The types of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types(Vec<Defined>);

/// A part of a term that is not of the type its place asks for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Misfit {
    pub(crate) part: Term,
    pub(crate) wanted: Term,
}

/// The maximum number of names of a type that is replaced by its definition.
const MAX_NAMES: usize = 1_000;

/// The types every program has.
const BASIC: &[&str] = &[
    "any",
    "int",
    "dense_int",
    "natural",
    "number",
    "float",
    "chr_identifier",
];

impl Types {
    /// Adds what `chr_type` defines; or says what is wrong with it.
    pub(crate) fn define(&mut self, term: &Term) -> Result<(), String> {
        let (head, is) = match (term.functor(), term.args()) {
            (Some(("==", 2)), [head, same]) => (head, Is::Same(same.clone())),
            (Some(("--->", 2)), [head, forms]) => {
                let mut parts = Vec::new();
                conjuncts(forms, ";", &mut parts);
                if parts.iter().any(|form| matches!(form, Term::Var(_))) {
                    return Err("a form of a type is a name, a number or a compound".to_owned());
                }
                (head, Is::OneOf(parts.into_iter().cloned().collect()))
            }
            _ => {
                return Err(
                    "a type is defined by `name ---> form ; form` or `name == type`".into(),
                );
            }
        };
        let params = head.args().iter().map(|arg| match arg {
            Term::Var(name) => Some(name.clone()),
            _ => None,
        });
        let (Some((name, arity)), Some(params)) = (head.functor(), params.collect()) else {
            return Err("a type has a name, and variables for its parameters".to_owned());
        };
        let name = name.to_owned();
        let defined = Defined { name, params, is };
        // Files of one program may each define a type in the same way.
        if self.0.contains(&defined) {
            return Ok(());
        }
        let name = &defined.name[..];
        if (arity == 0 && BASIC.contains(&name)) || self.find(name, arity).is_some() {
            return Err(format!("the type `{head}` is defined already"));
        }
        self.0.push(defined);
        Ok(())
    }

    fn find(&self, name: &str, arity: usize) -> Option<&Defined> {
        let mut all = self.0.iter();
        all.find(|one| one.name == name && one.params.len() == arity)
    }

    /// The type that a type is another name for, or itself.
    pub(crate) fn resolved(&self, wanted: &Term) -> Term {
        let mut wanted = wanted.clone();
        // A type may be another name for itself, or for a larger type each time.
        for _ in 0..=self.0.len() {
            match self.defined(&wanted) {
                Some((Is::Same(same), params)) if n_names(&wanted) <= MAX_NAMES => {
                    wanted = replaced(same, &params);
                }
                _ => break,
            }
        }
        wanted
    }

    /// The forms of a type that a program defines by them, with its parameters put in.
    pub(crate) fn forms(&self, wanted: &Term) -> Option<Vec<Term>> {
        match self.defined(wanted)? {
            (Is::OneOf(forms), params) => {
                let forms = forms.iter().map(|form| replaced(form, &params));
                Some(forms.collect())
            }
            _ => None,
        }
    }

    /// What a type is defined to be, and its parameters.
    fn defined(&self, wanted: &Term) -> Option<(&Is, HashMap<String, Term>)> {
        let (name, arity) = wanted.functor()?;
        let defined = self.find(name, arity)?;
        let params = defined.params.iter().cloned().zip(wanted.args().to_vec());
        Some((&defined.is, params.collect()))
    }

    /// The first part of a type that nothing defines, definitions included.
    pub(crate) fn unknown<'a>(&'a self, wanted: &'a Term) -> Option<&'a Term> {
        match wanted {
            Term::Var(_) => None,
            Term::Name(name) if BASIC.contains(&name.as_str()) => None,
            _ => match wanted.functor() {
                Some((name, arity)) if self.find(name, arity).is_some() => {
                    wanted.args().iter().find_map(|arg| self.unknown(arg))
                }
                _ => Some(wanted),
            },
        }
    }

    /// Whether a type is that of whole numbers.
    pub(crate) fn is_whole(&self, wanted: &Term) -> bool {
        matches!(
            self.resolved(wanted).functor(),
            Some(("int" | "natural" | "dense_int", 0))
        )
    }

    /// Whether a term is of a type, or can become so where it has variables; else the first part that is not. `open` gets these
    /// variables and their types.
    pub(crate) fn check(
        &self,
        term: &Term,
        wanted: &Term,
        open: &mut Vec<(Term, Term)>,
    ) -> Result<(), Misfit> {
        let mut todo = vec![(Part::Whole(term), wanted.clone())];
        let mut renamed = 0;
        while let Some((part, wanted)) = todo.pop() {
            let part = part.normal();
            let misfit = || Misfit {
                part: part.term(),
                wanted: wanted.clone(),
            };
            if matches!(wanted, Term::Var(_)) {
                continue;
            }
            if let Part::Whole(var @ Term::Var(_)) = part {
                open.push((var.clone(), wanted));
                continue;
            }
            let (name, _) = wanted.functor().unwrap_or_default();
            let fits = match part {
                Part::Whole(term) => is_basic(term, name),
                Part::Tail(..) => matches!(name, "any" | "chr_identifier"),
            };
            if fits {
                continue;
            }
            // Nothing is of a type that grows with every definition that is put in.
            if n_names(&wanted) > MAX_NAMES {
                return Err(misfit());
            }
            let Some((is, params)) = self.defined(&wanted) else {
                return Err(misfit());
            };
            match is {
                Is::Same(same) => {
                    renamed += 1;
                    if renamed > 100 {
                        return Err(misfit());
                    }
                    todo.push((part, replaced(same, &params)));
                }
                Is::OneOf(forms) => {
                    let mut found = forms.iter().filter_map(|form| part.inside(form));
                    let Some(pairs) = found.next() else {
                        return Err(misfit());
                    };
                    renamed = 0;
                    let pairs = pairs.into_iter().rev();
                    todo.extend(pairs.map(|(part, form)| (part, replaced(form, &params))));
                }
            }
        }
        Ok(())
    }
}

/// Whether a term is of one of the types every program has.
fn is_basic(term: &Term, name: &str) -> bool {
    match (name, term) {
        ("any" | "chr_identifier", _) => true,
        ("int" | "number", Term::Int(_)) => true,
        ("natural" | "dense_int", Term::Int(value)) => *value >= 0,
        ("number", Term::Number(_)) => true,
        ("int", Term::Number(Number::Big(_))) => true,
        ("natural" | "dense_int", Term::Number(number @ Number::Big(_))) => !number.is_negative(),
        ("float", Term::Number(Number::Float(_))) => true,
        _ => false,
    }
}

/// A part of a term: a term, or the rest of a list from an item on.
#[derive(Clone, Copy)]
enum Part<'a> {
    Whole(&'a Term),
    Tail(&'a [Term], Option<&'a Term>),
}

impl<'a> Part<'a> {
    /// The same part, where lists with items are always tails and nothing else is.
    fn normal(self) -> Part<'a> {
        match self {
            Part::Whole(Term::List(items)) => Part::Tail(items, None),
            Part::Whole(Term::OpenList(items, rest)) => Part::Tail(items, Some(rest)),
            Part::Tail([], Some(rest)) => Part::Whole(rest).normal(),
            part => part,
        }
    }

    fn term(self) -> Term {
        match self {
            Part::Whole(term) => term.clone(),
            Part::Tail(items, rest) => {
                let rest = rest.cloned().unwrap_or_else(|| Term::list([]));
                Term::open_list(items.to_vec(), rest)
            }
        }
    }

    /// The parts of this with the types of their places, if it has the form.
    fn inside<'t>(self, form: &'t Term) -> Option<Vec<(Part<'a>, &'t Term)>> {
        match (self, form) {
            (Part::Tail([first, left @ ..], rest), Term::OpenList(firsts, after)) => {
                let [wanted] = &firsts[..] else { return None };
                Some(vec![
                    (Part::Whole(first), wanted),
                    (Part::Tail(left, rest), after),
                ])
            }
            (Part::Tail([], None), Term::List(items)) if items.is_empty() => Some(Vec::new()),
            (Part::Tail(..), _) => None,
            (Part::Whole(term @ Term::Compound(..)), Term::Compound(..)) => {
                let parts = term.args().iter().map(Part::Whole);
                (term.functor() == form.functor()).then(|| parts.zip(form.args()).collect())
            }
            (Part::Whole(term), _) => (term == form).then(Vec::new),
        }
    }
}

/// How many names a type has, and how many items its lists have.
pub(crate) fn n_names(wanted: &Term) -> usize {
    let all = |terms: &[Term]| terms.iter().map(n_names).sum::<usize>();
    1 + match wanted {
        Term::List(items) => all(items),
        Term::OpenList(items, rest) => all(items) + n_names(rest),
        _ => all(wanted.args()),
    }
}

/// A term with variables replaced, such as the parameters of a type.
pub(crate) fn replaced(term: &Term, by: &HashMap<String, Term>) -> Term {
    let all = |terms: &[Term]| {
        let terms = terms.iter().map(|term| replaced(term, by));
        terms.collect::<Vec<_>>()
    };
    match term {
        Term::Var(name) => by.get(name).unwrap_or(term).clone(),
        Term::Compound(name, args) => Term::Compound(name.clone(), all(args)),
        Term::List(items) => Term::List(all(items)),
        Term::OpenList(items, rest) => Term::open_list(all(items), replaced(rest, by)),
        _ => term.clone(),
    }
}
