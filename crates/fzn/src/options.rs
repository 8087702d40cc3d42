//! The command line: the options that MiniZinc passes to its solvers.

use std::path::PathBuf;

use gridwright_fd::Restart;
use gridwright_flatzinc::SolveOptions;

/// The options of a run.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// The model; `None` is standard input.
    pub(crate) model: Option<PathBuf>,
    /// The options of the search, without limits.
    pub(crate) solve: SolveOptions,
    pub(crate) statistics: bool,
    pub(crate) verbose: bool,
    pub(crate) n_threads: usize,
    /// The time limit in milliseconds.
    pub(crate) time: Option<u64>,
    /// The file of a proof in the DRCP format.
    pub(crate) proof: Option<PathBuf>,
}

/// The command that the command line requests.
#[derive(Debug)]
pub(crate) enum Command {
    Solve(Box<Options>),
    /// Print a text and exit.
    Print(String),
}

pub(crate) const HELP: &str = "\
Solves a FlatZinc model. Usually called by MiniZinc: minizinc --solver gridwright model.mzn data.dzn

Usage: fzn-gridwright [options] [model.fzn]

Reads standard input without a model, or if it is -.

  -a          find all solutions; with an objective, print every improving one
  -n N        find N solutions
  -i          with an objective, print every improving solution
  -f          free search: ignore the search annotations if that helps
  -s          print statistics
  -v          print the model size and warnings on standard error
  -p THREADS  run different searches in parallel, where that can help
  -r SEED     random seed
  -t MS       time limit in milliseconds, loading included
  -node N     stop after N nodes
  -fail N     stop after N failures
  -restart P  restart policy: none, luby, linear, geometric or constant
  -restart-scale N, -restart-base X
              first limit of failures, and factor, of the restart policy
  --proof FILE
              write a proof in the DRCP format, for pumpkin-checker, if there is no
              solution, or when the best is found
  -h, --help  print this help
  --version   print the version
";

/// Parses the arguments, without the program's name.
pub(crate) fn parse(args: impl IntoIterator<Item = String>) -> Result<Command, String> {
    let mut options = Options {
        n_threads: 1,
        ..Options::default()
    };
    let solve = &mut options.solve;
    let mut restart = RestartOptions {
        policy: None,
        scale: 250,
        base: 1.5,
    };
    let mut args = args.into_iter();
    let mut has_model = false;
    while let Some(arg) = args.next() {
        let mut number = |what: &str| {
            let word = args
                .next()
                .ok_or_else(|| format!("{arg} needs a value: {what}"))?;
            let wrong = || format!("{arg} needs a value: {what}, not `{word}`");
            word.parse::<u64>().map_err(|_| wrong())
        };
        match arg.as_str() {
            "-a" | "--all-solutions" => solve.all = true,
            "-i" | "--intermediate" => solve.intermediate = true,
            "-f" | "--free-search" => solve.free = true,
            "-s" | "--statistics" => options.statistics = true,
            "-v" | "--verbose" => options.verbose = true,
            // In MiniZinc 0 means all.
            "-n" | "--num-solutions" => match number("number of solutions")? {
                0 => solve.all = true,
                n => solve.max_solutions = Some(n),
            },
            "-p" | "--parallel" => {
                let n = number("number of threads")?;
                options.n_threads = usize::try_from(n.clamp(1, 256)).unwrap_or(1);
            }
            "-r" | "--random-seed" => solve.seed = number("random seed")?,
            "-node" | "--node" => solve.limits.nodes = Some(number("number of nodes")?),
            "-fail" | "--fail" => solve.limits.failures = Some(number("number of failures")?),
            "-restart" | "--restart" => {
                let word = args.next().unwrap_or_default();
                if !POLICIES.contains(&word.as_str()) {
                    let known = POLICIES.join(", ");
                    return Err(format!("{arg} needs a value: one of {known}, not `{word}`"));
                }
                restart.policy = Some(word);
            }
            "-restart-scale" | "--restart-scale" => restart.scale = number("failures")?.max(1),
            "-restart-base" | "--restart-base" => {
                let word = args.next().unwrap_or_default();
                let base = word.parse().ok().filter(|&base: &f64| base > 1.0);
                let wrong = || format!("{arg} needs a value: a number above 1, not `{word}`");
                restart.base = base.ok_or_else(wrong)?;
            }
            // How Gecode copies its search state: no such thing here.
            "-c-d" | "-a-d" | "--c-d" | "--a-d" => drop(number("distance")?),
            "-t" | "-time" | "--time-limit" => {
                options.time = Some(number("milliseconds")?).filter(|&ms| ms > 0)
            }
            "--proof" => {
                let word = args.next();
                let word = word.ok_or_else(|| format!("{arg} needs a value: a file"))?;
                options.proof = Some(PathBuf::from(word));
            }
            "-h" | "--help" => return Ok(Command::Print(HELP.to_owned())),
            "--version" => {
                let version = format!("fzn-gridwright {}\n", env!("CARGO_PKG_VERSION"));
                return Ok(Command::Print(version));
            }
            _ if arg.len() > 1 && arg.starts_with('-') => {
                return Err(format!("unknown option {arg}; see --help"));
            }
            _ if has_model => {
                return Err(format!("only one model can be given; unexpected `{arg}`"));
            }
            _ => {
                has_model = true;
                options.model = Some(PathBuf::from(arg)).filter(|path| path.as_os_str() != "-");
            }
        }
    }
    options.solve.restart = restart.policy();
    Ok(Command::Solve(Box::new(options)))
}

