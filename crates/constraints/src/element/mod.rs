//! `array[index - first] = result`, and the index is within the array.
//!
//! ConsistencyMap: `value` and `bounds` compare bounds only; `domain` makes every value consistent. Three rules: an index goes when its element
//! and the result have no value in common; a value of the result goes when no element that is left has it; once the index is fixed
//! the element and the result are equal. Supports found once are kept and tried first (Van Hentenryck and Carillon 1988, Generality
//! versus Specificity: an Experience with AI and OR Techniques; residues after Lecoutre and Hemery 2007). Elements may be constants.
//! O(n) while supports last, O(n d) at worst.
//! Regret: with more than 65536 values left, the result (and an element equal to it) is narrowed by its bounds only.

mod pick;

use gridwright_fd::{
    Consistency, Constraint, Cost, MAX_VALUE, Model, ModelError, On, Poster, Var, View, Wake,
};
use gridwright_term::Term;

use crate::printed;
use pick::Pick;

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
        if after > i64::from(MAX_VALUE) {
            return Err(ModelError::TooWide {
                by: self.name().to_owned(),
                what: format!("the index {after}"),
            });
        }
        Ok(())
    }

    fn post(&self, out: &mut Poster<'_>) {
        let by_domain = out.consistency() == Consistency::Domain;
        let mut vars = self.scope();
        vars.retain(|&var| var != Var::ZERO);
        vars.sort_unstable();
        let on = if by_domain { On::Domain } else { On::Bounds };
        let mut wakes = vec![Wake::on(self.index, On::Domain), Wake::on(self.result, on)];
        wakes.extend(self.array.iter().map(|&item| Wake::on(item, on)));
        let aliased = vars.windows(2).any(|pair| pair[0] == pair[1]);
        let pick = Pick::new(self, by_domain, aliased);
        out.add(Cost::Linear, pick, wakes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial;
    use gridwright_fd::Atom;
    use gridwright_testing::laws::{Laws, Strength};

    #[test]
    fn laws() {
        Laws::new("element", |x, draws| {
            let (index, rest) = x.split_first()?;
            let (result, array) = rest.split_first()?;
            Some(element(
                *index,
                draws.between(-2, 1),
                array.to_vec(),
                *result,
            ))
        })
        .arity(2..=5)
        .values(-2..=2)
        .claims(Consistency::Value, Strength::Bounds)
        .claims(Consistency::Domain, Strength::Domain)
        .check();
    }

    #[test]
    fn laws_of_constant_arrays() {
        Laws::new("element of constants", |x, draws| {
            let n = draws.below(6);
            let array: Vec<View> = (0..n)
                .map(|_| View::constant(draws.between(-2, 3)))
                .collect();
            Some(element(x[0], draws.between(-2, 1), array, x[1]))
        })
        .arity(2..=2)
        .claims(Consistency::Value, Strength::Bounds)
        .claims(Consistency::Domain, Strength::Domain)
        .check();
    }

    #[test]
    fn holes_travel_both_ways() {
        let mut model = Model::new();
        let i = model.var("i", 1..=4).expect("a domain");
        let y = model.var("y", 0..=9).expect("a domain");
        let array = [3, 7, 3, 5].map(View::constant);
        model.post(element(i, 1, array, y)).expect("fits");
        let domains = trial::domains(&model, Consistency::Domain, &[Atom::ne(y, 3)], &[i, y]);
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
        let found = trial::solutions(&model, Consistency::Domain, &[i, y]);
        let expected = [[0, 0], [0, 1], [0, 2], [1, 1], [2, 0], [2, 1], [2, 2]];
        assert_eq!(found, expected.map(Vec::from));
    }

    #[test]
    fn an_element_that_is_always_one_more_than_the_result() {
        // Both views of y can get fixed in one run, and yet are not equal.
        let mut model = Model::new();
        let y = model.var("y", 0..=3).expect("a domain");
        let more = y.view().plus(1).expect("small numbers");
        model
            .post(element(View::constant(0), 0, [more], y))
            .expect("fits");
        for level in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
            assert_eq!(trial::solutions(&model, level, &[y]).len(), 0);
        }
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
            let mut kernel = trial::kernel(&model, Consistency::Domain);
            kernel.propagate().expect("has solutions");
            kernel
        };
        assert_eq!(kernel.store().min(y.view()), -7);
        assert_eq!(kernel.store().max(y.view()), 1_000_000_000);
        assert_eq!(
            trial::solutions(&model, Consistency::Domain, &[i, y]).len(),
            2
        );
    }

    #[test]
    fn stretched_wide_views_that_never_meet() {
        let mut model = Model::new();
        let x = model.vars(["a", "b"], 0..=1_000_000_000).expect("a domain");
        let even = x[0].view().times(2).expect("fits");
        let odd = x[1].view().times(2).and_then(|view| view.plus(1));
        let constraint = element(View::constant(0), 0, [even], odd.expect("fits"));
        model.post(constraint).expect("fits");
        assert!(trial::domains(&model, Consistency::Domain, &[], &x[..0]).is_ok());
        let fixed = [Atom::eq(x[0], 7)];
        assert!(trial::domains(&model, Consistency::Domain, &fixed, &x).is_err());
    }
}
