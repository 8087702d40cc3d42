//! Models of a folder that is given, beside every other FlatZinc solver that is installed: `cargo xtask bench minizinc --models DIR [--limit SECONDS]
//! [part of a name …]`.
//!
//! The rows are the models of `DIR/instances.tsv` (a line per row: model, then data) or, without that file, every `.fzn`, and every `.mzn` with each
//! `.dzn` of its folder or below. Every solver reads what its own library makes of the model. A row is settled by an optimum, by the first solution of a
//! model without an objective, or by a proof that there is none; two solvers that settle a row differently are reported.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::{ROOT, SOLVER, Time, configure, minizinc, process, shown};

/// A row: its name, and the files for MiniZinc, or one of FlatZinc.
struct Instance {
    name: String,
    files: Vec<PathBuf>,
}

/// Another solver: its name, its identifier in MiniZinc, and its program.
struct Peer {
    name: &'static str,
    id: &'static str,
    program: &'static str,
}

/// The first is the one that ratios refer to.
const PEERS: &[Peer] = &[
    Peer {
        name: "Gecode",
        id: "org.gecode.gecode",
        program: "fzn-gecode",
    },
    Peer {
        name: "Chuffed",
        id: "org.chuffed.chuffed",
        program: "fzn-chuffed",
    },
    Peer {
        name: "CP-SAT",
        id: "com.google.ortools.sat",
        program: "fzn-cp-sat",
    },
];

/// What a run found out.
#[derive(Clone, PartialEq, Debug)]
enum Verdict {
    Satisfied,
    Unsatisfiable,
    /// The optimum, as printed.
    Optimum(String),
    /// Not settled; the best value so far, if there is one.
    Open(Option<String>),
}

/// One run.
struct Run {
    time: Time,
    verdict: Verdict,
}

impl Run {
    fn is_settled(&self) -> bool {
        !matches!(self.verdict, Verdict::Open(_))
    }

    fn shown(&self) -> String {
        let (time, best) = (
            shown(self.time),
            match &self.verdict {
                Verdict::Open(Some(best)) => format!(" ({best})"),
                _ => String::new(),
            },
        );
        let open = if self.is_settled() || self.time.cut {
            ""
        } else {
            "stopped "
        };
        format!("{open}{time}{best}")
    }
}

/// The runs of a row: ours, then each peer's, with the model's search and free. `None`: the solver cannot read the model.
type Runs = Vec<Option<[Run; 2]>>;

/// Measures every row, and prints the table and its summary.
pub(crate) fn run(
    folder: &Path,
    limit: Duration,
    filters: &[String],
    scratch: &Path,
) -> Result<(), String> {
    let peers: Vec<&Peer> = PEERS.iter().filter(|peer| is_installed(peer)).collect();
    let mut instances = instances(folder)?;
    instances.retain(|instance| {
        filters.is_empty() || filters.iter().any(|part| instance.name.contains(part))
    });
    if instances.is_empty() {
        return Err(format!("no models in {}", folder.display()));
    }
    println!(
        "Each cell: the model's search | free search; seconds of processor time, in brackets the best value so far.\n"
    );
    let names: Vec<&str> = peers.iter().map(|peer| peer.name).collect();
    let header = ["model", "Gridwright", "free"].into_iter();
    let header = header.chain(names.iter().flat_map(|&name| [name, "free"]));
    println!("| {} |", header.collect::<Vec<_>>().join(" | "));
    println!("|---|{}", "---:|".repeat(2 + 2 * peers.len()));
    let mut rows: Vec<Runs> = Vec::new();
    for instance in &instances {
        let runs = match measured(instance, &peers, limit, scratch) {
            Ok(runs) => runs,
            Err(why) => {
                let why = why.lines().next().unwrap_or_default();
                println!("| {} | not measured: {why} |", instance.name);
                continue;
            }
        };
        let cells = runs.iter().flat_map(|both| match both {
            Some(both) => both.each_ref().map(Run::shown),
            None => ["-".to_owned(), "-".to_owned()],
        });
        println!(
            "| {} | {} |",
            instance.name,
            cells.collect::<Vec<_>>().join(" | ")
        );
        if let Some(why) = disagreement(&runs) {
            println!("\n**{}: {why}**\n", instance.name);
        }
        rows.push(runs);
    }
    println!();
    summary(&rows, &names, limit);
    Ok(())
}

