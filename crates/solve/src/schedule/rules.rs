//! The rules that choose the options that are not set: the stages of a run, the consistency of each family, and the search. Each function has a table of its rules; they
//! are tried from the top, and the first that applies decides.

use gridwright_fd::{
    Choice, Consistency, ConsistencyMap, Group, Inference, Learning, Model, Order, Restart, Search,
    SearchError, Select, Var,
};

use crate::options::{ModelEngine, RunOptions};
use crate::schedule::features::ModelFeatures;
use crate::schedule::{Goal, Schedule, Stage};

const FD: Stage = Stage::new(ModelEngine::Fd);
const LEARN: Stage = Stage::new(ModelEngine::Learn);
const SAT: Stage = Stage::new(ModelEngine::Sat);

/// The failure limit of `fd` before `learn`.
const TRY_FAILURES: u64 = 500;

/// The failure limit of `fd` before `learn` in large models. On a Latin square of order 20, 500 failures take longer than the whole solution by `learn`.
const TRY_FAILURES_OF_LARGE: u64 = 100;

/// The failure limit of `fd` before `sat`. Encoding a Latin square of order 15 costs as much as about twenty failures. A plain search that has failed three times usually goes
/// on to fail hundreds of times, and `sat` needs a tenth of that.
const TRY_FAILURES_BEFORE_SAT: u64 = 3;

/// The failure limit of `learn` before `sat` in a model close to CNF: encoding costs about as much.
const LEARN_FAILURES: u64 = 10;

/// The failure limit of `fd` in a model with a `hamiltonian_path`.
const PATH_FAILURES: u64 = 100;

/// The failure limit of `fd` with random values before `learn`.
const RANDOM_FAILURES: u64 = 1_000_000;

/// A model is large from this number of unfixed variables on.
const LARGE: usize = 150;

/// The stages for a goal on a model with these features; `fd 500, learn` means: `fd` up to 500 failures, then `learn`.
///
/// | rule | when | stages | why |
/// |---|---|---|---|
/// | `named` | the options name an engine or a search | that engine | users name an engine to compare it with another |
/// | `all` | the goal is all solutions, or more than 100 | fd | learning would add a nogood per solution; plain search visits each solution once anyway |
/// | `small` | at most 65 536 assignments | fd | searching the whole tree costs less than the set-up of learning |
/// | `sums` | one solution of sums over one permutation without fixed variables | fd 1 000 000 with random values and restarts, learn | there are many solutions, but depth-first search may spend hours below a bad first decision |
/// | `path` | a `hamiltonian_path`, and the goal is not the best solution | fd 100, sat | plain search solves most instances in a few nodes, but takes practically for ever on those with few fixed variables |
/// | `cnf` | 100 unfixed variables or more, and half of them Booleans or a quarter of the constraints reified; the goal is not the best solution | learn 10, sat | such models are close to CNF, where learning is orders of magnitude faster; encoding costs as much as about ten failures |
/// | `graph` | a constraint over a graph | learn | without learning the same cut of the graph is refuted again in every branch |
/// | `best` | the goal is the best solution | learn | proving optimality is one long refutation, where learning helps most |
/// | `try_sat` | the model has a CNF encoding | fd 3, sat | most puzzles need few failures, and the others need very many; encoding costs as much as about twenty failures |
/// | `try_large` | 150 unfixed variables or more | fd 100, learn | in large models each failure is expensive |
/// | `try_learn` | otherwise | fd 500, learn | as `try_sat` |
///
/// `sat` is preferred to `learn` because a conflict takes a fifth of the time: the SAT solver needs no reasons from propagators and keeps no domains. Without a CNF encoding,
/// `learn` replaces `sat`. A `sat` that is the second stage is also replaced if there are assumptions (unless the session keeps it, see [`Session::keep_late_sat`](crate::Session::keep_late_sat)) or a failure limit, or if the sink receives events.
pub(crate) fn schedule(features: &ModelFeatures, options: &RunOptions, goal: Goal) -> Schedule {
    // named
    if options.engine != ModelEngine::Auto {
        return Schedule::only(options.engine);
    }
    if let Some(search) = &options.search {
        return Schedule::only(match search.learning {
            Some(_) => ModelEngine::Learn,
            None => ModelEngine::Fd,
        });
    }
    let last = if features.has_cnf_encoding {
        SAT
    } else {
        LEARN
    };
    let is_near_cnf = features.unfixed >= 100
        && (2 * features.booleans >= features.unfixed
            || 4 * features.reified >= features.constraints);
    let (first, second) = if goal == Goal::All || features.assignments <= 65_536 {
        // all, small
        (FD, None)
    } else if features.is_permutation_with_sums && goal == Goal::UpTo(1) {
        // sums
        (FD.random().up_to(RANDOM_FAILURES), Some(LEARN))
    } else if features.count("hamiltonian_path") > 0 && goal != Goal::Best {
        // path
        (FD.up_to(PATH_FAILURES), Some(last))
    } else if is_near_cnf && features.has_cnf_encoding && goal != Goal::Best {
        // cnf
        (LEARN.up_to(LEARN_FAILURES), Some(SAT))
    } else if features.n_graph_constraints > 0 || is_near_cnf || goal == Goal::Best {
        // graph, cnf without an encoding, best
        (LEARN, None)
    } else if features.has_cnf_encoding {
        // try_sat
        (FD.up_to(TRY_FAILURES_BEFORE_SAT), Some(SAT))
    } else if features.unfixed >= LARGE {
        // try_large
        (FD.up_to(TRY_FAILURES_OF_LARGE), Some(LEARN))
    } else {
        // try_learn
        (FD.up_to(TRY_FAILURES), Some(LEARN))
    };
    Schedule { first, second }
}

