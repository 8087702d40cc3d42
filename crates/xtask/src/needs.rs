//! Programs that the tests need, and how to install them when they are missing.
//! Components come through rustup; system packages through apt-get, and only for root.

use crate::Error;
use std::process::{Command, Stdio};

/// Everything the tests need, in the order it is checked.
const NEEDS: &[Need] = &[
    component("rustfmt", &["cargo", "fmt", "--version"]),
    component("clippy", &["cargo", "clippy", "--version"]),
    packages("a linker", &["cc", "--version"], &["gcc", "libc6-dev"]),
    packages(
        "SWI-Prolog, the reference for CHR",
        &["swipl", "--version"],
        &["swi-prolog-nox"],
    ),
    packages(
        "MiniZinc, which calls our FlatZinc solver",
        &["minizinc", "--version"],
        &["minizinc"],
    ),
    packages(
        "Gecode, the reference for FlatZinc",
        &["fzn-gecode", "--help"],
        &["flatzinc"],
    ),
    packages(
        "Chromium, for the browser tests",
        &["chromium", "--version"],
        &["chromium"],
    ),
    packages(
        "npm, which installs axe-core for the accessibility tests",
        &["npm", "--version"],
        &["npm"],
    ),
];

/// One program: a command that succeeds if it is installed, and where it comes from.
struct Need {
    what: &'static str,
    probe: &'static [&'static str],
    source: Source,
}

enum Source {
    /// A component of the Rust toolchain.
    Component(&'static str),
    /// System packages.
    Packages(&'static [&'static str]),
}

const fn component(name: &'static str, probe: &'static [&'static str]) -> Need {
    Need {
        what: name,
        probe,
        source: Source::Component(name),
    }
}

const fn packages(
    what: &'static str,
    probe: &'static [&'static str],
    names: &'static [&'static str],
) -> Need {
    let source = Source::Packages(names);
    Need {
        what,
        probe,
        source,
    }
}

/// Installs and reports whatever is missing.
pub(crate) fn provide() -> Result<(), Error> {
    let mut machine = Machine;
    NEEDS
        .iter()
        .try_for_each(|need| meet(need, is_root(), &mut machine))
}

/// Runs commands: on the machine, or simulated in tests.
trait Runner {
    /// Whether a command succeeds; its output is discarded.
    fn probe(&mut self, command: &[&str]) -> bool;

    /// Runs a command with its output shown; whether it succeeded.
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
            // Packages must not ask questions while they are installed.
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }
}

/// Installs one program if it is missing.
fn meet(need: &Need, root: bool, runner: &mut dyn Runner) -> Result<(), Error> {
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
            return Err(Error::Failed(format!(
                "{} is missing and `{}` failed",
                need.what,
                command.join(" ")
            )));
        }
    }
    if runner.probe(need.probe) {
        return Ok(());
    }
    Err(Error::Failed(format!(
        "{} was installed, but `{}` still fails",
        need.what,
        need.probe.join(" ")
    )))
}

/// The commands that install `need`; an error with instructions if this user cannot run them.
fn installation(need: &Need, root: bool) -> Result<Vec<Vec<String>>, Error> {
    let words = |line: &[&str]| line.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    match need.source {
        Source::Component(name) => Ok(vec![words(&["rustup", "component", "add", name])]),
        Source::Packages(names) if root => {
            let install = [&["apt-get", "install", "--yes"], names].concat();
            Ok(vec![words(&["apt-get", "update"]), words(&install)])
        }
        Source::Packages(names) => Err(Error::Failed(format!(
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

    const PACKAGE: Need = packages("a thing", &["thing", "--version"], &["thing", "thing-dev"]);

    #[test]
    fn root_installs_packages_and_others_get_instructions() {
        let commands = installation(&PACKAGE, true).expect("root may install");
        let lines: Vec<String> = commands.iter().map(|words| words.join(" ")).collect();
        assert_eq!(
            lines,
            ["apt-get update", "apt-get install --yes thing thing-dev"]
        );
        assert_eq!(
            installation(&PACKAGE, false),
            Err(Error::Failed(
                "a thing is missing; install it with: sudo apt-get install thing thing-dev"
                    .to_owned()
            ))
        );
    }

    #[test]
    fn a_missing_program_fails() {
        assert!(!Machine.probe(&["no-such-program-anywhere"]));
        assert!(Machine.probe(&["cargo", "--version"]));
        assert!(!Machine.run(&["no-such-program-anywhere".to_owned()]));
        assert!(Machine.run(&["true".to_owned()]));
        assert!(!Machine.run(&["false".to_owned()]));
    }

    /// A simulated machine: whether it has the program, which command installs it, which fails, and what ran.
    #[derive(Default)]
    struct Simulated {
        has: bool,
        installs: &'static str,
        fails: &'static str,
        ran: Vec<String>,
    }

    impl Runner for Simulated {
        fn probe(&mut self, command: &[&str]) -> bool {
            assert_eq!(command, PACKAGE.probe);
            self.has
        }

        fn run(&mut self, command: &[String]) -> bool {
            let line = command.join(" ");
            self.has |= line.starts_with(self.installs);
            self.ran.push(line.clone());
            line != self.fails
        }
    }

    #[test]
    fn a_missing_program_is_installed_and_checked_again() {
        let (update, install) = ("apt-get update", "apt-get install --yes thing thing-dev");
        let never = "nothing";
        let failed = |message: &str| Err(Error::Failed(message.to_owned()));
        for (has, installs, fails, outcome, ran) in [
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
            let mut machine = Simulated {
                has,
                installs,
                fails,
                ran: Vec::new(),
            };
            assert_eq!(meet(&PACKAGE, true, &mut machine), outcome);
            assert_eq!(machine.ran, ran);
        }
        let mut machine = Simulated::default();
        assert!(meet(&PACKAGE, false, &mut machine).is_err());
        assert!(machine.ran.is_empty(), "only root installs packages");
    }
}
