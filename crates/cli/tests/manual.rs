//! The manual and the README: every command prints what is shown, every shown file is the one that the commands read, every HTTP example
//! has the answer shown, the command-line reference is the help of the program, and links, anchors and pictures exist.
//!
//! `TRYCMD=overwrite` rewrites the outputs in the pages, `MANUAL=overwrite` the command-line reference.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{command, out, run};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

/// The root of the workspace.
fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the workspace exists")
}

fn manual() -> PathBuf {
    root().join("docs/manual")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Markdown files under a folder, in order, without inputs and outputs of commands.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).expect("a folder");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            if !matches!(extension, Some("in" | "out")) {
                found.extend(pages(&path));
            }
        } else if extension == Some("md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn parse(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// The fenced code blocks of a page: info string and text.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut block: Option<(String, String)> = None;
    for event in parse(text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                block = Some((info.into_string(), String::new()));
            }
            Event::Text(text) if block.is_some() => {
                block.as_mut().expect("a block is open").1 += &text;
            }
            Event::End(TagEnd::CodeBlock) => found.extend(block.take()),
            _ => {}
        }
    }
    found
}

/// A program on the path.
fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

#[test]
fn commands_print_what_is_shown() {
    let gridwright = Path::new(env!("CARGO_BIN_EXE_gridwright"));
    let cases = trycmd::TestCases::new();
    // MiniZinc calls `fzn-gridwright`, which is built beside the command by the tests of the workspace.
    let solver = gridwright.with_file_name("fzn-gridwright");
    let minizinc = installed("minizinc").filter(|_| solver.is_file());
    if minizinc.is_none() {
        eprintln!("skipped: commands of MiniZinc, which needs minizinc and fzn-gridwright");
    }
    cases.register_bin("minizinc", minizinc.map_or(Bin::Ignore, Bin::Path));
    cases.register_bin("gridwright", gridwright);
    cases
        .env("COLUMNS", "100")
        .timeout(Duration::from_secs(120));
    cases
        .case("../../docs/manual/**/*.md")
        .case("../../README.md");
}

/// A block whose info string names a file, as in "text board.txt", shows the whole file.
#[test]
fn shown_files_are_the_files_that_are_read() {
    let mut n_shown = 0;
    for page in pages(&manual()) {
        let folder = page.parent().expect("a page has a folder");
        for (info, text) in blocks(&read(&page)) {
            assert!(
                !info.is_empty(),
                "{}: a block without a language",
                page.display()
            );
            if let Some((_, file)) = info.split_once(' ') {
                assert_eq!(text, read(&folder.join(file)), "{}", page.display());
                n_shown += 1;
            }
        }
    }
    assert!(n_shown >= 8, "{n_shown}");
}

