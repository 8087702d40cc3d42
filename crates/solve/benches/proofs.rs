//! `cargo xtask bench proofs ENGINE KIND FILE...`: the time to solve with and without a log, the time to check, and the size of proofs.
//!
//! Each file has one puzzle in the text of its kind, as `gridwright convert` writes it. `ENGINE` is `learn`, `sat` or `auto`. Times are the least processor time of several
//! rounds, in turn.
#![expect(
    clippy::print_stdout,
    reason = "a program reports on its standard output"
)]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use gridwright_proof::{Statement, check};
use gridwright_solve::{ModelEngine, Proved, RunOptions, model_of, prove_with, unlogged};

/// Rounds stop when they have taken this long in total.
const LONG_ENOUGH: Duration = Duration::from_secs(20);
const MAX_ROUNDS: u32 = 5;

/// The processor time of this thread, so that a busy machine matters less; where the system does not tell it, the wall time.
fn now() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let first = times.as_ref().and_then(|times| times.split(' ').next());
    let nanos = first.and_then(|nanos| nanos.parse().ok());
    nanos.map_or_else(|| BEGAN.elapsed(), Duration::from_nanos)
}

fn main() {
    // Cargo adds `--bench`.
    let mut args = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"));
    let engine = match args.next().as_deref() {
        Some("learn") => ModelEngine::Learn,
        Some("sat") => ModelEngine::Sat,
        _ => ModelEngine::Auto,
    };
    let kind = args.next().unwrap_or_default();
    println!(
        "file engine verdict conflicts solve_s logged_s check_s logged/solve check/solve bytes"
    );
    for file in args {
        let text = std::fs::read_to_string(&file).expect("a file");
        let statement = Statement::of_puzzle(&kind, &text).expect("a puzzle");
        let options = RunOptions::new().engine(engine);
        let model = model_of(&statement).expect("a model");
        let mut least = [Duration::MAX; 3];
        let began = Instant::now();
        let mut round = 0;
        let outcome = loop {
            round += 1;
            let mut time = |which: usize, from: Duration| {
                least[which] = least[which].min(now() - from);
            };
            let from = now();
            let plain = unlogged(&statement, &model, &options).expect("a run");
            time(0, from);
            let from = now();
            let outcome = prove_with(&statement, &model, &options, Vec::new()).expect("a run");
            time(1, from);
            assert_eq!(plain, outcome.proved);
            if matches!(outcome.proved, Proved::Unique(_) | Proved::None) {
                let from = now();
                check(&statement, &outcome.out[..]).expect("a proof");
                time(2, from);
            }
            if round == MAX_ROUNDS || began.elapsed() > LONG_ENOUGH {
                break outcome;
            }
        };
        if least[2] == Duration::MAX {
            // There is no proof to check.
            least[2] = Duration::ZERO;
        }
        let verdict = match outcome.proved {
            Proved::Unique(_) => "unique",
            Proved::None => "none",
            Proved::Many(..) => "many",
            Proved::Unknown(..) => "stopped",
        };
        let [solve, logged, checked] = least.map(|time| time.as_secs_f64());
        let (conflicts, n_bytes) = (outcome.stats.failures, outcome.n_bytes);
        println!(
            "{file} {} {verdict} {conflicts} {solve:.3} {logged:.3} {checked:.3} {:.2} {:.2} {n_bytes}",
            outcome.engine,
            logged / solve,
            checked / solve,
        );
        let [solve, logged, checked] = least.map(|time| 1e3 * time.as_secs_f64());
        println!(
            "#row\t{file}\tconflicts={conflicts}\tbytes={n_bytes}\tsolve:{solve:.3}\tlogged:{logged:.3}\tchecked:{checked:.3}"
        );
    }
}