/// The restart policies of `-restart`.
const POLICIES: &[&str] = &["none", "luby", "linear", "geometric", "constant"];

/// The options of restarts, with Gecode's names and defaults.
#[derive(Debug)]
struct RestartOptions {
    policy: Option<String>,
    scale: u64,
    base: f64,
}

impl RestartOptions {
    fn policy(&self) -> Option<Restart> {
        let (unit, first) = (self.scale, self.scale);
        Some(match self.policy.as_deref()? {
            "none" => Restart::Never,
            "linear" => Restart::Linear { unit },
            "geometric" => Restart::Geometric {
                first,
                factor: self.base,
            },
            // With a constant limit the search may not terminate: Luby's sequence is the closest policy that does.
            _ => Restart::Luby { unit },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Command, String> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_parsed() {
        let options = |line: &str| match parse_line(line) {
            Ok(Command::Solve(options)) => options,
            other => panic!("good options: {other:?}"),
        };
        let all = options("-a -f -p 4 -n 3 -r 7 -t 500 m.fzn -s");
        assert!(all.solve.all && all.solve.free && all.statistics && !all.verbose);
        assert_eq!((all.n_threads, all.solve.max_solutions), (4, Some(3)));
        assert_eq!((all.solve.seed, all.time), (7, Some(500)));
        assert_eq!(all.model, Some(PathBuf::from("m.fzn")));
        let limited = options("-node 70 -fail 9 -restart geometric -restart-base 2 -c-d 8");
        let limits = &limited.solve.limits;
        assert_eq!((limits.nodes, limits.failures), (Some(70), Some(9)));
        let (first, factor) = (250, 2.0);
        let geometric = Restart::Geometric { first, factor };
        assert_eq!(limited.solve.restart, Some(geometric));
        let zeros = options("-t 0 -n 0 -");
        let unset = (zeros.time, zeros.solve.max_solutions, zeros.model);
        assert_eq!(unset, (None, None, None));
        assert!(zeros.solve.all);
    }

    #[test]
    fn wrong_options_are_reported() {
        for (line, message) in [
            ("-q", "unknown option -q; see --help"),
            ("-n", "-n needs a value: number of solutions"),
            ("-t soon", "-t needs a value: milliseconds, not `soon`"),
            (
                "-restart often",
                "-restart needs a value: one of none, luby, linear, geometric, constant, not `often`",
            ),
            ("a b", "only one model can be given; unexpected `b`"),
        ] {
            assert_eq!(parse_line(line).expect_err("wrong options"), message);
        }
        assert!(matches!(parse_line("--help"), Ok(Command::Print(text)) if text == HELP));
    }
}
