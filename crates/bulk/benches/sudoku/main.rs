//! `cargo xtask bench sudoku [--width NAME] [--rounds N] [--alone] [--rows] [SETS]`: how many 9x9 boards a second the engine settles, on one core.
//!
//! Each set is solved whole, including the search for a second answer. The time is the processor time of the thread,
//! with parsing and output of answers; the table has the median of the rounds. Boards without exactly one answer are
//! an error. tdoku runs beside it if it is installed, unless `--alone` is given.
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
use gridwright_control::median;
use tdoku::Tdoku;

/// The large corpus, beside the checkout.
const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus/large");

/// The measured sets: name and file.
const SETS: &[(&str, &str)] = &[
    ("17 clues", "sudoku_17clue.txt.gz"),
    ("top 1465", "sudoku_magictour_top1465.txt.gz"),
    ("hardest 1106", "sudoku_forum_hardest_1106.txt.gz"),
    ("hardest 1905", "sudoku_forum_hardest_1905_11plus.txt.gz"),
];

const WIDTHS: [(&str, Width); 3] = [
    ("wide", Width::Avx512),
    ("middle", Width::Avx2),
    ("plain", Width::Scalar),
];

/// The command-line options.
struct Options {
    widths: Vec<(&'static str, Width)>,
    rounds: usize,
    /// Whether to print rows for a recording.
    rows: bool,
    /// Whether to leave tdoku out.
    alone: bool,
    names: Vec<String>,
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options {
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
            "--rows" => options.rows = true,
            "--alone" => options.alone = true,
            "--width" => {
                let name = value()?;
                options.widths.retain(|(known, _)| *known == name);
                if options.widths.is_empty() {
                    return Err(format!("`{name}` is none of wide, middle, plain"));
                }
            }
            "--rounds" => {
                let rounds = value()?.parse().ok().filter(|rounds| *rounds > 0);
                options.rounds = rounds.ok_or("--rounds takes a number")?;
            }
            _ => options.names.push(word),
        }
    }
    Ok(options)
}

fn run(options: &Options) -> Result<(), String> {
    println!(
        "| set | boards | width | nodes a board | unique, boards a second | first, boards a second |"
    );
    println!("|---|---|---|---|---|---|");
    let tdoku = Tdoku::found().filter(|_| !options.alone);
    if tdoku.is_none() && !options.alone {
        eprintln!("{}", tdoku::MISSING);
    }
    for (name, file) in SETS {
        if !options.names.is_empty()
            && !options
                .names
                .iter()
                .any(|part| name.contains(part.as_str()))
        {
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
        for (width_name, width) in &options.widths {
            let Some(mut bulk) = Bulk::with_width(*width) else {
                continue;
            };
            let (nodes, unique) = measured(&mut bulk, &lines, 2, options.rounds)?;
            let (_, first) = measured(&mut bulk, &lines, 1, options.rounds)?;
            println!(
                "| {name} | {} | {width_name} | {:.2} | {unique:.0} | {first:.0} |",
                lines.len(),
                nodes as f64 / lines.len() as f64
            );
            if options.rows {
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
    max: u64,
    rounds: usize,
) -> Result<(u64, f64), String> {
    let mut nodes = 0;
    let mut rates = Vec::new();
    // Small sets are repeated to get a measurable time.
    let repeats = (20_000 / lines.len().max(1)).clamp(1, 50);
    for _ in 0..rounds {
        let begin = spent();
        for _ in 0..repeats {
            nodes = 0;
            for line in lines {
                let clues = Clues::read(line).ok_or("a line is no board")?;
                let mut sum = 0_u64;
                let run = bulk.answers(&clues, max, |answer| {
                    sum += u64::from(answer.cells()[80]);
                });
                nodes += run.nodes;
                if run.found != 1 || run.complete != (max == 2) || sum == 0 {
                    let text = String::from_utf8_lossy(line);
                    return Err(format!("{text} has not exactly one answer: {run:?}"));
                }
            }
        }
        let seconds = spent() - begin;
        rates.push((lines.len() * repeats) as f64 / seconds);
    }
    let rate = median(rates, f64::total_cmp).ok_or("no rounds")?;
    Ok((nodes, rate))
}

/// The processor time of this thread in seconds, or the elapsed time if the system does not report it.
fn spent() -> f64 {
    thread_local! {
        static BEGIN: Instant = Instant::now();
    }
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = stat.and_then(|stat| stat.split(' ').next()?.parse::<u64>().ok());
    match nanoseconds {
        Some(nanoseconds) => nanoseconds as f64 * 1e-9,
        None => BEGIN.with(Instant::elapsed).as_secs_f64(),
    }
}

/// The text of a gzip file.
fn text(path: &Path) -> Option<String> {
    let out = Command::new("gzip").arg("-dc").arg(path).output().ok()?;
    out.status.success().then_some(())?;
    String::from_utf8(out.stdout).ok()
}
