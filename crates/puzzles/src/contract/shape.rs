//! Shapes: what many puzzles have in common, so that their model is made and set up once.
//!
//! An instance has two parts. Its *shape* decides which variables and constraints there are: the size of a board, its blocks, its obstacles. Its *clues* narrow
//! their domains. Where clues do nothing but narrow domains, all instances of a shape share one model, that of the shape alone, and each of them is that model
//! [narrowed](Model::with_domains) to what its clues leave. It is made in three steps:
//!
//! 1. [`Shaped::shape`] gives the instance without its clues; its model is formulated as any other: once.
//! 2. [`Shaped::has_shape_of`] checks whether that model serves the next instance too.
//! 3. [`Shaped::narrowed`] makes the model of that instance, with which a session for the shape is renewed.
//!
//! | kind | shape | clues |
//! |---|---|---|
//! | Sudoku | size and blocks | numbers |
//! | Magic Square | size | numbers |
//! | Numbrix, Hidato | free cells | numbers, and what walks between them allow |
//! | Hashiwokakero | all of it: islands are the variables | none |
//! | White-and-Tan | all of it: arrows are the constraints | none |
//! | Battleship | all of it: a place a tally or a hint rules out has no variable, and a model of all places is several times as large | none |
//!
//! A viewpoint opts in by [`Sharing`]; rules that are switched on, and viewpoints linked with others, opt out. The law: a narrowed model has the same variables, domains and constraints as the one that
//! is formulated from the instance, hence the same answers after as many nodes and failures.

use gridwright_fd::{Domain, Model, ModelError, Var};

use crate::contract::erased::{
    self, AnyFormulation, AnyInstance, BoxedInstance, FormulateError, FormulateOptions, Instance,
    boxed,
};
use crate::contract::puzzle::{Puzzle, Viewpoint};

/// A viewpoint in which clues do nothing but narrow domains.
#[derive(Debug)]
pub struct Sharing<P: Puzzle> {
    /// The instance without its clues; `None` where that is not worth having.
    pub shape: fn(&P::Instance) -> Option<P::Instance>,
    /// Whether two instances have the same shape, without making it.
    pub is_same_shape: fn(&P::Instance, &P::Instance) -> bool,
    /// What the clues of an instance leave of the decision variables of its shape's model. Narrowed to that, the model must equal the one formulated from the instance.
    pub narrow: Narrow<P>,
}

/// Computes what the clues of an instance leave of decision variables.
pub type Narrow<P> = fn(&<P as Puzzle>::Instance, &[Var], &Model) -> Result<Narrowing, ModelError>;

/// Variables with what is left of their domains.
pub type Narrowing = Vec<(Var, Domain)>;

/// An instance as its shape and its clues.
pub trait Shaped {
    /// The instance without its clues; `None` where its clues are part of its shape, or the options name more than one viewpoint.
    fn shape(&self, options: &FormulateOptions<'_>) -> Option<BoxedInstance>;

    /// Whether it has the same kind and shape as another, with these options.
    fn has_shape_of(&self, other: &dyn AnyInstance, options: &FormulateOptions<'_>) -> bool;

    /// Its model, made from the formulation and the model of its shape.
    fn narrowed(
        &self,
        formulation: &AnyFormulation,
        model: &Model,
    ) -> Result<Model, FormulateError>;
}

/// The sharing of the viewpoint in the options, if it is a single one without rules that shares its models.
fn sharing<P: Puzzle>(options: &FormulateOptions<'_>) -> Option<&'static Sharing<P>> {
    let viewpoint: &'static Viewpoint<P> = match options.viewpoints {
        [] => P::VIEWPOINTS.first()?,
        [only] => erased::viewpoint::<P>(only).ok()?,
        _ => return None,
    };
    let is_plain = options.rules.is_empty() && options.connectivity.is_none();
    viewpoint.sharing.as_ref().filter(|_| is_plain)
}

impl<P: Puzzle> Shaped for Instance<P> {
    fn shape(&self, options: &FormulateOptions<'_>) -> Option<BoxedInstance> {
        (sharing::<P>(options)?.shape)(&self.0).map(boxed::<P>)
    }

    fn has_shape_of(&self, other: &dyn AnyInstance, options: &FormulateOptions<'_>) -> bool {
        // Kinds may share a type of instance.
        let is_kind = self.kind().card().id == other.kind().card().id;
        let other = other.as_any().downcast_ref().filter(|_| is_kind);
        let sharing = sharing::<P>(options);
        sharing
            .zip(other)
            .is_some_and(|(sharing, other)| (sharing.is_same_shape)(&self.0, other))
    }

    fn narrowed(
        &self,
        formulation: &AnyFormulation,
        model: &Model,
    ) -> Result<Model, FormulateError> {
        let sharing = erased::viewpoint::<P>(&formulation.name)?.sharing.as_ref();
        let sharing = sharing.expect("a shape was made for this viewpoint");
        let domains = (sharing.narrow)(&self.0, &formulation.decisions, model)?;
        Ok(model.with_domains(domains)?)
    }
}
