//! Embeds the page: writes a table of all files under `page`, which `src/page.rs` includes.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let page = here.join("page");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    collect(&page, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&page).expect("it was found there");
        let name = name.to_string_lossy().replace('\\', "/");
        let _ = writeln!(table, "    ({name:?}, include_bytes!({file:?})),");
    }
    table += "]\n";
    fs::write(out.join("page.rs"), table)
}

/// Collects all files of a folder and its subfolders.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}
