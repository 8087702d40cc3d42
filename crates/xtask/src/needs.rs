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
    for need in NEEDS {
        if succeeds(need.probe) {
            continue;
        }
        for command in installation(need, is_root())? {
            println!(
                "{} is missing, installing it: {}",
                need.what,
                command.join(" ")
            );
            let done = Command::new(&command[0]).args(&command[1..]).status();
            if !done.is_ok_and(|status| status.success()) {
                return Err(Stop::Failed(format!(
                    "{} is missing and `{}` failed",
                    need.what,
                    command.join(" ")
                )));
            }
        }
        if !succeeds(need.probe) {
            return Err(Stop::Failed(format!(
                "{} was installed, but `{}` still fails",
                need.what,
                need.probe.join(" ")
            )));
        }
    }
    Ok(())
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

fn succeeds(command: &[&str]) -> bool {
    Command::new(command[0])
        .args(&command[1..])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
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
        assert!(!succeeds(&["no-such-program-anywhere"]));
        assert!(succeeds(&["cargo", "--version"]));
    }
}
