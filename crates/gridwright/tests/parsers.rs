//! Every parser of every kind against random and mutated texts. `cargo xtask fuzz readers` tries more.

mod mutate;

use std::cell::RefCell;
use std::time::{Duration, Instant};

use gridwright_testing::{cases, first_seed};

/// A text that takes longer than this to parse could be used to block a server.
const LONG: Duration = Duration::from_secs(60);

fn check_time((text, start): &(String, Instant)) {
    assert!(start.elapsed() < LONG, "slow: {}", text.escape_debug());
}

#[test]
fn no_text_makes_a_parser_panic() {
    let last = RefCell::new((String::new(), Instant::now()));
    mutate::try_all(cases(400) as u64, 1 + first_seed(), |kind, text| {
        check_time(&last.borrow());
        *last.borrow_mut() = (format!("{kind}: {text}"), Instant::now());
    });
    check_time(&last.borrow());
}
