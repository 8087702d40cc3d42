//! What the tests need on the machine, and how it is installed when it is missing.
//! Components come through rustup; system packages through apt-get, and only for root.

use crate::Stop;
use std::process::{Command, Stdio};

/// Everything a test needs, in the order it is looked for.
const NEEDS: &[Need] = &[
    Need {
        what: "rustfmt",
        probe: &["cargo", "fmt", "--version"],
        source: Source::Component("rustfmt"),
    },
    Need {
        what: "clippy",
        probe: &["cargo", "clippy", "--version"],
        source: Source::Component("clippy"),
    },
    Need {
        what: "a linker",
        probe: &["cc", "--version"],
        source: Source::Packages(&["gcc", "libc6-dev"]),
    },
    Need {
        what: "SWI-Prolog, the referee of the rule engine",
        probe: &["swipl", "--version"],
        source: Source::Packages(&["swi-prolog-nox"]),
    },
    Need {
        what: "MiniZinc, whose solver we are",
        probe: &["minizinc", "--version"],
        source: Source::Packages(&["minizinc"]),
    },
    Need {
        what: "Gecode, the referee of that solver",
        probe: &["fzn-gecode", "--help"],
        source: Source::Packages(&["flatzinc"]),
    },
    Need {
        what: "Chromium, in which the page is tried",
        probe: &["chromium", "--version"],
        source: Source::Packages(&["chromium"]),
    },
    Need {
        what: "npm, which brings axe-core, the judge of whether everybody can use the page",
        probe: &["npm", "--version"],
        source: Source::Packages(&["npm"]),
    },
];

/// One need: a command that succeeds when it is met, and where it comes from otherwise.
struct Need {
    what: &'static str,
    probe: &'static [&'static str],
    source: Source,
}

enum Source {
    /// A component of the Rust toolchain.
    Component(&'static str),
    /// Packages of the system.
    Packages(&'static [&'static str]),
}

/// Sees to it that every need is met, installing what is missing and saying so.
pub(crate) fn provide() -> Result<(), Stop> {
    let mut machine = Machine;
    NEEDS
        .iter()
        .try_for_each(|need| meet(need, is_root(), &mut machine))
}

/// Who runs commands: the machine, or in tests a play of one.
trait Runner {
    /// Whether a command succeeds; what it prints is nobody's concern.
    fn probe(&mut self, command: &[&str]) -> bool;

    /// Runs a command for everybody to see, and says whether it succeeded.
    fn run(&mut self, command: &[String]) -> bool;
}

struct Machine;

impl Runner for Machine {
    fn probe(&mut self, command: &[&str]) -> bool {
        Command::new(command[0])
            .args(&command[1..])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }

    fn run(&mut self, command: &[String]) -> bool {
        Command::new(&command[0])
            .args(&command[1..])
            // A package that has a question must not wait for an answer.
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }
}

/// Sees to it that one need is met, or says why it is not.
fn meet(need: &Need, root: bool, runner: &mut dyn Runner) -> Result<(), Stop> {
    if runner.probe(need.probe) {
        return Ok(());
    }
    for command in installation(need, root)? {
        println!(
            "{} is missing, installing it: {}",
            need.what,
            command.join(" ")
        );
        if !runner.run(&command) {
            return Err(Stop::Failed(format!(
                "{} is missing and `{}` failed",
                need.what,
                command.join(" ")
            )));
        }
    }
    if runner.probe(need.probe) {
        return Ok(());
    }
    Err(Stop::Failed(format!(
        "{} was installed, but `{}` still fails",
        need.what,
        need.probe.join(" ")
    )))
}

/// The commands that install `need`, or why this user cannot run them.
fn installation(need: &Need, root: bool) -> Result<Vec<Vec<String>>, Stop> {
    let words = |line: &[&str]| line.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    match need.source {
        Source::Component(name) => Ok(vec![words(&["rustup", "component", "add", name])]),
        Source::Packages(names) if root => {
            let install = [&["apt-get", "install", "--yes"], names].concat();
            Ok(vec![words(&["apt-get", "update"]), words(&install)])
        }
        Source::Packages(names) => Err(Stop::Failed(format!(
            "{} is missing; install it with: sudo apt-get install {}",
            need.what,
            names.join(" ")
        ))),
    }
}

fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|out| out.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACKAGE: Need = Need {
        what: "a thing",
        probe: &["thing", "--version"],
        source: Source::Packages(&["thing", "thing-dev"]),
    };

    #[test]
    fn root_installs_packages_and_others_are_told_how() {
        let commands = installation(&PACKAGE, true).expect("root may install");
        let lines: Vec<String> = commands.iter().map(|words| words.join(" ")).collect();
        assert_eq!(
            lines,
            ["apt-get update", "apt-get install --yes thing thing-dev"]
        );
        assert_eq!(
            installation(&PACKAGE, false),
            Err(Stop::Failed(
                "a thing is missing; install it with: sudo apt-get install thing thing-dev"
                    .to_owned()
            ))
        );
    }

    #[test]
    fn a_missing_program_is_a_need_not_met() {
        assert!(!Machine.probe(&["no-such-program-anywhere"]));
        assert!(Machine.probe(&["cargo", "--version"]));
        assert!(!Machine.run(&["no-such-program-anywhere".to_owned()]));
        assert!(Machine.run(&["true".to_owned()]));
        assert!(!Machine.run(&["false".to_owned()]));
    }

    /// A machine in a play: what it has, which command brings the thing, and which fails; and what it was told to run.
    #[derive(Default)]
    struct Play {
        has: bool,
        brings: &'static str,
        fails: &'static str,
        ran: Vec<String>,
    }

    impl Runner for Play {
        fn probe(&mut self, command: &[&str]) -> bool {
            assert_eq!(command, PACKAGE.probe);
            self.has
        }

        fn run(&mut self, command: &[String]) -> bool {
            let line = command.join(" ");
            self.has |= line.starts_with(self.brings);
            self.ran.push(line.clone());
            line != self.fails
        }
    }

    #[test]
    fn what_is_missing_is_installed_and_looked_for_again() {
        let (update, install) = ("apt-get update", "apt-get install --yes thing thing-dev");
        let never = "nothing";
        let failed = |why: &str| Err(Stop::Failed(why.to_owned()));
        for (has, brings, fails, outcome, ran) in [
            (true, never, never, Ok(()), &[][..]),
            (false, install, never, Ok(()), &[update, install][..]),
            (
                false,
                install,
                update,
                failed("a thing is missing and `apt-get update` failed"),
                &[update][..],
            ),
            (
                false,
                never,
                install,
                failed("a thing is missing and `apt-get install --yes thing thing-dev` failed"),
                &[update, install][..],
            ),
            (
                false,
                never,
                never,
                failed("a thing was installed, but `thing --version` still fails"),
                &[update, install][..],
            ),
        ] {
            let mut play = Play {
                has,
                brings,
                fails,
                ran: Vec::new(),
            };
            assert_eq!(meet(&PACKAGE, true, &mut play), outcome);
            assert_eq!(play.ran, ran);
        }
        let mut play = Play::default();
        assert!(meet(&PACKAGE, false, &mut play).is_err());
        assert!(play.ran.is_empty(), "only root installs packages");
    }
}
