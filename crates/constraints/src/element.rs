//! `array[index - first] = result`, and the index is within the array.
//!
//! Levels: `value` and `bounds` compare bounds only; `domain` makes every value consistent. Three rules: an index goes when its element
//! and the result have no value in common; a value of the result goes when no element that is left has it; once the index is fixed
//! the element and the result are equal. Supports found once are kept and tried first (Van Hentenryck and Carillon 1988, Generality
//! versus Specificity: an Experience with AI and OR Techniques; residues after Lecoutre and Hemery 2007). Elements may be constants.
//! O(n) while supports last, O(n d) at worst.
//! Regret: with more than 65536 values left, the result (and an element equal to it) is narrowed by its bounds only.

use gridwright_fd::{
    Atom, Constraint, Cost, Level, Model, ModelError, On, Past, Poster, Propagator, Pruned, Reason,
    Status, Store, Tag, Var, View, Wake,
};
use gridwright_term::Term;

use crate::fact::{Fact, absent_all};
use crate::printed;

/// Domains above this size are narrowed by their bounds only.
const MOST_VALUES: u32 = 1 << 16;

/// `array[index - first] = result`; made by [`element`].
#[derive(Clone, Debug)]
pub struct Element {
    index: View,
    first: i32,
    array: Vec<View>,
    result: View,
}

/// `array[index - first] = result`: `first` is the index of the first element, 1 in MiniZinc. The index is within the array.
pub fn element(
    index: impl Into<View>,
    first: i32,
    array: impl IntoIterator<Item = impl Into<View>>,
    result: impl Into<View>,
) -> Element {
    Element {
        index: index.into(),
        first,
        array: array.into_iter().map(Into::into).collect(),
        result: result.into(),
    }
}

impl Constraint for Element {
    fn name(&self) -> &'static str {
        "element"
    }

    fn term(&self, name: &dyn Fn(Var) -> Term) -> Term {
        Term::compound(
            "element",
            [
                printed::view(self.index, name),
                Term::from(self.first),
                printed::views(&self.array, name),
                printed::view(self.result, name),
            ],
        )
    }

    fn scope(&self) -> Vec<Var> {
        let mut scope: Vec<Var> = self.array.iter().map(|view| view.var).collect();
        scope.extend([self.index.var, self.result.var]);
        scope
    }

    fn holds(&self, at: &dyn Fn(Var) -> i32) -> bool {
        let value = |view: View| view.of(at(view.var));
        let place = i64::from(value(self.index)) - i64::from(self.first);
        usize::try_from(place)
            .ok()
            .and_then(|place| self.array.get(place))
            .is_some_and(|&item| value(item) == value(self.result))
    }

    fn check(&self, model: &Model) -> Result<(), ModelError> {
        model.check_views(self.name(), &[self.index, self.result])?;
        model.check_views(self.name(), &self.array)?;
        // The place after the last element is computed with.
        model.check_view(self.name(), View::constant(self.first))?;
        let after = i64::from(self.first) + self.array.len() as i64;
        if after > i64::from(gridwright_fd::MAX_VALUE) {
            return Err(ModelError::TooWide {
                by: self.name().to_owned(),
                what: format!("the index {after}"),
            });
        }
        Ok(())
    }

    fn post(&self, out: &mut Poster<'_>) {
        let by_domain = out.level() == Level::Domain;
        let mut vars = self.scope();
        vars.retain(|&var| var != Var::ZERO);
        vars.sort_unstable();
        let on = if by_domain { On::Domain } else { On::Bounds };
        let mut wakes = vec![Wake::on(self.index, On::Domain), Wake::on(self.result, on)];
        wakes.extend(self.array.iter().map(|&item| Wake::on(item, on)));
        let pick = Pick {
            index: self.index,
            first: self.first,
            array: self.array.clone(),
            result: self.result,
            by_domain,
            aliased: vars.windows(2).any(|pair| pair[0] == pair[1]),
            supports: vec![0; self.array.len()],
            provider: 0,
        };
        out.add(Cost::Linear, pick, wakes);
    }
}

const RANGE: Tag = Tag(0);
const INDEX: Tag = Tag(1);
const RESULT: Tag = Tag(2);
const RESULT_EQUAL: Tag = Tag(3);
const ELEMENT_EQUAL: Tag = Tag(4);

#[derive(Debug)]
struct Pick {
    index: View,
    first: i32,
    array: Vec<View>,
    result: View,
    by_domain: bool,
    aliased: bool,
    /// Per element a value it once shared with the result; tried first.
    supports: Vec<i32>,
    /// The element that last had a value of the result; tried first.
    provider: usize,
}

impl Pick {
    fn place(&self, index: i32) -> usize {
        (index - self.first) as usize
    }

