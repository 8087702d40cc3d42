//! Measures both engines several times, alternating, and takes the median of each.

use std::time::Instant;

use gridwright_control::median;
use gridwright_fd::{Assignment, End, Flow, Limit, Sink, Solver};

use crate::case::{Extent, Plan};
use crate::gecode::{Counted, Gecode};

/// The measurements of a row.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) ours: Counted,
    pub(crate) memory: usize,
    /// Whether a run ended at a limit.
    pub(crate) stopped: bool,
    /// Gecode's measurements, if it ran.
    pub(crate) gecode: Option<Counted>,
    /// Remarks that are not errors.
    pub(crate) notes: Vec<String>,
    /// Errors.
    pub(crate) errors: Vec<String>,
}

/// Our engine runs for at least this many seconds in total, or this many times.
const MIN_SECONDS: f64 = 0.3;
const MAX_RUNS: usize = 25;

struct Counter;

impl Sink for Counter {
    fn solution(&mut self, _: &Assignment) -> Flow {
        Flow::Continue
    }
}

/// Runs a plan on both engines, alternating, and takes the median times.
pub(crate) fn row(plan: &Plan, gecode: Option<&Gecode>, n_runs: usize) -> Row {
    let mut row = Row::default();
    let gecode = gecode.filter(|_| plan.gecode);
    let texts: Vec<String> = match gecode {
        Some(_) => plan
            .problems
            .iter()
            .map(|problem| problem.flatzinc(&plan.levels, plan.select))
            .collect(),
        None => Vec::new(),
    };
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..n_runs {
        ours(plan, &mut row);
        our_times.push(row.ours.seconds);
        let Some(gecode) = gecode else { continue };
        match gecode_total(gecode, &texts, plan.extent) {
            Ok(counted) => {
                their_times.push(counted.seconds);
                row.gecode = Some(counted);
            }
            Err(why) => row.notes.push(format!("Gecode: {why}")),
        }
    }
    // Short runs are repeated, so that two recordings agree.
    while our_times.len() < MAX_RUNS && our_times.iter().sum::<f64>() < MIN_SECONDS {
        ours(plan, &mut row);
        our_times.push(row.ours.seconds);
    }
    row.ours.seconds = median(our_times, f64::total_cmp).expect("a run");
    if let Some(counted) = &mut row.gecode {
        counted.seconds = median(their_times, f64::total_cmp).expect("a run");
    }
    compare(plan, &mut row);
    row
}

/// One run of our engine over all instances. Set-up is not timed, because Gecode does not time it either.
fn ours(plan: &Plan, row: &mut Row) {
    let (setup, limits) = (plan.setup(), plan.limits());
    row.ours = Counted::default();
    row.memory = 0;
    for problem in &plan.problems {
        let search = plan.search(problem);
        let mut solver = Solver::new(&problem.model, &setup);
        let none = [Vec::new()];
        let assumed = if plan.assumed.is_empty() {
            &none[..]
        } else {
            &plan.assumed[..]
        };
        let start = Instant::now();
        for assumptions in assumed {
            let outcome = solver
                .run(&search, assumptions, &limits, &mut Counter)
                .expect("the plans of the bench are sound");
            let stats = &outcome.stats;
            row.ours.nodes += stats.nodes;
            row.ours.failures += stats.failures;
            row.ours.solutions += stats.solutions;
            row.memory = row.memory.max(stats.memory);
            row.stopped |= !matches!(
                outcome.end,
                End::Exhausted | End::LimitReached(Limit::Solutions)
            );
        }
        row.ours.seconds += start.elapsed().as_secs_f64();
    }
}

fn gecode_total(gecode: &Gecode, texts: &[String], extent: Extent) -> Result<Counted, String> {
    let mut sum = Counted::default();
    for text in texts {
        let counted = gecode.run(text, extent)?;
        sum.nodes += counted.nodes;
        sum.failures += counted.failures;
        sum.solutions += counted.solutions;
        sum.seconds += counted.seconds;
    }
    Ok(sum)
}

/// Compares the counts with the expected ones, and the two engines with each other.
fn compare(plan: &Plan, row: &mut Row) {
    let ours = row.ours;
    if let Some(known) = plan.solutions
        && ours.solutions != known
        && !row.stopped
    {
        row.errors
            .push(format!("{} solutions instead of {known}", ours.solutions));
    }
    if plan.clean && ours.failures > 0 {
        row.errors.push(format!(
            "{} failures where propagation should do",
            ours.failures
        ));
    }
    let Some(gecode_total) = row.gecode else {
        return;
    };
    // When the root fails, Gecode counts no node.
    let at_root = ours.nodes == 1 && gecode_total.nodes == 0;
    if !at_root && (ours.nodes, ours.failures) != (gecode_total.nodes, gecode_total.failures) {
        row.notes.push(format!(
            "not the same tree: {} nodes and {} failures, Gecode {} and {}",
            ours.nodes, ours.failures, gecode_total.nodes, gecode_total.failures
        ));
    }
    if !row.stopped && ours.solutions != gecode_total.solutions {
        row.errors.push(format!(
            "{} solutions, Gecode finds {}",
            ours.solutions, gecode_total.solutions
        ));
    }
}

/// The name of the processor, for the record.
pub(crate) fn cpu_name() -> String {
    std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .unwrap_or("unknown".to_owned())
}
