//! What is chosen where the plan leaves a choice. Rules are tried from the top; the first that applies decides.
//!
//! **Engine**, by what is wanted:
//!
//! | rule | when | engine | why |
//! |---|---|---|---|
//! | `named` | the plan names an engine or a search | that one | people who name one compare it with another |
//! | `all` | all solutions are wanted, or more than 100 | plain | every solution would cost a nogood, and a walk meets each once for nothing |
//! | `small` | at most 65 536 assignments | plain | the tree is smaller than what learning sets up |
//! | `sums` | one solution of sums over one permutation, nothing of it given | plain up to 1 000 000 failures, with random values and restarts, then learning | solutions are everywhere, but a bad beginning is not mended in hours |
//! | `path` | a `hamiltonian_path` | plain up to 100 failures, then clauses, or learning where it cannot be said in clauses | its walk decides most boards in a few nodes, but on boards with few clues a walk may never end |
//! | `graph` | a constraint over a graph | learning | the same cut of the graph is refuted again in every branch unless it is learnt |
//! | `clausal` | 100 open variables or more, and half of them Booleans or a quarter of the constraints reified | learning; after 10 failures clauses, if it can be said in them | such models are near to clauses, where learning wins by orders of magnitude; to say them anew takes longer than a few failures |
//! | `best` | the best solution is wanted | learning | proving the last bound is one long refutation |
//! | `try` | otherwise | plain up to 500 failures, then learning; up to 100 with 150 open variables or more; up to 3 if it can be said in clauses | most puzzles need few failures; those that need more need many more, in large models each is dear, and clauses are said in the time of some twenty |
//!
//! Where all of a model can be said in clauses over Booleans, these take the place of learning, or its place after some failures: they have no reasons to ask for and no
//! domains to keep, and a conflict takes a fifth of the time. Not under assumptions, for a number of failures, or where events are told.
//!
//! **ConsistencyMap**, by family:
//!
//! | rule | when | level | why |
//! |---|---|---|---|
//! | `sums` | `all_different` with sums over one permutation, nothing of it given | value | the sums decide, and run often |
//! | `words` | `all_different` over domains of at most 64 values | domain | matching and reachability go a word at a time |
//! | `permutation` | `all_different` over as many variables as values | domain | hidden singles and Hall sets decide permutations |
//! | `wide` | other `all_different` | bounds | the matching of wide domains costs more than it removes |
//! | `sums` | `linear` | bounds | domain consistency of a sum is exponential in general |
//! | `rest` | all others | domain, or bounds when a domain has more than 4 096 values | values are enumerated only where they are few |
//!
//! **Search**:
//!
//! | rule | when | search | why |
//! |---|---|---|---|
//! | `keys` | the model has keys | these first | solutions that agree on them are one, and are then met once |
//! | `sums` | sums over one permutation, nothing of it given | `first_fail`, random values, restarts for one solution; else `most_constrained` | what is in most sums decides most |
//! | `numbers` | domains of more than 256 values | halving | values one by one would be a long way |
//! | `weights` | 200 open variables or more | `dom_w_deg` | in large models the hard part must be found first, and conflicts point at it |
//! | `sizes` | otherwise | `first_fail`, smallest value first | small domains decide puzzles |

use gridwright_fd::{
    Choice, Consistency, ConsistencyMap, Group, Inference, Learning, Limits, Model, Order,
    PlanError, Restart, Search, Select, Var,
};

use crate::engine::EngineName;
use crate::plan::Plan;
use crate::shape::Shape;

/// How many failures plain search may have before learning takes over.
const TRY_FAILURES: u64 = 500;

/// The same in models with many open variables: 500 failures of a Latin square of order 20 take longer than learning does for all of it.
const TRY_FAILURES_OF_LARGE: u64 = 100;

/// The same where what comes then are clauses. A Latin square of order 15 is said in clauses in the time of some twenty failures, and where plain search failed three
/// times it usually fails hundreds of times, of which clauses need a tenth.
const TRY_FAILURES_BEFORE_CLAUSES: u64 = 3;

/// How many failures learning may have before a model of Booleans is said in clauses: as long as that takes.
const LEARN_FAILURES: u64 = 10;

/// How many failures plain search may have where a path is looked for.
const PATH_FAILURES: u64 = 100;

/// How many open variables are many.
const LARGE: usize = 150;

/// How many solutions are still some of them; who wants more is taken to want all.
const SOME: u64 = 100;

/// How many failures plain search with random values may have before learning takes over.
const RANDOM_FAILURES: u64 = 1_000_000;

/// What is wanted of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// All solutions.
    All,
    /// At most so many.
    Some(u64),
    /// The best.
    Best,
}

impl Goal {
    /// What is wanted under these limits.
    pub(crate) fn of(limits: &Limits, has_objective: bool) -> Goal {
        match limits.solutions {
            _ if has_objective => Goal::Best,
            Some(n) if n <= SOME => Goal::Some(n),
            _ => Goal::All,
        }
    }
}

/// Which engine runs, or which two in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Plain search.
    Plain,
    /// Learning.
    Learning,
    /// Plain search up to so many failures, then learning.
    PlainThenLearning(u64),
    /// Sat over Booleans.
    Sat,
    /// Learning up to so many failures, then clauses; under assumptions, or where events are told, learning alone.
    LearningThenClauses(u64),
    /// Plain search up to so many failures, then clauses; under assumptions, or where events are told, then learning.
    PlainThenClauses(u64),
    /// Plain search with random values and restarts up to so many failures, then learning.
    RandomThenLearning(u64),
}

