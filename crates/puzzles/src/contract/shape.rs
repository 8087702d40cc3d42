//! Shapes: many instances can share one model, which is built and set up once.
//!
//! An instance has two parts. Its *shape* determines the variables and constraints: the size of a board, its blocks, its obstacles. Its *clues* narrow the
//! domains. If clues only narrow domains, all instances of a shape share the model of the shape without clues, and the model of each instance is that model with
//! [narrower domains](Model::with_domains). It is built in three steps:
//!
//! 1. [`Shaped::shape`] returns the instance without its clues, whose model is formulated once.
//! 2. [`Shaped::has_shape_of`] checks whether the next instance has the same shape.
//! 3. [`Shaped::narrowed`] returns the model of that instance, whose domains replace those of a session for the shape.
//!
//! | kind | shape | clues |
//! |---|---|---|
//! | Sudoku | size and blocks | numbers |
//! | Magic Square | size | numbers |
//! | Numbrix, Hidato | free cells | numbers; walks from clue to clue narrow the domains of the other cells |
//! | Hashiwokakero | everything: the islands determine the variables | none |
//! | White-and-Tan | everything: the arrows determine the constraints | none |
//! | Battleship | everything: a place that a tally or hint excludes has no variable, and a model of all places is several times as large | none |
//!
//! A viewpoint opts in by [`Sharing`]. Models are not shared if a rule or connectivity is chosen, or several viewpoints are channelled. Invariant: a narrowed model has the same variables, domains and
//! constraints as the one that is formulated from the instance, hence the same answers, nodes and failures.

use gridwright_fd::{Domain, Model, ModelError, Var};

use crate::contract::erased::{
    self, AnyFormulation, AnyInstance, BoxedInstance, FormulateError, FormulateOptions, Instance,
    boxed,
};
use crate::contract::puzzle::{Puzzle, Viewpoint};

/// How instances share models in a viewpoint in which clues only narrow domains.
#[derive(Debug)]
pub struct Sharing<P: Puzzle> {
    /// The instance without its clues; `None` if sharing would not save time.
    pub shape: fn(&P::Instance) -> Option<P::Instance>,
    /// Whether two instances have the same shape.
    pub is_same_shape: fn(&P::Instance, &P::Instance) -> bool,
    /// The domains that the clues of an instance leave to the decision variables of its shape's model. With these domains, the model must equal the one formulated from the
    /// instance.
    pub narrow: Narrow<P>,
}

/// Computes the domains that the clues of an instance leave to the decision variables.
pub type Narrow<P> = fn(&<P as Puzzle>::Instance, &[Var], &Model) -> Result<Narrowing, ModelError>;

/// Variables with their narrowed domains.
pub type Narrowing = Vec<(Var, Domain)>;

/// An instance as its shape and its clues.
pub trait Shaped {
    /// The instance without its clues; `None` if models are not shared with these options.
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

/// How models are shared with these options; `None` if they are not.
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
        let is_kind = self.kind().info().id == other.kind().info().id;
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
