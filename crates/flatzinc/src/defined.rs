//! Variables that another constraint defines, and that therefore need none of their own: `y = 2 * x + 3` is a view of `x`,
//! `b <-> x <= 3` an atom of `x`, `bool2int(b)` the Boolean itself.

use gridwright_fd::{Atom, MAX_VALUE, MIN_VALUE, View};
use gridwright_term::Diagnostic;

use crate::loader::{Known, Loader, State};
use crate::syntax::{Expr, Kind, Posted, Value};
use crate::values::Followed;

/// How long a chain of definitions is followed; beyond, a variable is made.
const MOST_DEPTH: usize = 200;

impl<'a> Loader<'a> {
    /// What a variable of the text is in the model.
    pub(crate) fn known(&mut self, place: usize) -> Result<Known, Diagnostic> {
        if let State::Known(known) = self.declared[place].state {
            return Ok(known);
        }
        let is_first = self.declared[place].state == State::Open;
        let mut found = None;
        if is_first && self.depth < MOST_DEPTH {
            self.declared[place].state = State::Busy;
            self.depth += 1;
            found = self.value_of(place)?;
            if found.is_none() {
                found = self.definition_of(place);
            }
            self.depth -= 1;
        }
        // Whoever came here on the way round a circle of definitions made a variable of it.
        if let State::Known(known) = self.declared[place].state {
            return Ok(known);
        }
        let known = match found {
            Some((known, by)) => {
                if let Some(by) = by {
                    self.done[by] = true;
                }
                let declaration = self.declared[place].declaration;
                if let (Known::Int(view), Kind::Int(Some(ranges))) = (known, &declaration.kind) {
                    self.restrict(view, ranges, declaration.span)?;
                }
                known
            }
            None => self.create(place)?,
        };
        self.declared[place].state = State::Known(known);
        Ok(known)
    }

    /// What stands behind `=` in its declaration.
    fn value_of(&mut self, place: usize) -> Result<Option<(Known, Option<usize>)>, Diagnostic> {
        let declaration = self.declared[place].declaration;
        let Some(value) = &declaration.value else {
            return Ok(None);
        };
        let known = match declaration.kind {
            Kind::Bool => Known::Bool(self.atom(value)?),
            _ => Known::Int(self.view(value)?),
        };
        Ok(Some((known, None)))
    }

    /// What the constraint that defines it makes of it, and which constraint that is.
    fn definition_of(&mut self, place: usize) -> Option<(Known, Option<usize>)> {
        let by = self.declared[place].definition?;
        if self.done[by] {
            return None;
        }
        let posted = &self.text.constraints[by];
        let known = match (posted.name, self.declared[place].declaration.kind.clone()) {
            ("bool2int", Kind::Int(_)) => self.truth_as_number(place, posted)?,
            ("int_lin_eq", Kind::Int(_)) => self.affine(place, posted)?,
            (_, Kind::Bool) => Known::Bool(self.comparison(place, posted)?),
            _ => return None,
        };
        Some((known, Some(by)))
    }

    fn truth_as_number(&mut self, place: usize, posted: &'a Posted<'a>) -> Option<Known> {
        let [bool, number] = &posted.arguments[..] else {
            return None;
        };
        self.is_variable(number, place).then_some(())?;
        let atom = self.atom(bool).ok()?;
        Some(Known::Int(self.as_number(atom)))
    }

    /// `a * x + s * y = c`, with `s` 1 or -1, says what `y` is.
    fn affine(&mut self, place: usize, posted: &'a Posted<'a>) -> Option<Known> {
        let [factors, variables, constant] = &posted.arguments[..] else {
            return None;
        };
        let ([a, b], [x, y]) = (self.items(factors).ok()?, self.items(variables).ok()?) else {
            return None;
        };
        let (factor, other, sign) = if self.is_variable(y, place) {
            (a, x, b)
        } else {
            (b, y, a)
        };
        if self.is_variable(other, place)
            || !(self.is_variable(x, place) || self.is_variable(y, place))
        {
            return None;
        }
        let sign = self.int(sign).ok().filter(|sign| sign.abs() == 1)?;
        let (factor, constant) = (self.int(factor).ok()?, self.int(constant).ok()?);
        let view = self.view(other).ok()?;
        let scale = i64::from(view.scale)
            .checked_mul(factor)?
            .checked_mul(-sign)?;
        let shift = i64::from(view.offset).checked_mul(factor)?;
        let offset = constant.checked_sub(shift)?.checked_mul(sign)?;
        let seen = View {
            var: view.var,
            scale: i32::try_from(scale).ok().filter(|&scale| scale != 0)?,
            offset: i32::try_from(offset).ok()?,
        };
        let (min, max) = self.model.bounds(seen);
        let fits = min >= i64::from(MIN_VALUE) && max <= i64::from(MAX_VALUE);
        fits.then_some(Known::Int(seen))
    }

    /// A comparison with a number, or the negation of another Boolean.
    fn comparison(&mut self, place: usize, posted: &'a Posted<'a>) -> Option<Atom> {
        let last = posted.arguments.last()?;
        if !self.is_variable(last, place) {
            return None;
        }
        match (posted.name, &posted.arguments[..]) {
            ("int_eq_reif", [x, y, _]) => self.compared(x, y, View::is, View::is),
            ("int_ne_reif", [x, y, _]) => self.compared(x, y, View::is_not, View::is_not),
            ("int_le_reif", [x, y, _]) => self.compared(x, y, View::at_most, View::at_least),
            ("int_lt_reif", [x, y, _]) => self.compared(
                x,
                y,
                |view, number| view.at_most(number - 1),
                |view, number| view.at_least(number + 1),
            ),
            ("bool_not", [a, _]) => self.atom(a).ok().map(|atom| !atom),
            ("bool_eq_reif", [a, b, _]) => {
                let (a, b) = (self.atom(a).ok()?, self.atom(b).ok()?);
                match (a, b) {
                    (Atom::TRUE, atom) | (atom, Atom::TRUE) => Some(atom),
                    (Atom::FALSE, atom) | (atom, Atom::FALSE) => Some(!atom),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn compared(
        &mut self,
        x: &'a Expr<'a>,
        y: &'a Expr<'a>,
        right: fn(View, i32) -> Atom,
        left: fn(View, i32) -> Atom,
    ) -> Option<Atom> {
        let within = |number: i32| number > MIN_VALUE && number < MAX_VALUE;
        if let Ok(number) = self.small(y) {
            let view = self.view(x).ok()?;
            return within(number).then(|| self.settled(right(view, number)));
        }
        let number = self.small(x).ok()?;
        let view = self.view(y).ok()?;
        within(number).then(|| self.settled(left(view, number)))
    }

    fn is_variable(&self, expr: &'a Expr<'a>, place: usize) -> bool {
        matches!(expr.value, Value::Name(_))
            && matches!(self.follow(expr), Ok(Followed::Variable(found)) if found == place)
    }
}
