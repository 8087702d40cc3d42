//! Runs the benchmark program of tdoku on the same boards, if it is installed. It measures elapsed time, so a busy
//! machine slows it down but not our measurement.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The names of its benchmark program.
const NAMES: [&str; 2] = ["tdoku", "run_benchmark"];

/// The message if it is not installed.
pub(crate) const MISSING: &str = "tdoku: not here; neither `tdoku` nor its `run_benchmark` is on the path. It is built from github.com/t-dillon/tdoku";

/// The benchmark program of tdoku.
pub(crate) struct Tdoku(PathBuf);

impl Tdoku {
    /// The program, if it is on the path.
    pub(crate) fn found() -> Option<Tdoku> {
        let folders = std::env::var_os("PATH")?;
        let mut paths =
            std::env::split_paths(&folders).flat_map(|folder| NAMES.map(|name| folder.join(name)));
        paths.find(|path| path.is_file()).map(Tdoku)
    }

    /// Its boards per second: until the first answer, or with the search for a second one.
    pub(crate) fn rate(&self, lines: &[&[u8]], is_first: bool) -> Result<f64, String> {
        let file = std::env::temp_dir().join(format!("gridwright-{}.boards", std::process::id()));
        let mut text = Vec::with_capacity(82 * lines.len());
        for line in lines {
            text.extend(
                line.iter()
                    .map(|&cell| if cell == b'0' { b'.' } else { cell }),
            );
            text.push(b'\n');
        }
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        let rate = self.options(&file, lines.len(), is_first);
        // Leftover temporary files are harmless.
        let _ = std::fs::remove_file(&file);
        rate
    }

    fn options(&self, file: &Path, n_boards: usize, is_first: bool) -> Result<f64, String> {
        // Every board unchanged and once per round, as in our measurement. The solver had two names; tdoku ignores
        // the unknown one.
        let size = n_boards.to_string();
        let solver = "tdoku_dpll_triad_simd,tdoku";
        let mut command = Command::new(&self.0);
        // Under another locale a decimal comma would shift the fields.
        command.env("LC_ALL", "C.UTF-8");
        command.args(["-c1", "-r0", "-w1", "-t3", "-s", solver, "-n", &size]);
        if is_first {
            command.arg("-f");
        }
        let out = command.arg(file).output();
        let out = out.map_err(|error| format!("{}: {error}", self.0.display()))?;
        let output = String::from_utf8_lossy(&out.stdout);
        rate_of(&output).ok_or_else(|| format!("unexpected output of tdoku: {output}"))
    }
}

/// The boards per second: the fourth field from the end of its result line.
fn rate_of(output: &str) -> Option<f64> {
    output.lines().find_map(|line| {
        let fields: Vec<&str> = line.rsplit(',').collect();
        let is_result = fields.len() >= 6 && fields.iter().any(|field| field.contains("tdoku"));
        is_result.then(|| fields[3].trim().parse().ok())?
    })
}
