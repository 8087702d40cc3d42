//! From items to a model: names, parameters, and what a variable of the text is in the model.
//!
//! An integer variable is a view, a Boolean is an atom. So whatever MiniZinc names on the way, such as `b <-> x <= 3` or `y = x + 2`,
//! needs no variable of its own; see `defined`. A Boolean that is counted gets its 0..1 variable when it is first asked for.

use std::collections::HashMap;

use gridwright_constraints::{all_atoms, among, iff_atoms, value_channel};
use gridwright_fd::{Atom, Constraint, Domain, MAX_VALUE, MIN_VALUE, Model, Op, Var, View};
use gridwright_term::{Diagnostic, Span};

use crate::syntax::{Declaration, Expr, Kind, Ranges, Text, Value, annotation};

/// What an integer variable without bounds is taken to range over, on either side of 0.
pub const UNBOUNDED: i32 = 1_000_000_000;

/// A variable of the text in the model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Known {
    Int(View),
    Bool(Atom),
}

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry<'a> {
    /// A parameter or an array.
    Value(&'a Expr<'a>),
    /// A variable, by its place.
    Variable(usize),
}

/// A variable of the text, on its way into the model.
#[derive(Debug)]
pub(crate) struct Declared<'a> {
    pub(crate) declaration: &'a Declaration<'a>,
    /// The constraint that defines it, by its place.
    pub(crate) definition: Option<usize>,
    pub(crate) state: State,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum State {
    Open,
    Busy,
    Known(Known),
}

/// Everything that is known while a text becomes a model.
#[derive(Debug)]
pub(crate) struct Loader<'a> {
    pub(crate) text: &'a Text<'a>,
    pub(crate) model: Model,
    pub(crate) names: HashMap<&'a str, Entry<'a>>,
    pub(crate) declared: Vec<Declared<'a>>,
    /// The constraints that became a view or an atom, and are not posted.
    pub(crate) done: Vec<bool>,
    /// How deep definitions are being followed.
    pub(crate) depth: usize,
    /// Booleans that are no variable of the model by themselves, and the variable each got.
    seen_as_numbers: HashMap<Atom, View>,
    /// The variables without bounds.
    pub(crate) unbounded: Vec<Var>,
    pub(crate) errors: Vec<Diagnostic>,
}

