//! Many instances with few shapes: the model of a shape is built once for all instances that have it.
//!
//! Most streams of puzzles have few shapes, and propagation alone solves many boards, so set-up would dominate. A [`BatchSolver`] caches
//! shapes. The first instance of a shape is solved like any other. From the second on, the model of the shape without clues is
//! [narrowed](gridwright_puzzles::Shaped::narrowed) to the clues, and the domains of its session [replaced](Session::replace_domains).
//! Reports equal those of [`ask`](crate::ask), counters included; only set-up times differ.

use gridwright_fd::Model;
use gridwright_puzzles::{AnyFormulation, AnyInstance, BoxedInstance};
use gridwright_solve::Session;

use crate::error::Error;
use crate::report::Report;
use crate::request::{Question, Request};
use crate::solving::ask::{ModelRun, dispatch, set_up};

/// The most shapes in the cache; the least recently used one is evicted.
const MAX_SHAPES: usize = 8;

/// Answers questions about many instances with the same request, reusing models of the same shape.
///
/// ```
/// use gridwright::{BatchSolver, Question, Request, Verdict, kind};
///
/// let sudoku = kind("sudoku").ok_or("no such kind")?;
/// let request = Request::default();
/// let mut solver = BatchSolver::new(&request);
/// for board in [".1.. ...2 3... ..3.", "1... .... ...2 ..1.", "11.. .... .... ...."] {
///     let puzzle = sudoku.read(None, board).map_err(|error| error.message)?;
///     let report = solver.ask(&*puzzle, Question::Unique)?;
///     assert_eq!(report.verdict == Verdict::Unique, board.starts_with('.'));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BatchSolver<'r> {
    request: &'r Request,
    /// The cached shapes, most recently used first.
    shapes: Vec<CachedShape>,
}

/// A shape that occurred before.
#[derive(Debug)]
struct CachedShape {
    shape: BoxedInstance,
    /// Its model, once a second instance had this shape.
    model: Option<ShapeModel>,
}

/// The model of a shape.
#[derive(Debug)]
struct ShapeModel {
    formulation: AnyFormulation,
    base: Model,
    /// `None` until an instance of this shape has needed a session with replaceable domains.
    session: Option<Session>,
}

impl<'r> BatchSolver<'r> {
    /// A solver with an empty cache.
    pub fn new(request: &'r Request) -> BatchSolver<'r> {
        BatchSolver {
            request,
            shapes: Vec::new(),
        }
    }

    /// Answers a question about an instance, as [`ask`](crate::ask) does.
    pub fn ask(&mut self, instance: &dyn AnyInstance, question: Question) -> Result<Report, Error> {
        let request = self.request;
        dispatch(instance, question, request, |clock| {
            let Some(shape) = self.shape_model(instance)? else {
                let (formulation, mut session) = set_up(instance, request)?;
                return ModelRun::new(instance, &formulation, &mut session, request, clock)
                    .answer(question);
            };
            let mut fresh = None;
            let (formulation, session) = shape.set_up(instance, request, &mut fresh)?;
            ModelRun::new(instance, formulation, session, request, clock).answer(question)
        })
    }

    /// The model of the instance's shape, if the shape is in the cache.
    fn shape_model(
        &mut self,
        instance: &dyn AnyInstance,
    ) -> Result<Option<&mut ShapeModel>, Error> {
        let options = self.request.formulate_options();
        let mut shapes = self.shapes.iter();
        let Some(index) = shapes.position(|cached| instance.has_shape_of(&*cached.shape, &options))
        else {
            if let Some(shape) = instance.shape(&options) {
                self.shapes.truncate(MAX_SHAPES - 1);
                self.shapes.insert(0, CachedShape { shape, model: None });
            }
            return Ok(None);
        };
        self.shapes[..=index].rotate_right(1);
        let cached = &mut self.shapes[0];
        let deadline = self.request.limits().deadline();
        if cached.model.is_none() {
            let mut base = Model::new();
            base.set_deadline(deadline.clone());
            cached.model = Some(ShapeModel {
                formulation: cached.shape.formulate(&options, &mut base)?,
                base,
                session: None,
            });
        }
        if let Some(model) = &mut cached.model {
            model.base.set_deadline(deadline);
        }
        Ok(cached.model.as_mut())
    }
}

impl ShapeModel {
    /// The formulation and a session for an instance of this shape: the cached session if its domains can be replaced, or else a new one in `fresh`.
    fn set_up<'s>(
        &'s mut self,
        instance: &dyn AnyInstance,
        request: &Request,
        fresh: &'s mut Option<Session>,
    ) -> Result<(&'s AnyFormulation, &'s mut Session), Error> {
        let model = instance.narrowed(&self.formulation, &self.base)?;
        let options = || request.run_options(&self.formulation.decisions);
        let replaced = match &mut self.session {
            Some(session) => session.replace_domains(&model)?,
            None => {
                self.session = Session::with_replaceable_domains(&self.base, &model, &options()?)?;
                self.session.is_some()
            }
        };
        match &mut self.session {
            Some(session) if replaced => Ok((&self.formulation, session)),
            _ => Ok((
                &self.formulation,
                fresh.insert(Session::new(&model, &options()?)?),
            )),
        }
    }
}
