//! `cargo xtask dist`: the files of a release. An archive with program, manual pages, completions, MiniZinc files and licences, and a Debian package of
//! the same files. Both are the same bytes for the same program.

use crate::{Error, root};
use flate2::{Compression, GzBuilder};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tar::{Builder, EntryType, Header};

/// The name of the package.
const NAME: &str = "gridwright";

/// The modification time of every packaged file: 2020-01-01.
const TIME: u64 = 1_577_836_800;

/// Documents and licences, with their names in the package.
const DOCUMENTS: &[(&str, &str)] = &[
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("crates/print/fonts/LICENSE", "LICENSE-fonts"),
];

/// The completion files: the shell, and the path it looks at.
const COMPLETIONS: &[(&str, &str)] = &[
    ("bash", "share/bash-completion/completions/gridwright"),
    ("zsh", "share/zsh/site-functions/_gridwright"),
    ("fish", "share/fish/vendor_completions.d/gridwright.fish"),
];

pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    let to = match args {
        [] => root().join("target/dist-files"),
        [option, folder] if option == "--to" => PathBuf::from(folder),
        _ => return Err(Error::Usage("dist [--to DIR]".to_owned())),
    };
    let build = [
        "build",
        "--profile",
        "dist",
        "-p",
        "gridwright-cli",
        "--features",
        "parquet",
    ];
    if !cargo(&build)?.success() {
        return Err(Error::Failed("the build failed".to_owned()));
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    let program = target.join("dist").join(NAME);
    let version = output(&program, &["--version"])?;
    let version = String::from_utf8_lossy(&version);
    let version = version.split_whitespace().nth(1).unwrap_or_default();
    let files = files(&program, &to)?;

    let stem = format!(
        "{NAME}-{version}-{}-{}",
        std::env::consts::ARCH,
        std::env::consts::OS
    );
    let archive = archive(&files, &format!("{stem}/"))?;
    write(&to.join(format!("{stem}.tar.gz")), &archive)?;
    if let Some(architecture) = debian_architecture() {
        let package = debian_package(&files, version, architecture)?;
        write(
            &to.join(format!("{NAME}_{version}-1_{architecture}.deb")),
            &package,
        )?;
    }
    Ok(())
}

/// A file of the package: its path under the prefix, and what it is.
struct File {
    path: String,
    content: Content,
}

