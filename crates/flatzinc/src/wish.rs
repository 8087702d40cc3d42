//! What is asked of a FlatZinc solver, and the search that answers it.

use gridwright_fd::{
    Assignment, Atom, Branching, Choice, Decision, End, First, Flow, Group, Level, Levels, Limit,
    Limits, Look, Objective, Outcome, Restart, Search, Select, Setup, Sink, Solver, Var,
};
use gridwright_solve::{EngineName, Plan, Unsupported, run};

use crate::program::Program;

/// What is asked on the command line.
#[derive(Clone, Debug, Default)]
pub struct Wish {
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

impl Wish {
    /// Solves a program, telling the sink what is found. `variant` numbers runs that go side by side: number 0 does what was asked,
    /// others look for the same in another way.
    pub fn solve(
        &self,
        program: &Program,
        variant: usize,
        sink: &mut dyn Sink,
    ) -> Result<Outcome, Unsupported> {
        let mut plan = self.plan(program, variant);
        let mut told = Told {
            sink,
            stopped: false,
        };
        if let Some(found) = self.warm(program, variant)? {
            told.solution(&found);
            if told.stopped || plan.limits.solutions == Some(1) {
                return Ok(Outcome {
                    end: End::LimitReached(Limit::Solutions),
                    stats: gridwright_fd::Stats {
                        solutions: 1,
                        ..Default::default()
                    },
                    core: None,
                });
            }
            plan.assumptions.extend(
                program
                    .model
                    .objective()
                    .map(|objective| better(objective, &found)),
            );
        }
        run(&program.model, &plan, &mut told)
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

    fn plan(&self, program: &Program, variant: usize) -> Plan {
        let limits = Limits {
            solutions: self.wanted(program),
            ..self.limits.clone()
        };
        let plan = Plan::new().limits(limits);
        let seed = self.seed.wrapping_add(variant as u64);
        let guidance = &program.guidance;
        if variant > 0 {
            return self.other_plan(program, plan, variant, seed);
        }
        if self.free || (guidance.groups.is_empty() && guidance.restart.is_none()) {
            return plan;
        }
        let mut search = Search {
            seed,
            ..Search::over(guidance.groups.clone())
        };
        // Without learning, a search that starts anew may find a solution twice.
        if self.gains_from_variants(program) {
            search.restart = guidance.restart.unwrap_or(Restart::Never);
        }
        plan.search(search)
    }

    /// Ways to look beside the one that was asked for.
    fn other_plan(&self, program: &Program, plan: Plan, variant: usize, seed: u64) -> Plan {
        let all: Vec<Var> = program.model.all_vars().collect();
        let over = |select, choice| Search {
            seed,
            ..Search::over(vec![Group::new(all.clone(), select, choice)])
        };
        match variant % 3 {
            1 => plan
                .engine(EngineName::Learning)
                .search(over(Select::FirstFail, Choice::Min).learning()),
            2 => plan.search(Search {
                restart: Restart::Luby { unit: 250 },
                ..over(Select::DomWDeg, Choice::StepRandom)
            }),
            _ => plan.engine(EngineName::Learning).search(Search {
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
            levels: Levels::all(Level::Bounds),
            recording: false,
            form: gridwright_fd::Form::Fitting,
        };
        let mut first = First::default();
        let mut branching = Hints(hints);
        let mut solver = Solver::new(&program.model, &setup);
        solver.run_with(&mut branching, &Search::new(), &[], &limits, &mut first)?;
        Ok(first.0)
    }
}

/// That a solution is better than one that was found.
fn better(objective: Objective, found: &Assignment) -> Atom {
    match objective {
        Objective::Minimise(view) => view.at_most(found.value(view).saturating_sub(1)),
        Objective::Maximise(view) => view.at_least(found.value(view).saturating_add(1)),
    }
}

/// Passes solutions on, and notes when the sink has had enough.
struct Told<'s> {
    sink: &'s mut dyn Sink,
    stopped: bool,
}

impl Sink for Told<'_> {
    fn solution(&mut self, found: &Assignment) -> Flow {
        let flow = self.sink.solution(found);
        self.stopped |= flow == Flow::Stop;
        flow
    }
}

/// Decides what a warm start names, as far as domains allow.
#[derive(Debug)]
struct Hints<'h>(&'h [(Var, i32)]);

impl Branching for Hints<'_> {
    fn next(&mut self, look: &Look<'_>) -> Option<Decision> {
        let is_open = |&&(var, value): &&(Var, i32)| {
            let view = var.view();
            !look.store.is_fixed(view) && look.store.contains(view, value)
        };
        let open = self.0.iter().find(is_open);
        open.map(|&(var, value)| Decision::Split(Atom::eq(var, value)))
    }
}
