//! `generate`: puzzles with exactly one answer.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use gridwright::control::{Deadline, Limit};
use gridwright::generate::{
    ExplanationRater, GenerateFailure, GenerateRequest, Generated, Generator, Rater,
};
use gridwright::generating::{parse_clues, parse_difficulty, parse_size, technique_rater};
use gridwright::grid::board::svg;
use gridwright::printing::{BookEntry, BookOptions, Paper, book_pages};
use gridwright::puzzles::{DrawOptions, GenerateOption, GenerateOptions, Symmetry};
use gridwright::{CATALOGUE, kind};
use gridwright_fzn::{PartFile, read_text_file};
use gridwright_print::PdfPages;
use serde_json::json;

use crate::exit_status::ExitStatus;
use crate::input::options;
use crate::output::render;
use crate::work::interrupt::stop_on_interrupt;
use crate::work::parallel;
use crate::work::progress::{self, ProgressLine, Unit};

/// Generate puzzles with exactly one answer. A second engine verifies each of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gridwright generate sudoku -n 10 --symmetry rotate2 --minimal
  gridwright generate hashi --size 20x20 --islands 80 -n 10 --difficulty medium --book hashi.pdf
  gridwright generate sudoku --requires xy-wing
  gridwright generate numbrix --shape ..##../....../......
The same seed gives the same puzzles. Without --seed, a random seed is used and printed.
Exit codes: 0 all puzzles were generated, 30 stopped early by a limit or Ctrl-C, 2 impossible request.")]
pub(crate) struct Generate {
    /// Puzzle kind; `gridwright kinds` lists them
    kind: String,
    /// Board size: 9, or rows x columns as in 10x12
    #[arg(long, value_name = "SIZE", value_parser = parse_size, allow_hyphen_values = true)]
    size: Option<(usize, usize)>,
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = parse_count, allow_hyphen_values = true)]
    number: u64,
    /// Random seed
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Difficulty: easy, medium, hard, expert or extreme; or a range, as in easy..hard or 4..6.5
    #[arg(long, value_name = "RANGE")]
    difficulty: Option<String>,
    /// Sudoku 9x9: techniques that solve the puzzles: hard, ..xy-wing, -x-wing, no-uniqueness, … (see `gridwright kinds sudoku`)
    #[arg(
        long,
        value_name = "LIST",
        conflicts_with = "unrated",
        allow_hyphen_values = true
    )]
    techniques: Option<String>,
    /// Sudoku 9x9: techniques without which they cannot be solved: xy-wing; unless --techniques says more, nothing harder is needed
    #[arg(long, value_name = "LIST", conflicts_with = "unrated")]
    requires: Option<String>,
    /// Do not rate the puzzles; rating a large board takes longer than generating it
    #[arg(long, conflicts_with = "difficulty")]
    unrated: bool,
    /// Symmetry of the clues: none, rotate2, rotate4, mirror, flip, mirror2, diagonal, diagonal2 or full
    #[arg(long, value_name = "NAME", default_value_t)]
    symmetry: Symmetry,
    /// Keep only clues that are needed (a minimal puzzle); with a symmetry, only groups of clues that are needed
    #[arg(long)]
    minimal: bool,
    /// Number of clues: 24, or 22..26
    #[arg(long, value_name = "RANGE", value_parser = parse_clues, allow_hyphen_values = true)]
    clues: Option<RangeInclusive<usize>>,
    #[command(flatten)]
    board: Board,
    /// Number of puzzles generated in parallel
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Time limit; finished puzzles are kept: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = options::parse_time)]
    time_limit: Option<Duration>,
    /// Memory limit of one puzzle in MiB, by estimate; a board that needs more is refused or stopped
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..))]
    memory_limit: u64,
    /// Print one JSON object per puzzle and line
    #[arg(long)]
    json: bool,
    /// Write SVG pictures of puzzles and answers to this directory
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write a printable book: several puzzles per page, answers at the back
    #[arg(long, value_name = "FILE.pdf")]
    book: Option<PathBuf>,
    /// Title of the book [default: the title of the kind]
    #[arg(long, value_name = "TEXT", requires = "book")]
    title: Option<String>,
    /// Paper of the book: a4 or letter
    #[arg(long, value_name = "PAPER", requires = "book", default_value = "a4")]
    paper: Paper,
    /// Number of puzzles on a page of the book [default: as many as fit]
    #[arg(long, value_name = "N", requires = "book", value_parser = clap::value_parser!(u64).range(1..))]
    per_page: Option<u64>,
}

