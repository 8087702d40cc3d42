//! Search annotations: `int_search`, `bool_search` and `seq_search`, restarts and warm starts.
//!
//! MiniZinc's value choices are yes or no, then a new choice of variable: `indomain_min` tries the smallest value, then everything
//! but that. What the engine has no rule for is replaced by its nearest relative, with a warning.

use gridwright_constraints::equal;
use gridwright_fd::{Choice, Group, Restart, Select, Var, View};
use gridwright_term::Diagnostic;

use crate::loader::Loader;
use crate::syntax::{Expr, Value};
use crate::values::Followed;

/// What a text says about the search.
#[derive(Clone, Debug, Default)]
pub struct Guidance {
    /// What to decide, in order. Empty: nothing is said.
    pub groups: Vec<Group>,
    /// When to start anew; `None`: nothing is said.
    pub restart: Option<Restart>,
    /// Values to try before anything else.
    pub hints: Vec<(Var, i32)>,
    /// What was not understood, or taken for something else.
    pub warnings: Vec<Diagnostic>,
}

/// The value choices of MiniZinc.
const CHOICES: &[(&str, Choice)] = &[
    ("indomain", Choice::Step),
    ("indomain_min", Choice::Step),
    ("indomain_max", Choice::StepDown),
    ("indomain_middle", Choice::StepMiddle),
    ("indomain_median", Choice::StepMedian),
    ("indomain_random", Choice::StepRandom),
    ("indomain_split", Choice::Bisect),
    ("indomain_reverse_split", Choice::BisectDown),
    ("outdomain_min", Choice::OutMin),
    ("outdomain_max", Choice::OutMax),
];

/// What stands for a rule the engine does not have.
const SUBSTITUTES: &[(&str, &str)] = &[
    ("indomain_split_random", "indomain_split"),
    ("indomain_interval", "indomain_split"),
    ("outdomain_median", "outdomain_min"),
    ("outdomain_random", "outdomain_min"),
    ("impact", "dom_w_deg"),
];

impl<'a> Loader<'a> {
    /// What the annotations of `solve` say.
    pub(crate) fn guidance(&mut self, annotations: &'a [Expr<'a>]) -> Result<Guidance, Diagnostic> {
        let mut guidance = Guidance::default();
        for annotation in annotations {
            self.guide(annotation, &mut guidance)?;
        }
        Ok(guidance)
    }

    fn guide(&mut self, annotation: &'a Expr<'a>, out: &mut Guidance) -> Result<(), Diagnostic> {
        let Some((name, arguments)) = annotation.call() else {
            return Ok(());
        };
        let positive = |loader: &Loader<'a>, expr: &'a Expr<'a>| {
            loader
                .int(expr)
                .map(|number| u64::try_from(number).unwrap_or(0).max(1))
        };
        match (name, arguments) {
            ("seq_search" | "warm_start_array", [parts]) => {
                for part in self.items(parts)? {
                    self.guide(part, out)?;
                }
            }
            ("int_search" | "bool_search", [variables, select, choice, ..]) => {
                self.group(variables, (select, choice), out)?;
            }
            ("warm_start" | "warm_start_int" | "warm_start_bool", [variables, values]) => {
                self.hints(variables, values, out)?;
            }
            ("restart_none", []) => out.restart = Some(Restart::Never),
            ("restart_luby", [unit]) => {
                let unit = positive(self, unit)?;
                out.restart = Some(Restart::Luby { unit });
            }
            // Luby's sequence comes back to the first distance most often.
            ("restart_constant", [unit]) => {
                let unit = positive(self, unit)?;
                out.restart = Some(Restart::Luby { unit });
                let message = "`restart_constant` is taken for `restart_luby`: a search that starts anew at a fixed distance may never end";
                out.warnings
                    .push(Diagnostic::warning(message, annotation.span()));
            }
            ("restart_linear", [unit]) => {
                let unit = positive(self, unit)?;
                out.restart = Some(Restart::Linear { unit });
            }
            ("restart_geometric", [factor, first]) => {
                let factor = match self.follow(factor)? {
                    Followed::Value(Expr {
                        value: Value::Float(word),
                        ..
                    }) => word.parse().unwrap_or(1.5),
                    _ => self.int(factor)? as f64,
                };
                let first = positive(self, first)?;
                out.restart = Some(match factor > 1.0 {
                    true => Restart::Geometric { first, factor },
                    false => Restart::Luby { unit: first },
                });
            }
            _ => {
                let message = format!("the search annotation `{name}` is passed over");
                out.warnings
                    .push(Diagnostic::warning(message, annotation.span()));
            }
        }
        Ok(())
    }

    fn group(
        &mut self,
        variables: &'a Expr<'a>,
        (select, choice): (&'a Expr<'a>, &'a Expr<'a>),
        out: &mut Guidance,
    ) -> Result<(), Diagnostic> {
        let select: Select = rule(select, out, |name| name.parse().ok(), Select::InputOrder);
        let named = |name: &str| {
            CHOICES
                .iter()
                .find(|known| known.0 == name)
                .map(|known| known.1)
        };
        let choice = rule(choice, out, named, Choice::Step);
        let mut vars = Vec::new();
        for view in self.views(variables)? {
            if view.var == Var::ZERO {
                continue;
            }
            vars.push(self.as_var(view, select)?);
        }
        if !vars.is_empty() {
            out.groups.push(Group::new(vars, select, choice));
        }
        Ok(())
    }

    fn hints(
        &mut self,
        variables: &'a Expr<'a>,
        values: &'a Expr<'a>,
        out: &mut Guidance,
    ) -> Result<(), Diagnostic> {
        let (variables, values) = (self.views(variables)?, self.items(values)?);
        for (view, value) in variables.into_iter().zip(values) {
            let value = self.small(value)?;
            // What the view never is cannot be tried.
            if let Some(value) = view.solve(value)
                && view.var != Var::ZERO
            {
                out.hints.push((view.var, value));
            }
        }
        Ok(())
    }

    /// A variable that is decided as the view would be: the one looked at, unless it is seen stretched or turned.
    fn as_var(&mut self, view: View, select: Select) -> Result<Var, Diagnostic> {
        let is_alike = view.scale == 1
            && (view.offset == 0 || !matches!(select, Select::Smallest | Select::Largest));
        if is_alike {
            return Ok(view.var);
        }
        let (min, max) = self.model.bounds(view);
        let name = format!(
            "{} * {} + {}",
            view.scale,
            self.model.name(view.var),
            view.offset
        );
        let var = self.model.var(name, min as i32..=max as i32);
        let var = var.expect("a view that is used stays within the range of values");
        self.model
            .post(equal(var, view))
            .expect("both are within the range of values");
        Ok(var)
    }
}

/// The rule of a name; the nearest there is, with a warning, if that is none.
fn rule<T>(
    name: &Expr<'_>,
    out: &mut Guidance,
    find: impl Fn(&str) -> Option<T>,
    otherwise: T,
) -> T {
    let said = name.call().map_or("", |call| call.0);
    if let Some(found) = find(said) {
        return found;
    }
    let substitute = SUBSTITUTES
        .iter()
        .find(|known| known.0 == said)
        .map(|known| known.1);
    let message = match substitute {
        Some(nearest) => format!("`{said}` is taken for `{nearest}`"),
        None => format!("no rule is called `{said}`; the first one is taken"),
    };
    out.warnings.push(Diagnostic::warning(message, name.span()));
    substitute.and_then(find).unwrap_or(otherwise)
}
