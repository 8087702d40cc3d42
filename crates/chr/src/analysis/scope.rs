//! Variables of a clause or rule and the slots they get, and terms of the source as shapes over these slots.

use std::collections::{HashMap, HashSet};

use gridwright_term::{Number, Term};

use crate::code::atoms::AtomTable;
use crate::code::expr::{Expr, Function};
use crate::code::word::Word;
use crate::code::{Shape, number};

/// The variables of a clause or rule under compilation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    slots: HashMap<String, u16>,
    pub(crate) seen: HashSet<String>,
    counts: HashMap<String, usize>,
    next: usize,
}

impl Scope {
    /// A scope whose slots begin at `first`, over all terms of the clause.
    pub(crate) fn new<'a>(first: usize, terms: impl IntoIterator<Item = &'a Term>) -> Scope {
        let mut scope = Scope {
            next: first,
            ..Scope::default()
        };
        for term in terms {
            count(term, &mut scope.counts);
        }
        scope
    }

    /// Words of a frame that holds all slots given out so far; `None` if they are too many.
    pub(crate) fn size(&self) -> Option<u16> {
        u16::try_from(self.next).ok()
    }

    /// A slot for the machine's own use.
    pub(crate) fn spare(&mut self) -> u16 {
        self.next += 1;
        u16::try_from(self.next - 1).unwrap_or(u16::MAX)
    }

    pub(crate) fn slot(&mut self, name: &str) -> u16 {
        if let Some(&slot) = self.slots.get(name) {
            return slot;
        }
        let slot = self.spare();
        self.slots.insert(name.to_owned(), slot);
        slot
    }

    /// Says in which slot a variable has its value from the start.
    pub(crate) fn put(&mut self, name: &str, slot: u16) {
        self.slots.insert(name.to_owned(), slot);
        self.seen.insert(name.to_owned());
    }

    pub(crate) fn has_seen(&self, name: &str) -> bool {
        self.seen.contains(name)
    }

    /// How often a variable is mentioned in the whole clause.
    pub(crate) fn mentions(&self, name: &str) -> usize {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// A term as a shape; its variables are seen from then on.
    pub(crate) fn shape(&mut self, term: &Term, atoms: &mut AtomTable) -> Shape {
        match term {
            Term::Int(value) => match Word::small(*value) {
                Some(word) => Shape::Const(word),
                None => Shape::Number(number::cells(&Number::Int(*value)).into()),
            },
            Term::Number(value) => Shape::Number(number::cells(value).into()),
            Term::Text(text) => Shape::Const(Word::string(atoms.number(text))),
            Term::Name(name) => Shape::Const(Word::atom(atoms.number(name))),
            Term::Opaque(value) => Shape::Const(Word::atom(atoms.opaque_number(value))),
            Term::Var(name) if name == "_" || self.mentions(name) == 1 => Shape::Void,
            Term::Var(name) => {
                let slot = self.slot(name);
                if self.seen.insert(name.clone()) {
                    Shape::First(slot)
                } else {
                    Shape::Slot(slot)
                }
            }
            Term::Compound(name, args) => {
                let functor = atoms.functor(name, args.len());
                Shape::Compound(
                    functor,
                    args.iter().map(|arg| self.shape(arg, atoms)).collect(),
                )
            }
            Term::List(items) => self.list(items, Shape::Const(Word::NIL), atoms),
            Term::OpenList(items, rest) => {
                let mut shapes: Vec<Shape> =
                    items.iter().map(|item| self.shape(item, atoms)).collect();
                let mut list = self.shape(rest, atoms);
                while let Some(shape) = shapes.pop() {
                    list = Shape::List(Box::new([shape, list]));
                }
                list
            }
        }
    }

    fn list(&mut self, items: &[Term], rest: Shape, atoms: &mut AtomTable) -> Shape {
        let shapes: Vec<Shape> = items.iter().map(|item| self.shape(item, atoms)).collect();
        shapes
            .into_iter()
            .rev()
            .fold(rest, |list, shape| Shape::List(Box::new([shape, list])))
    }

    /// A term as an arithmetic expression.
    pub(crate) fn expr(&mut self, term: &Term, atoms: &mut AtomTable) -> Expr {
        let (name, args) = match term {
            Term::Int(value) => return Expr::Int(*value),
            Term::Number(value) => return Expr::Number(Box::new(value.clone())),
            Term::Var(name) if self.has_seen(name) => return Expr::Slot(self.slot(name)),
            Term::Var(_) => return Expr::Unbound,
            Term::List(items) if items.len() == 1 => return self.expr(&items[0], atoms),
            Term::Name(name) => (name.as_str(), &[][..]),
            Term::Compound(name, args) => (name.as_str(), &args[..]),
            _ => ("[]", &[][..]),
        };
        let mut arg = |at: usize| self.expr(&args[at], atoms);
        match Function::named(name, args.len()) {
            Some(Function::Constant(constant)) => Expr::Constant(constant),
            Some(Function::Unary(op)) => Expr::Unary(op, Box::new(arg(0))),
            Some(Function::Binary(op)) => Expr::Binary(op, Box::new([arg(0), arg(1)])),
            Some(Function::Ternary(op)) => Expr::Ternary(op, Box::new([arg(0), arg(1), arg(2)])),
            None => Expr::Unknown(atoms.functor(name, args.len())),
        }
    }
}

/// Counts the mentions of variables in a term.
pub(crate) fn count(term: &Term, counts: &mut HashMap<String, usize>) {
    each_var(term, &mut |name| {
        *counts.entry(name.to_owned()).or_default() += 1
    });
}

/// Shows every mention of a named variable.
pub(crate) fn each_var(term: &Term, see: &mut dyn FnMut(&str)) {
    match term {
        Term::Var(name) if name != "_" => see(name),
        Term::Compound(_, args) | Term::List(args) => {
            args.iter().for_each(|arg| each_var(arg, see));
        }
        Term::OpenList(items, rest) => {
            items.iter().for_each(|item| each_var(item, see));
            each_var(rest, see);
        }
        _ => {}
    }
}

/// The different variables of a term, in order.
pub(crate) fn vars(term: &Term) -> Vec<String> {
    let mut vars: Vec<String> = Vec::new();
    each_var(term, &mut |name| {
        if !vars.iter().any(|var| var == name) {
            vars.push(name.to_owned());
        }
    });
    vars
}