impl Strategy {
    /// The strategy for a model of this shape; see the table at the top of the file.
    pub fn for_goal(shape: &Shape, plan: &Plan, goal: Goal) -> Strategy {
        match plan.engine {
            EngineName::Learn => return Strategy::Learning,
            EngineName::Fd | EngineName::Oracle => return Strategy::Plain,
            EngineName::Sat => return Strategy::Sat,
            EngineName::Auto => {}
        }
        if let Some(search) = &plan.search {
            return match search.learning {
                Some(_) => Strategy::Learning,
                None => Strategy::Plain,
            };
        }
        if goal == Goal::All || shape.assignments <= 65_536 {
            return Strategy::Plain;
        }
        if shape.is_sums() && goal == Goal::Some(1) {
            return Strategy::RandomThenLearning(RANDOM_FAILURES);
        }
        if shape.count("hamiltonian_path") > 0 && goal != Goal::Best {
            return Strategy::plain_first(shape, PATH_FAILURES);
        }
        let clausal = shape.open >= 100
            && (2 * shape.booleans >= shape.open || 4 * shape.reified >= shape.constraints);
        if clausal && shape.clausal && goal != Goal::Best {
            return Strategy::LearningThenClauses(LEARN_FAILURES);
        }
        if shape.graphs > 0 || clausal || goal == Goal::Best {
            return Strategy::Learning;
        }
        let failures = if shape.clausal {
            TRY_FAILURES_BEFORE_CLAUSES
        } else if shape.open >= LARGE {
            TRY_FAILURES_OF_LARGE
        } else {
            TRY_FAILURES
        };
        Strategy::plain_first(shape, failures)
    }

    /// Whether learning comes first, or is all there is.
    pub fn learns_first(self) -> bool {
        matches!(self, Strategy::Learning | Strategy::LearningThenClauses(_))
    }

    /// Plain search up to so many failures, then what learns best about a model of this shape.
    fn plain_first(shape: &Shape, failures: u64) -> Strategy {
        if shape.clausal {
            Strategy::PlainThenClauses(failures)
        } else {
            Strategy::PlainThenLearning(failures)
        }
    }
}

/// The levels for a model of this shape; see the table at the top of the file.
pub(crate) fn levels(shape: &Shape) -> ConsistencyMap {
    let all = if shape.widest <= 4_096 {
        Consistency::Domain
    } else {
        Consistency::Bounds
    };
    let permutations = shape.permutations == shape.count("all_different");
    let different = if shape.is_sums() {
        Consistency::Value
    } else if shape.widest_different <= 64 || permutations {
        Consistency::Domain
    } else {
        Consistency::Bounds
    };
    ConsistencyMap::all(all)
        .with("linear", Consistency::Bounds)
        .with("all_different", different)
}

/// Which variable comes next in a model of this shape, and how its values are tried; see the table at the top of the file.
pub(crate) fn order(shape: &Shape) -> (Select, Choice) {
    let select = if shape.is_sums() {
        Select::MostConstrained
    } else if shape.open >= 200 {
        Select::DomWDeg
    } else {
        Select::FirstFail
    };
    let choice = if shape.widest > 256 {
        Choice::Split
    } else {
        Choice::Min
    };
    (select, choice)
}

/// The plain search for a model of this shape.
pub(crate) fn search(model: &Model, shape: &Shape) -> Search {
    let (select, choice) = order(shape);
    let mut groups = Vec::new();
    if let Some(keys) = model.keys() {
        groups.push(Group::new(keys, select, choice));
    }
    // Variables that are keys are fixed by the time the second group is asked.
    let all: Vec<Var> = model.all_vars().collect();
    groups.push(Group::new(all, select, choice));
    Search::over(groups)
}

/// The search for one solution among very many: random values, and a new beginning before long.
pub(crate) fn random_search(plain: &Search) -> Search {
    let again = |group: &Group| Group::new(group.vars.clone(), Select::FirstFail, Choice::Random);
    Search {
        groups: plain.groups.iter().map(again).collect(),
        restart: Restart::Luby { unit: 2_000 },
        ..plain.clone()
    }
}

/// The searches a plan leads to: the plain one, and the one that learns.
pub(crate) fn searches(
    model: &Model,
    shape: &Shape,
    plan: &Plan,
) -> Result<(Search, Search), PlanError> {
    let Some(given) = &plan.search else {
        let plain = search(model, shape);
        let learning = plain.clone().learning();
        return Ok((plain, learning));
    };
    match (plan.engine, given.learning, given.inference) {
        (EngineName::Fd, Some(_), _) => {
            Err(PlanError::Incompatible("the plain engine does not learn"))
        }
        (EngineName::Sat, ..) => Err(PlanError::Incompatible(
            "the engine sat has a search of its own",
        )),
        (EngineName::Learn, _, Inference::Check | Inference::Forward) => {
            Err(PlanError::Incompatible("learning needs full propagation"))
        }
        (_, Some(_), _) => Ok((
            Search {
                learning: None,
                restart: Restart::Never,
                ..given.clone()
            },
            given.clone(),
        )),
        (_, None, _) => {
            let order = if given.groups.is_empty() {
                Order::Free
            } else {
                Order::Alternate
            };
            let learning = Search {
                learning: Some(Learning { order }),
                ..given.clone().learning()
            };
            Ok((given.clone(), learning))
        }
    }
}

#[cfg(test)]
mod tests;
