//! A folder of a test's own, and the command run in it.
#![allow(dead_code, reason = "every file of tests uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of a test's own, gone with it.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gridwright-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    /// Writes a file in it.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        let folder = path.parent().expect("it is in the folder");
        std::fs::create_dir_all(folder).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is in the folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command, not yet started.
pub(crate) fn gridwright(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridwright"));
    command.args(args).current_dir(folder).stdin(Stdio::null());
    command
}

/// The command, run to its end.
pub(crate) fn run(folder: &Path, args: &[&str]) -> Output {
    let output = gridwright(folder, args).output();
    output.expect("the command starts")
}
