//! `generate`: puzzles of any kind, each with exactly one answer.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use gridwright::board::svg;
use gridwright::book::{self, Entry};
use gridwright::{
    CATALOGUE, Deadline, DrawOptions, ExplanationRater, GenerateFailure, GenerateOptions,
    GenerateRequest, Generated, Generator, Limit, Rater, Symmetry, clues_from, difficulty_from,
    kind, size_from,
};
use serde_json::json;

use crate::batch;
use crate::ending::Ending;
use crate::show;
use crate::solving;

/// Make puzzles, each with exactly one answer: it is read again and solved again by a second engine before it is told.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  gridwright generate sudoku -n 10 --symmetry rotate2 --minimal
  gridwright generate hashi --size 20x20 --islands 80 -n 10 --difficulty medium --book hashi.pdf
  gridwright generate numbrix --shape ..##../....../......
The same seed gives the same puzzles. Without one, a seed is chosen and told.
Exit codes: 0 all were made, 30 some are missing because of a limit or Ctrl-C, 2 no such puzzle can be made.")]
pub(crate) struct Generate {
    /// The kind: sudoku, hashi, battleship, magic, whitetan, numbrix or hidato
    kind: String,
    /// The size of the board: 9, or rows and columns as in 10x12
    #[arg(long, value_name = "SIZE", value_parser = size_from, allow_hyphen_values = true)]
    size: Option<(usize, usize)>,
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = how_many, allow_hyphen_values = true)]
    number: u64,
    /// Where random choices start from
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How hard: easy, medium, hard, expert or extreme; or a range, as in easy..hard or 4..6.5
    #[arg(long, value_name = "RANGE")]
    difficulty: Option<String>,
    /// Do not say how hard the puzzles are: a large board takes longer to rate than to make
    #[arg(long, conflicts_with = "difficulty")]
    unrated: bool,
    /// How clues lie: none, rotate2, rotate4, mirror, flip, mirror2, diagonal, diagonal2 or full
    #[arg(long, value_name = "NAME", default_value_t)]
    symmetry: Symmetry,
    /// Show no clue that can be missed; with a symmetry, no group of clues that lie together
    #[arg(long)]
    minimal: bool,
    /// How many clues: 24, or 22..26
    #[arg(long, value_name = "RANGE", value_parser = clues_from, allow_hyphen_values = true)]
    clues: Option<RangeInclusive<usize>>,
    #[command(flatten)]
    board: Board,
    /// Work on so many puzzles at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Stop after so long, keeping what is made: 10, 0.5, 200ms, 2m
    #[arg(long, value_name = "TIME", value_parser = solving::time)]
    time_limit: Option<Duration>,
    /// Print one object per puzzle and line
    #[arg(long)]
    json: bool,
    /// Write pictures of puzzles and answers to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write a book to print: several puzzles a page, their answers at the back
    #[arg(long, value_name = "FILE.pdf")]
    book: Option<PathBuf>,
}

/// What one kind or another may be asked for.
#[derive(Debug, Args)]
#[command(next_help_heading = "The board, by kind")]
struct Board {
    /// Sudoku: the height and width of a block: 2x5
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    block: Option<String>,
    /// Battleship: how many ships of each length: 4:1,3:2,2:3,1:4
    #[arg(long, value_name = "SHIPS", allow_hyphen_values = true)]
    fleet: Option<String>,
    /// Numbrix and Hidato: how many obstacles, put at random
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    obstacles: Option<String>,
    /// Numbrix and Hidato: the board as rows of . and #, parted by /, or a file with it
    #[arg(long, value_name = "ROWS", allow_hyphen_values = true)]
    shape: Option<String>,
    /// Hashi: how many islands
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    islands: Option<String>,
    /// Hashi: how many bridges may join two islands
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    bridges: Option<String>,
    /// Hashi: of a hundred pairs that could be joined beyond need, how many are
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    loops: Option<String>,
}

