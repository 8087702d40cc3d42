//! tdoku, by its own benchmark: it runs whole sets of 9x9 Sudokus and prints puzzles per second, for the solution and the proof of uniqueness together.

use std::time::Duration;

use gridwright::{Question, Verdict};

use crate::peers::instances::Instance;
use crate::peers::peer::{Peer, PeerInfo, Run, Scratch, Task, on_path};
use crate::peers::spec::BenchmarkRow;
use crate::process::Bounds;

struct Tdoku {
    info: PeerInfo,
    program: String,
    scratch: Scratch,
}

pub(crate) fn find(name: &'static str) -> Result<Box<dyn Peer>, String> {
    let program = on_path("tdoku").or_else(|| on_path("run_benchmark"));
    let program = program.ok_or(
        "neither `tdoku` nor its `run_benchmark` on the path; it is built from github.com/t-dillon/tdoku",
    )?;
    let program = program.to_string_lossy().into_owned();
    let info = PeerInfo {
        name,
        about: format!("{program}, its own benchmark on permuted puzzles of each set; no verdicts"),
        max_instances: usize::MAX,
    };
    Ok(Box::new(Tdoku {
        info,
        program,
        scratch: Scratch::new(name)?,
    }))
}

impl Peer for Tdoku {
    fn info(&self) -> &PeerInfo {
        &self.info
    }

    fn run(&self, _: &Task<'_>) -> Option<Result<Run, String>> {
        None
    }

    fn run_all(
        &self,
        row: &BenchmarkRow,
        instances: &[Instance],
        bounds: Bounds,
    ) -> Option<Result<Vec<(usize, Run)>, String>> {
        let line = |one: &Instance| Some(line(&one.parsed.nine_clues()?));
        let boards: Option<String> = instances.iter().map(line).collect();
        let fits = row.question == Question::Unique;
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
            // The solver has had two names; tdoku skips the unknown one.
            "tdoku_dpll_triad_simd,tdoku",
            "-n",
            &size,
            &file,
        ];
        let bounds = Bounds {
            time: bounds.time + Duration::from_secs(30),
            ..bounds
        };
        let finished = self.scratch.run(&self.program, &args, bounds)?;
        // The third field from the end is microseconds per puzzle; the fields before depend on the build.
        let each = finished.text.lines().find_map(|line| {
            let fields: Vec<&str> = line.rsplit(',').collect();
            let is_result = fields.len() >= 6 && fields.iter().any(|field| field.contains("tdoku"));
            is_result.then(|| fields[2].trim().parse::<f64>().ok())?
        });
        let each = each.ok_or_else(|| finished.text.clone())?;
        let run = Run {
            time: Duration::try_from_secs_f64(each / 1e6).unwrap_or_default(),
            // It searches for a second solution but does not print whether there is one.
            verdict: Some(Verdict::Solved),
            memory: finished.memory,
            ..Run::default()
        };
        Ok((0..n_boards).map(|index| (index, run.clone())).collect())
    }
}

/// A 9x9 board as a line.
fn line(clues: &[u8; 81]) -> String {
    let cells = clues.iter().map(|&clue| match clue {
        0 => '.',
        clue => char::from(b'0' + clue),
    });
    cells.chain(['\n']).collect()
}
