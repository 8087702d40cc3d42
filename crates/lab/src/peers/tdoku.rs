//! tdoku by its own benchmark, which takes whole sets of 9x9 Sudokus and tells puzzles a second, solution and proof that it is the only one together.

use std::time::Duration;

use gridwright::{Question, Verdict};

use crate::peers::corpus::Instance;
use crate::peers::flatzinc::on_path;
use crate::peers::peer::{Asking, Peer, Scratch};
use crate::peers::row::Run;
use crate::peers::rows::Row;
use crate::process::Bounds;

struct Tdoku {
    name: &'static str,
    program: String,
    scratch: Scratch,
}

pub(crate) fn find(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let program = on_path("tdoku").or_else(|| on_path("run_benchmark"));
    let program = program.ok_or(
        "neither `tdoku` nor its `run_benchmark` on the path; it is built from github.com/t-dillon/tdoku",
    )?;
    Ok(Box::new(Tdoku {
        name,
        program: program.to_string_lossy().into_owned(),
        scratch: Scratch::new(name)?,
    }))
}

impl Peer for Tdoku {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> String {
        format!(
            "{}, its own benchmark on each set as a whole, its puzzles permuted; no verdicts",
            self.program
        )
    }

    fn most(&self) -> usize {
        usize::MAX
    }

    fn run(&self, _: &Asking<'_>) -> Option<Result<Run, String>> {
        None
    }

    fn run_all(
        &self,
        row: &Row,
        instances: &[Instance],
        bounds: Bounds,
    ) -> Option<Result<Vec<(usize, Run)>, String>> {
        let boards: Option<String> = instances.iter().map(|one| line(&one.text)).collect();
        let fits = row.kind == "sudoku" && row.question == Question::Unique;
        let boards = boards.filter(|boards| fits && !boards.is_empty())?;
        Some(self.benchmark(&boards, instances.len(), bounds))
    }
}

impl Tdoku {
    fn benchmark(
        &self,
        boards: &str,
        n_boards: usize,
        bounds: Bounds,
    ) -> Result<Vec<(usize, Run)>, String> {
        let file = self.scratch.write("boards.txt", boards)?;
        let size = n_boards.to_string();
        let args = [
            "-c1",
            "-r1",
            "-w1",
            "-t2",
            "-s",
            // The solver had two names; the one that is not known is passed over.
            "tdoku_dpll_triad_simd,tdoku",
            "-n",
            &size,
            &file,
        ];
        let bounds = Bounds {
            time: bounds.time + Duration::from_secs(30),
            ..bounds
        };
        let ended = self.scratch.run(&self.program, &args, bounds)?;
        // The last but two of its fields is microseconds for a puzzle; what stands before depends on how it was built.
        let each = ended.text.lines().find_map(|line| {
            let fields: Vec<&str> = line.rsplit(',').collect();
            let is_result = fields.len() >= 6 && fields.iter().any(|field| field.contains("tdoku"));
            is_result.then(|| fields[2].trim().parse::<f64>().ok())?
        });
        let each = each.ok_or_else(|| ended.text.clone())?;
        let run = Run {
            setup: None,
            time: Duration::try_from_secs_f64(each / 1e6).unwrap_or_default(),
            failures: None,
            // It looks for a second solution and does not tell whether there is one.
            verdict: Some(Verdict::Solved),
            count: None,
            memory: ended.memory,
        };
        Ok((0..n_boards).map(|place| (place, run.clone())).collect())
    }
}

/// A board as a line, if it is one of 9x9.
fn line(text: &str) -> Option<String> {
    let cells: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let fits = cells.len() == 81 && cells.chars().all(|c| c == '.' || c.is_ascii_digit());
    fits.then(|| cells.replace('0', ".") + "\n")
}
