//! Shared by the tests of the command: temporary directories, and runs of the command.
#![allow(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod server;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A temporary directory, removed when dropped.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gridwright-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory can be created");
        Folder(path)
    }

    /// Writes a file in it.
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        let folder = path.parent().expect("it is in the directory");
        std::fs::create_dir_all(folder).expect("a directory can be created");
        std::fs::write(path, text).expect("a file can be written");
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> String {
        let path = self.0.join(name);
        path.to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The directory is temporary anyway.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command, not yet started, with no input.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.args(args).stdin(Stdio::null());
    command
}

/// The command in a directory, not yet started.
pub(crate) fn command_in(folder: &Path, args: &[&str]) -> Command {
    let mut command = command(args);
    command.current_dir(folder);
    command
}

/// Runs the command.
pub(crate) fn run(args: &[&str]) -> Output {
    command(args).output().expect("the command starts")
}

/// The words of a command line; a text in single quotes is one word.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        match i % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

/// Runs the command with the arguments of a line.
pub(crate) fn run_line(line: &str) -> Output {
    let words = words(line);
    run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Runs the command in a directory.
pub(crate) fn run_in(folder: &Path, args: &[&str]) -> Output {
    let output = command_in(folder, args).output();
    output.expect("the command starts")
}

/// Runs the command with a text on its standard input.
pub(crate) fn run_with_input(args: &[&str], input: &str) -> Output {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    // A command that quits early does not read everything.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the command ends")
}

/// Standard output.
pub(crate) fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

/// Standard error.
pub(crate) fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

/// The exit code.
pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("it was not killed")
}

/// Standard output as JSON lines.
pub(crate) fn json(output: &Output) -> Vec<Value> {
    let lines = out(output).lines();
    lines
        .map(|line| serde_json::from_str(line).expect("an object per line"))
        .collect()
}
