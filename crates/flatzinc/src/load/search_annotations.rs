//! Search annotations: `int_search`, `bool_search` and `seq_search`, restarts and warm starts.
//!
//! MiniZinc's value choices are binary, and a variable is selected anew after each: `indomain_min` tries the smallest value, then
//! all others. Unsupported heuristics are replaced by the most similar one, with a warning.

use gridwright_constraints::equal;
use gridwright_fd::{Choice, Group, ModelError, Objective, Restart, Select, Var, View};
use gridwright_term::Diagnostic;

use crate::Result;
use crate::load::loader::{Loader, Referent, Resolution, Resolved, Variable};
use crate::parse::syntax::{Expr, Value, annotation};

/// The search annotations of a text.
#[derive(Clone, Debug, Default)]
pub struct SearchAnnotations {
    /// The variables to branch on, in order; empty without annotations.
    pub groups: Vec<Group>,
    /// The variables to branch on without annotations.
    pub default_groups: Vec<Group>,
    /// The restart policy; `None` without an annotation.
    pub restart: Option<Restart>,
    /// The values of a warm start.
    pub hints: Vec<(Var, i32)>,
    /// Annotations that are ignored or replaced.
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

/// Replacements of unsupported heuristics.
const SUBSTITUTES: &[(&str, &str)] = &[
    ("indomain_split_random", "indomain_split"),
    ("indomain_interval", "indomain_split"),
    ("outdomain_median", "outdomain_min"),
    ("outdomain_random", "outdomain_min"),
    ("impact", "dom_w_deg"),
];

impl<'a> Loader<'a> {
    /// Evaluates the annotations of `solve`.
    pub(crate) fn search_annotations(
        &mut self,
        annotations: &'a [Expr<'a>],
        output: &[Var],
        objective: Option<Objective>,
    ) -> Result<SearchAnnotations> {
        let mut search = SearchAnnotations::default();
        for annotation in annotations {
            self.add_annotation(annotation, &mut search)?;
        }
        let (select, groups) = match search.groups.is_empty() {
            false => (Select::FirstFail, &mut search.groups),
            true => (Select::DomWDeg, &mut search.default_groups),
        };
        self.add_other_variables(select, output, objective, groups);
        Ok(search)
    }

    /// Adds the variables without annotation: first those of the model, then auxiliary ones, which MiniZinc or the loader introduced.
    fn add_other_variables(
        &self,
        select: Select,
        output: &[Var],
        objective: Option<Objective>,
        groups: &mut Vec<Group>,
    ) {
        let mut is_open = vec![true; self.model.n_vars()];
        for var in groups.iter().flat_map(|group| &group.vars) {
            is_open[var.index()] = false;
        }
        let mut is_of_model = vec![false; self.model.n_vars()];
        for var in output {
            is_of_model[var.index()] = true;
        }
        for Variable {
            declaration,
            resolution,
            ..
        } in &self.variables
        {
            let has = |name| annotation(&declaration.annotations, name).is_some();
            let var = match resolution {
                Resolution::Resolved(Resolved::Int(view)) => view.var,
                Resolution::Resolved(Resolved::Bool(atom)) => atom.var(),
                Resolution::Resolved(Resolved::Float(number)) => number.float.view.var,
                _ => continue,
            };
            if !has("var_is_introduced") && !has("is_defined_var") {
                is_of_model[var.index()] = true;
            }
        }
        // Weights change with every failure, so the variable is selected anew after each decision.
        let choice = match select {
            Select::DomWDeg => Choice::Step,
            _ => Choice::Min,
        };
        let is_unannotated = |var: &Var| is_open[var.index()];
        let cells: Vec<Var> = self.cells.iter().copied().filter(is_unannotated).collect();
        for var in &cells {
            is_open[var.index()] = false;
        }
        let open = self.model.all_vars().filter(|var| is_open[var.index()]);
        let (of_model, auxiliary): (Vec<Var>, Vec<Var>) =
            open.partition(|var| is_of_model[var.index()]);
        groups.push(Group::new(of_model, select, choice));
        groups.push(Group::auxiliary(auxiliary));
        // Floats come last: the objective from its better end, then the widest.
        if let Some(objective) = objective
            && cells.contains(&objective.view().var)
        {
            let choice = match objective {
                Objective::Minimise(_) => Choice::Bisect,
                Objective::Maximise(_) => Choice::BisectDown,
            };
            let only = vec![objective.view().var];
            groups.push(Group::new(only, Select::InputOrder, choice));
        }
        if !cells.is_empty() {
            groups.push(Group::new(cells, Select::AntiFirstFail, Choice::Bisect));
        }
    }