fn is_installed(peer: &Peer) -> bool {
    let shown = std::process::Command::new(peer.program)
        .arg("--help")
        .output();
    shown.is_ok()
}

/// The rows of a folder, by name.
fn instances(folder: &Path) -> Result<Vec<Instance>, String> {
    let error = |error: std::io::Error| format!("{}: {error}", folder.display());
    if let Ok(listed) = std::fs::read_to_string(folder.join("instances.tsv")) {
        let rows = listed.lines().filter(|line| !line.trim().is_empty());
        return Ok(rows
            .map(|line| Instance {
                name: named(line.split('\t').map(Path::new)),
                files: line.split('\t').map(|file| folder.join(file)).collect(),
            })
            .collect());
    }
    let (mut models, mut data) = (Vec::new(), Vec::new());
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(&next).map_err(error)? {
            let path = entry.map_err(error)?.path();
            match path.extension().and_then(|end| end.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("mzn" | "fzn") => models.push(path),
                Some("dzn") => data.push(path),
                _ => {}
            }
        }
    }
    models.sort();
    data.sort();
    let mut rows = Vec::new();
    for model in models {
        let is_flat = model.extension().is_some_and(|end| end == "fzn");
        let text = std::fs::read_to_string(&model).unwrap_or_default();
        // A file without a `solve` item is a part of other models.
        if !is_flat
            && !text
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| word == "solve")
        {
            continue;
        }
        let beside = model.parent().unwrap_or(folder);
        let own: Vec<&PathBuf> = data
            .iter()
            .filter(|file| file.starts_with(beside))
            .collect();
        let relative = |path: &Path| path.strip_prefix(folder).unwrap_or(path).to_owned();
        let row = |files: Vec<PathBuf>| Instance {
            name: named(
                files
                    .iter()
                    .map(|file| relative(file))
                    .collect::<Vec<_>>()
                    .iter()
                    .map(PathBuf::as_path),
            ),
            files,
        };
        if is_flat || own.is_empty() {
            rows.push(row(vec![model]));
        } else {
            rows.extend(
                own.into_iter()
                    .map(|file| row(vec![model.clone(), file.clone()])),
            );
        }
    }
    Ok(rows)
}

/// The name of a row: the path of the model without its ending, and the name of the data.
fn named<'p>(mut files: impl Iterator<Item = &'p Path>) -> String {
    let model = files.next().unwrap_or(Path::new("")).with_extension("");
    let data = files.next().and_then(Path::file_stem);
    match data {
        Some(data) => format!("{} {}", model.display(), data.to_string_lossy()),
        None => model.display().to_string(),
    }
}

/// Runs every solver on a row.
fn measured(
    instance: &Instance,
    peers: &[&Peer],
    limit: Duration,
    scratch: &Path,
) -> Result<Runs, String> {
    configure(scratch)?;
    configure_gecode(scratch)?;
    let ours = flattened(
        instance,
        scratch,
        "ours",
        &["--solver", "org.gridwright.gridwright"],
    )?;
    let mut runs = vec![Some(both(SOLVER, &ours, limit, scratch)?)];
    for peer in peers {
        let id = match peer.name {
            "Gecode" => GECODE,
            _ => peer.id,
        };
        let file = flattened(instance, scratch, "peer", &["--solver", id]);
        let run = file.and_then(|file| both(peer.program, &file, limit, scratch));
        runs.push(run.ok());
    }
    Ok(runs)
}

/// The identifier of the configuration that [`configure_gecode`] writes.
const GECODE: &str = "org.gecode.bench";