impl<'a> Loader<'a> {
    pub(crate) fn new(text: &'a Text<'a>) -> Loader<'a> {
        let mut loader = Loader {
            text,
            model: Model::new(),
            names: HashMap::with_capacity(text.declarations.len()),
            declared: Vec::new(),
            done: vec![false; text.constraints.len()],
            depth: 0,
            seen_as_numbers: HashMap::new(),
            unbounded: Vec::new(),
            errors: Vec::new(),
        };
        for declaration in &text.declarations {
            loader.declare(declaration);
        }
        for (place, posted) in text.constraints.iter().enumerate() {
            let defined = annotation(&posted.annotations, "defines_var");
            if let Some(
                [
                    Expr {
                        value: Value::Name(name),
                        ..
                    },
                ],
            ) = defined
                && let Some(&Entry::Variable(var)) = loader.names.get(name)
            {
                loader.declared[var].definition = Some(place);
            }
        }
        loader
    }

    fn declare(&mut self, declaration: &'a Declaration<'a>) {
        let Declaration {
            name,
            span,
            kind,
            length,
            value,
            ..
        } = declaration;
        let entry = match (kind, length, value) {
            (Kind::Refused(what), ..) => {
                self.errors.push(refused(what, *span));
                return;
            }
            (Kind::Parameter, _, Some(value)) | (_, Some(_), Some(value)) => Entry::Value(value),
            (_, Some(_), None) | (Kind::Parameter, None, None) => {
                let message = format!("`{name}` has no value");
                self.errors.push(Diagnostic::error(message, *span));
                return;
            }
            (_, None, _) => {
                self.declared.push(Declared {
                    declaration,
                    definition: None,
                    state: State::Open,
                });
                Entry::Variable(self.declared.len() - 1)
            }
        };
        if let (
            Some(length),
            Entry::Value(Expr {
                value: Value::Array(items),
                ..
            }),
        ) = (length, entry)
            && *length != items.len() as i64
        {
            let message = format!(
                "`{name}` is announced with {length} items and has {}",
                items.len()
            );
            self.errors.push(Diagnostic::error(message, *span));
        }
        if self.names.insert(name, entry).is_some() {
            let message = format!("`{name}` is declared twice");
            self.errors.push(Diagnostic::error(message, *span));
        }
    }

    /// An atom that domains decide already is true or false.
    pub(crate) fn settled(&self, atom: Atom) -> Atom {
        let domain = self.model.domain(atom.var());
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            return atom;
        };
        let value = atom.value();
        let (always, never) = match atom.op() {
            Op::Ge => (min >= value, max < value),
            Op::Le => (max <= value, min > value),
            Op::Eq => (min == value && max == value, !domain.contains(value)),
            Op::Ne => (!domain.contains(value), min == value && max == value),
        };
        match (always, never) {
            (true, _) => Atom::TRUE,
            (_, true) => Atom::FALSE,
            _ => atom,
        }
    }

    /// A Boolean as a number: the 0..1 variable that it is, or one that says the same.
    pub(crate) fn as_number(&mut self, atom: Atom) -> View {
        let atom = self.settled(atom);
        match atom {
            Atom::TRUE => return View::constant(1),
            Atom::FALSE => return View::constant(0),
            _ => {}
        }
        if matches!(atom.op(), Op::Le | Op::Ne) {
            return self.as_number(!atom).complement();
        }
        let domain = self.model.domain(atom.var());
        if (domain.min(), domain.max()) == (Some(0), Some(1)) {
            // Of a 0..1 variable, what is open says that it is 1, or by `==` that it is 0.
            let view = View::from(atom.var());
            return if atom == Atom::eq(atom.var(), 0) {
                view.complement()
            } else {
                view
            };
        }
        if let Some(&view) = self.seen_as_numbers.get(&atom) {
            return view;
        }
        let bool = self.model.bool(self.model.format_atom(atom));
        let posted = match atom.op() {
            Op::Eq => self
                .model
                .post(value_channel(atom.var(), atom.value(), bool)),
            _ => self.model.post(iff_atoms(Atom::ge(bool, 1), atom)),
        };
        posted.expect("the atom speaks of a value within the domain");
        self.seen_as_numbers.insert(atom, bool.into());
        bool.into()
    }

    /// A new variable of the model for a variable of the text.
    pub(crate) fn create(&mut self, place: usize) -> Result<Known, Diagnostic> {
        let declaration = self.declared[place].declaration;
        let domain = match &declaration.kind {
            Kind::Int(Some(ranges)) => to_domain(ranges, declaration.span)?,
            Kind::Int(None) => Domain::from(-UNBOUNDED..=UNBOUNDED),
            _ => return Ok(Known::Bool(Atom::ge(self.model.bool(declaration.name), 1))),
        };
        if domain.is_empty() {
            self.never();
            return Ok(Known::Int(View::constant(0)));
        }
        let var = self.model.var(declaration.name, domain);
        let var = var.map_err(|error| Diagnostic::error(error.to_string(), declaration.span))?;
        if declaration.kind == Kind::Int(None) {
            self.unbounded.push(var);
        }
        Ok(Known::Int(var.into()))
    }

    /// Keeps a view within a set.
    pub(crate) fn restrict(
        &mut self,
        view: View,
        ranges: &Ranges,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let domain = to_domain(ranges, span)?;
        let (Some(min), Some(max)) = (domain.min(), domain.max()) else {
            self.never();
            return Ok(());
        };
        let ends = [view.at_least(min), view.at_most(max)].map(|atom| self.settled(atom));
        let open: Vec<Atom> = ends
            .into_iter()
            .filter(|&atom| atom != Atom::TRUE)
            .collect();
        if !open.is_empty() {
            self.post(all_atoms(open), span)?;
        }
        if domain.ranges().count() > 1 {
            self.post(among([view], domain, View::constant(1)), span)?;
        }
        Ok(())
    }

    pub(crate) fn post(
        &mut self,
        constraint: impl Constraint + 'static,
        span: Span,
    ) -> Result<(), Diagnostic> {
        self.model
            .post(constraint)
            .map_err(|error| Diagnostic::error(error.to_string(), span))
    }

    /// The model has no solution.
    pub(crate) fn never(&mut self) {
        let none = gridwright_constraints::clause([]);
        self.model
            .post(none)
            .expect("an empty clause speaks of nothing");
    }
}

/// The set in the engine's numbers; what lies outside them is an error.
pub(crate) fn to_domain(ranges: &Ranges, span: Span) -> Result<Domain, Diagnostic> {
    let full = i64::from(MIN_VALUE)..=i64::from(MAX_VALUE);
    let mut found = Vec::with_capacity(ranges.len());
    for &(min, max) in ranges.iter().filter(|(min, max)| min <= max) {
        for number in [min, max] {
            if !full.contains(&number) {
                let message = format!("{number} is outside {MIN_VALUE}..{MAX_VALUE}");
                return Err(Diagnostic::error(message, span));
            }
        }
        found.push(min as i32..=max as i32);
    }
    Ok(Domain::from_ranges(found))
}

/// The message for what is not supported.
pub(crate) fn refused(what: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error(format!("{what} are not supported"), span);
    match what {
        "set variables" => error.with_note(
            "compiled with `minizinc --solver gridwright`, set variables become Booleans",
        ),
        _ => error.with_note("Gridwright solves over whole numbers; scale the model, or use a solver that has floats"),
    }
}
