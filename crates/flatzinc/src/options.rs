//! What is asked of a FlatZinc solver, and the search that answers it.

use gridwright_fd::{
    Assignment, Atom, BranchContext, Branching, Choice, Consistency, ConsistencyMap, Decision, End,
    FirstSolution, Flow, Group, Limit, Limits, Objective, Outcome, Restart, Search, Select, Setup,
    Sink, Solver, Stats, Var,
};
use gridwright_solve::{EngineName, Plan, Unsupported, in_turns, run};

use crate::program::Program;

/// What is asked on the command line.
#[derive(Clone, Debug, Default)]
pub struct SolveOptions {
    /// All solutions, or all better and better ones: `-a`.
    pub all: bool,
    /// So many solutions: `-n`.
    pub most: Option<u64>,
    /// The better and better solutions on the way to the best: `-i`.
    pub intermediate: bool,
    /// The search annotations need not be followed: `-f`.
    pub free: bool,
    /// Where random choices start from: `-r`.
    pub seed: u64,
    /// How long it may take, and who may stop it.
    pub limits: Limits,
}

/// How many failures may be spent on the values of a warm start.
const WARM_FAILURES: u64 = 2_000;

impl SolveOptions {
    /// Solves a program, telling the sink what is found. `variant` numbers runs that go side by side: number 0 does what was asked,
    /// others look for the same in another way.
    pub fn solve(
        &self,
        program: &Program,
        variant: usize,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, Unsupported> {
        let mut told = Told {
            sink,
            last: None,
            objective: program.model.objective(),
        };
        if let Some(found) = self.warm(program, variant)? {
            let flow = told.solution(&found);
            if flow == Flow::Stop || self.wanted(program) == Some(1) {
                return Ok(Outcome {
                    end: End::LimitReached(Limit::Solutions),
                    stats: Stats {
                        solutions: 1,
                        ..Stats::default()
                    },
                    core: None,
                });
            }
        }
        let guidance = &program.guidance;
        let is_guided = !guidance.groups.is_empty();
        if variant > 0 {
            let plan = self.other_plan(program, variant).assuming(told.better());
            return run(&program.model, &plan, &mut told);
        }
        // Whoever wants all solutions must walk the whole tree, and the author of a text knows a good order for that.
        if is_guided && (!self.free || !self.gains_from_variants(program)) {
            let plan = self.guided(program).assuming(told.better());
            return run(&program.model, &plan, &mut told);
        }
        if !self.gains_from_variants(program) {
            return run(&program.model, &self.plan(program), &mut told);
        }
        let better = told.better();
        let [plain, other] = self.ways(program);
        in_turns(&program.model, &plain.assuming(better), &other, &mut told)
    }

    /// The two ways of a free search: plain, as the text says if it says something, and another, which learns sooner or later.
    fn ways(&self, program: &Program) -> [Plan; 2] {
        let guidance = &program.guidance;
        let plan = self.plan(program);
        let is_best = program.model.objective().is_some();
        if guidance.groups.is_empty() {
            let second = match is_best {
                true => EngineName::Learn,
                false => EngineName::Auto,
            };
            return [plan.clone().engine(EngineName::Fd), plan.engine(second)];
        }
        let search = Search {
            seed: self.seed,
            ..Search::over(guidance.groups.clone())
        };
        let second = match is_best {
            // Learning follows the text up to its first restart, and then every other time.
            true => plan
                .clone()
                .engine(EngineName::Learn)
                .search(search.clone()),
            false => plan.clone(),
        };
        [plan.search(search), second]
    }

    /// How many solutions are wanted; `None` for all of them, or for the best.
    pub fn wanted(&self, program: &Program) -> Option<u64> {
        match (program.model.objective(), self.most, self.all) {
            (Some(_), ..) => None,
            (None, Some(most), _) => Some(most.max(1)),
            (None, None, true) => None,
            (None, None, false) => Some(1),
        }
    }

    /// Whether runs side by side can help: whoever wants all solutions must meet each of them.
    pub fn gains_from_variants(&self, program: &Program) -> bool {
        program.model.objective().is_some() || self.wanted(program) == Some(1)
    }

    fn plan(&self, program: &Program) -> Plan {
        Plan::new().limits(Limits {
            solutions: self.wanted(program),
            ..self.limits.clone()
        })
    }

    /// The search that the text asks for.
    fn guided(&self, program: &Program) -> Plan {
        let guidance = &program.guidance;
        let mut search = Search {
            seed: self.seed,
            ..Search::over(guidance.groups.clone())
        };
        // Without learning, a search that starts anew may find a solution twice.
        if self.gains_from_variants(program) {
            search.restart = guidance.restart.unwrap_or(Restart::Never);
        }
        self.plan(program).search(search)
    }

    /// Ways to look beside the one that was asked for.
    fn other_plan(&self, program: &Program, variant: usize) -> Plan {
        let plan = self.plan(program);
        let seed = self.seed.wrapping_add(variant as u64);
        let all: Vec<Var> = program.model.all_vars().collect();
        let over = |select, choice| Search {
            seed,
            ..Search::over(vec![Group::new(all.clone(), select, choice)])
        };
        let learning = plan.clone().engine(EngineName::Learn);
        match variant % 3 {
            1 => learning.search(over(Select::FirstFail, Choice::Min).learning()),
            2 => plan.search(Search {
                restart: Restart::Luby { unit: 250 },
                ..over(Select::DomWDeg, Choice::StepRandom)
            }),
            _ => learning.search(Search {
                restart: Restart::Luby { unit: 100 },
                ..over(Select::Random, Choice::Random).learning()
            }),
        }
    }

    /// A solution close to the values of a warm start, if there are any and it is found soon.
    fn warm(&self, program: &Program, variant: usize) -> Result<Option<Assignment>, Unsupported> {
        let hints = &program.guidance.hints;
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
struct Told<'s> {
    sink: &'s mut dyn Sink,
    last: Option<Assignment>,
    objective: Option<Objective>,
}

impl Told<'_> {
    /// That a solution is better than the last.
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

impl Sink for Told<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        if self.objective.is_some() {
            self.last = Some(found.clone());
        }
        self.sink.solution(found)
    }
}

/// Decides what a warm start names, as far as domains allow.
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