    /// Whether an element and the result have a value in common, as far as the level looks.
    fn meets(&mut self, store: &Store, place: usize) -> bool {
        let (item, result) = (self.array[place], self.result);
        let min = store.min(item).max(store.min(result));
        let max = store.max(item).min(store.max(result));
        if min > max {
            return false;
        }
        if !self.by_domain {
            return true;
        }
        let support = self.supports[place];
        if store.contains(item, support) && store.contains(result, support) {
            return true;
        }
        let (small, other) = if store.size(item) <= store.size(result) {
            (item, result)
        } else {
            (result, item)
        };
        let mut next = store.next_value(small, min);
        // Stretched views of wide domains can miss each other a billion times; then the bounds must do.
        for _ in 0..MOST_VALUES {
            let Some(value) = next.filter(|&value| value <= max) else {
                return false;
            };
            if store.contains(other, value) {
                self.supports[place] = value;
                return true;
            }
            next = store.next_value(small, value + 1);
        }
        true
    }

    /// Whether some element that can be chosen has the value.
    fn provides(&mut self, store: &Store, value: i32) -> bool {
        let has = |place: usize| store.contains(self.array[place], value);
        let index = self.first + self.provider as i32;
        if has(self.provider) && store.contains(self.index, index) {
            return true;
        }
        let found = store
            .values(self.index)
            .map(|index| self.place(index))
            .find(|&place| has(place));
        self.provider = found.unwrap_or(self.provider);
        found.is_some()
    }

    fn narrow_result(&mut self, store: &mut Store) -> Pruned<bool> {
        let (mut min, mut max) = (i32::MAX, i32::MIN);
        for index in store.values(self.index) {
            let item = self.array[self.place(index)];
            min = min.min(store.min(item).max(store.min(self.result)));
            max = max.max(store.max(item).min(store.max(self.result)));
        }
        let result = self.result;
        let mut changed =
            store.set_min(result, min, RESULT)? | store.set_max(result, max, RESULT)?;
        if self.by_domain && store.size(result) <= MOST_VALUES {
            let mut next = Some(store.min(result));
            while let Some(value) = next {
                if !self.provides(store, value) {
                    changed |= store.remove(result, value, RESULT)?;
                }
                next = store.next_value(result, value + 1);
            }
        }
        Ok(changed)
    }

    fn equate(&self, store: &mut Store, to: View, from: View, tag: Tag) -> Pruned<bool> {
        let mut changed =
            store.set_min(to, store.min(from), tag)? | store.set_max(to, store.max(from), tag)?;
        if self.by_domain && store.size(to) <= MOST_VALUES {
            let mut next = Some(store.min(to));
            while let Some(value) = next {
                if !store.contains(from, value) {
                    changed |= store.remove(to, value, tag)?;
                }
                next = store.next_value(to, value + 1);
            }
        }
        Ok(changed)
    }
}

impl Propagator for Pick {
    fn propagate(&mut self, store: &mut Store) -> Pruned<Status> {
        if self.array.is_empty() {
            return Err(store.fail(RANGE));
        }
        let last = self.first + (self.array.len() - 1) as i32;
        let mut changed = store.set_min(self.index, self.first, RANGE)?
            | store.set_max(self.index, last, RANGE)?;
        let mut next = Some(store.min(self.index));
        while let Some(index) = next {
            if !self.meets(store, self.place(index)) {
                changed |= store.remove(self.index, index, INDEX)?;
            }
            next = store.next_value(self.index, index + 1);
        }
        changed |= self.narrow_result(store)?;
        if let Some(index) = store.fixed(self.index) {
            let item = self.array[self.place(index)];
            changed |= self.equate(store, self.result, item, RESULT_EQUAL)?;
            changed |= self.equate(store, item, self.result, ELEMENT_EQUAL)?;
            if store.is_fixed(item) && store.is_fixed(self.result) {
                return Ok(Status::Entailed);
            }
        }
        // A bound that jumps over a hole, or one variable in two places, can call for more.
        Ok(Status::rerun_if(
            changed && (self.aliased || !self.by_domain),
        ))
    }

    fn explain(&mut self, needed: Atom, tag: Tag, past: &Past<'_>, why: &mut Reason) {
        match tag {
            INDEX => {
                let index = match Fact::behind(needed, self.index) {
                    Fact::IsNot(index) => index,
                    other => unreachable!("an index is removed one by one, not {other:?}"),
                };
                let item = self.array[self.place(index)];
                explain_apart(item, self.result, past, why);
            }
            RESULT => self.explain_result(Fact::behind(needed, self.result), past, why),
            RESULT_EQUAL | ELEMENT_EQUAL => {
                let index = past.min(self.index);
                why.add(self.index.is(index));
                let item = self.array[self.place(index)];
                let (to, from) = match tag {
                    RESULT_EQUAL => (self.result, item),
                    _ => (item, self.result),
                };
                why.add(Fact::behind(needed, to).of(from));
            }
            _ => {}
        }
    }
}

impl Pick {
    /// Every element has the fact, or cannot be chosen.
    fn explain_result(&self, fact: Fact, past: &Past<'_>, why: &mut Reason) {
        let mut lost = Vec::new();
        for (place, &item) in self.array.iter().enumerate() {
            let index = self.first + place as i32;
            let atom = fact.of(item);
            if item.var == Var::ZERO && past.holds(atom) {
                continue;
            }
            if past.contains(self.index, index) {
                why.add(atom);
            } else {
                lost.push(index);
            }
        }
        absent_all(self.index, lost, past, why);
    }
}

