//! Mutated programs: parsing and running a shipped program with random changes never panics.

use std::path::PathBuf;

use gridwright_chr::{Limits, Program};
use gridwright_testing::{Draws, cases, first_seed, text::mutated};

/// The number of texts made from each program.
const MUTATED: usize = 150;

/// Goals that reach the rules of many programs.
const QUERIES: [&str; 4] = [
    "gcd(9), gcd(6)",
    "leq(A, B), leq(B, C), leq(C, A)",
    "candidate(20)",
    "prime(2), prime(4), union(1, 2), make(1), fib(5, X)",
];

#[test]
fn mutated_programs_do_not_panic() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("there are programs")
        .map(|file| file.expect("it can be read").path())
        .collect();
    files.sort();
    let (mut read, mut refused) = (0, 0);
    for (number, file) in files.iter().enumerate() {
        let text = std::fs::read_to_string(file).expect("it is text");
        for seed in (first_seed()..).take(cases(MUTATED)) {
            let mut draws = Draws::new(seed + 1000 * number as u64);
            let changed = mutated(&text, &[], &mut draws);
            match Program::parse(&changed, "mutated.chr") {
                Err(_) => refused += 1,
                Ok(program) => {
                    read += 1;
                    for query in QUERIES {
                        let limits = Limits {
                            steps: Some(3_000),
                            memory: Some(16 << 20),
                            ..Limits::default()
                        };
                        // Any outcome but a panic will do.
                        let _ = program.run(query, limits);
                    }
                }
            }
        }
    }
    let many = (read + refused) / 6;
    assert!(read > many, "{read} texts were still programs");
    assert!(refused > many, "{refused} texts were no programs");
}
