//! Parallel work on a list of items, with a line of progress and results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use crate::work::progress::ProgressLine;

/// The most threads, and the most results that wait for the report.
const MAX_THREADS: usize = 1024;
const MAX_WAITING: usize = 256;

/// Processes all items on several threads and reports each result in the order of the items.
pub(crate) fn run<'i, I: Sync, R: Send>(
    items: &'i [I],
    threads: usize,
    line: &ProgressLine,
    work: impl Fn(&'i I) -> R + Sync,
    mut report: impl FnMut(&'i I, R),
) {
    run_numbered(
        items.len() as u64,
        threads,
        line,
        |at| work(&items[at as usize]),
        |at, result| {
            report(&items[at as usize], result);
            true
        },
    );
}

/// Like [`run`], for items that are known by their numbers from 0, until `report` returns false.
pub(crate) fn run_numbered<R: Send>(
    n: u64,
    threads: usize,
    line: &ProgressLine,
    work: impl Fn(u64) -> R + Sync,
    mut report: impl FnMut(u64, R) -> bool,
) {
    let next = AtomicU64::new(0);
    // Bounded, so that results do not pile up behind a slow report.
    let (sender, results) = mpsc::sync_channel(MAX_WAITING);
    std::thread::scope(|scope| {
        for _ in 0..(threads.min(MAX_THREADS) as u64).clamp(1, n.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let taken = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |at| {
                        (at < n).then(|| at + 1)
                    });
                    // The receiver is gone if reporting failed.
                    let Ok(at) = taken else { return };
                    if sender.send((at, work(at))).is_err() {
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
                if !line.suspend(|| report(n_reported, result)) {
                    next.store(n, Ordering::Relaxed);
                }
                n_reported += 1;
            }
            line.add_done();
        }
    });
    line.finish();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_endless_list_ends_when_the_report_says_so() {
        let mut n_reported = 0;
        let line = ProgressLine::hidden();
        run_numbered(
            u64::MAX,
            3,
            &line,
            |at| at,
            |_, _| {
                n_reported += 1;
                n_reported < 10
            },
        );
        assert!(n_reported >= 10);
    }

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
            run(
                &items,
                threads,
                &ProgressLine::hidden(),
                work,
                |item, result| reported.push((*item, result)),
            );
            let expected: Vec<(u64, u64)> = items.iter().map(|n| (*n, n * 2)).collect();
            assert_eq!(reported, expected);
        }
    }
}
