//! The work to load a text grows with its length, not with its square.

#[path = "../../solve/tests/counting_allocator/mod.rs"]
mod counting_allocator;

use counting_allocator::allocations;
use gridwright_flatzinc::Program;

/// `n` variables, each with a Boolean `x = 3` that is used as a number, as in a magic sequence, and one scaled view in a search annotation.
fn text(n: usize) -> String {
    let mut text = String::new();
    for i in 0..n {
        text += &format!(
            "var 1..9: x{i};\nvar bool: b{i};\nvar 0..1: n{i};\nvar -9..-1: m{i};\n\
             constraint int_eq_reif(x{i}, 3, b{i}) :: defines_var(b{i});\n\
             constraint bool2int(b{i}, n{i}) :: defines_var(n{i});\n\
             constraint int_lin_eq([1, 1], [x{i}, m{i}], 0) :: defines_var(m{i});\n"
        );
    }
    let scaled: Vec<String> = (0..n).map(|i| format!("m{i}")).collect();
    let scaled = scaled.join(", ");
    text + &format!("solve :: int_search([{scaled}], smallest, indomain_min) satisfy;\n")
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
