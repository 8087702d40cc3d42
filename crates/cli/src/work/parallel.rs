//! Parallel work on a list of items, with a line of progress and results in order.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

use crate::work::progress::ProgressLine;

/// The most threads.
const MAX_THREADS: usize = 1024;

/// How far the items in work may be ahead of the next one to report, per thread: a slow item lets others pass, and results do not
/// pile up behind it.
const WINDOW_PER_THREAD: u64 = 256;

/// The items from `next` to `n`. Those before `limit` may be taken: at most `size` more than were reported.
struct Window {
    next: u64,
    limit: u64,
    size: u64,
    n: u64,
}

impl Window {
    fn new(n: u64, size: u64) -> Window {
        Window {
            next: 0,
            limit: size,
            size,
            n,
        }
    }

    /// Whether the next item may be taken only after further reports.
    fn is_full(&self) -> bool {
        self.next < self.n && self.next >= self.limit
    }

    /// The next item, if there is one and it is before the limit.
    fn take(&mut self) -> Option<u64> {
        let item = self.next;
        (item < self.n.min(self.limit)).then(|| {
            self.next += 1;
            item
        })
    }

    fn report_next(&mut self, n_reported: u64) {
        self.limit = n_reported.saturating_add(self.size);
    }

    /// Leaves out the items that were not taken.
    fn end(&mut self) {
        self.n = self.next;
    }
}

/// Hands out the numbers of the items in order, never more than a window ahead of the reported ones.
struct Items {
    window: Mutex<Window>,
    moved: Condvar,
}

impl Items {
    fn new(n: u64, size: u64) -> Items {
        Items {
            window: Mutex::new(Window::new(n, size)),
            moved: Condvar::new(),
        }
    }

    /// The next item, once it is within the window.
    fn take(&self) -> Option<u64> {
        let window = self.moved.wait_while(self.lock(), |w| w.is_full());
        window.unwrap_or_else(PoisonError::into_inner).take()
    }

    fn report_next(&self, n_reported: u64) {
        self.lock().report_next(n_reported);
        self.moved.notify_all();
    }

    fn end(&self) {
        self.lock().end();
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
    use std::time::{Duration, Instant};

    #[test]
    fn the_window_ends_a_fixed_number_of_items_after_the_last_report() {
        let mut window = Window::new(10, 3);
        let taken = |window: &mut Window| std::iter::from_fn(|| window.take()).collect::<Vec<_>>();
        assert_eq!(taken(&mut window), [0, 1, 2]);
        assert!(window.is_full());
        window.report_next(2);
        assert_eq!(taken(&mut window), [3, 4]);
        window.report_next(9);
        assert_eq!(taken(&mut window), [5, 6, 7, 8, 9]);
        assert!(!window.is_full());
        let mut window = Window::new(u64::MAX, 1);
        assert_eq!(taken(&mut window), [0]);
        window.end();
        assert!(!window.is_full());
        window.report_next(1);
        assert!(taken(&mut window).is_empty());
    }

    /// Waits for what other threads do; fails if it does not come about.
    fn wait_until(holds: impl Fn() -> bool) {
        let begin = Instant::now();
        while !holds() {
            assert!(begin.elapsed() < Duration::from_secs(60), "it never holds");
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_slow_item_holds_back_only_a_window_of_results() {
        let n_threads = 2;
        let size = n_threads * WINDOW_PER_THREAD;
        let n = 100 * size;
        let (n_done, n_reported) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = |at: u64| {
            // The window moves after a report.
            assert!(at < n_reported.load(Ordering::SeqCst) + size);
            // The first item ends when the other thread has done all that it may do before this item is reported.
            wait_until(|| at > 0 || n_done.load(Ordering::SeqCst) >= size - 1);
            n_done.fetch_add(1, Ordering::SeqCst);
            at
        };
        let line = ProgressLine::hidden();
        run_numbered(n, n_threads as usize, &line, work, |at, result| {
            assert_eq!(at, result);
            assert_eq!(n_reported.fetch_add(1, Ordering::SeqCst), at);
            true
        });
        assert_eq!(n_reported.load(Ordering::SeqCst), n);
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
        let n_done = AtomicU64::new(0);
        let work = |_| n_done.fetch_add(1, Ordering::SeqCst);
        let report = |at, _| {
            // Both threads wait then: they have done all that they may do before this report ends.
            wait_until(|| n_done.load(Ordering::SeqCst) >= 2 * WINDOW_PER_THREAD);
            assert!(at > 0, "the first report fails");
            true
        };
        let ended = std::panic::catch_unwind(|| {
            run_numbered(u64::MAX, 2, &ProgressLine::hidden(), work, report);
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