/// Each `curl` command of the page on HTTP, followed by the JSON it prints.
#[test]
fn http_examples_have_the_answers_shown() {
    let mut server = command(&["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    let stdout = server.stdout.take().expect("its output is piped");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    let address = line
        .split_once("http://")
        .and_then(|(_, rest)| rest.split_once('/'));
    let address = address.expect("an address").0.to_owned();
    let blocks = blocks(&read(&manual().join("reference/http.md")));
    let mut n_run = 0;
    for pair in blocks.windows(2) {
        let [(first, command), (second, shown)] = pair else {
            unreachable!("windows of two")
        };
        if first != "sh" || second != "json" {
            continue;
        }
        let (path, body) = request(command);
        let answer = call(&address, path, body);
        let shown: Value = serde_json::from_str(shown).expect(command);
        assert!(matches(&shown, &answer), "{command}\n{answer}");
        n_run += 1;
    }
    server.kill().expect("it runs");
    server.wait().expect("it ended");
    assert!(n_run >= 4, "{n_run}");
}

/// Path and body of `curl -s localhost:8080/PATH [-d 'BODY']`.
fn request(command: &str) -> (&str, Option<&str>) {
    let rest = command
        .split_once("localhost:8080")
        .expect(command)
        .1
        .trim_end();
    match rest.split_once(" -d '") {
        Some((path, body)) => (path, Some(body.strip_suffix('\'').expect(command))),
        None => (rest, None),
    }
}

fn call(address: &str, path: &str, body: Option<&str>) -> Value {
    let (method, body) = body.map_or(("GET", ""), |body| ("POST", body));
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .expect("the request is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    let json = &body[body.find('{').expect("an object")..=body.rfind('}').expect("an object")];
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{path}: {error}\n{answer}"))
}

/// Whether a value is as shown; "[..]" stands for any value, and objects may have further fields only where "..." is one.
fn matches(shown: &Value, found: &Value) -> bool {
    match (shown, found) {
        (Value::String(any), _) if any == "[..]" => true,
        (Value::Object(shown), Value::Object(found)) => {
            (shown.contains_key("...") || shown.len() == found.len())
                && shown
                    .iter()
                    .filter(|(key, _)| *key != "...")
                    .all(|(key, value)| found.get(key).is_some_and(|found| matches(value, found)))
        }
        (Value::Array(shown), Value::Array(found)) => {
            let open = shown.last().is_some_and(|last| last == "...");
            let n = shown.len() - usize::from(open);
            (if open {
                found.len() >= n
            } else {
                found.len() == n
            }) && shown[..n]
                .iter()
                .zip(found)
                .all(|(shown, found)| matches(shown, found))
        }
        _ => shown == found,
    }
}

const REFERENCE: &str = "reference/cli.md";

/// The generated part of the reference starts after this line.
const GENERATED: &str =
    "<!-- The rest is written by the test `the_command_line_reference_is_current`. -->\n";

#[test]
fn the_command_line_reference_is_current() {
    let path = manual().join(REFERENCE);
    let page = read(&path);
    let (head, _) = page
        .split_once(GENERATED)
        .expect("the page has a generated part");
    let mut text = format!("{head}{GENERATED}");
    for verb in verbs(&[]) {
        let help = help(&verb);
        text += &format!(
            "\n## gridwright {}\n\n```text\n{}\n```\n",
            verb.join(" "),
            help.trim_end()
        );
    }
    if std::env::var_os("MANUAL").is_some_and(|mode| mode == "overwrite") {
        std::fs::write(&path, &text).expect("the page can be written");
    }
    assert!(
        read(&path) == text,
        "{REFERENCE} is out of date; run the test with MANUAL=overwrite"
    );
}

fn help(verb: &[String]) -> String {
    let args: Vec<&str> = verb.iter().map(String::as_str).chain(["--help"]).collect();
    out(&command(&args)
        .env("COLUMNS", "100")
        .output()
        .expect("the command starts"))
}

/// The subcommands of a command, and theirs, in the order of the help.
fn verbs(of: &[String]) -> Vec<Vec<String>> {
    let help = help(of);
    let list = help
        .split_once("\nCommands:\n")
        .map_or("", |(_, rest)| rest);
    let mut found = Vec::new();
    for line in list.lines().take_while(|line| !line.is_empty()) {
        // Continued descriptions are indented further.
        let name = line
            .strip_prefix("  ")
            .filter(|rest| !rest.starts_with(' '));
        let name = name.and_then(|rest| rest.split_whitespace().next());
        if let Some(name) = name.filter(|&name| name != "help") {
            let verb = [of, &[name.to_owned()]].concat();
            let below = verbs(&verb);
            found.push(verb);
            found.extend(below);
        }
    }
    found
}

/// The links and pictures of a page, and the anchors of its headings.
#[derive(Default)]
struct Page {
    targets: Vec<String>,
    anchors: BTreeSet<String>,
}

impl Page {
    fn new(text: &str) -> Page {
        let mut page = Page::default();
        let mut heading: Option<String> = None;
        let mut used: BTreeMap<String, usize> = BTreeMap::new();
        for event in parse(text) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.targets.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::Text(text) | Event::Code(text) if heading.is_some() => {
                    *heading.as_mut().expect("a heading is open") += &text;
                }
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().unwrap_or_default());
                    let n = used.entry(anchor.clone()).or_default();
                    page.anchors.insert(match *n {
                        0 => anchor,
                        n => format!("{anchor}-{n}"),
                    });
                    *n += 1;
                }
                _ => {}
            }
        }
        page
    }
}

