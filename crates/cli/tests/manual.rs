//! The manual and the README: every command prints what is shown, every shown file is the one that the commands read, every HTTP example
//! has the answer shown, the command-line reference is the help of the program, and links, anchors and pictures exist.
//!
//! `MANUAL=overwrite` rewrites the outputs in the pages and the command-line reference.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use common::server::RunningServer;
use common::{Folder, command, out, run};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;
use snapbox::Data;
use snapbox::filter::NormalizeToExpected;
use snapbox::report::{Palette, write_diff};

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

/// Runs the commands of every page in a copy of its input folder, `PAGE.in`, and compares what they print, and the files in `PAGE.out`.
#[test]
fn commands_print_what_is_shown() {
    let mut queue = pages(&manual());
    queue.push(root().join("README.md"));
    queue.retain(|page| !page.ends_with(MINIZINC));
    expect_no_faults(queue);
}

/// The page whose commands call MiniZinc.
const MINIZINC: &str = "tutorials/minizinc.md";

#[test]
#[ignore = "needs MiniZinc"]
fn commands_of_the_minizinc_tutorial_print_what_is_shown() {
    expect_no_faults(vec![manual().join(MINIZINC)]);
}

fn expect_no_faults(pages: Vec<PathBuf>) {
    let queue = Mutex::new(pages);
    let faults = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no panic").pop();
                    let Some(page) = next else { break };
                    let found = run_page(&page);
                    faults.lock().expect("no panic").extend(found);
                }
            });
        }
    });
    let faults = faults.into_inner().expect("no panic");
    let advice = "run the test with MANUAL=overwrite to write the outputs into the pages";
    assert!(
        faults.is_empty() || overwrites(),
        "\n{}\n{advice}",
        faults.join("\n")
    );
}

/// A command of a page and what the page shows of it.
struct Step {
    /// The lines of the command, and its exit code.
    head: Vec<String>,
    code: i32,
    shown: String,
}

/// The steps of a `console` block.
fn steps(lines: &[&str]) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    for &line in lines {
        let last = found.last_mut();
        match (line.strip_prefix("$ "), line.strip_prefix("? "), last) {
            (Some(_), _, _) => found.push(Step {
                head: vec![line.to_owned()],
                code: 0,
                shown: String::new(),
            }),
            (_, Some(code), Some(step)) if step.shown.is_empty() => {
                step.code = code.parse().expect("an exit code");
            }
            (_, _, Some(step)) if step.shown.is_empty() && line.starts_with("> ") => {
                step.head.push(line.to_owned());
            }
            (_, _, Some(step)) => step.shown += &format!("{line}\n"),
            _ => panic!("a block starts with a command, not with `{line}`"),
        }
    }
    found
}

/// Runs the commands of a page and returns what differs; with `MANUAL=overwrite`, the page is corrected.
fn run_page(page: &Path) -> Vec<String> {
    let name = page
        .strip_prefix(root())
        .unwrap_or(page)
        .display()
        .to_string();
    let folder = Folder::new(&name.replace(['/', '.'], "-"));
    copy_folder(&page.with_extension("in"), &folder.0);
    let home = Folder::new(&format!("{}-home", name.replace(['/', '.'], "-")));
    let text = read(page);
    let lines: Vec<&str> = text.lines().collect();
    let (mut faults, mut corrected) = (Vec::new(), String::new());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        corrected += &format!("{line}\n");
        at += 1;
        if *line != "```console" {
            continue;
        }
        let end = at
            + lines[at..]
                .iter()
                .position(|line| *line == "```")
                .expect("a closed block");
        let mut parts = Vec::new();
        for step in steps(&lines[at..end]) {
            let (code, printed) = run_step(&step, &folder.0, &home.0);
            let (same, printed) = compare(&step.shown, &printed);
            if code != step.code || !same {
                let head = step.head.join("\n");
                let codes = format!("exit code {code}, expected {}", step.code);
                faults.push(format!(
                    "{name}: {head}\n{codes}\n{}",
                    difference(&step.shown, &printed)
                ));
            }
            let mut part = step.head.join("\n") + "\n";
            if code != 0 {
                part += &format!("? {code}\n");
            }
            parts.push(part + &printed);
        }
        corrected += &parts.join("\n");
        at = end;
    }
    let outputs = page.with_extension("out");
    for file in files(&outputs) {
        let made = folder
            .0
            .join(file.strip_prefix(&outputs).expect("a file in it"));
        let (same, printed) = compare(&read(&file), &read(&made));
        if !same {
            faults.push(format!(
                "{name}: {}\n{}",
                made.display(),
                difference(&read(&file), &printed)
            ));
        }
    }
    if overwrites() && corrected != text {
        std::fs::write(page, corrected).expect("the page can be written");
    }
    faults
}

