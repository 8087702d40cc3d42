//! Recordings of benches: rows with counts and times, kept in `experiments/recorded` with the version and the machine they are of, and compared with each other.
//! Counts and times are compared apart: a change that is only for speed moves no count, and a time says something only beside one of the same machine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A row got slower if its time grew by more than this share.
const SHARE: f64 = 0.2;

/// Less than this, in milliseconds, is not seen: it is noise whatever its share.
const NOISE: f64 = 0.05;

/// What a bench said, once.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Recording {
    pub(crate) bench: String,
    /// What the bench was called with.
    pub(crate) args: String,
    pub(crate) version: String,
    pub(crate) machine: String,
    /// By row and name of the measure, in the order of names.
    pub(crate) counts: BTreeMap<(String, String), u64>,
    pub(crate) times: BTreeMap<(String, String), f64>,
}

const HEADING: &str = "bench,arguments,row,measure,count,milliseconds,version,machine";

impl Recording {
    /// Takes a line of a bench; whether it was meant for a recording. A row is `#row`, a name, `count=17` and `time:3.5`, with tabs between.
    pub(crate) fn take(&mut self, line: &str) -> bool {
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

    /// The recording as a file.
    pub(crate) fn text(&self) -> String {
        let mut text = HEADING.to_owned() + "\n";
        let mut line = |(row, measure): &(String, String), count: String, time: String| {
            let words = [
                &self.bench,
                &self.args,
                row,
                measure,
                &count,
                &time,
                &self.version,
                &self.machine,
            ];
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            let _ = writeln!(text, "{}", words.join(","));
        };
        for (key, count) in &self.counts {
            line(key, count.to_string(), String::new());
        }
        for (key, time) in &self.times {
            line(key, String::new(), time.to_string());
        }
        text
    }

    /// Reads a file; `None` if it is not one of these.
    pub(crate) fn read(text: &str) -> Option<Recording> {
        let mut lines = text.lines();
        (lines.next()? == HEADING).then_some(())?;
        let mut recording = Recording::default();
        for line in lines {
            let words = fields(line)?;
            let [bench, args, row, measure, count, time, version, machine] = &words[..] else {
                return None;
            };
            let key = (row.clone(), measure.clone());
            match (count.as_str(), time.as_str()) {
                (count, "") => {
                    recording.counts.insert(key, count.parse().ok()?);
                }
                (_, time) => {
                    recording.times.insert(key, time.parse().ok()?);
                }
            }
            recording.bench.clone_from(bench);
            recording.args.clone_from(args);
            recording.version.clone_from(version);
            recording.machine.clone_from(machine);
        }
        Some(recording)
    }

    /// Writes the recording into a folder, under its bench and the time it is; the path.
    pub(crate) fn keep(&self, folder: &Path) -> std::io::Result<PathBuf> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(format!("{}-{}.csv", self.bench, now()));
        std::fs::write(&path, self.text())?;
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

/// What moved from one recording to a later one.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Moved {
    /// Counts that are not the same, each in a line.
    pub(crate) counts: Vec<String>,
    /// Rows that take longer by more than a fifth.
    pub(crate) slower: Vec<String>,
    /// Rows that take less time by more than a fifth.
    pub(crate) faster: Vec<String>,
    /// Rows and measures that only the first recording has, and those that only the second has.
    pub(crate) gone: Vec<String>,
    pub(crate) new: Vec<String>,
    /// Whether times are of two machines, so that they were not compared.
    pub(crate) two_machines: bool,
    /// How many counts and times were compared.
    pub(crate) n_counts: usize,
    pub(crate) n_times: usize,
}

/// Compares two recordings.
pub(crate) fn moved(before: &Recording, after: &Recording) -> Moved {
    let mut moved = Moved {
        two_machines: before.machine != after.machine,
        ..Moved::default()
    };
    moved.gone = only(before, after);
    moved.new = only(after, before);
    for (key @ (row, measure), old) in &before.counts {
        let Some(new) = after.counts.get(key) else {
            continue;
        };
        moved.n_counts += 1;
        if new != old {
            moved
                .counts
                .push(format!("{row}, {measure}: {old} became {new}"));
        }
    }
    if moved.two_machines {
        return moved;
    }
    for (key @ (row, measure), old) in &before.times {
        let Some(new) = after.times.get(key) else {
            continue;
        };
        moved.n_times += 1;
        let line = || {
            let share = (new / old.max(1e-9) - 1.0) * 100.0;
            format!("{row}, {measure}: {old:.3} became {new:.3}, {share:+.0}%")
        };
        if new - old > (SHARE * old).max(NOISE) {
            moved.slower.push(line());
        } else if old - new > (SHARE * old).max(NOISE) {
            moved.faster.push(line());
        }
    }
    moved
}

/// The rows that one recording has and another has not; of a row that both have, the measures.
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

impl Moved {
    /// Whether something is worse than before; a row that is no longer measured is.
    pub(crate) fn is_worse(&self) -> bool {
        !self.counts.is_empty() || !self.slower.is_empty() || !self.gone.is_empty()
    }

