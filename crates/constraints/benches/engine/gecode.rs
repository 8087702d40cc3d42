//! Gecode for comparison: runs `fzn-gecode` on FlatZinc and reads its statistics.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::case::Extent;

/// The program `fzn-gecode`.
pub(crate) struct Gecode {
    version: String,
}

/// The statistics of one run of Gecode.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counted {
    pub(crate) nodes: u64,
    pub(crate) failures: u64,
    pub(crate) solutions: u64,
    pub(crate) seconds: f64,
}

impl Gecode {
    /// Finds the program, if it is installed.
    pub(crate) fn find() -> Option<Gecode> {
        let out = Command::new("fzn-gecode").arg("--help").output().ok()?;
        let text = String::from_utf8_lossy(&out.stdout).into_owned()
            + &String::from_utf8_lossy(&out.stderr);
        let version = text
            .lines()
            .find_map(|line| line.split_once("Version:"))
            .map_or("of unknown version".to_owned(), |(_, version)| {
                version.trim().to_owned()
            });
        Some(Gecode { version })
    }

    pub(crate) fn version(&self) -> &str {
        &self.version
    }

    /// Runs one problem; an error explains why that failed.
    pub(crate) fn run(&self, flatzinc: &str, extent: Extent) -> Result<Counted, String> {
        let mut command = Command::new("fzn-gecode");
        command.args(["-s", "-p", "1"]);
        match extent {
            Extent::All => command.args(["-n", "0"]),
            Extent::First => command.args(["-n", "1"]),
            // Gecode checks its limit after it has counted the node.
            Extent::Nodes(n) => command.args(["-n", "0", "-node", &(n - 1).to_string()]),
            Extent::Failures(n) => command.args(["-n", "1", "-fail", &n.to_string()]),
        };
        let mut child = command
            .arg("-")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let mut input = child.stdin.take().expect("it was piped");
        input
            .write_all(flatzinc.as_bytes())
            .map_err(|error| error.to_string())?;
        drop(input);
        let out = child
            .wait_with_output()
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&out.stdout);
        if !out.status.success() {
            return Err(String::from_utf8_lossy(&out.stderr).trim().to_owned());
        }
        let statistic = |name: &str| {
            text.lines()
                .find_map(|line| {
                    line.strip_prefix("%%%mzn-stat: ")?
                        .strip_prefix(name)?
                        .strip_prefix('=')
                })
                .and_then(|value| value.trim().parse::<f64>().ok())
                .ok_or(format!("no statistic `{name}`: {text}"))
        };
        Ok(Counted {
            nodes: statistic("nodes")? as u64,
            failures: statistic("failures")? as u64,
            solutions: statistic("solutions")? as u64,
            seconds: statistic("solveTime")?,
        })
    }
}
