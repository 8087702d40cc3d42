//! The work to load a text grows with its length, not with its square, and ends at the deadline.

#[path = "../../solve/tests/counting_allocator/mod.rs"]
mod counting_allocator;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use counting_allocator::allocations;
use gridwright_fd::{Clock, Deadline, Limit, Limits};
use gridwright_flatzinc::{LoadError, Program};

/// `n` variables, each with a Boolean `x = 3` that is used as a number, as in a magic sequence, and in search annotations a scaled view and a
/// negated Boolean.
fn text(n: usize) -> String {
    let mut text = String::new();
    for i in 0..n {
        text += &format!(
            "var 1..9: x{i};\nvar bool: b{i};\nvar 0..1: n{i};\nvar -9..-1: m{i};\n\
             constraint int_eq_reif(x{i}, 3, b{i}) :: defines_var(b{i});\n\
             constraint bool2int(b{i}, n{i}) :: defines_var(n{i});\n\
             var bool: c{i};\nvar bool: d{i};\n\
             constraint bool_not(c{i}, d{i}) :: defines_var(d{i});\n\
             constraint int_lin_eq([1, 1], [x{i}, m{i}], 0) :: defines_var(m{i});\n"
        );
    }
    let list = |letter: &str| {
        let names: Vec<String> = (0..n).map(|i| format!("{letter}{i}")).collect();
        names.join(", ")
    };
    let scaled = format!("int_search([{}], smallest, indomain_min)", list("m"));
    let negated = format!("bool_search([{}], input_order, indomain_min)", list("d"));
    text + &format!("solve :: seq_search([{scaled}, {negated}]) satisfy;\n")
}

fn work(n: usize) -> u64 {
    let text = text(n);
    let before = allocations();
    Program::read(&text).expect("a valid text");
    allocations() - before
}

#[test]
fn twice_the_text_takes_about_twice_the_allocations() {
    // The first run initialises tables.
    work(1);
    let (once, twice) = (work(150), work(300));
    assert!(10 * twice < 25 * once, "{once} and {twice} allocations");
}

/// A clock on which each reading takes a second.
#[derive(Debug, Default)]
struct Readings(AtomicU64);

impl Clock for Readings {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

fn deadline_after(n_readings: u64) -> Deadline {
    Limits {
        time: Some(Duration::from_secs(n_readings)),
        clock: Some(Arc::new(Readings::default())),
        ..Limits::default()
    }
    .deadline()
}

#[test]
fn loading_stops_at_the_deadline_wherever_it_comes() {
    let text = text(100);
    let mut n_stopped = 0;
    for n_readings in 0.. {
        match Program::read_before(&text, &deadline_after(n_readings)) {
            Ok(_) => break,
            Err(LoadError::Stopped(limit)) => assert_eq!(limit, Limit::Time),
            Err(LoadError::Invalid(errors)) => panic!("{n_readings}: {errors:?}"),
        }
        n_stopped += 1;
    }
    // The deadline is checked for every constraint and for some of the items.
    assert!(n_stopped > 200, "{n_stopped}");
}
