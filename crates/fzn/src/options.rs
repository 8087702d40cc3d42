//! The options MiniZinc gives its solvers, read from the command line.

use std::path::PathBuf;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
    /// The model; standard input if there is none.
    pub(crate) model: Option<PathBuf>,
    pub(crate) all: bool,
    pub(crate) most: Option<u64>,
    pub(crate) intermediate: bool,
    pub(crate) free: bool,
    pub(crate) statistics: bool,
    pub(crate) verbose: bool,
    pub(crate) n_threads: usize,
    pub(crate) seed: u64,
    /// Milliseconds.
    pub(crate) time: Option<u64>,
}

/// What is to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    Solve(Options),
    /// A text to be printed, and nothing else.
    Print(String),
}

pub(crate) const HELP: &str = "\
Solves a FlatZinc model. MiniZinc calls it: minizinc --solver gridwright model.mzn data.dzn

Usage: fzn-gridwright [options] [model.fzn]

Without a model, or with -, standard input is read.

  -a          all solutions; of an optimisation, every better one on the way
  -n N        so many solutions
  -i          of an optimisation, every better solution on the way
  -f          search freely: the annotations of the model need not be followed
  -s          print statistics
  -v          say on standard error what is going on
  -p THREADS  look in so many ways side by side, where that can help
  -r SEED     where random choices start from
  -t MS       stop after so many milliseconds
  -h, --help  print this
  --version   print the version
";

/// Reads the arguments behind the program's name.
pub(crate) fn read(args: impl IntoIterator<Item = String>) -> Result<Asked, String> {
    let mut options = Options {
        model: None,
        all: false,
        most: None,
        intermediate: false,
        free: false,
        statistics: false,
        verbose: false,
        n_threads: 1,
        seed: 0,
        time: None,
    };
    let mut args = args.into_iter();
    let mut has_model = false;
    while let Some(arg) = args.next() {
        let mut number = |what: &str| {
            let word = args
                .next()
                .ok_or_else(|| format!("{arg} needs a number: {what}"))?;
            let wrong = || format!("{arg} needs a number: {what}, not `{word}`");
            word.parse::<u64>().map_err(|_| wrong())
        };
        match arg.as_str() {
            "-a" | "--all-solutions" => options.all = true,
            "-i" | "--intermediate" => options.intermediate = true,
            "-f" | "--free-search" => options.free = true,
            "-s" | "--statistics" => options.statistics = true,
            "-v" | "--verbose" => options.verbose = true,
            // MiniZinc writes 0 where it means all.
            "-n" | "--num-solutions" => match number("how many solutions")? {
                0 => options.all = true,
                n => options.most = Some(n),
            },
            "-p" | "--parallel" => {
                let n = number("how many threads")?;
                options.n_threads = usize::try_from(n.clamp(1, 256)).unwrap_or(1);
            }
            "-r" | "--random-seed" => options.seed = number("a seed")?,
            "-t" | "--time-limit" => {
                options.time = Some(number("milliseconds")?).filter(|&ms| ms > 0)
            }
            "-h" | "--help" => return Ok(Asked::Print(HELP.to_owned())),
            "--version" => {
                let version = format!("fzn-gridwright {}\n", env!("CARGO_PKG_VERSION"));
                return Ok(Asked::Print(version));
            }
            _ if arg.len() > 1 && arg.starts_with('-') => {
                return Err(format!("no option is called {arg}; --help lists them"));
            }
            _ if has_model => {
                return Err(format!("one model is solved at a time; what is `{arg}`?"));
            }
            _ => {
                has_model = true;
                options.model = Some(PathBuf::from(arg)).filter(|path| path.as_os_str() != "-");
            }
        }
    }
    Ok(Asked::Solve(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Asked, String> {
        read(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read() {
        let Ok(Asked::Solve(options)) = read_line("-a -f -p 4 -n 3 -r 7 -t 500 m.fzn -s") else {
            panic!("good options");
        };
        assert!(options.all && options.free && options.statistics && !options.verbose);
        assert_eq!((options.n_threads, options.most), (4, Some(3)));
        assert_eq!((options.seed, options.time), (7, Some(500)));
        assert_eq!(options.model, Some(PathBuf::from("m.fzn")));
        let Ok(Asked::Solve(options)) = read_line("-t 0 -n 0 -") else {
            panic!("good options");
        };
        assert_eq!(
            (options.time, options.most, options.model),
            (None, None, None)
        );
        assert!(options.all);
    }

    #[test]
    fn misuse_is_named() {
        for (line, message) in [
            ("-q", "no option is called -q; --help lists them"),
            ("-n", "-n needs a number: how many solutions"),
            ("-t soon", "-t needs a number: milliseconds, not `soon`"),
            ("a b", "one model is solved at a time; what is `b`?"),
        ] {
            assert_eq!(read_line(line), Err(message.to_owned()));
        }
        assert_eq!(read_line("--help"), Ok(Asked::Print(HELP.to_owned())));
    }
}