enum Content {
    Program(Vec<u8>),
    Text(Vec<u8>),
    /// Another name of the file with this path. A hard link: MiniZinc follows symbolic links, so that the program would be called by its own name.
    LinkTo(&'static str),
}

/// Everything that is installed.
fn files(program: &Path, scratch: &Path) -> Result<Vec<File>, Error> {
    let mut files = Vec::new();
    let mut add = |path: String, content: Content| files.push(File { path, content });
    add(format!("bin/{NAME}"), Content::Program(read(program)?));
    add(
        "bin/fzn-gridwright".to_owned(),
        Content::LinkTo("bin/gridwright"),
    );
    let pages = scratch.join("man");
    fs::create_dir_all(&pages).map_err(|error| failed(&pages, &error))?;
    output(program, &["man", "--to", &pages.to_string_lossy()])?;
    for (name, path) in folder(&pages)? {
        add(
            format!("share/man/man1/{name}"),
            Content::Text(read(&path)?),
        );
    }
    for (shell, path) in COMPLETIONS {
        let text = output(program, &["completions", shell])?;
        add((*path).to_owned(), Content::Text(text));
    }
    for (name, path) in folder(&root().join("crates/flatzinc/library"))? {
        add(
            format!("share/minizinc/gridwright/{name}"),
            Content::Text(read(&path)?),
        );
    }
    // Relative to the configuration, so that the prefix does not matter.
    let configuration = output(program, &["minizinc", "configuration"])?;
    add(
        "share/minizinc/solvers/gridwright.msc".to_owned(),
        Content::Text(configuration),
    );
    for (from, name) in DOCUMENTS {
        add(
            format!("share/doc/{NAME}/{name}"),
            Content::Text(read(&root().join(from))?),
        );
    }
    // A link comes after what it links to.
    let is_link = |file: &File| matches!(file.content, Content::LinkTo(_));
    files.sort_by(|a, b| (is_link(a), &a.path).cmp(&(is_link(b), &b.path)));
    Ok(files)
}

/// The files as a compressed archive, below a prefix.
fn archive(files: &[File], prefix: &str) -> Result<Vec<u8>, Error> {
    let wrong = |error: std::io::Error| Error::Failed(format!("the archive: {error}"));
    let mut archive = Builder::new(
        GzBuilder::new()
            .mtime(0)
            .write(Vec::new(), Compression::best()),
    );
    let header = || {
        let mut header = Header::new_gnu();
        header.set_mtime(TIME);
        header.set_uid(0);
        header.set_gid(0);
        header
    };
    // Debian's installer makes only folders that are listed, each before its files.
    let paths: Vec<String> = files
        .iter()
        .map(|file| format!("{prefix}{}", file.path))
        .collect();
    let folders = paths.iter().flat_map(|path| {
        let ends = path.match_indices('/').map(|(at, _)| at + 1);
        ends.map(|end| &path[..end])
    });
    for folder in folders
        .filter(|folder| *folder != "./")
        .collect::<BTreeSet<&str>>()
    {
        let mut header = header();
        header.set_entry_type(EntryType::Directory);
        header.set_mode(0o755);
        header.set_size(0);
        let nothing: &[u8] = &[];
        archive
            .append_data(&mut header, folder, nothing)
            .map_err(wrong)?;
    }
    for (file, path) in files.iter().zip(&paths) {
        let mut header = header();
        match &file.content {
            Content::LinkTo(target) => {
                let target = format!("{prefix}{target}");
                header.set_entry_type(EntryType::Link);
                header.set_mode(0o755);
                header.set_size(0);
                archive
                    .append_link(&mut header, path, target)
                    .map_err(wrong)?;
            }
            Content::Program(bytes) | Content::Text(bytes) => {
                let is_program = matches!(file.content, Content::Program(_));
                header.set_mode(if is_program { 0o755 } else { 0o644 });
                header.set_size(bytes.len() as u64);
                archive
                    .append_data(&mut header, path, &bytes[..])
                    .map_err(wrong)?;
            }
        }
    }
    archive
        .into_inner()
        .and_then(flate2::write::GzEncoder::finish)
        .map_err(wrong)
}

/// Debian's name of this machine's architecture.
fn debian_architecture() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("amd64"),
        ("linux", "aarch64") => Some("arm64"),
        _ => None,
    }
}

/// A Debian package: an `ar` archive of the format's version, the control data, and the files.
fn debian_package(files: &[File], version: &str, architecture: &str) -> Result<Vec<u8>, Error> {
    let size: usize = files.iter().map(File::size).sum();
    let control = format!(
        "Package: {NAME}\nVersion: {version}-1\nSection: math\nPriority: optional\nArchitecture: {architecture}\n\
         Maintainer: The Gridwright developers <gridwright@localhost>\nInstalled-Size: {}\nDepends: libc6 (>= 2.34), libgcc-s1\nSuggests: minizinc\n\
         Description: workbench for logic puzzles and constraint programming\n Solves, explains, rates and generates logic puzzles; runs MiniZinc models,\n CHR programs and experiments.\n",
        size.div_ceil(1024)
    );
    let control = archive(
        &[File {
            path: "control".to_owned(),
            content: Content::Text(control.into_bytes()),
        }],
        "./",
    )?;
    let data = archive(files, "./usr/")?;
    let mut package = b"!<arch>\n".to_vec();
    for (name, bytes) in [
        ("debian-binary", &b"2.0\n"[..]),
        ("control.tar.gz", &control),
        ("data.tar.gz", &data),
    ] {
        let header = format!(
            "{name:<16}{TIME:<12}{:<6}{:<6}{:<8}{:<10}`\n",
            0,
            0,
            100_644,
            bytes.len()
        );
        package.extend(header.as_bytes());
        package.extend(bytes);
        // Members start at even offsets.
        package.extend((bytes.len() % 2 == 1).then_some(b'\n'));
    }
    Ok(package)
}

impl File {
    fn size(&self) -> usize {
        match &self.content {
            Content::Program(bytes) | Content::Text(bytes) => bytes.len(),
            Content::LinkTo(_) => 0,
        }
    }
}

fn cargo(args: &[&str]) -> Result<std::process::ExitStatus, Error> {
    let status = Command::new("cargo")
        .args(args)
        .current_dir(root())
        .status();
    status.map_err(|error| Error::Failed(format!("cargo: {error}")))
}

