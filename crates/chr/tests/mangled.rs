//! Mangled programs: whatever is done to the text of a shipped program, reading and running it ends in a value, never a panic.

use std::path::PathBuf;

use gridwright_chr::{Limits, Program};

/// Texts made of each program.
const MANGLED: u64 = 150;

/// Goals that reach the rules of many programs.
const QUERIES: [&str; 4] = [
    "gcd(9), gcd(6)",
    "leq(A, B), leq(B, C), leq(C, A)",
    "candidate(20)",
    "prime(2), prime(4), union(1, 2), make(1), fib(5, X)",
];

#[test]
fn mangled_programs_do_not_panic() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("there are programs")
        .map(|file| file.expect("it can be read").path())
        .collect();
    files.sort();
    let (mut read, mut refused) = (0, 0);
    for (number, file) in files.iter().enumerate() {
        let text = std::fs::read_to_string(file).expect("it is text");
        for seed in 0..MANGLED {
            let mut random = Random(seed + 1000 * number as u64 + 1);
            let mangled = mangle(&text, &mut random);
            match Program::parse(&mangled, "mangled.chr") {
                Err(_) => refused += 1,
                Ok(program) => {
                    read += 1;
                    for query in QUERIES {
                        let limits = Limits {
                            steps: Some(3_000),
                            memory: Some(16 << 20),
                            ..Limits::default()
                        };
                        // What comes of it does not matter here, only that something does.
                        let _ = program.run(query, limits);
                    }
                }
            }
        }
    }
    assert!(read > 100, "{read} texts were still programs");
    assert!(refused > 100, "{refused} texts were no programs");
}

/// The text with up to three pieces taken out, doubled, or put elsewhere.
fn mangle(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let from = random.below(chars.len());
        let to = (from + 1 + random.below(12)).min(chars.len());
        let piece: Vec<char> = chars[from..to].to_vec();
        match random.below(3) {
            0 => drop(chars.drain(from..to)),
            1 => drop(chars.splice(from..from, piece)),
            _ => {
                let at = random.below(chars.len());
                drop(chars.splice(at..at, piece));
            }
        }
    }
    chars.into_iter().collect()
}

/// Marsaglia's xorshift: the same numbers in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end.max(1)
    }
}