    /// All of it for people: counts first, times apart.
    pub(crate) fn told(&self) -> String {
        let mut text = String::new();
        let mut part = |title: String, lines: &[String]| {
            let _ = writeln!(text, "{title}");
            for line in lines {
                let _ = writeln!(text, "  {line}");
            }
        };
        let (moved, all) = (self.counts.len(), self.n_counts);
        part(format!("counts: {moved} of {all} moved"), &self.counts);
        if self.two_machines {
            part("times: of two machines, not compared".to_owned(), &[]);
        } else {
            let all = self.n_times;
            let slower = format!(
                "times: {} of {all} slower by more than a fifth",
                self.slower.len()
            );
            part(slower, &self.slower);
            let faster = format!(
                "times: {} of {all} faster by more than a fifth",
                self.faster.len()
            );
            part(faster, &self.faster);
        }
        if !self.gone.is_empty() {
            let gone = format!("missing: {} that were there before", self.gone.len());
            part(gone, &self.gone);
        }
        if !self.new.is_empty() {
            let new = format!("new: {} that were not there before", self.new.len());
            part(new, &self.new);
        }
        text
    }
}

/// The machine, in a few words.
pub(crate) fn machine() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(std::env::consts::ARCH, |(_, model)| model.trim());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}

/// The time it is, in Greenwich, so that later files sort behind earlier ones.
fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    stamp(since.map_or(0, |since| since.as_secs()))
}

fn stamp(seconds: u64) -> String {
    // Days are counted from the first of March of the year 0, so that the day that some years have more is the last.
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

fn quoted(word: &str) -> String {
    if word.contains([',', '"']) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_owned()
    }
}

/// The words of a line, quotes taken off; `None` where a quote is not closed.
fn fields(line: &str) -> Option<Vec<String>> {
    let mut words = vec![String::new()];
    let mut in_quotes = false;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let word = words.last_mut()?;
        match letter {
            '"' if in_quotes && letters.peek() == Some(&'"') => {
                letters.next();
                word.push('"');
            }
            '"' => in_quotes = !in_quotes,
            ',' if !in_quotes => words.push(String::new()),
            letter => word.push(letter),
        }
    }
    (!in_quotes).then_some(words)
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
            assert!(recording.take(line), "{line}");
        }
        recording
    }

    #[test]
    fn a_recording_is_read_back() {
        let recording = recording(&["#row\tqueens 12, all\tnodes=17\tfailures=3\tms:4.5"]);
        assert_eq!(recording.counts.len(), 2);
        assert_eq!(Recording::read(&recording.text()), Some(recording.clone()));
        let cut = recording.text().replace(",ms,", ",");
        assert_eq!(Recording::read(&cut), None);
        assert_eq!(Recording::read("a,b\n1,2\n"), None);
        assert!(!Recording::default().take("queens 12  17"));
    }

    #[test]
    fn counts_and_times_are_compared_apart() {
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
        let told = moved(&before, &after);
        assert!(told.is_worse());
        assert_eq!(
            told.told(),
            "counts: 1 of 2 moved\n  b, nodes: 2 became 5\n\
             times: 1 of 2 slower by more than a fifth\n  a, ms: 10.000 became 12.100, +21%\n\
             times: 0 of 2 faster by more than a fifth\n\
             missing: 1 that were there before\n  c\n\
             new: 1 that were not there before\n  d\n"
        );
        let same = moved(&before, &before);
        assert!(!same.is_worse() && same.gone.is_empty() && same.new.is_empty());
    }

    #[test]
    fn times_of_two_machines_are_not_compared() {
        let before = recording(&["#row\ta\tnodes=1\tms:10"]);
        let mut after = recording(&["#row\ta\tnodes=1\tms:100"]);
        "another".clone_into(&mut after.machine);
        let told = moved(&before, &after);
        assert!(!told.is_worse());
        assert_eq!(
            told.told(),
            "counts: 0 of 1 moved\ntimes: of two machines, not compared\n"
        );
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(stamp(0), "19700101-000000");
        assert_eq!(stamp(951_782_400), "20000229-000000");
        assert_eq!(stamp(1_709_251_199), "20240229-235959");
        assert_eq!(stamp(4_107_542_400), "21000301-000000");
    }
}