/// The exit code of a command and what it prints, both streams in the order of writing.
fn run_step(step: &Step, folder: &Path, home: &Path) -> (i32, String) {
    let words: Vec<String> = step
        .head
        .iter()
        .flat_map(|line| words(&line[2..]))
        .collect();
    let program = match words[0].as_str() {
        "gridwright" => env!("CARGO_BIN_EXE_gridwright"),
        other => other,
    };
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut child = Command::new(program)
        .args(&words[1..])
        .current_dir(folder)
        // `minizinc install` writes to the home folder.
        .env("HOME", home)
        .env("COLUMNS", "100")
        .stdin(Stdio::null())
        .stdout(writer.try_clone().expect("a pipe"))
        .stderr(writer)
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut printed = String::new();
    reader.read_to_string(&mut printed).expect("text");
    let status = child.wait().expect("it ends");
    (status.code().unwrap_or(-1), printed)
}

/// The words of a command line; a text in single quotes is part of one word.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (i, part) in line.split('\'').enumerate() {
        let mut pieces = if i % 2 == 1 {
            vec![part]
        } else {
            part.split(' ').collect()
        }
        .into_iter();
        words
            .last_mut()
            .expect("a word")
            .push_str(pieces.next().unwrap_or_default());
        words.extend(pieces.map(str::to_owned));
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a text is as shown, apart from blank lines at the end, and the text with the parts left out that the shown one leaves out:
/// a line `...` stands for any lines, and `[..]` for any part of a line.
fn compare(shown: &str, printed: &str) -> (bool, String) {
    let trimmed = |text: &str| match text.trim_end() {
        "" => String::new(),
        text => format!("{text}\n"),
    };
    let (shown, printed) = (trimmed(shown), trimmed(printed));
    let pattern = Data::text(shown.clone());
    let normal = NormalizeToExpected::new()
        .redact()
        .normalize(Data::text(printed), &pattern);
    let normal = normal.render().expect("text");
    (normal == shown, normal)
}

fn difference(shown: &str, printed: &str) -> String {
    let mut text = String::new();
    let data = |text: &str| Data::text(text.trim_end().to_owned() + "\n");
    write_diff(
        &mut text,
        &data(shown),
        &data(printed),
        Some(&"shown"),
        Some(&"printed"),
        Palette::plain(),
    )
    .expect("a string");
    text
}

fn overwrites() -> bool {
    std::env::var_os("MANUAL").is_some_and(|mode| mode == "overwrite")
}

/// The files under a folder, if there is one.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

fn copy_folder(from: &Path, to: &Path) {
    for file in files(from) {
        let target = to.join(file.strip_prefix(from).expect("a file in it"));
        std::fs::create_dir_all(target.parent().expect("a folder")).expect("a folder can be made");
        std::fs::copy(&file, target).expect("a file can be copied");
    }
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
    let server = RunningServer::start(&[]);
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
        let (_, answer) = server.call(path, body);
        let shown: Value = serde_json::from_str(shown).expect(command);
        assert!(matches(&shown, &answer), "{command}\n{answer}");
        n_run += 1;
    }
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
    if overwrites() {
        std::fs::write(&path, &text).expect("the page can be written");
    }
    assert!(
        read(&path) == text,
        "{REFERENCE} is out of date; run the test with MANUAL=overwrite"
    );
}

fn help(verb: &[String]) -> String {
    let args: Vec<&str> = verb.iter().map(String::as_str).chain(["--help"]).collect();
    let output = command(&args).env("COLUMNS", "100").output();
    out(&output.expect("the command starts")).to_owned()
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
#[ignore = "needs mdBook"]
fn mdbook_builds() {
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book");
    let output = Command::new("mdbook")
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
    let output = run(&["--version"]);
    let version = out(&output)
        .trim()
        .strip_prefix("gridwright ")
        .expect("a version");
    let changelog = read(&root().join("CHANGELOG.md"));
    assert!(
        changelog.contains(&format!("\n## {version} - ")),
        "{version}"
    );
}
