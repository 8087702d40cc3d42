//! `minizinc`: makes MiniZinc know the solver, or forget it.

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, Subcommand};
use gridwright::flatzinc::{LIBRARY, configuration};

use crate::ending::Ending;

/// The name of the configuration, and of the folder of the library.
const CONFIGURATION: &str = "gridwright.msc";
const FOLDER: &str = "gridwright";

/// What MiniZinc's list of solvers calls us.
const ID: &str = "org.gridwright.gridwright";

#[derive(Debug, Args)]
pub(crate) struct MiniZinc {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write the configuration and the library, so that `minizinc --solver gridwright` works
    Install(Install),
    /// Remove what `install` wrote
    Uninstall(Uninstall),
}

#[derive(Debug, Args)]
struct Install {
    /// Where to write: solvers/gridwright.msc and share/gridwright below it [default: ~/.minizinc]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// The program fzn-gridwright [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    executable: Option<PathBuf>,
    /// Remove what was written instead
    #[arg(long)]
    uninstall: bool,
}

#[derive(Debug, Args)]
struct Uninstall {
    /// Where it was written [default: ~/.minizinc]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

impl MiniZinc {
    pub(crate) fn run(self) -> Result<Ending, String> {
        match self.what {
            What::Install(Install {
                to,
                uninstall: true,
                ..
            })
            | What::Uninstall(Uninstall { to }) => uninstall(&folder(to)?)?,
            What::Install(Install { to, executable, .. }) => {
                let executable = match executable {
                    Some(path) => path,
                    None => beside_us()?,
                };
                let is_default = to.is_none();
                install(&folder(to)?, &executable, is_default)?;
            }
        }
        Ok(Ending::Well)
    }
}

/// The folder to write to, by its full name.
fn folder(to: Option<PathBuf>) -> Result<PathBuf, String> {
    let folder = match to {
        Some(folder) => folder,
        None => home()?.join(".minizinc"),
    };
    std::path::absolute(&folder).map_err(|error| told(&folder, &error))
}

fn home() -> Result<PathBuf, String> {
    let home = ["HOME", "USERPROFILE"].iter().find_map(std::env::var_os);
    home.map(PathBuf::from)
        .ok_or_else(|| "there is no home folder; say where to write with --to".to_owned())
}

fn beside_us() -> Result<PathBuf, String> {
    let us = std::env::current_exe().map_err(|error| format!("where am I? {error}"))?;
    let name = format!("fzn-gridwright{}", std::env::consts::EXE_SUFFIX);
    Ok(us.with_file_name(name))
}

fn install(folder: &Path, executable: &Path, is_default: bool) -> Result<(), String> {
    let executable = std::fs::canonicalize(executable).map_err(|error| {
        format!(
            "{}: {error}\nBuild it with `cargo build --release -p gridwright-fzn`, or say where it is with --executable.",
            executable.display()
        )
    })?;
    let (solvers, library) = (folder.join("solvers"), folder.join("share").join(FOLDER));
    for folder in [&solvers, &library] {
        std::fs::create_dir_all(folder).map_err(|error| told(folder, &error))?;
    }
    for file in LIBRARY {
        write(&library.join(file.name), file.text)?;
    }
    let known = solvers.join(CONFIGURATION);
    let text = configuration(&executable.to_string_lossy(), &library.to_string_lossy());
    write(&known, &text)?;
    outln!("wrote {}", known.display());
    outln!("wrote {} files to {}", LIBRARY.len(), library.display());
    let extra = match is_default {
        true => String::new(),
        false => format!(" --to {}", folder.display()),
    };
    outln!("to undo: gridwright minizinc uninstall{extra}");
    outln!("{}", look(&solvers, is_default));
    Ok(())
}

/// Whether MiniZinc finds the solver now, and what to do.
fn look(solvers: &Path, is_default: bool) -> String {
    let mut command = Command::new("minizinc");
    command.arg("--solvers");
    let before = match is_default {
        true => String::new(),
        false => {
            command.env("MZN_SOLVER_PATH", solvers);
            format!("MZN_SOLVER_PATH={} ", solvers.display())
        }
    };
    match command.output() {
        Err(_) => {
            "MiniZinc itself was not found: install it, then minizinc --solver gridwright model.mzn"
                .to_owned()
        }
        Ok(output) if String::from_utf8_lossy(&output.stdout).contains(ID) => {
            format!("MiniZinc finds it: {before}minizinc --solver gridwright model.mzn")
        }
        Ok(_) => format!(
            "MiniZinc does not list it yet; tell it where to look: MZN_SOLVER_PATH={} minizinc --solver gridwright model.mzn",
            solvers.display()
        ),
    }
}

fn uninstall(folder: &Path) -> Result<(), String> {
    let known = folder.join("solvers").join(CONFIGURATION);
    let library = folder.join("share").join(FOLDER);
    if !known.exists() && !library.exists() {
        return Err(format!("nothing of ours is in {}", folder.display()));
    }
    if known.exists() {
        std::fs::remove_file(&known).map_err(|error| told(&known, &error))?;
        outln!("removed {}", known.display());
    }
    // Only what was written is removed; a file somebody else put there keeps its folder.
    let mut n_removed = 0;
    for file in LIBRARY {
        let path = library.join(file.name);
        if path.exists() {
            std::fs::remove_file(&path).map_err(|error| told(&path, &error))?;
            n_removed += 1;
        }
    }
    let _ = std::fs::remove_dir(&library);
    outln!("removed {n_removed} files from {}", library.display());
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| told(path, &error))
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
