//! A problem said once for both engines: as a model of ours, and as FlatZinc for Gecode.

use std::fmt::Write;

use gridwright_constraints::not_equal;
use gridwright_fd::{Choice, Level, Levels, Model, Select, Var, View};

/// Variables and constraints, as our model and as what FlatZinc is written from.
pub(crate) struct Problem {
    pub(crate) model: Model,
    /// The variables that are decided, which are all but those that follow from them.
    decided: Vec<Var>,
    said: Vec<Said>,
}

/// A constraint as FlatZinc says it.
enum Said {
    /// `x - y != gap`
    Apart(Var, Var, i32),
}

impl Problem {
    pub(crate) fn new() -> Problem {
        Problem {
            model: Model::new(),
            decided: Vec::new(),
            said: Vec::new(),
        }
    }

    /// Adds variables that are decided, in this order.
    pub(crate) fn vars(&mut self, n: usize, min: i32, max: i32) -> Vec<Var> {
        let first = self.model.n_vars();
        let names = (first..first + n).map(|index| format!("x{index}"));
        let vars = self
            .model
            .vars(names, min..=max)
            .expect("a range that is not empty");
        self.decided.extend_from_slice(&vars);
        vars
    }

    /// The variables that are decided.
    pub(crate) fn decided(&self) -> Vec<Var> {
        self.decided.clone()
    }

    /// `x - y != gap`
    pub(crate) fn apart(&mut self, x: Var, y: Var, gap: i32) {
        let shifted = y.view().plus(gap).expect("small numbers");
        self.model
            .post(not_equal(x, shifted))
            .expect("small numbers");
        self.said.push(Said::Apart(x, y, gap));
    }

    /// The problem and the search in FlatZinc.
    pub(crate) fn flatzinc(&self, levels: &Levels, select: Select, choice: Choice) -> String {
        let mut text = String::new();
        for var in self.model.all_vars() {
            let domain = self.model.domain(var);
            let (min, max) = (domain.min(), domain.max());
            let (min, max) = min.zip(max).expect("domains in a model are not empty");
            line(&mut text, format_args!("var {min}..{max}: {};", name(var)));
        }
        let _ = levels;
        for said in &self.said {
            match said {
                Said::Apart(x, y, 0) => {
                    line(
                        &mut text,
                        format_args!("constraint int_ne({}, {});", name(*x), name(*y)),
                    );
                }
                Said::Apart(x, y, gap) => line(
                    &mut text,
                    format_args!(
                        "constraint int_lin_ne([1, -1], [{}, {}], {gap});",
                        name(*x),
                        name(*y)
                    ),
                ),
            }
        }
        assert_eq!(choice, Choice::Step, "what Gecode's indomain_min does");
        let decided: Vec<String> = self.decided.iter().map(|&var| name(var)).collect();
        line(
            &mut text,
            format_args!(
                "solve :: int_search([{}], {select}, indomain_min, complete) satisfy;",
                decided.join(", ")
            ),
        );
        text
    }
}

fn name(var: Var) -> String {
    format!("x{}", var.index())
}

fn line(text: &mut String, what: std::fmt::Arguments<'_>) {
    writeln!(text, "{what}").expect("writing to a string does not fail");
}
