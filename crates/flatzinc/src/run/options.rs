//! The options of a FlatZinc solver, and the search that they select.

use gridwright_fd::{
    Assignment, Atom, BranchContext, Branching, Choice, Consistency, ConsistencyMap, Decision, End,
    FirstSolution, Flow, Group, Limit, Limits, Objective, Restart, Search, Select, Setup, Sink,
    Solver, Stats, Var,
};
use gridwright_solve::{ModelEngine, RunOptions, SolveError, SolveOutcome, run, run_alternating};

use crate::load::program::Program;

/// The options of the command line.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// All solutions; with an objective, every improving one: `-a`.
    pub all: bool,
    /// The number of solutions: `-n`.
    pub max_solutions: Option<u64>,
    /// Every improving solution: `-i`.
    pub intermediate: bool,
    /// Free search: annotations may be ignored: `-f`.
    pub free: bool,
    /// The restart policy in place of that of the annotations: `-restart`.
    pub restart: Option<Restart>,
    /// The random seed: `-r`.
    pub seed: u64,
    /// Limits and stop flag.
    pub limits: Limits,
}

/// The failure limit of a warm start.
const WARM_FAILURES: u64 = 2_000;

impl SolveOptions {
    /// Solves a program and reports solutions to the sink. `variant` numbers parallel runs: 0 follows the options, the others use
    /// different searches.
    pub fn solve(
        &self,
        program: &Program,
        variant: usize,
        sink: &mut dyn Sink,
    ) -> Result<SolveOutcome, SolveError> {
        let mut sink = LastSink {
            sink,
            last: None,
            objective: program.model.objective(),
        };
        if let Some(found) = self.warm_start(program, variant)? {
            let flow = sink.solution(&found);
            if flow == Flow::Stop || self.solution_limit(program) == Some(1) {
                return Ok(SolveOutcome {
                    engine: ModelEngine::Fd,
                    end: End::LimitReached(Limit::Solutions),
                    stats: Stats {
                        solutions: 1,
                        ..Stats::default()
                    },
                    core: None,
                });
            }
        }
        let is_annotated = !program.search.groups.is_empty();
        if variant > 0 {
            let options = self
                .variant_options(program, variant)
                .assuming(sink.better());
            return run(&program.model, &options, &mut sink);
        }
        // All solutions need the whole tree, and the annotations give a good order for that.
        if is_annotated && (!self.free || !self.gains_from_variants(program)) {
            let options = self.annotated_options(program).assuming(sink.better());
            return run(&program.model, &options, &mut sink);
        }
        if !self.gains_from_variants(program) {
            return run(&program.model, &self.run_options(program), &mut sink);
        }
        let better = sink.better();
        let [plain, other] = self.free_options(program);
        run_alternating(&program.model, &plain.assuming(better), &other, &mut sink)
    }

    /// The options of the two alternating runs of a free search: plain search, by the annotations if there are any, and one that learns.
    fn free_options(&self, program: &Program) -> [RunOptions; 2] {
        let annotations = &program.search;
        let options = self.run_options(program);
        let is_best = program.model.objective().is_some();
        if annotations.groups.is_empty() {
            let second = match is_best {
                true => ModelEngine::Learn,
                false => ModelEngine::Auto,
            };
            let search = Search {
                seed: self.seed,
                ..Search::over(annotations.default_groups.clone())
            };
            return [options.clone().search(search), options.engine(second)];
        }
        let search = Search {
            seed: self.seed,
            ..Search::over(annotations.groups.clone())
        };
        let second = match is_best {
            // Learning follows the annotations up to the first restart, and then in every other run.
            true => options
                .clone()
                .engine(ModelEngine::Learn)
                .search(search.clone()),
            false => options.clone(),
        };
        [options.search(search), second]
    }

    /// The number of solutions to find; `None` for all of them, or for the best.
    pub fn solution_limit(&self, program: &Program) -> Option<u64> {
        match (program.model.objective(), self.max_solutions, self.all) {
            (Some(_), ..) => None,
            (None, Some(max), _) => Some(max.max(1)),
            (None, None, true) => None,
            (None, None, false) => Some(1),
        }
    }