    fn add_annotation(&mut self, annotation: &'a Expr<'a>, out: &mut SearchAnnotations) -> Result {
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
                    self.add_annotation(part, out)?;
                }
            }
            ("int_search" | "bool_search", [variables, select, choice, ..]) => {
                self.group(variables, (select, choice), out)?;
            }
            ("float_search", [variables, _, select, choice, ..]) => {
                let select: Select = heuristic(select, out, select_of, Select::InputOrder);
                let is_reversed = choice
                    .call()
                    .is_some_and(|call| call.0 == "indomain_reverse_split");
                let choice = match is_reversed {
                    true => Choice::BisectDown,
                    false => Choice::Bisect,
                };
                let mut vars = Vec::new();
                for item in self.items(variables)? {
                    vars.push(self.number(item)?.float.view.var);
                }
                vars.retain(|&var| var != Var::ZERO);
                if !vars.is_empty() {
                    out.groups.push(Group::new(vars, select, choice));
                }
            }
            ("warm_start" | "warm_start_int" | "warm_start_bool", [variables, values]) => {
                self.hints(variables, values, out)?;
            }
            ("restart_none", []) => out.restart = Some(Restart::Never),
            ("restart_luby" | "restart_constant", [unit]) => {
                let unit = positive(self, unit)?;
                out.restart = Some(Restart::Luby { unit });
                // Luby's sequence is the closest policy that always terminates.
                if name == "restart_constant" {
                    let message = "`restart_constant` is replaced by `restart_luby`: with a constant limit the search may not terminate";
                    out.warnings
                        .push(Diagnostic::warning(message, annotation.span()));
                }
            }
            ("restart_linear", [unit]) => {
                let unit = positive(self, unit)?;
                out.restart = Some(Restart::Linear { unit });
            }
            ("restart_geometric", [factor, first]) => {
                let factor = match self.lookup(factor)? {
                    Referent::Value(Value::Float(word)) => word.parse().unwrap_or(1.5),
                    _ => self.int(factor)? as f64,
                };
                let first = positive(self, first)?;
                out.restart = Some(match factor > 1.0 {
                    true => Restart::Geometric { first, factor },
                    false => Restart::Luby { unit: first },
                });
            }
            _ => {
                let message = format!("the search annotation `{name}` is ignored");
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
        out: &mut SearchAnnotations,
    ) -> Result {
        let select: Select = heuristic(select, out, select_of, Select::InputOrder);
        let named = |name: &str| {
            let known = CHOICES.iter().find(|known| known.0 == name)?;
            Some(known.1)
        };
        let choice = heuristic(choice, out, named, Choice::Step);
        let mut views = self.views(variables)?;
        views.retain(|view| view.var != Var::ZERO);
        let vars: Vec<Var> = views
            .into_iter()
            .map(|view| self.as_var(view, select))
            .collect();
        if !vars.is_empty() {
            out.groups.push(Group::new(vars, select, choice));
        }
        Ok(())
    }

    fn hints(
        &mut self,
        variables: &'a Expr<'a>,
        values: &'a Expr<'a>,
        out: &mut SearchAnnotations,
    ) -> Result {
        let (variables, values) = (self.views(variables)?, self.items(values)?);
        for (view, value) in variables.into_iter().zip(values) {
            let value = self.int32(value)?;
            // A value that the view cannot take is dropped.
            if let Some(value) = view.solve(value)
                && view.var != Var::ZERO
            {
                out.hints.push((view.var, value));
            }
        }
        Ok(())
    }

    /// A variable to branch on in place of a view: its own variable, or a new one if the view is scaled or negated.
    fn as_var(&mut self, view: View, select: Select) -> Var {
        let is_alike = view.scale == 1
            && (view.offset == 0 || !matches!(select, Select::Smallest | Select::Largest));
        if is_alike {
            return view.var;
        }
        let (min, max) = self.model.bounds(view);
        let name = format!(
            "{} * {} + {}",
            view.scale,
            self.model.given_name(view.var),
            view.offset
        );
        let var = self.model.var(name, min as i32..=max as i32);
        let var = match var {
            // The model is discarded at the deadline.
            Err(ModelError::Stopped(_)) => return view.var,
            var => var.expect("views in use are within the range of values"),
        };
        self.post_valid(equal(var, view));
        var
    }
}

/// The variable choice of a name. MiniZinc's solvers count the degree during search, without entailed constraints.
fn select_of(name: &str) -> Option<Select> {
    match name {
        "occurrence" => Some(Select::DynamicDegree),
        "most_constrained" => Some(Select::FirstFailDynamicDegree),
        _ => name.parse().ok(),
    }
}

/// The heuristic of a name; a replacement, with a warning, if it is unsupported.
fn heuristic<T>(
    name: &Expr<'_>,
    out: &mut SearchAnnotations,
    find: impl Fn(&str) -> Option<T>,
    otherwise: T,
) -> T {
    let requested = name.call().map_or("", |call| call.0);
    if let Some(found) = find(requested) {
        return found;
    }
    let known = SUBSTITUTES.iter().find(|known| known.0 == requested);
    let substitute = known.map(|known| known.1);
    let message = match substitute {
        Some(nearest) => format!("`{requested}` is replaced by `{nearest}`"),
        None => format!("unknown heuristic `{requested}`; the default is used"),
    };
    out.warnings.push(Diagnostic::warning(message, name.span()));
    substitute.and_then(find).unwrap_or(otherwise)
}
