//! Asking many: the model of a shape is made and set up once for all boards that have it.
//!
//! Streams of puzzles are mostly of few shapes, and many boards are solved by propagation alone, so that setting their models up would be most of the work. An [`BatchSolver`] keeps the
//! shapes it has met. The first board of a shape is asked as any board is; from the second on the model of the shape, without its clues, is at hand with a session, and
//! each board is that model [narrowed](gridwright_puzzles::Shaped::narrowed) to its clues, and that session [renewed](Session::renew).
//! Reports are the same as those of [`ask`](crate::ask), counters and all; only the time of setting up differs.

use gridwright_fd::Model;
use gridwright_puzzles::{AnyFormulation, AnyInstance, BoxedInstance};
use gridwright_solve::Session;

use crate::ask::{Asking, ask_by, set_up};
use crate::error::Error;
use crate::report::Report;
use crate::request::{Question, Request};

/// The most shapes kept; of more, the one that was met longest ago is forgotten.
const MOST_SHAPES: usize = 8;

/// Asks questions of many instances in one way, and keeps what it has set up for those of the same shape.
///
/// ```
/// use gridwright::{BatchSolver, Question, Request, Verdict, kind};
///
/// let sudoku = kind("sudoku").ok_or("no such kind")?;
/// let request = Request::default();
/// let mut asker = BatchSolver::new(&request);
/// for board in [".1.. ...2 3... ..3.", "1... .... ...2 ..1.", "11.. .... .... ...."] {
///     let puzzle = sudoku.read(None, board).map_err(|error| error.message)?;
///     let report = asker.ask(&*puzzle, Question::Unique)?;
///     assert_eq!(report.verdict == Verdict::Unique, board.starts_with('.'));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BatchSolver<'r> {
    request: &'r Request,
    /// The shapes met, the last one first.
    shapes: Vec<Kept>,
}

/// A shape that was met.
#[derive(Debug)]
struct Kept {
    shape: BoxedInstance,
    /// Its model, once a second board had this shape.
    shared: Option<Shared>,
}

/// The model of a shape.
#[derive(Debug)]
struct Shared {
    formulation: AnyFormulation,
    wide: Model,
    /// `None` where no board of this shape wanted one that can be renewed.
    session: Option<Session>,
}

impl<'r> BatchSolver<'r> {
    /// Nothing is kept yet.
    pub fn new(request: &'r Request) -> BatchSolver<'r> {
        BatchSolver {
            request,
            shapes: Vec::new(),
        }
    }

    /// Asks a question of an instance, as [`ask`](crate::ask) does.
    pub fn ask(&mut self, instance: &dyn AnyInstance, question: Question) -> Result<Report, Error> {
        let request = self.request;
        ask_by(instance, question, request, |clock| {
            let Some(shared) = self.shared(instance)? else {
                let (formulation, mut session) = set_up(instance, request)?;
                return Asking::new(instance, &formulation, &mut session, request, clock)
                    .answer(question);
            };
            let mut anew = None;
            let (formulation, session) = shared.set_up(instance, request, &mut anew)?;
            Asking::new(instance, formulation, session, request, clock).answer(question)
        })
    }

    /// The model of the instance's shape, if one was met that had it.
    fn shared(&mut self, instance: &dyn AnyInstance) -> Result<Option<&mut Shared>, Error> {
        let wish = self.request.wish();
        let mut shapes = self.shapes.iter();
        let Some(place) = shapes.position(|kept| instance.has_shape_of(&*kept.shape, &wish)) else {
            if let Some(shape) = instance.shape(&wish) {
                self.shapes.truncate(MOST_SHAPES - 1);
                let shared = None;
                self.shapes.insert(0, Kept { shape, shared });
            }
            return Ok(None);
        };
        self.shapes[..=place].rotate_right(1);
        let kept = &mut self.shapes[0];
        let deadline = self.request.limits().deadline();
        if kept.shared.is_none() {
            let mut wide = Model::new();
            wide.set_deadline(deadline.clone());
            kept.shared = Some(Shared {
                formulation: kept.shape.formulate(&wish, &mut wide)?,
                wide,
                session: None,
            });
        }
        if let Some(shared) = &mut kept.shared {
            shared.wide.set_deadline(deadline);
        }
        Ok(kept.shared.as_mut())
    }
}

impl Shared {
    /// The formulation and a session for an instance of this shape: the session that is kept, if it can be renewed, or else one made anew.
    fn set_up<'s>(
        &'s mut self,
        instance: &dyn AnyInstance,
        request: &Request,
        anew: &'s mut Option<Session>,
    ) -> Result<(&'s AnyFormulation, &'s mut Session), Error> {
        let model = instance.narrowed(&self.formulation, &self.wide)?;
        let plan = || request.plan(&self.formulation.decisions);
        let renewed = match &mut self.session {
            Some(session) => session.renew(&model)?,
            None => {
                self.session = Session::renewable(&self.wide, &model, &plan()?)?;
                self.session.is_some()
            }
        };
        match &mut self.session {
            Some(session) if renewed => Ok((&self.formulation, session)),
            _ => Ok((
                &self.formulation,
                anew.insert(Session::new(&model, &plan()?)?),
            )),
        }
    }
}
