//! Prints the path of every puzzle in a file: level and score, then each step with its eliminations and placements, for comparison with other programs.

use std::error::Error;

use gridwright_techniques::{Candidate, Grid, TechniqueSet, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: path FILE [--brief]")?;
    let is_brief = arguments.next().is_some();
    let mut report = String::new();
    for line in std::fs::read_to_string(file)?.lines() {
        let Some(text) = line.split_whitespace().next() else {
            continue;
        };
        let solved = solve(&Grid::read(text)?, TechniqueSet::default(), &mut || false);
        let mark = if solved.is_solved { "" } else { " unsolved" };
        report += &format!(
            "{text} {} {}{mark}\n",
            solved.level().name(),
            solved.score()
        );
        if is_brief {
            continue;
        }
        for step in &solved.steps {
            let out = names(&step.eliminations, "<>");
            let set = names(&step.placements, "=");
            report += &format!("  {}: {set}{out}\n", step.technique);
        }
    }
    std::io::Write::write_all(&mut std::io::stdout(), report.as_bytes())?;
    Ok(())
}

/// The candidates in order of digit and cell: "r1c2<>3 r4c5<>3".
fn names(candidates: &[Candidate], sign: &str) -> String {
    let mut sorted: Vec<(usize, usize)> = candidates.iter().map(|&(c, d)| (d, c)).collect();
    sorted.sort_unstable();
    let name = |&(digit, cell): &(usize, usize)| {
        format!("r{}c{}{sign}{}", cell / 9 + 1, cell % 9 + 1, digit + 1)
    };
    sorted.iter().map(name).collect::<Vec<_>>().join(" ")
}
