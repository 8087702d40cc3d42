//! A loaded FlatZinc text: model, output and search annotations.

use gridwright_constraints::Float;
use gridwright_fd::{Deadline, Limit, Model, Objective, Var, View};
use gridwright_term::{Diagnostic, Span};

use crate::load::loader::{Loader, UNBOUNDED};
use crate::load::output::Output;
use crate::load::search_annotations::SearchAnnotations;
use crate::parse::syntax::{Goal, Items};
use crate::parse::{MAX_ERRORS, parse};

/// A loaded text, ready to be solved.
///
/// ```
/// use gridwright_flatzinc::Program;
/// use gridwright_solve::count;
/// let program = Program::read("
///     var 1..3: x :: output_var;
///     var 1..3: y :: output_var;
///     constraint int_lt(x, y);
///     solve satisfy;
/// ").map_err(|errors| errors[0].message.clone())?;
/// assert_eq!(count(&program.model, 10)?.solutions, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Program {
    /// The model. Its keys are the output variables, so that solutions with the same output count as one.
    pub model: Model,
    /// The output of a solution.
    pub output: Output,
    /// The search annotations.
    pub search: SearchAnnotations,
    /// Integer variables without bounds, which range from -[`UNBOUNDED`] to [`UNBOUNDED`].
    pub unbounded: Vec<Var>,
    /// The objective, if it is a float.
    pub float_objective: Option<Float>,
}

/// Why a text was not loaded.
#[derive(Clone, Debug)]
pub enum LoadError {
    /// The text has errors.
    Invalid(Vec<Diagnostic>),
    /// The deadline was reached first.
    Stopped(Limit),
}

impl Program {
    /// Parses and loads a text, or returns its errors.
    pub fn read(text: &str) -> Result<Program, Vec<Diagnostic>> {
        match Program::read_before(text, &Deadline::never()) {
            Ok(program) => Ok(program),
            Err(LoadError::Invalid(errors)) => Err(errors),
            Err(LoadError::Stopped(_)) => unreachable!("there is no deadline"),
        }
    }

    /// Parses and loads a text, unless the deadline comes first. The deadline also holds for the set-up of the model.
    pub fn read_before(text: &str, deadline: &Deadline) -> Result<Program, LoadError> {
        let (parsed, errors) = parse(text, deadline);
        if !errors.is_empty() {
            return Err(LoadError::Invalid(errors));
        }
        Program::load(text, parsed, deadline).map_err(|errors| match deadline.reached() {
            Some(limit) => LoadError::Stopped(limit),
            None => LoadError::Invalid(errors),
        })
    }

    /// Returns no errors, or some that do not matter, if the deadline is reached.
    fn load(
        text: &str,
        parsed: Items<'_>,
        deadline: &Deadline,
    ) -> Result<Program, Vec<Diagnostic>> {
        if deadline.reached().is_some() {
            return Err(Vec::new());
        }
        let mut loader = Loader::new(&parsed);
        loader.model.set_deadline(deadline.clone());
        let mut errors = std::mem::take(&mut loader.errors);
        if !errors.is_empty() {
            errors.truncate(MAX_ERRORS);
            return Err(errors);
        }
        for index in 0..loader.variables.len() {
            errors.extend(loader.resolve(index).err());
            if errors.len() >= MAX_ERRORS {
                return Err(errors);
            }
        }
        for (at, item) in parsed.constraints.iter().enumerate() {
            if errors.len() >= MAX_ERRORS {
                return Err(errors);
            }
            if !loader.absorbed[at] {
                errors.extend(loader.post_item(item).err());
            }
        }
        let Some(solve) = &parsed.solve else {
            let end = Span::new(text.len(), text.len());
            errors.push(Diagnostic::error("the `solve` item is missing", end));
            return Err(errors);
        };
        if !errors.is_empty() {
            return Err(errors);
        }
        let one = |error: Diagnostic| vec![error];
        let objective = match &solve.goal {
            Goal::Satisfy => None,
            Goal::Minimise(expr) => Some(Objective::Minimise(loader.objective(expr).map_err(one)?)),
            Goal::Maximise(expr) => Some(Objective::Maximise(loader.objective(expr).map_err(one)?)),
        };
        let float_objective = match &solve.goal {
            Goal::Minimise(expr) | Goal::Maximise(expr) => loader.float(expr),
            Goal::Satisfy => None,
        };
        let (output, keys) = loader.output().map_err(one)?;
        let search = loader.search_annotations(&solve.annotations, &keys, objective);
        let search = search.map_err(one)?;
        loader.post_channels();
        let Loader {
            mut model,
            unbounded,
            ..
        } = loader;
        let model_error = |error: gridwright_fd::ModelError| {
            one(Diagnostic::error(error.to_string(), solve.span))
        };
        if let Some(objective) = objective {
            model.set_objective(objective).map_err(model_error)?;
        }
        model.set_keys(keys).map_err(model_error)?;
        if deadline.reached().is_some() {
            return Err(errors);
        }
        Ok(Program {
            model,
            output,
            search,
            unbounded,
            float_objective,
        })
    }

    /// Whether a value of the objective is at a bound that the text does not give.
    pub fn is_at_assumed_bound(&self, value: i32) -> bool {
        let objective = self.model.objective().map(Objective::view);
        let Some(View { var, .. }) = objective else {
            return false;
        };
        value.abs() == UNBOUNDED && self.unbounded.contains(&var)
    }
}
