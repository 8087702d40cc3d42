//! The output protocol of MiniZinc solvers: solutions, separators, the final status, statistics. It formats text and does no output.

use std::fmt::Write as _;

use gridwright_fd::{Assignment, End, Limit, Objective, Stats, Var};

use crate::load::loader::UNBOUNDED;
use crate::load::program::Program;
use crate::run::options::SolveOptions;

/// The output for one program.
#[derive(Debug)]
pub struct Protocol<'p> {
    program: &'p Program,
    options: &'p SolveOptions,
    /// The number of solutions.
    n_found: u64,
    /// The objective of the last solution.
    objective: Option<i32>,
    /// The last solution, if only the best is printed.
    held: Option<String>,
}

impl<'p> Protocol<'p> {
    /// The output before the first solution.
    pub fn new(program: &'p Program, options: &'p SolveOptions) -> Protocol<'p> {
        Protocol {
            program,
            options,
            n_found: 0,
            objective: None,
            held: None,
        }
    }

    /// The number of solutions so far.
    pub fn n_found(&self) -> u64 {
        self.n_found
    }

    /// The objective of the last solution.
    pub fn objective(&self) -> Option<i32> {
        self.objective
    }

    /// Counts a solution and returns the text to print now. A solution that is not better than the last is ignored.
    pub fn solution(&mut self, found: &Assignment) -> String {
        if let Some(objective) = self.program.model.objective() {
            let value = found.value(objective.view());
            let is_better = self.objective.is_none_or(|last| match objective {
                Objective::Minimise(_) => value < last,
                Objective::Maximise(_) => value > last,
            });
            if !is_better {
                return String::new();
            }
            self.objective = Some(value);
        }
        self.n_found += 1;
        let mut text = String::new();
        self.program.output.write(found, &mut text);
        text.push_str("----------\n");
        if self.objective.is_none() || self.options.all || self.options.intermediate {
            return text;
        }
        self.held = Some(text);
        String::new()
    }

    /// The final status.
    pub fn ending(&mut self, end: End) -> String {
        let mut text = self.held.take().unwrap_or_default();
        let is_assumed = self
            .objective
            .is_some_and(|value| self.program.is_at_assumed_bound(value));
        text.push_str(match end {
            End::Exhausted if self.n_found == 0 => "=====UNSATISFIABLE=====\n",
            End::Exhausted if is_assumed => "=====UNBOUNDED=====\n",
            End::Exhausted => "==========\n",
            End::LimitReached(Limit::Solutions) | End::Stopped => "",
            End::LimitReached(_) if self.n_found == 0 => "=====UNKNOWN=====\n",
            End::LimitReached(_) => "",
        });
        text
    }

    /// A warning if the answer may depend on assumed bounds.
    pub fn warning(&self, end: End) -> Option<String> {
        let model = &self.program.model;
        let first = *self.program.unbounded.first()?;
        (end == End::Exhausted && self.n_found == 0).then(|| {
            let name = model.name(first);
            let others = match self.program.unbounded.len() - 1 {
                0 => "has".to_owned(),
                n => format!("and {n} other variables have"),
            };
            format!(
                "{name} {others} no bounds; values outside -{UNBOUNDED}..{UNBOUNDED} were not searched"
            )
        })
    }

    /// The statistics, with MiniZinc's names.
    pub fn statistics(&self, stats: &Stats) -> String {
        let model = &self.program.model;
        let is_bool =
            |var: &Var| model.domain(*var).max() == Some(1) && model.domain(*var).min() == Some(0);
        let n_bools = model.all_vars().filter(is_bool).count();
        let n_vars = model.n_vars() - 1;
        let mut text = String::new();
        let mut line = |name: &str, value: &dyn std::fmt::Display| {
            let _ = writeln!(text, "%%%mzn-stat: {name}={value}");
        };
        line("variables", &n_vars);
        line("intVariables", &(n_vars - n_bools));
        line("boolVariables", &n_bools);
        line("propagators", &model.constraints().len());
        line("initTime", &stats.setup_time.as_secs_f64());
        line("solveTime", &stats.solve_time.as_secs_f64());
        line("solutions", &self.n_found);
        line("nodes", &stats.nodes);
        line("failures", &stats.failures);
        line("restarts", &stats.restarts);
        line("propagations", &stats.propagations);
        line("nogoods", &stats.nogoods);
        line("peakDepth", &stats.depth);
        line("peakMem", &(stats.memory as f64 / (1 << 20) as f64));
        match (self.objective, self.program.float_objective) {
            (Some(value), Some(float)) => line("objective", &float.text(value)),
            (Some(value), None) => line("objective", &value),
            _ => {}
        }
        text.push_str("%%%mzn-stat-end\n");
        text
    }
}