/// The standard output of a command that must succeed.
fn output(program: &Path, args: &[&str]) -> Result<Vec<u8>, Error> {
    let output = Command::new(program)
        .args(args)
        .output()
        .map_err(|error| failed(program, &error))?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(Error::Failed(
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )),
    }
}

/// The names and paths of the files in a folder, sorted.
fn folder(path: &Path) -> Result<Vec<(String, PathBuf)>, Error> {
    let entries = fs::read_dir(path).map_err(|error| failed(path, &error))?;
    let mut files: Vec<(String, PathBuf)> = entries
        .filter_map(Result::ok)
        .map(|entry| {
            (
                entry.file_name().to_string_lossy().into_owned(),
                entry.path(),
            )
        })
        .collect();
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| failed(path, &error))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|error| failed(path, &error))?;
    println!("{} ({:.1} MB)", path.display(), bytes.len() as f64 / 1e6);
    Ok(())
}

fn failed(path: &Path, error: &std::io::Error) -> Error {
    Error::Failed(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Vec<File> {
        let text = |path: &str| File {
            path: path.to_owned(),
            content: Content::Text(b"text\n".to_vec()),
        };
        vec![
            File {
                path: "bin/a".to_owned(),
                content: Content::Program(b"program".to_vec()),
            },
            File {
                path: "bin/b".to_owned(),
                content: Content::LinkTo("bin/a"),
            },
            text("share/doc/a/README.md"),
        ]
    }

    /// Path, mode and content of every entry.
    fn entries(archive: &[u8]) -> Vec<(String, u32, String)> {
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(archive));
        let entries = archive.entries().expect("an archive");
        let read = entries.map(|entry| {
            let mut entry = entry.expect("an entry");
            let path = entry.path().expect("a path").display().to_string();
            let link = entry
                .link_name()
                .expect("a link or none")
                .map(|to| to.display().to_string());
            let mut text = String::new();
            std::io::Read::read_to_string(&mut entry, &mut text).expect("text");
            let mode = entry.header().mode().expect("a mode");
            (path, mode, link.unwrap_or(text))
        });
        read.collect()
    }

    #[test]
    fn an_archive_has_every_file_below_its_prefix_after_its_folder() {
        let archive = archive(&example(), "x-1/").expect("an archive");
        let expected = [
            ("x-1/", 0o755, ""),
            ("x-1/bin/", 0o755, ""),
            ("x-1/share/", 0o755, ""),
            ("x-1/share/doc/", 0o755, ""),
            ("x-1/share/doc/a/", 0o755, ""),
            ("x-1/bin/a", 0o755, "program"),
            ("x-1/bin/b", 0o755, "x-1/bin/a"),
            ("x-1/share/doc/a/README.md", 0o644, "text\n"),
        ];
        let expected = expected.map(|(path, mode, text)| (path.to_owned(), mode, text.to_owned()));
        assert_eq!(entries(&archive), expected);
    }

    #[test]
    fn a_debian_package_has_three_members_and_is_reproducible() {
        let package = || debian_package(&example(), "1.2.3", "amd64").expect("a package");
        let bytes = package();
        assert_eq!(bytes, package());
        assert!(bytes.starts_with(b"!<arch>\ndebian-binary   "));
        let mut members = Vec::new();
        let mut at = 8;
        while at < bytes.len() {
            let field = |from: usize, to: usize| {
                String::from_utf8_lossy(&bytes[at + from..at + to])
                    .trim()
                    .to_owned()
            };
            let size: usize = field(48, 58).parse().expect("a size");
            assert_eq!(field(58, 60), "`");
            members.push((field(0, 16), bytes[at + 60..at + 60 + size].to_vec()));
            at += 60 + size.next_multiple_of(2);
        }
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
        let (path, _, control) = entries(&members[1].1).remove(0);
        assert!(path == "control" || path == "./control", "{path}");
        assert!(control.contains("\nVersion: 1.2.3-1\n"), "{control}");
        assert!(control.contains("\nInstalled-Size: 1\n"), "{control}");
        let installed = entries(&members[2].1);
        let installed: Vec<&str> = installed.iter().map(|entry| entry.0.as_str()).collect();
        let is_listed = |folder: &str| installed.iter().any(|path| path.ends_with(folder));
        assert!(
            is_listed("usr/share/doc/a/") && is_listed("usr/bin/b"),
            "{installed:?}"
        );
        assert_eq!(
            installed.iter().filter(|path| !path.ends_with('/')).count(),
            3
        );
    }
}
