//! Recordings of benches in `crates/lab/experiments/recorded`: rows of counts and times with version and machine, and their comparison.
//! Counts and times are compared separately: a speed-up changes no count, and times are comparable only on one machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A time changed if it differs by more than this fraction.
const FRACTION: f64 = 0.2;

/// Differences up to this many milliseconds are noise.
const NOISE: f64 = 0.05;

/// The rows of one run of a bench.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Recording {
    pub(crate) bench: String,
    /// The arguments of the bench, separated by tabs.
    pub(crate) args: String,
    pub(crate) version: String,
    pub(crate) machine: String,
    /// By row and name of the measure, in the order of names.
    pub(crate) counts: BTreeMap<(String, String), u64>,
    pub(crate) times: BTreeMap<(String, String), f64>,
}

const HEADING: [&str; 8] = [
    "bench",
    "arguments",
    "row",
    "measure",
    "count",
    "milliseconds",
    "version",
    "machine",
];

impl Recording {
    /// Adds a line of a bench's output if it is a row: `#row`, a name, `count=17` and `time:3.5`, separated by tabs. Returns whether it is one.
    pub(crate) fn add_line(&mut self, line: &str) -> bool {
        let mut words = line.split('\t');
        if words.next() != Some("#row") {
            return false;
        }
        let row = words.next().unwrap_or_default().to_owned();
        for word in words {
            if let Some((name, count)) = word.split_once('=') {
                let key = (row.clone(), name.to_owned());
                self.counts
                    .extend(count.parse().ok().map(|count| (key, count)));
            } else if let Some((name, time)) = word.split_once(':') {
                let key = (row.clone(), name.to_owned());
                self.times.extend(time.parse().ok().map(|time| (key, time)));
            }
        }
        true
    }

    /// The recording as CSV.
    pub(crate) fn text(&self) -> Result<String, csv::Error> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(HEADING)?;
        let counts = self
            .counts
            .iter()
            .map(|(key, n)| (key, n.to_string(), String::new()));
        let times = self
            .times
            .iter()
            .map(|(key, time)| (key, String::new(), time.to_string()));
        for ((row, measure), count, time) in counts.chain(times) {
            writer.write_record([
                &self.bench,
                &self.args,
                row,
                measure,
                &count,
                &time,
                &self.version,
                &self.machine,
            ])?;
        }
        let bytes = writer.into_inner().map_err(|error| error.into_error())?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Reads CSV; `None` if it is not a recording.
    pub(crate) fn read(text: &str) -> Option<Recording> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        reader.headers().ok()?.iter().eq(HEADING).then_some(())?;
        let mut recording = Recording::default();
        for line in reader.deserialize() {
            type Line = (
                String,
                String,
                String,
                String,
                Option<u64>,
                Option<f64>,
                String,
                String,
            );
            let (bench, args, row, measure, count, time, version, machine): Line = line.ok()?;
            match (count, time) {
                (Some(count), None) => drop(recording.counts.insert((row, measure), count)),
                (_, time) => drop(recording.times.insert((row, measure), time?)),
            }
            (recording.bench, recording.args) = (bench, args);
            (recording.version, recording.machine) = (version, machine);
        }
        Some(recording)
    }

    /// Writes the recording into a folder, named by bench and time; returns the path.
    pub(crate) fn save(&self, folder: &Path) -> std::io::Result<PathBuf> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}-{}.csv", self.bench, now()));
        std::fs::write(&path, self.text()?)?;
        Ok(path)
    }
}

/// The last recording of a bench in a folder.
pub(crate) fn last(folder: &Path, bench: &str) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?;
    let named = |path: &PathBuf| {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let rest = name
            .as_deref()
            .and_then(|name| name.strip_prefix(bench)?.strip_prefix('-'));
        rest.is_some_and(|rest| rest.ends_with(".csv"))
    };
    files
        .filter_map(|file| Some(file.ok()?.path()))
        .filter(named)
        .max()
}

/// The differences between a recording and a later one.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Comparison {
    /// Counts that differ, one per line.
    pub(crate) counts: Vec<String>,
    /// Times that grew by more than 20 %.
    pub(crate) slower: Vec<String>,
    /// Times that shrank by more than 20 %.
    pub(crate) faster: Vec<String>,
    /// Rows and measures that only the first recording has.
    pub(crate) gone: Vec<String>,
    /// Rows and measures that only the second recording has.
    pub(crate) new: Vec<String>,
    /// Whether the recordings are from different machines; then times are not compared.
    pub(crate) two_machines: bool,
    /// Numbers of compared counts and times.
    pub(crate) n_counts: usize,
    pub(crate) n_times: usize,
}

/// Compares two recordings.
pub(crate) fn compare(before: &Recording, after: &Recording) -> Comparison {
    let mut comparison = Comparison {
        two_machines: before.machine != after.machine,
        ..Comparison::default()
    };
    comparison.gone = only(before, after);
    comparison.new = only(after, before);
    for (key @ (row, measure), old) in &before.counts {
        let Some(new) = after.counts.get(key) else {
            continue;
        };
        comparison.n_counts += 1;
        if new != old {
            comparison
                .counts
                .push(format!("{row}, {measure}: {old} became {new}"));
        }
    }
    if comparison.two_machines {
        return comparison;
    }
    for (key @ (row, measure), old) in &before.times {
        let Some(new) = after.times.get(key) else {
            continue;
        };
        comparison.n_times += 1;
        let line = || {
            let share = (new / old.max(1e-9) - 1.0) * 100.0;
            format!("{row}, {measure}: {old:.3} became {new:.3}, {share:+.0}%")
        };
        if new - old > (FRACTION * old).max(NOISE) {
            comparison.slower.push(line());
        } else if old - new > (FRACTION * old).max(NOISE) {
            comparison.faster.push(line());
        }
    }
    comparison
}