impl Board {
    fn options(&self) -> Result<Vec<(String, String)>, String> {
        let shape = match &self.shape {
            Some(text) if Path::new(text).is_file() => {
                let read = std::fs::read_to_string(text);
                Some(read.map_err(|error| format!("error: {text}: {error}"))?)
            }
            Some(text) if text.chars().any(char::is_alphanumeric) => {
                return Err(format!(
                    "error: shape: `{text}` is neither rows of . and #, parted by /, nor a file"
                ));
            }
            shape => shape.clone(),
        };
        let named = [
            ("block", &self.block),
            ("fleet", &self.fleet),
            ("obstacles", &self.obstacles),
            ("shape", &shape),
            ("islands", &self.islands),
            ("bridges", &self.bridges),
            ("loops", &self.loops),
        ];
        let said = named
            .into_iter()
            .filter_map(|(name, text)| Some((name.to_owned(), text.clone()?)));
        Ok(said.collect())
    }
}

impl Generate {
    pub(crate) fn run(self) -> Result<Ending, String> {
        let maker =
            Generator::new(self.commission()?).map_err(|refusal| format!("error: {refusal}"))?;
        self.check_places()?;
        let stop = batch::stop_on_interrupt();
        let mut deadline = Deadline::at_stop(stop.clone());
        if let Some(time) = self.time_limit {
            deadline = deadline.within(time);
        }
        let seed = self.seed.unwrap_or_else(seed_of_now);
        if self.seed.is_none() && !self.json {
            eprintln!("seed {seed}");
        }
        let numbers: Vec<u64> = (0..self.number).collect();
        let mut made = Vec::new();
        let mut end: Option<GenerateFailure> = None;
        let mut trouble = None;
        let work = |number: &u64| maker.make(seed, *number, &deadline);
        batch::run(
            &numbers,
            self.threads,
            work,
            |number, result| match result {
                // What comes after a gap would not be there next time.
                _ if end.is_some() => {}
                Ok(puzzle) => {
                    if let Err(message) = self.tell(*number, seed, &puzzle) {
                        trouble.get_or_insert(message);
                    }
                    made.push(puzzle);
                }
                Err(error) => {
                    stop.request();
                    end = Some(error);
                }
            },
        );
        if let Some(path) = &self.book
            && !made.is_empty()
        {
            self.write_book(path, &made)?;
        }
        if let Some(message) = trouble {
            return Err(message);
        }
        let Some(end) = end else {
            return Ok(Ending::Well);
        };
        let (n, wanted) = (made.len(), self.number);
        match end {
            GenerateFailure::Refused(refusal) => Err(format!("error: {refusal}")),
            GenerateFailure::Defect(what) => {
                Err(format!("error: a defect of this program: {what}"))
            }
            GenerateFailure::Stopped(limit) => {
                let why = stopped(limit);
                eprintln!("{why}: {n} of {wanted} puzzles were made and are kept");
                Ok(Ending::Stopped)
            }
            GenerateFailure::StoppedShort(limit, boards, lack) => {
                let why = stopped(limit);
                let boards = counted(boards, "full board");
                eprintln!(
                    "{why}: {n} of {wanted} puzzles were made and are kept; of the next, {boards} led to none that is as wanted: {lack}"
                );
                Ok(Ending::Stopped)
            }
            GenerateFailure::GaveUp(..) => {
                eprintln!("{end}; {n} of {wanted} puzzles were made and are kept");
                Ok(Ending::Stopped)
            }
        }
    }

