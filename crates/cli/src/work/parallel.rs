//! Parallel work on a list of items, with a line of progress and results in order.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use crate::work::progress::ProgressLine;

/// The most threads.
const MAX_THREADS: usize = 1024;

/// How far the items in work may be ahead of the next one to report, per thread: a slow item lets others pass, and results do not
/// pile up behind it.
const WINDOW_PER_THREAD: u64 = 256;

/// The items that may be taken: those before `limit`.
struct Window {
    next: u64,
    limit: u64,
    ended: bool,
}

/// Hands out the numbers of the items in order, never more than a window ahead of the reported ones.
struct Items {
    n: u64,
    size: u64,
    window: Mutex<Window>,
    moved: Condvar,
}

impl Items {
    fn new(n: u64, size: u64) -> Items {
        let window = Window {
            next: 0,
            limit: size,
            ended: false,
        };
        Items {
            n,
            size,
            window: Mutex::new(window),
            moved: Condvar::new(),
        }
    }

    /// The next item, once it is within the window.
    fn take(&self) -> Option<u64> {
        let window = self.lock();
        let mut window = (self.moved)
            .wait_while(window, |w| !w.ended && w.next < self.n && w.next >= w.limit)
            .unwrap_or_else(PoisonError::into_inner);
        if window.ended || window.next >= self.n {
            return None;
        }
        window.next += 1;
        Some(window.next - 1)
    }

    fn report_next(&self, n_reported: u64) {
        self.lock().limit = n_reported.saturating_add(self.size);
        self.moved.notify_all();
    }

    fn end(&self) {
        self.lock().ended = true;
        self.moved.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Window> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the handing out of items when a thread ends, so that no other waits for the result of one that panicked.
struct EndOnDrop<'a>(&'a Items);

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

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
    let threads = (threads.min(MAX_THREADS) as u64).clamp(1, n.max(1));
    let items = Items::new(n, threads * WINDOW_PER_THREAD);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        let items = &items;
        for _ in 0..threads {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || {
                let _end = EndOnDrop(items);
                while let Some(at) = items.take() {
                    // The receiver is gone if reporting failed.
                    if sender.send((at, work(at))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Also if a report panics: no thread waits for the next one then.
        let _end = EndOnDrop(items);
        let mut waiting = BTreeMap::new();
        let mut n_reported = 0;
        for (at, result) in results {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&n_reported) {
                if !line.suspend(|| report(n_reported, result)) {
                    items.end();
                }
                n_reported += 1;
                items.report_next(n_reported);
            }
            line.add_done();
        }
    });
    line.finish();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    #[test]
    fn a_slow_item_holds_back_only_a_window_of_results() {
        let n_threads = 2;
        let n = 100 * n_threads * WINDOW_PER_THREAD;
        let n_done = AtomicU64::new(0);
        let mut reported = Vec::new();
        let work = |at: u64| {
            if at == 0 {
                // Ends when the other thread has done all that it may do before this item is reported.
                while n_done.load(Ordering::Relaxed) < n_threads * WINDOW_PER_THREAD - 1 {
                    std::thread::yield_now();
                }
                std::thread::sleep(Duration::from_millis(50));
                return n_done.load(Ordering::Relaxed);
            }
            n_done.fetch_add(1, Ordering::Relaxed);
            at
        };
        let line = ProgressLine::hidden();
        run_numbered(n, n_threads as usize, &line, work, |_, result| {
            reported.push(result);
            true
        });
        assert_eq!(reported[0], n_threads * WINDOW_PER_THREAD - 1);
        assert!(reported[1..].iter().copied().eq(1..n));
    }

    #[test]
    fn a_panic_ends_the_work() {
        let ended = std::panic::catch_unwind(|| {
            let line = ProgressLine::hidden();
            let work = |at| assert!(at > 0, "the first item fails");
            run_numbered(u64::MAX, 2, &line, work, |_, ()| true);
        });
        assert!(ended.is_err());
    }

    #[test]
    fn a_panic_of_a_report_ends_the_work() {
        let ended = std::panic::catch_unwind(|| {
            let line = ProgressLine::hidden();
            run_numbered(
                u64::MAX,
                2,
                &line,
                |at| at,
                |at, _| {
                    // Both threads have done all that they may do by then.
                    std::thread::sleep(Duration::from_millis(20));
                    assert!(at > 0, "the first report fails");
                    true
                },
            );
        });
        assert!(ended.is_err());
    }

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
