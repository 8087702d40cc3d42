//! A FlatZinc text as a model, with what it wants to see of a solution and what it says about the search.

use gridwright_fd::{Model, Objective, Var, View};
use gridwright_term::{Diagnostic, Span};

use crate::loader::{Loader, UNBOUNDED};
use crate::output::Output;
use crate::parse::parse;
use crate::search::Guidance;
use crate::syntax::Goal;

/// After so many errors the rest is not worth a message.
const MOST_ERRORS: usize = 20;

/// A text made ready to be solved.
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
    /// The model. Its keys are what the text wants to see, so that solutions that look alike are one.
    pub model: Model,
    /// What a solution is written as.
    pub output: Output,
    /// What the text says about the search.
    pub guidance: Guidance,
    /// Integer variables without bounds, taken to range from -[`UNBOUNDED`] to [`UNBOUNDED`].
    pub unbounded: Vec<Var>,
}

impl Program {
    /// Reads a text, or says what is wrong with it.
    pub fn read(text: &str) -> Result<Program, Vec<Diagnostic>> {
        let (parsed, errors) = parse(text);
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut loader = Loader::new(&parsed);
        let mut errors = std::mem::take(&mut loader.errors);
        if !errors.is_empty() {
            errors.truncate(MOST_ERRORS);
            return Err(errors);
        }
        for place in 0..loader.declared.len() {
            errors.extend(loader.known(place).err());
        }
        for (place, posted) in parsed.constraints.iter().enumerate() {
            if errors.len() >= MOST_ERRORS {
                return Err(errors);
            }
            if !loader.done[place] {
                errors.extend(loader.constrain(posted).err());
            }
        }
        let Some(solve) = &parsed.solve else {
            let end = Span::new(text.len(), text.len());
            errors.push(Diagnostic::error("there is no `solve`", end));
            return Err(errors);
        };
        if !errors.is_empty() {
            return Err(errors);
        }
        let one = |error: Diagnostic| vec![error];
        let objective = match &solve.goal {
            Goal::Satisfy => None,
            Goal::Minimise(expr) => Some(Objective::Minimise(loader.view(expr).map_err(one)?)),
            Goal::Maximise(expr) => Some(Objective::Maximise(loader.view(expr).map_err(one)?)),
        };
        let (output, keys) = loader.output().map_err(one)?;
        let guidance = loader.guidance(&solve.annotations).map_err(one)?;
        let Loader {
            mut model,
            unbounded,
            ..
        } = loader;
        let said = |error: gridwright_fd::ModelError| {
            one(Diagnostic::error(error.to_string(), solve.span))
        };
        if let Some(objective) = objective {
            model.set_objective(objective).map_err(said)?;
        }
        model.set_keys(keys).map_err(said)?;
        Ok(Program {
            model,
            output,
            guidance,
            unbounded,
        })
    }

    /// Whether a value of the objective lies at an end that the text did not give.
    pub fn is_at_made_up_end(&self, value: i32) -> bool {
        let objective = self.model.objective().map(Objective::view);
        let Some(View { var, .. }) = objective else {
            return false;
        };
        value.abs() == UNBOUNDED && self.unbounded.contains(&var)
    }
}