/// Writes a configuration of Gecode with a library of its native constraints. One of its two libraries knows the names of newer versions of MiniZinc, but
/// not those in our folder.
fn configure_gecode(scratch: &Path) -> Result<(), String> {
    let error = |error: std::io::Error| error.to_string();
    let library = scratch.join("gecode");
    std::fs::create_dir_all(&library).map_err(error)?;
    std::fs::create_dir_all(scratch.join("solvers")).map_err(error)?;
    let shown = std::process::Command::new("minizinc")
        .arg("--config-dirs")
        .output()
        .map_err(error)?;
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    let mut words = shown.split('"');
    words.find(|&word| word == "mznStdlibDir");
    let standard = words.nth(1).ok_or("minizinc does not name its library")?;
    let natives = format!("{ROOT}/crates/lab/peers/minizinc/gecode");
    for folder in [&format!("{standard}/gecode_presolver"), &natives] {
        // Without the first folder, Gecode gets MiniZinc's decompositions.
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        for entry in entries {
            let entry = entry.map_err(error)?;
            std::fs::copy(entry.path(), library.join(entry.file_name())).map_err(error)?;
        }
    }
    let text = format!(
        r#"{{"id": "{GECODE}", "name": "Gecode", "version": "6", "mznlib": "{}", "executable": "fzn-gecode",
  "tags": ["cp", "int", "float", "set"], "stdFlags": ["-a"], "supportsMzn": false, "supportsFzn": true}}"#,
        library.display()
    );
    std::fs::write(scratch.join("solvers/gecode.msc"), text).map_err(error)
}

/// Names of that library that the program knows by others.
const GECODE_NAMES: &[(&str, &str)] = &[
    ("constraint fzn_regular(", "constraint gecode_regular("),
    (
        "constraint fzn_global_cardinality",
        "constraint gecode_global_cardinality",
    ),
    ("constraint fzn_", "constraint "),
];

/// The row as FlatZinc for a solver, with its objective marked for output.
fn flattened(
    instance: &Instance,
    scratch: &Path,
    tag: &str,
    solver: &[&str],
) -> Result<PathBuf, String> {
    let into = scratch.join(format!("row.{tag}.fzn"));
    let is_flat = |file: &PathBuf| file.extension().is_some_and(|end| end == "fzn");
    match &instance.files[..] {
        [file] if is_flat(file) => {
            std::fs::copy(file, &into).map_err(|error| error.to_string())?;
        }
        files => minizinc(solver, files, &into, scratch)?,
    }
    let mut text = std::fs::read_to_string(&into).map_err(|error| error.to_string())?;
    if let Some(name) = objective(&text) {
        text = with_output(&text, name);
    }
    if solver.contains(&GECODE) {
        for (name, known) in GECODE_NAMES {
            text = text.replace(name, known);
        }
    }
    std::fs::write(&into, text).map_err(|error| error.to_string())?;
    Ok(into)
}

/// The variable that is minimised or maximised.
fn objective(text: &str) -> Option<&str> {
    let solve = &text[text.rfind("solve")?..];
    let mut words = solve.split_whitespace();
    words.find(|&word| word == "minimize" || word == "maximize")?;
    let name = words.next()?.trim_end_matches(';');
    name.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        .then_some(name)
}

/// The text with `output_var` at the declaration of a variable.
fn with_output(text: &str, name: &str) -> String {
    let mut marked = String::with_capacity(text.len() + 16);
    for line in text.lines() {
        let declared = line.strip_prefix("var ").and_then(|rest| {
            let (before, after) = rest.split_once(':')?;
            let after = after.trim_start().strip_prefix(name)?;
            let ends = after.starts_with([' ', ':', ';', '=']);
            (ends && !line.contains("output_var")).then_some((before, after))
        });
        match declared {
            Some((before, after)) => {
                marked.push_str(&format!("var {before}: {name} :: output_var {after}\n"));
            }
            None => marked.extend([line, "\n"]),
        }
    }
    marked
}

