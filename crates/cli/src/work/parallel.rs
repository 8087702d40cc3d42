//! Parallel work on a list of items, with a progress bar and results in order.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Processes all items on several threads and reports each result in the order of the items.
pub(crate) fn run<'i, I: Sync, R: Send>(
    items: &'i [I],
    threads: usize,
    work: impl Fn(&'i I) -> R + Sync,
    mut report: impl FnMut(&'i I, R),
) {
    run_numbered(
        items.len() as u64,
        threads,
        |at| work(&items[at as usize]),
        |at, result| report(&items[at as usize], result),
    );
}

/// Like [`run`], for items that are known by their numbers from 0.
pub(crate) fn run_numbered<R: Send>(
    n: u64,
    threads: usize,
    work: impl Fn(u64) -> R + Sync,
    mut report: impl FnMut(u64, R),
) {
    let bar = bar(n);
    let next = AtomicU64::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..(threads as u64).clamp(1, n.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is gone if reporting failed.
                    if at >= n || sender.send((at, work(at))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut n_reported = 0;
        for (at, result) in results {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&n_reported) {
                bar.suspend(|| report(n_reported, result));
                n_reported += 1;
            }
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
}

/// A progress bar, hidden unless standard error is a terminal.
fn bar(len: u64) -> ProgressBar {
    let shown = len > 1 && std::io::stderr().is_terminal();
    let target = match shown {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(len), target);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len}, {rate}, {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(
        style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            // Ignore errors of the progress bar.
            let _ = write!(out, "{:.1} a second", state.per_sec());
        }),
    );
    if shown {
        bar.enable_steady_tick(Duration::from_millis(200));
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_reported_in_order() {
        let items: Vec<u64> = (0..100).collect();
        for threads in [0, 1, 3, 200] {
            let mut reported = Vec::new();
            let work = |n: &u64| {
                // Later items are done sooner.
                std::thread::sleep(Duration::from_micros(100 - n));
                n * 2
            };
            run(&items, threads, work, |item, result| {
                reported.push((*item, result))
            });
            let expected: Vec<(u64, u64)> = items.iter().map(|n| (*n, n * 2)).collect();
            assert_eq!(reported, expected);
        }
    }
}