    /// Whether parallel runs can help: not for all solutions, since each run would have to find all of them.
    pub fn gains_from_variants(&self, program: &Program) -> bool {
        program.model.objective().is_some() || self.solution_limit(program) == Some(1)
    }

    fn run_options(&self, program: &Program) -> RunOptions {
        RunOptions::new().limits(Limits {
            solutions: self.solution_limit(program),
            ..self.limits.clone()
        })
    }

    /// The search of the annotations.
    fn annotated_options(&self, program: &Program) -> RunOptions {
        let annotations = &program.search;
        let mut search = Search {
            seed: self.seed,
            ..Search::over(annotations.groups.clone())
        };
        // Without learning, a search with restarts may find a solution twice.
        if self.gains_from_variants(program) {
            search.restart = self
                .restart
                .or(annotations.restart)
                .unwrap_or(Restart::Never);
        }
        self.run_options(program).search(search)
    }

    /// The options of further parallel runs.
    fn variant_options(&self, program: &Program, variant: usize) -> RunOptions {
        let options = self.run_options(program);
        let seed = self.seed.wrapping_add(variant as u64);
        let all: Vec<Var> = program.model.all_vars().collect();
        let over = |select, choice| Search {
            seed,
            ..Search::over(vec![Group::new(all.clone(), select, choice)])
        };
        let learning = options.clone().engine(ModelEngine::Learn);
        match variant % 3 {
            1 => learning.search(over(Select::FirstFail, Choice::Min).learning()),
            2 => options.search(Search {
                restart: Restart::Luby { unit: 250 },
                ..over(Select::DomWDeg, Choice::StepRandom)
            }),
            _ => learning.search(Search {
                restart: Restart::Luby { unit: 100 },
                ..over(Select::Random, Choice::Random).learning()
            }),
        }
    }

    /// A solution close to the values of a warm start, if one is found within few failures.
    fn warm_start(
        &self,
        program: &Program,
        variant: usize,
    ) -> Result<Option<Assignment>, SolveError> {
        let hints = &program.search.hints;
        if hints.is_empty() || variant > 0 || !self.gains_from_variants(program) {
            return Ok(None);
        }
        let limits = Limits {
            failures: Some(WARM_FAILURES),
            ..self.limits.clone()
        };
        let setup = Setup {
            consistency: ConsistencyMap::all(Consistency::Bounds),
            recording: false,
            repr: gridwright_fd::DomainRepr::Auto,
        };
        let mut first = FirstSolution::default();
        let mut branching = Hints(hints);
        let mut solver = Solver::new(&program.model, &setup);
        solver.run_with(&mut branching, &Search::new(), &[], &limits, &mut first)?;
        Ok(first.0)
    }
}

/// Passes solutions on, and keeps the last.
struct LastSink<'s> {
    sink: &'s mut dyn Sink,
    last: Option<Assignment>,
    objective: Option<Objective>,
}

impl LastSink<'_> {
    /// The atom that bounds the objective by the last solution.
    fn better(&self) -> Vec<Atom> {
        let (Some(objective), Some(last)) = (self.objective, &self.last) else {
            return Vec::new();
        };
        vec![match objective {
            Objective::Minimise(view) => view.at_most(last.value(view).saturating_sub(1)),
            Objective::Maximise(view) => view.at_least(last.value(view).saturating_add(1)),
        }]
    }
}

impl Sink for LastSink<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        if self.objective.is_some() {
            self.last = Some(found.clone());
        }
        self.sink.solution(found)
    }
}

/// Branches on the values of a warm start, except those that the domains exclude.
#[derive(Debug)]
struct Hints<'h>(&'h [(Var, i32)]);

impl Branching for Hints<'_> {
    fn next(&mut self, look: &BranchContext<'_>) -> Option<Decision> {
        let is_open = |&&(var, value): &&(Var, i32)| {
            let view = var.view();
            !look.store.is_fixed(view) && look.store.contains(view, value)
        };
        let open = self.0.iter().find(is_open);
        open.map(|&(var, value)| Decision::Split(Atom::eq(var, value)))
    }
}