/// The rows that only the first recording has, and the measures it alone has in shared rows.
fn only(one: &Recording, other: &Recording) -> Vec<String> {
    let keys = |recording: &Recording| -> BTreeSet<(String, String)> {
        let counts = recording.counts.keys();
        counts.chain(recording.times.keys()).cloned().collect()
    };
    let others = keys(other);
    let has_row = |row: &str| others.iter().any(|(name, _)| name == row);
    let mut found: Vec<String> = Vec::new();
    for (row, measure) in keys(one).difference(&others) {
        let words = match has_row(row) {
            true => format!("{row}, {measure}"),
            false => row.clone(),
        };
        if found.last() != Some(&words) {
            found.push(words);
        }
    }
    found
}

impl Comparison {
    /// Whether a count changed, a time grew, or a row is missing.
    pub(crate) fn is_worse(&self) -> bool {
        !self.counts.is_empty() || !self.slower.is_empty() || !self.gone.is_empty()
    }

    /// The comparison as text: counts, then times.
    pub(crate) fn report(&self) -> String {
        let mut text = String::new();
        let mut part = |title: String, lines: &[String]| {
            let _ = writeln!(text, "{title}");
            for line in lines {
                let _ = writeln!(text, "  {line}");
            }
        };
        let (changed, all) = (self.counts.len(), self.n_counts);
        part(format!("counts: {changed} of {all} changed"), &self.counts);
        if self.two_machines {
            part("times: different machines, not compared".to_owned(), &[]);
        } else {
            let all = self.n_times;
            let slower = format!(
                "times: {} of {all} slower by more than 20 %",
                self.slower.len()
            );
            part(slower, &self.slower);
            let faster = format!(
                "times: {} of {all} faster by more than 20 %",
                self.faster.len()
            );
            part(faster, &self.faster);
        }
        if !self.gone.is_empty() {
            let gone = format!("missing: {} rows of the first recording", self.gone.len());
            part(gone, &self.gone);
        }
        if !self.new.is_empty() {
            let new = format!("new: {} rows", self.new.len());
            part(new, &self.new);
        }
        text
    }
}

/// The processor, the number of cores and the system.
pub(crate) fn machine() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

/// The current UTC time, in a form that sorts.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    stamp(since.map_or(0, |since| since.as_secs()))
}

fn stamp(seconds: u64) -> String {
    // Count days from 1 March of year 0, so that a leap day is the last day of a year.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    let (hours, minutes) = (seconds / 3_600 % 24, seconds / 60 % 60);
    format!(
        "{year:04}{month:02}{day:02}-{hours:02}{minutes:02}{:02}",
        seconds % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(lines: &[&str]) -> Recording {
        let mut recording = Recording {
            bench: "engine".to_owned(),
            args: "--quick, \"all\"".to_owned(),
            version: "0.1.0".to_owned(),
            machine: "a machine, 2 cores".to_owned(),
            ..Recording::default()
        };
        for line in lines {
            assert!(recording.add_line(line), "{line}");
        }
        recording
    }

    #[test]
    fn recordings_round_trip() {
        let recording = recording(&["#row\tqueens 12, all\tnodes=17\tfailures=3\tms:4.5"]);
        assert_eq!(recording.counts.len(), 2);
        assert_eq!(
            Recording::read(&recording.text().expect("CSV")),
            Some(recording.clone())
        );
        let cut = recording.text().expect("CSV").replace(",ms,", ",");
        assert_eq!(Recording::read(&cut), None);
        assert_eq!(Recording::read("a,b\n1,2\n"), None);
        assert!(!Recording::default().add_line("queens 12  17"));
    }

    #[test]
    fn counts_and_times_are_compared_separately() {
        let before = recording(&[
            "#row\ta\tnodes=1\tms:10",
            "#row\tb\tnodes=2\tms:0.01",
            "#row\tc\tnodes=3\tms:5",
        ]);
        let after = recording(&[
            "#row\ta\tnodes=1\tms:12.1",
            "#row\tb\tnodes=5\tms:0.02",
            "#row\td\tnodes=4\tms:5",
        ]);
        let comparison = compare(&before, &after);
        assert!(comparison.is_worse());
        assert_eq!(
            comparison.report(),
            "counts: 1 of 2 changed\n  b, nodes: 2 became 5\n\
             times: 1 of 2 slower by more than 20 %\n  a, ms: 10.000 became 12.100, +21%\n\
             times: 0 of 2 faster by more than 20 %\n\
             missing: 1 rows of the first recording\n  c\n\
             new: 1 rows\n  d\n"
        );
        let same = compare(&before, &before);
        assert!(!same.is_worse() && same.gone.is_empty() && same.new.is_empty());
    }

    #[test]
    fn times_of_different_machines_are_not_compared() {
        let before = recording(&["#row\ta\tnodes=1\tms:10"]);
        let mut after = recording(&["#row\ta\tnodes=1\tms:100"]);
        "another".clone_into(&mut after.machine);
        let comparison = compare(&before, &after);
        assert!(!comparison.is_worse());
        assert_eq!(
            comparison.report(),
            "counts: 0 of 1 changed\ntimes: different machines, not compared\n"
        );
    }

    #[test]
    fn timestamps_follow_the_calendar() {
        assert_eq!(stamp(0), "19700101-000000");
        assert_eq!(stamp(951_782_400), "20000229-000000");
        assert_eq!(stamp(1_709_251_199), "20240229-235959");
        assert_eq!(stamp(4_107_542_400), "21000301-000000");
    }
}