    /// Makes sure that pictures and a book can be written, before hours go into making them.
    fn check_places(&self) -> Result<(), String> {
        if let Some(folder) = &self.svg {
            let wrong = |error| format!("error: {}: {error}", folder.display());
            std::fs::create_dir_all(folder).map_err(wrong)?;
        }
        if let Some(path) = &self.book {
            let wrong = |error| format!("error: {}: {error}", path.display());
            let is_there = path.exists();
            let mut open = std::fs::OpenOptions::new();
            open.append(true).create(true).open(path).map_err(wrong)?;
            if !is_there {
                std::fs::remove_file(path).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// What the options ask for.
    fn commission(&self) -> Result<GenerateRequest, String> {
        let kind = kind(&self.kind).ok_or_else(|| {
            let ids: Vec<&str> = CATALOGUE.iter().map(|kind| kind.card().id).collect();
            format!("error: `{}` is none of {}", self.kind, ids.join(", "))
        })?;
        let judge: Arc<dyn Rater> = Arc::new(ExplanationRater);
        let difficulty = self.difficulty.as_deref();
        let difficulty = difficulty
            .map(|text| difficulty_from(&*judge, text))
            .transpose()
            .map_err(|error| format!("error: {error}"))?;
        Ok(GenerateRequest {
            options: GenerateOptions {
                size: self.size,
                options: self.board.options()?,
                symmetry: self.symmetry,
            },
            minimal: self.minimal,
            clues: self.clues.clone(),
            rater: (!self.unrated).then_some(judge),
            difficulty,
            ..GenerateRequest::of(kind)
        })
    }

    /// Tells a puzzle: as a picture, as JSON, as a board on a terminal, or as text that can be read again.
    fn tell(&self, number: u64, seed: u64, made: &Generated) -> Result<(), String> {
        let given = &*made.given;
        let card = given.kind().card();
        let name = number + 1;
        if let Some(folder) = &self.svg {
            let title = format!("{} {name}", card.title);
            let puzzle = given.draw(&DrawOptions::default());
            let solved = show::answer_board(given, &made.answer);
            for (ending, board) in [("", &puzzle), ("-answer", &solved)] {
                let path = folder.join(format!("{}-{name:03}{ending}.svg", card.id));
                let wrong = |error| format!("error: {}: {error}", path.display());
                std::fs::write(&path, svg::render(board, &title)).map_err(wrong)?;
            }
        }
        if self.json {
            let rating = made.rating.as_ref();
            let object = json!({
                "kind": card.id,
                "number": name,
                "seed": seed,
                "puzzle": given.print(),
                "answer": given.print_answer(&made.answer),
                "clues": made.n_clues,
                "minimal": made.is_minimal,
                "rating": rating.map(|(number, _)| number),
                "difficulty": rating.map(|(_, word)| word),
                "verdict": "unique",
                "verified_by": made.verified_by,
                "attempts": made.attempts,
            });
            outln!("{object}");
            return Ok(());
        }
        let about = about(made);
        match show::style() {
            Some(style) => {
                outln!("{} {name}: {about}", card.title);
                let board = given.draw(&DrawOptions::default());
                out!("{}", show::drawn(&board, style));
                outln!();
            }
            // A block of a collection, so that what was made can be read again.
            None => {
                let board = given.draw(&DrawOptions::default());
                let (id, rows, cols) = (card.id, board.rows, board.cols);
                outln!("% {} {name}: {about}", card.title);
                outln!("puzzle {id}-{name} {rows} {cols}\n{}", given.print());
            }
        }
        Ok(())
    }

    fn write_book(&self, path: &Path, made: &[Generated]) -> Result<(), String> {
        let entry = |(at, made): (usize, &Generated)| Entry {
            title: format!("{} {}", made.given.kind().card().title, at + 1),
            about: about(made),
            puzzle: made.given.draw(&DrawOptions::default()),
            answer: show::answer_board(&*made.given, &made.answer),
        };
        let entries: Vec<Entry> = made.iter().enumerate().map(entry).collect();
        let card = made[0].given.kind().card();
        let pages = book::pages(card.title, card.rules, &entries);
        let pdf = gridwright_print::pdf_pages(&pages).map_err(|error| error.to_string())?;
        std::fs::write(path, pdf).map_err(|error| format!("error: {}: {error}", path.display()))
    }
}

/// Reads how many are wanted.
fn how_many(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| "expected how many puzzles, from 1".to_owned())
}

/// What there is to say of a puzzle in a line.
fn about(made: &Generated) -> String {
    let mut words = Vec::new();
    if let Some((_, word)) = made.rating {
        words.push(word.to_owned());
    }
    if made.n_clues > 0 {
        words.push(counted(made.n_clues as u64, "clue"));
    }
    words.join(", ")
}

/// How making was stopped.
fn stopped(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "the time limit was reached",
        _ => "interrupted",
    }
}

/// So many of something.
fn counted(n: u64, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// A seed that is another one the next time.
fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_micros() as u64 % 1_000_000_000)
}
