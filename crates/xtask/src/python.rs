//! `cargo xtask python`: builds the Python package with maturin in the environment of the referees, and runs its lints and tests.

use crate::{Error, doctor, root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The environment that `.ci/run` makes, under the root of the workspace.
const ENVIRONMENT: &str = "target/referees/python";

/// The package, a workspace of its own.
const PACKAGE: &str = "crates/python";

/// Arguments are passed to pytest.
pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    let environment = root().join(ENVIRONMENT);
    if !environment.join("bin/maturin").is_file() {
        return Err(Error::Failed(format!(
            "{ENVIRONMENT} has no maturin. To install:\n{}",
            doctor::instructions(&["Python"])
        )));
    }
    let manifest = format!("{PACKAGE}/Cargo.toml");
    let manifest = manifest.as_str();
    let cargo = Path::new("cargo");
    // The tests compare with the command. It is built as the tests of the workspace build it.
    step_in(
        &workspace_target(),
        cargo,
        &[
            "build",
            "--profile",
            "test",
            "--workspace",
            "--features",
            "gridwright-cli/parquet",
            "--bin",
            "gridwright",
        ],
    )?;
    step(cargo, &["fmt", "--manifest-path", manifest, "--check"])?;
    step(
        cargo,
        &[
            "clippy",
            "--manifest-path",
            manifest,
            "--",
            "-D",
            "warnings",
        ],
    )?;
    let program = |name: &str| environment.join("bin").join(name);
    step(
        &program("maturin"),
        &["develop", "--manifest-path", manifest],
    )?;
    let sources = format!("{PACKAGE}/python/gridwright");
    step(
        &program("python"),
        &["-m", "mypy", "--ignore-missing-imports", &sources],
    )?;
    // What the stub of the native module declares is in the module, with the same signatures.
    step(
        &program("python"),
        &[
            "-m",
            "mypy.stubtest",
            "--ignore-missing-stub",
            "gridwright._native",
        ],
    )?;
    let mut pytest = vec!["-m", "pytest", "-q", PACKAGE];
    pytest.extend(args.iter().map(String::as_str));
    step(&program("python"), &pytest)
}

/// Runs a command at the root, with the target folder of the package.
fn step(program: &Path, args: &[&str]) -> Result<(), Error> {
    step_in(&workspace_target().join("python"), program, args)
}

/// Runs a command at the root, with the environment as the active one, this target folder, and the path of the command for the tests.
fn step_in(target: &Path, program: &Path, args: &[&str]) -> Result<(), Error> {
    let line = format!("{} {}", program.display(), args.join(" "));
    println!("\n$ {line}");
    let done = Command::new(program)
        .args(args)
        .current_dir(root())
        .env("VIRTUAL_ENV", root().join(ENVIRONMENT))
        .env("CARGO_TARGET_DIR", target)
        .env("GRIDWRIGHT", workspace_target().join("debug/gridwright"))
        .status();
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Error::Failed(format!("failed ({status}): {line}"))),
        Err(error) => Err(Error::Failed(format!("{line}: {error}"))),
    }
}

/// The target folder of the workspace; that of the package is inside it.
fn workspace_target() -> PathBuf {
    let set = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    set.unwrap_or_else(|| root().join("target"))
}
