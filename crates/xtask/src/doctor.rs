//! `cargo xtask doctor`: which referees are installed, and how to install the others.
//!
//! A referee is a program that some tests compare with or drive. Such a test is marked `#[ignore = "needs NAME"]`; `cargo xtask test` leaves it out and
//! lists it, `cargo xtask test --full` runs it. Nothing is ever installed from here.

use crate::{Error, no_arguments, root};
use std::process::Command;

/// Every referee, in the order of the report.
pub(crate) const REFEREES: &[Referee] = &[
    Referee {
        name: "SWI-Prolog",
        purpose: "reference for CHR programs",
        is_optional: false,
        probe: Probe::Runs(&["swipl", "--version"]),
        install: Install::Packages {
            debian: "swi-prolog-nox",
            fedora: "pl",
            macos: "swi-prolog",
        },
    },
    Referee {
        name: "MiniZinc",
        purpose: "flattens the models of the FlatZinc tests",
        is_optional: false,
        probe: Probe::Runs(&["minizinc", "--version"]),
        install: Install::Packages {
            debian: "minizinc",
            fedora: "minizinc",
            macos: "minizinc",
        },
    },
    Referee {
        name: "Gecode",
        purpose: "reference for FlatZinc models",
        is_optional: false,
        probe: Probe::Runs(&["fzn-gecode", "--help"]),
        install: Install::Packages {
            debian: "flatzinc",
            fedora: "gecode",
            macos: "gecode",
        },
    },
    Referee {
        name: "clingo",
        purpose: "reference for boards of the newer kinds",
        is_optional: false,
        probe: Probe::Runs(&["clingo", "--version"]),
        install: Install::Packages {
            debian: "gringo",
            fedora: "clingo",
            macos: "clingo",
        },
    },
    Referee {
        name: "Chromium",
        purpose: "runs the page",
        is_optional: false,
        probe: Probe::Runs(&["chromium", "--version"]),
        install: Install::Packages {
            debian: "chromium",
            fedora: "chromium",
            macos: "--cask chromium",
        },
    },
    Referee {
        name: "axe-core",
        purpose: "checks the accessibility of the page",
        is_optional: false,
        probe: Probe::HasFile("target/referees/node_modules/axe-core/axe.min.js"),
        install: Install::Command("npm install --no-save --prefix target/referees axe-core@4.10.3"),
    },
    Referee {
        name: "rate",
        purpose: "checks refutations in DRAT",
        is_optional: false,
        probe: Probe::Runs(&["rate", "--version"]),
        install: Install::Command("cargo install rate --version 0.3.0 --locked"),
    },
    Referee {
        name: "drat-trim",
        purpose: "checks refutations in DRAT and LRAT",
        is_optional: true,
        probe: Probe::HasFile("target/referees/drat-trim/drat-trim"),
        install: Install::Command(
            "git clone https://github.com/marijnheule/drat-trim target/referees/drat-trim && make -C target/referees/drat-trim",
        ),
    },
    Referee {
        name: "pumpkin-checker",
        purpose: "checks proofs of FlatZinc models in DRCP",
        is_optional: false,
        probe: Probe::Runs(&["pumpkin-checker", "--help"]),
        install: Install::Command("cargo install pumpkin-checker --version 0.5.0 --locked"),
    },
    Referee {
        name: "Python",
        purpose: "builds and tests the Python package",
        is_optional: false,
        probe: Probe::HasFile("target/referees/python/bin/maturin"),
        install: Install::Command(
            "python3 -m venv target/referees/python && target/referees/python/bin/pip install -r crates/python/tests/requirements.txt",
        ),
    },
    Referee {
        name: "mdBook",
        purpose: "builds the manual",
        is_optional: false,
        probe: Probe::Runs(&["mdbook", "--version"]),
        install: Install::Command(
            "cargo install mdbook --version 0.5.4 --locked --no-default-features --features search",
        ),
    },
];

/// A program that tests compare with or drive.
pub(crate) struct Referee {
    pub(crate) name: &'static str,
    purpose: &'static str,
    /// Whether `--full` runs without it, because no package manager or registry has it.
    is_optional: bool,
    probe: Probe,
    install: Install,
}

/// How to see that a referee is installed.
enum Probe {
    /// The command succeeds; the first line of its output is the version.
    Runs(&'static [&'static str]),
    /// A file under the root of the workspace exists.
    HasFile(&'static str),
}