/// Both searches of a solver on a file.
fn both(program: &str, file: &Path, limit: Duration, scratch: &Path) -> Result<[Run; 2], String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let objective = objective(&text);
    let one = |free: &[&str]| {
        let shown = file.to_string_lossy();
        let all: &[&str] = if objective.is_some() { &["-a"] } else { &[] };
        let args = [all, free, &[&*shown]].concat();
        let bounds = process::Bounds {
            time: limit,
            memory: Some(4 << 30),
        };
        let ended = process::run(program, &args, scratch, bounds)?;
        let verdict = verdict(&ended.text, objective);
        let is_open = matches!(verdict, Verdict::Open(_));
        if is_open
            && !ended.is_killed
            && !ended.text.contains("=====UNKNOWN")
            && !ended.text.contains("-----")
        {
            return Err(ended.text.lines().next().unwrap_or("no output").to_owned());
        }
        let seconds = ended.time.as_secs_f64().min(limit.as_secs_f64());
        Ok(Run {
            time: Time {
                seconds,
                cut: ended.is_killed,
            },
            verdict,
        })
    };
    Ok([one(&[])?, one(&["-f"])?])
}

/// What the output of a solver says.
fn verdict(output: &str, objective: Option<&str>) -> Verdict {
    let has_line = |wanted: &str| output.lines().any(|line| line.trim() == wanted);
    if has_line("=====UNSATISFIABLE=====") {
        return Verdict::Unsatisfiable;
    }
    let Some(objective) = objective else {
        return match has_line("----------") {
            true => Verdict::Satisfied,
            false => Verdict::Open(None),
        };
    };
    let mut values = output.lines().filter_map(|line| {
        let (name, value) = line.split_once(" = ")?;
        (name == objective).then(|| value.trim_end_matches(';').to_owned())
    });
    match (values.next_back(), has_line("==========")) {
        (Some(best), true) => Verdict::Optimum(best),
        (best, _) => Verdict::Open(best),
    }
}

/// How two settled runs of a row contradict each other.
fn disagreement(runs: &Runs) -> Option<String> {
    let settled: Vec<&Verdict> = runs
        .iter()
        .flatten()
        .flatten()
        .filter(|run| run.is_settled())
        .map(|run| &run.verdict)
        .collect();
    let first = *settled.first()?;
    let other = settled.iter().find(|&&verdict| !agree(verdict, first))?;
    Some(format!("{first:?} and {other:?}"))
}

/// Whether two verdicts agree; optima of floats up to their precision.
fn agree(one: &Verdict, other: &Verdict) -> bool {
    let (Verdict::Optimum(a), Verdict::Optimum(b)) = (one, other) else {
        return one == other;
    };
    match (a.parse::<f64>(), b.parse::<f64>()) {
        (Ok(x), Ok(y)) if a.contains('.') || b.contains('.') => {
            (x - y).abs() <= 1e-4 * x.abs().max(y.abs()).max(1.0)
        }
        _ => a == b,
    }
}

/// A row counts in the means if one side needs more than this, in seconds.
const SHORT: f64 = 0.05;

fn summary(rows: &[Runs], peers: &[&str], limit: Duration) {
    let limit = limit.as_secs();
    println!("Settled, of {} rows in {limit} s each:", rows.len());
    for (at, name) in ["Gridwright"].iter().chain(peers).enumerate() {
        let count = |search: usize| {
            let runs = rows.iter().filter_map(|runs| runs[at].as_ref());
            runs.filter(|both| both[search].is_settled()).count()
        };
        println!(
            "- {name}: {} with the model's search, {} free",
            count(0),
            count(1)
        );
    }
    println!(
        "\nGeometric means of our time over theirs, over rows where one side needs over {SHORT} s and one side settles it (a run that is cut counts as the limit):"
    );
    for (at, name) in peers.iter().enumerate() {
        for (search, what) in [(0, "the model's search"), (1, "free search")] {
            let ratios = rows.iter().filter_map(|runs| {
                let (ours, theirs) = (&runs[0].as_ref()?[search], &runs[at + 1].as_ref()?[search]);
                let counts = ours.time.seconds.max(theirs.time.seconds) > SHORT
                    && (ours.is_settled() || theirs.is_settled());
                counts.then(|| (ours.time.seconds.max(1e-3) / theirs.time.seconds.max(1e-3)).ln())
            });
            let ratios: Vec<f64> = ratios.collect();
            let mean = (ratios.iter().sum::<f64>() / ratios.len().max(1) as f64).exp();
            println!("- {name}, {what}: {mean:.2} ({} rows)", ratios.len());
        }
    }
}
