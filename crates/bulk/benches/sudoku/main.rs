//! `cargo xtask bench sudoku [--width NAME] [--rounds N] [--alone] [--rows] [SETS]`: how many 9x9 boards a second the engine settles, on one core.
//!
//! Each set is solved whole, with the verdict: a second answer is looked for. The time is that of the thread on its processor, the texts read and the
//! answers made, and the table has the median of the rounds. A set whose boards have not exactly one answer each is an error. Where tdoku is installed it runs beside,
//! unless `--alone` is said.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a bench talks to its terminal"
)]

mod tdoku;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use gridwright_bulk::{Bulk, Clues, Width};
use tdoku::Tdoku;

/// Where the large corpus lies, beside the checkout.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus/large");

/// What is measured: a name and a file.
const SETS: &[(&str, &str)] = &[
    ("17 clues", "sudoku_17clue.txt.gz"),
    ("top 1465", "sudoku_magictour_top1465.txt.gz"),
    ("hardest 1106", "sudoku_forum_hardest_1106.txt.gz"),
    ("hardest 1905", "sudoku_forum_hardest_1905_11plus.txt.gz"),
];

const WIDTHS: [(&str, Width); 3] = [
    ("wide", Width::Wide),
    ("middle", Width::Middle),
    ("plain", Width::Plain),
];

/// What is asked on the command line.
struct Asked {
    widths: Vec<(&'static str, Width)>,
    rounds: usize,
    /// Whether rows are told for a recording too.
    rows: bool,
    /// Whether tdoku is left out.
    alone: bool,
    names: Vec<String>,
}

fn main() -> ExitCode {
    match asked().and_then(|asked| run(&asked)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn asked() -> Result<Asked, String> {
    let mut asked = Asked {
        widths: WIDTHS.to_vec(),
        rounds: 5,
        rows: false,
        alone: false,
        names: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} what?"));
        match word.as_str() {
            "--bench" => {}
            "--rows" => asked.rows = true,
            "--alone" => asked.alone = true,
            "--width" => {
                let name = value()?;
                asked.widths.retain(|(known, _)| *known == name);
                if asked.widths.is_empty() {
                    return Err(format!("`{name}` is none of wide, middle, plain"));
                }
            }
            "--rounds" => {
                let rounds = value()?.parse().ok().filter(|rounds| *rounds > 0);
                asked.rounds = rounds.ok_or("--rounds takes a number")?;
            }
            _ => asked.names.push(word),
        }
    }
    Ok(asked)
}

fn run(asked: &Asked) -> Result<(), String> {
    println!(
        "| set | boards | width | nodes a board | unique, boards a second | first, boards a second |"
    );
    println!("|---|---|---|---|---|---|");
    let tdoku = Tdoku::found().filter(|_| !asked.alone);
    if tdoku.is_none() && !asked.alone {
        eprintln!("{}", tdoku::MISSING);
    }
    for (name, file) in SETS {
        if !asked.names.is_empty() && !asked.names.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let Some(text) = text(&Path::new(CORPUS).join(file)) else {
            eprintln!("{name}: {file} does not lie beside the checkout");
            continue;
        };
        let lines: Vec<&[u8]> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.as_bytes().get(..81))
            .collect();
        for (width_name, width) in &asked.widths {
            let Some(mut bulk) = Bulk::of(*width) else {
                continue;
            };
            let (nodes, unique) = measured(&mut bulk, &lines, 2, asked.rounds)?;
            let (_, first) = measured(&mut bulk, &lines, 1, asked.rounds)?;
            println!(
                "| {name} | {} | {width_name} | {:.2} | {unique:.0} | {first:.0} |",
                lines.len(),
                nodes as f64 / lines.len() as f64
            );
            if asked.rows {
                let time = |rate: f64| 1000.0 * lines.len() as f64 / rate;
                println!(
                    "#row\t{name}, {width_name}\tnodes={nodes}\tunique:{:.3}\tfirst:{:.3}",
                    time(unique),
                    time(first)
                );
            }
        }
        if let Some(tdoku) = &tdoku {
            let (unique, first) = (tdoku.rate(&lines, false)?, tdoku.rate(&lines, true)?);
            println!(
                "| {name} | {} | tdoku | - | {unique:.0} | {first:.0} |",
                lines.len()
            );
        }
    }
    Ok(())
}

/// The nodes of one round over all boards, and the boards a second of the median round.
fn measured(
    bulk: &mut Bulk,
    lines: &[&[u8]],
    most: u64,
    rounds: usize,
) -> Result<(u64, f64), String> {
    let mut nodes = 0;
    let mut rates = Vec::new();
    // A set that takes no time is repeated until it does.
    let repeats = (20_000 / lines.len().max(1)).clamp(1, 50);
    for _ in 0..rounds {
        let begin = spent();
        for _ in 0..repeats {
            nodes = 0;
            for line in lines {
                let clues = Clues::read(line).ok_or("a line is no board")?;
                let mut sum = 0_u64;
                let run = bulk.answers(&clues, most, |answer| {
                    sum += u64::from(answer.cells()[80]);
                });
                nodes += run.nodes;
                if run.found != 1 || run.complete != (most == 2) || sum == 0 {
                    let text = String::from_utf8_lossy(line);
                    return Err(format!("{text} has not exactly one answer: {run:?}"));
                }
            }
        }
        let seconds = spent() - begin;
        rates.push((lines.len() * repeats) as f64 / seconds);
    }
    rates.sort_by(f64::total_cmp);
    Ok((nodes, rates[rates.len() / 2]))
}

/// The seconds that this thread spent on a processor, where the system tells, and otherwise those that passed.
fn spent() -> f64 {
    thread_local! {
        static BEGIN: Instant = Instant::now();
    }
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<u64>().ok());
    match nanoseconds {
        Some(nanoseconds) => nanoseconds as f64 * 1e-9,
        None => BEGIN.with(Instant::elapsed).as_secs_f64(),
    }
}

/// The text of a packed file.
fn text(path: &Path) -> Option<String> {
    let out = Command::new("gzip").arg("-dc").arg(path).output().ok()?;
    out.status.success().then_some(())?;
    String::from_utf8(out.stdout).ok()
}