enum Install {
    /// Packages of the system.
    Packages {
        debian: &'static str,
        fedora: &'static str,
        macos: &'static str,
    },
    /// The same command everywhere, run at the root of the workspace.
    Command(&'static str),
}

/// A system whose package manager we name.
const SYSTEMS: [(&str, &str); 3] = [
    ("Debian, Ubuntu", "sudo apt-get install"),
    ("Fedora", "sudo dnf install"),
    ("macOS", "brew install"),
];

impl Referee {
    /// The version, if it is installed.
    fn version(&self) -> Option<String> {
        match self.probe {
            Probe::HasFile(path) => root().join(path).is_file().then(|| path.to_owned()),
            Probe::Runs(command) => {
                let output = Command::new(command[0]).args(&command[1..]).output().ok()?;
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                let line = text.lines().map(str::trim).find(|line| !line.is_empty());
                let version = line.unwrap_or("installed").to_owned();
                output.status.success().then_some(version)
            }
        }
    }
}

/// The names of the referees that `--full` needs and that are not installed.
pub(crate) fn missing() -> Vec<&'static str> {
    missing_of(false)
}

/// The names of the optional referees that are not installed.
pub(crate) fn missing_optional() -> Vec<&'static str> {
    missing_of(true)
}

fn missing_of(is_optional: bool) -> Vec<&'static str> {
    let asked = REFEREES
        .iter()
        .filter(|referee| referee.is_optional == is_optional);
    let missing = asked.filter(|referee| referee.version().is_none());
    missing.map(|referee| referee.name).collect()
}

/// The commands that install some referees, by system.
pub(crate) fn instructions(names: &[&str]) -> String {
    let wanted = || {
        REFEREES
            .iter()
            .filter(|referee| names.contains(&referee.name))
    };
    let mut text = String::new();
    for (system, (title, manager)) in SYSTEMS.iter().enumerate() {
        let packages = wanted().filter_map(|referee| match referee.install {
            Install::Packages {
                debian,
                fedora,
                macos,
            } => Some([debian, fedora, macos][system]),
            Install::Command(_) => None,
        });
        let packages: Vec<&str> = packages.collect();
        if !packages.is_empty() {
            text += &format!("  {title:<16}{manager} {}\n", packages.join(" "));
        }
    }
    for referee in wanted() {
        if let Install::Command(command) = referee.install {
            text += &format!("  {:<16}{command}\n", referee.name);
        }
    }
    text
}

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    no_arguments(args)?;
    for referee in REFEREES {
        let found = referee.version();
        let state = found.as_deref().unwrap_or("missing");
        println!("{:<12}{:<44}{state}", referee.name, referee.purpose);
    }
    let missing = missing();
    if missing.is_empty() {
        println!("\n`cargo xtask test --full` can run.");
    } else {
        println!("\nTo install what is missing:\n{}", instructions(&missing));
        println!("`cargo xtask test` needs none of them; `cargo xtask test --full` needs all.");
    }
    let optional = missing_optional();
    if !optional.is_empty() {
        println!(
            "\nOptional; `--full` skips their tests:\n{}",
            instructions(&optional)
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_name_packages_by_system_and_commands_once() {
        assert_eq!(
            instructions(&["SWI-Prolog", "Chromium", "mdBook"]),
            "  Debian, Ubuntu  sudo apt-get install swi-prolog-nox chromium\n\
             \x20 Fedora          sudo dnf install pl chromium\n\
             \x20 macOS           brew install swi-prolog --cask chromium\n\
             \x20 mdBook          cargo install mdbook --version 0.5.4 --locked --no-default-features --features search\n"
        );
        assert_eq!(instructions(&[]), "");
    }

    #[test]
    fn a_referee_is_found_by_its_probe() {
        let referee = |probe| Referee {
            name: "",
            purpose: "",
            is_optional: false,
            probe,
            install: Install::Command(""),
        };
        let cargo = referee(Probe::Runs(&["cargo", "--version"])).version();
        assert!(cargo.expect("cargo runs the tests").starts_with("cargo "));
        for probe in [
            Probe::Runs(&["no-such-program-anywhere"]),
            Probe::Runs(&["false"]),
            Probe::HasFile("no/such/file"),
        ] {
            assert_eq!(referee(probe).version(), None);
        }
        assert!(referee(Probe::HasFile("Cargo.toml")).version().is_some());
    }
}