/// The consistency of each family: that of the options, or that of the rules for a model with these features.
pub(crate) fn consistency(options: &RunOptions, features: &ModelFeatures) -> ConsistencyMap {
    let chosen = options.consistency.clone();
    chosen.unwrap_or_else(|| default_consistency(features))
}

/// The consistency of each family for a model with these features.
///
/// | rule | when | consistency | why |
/// |---|---|---|---|
/// | `sums` | `all_different` with sums over one permutation without fixed variables | value | the sums do most of the pruning, and propagators run often here |
/// | `wide` | `all_different`, if some has a domain of more than 64 values and some is not a permutation | bounds | on wide domains matching costs more than its pruning saves |
/// | `different` | other `all_different` | domain | on at most 64 values, matching and reachability work on one machine word per domain; permutations need hidden singles and Hall sets |
/// | `linear` | `linear` | bounds | domain consistency of a sum is exponential in general |
/// | `rest` | all others | domain, or bounds if a domain has more than 4 096 values | propagators that enumerate values are too slow on large domains |
pub(crate) fn default_consistency(features: &ModelFeatures) -> ConsistencyMap {
    let all = if features.max_domain_size <= 4_096 {
        Consistency::Domain
    } else {
        Consistency::Bounds
    };
    let different = if features.is_permutation_with_sums {
        // sums
        Consistency::Value
    } else if features.has_wide_different {
        // wide
        Consistency::Bounds
    } else {
        // different
        Consistency::Domain
    };
    ConsistencyMap::all(all)
        .with("linear", Consistency::Bounds)
        .with("all_different", different)
}

/// Variable and value selection for a model with these features. The variable selection is that of the first of `sums`, `weights` and `sizes` that applies; `numbers` concerns the
/// values only. [`search`] adds the rule `keys`, and [`random_search`] the search of the stage with random values.
///
/// | rule | when | search | why |
/// |---|---|---|---|
/// | `keys` | the model has keys | the keys first | solutions that agree on the keys count once, and are then found only once |
/// | `sums` | sums over one permutation without fixed variables | `first_fail`, random values, restarts for one solution; else `most_constrained` | a variable in many sums prunes most |
/// | `numbers` | domains of more than 256 values | bisection | enumerating values one by one takes too long |
/// | `weights` | 200 unfixed variables or more | `dom_w_deg` | large models need the hard part decided first, and conflicts locate it |
/// | `sizes` | otherwise | `first_fail`, smallest value first | first fail works well for puzzles |
pub(crate) fn branching(features: &ModelFeatures) -> (Select, Choice) {
    let select = if features.is_permutation_with_sums {
        // sums
        Select::MostConstrained
    } else if features.unfixed >= 200 {
        // weights
        Select::DomWDeg
    } else {
        // sizes
        Select::FirstFail
    };
    let choice = if features.max_domain_size > 256 {
        // numbers
        Choice::Split
    } else {
        Choice::Min
    };
    (select, choice)
}

/// The plain search for a model with these features.
pub(crate) fn search(model: &Model, features: &ModelFeatures) -> Search {
    let (select, choice) = branching(features);
    let mut groups = Vec::new();
    if let Some(keys) = model.keys() {
        groups.push(Group::new(keys, select, choice));
    }
    // Keys are fixed by the time the second group is reached.
    let all: Vec<Var> = model.all_vars().collect();
    groups.push(Group::new(all, select, choice));
    Search::over(groups)
}

/// The search for one of very many solutions: random values and frequent restarts.
pub(crate) fn random_search(plain: &Search) -> Search {
    let randomised =
        |group: &Group| Group::new(group.vars.clone(), Select::FirstFail, Choice::Random);
    Search {
        groups: plain.groups.iter().map(randomised).collect(),
        restart: Restart::Luby { unit: 2_000 },
        ..plain.clone()
    }
}

/// The searches of a run: without learning, and with it.
pub(crate) fn searches(
    model: &Model,
    features: &ModelFeatures,
    options: &RunOptions,
) -> Result<(Search, Search), SearchError> {
    let Some(search) = &options.search else {
        let plain = search(model, features);
        let learning = plain.clone().learning();
        return Ok((plain, learning));
    };
    match (options.engine, search.learning, search.inference) {
        (ModelEngine::Fd, Some(_), _) => {
            Err(SearchError::Incompatible("the engine fd does not learn"))
        }
        (ModelEngine::Sat, ..) => Err(SearchError::Incompatible(
            "the engine sat has its own search",
        )),
        (ModelEngine::Learn, _, Inference::Check | Inference::Forward) => Err(
            SearchError::Incompatible("the engine learn needs full propagation"),
        ),
        (_, Some(_), _) => Ok((
            Search {
                learning: None,
                restart: Restart::Never,
                ..search.clone()
            },
            search.clone(),
        )),
        (_, None, _) => {
            let order = if search.groups.is_empty() {
                Order::Free
            } else {
                Order::Alternate
            };
            let learning = Search {
                learning: Some(Learning { order }),
                ..search.clone().learning()
            };
            Ok((search.clone(), learning))
        }
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