/// Adds why two views had no value in common.
fn explain_apart(a: View, b: View, past: &Past<'_>, why: &mut Reason) {
    for (a, b) in [(a, b), (b, a)] {
        if past.max(a) < past.min(b) {
            why.add(a.at_most(past.min(b) - 1));
            why.min(past, b);
            return;
        }
    }
    for (a, b) in [(a, b), (b, a)] {
        if let Some(value) = past.fixed(a) {
            why.add(a.is(value));
            why.absent(b, value);
            return;
        }
    }
    // The bounds that cut their overlap out, and for every value of it who lacks it.
    let (min_of, min) = [(a, past.min(a)), (b, past.min(b))]
        .into_iter()
        .max_by_key(|end| end.1)
        .expect("two ends");
    let (max_of, max) = [(a, past.max(a)), (b, past.max(b))]
        .into_iter()
        .min_by_key(|end| end.1)
        .expect("two ends");
    if i64::from(max) - i64::from(min) > i64::from(MOST_VALUES) {
        why.domain(past, a);
        past.values(a).for_each(|value| why.absent(b, value));
        return;
    }
    why.add(min_of.at_least(min));
    why.add(max_of.at_most(max));
    for value in min..=max {
        why.absent(if past.contains(a, value) { b } else { a }, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use gridwright_fd::laws::{Laws, Strength};

    #[test]
    fn laws() {
        Laws::new("element", |x, rng| {
            let (index, rest) = x.split_first()?;
            let (result, array) = rest.split_first()?;
            Some(element(*index, rng.between(-2, 1), array.to_vec(), *result))
        })
        .arity(2..=5)
        .values(-2..=2)
        .claims(Level::Value, Strength::Bounds)
        .claims(Level::Domain, Strength::Domain)
        .check();
    }

    #[test]
    fn laws_of_constant_arrays() {
        Laws::new("element of constants", |x, rng| {
            let n = rng.below(6);
            let array: Vec<View> = (0..n).map(|_| View::constant(rng.between(-2, 3))).collect();
            Some(element(x[0], rng.between(-2, 1), array, x[1]))
        })
        .arity(2..=2)
        .claims(Level::Value, Strength::Bounds)
        .claims(Level::Domain, Strength::Domain)
        .check();
    }

    #[test]
    fn holes_travel_both_ways() {
        let mut model = Model::new();
        let i = model.var("i", 1..=4).expect("a domain");
        let y = model.var("y", 0..=9).expect("a domain");
        let array = [3, 7, 3, 5].map(View::constant);
        model.post(element(i, 1, array, y)).expect("fits");
        let domains = trial::domains(&model, Level::Domain, &[Atom::ne(y, 3)], &[i, y]);
        assert_eq!(domains, Ok(vec![vec![2, 4], vec![5, 7]]));
    }

    #[test]
    fn an_array_that_holds_its_own_index_and_result() {
        // i = array[i] over [i, y, 2]: fixed points only.
        let mut model = Model::new();
        let i = model.var("i", 0..=2).expect("a domain");
        let y = model.var("y", 0..=2).expect("a domain");
        let array = [i.view(), y.view(), View::constant(2)];
        model.post(element(i, 0, array, i)).expect("fits");
        let found = trial::solutions(&model, Level::Domain, &[i, y]);
        let expected = [[0, 0], [0, 1], [0, 2], [1, 1], [2, 0], [2, 1], [2, 2]];
        assert_eq!(found, expected.map(Vec::from));
    }

    #[test]
    fn wide_results_are_narrowed_by_bounds() {
        let mut model = Model::new();
        let i = model.var("i", 0..=2_000_000_000).expect("a domain");
        let y = model
            .var("y", -2_000_000_000..=2_000_000_000)
            .expect("a domain");
        let array = [-7, 1_000_000_000].map(View::constant);
        model.post(element(i, 5, array, y)).expect("fits");
        let kernel = {
            let mut kernel = trial::kernel(&model, Level::Domain);
            kernel.propagate().expect("has solutions");
            kernel
        };
        assert_eq!(kernel.store().min(y.view()), -7);
        assert_eq!(kernel.store().max(y.view()), 1_000_000_000);
        assert_eq!(trial::solutions(&model, Level::Domain, &[i, y]).len(), 2);
    }

    #[test]
    fn stretched_wide_views_that_never_meet() {
        let mut model = Model::new();
        let x = model.vars(["a", "b"], 0..=1_000_000_000).expect("a domain");
        let even = x[0].view().times(2).expect("fits");
        let odd = x[1].view().times(2).and_then(|view| view.plus(1));
        let constraint = element(View::constant(0), 0, [even], odd.expect("fits"));
        model.post(constraint).expect("fits");
        assert!(trial::domains(&model, Level::Domain, &[], &x[..0]).is_ok());
        let fixed = [Atom::eq(x[0], 7)];
        assert!(trial::domains(&model, Level::Domain, &fixed, &x).is_err());
    }
}