/// The anchor of a heading: lower case, blanks as hyphens, no punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    kept.chars()
        .filter(|&c| c.is_alphanumeric() || "-_ ".contains(c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn links_anchors_and_pictures_exist() {
    let root = root();
    let mut files: Vec<PathBuf> = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    ]
    .map(|name| root.join(name))
    .into();
    files.extend(pages(&root.join("docs")));
    let mut broken = Vec::new();
    for file in &files {
        let page = Page::new(&read(file));
        let folder = file.parent().expect("a file has a folder");
        for target in &page.targets {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let to = if path.is_empty() {
                file.clone()
            } else {
                folder.join(path)
            };
            let fault = match to.canonicalize() {
                Err(_) => "there is no such file",
                // The book has only what is in its own folder.
                Ok(to) if file.starts_with(manual()) && !to.starts_with(manual()) => {
                    "it is not in the manual"
                }
                Ok(to) => {
                    let is_page = to.extension().is_some_and(|extension| extension == "md");
                    let found = anchor.is_empty()
                        || (is_page && Page::new(&read(&to)).anchors.contains(anchor));
                    if found {
                        continue;
                    } else {
                        "there is no such heading"
                    }
                }
            };
            let file = file.strip_prefix(&root).unwrap_or(file);
            broken.push(format!("{}: {target}: {fault}", file.display()));
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

#[test]
fn every_page_is_in_the_summary() {
    let folder = manual();
    let listed: BTreeSet<PathBuf> = Page::new(&read(&folder.join("SUMMARY.md")))
        .targets
        .iter()
        .map(|target| folder.join(target))
        .collect();
    let all: BTreeSet<PathBuf> = pages(&folder)
        .into_iter()
        .filter(|page| !page.ends_with("SUMMARY.md"))
        .collect();
    assert_eq!(listed, all);
}

#[test]
fn every_picture_is_shown() {
    let shown: BTreeSet<PathBuf> = pages(&manual())
        .into_iter()
        .chain([root().join("README.md")])
        .flat_map(|page| {
            let folder = page.parent().expect("a page has a folder").to_owned();
            let targets = Page::new(&read(&page)).targets;
            targets
                .into_iter()
                .filter_map(move |target| folder.join(target).canonicalize().ok())
        })
        .collect();
    for picture in std::fs::read_dir(manual().join("images")).expect("a folder of pictures") {
        let picture = picture.expect("an entry").path();
        assert!(
            shown.contains(&picture),
            "{} is shown nowhere",
            picture.display()
        );
        let size = picture.metadata().expect("a file").len();
        assert!(size < 200_000, "{}: {size} bytes", picture.display());
    }
}

#[test]
fn mdbook_builds() {
    let Some(mdbook) = installed("mdbook") else {
        eprintln!("skipped: the book, which needs mdbook");
        return;
    };
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let output = Command::new(mdbook)
        .arg("build")
        .arg(root().join("docs"))
        .arg("--dest-dir")
        .arg(&to)
        .output()
        .expect("mdbook starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !text.contains("ERROR"), "{text}");
    assert!(to.join("index.html").is_file());
}

#[test]
fn the_version_in_the_changelog_is_the_program_s() {
    let version = out(&run(&["--version"]));
    let version = version
        .trim()
        .strip_prefix("gridwright ")
        .expect("a version");
    let changelog = read(&root().join("CHANGELOG.md"));
    assert!(
        changelog.contains(&format!("\n## {version} - ")),
        "{version}"
    );
}