/// The options of single kinds, by name: those that their data list.
#[derive(Debug, Default)]
struct Board(Vec<(GenerateOption, String)>);

/// The options of all kinds, each with the titles of the kinds that have it.
fn kind_options() -> Vec<(GenerateOption, Vec<&'static str>)> {
    let mut all: Vec<(GenerateOption, Vec<&'static str>)> = Vec::new();
    for kind in CATALOGUE {
        let options = kind
            .generation()
            .map_or(&[][..], |generate| generate.options);
        for option in options {
            match all.iter_mut().find(|(known, _)| known.name == option.name) {
                Some((_, kinds)) => kinds.push(kind.info().title),
                None => all.push((*option, vec![kind.info().title])),
            }
        }
    }
    all
}

impl Args for Board {
    fn augment_args(command: Command) -> Command {
        let args = kind_options().into_iter().map(|(option, kinds)| {
            let file = option.or_file.map_or("", |_| "; or a file with it");
            Arg::new(option.name)
                .long(option.name)
                .value_name(option.value)
                .help(format!("{}: {}{file}", kinds.join(" and "), option.about))
                .help_heading("Board options by kind")
                .allow_hyphen_values(true)
        });
        command.args(args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Board::augment_args(command)
    }
}

impl FromArgMatches for Board {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Board, clap::Error> {
        let options = kind_options().into_iter();
        let set = options.filter_map(|(option, _)| {
            let text = matches.get_one::<String>(option.name)?;
            Some((option, text.clone()))
        });
        Ok(Board(set.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Board::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Board {
    fn options(&self) -> Result<Vec<(String, String)>, String> {
        let value = |(option, text): &(GenerateOption, String)| {
            let name = option.name;
            let text = match option.or_file {
                Some(_) if Path::new(text).is_file() => {
                    let read = read_text_file(Path::new(text));
                    read.map_err(|error| format!("error: {text}: {error}"))?
                }
                Some(otherwise) if text.chars().any(char::is_alphanumeric) => {
                    return Err(format!(
                        "error: {name}: `{text}` is neither a file nor {otherwise}"
                    ));
                }
                _ => text.clone(),
            };
            Ok((name.to_owned(), text))
        };
        self.0.iter().map(value).collect()
    }
}

impl Generate {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        let generator =
            Generator::new(self.request()?).map_err(|refusal| format!("error: {refusal}"))?;
        self.check_outputs()?;
        let stop = stop_on_interrupt();
        let counters = progress::counters();
        let mut deadline =
            Deadline::at_stop(stop.clone()).memory_limit(options::bytes_of(self.memory_limit));
        if let Some(counters) = &counters {
            deadline = deadline.progress_to(counters.clone());
        }
        if let Some(time) = self.time_limit {
            deadline = deadline.within(time);
        }
        let seed = self.seed.unwrap_or_else(random_seed);
        if self.seed.is_none() && !self.json {
            eprintln!("seed {seed}");
        }
        let mut n = 0;
        // A book needs all puzzles at once.
        let mut generated = Vec::new();
        let mut end: Option<GenerateFailure> = None;
        let mut write_error = None;
        let work = |number: u64| generator.generate(seed, number, &deadline);
        let line = ProgressLine::new(
            "generating",
            Some(self.number),
            Unit::Items("puzzles"),
            counters,
        );
        parallel::run_numbered(
            self.number,
            self.threads,
            &line,
            work,
            |number, result| match result {
                // After a failure nothing more is printed, so that the output does not depend on the timing of the threads.
                _ if end.is_some() || write_error.is_some() => false,
                Ok(puzzle) => {
                    if let Err(message) = self.print(number, seed, &puzzle) {
                        stop.request();
                        write_error = Some(message);
                        return false;
                    }
                    n += 1;
                    if self.book.is_some() {
                        generated.push(puzzle);
                    }
                    true
                }
                Err(error) => {
                    stop.request();
                    end = Some(error);
                    false
                }
            },
        );
        if let Some(path) = &self.book
            && !generated.is_empty()
        {
            self.write_book(path, &generated)?;
        }
        if let Some(message) = write_error {
            return Err(message);
        }
        let Some(end) = end else {
            return Ok(ExitStatus::Success);
        };
        let wanted = self.number;
        match end {
            GenerateFailure::Impossible(refusal) => Err(format!("error: {refusal}")),
            GenerateFailure::Internal(what) => Err(format!("error: internal error: {what}")),
            GenerateFailure::Stopped(limit) => {
                let why = stopped(limit);
                eprintln!("{why}: {n} of {wanted} puzzles generated");
                Ok(ExitStatus::Stopped)
            }
            GenerateFailure::StoppedShort(limit, boards, lack) => {
                let why = stopped(limit);
                let boards = render::counted(boards, "full board");
                eprintln!(
                    "{why}: {n} of {wanted} puzzles generated; {boards} tried for the next one without success: {lack}"
                );
                Ok(ExitStatus::Stopped)
            }
            GenerateFailure::GaveUp(..) => {
                eprintln!("{end}; {n} of {wanted} puzzles generated");
                Ok(ExitStatus::Stopped)
            }
        }
    }

    /// Checks that the output files can be written, before spending time on generation.
    fn check_outputs(&self) -> Result<(), String> {
        if let Some(folder) = &self.svg {
            let failed = |error| format!("error: {}: {error}", folder.display());
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        if let Some(path) = &self.book {
            if path
                .extension()
                .is_none_or(|ending| !ending.eq_ignore_ascii_case("pdf"))
            {
                return Err(format!(
                    "error: {}: a book is a PDF file; name it with the ending .pdf",
                    path.display()
                ));
            }
            let failed = |error| format!("error: {}: {error}", path.display());
            let is_there = path.exists();
            let mut open = std::fs::OpenOptions::new();
            open.append(true).create(true).open(path).map_err(failed)?;
            if !is_there {
                std::fs::remove_file(path).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// The request with these options.
    fn request(&self) -> Result<GenerateRequest, String> {
        let kind = kind(&self.kind).ok_or_else(|| {
            let ids: Vec<&str> = CATALOGUE.iter().map(|kind| kind.info().id).collect();
            format!(
                "error: unknown puzzle kind `{}`; kinds: {}",
                self.kind,
                ids.join(", ")
            )
        })?;
        let (list, required) = (self.techniques.as_deref(), self.requires.as_deref());
        let chosen = technique_rater(kind, self.size, list, required)
            .map_err(|error| format!("error: {error}"))?;
        // Chosen techniques are checked as a difficulty, of which any will do.
        let any = chosen.is_some().then_some(0.0..=f64::MAX);
        let rater: Arc<dyn Rater> = match chosen {
            Some(rater) => Arc::new(rater),
            None => Arc::new(ExplanationRater),
        };
        let difficulty = self.difficulty.as_deref();
        let difficulty = difficulty
            .map(|text| parse_difficulty(&*rater, text))
            .transpose()
            .map_err(|error| format!("error: {error}"))?
            .or(any);
        Ok(GenerateRequest {
            options: GenerateOptions {
                size: self.size,
                options: self.board.options()?,
                symmetry: self.symmetry,
            },
            minimal: self.minimal,
            clues: self.clues.clone(),
            rater: (!self.unrated).then_some(rater),
            difficulty,
            ..GenerateRequest::new(kind)
        })
    }

    /// Writes a puzzle: as pictures, as JSON, as a board on a terminal, or as text that can be read again.
    fn print(&self, number: u64, seed: u64, puzzle: &Generated) -> Result<(), String> {
        let instance = &*puzzle.puzzle;
        let info = instance.kind().info();
        let name = number + 1;
        if let Some(folder) = &self.svg {
            let title = format!("{} {name}", info.title);
            let board = instance.draw(&DrawOptions::default());
            let solved = render::answer_board(instance, &puzzle.answer);
            for (ending, board) in [("", &board), ("-answer", &solved)] {
                let path = folder.join(format!("{}-{name:03}{ending}.svg", info.id));
                PartFile::write(&path, svg::render(board, &title))
                    .map_err(|error| format!("error: {error}"))?;
            }
        }
        if self.json {
            let rating = puzzle.rating.as_ref();
            let object = json!({
                "kind": info.id,
                "number": name,
                "seed": seed,
                "puzzle": instance.print(),
                "answer": instance.print_answer(&puzzle.answer),
                "clues": puzzle.n_clues,
                "minimal": puzzle.is_minimal,
                "rating": rating.map(|rating| rating.score),
                "difficulty": rating.map(|rating| rating.level),
                "verdict": "unique",
                "verified_by": puzzle.verified_by,
                "attempts": puzzle.attempts,
            });
            outln!("{object}");
            return Ok(());
        }
        let about = about(puzzle);
        match render::style() {
            Some(style) => {
                wordsln!("{} {name}: {about}", info.title);
                let board = instance.draw(&DrawOptions::default());
                out!("{}", render::draw(&board, style));
                outln!();
            }
            // An entry of a collection, which can be read again.
            None => {
                let board = instance.draw(&DrawOptions::default());
                let (id, rows, cols) = (info.id, board.rows, board.cols);
                outln!("% {} {name}: {about}", info.title);
                outln!(
                    "puzzle {id}-{name} {rows} {cols} {id}\n{}",
                    instance.print()
                );
            }
        }
        Ok(())
    }

    fn write_book(&self, path: &Path, puzzles: &[Generated]) -> Result<(), String> {
        let entry = |(at, puzzle): (usize, &Generated)| BookEntry {
            title: format!("{} {}", puzzle.puzzle.kind().info().title, at + 1),
            about: about(puzzle),
            puzzle: puzzle.puzzle.draw(&DrawOptions::default()),
            answer: render::answer_board(&*puzzle.puzzle, &puzzle.answer),
        };
        let entries: Vec<BookEntry> = puzzles.iter().enumerate().map(entry).collect();
        let info = puzzles[0].puzzle.kind().info();
        let options = BookOptions {
            title: self.title.clone().unwrap_or(info.title.to_owned()),
            rules: info.rules.to_owned(),
            paper: self.paper,
            per_page: self
                .per_page
                .map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
        };
        let mut pdf = PdfPages::new(&options.title);
        for page in book_pages(&options, &entries) {
            // What was generated is kept, so a limit that was reached does not end this.
            pdf.add(&page, &|| false)
                .map_err(|error| error.to_string())?;
        }
        let pdf = pdf.finish().map_err(|error| error.to_string())?;
        PartFile::write(path, pdf).map_err(|error| format!("error: {error}"))
    }
}

/// Parses a number of puzzles.
fn parse_count(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| "expected a number of puzzles, at least 1".to_owned())
}

/// A short description of a puzzle: its difficulty and its number of clues.
fn about(puzzle: &Generated) -> String {
    let mut words = Vec::new();
    if let Some(rating) = puzzle.rating {
        words.push(rating.level.to_owned());
    }
    if puzzle.n_clues > 0 {
        words.push(render::counted(puzzle.n_clues as u64, "clue"));
    }
    words.join(", ")
}

/// Why generation stopped.
fn stopped(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "time limit reached",
        Limit::Memory => "memory limit reached (a smaller board or --memory-limit)",
        _ => "interrupted",
    }
}

/// A seed from the clock.
fn random_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_micros() as u64 % 1_000_000_000)
}
