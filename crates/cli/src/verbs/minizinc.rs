//! `minizinc`: registers Gridwright as a MiniZinc solver.

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, Subcommand};
use gridwright::flatzinc::{LIBRARY, configuration};

use crate::exit_status::ExitStatus;

/// The file name of the configuration, and the directory name of the library.
const CONFIGURATION: &str = "gridwright.msc";
const FOLDER: &str = "gridwright";

/// The solver ID in MiniZinc's list.
const ID: &str = "org.gridwright.gridwright";

#[derive(Debug, Args)]
pub(crate) struct MiniZinc {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write the solver configuration and library, for `minizinc --solver gridwright`
    Install(Install),
    /// Remove the files that `install` wrote
    Uninstall(Uninstall),
    /// Print the solver configuration of a package, with paths relative to PREFIX/share/minizinc/solvers
    Configuration,
}

#[derive(Debug, Args)]
struct Install {
    /// Directory to write solvers/gridwright.msc and share/gridwright to [default: ~/.minizinc]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Program that MiniZinc calls [default: this one, under the name fzn-gridwright]
    #[arg(long, value_name = "FILE")]
    executable: Option<PathBuf>,
    /// Remove the files instead
    #[arg(long)]
    uninstall: bool,
}

#[derive(Debug, Args)]
struct Uninstall {
    /// Directory it was written to [default: ~/.minizinc]
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

impl MiniZinc {
    pub(crate) fn run(self) -> Result<ExitStatus, String> {
        match self.what {
            What::Install(Install {
                to,
                uninstall: true,
                ..
            })
            | What::Uninstall(Uninstall { to }) => uninstall(&folder(to)?)?,
            What::Configuration => {
                let executable = format!("../../../bin/{}", gridwright_fzn::NAME);
                out!("{}", configuration(&executable, "../gridwright"));
            }
            What::Install(Install { to, executable, .. }) => {
                let is_default = to.is_none();
                install(&folder(to)?, executable.as_deref(), is_default)?;
            }
        }
        Ok(ExitStatus::Success)
    }
}

/// The directory to write to, as an absolute path.
fn folder(to: Option<PathBuf>) -> Result<PathBuf, String> {
    let folder = match to {
        Some(folder) => folder,
        None => home()?.join(".minizinc"),
    };
    std::path::absolute(&folder).map_err(|error| path_error(&folder, &error))
}

fn home() -> Result<PathBuf, String> {
    let home = ["HOME", "USERPROFILE"].iter().find_map(std::env::var_os);
    home.map(PathBuf::from)
        .ok_or_else(|| "no home directory found; use --to DIR".to_owned())
}

/// The path under which MiniZinc calls this program: in the library's directory, as a hard link or a copy.
fn program_link(library: &Path) -> PathBuf {
    let name = format!("{}{}", gridwright_fzn::NAME, std::env::consts::EXE_SUFFIX);
    library.join(name)
}

/// Links this program under the name of the FlatZinc solver.
fn link_program(link: &Path) -> Result<(), String> {
    let program = std::env::current_exe()
        .and_then(std::fs::canonicalize)
        .map_err(|error| format!("cannot find the path of this program: {error}"))?;
    match std::fs::remove_file(link) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(path_error(link, &error));
        }
        _ => {}
    }
    // MiniZinc follows symbolic links, so that the program would be called by its own name.
    let linked =
        std::fs::hard_link(&program, link).or_else(|_| std::fs::copy(&program, link).map(|_| ()));
    linked.map_err(|error| path_error(link, &error))
}

fn install(folder: &Path, executable: Option<&Path>, is_default: bool) -> Result<(), String> {
    // A wrong path is an error before anything is written.
    let executable = match executable {
        Some(path) => Some(std::fs::canonicalize(path).map_err(|error| path_error(path, &error))?),
        None => None,
    };
    let (solvers, library) = (folder.join("solvers"), folder.join("share").join(FOLDER));
    for folder in [&solvers, &library] {
        std::fs::create_dir_all(folder).map_err(|error| path_error(folder, &error))?;
    }
    for file in LIBRARY {
        write(&library.join(file.name), file.text)?;
    }
    let executable = match executable {
        Some(path) => path,
        None => {
            let link = program_link(&library);
            link_program(&link)?;
            link
        }
    };
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
    outln!("{}", usage(&solvers, is_default));
    Ok(())
}

/// Whether MiniZinc finds the solver, and how to use it.
fn usage(solvers: &Path, is_default: bool) -> String {
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
            "MiniZinc was not found. Install it, then run: minizinc --solver gridwright model.mzn"
                .to_owned()
        }
        Ok(output) if String::from_utf8_lossy(&output.stdout).contains(ID) => {
            format!(
                "MiniZinc finds the solver. Run: {before}minizinc --solver gridwright model.mzn"
            )
        }
        Ok(_) => format!(
            "MiniZinc does not list the solver yet. Set its path: MZN_SOLVER_PATH={} minizinc --solver gridwright model.mzn",
            solvers.display()
        ),
    }
}

fn uninstall(folder: &Path) -> Result<(), String> {
    let known = folder.join("solvers").join(CONFIGURATION);
    let library = folder.join("share").join(FOLDER);
    if !known.exists() && !library.exists() {
        return Err(format!("{} contains no Gridwright files", folder.display()));
    }
    if known.exists() {
        std::fs::remove_file(&known).map_err(|error| path_error(&known, &error))?;
        outln!("removed {}", known.display());
    }
    // Remove only our files; the directory stays if it has others.
    let mut n_removed = 0;
    let files = LIBRARY.iter().map(|file| library.join(file.name));
    for path in files.chain([program_link(&library)]) {
        if path.exists() {
            std::fs::remove_file(&path).map_err(|error| path_error(&path, &error))?;
            n_removed += 1;
        }
    }
    let _ = std::fs::remove_dir(&library);
    outln!("removed {n_removed} files from {}", library.display());
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| path_error(path, &error))
}

fn path_error(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
