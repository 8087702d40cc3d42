//! `cargo xtask pictures`: makes the pictures of the manual and the README with the program itself. With `--check`, compares them with what the program makes now, so that they
//! cannot go stale; of the picture of the page, its text is compared.

use crate::{Error, root};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};

/// The board in the tutorial for players, at the point where the player is stuck.
const STUCK: &str = "docs/manual/tutorials/player.in/stuck.txt";
const BOARD: &str = "docs/manual/tutorials/teacher.in/board.txt";
const EXPERIMENT: &str = "docs/manual/tutorials/teacher.in/channel.toml";
const IMAGES: &str = "docs/manual/images";
/// The text on the page when its picture is taken.
const PAGE_TEXT: &str = "crates/xtask/src/page.txt";
const RACE: &str = "docs/manual/appendix/benchmarks-full.md";

/// A script that brings the page into the state of its picture, step 19 of an explanation, and adds an element with the text that is seen then, without the menus, which list all kinds. The browser's virtual time stands
/// still during requests, so waiting by requests takes real time.
const SCRIPT: &str = "const wait = async (ready) => { while (!ready()) { await fetch('/api/jobs'); await new Promise((done) => setTimeout(done, 5)); } };
const find = (name) => document.querySelector(name);
await wait(() => find('#explain') && find('#board svg') && find('#verdict-words').textContent.startsWith('Unique'));
find('#explain').click();
await wait(() => find('#verdict-words').textContent.startsWith('Solved'));
find('#step-first').click();
for (let i = 0; i < 18; i += 1) find('#step-forward').click();
await wait(() => document.body.innerText.includes('Step 19 of'));
const shown = document.createElement('pre');
shown.id = 'picture-text';
shown.hidden = true;
const menus = [...document.querySelectorAll('select')];
for (const menu of menus) menu.hidden = true;
shown.textContent = document.body.innerText;
for (const menu of menus) menu.hidden = false;
document.body.append(shown);
";

/// What to do with a picture that was made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Write,
    Check,
}

/// Writes or checks all pictures; the argument is the program to use instead of a new release build.
pub(crate) fn run(args: &[String]) -> Result<(), Error> {
    let (mode, args) = match args {
        [check, rest @ ..] if check == "--check" => (Mode::Check, rest),
        args => (Mode::Write, args),
    };
    let program = match args {
        [] => build()?,
        [program] => root().join(program),
        [_, extra, ..] => return Err(Error::Usage(format!("unexpected argument `{extra}`"))),
    };
    let work = env::temp_dir().join(format!("gridwright-pictures-{}", std::process::id()));
    fs::create_dir_all(root().join(IMAGES)).map_err(failed)?;
    fs::create_dir_all(&work).map_err(failed)?;
    let made = make(&program, &work, mode);
    fs::remove_dir_all(&work).map_err(failed)?;
    made
}

fn make(program: &Path, work: &Path, mode: Mode) -> Result<(), Error> {
    let path = |name: &str| work.join(name).display().to_string();
    let gridwright = |args: &[&str]| succeed(Command::new(program).args(args).current_dir(root()));
    let image = |name: &str| format!("{IMAGES}/{name}");
    let keep = |made: &str, name: &str| {
        let (made, kept) = (work.join(made), root().join(name));
        match mode {
            Mode::Write => fs::copy(made, kept).map(|_| ()).map_err(failed)?,
            Mode::Check => {
                let [made, kept] = [made, kept].map(|path| fs::read(path).unwrap_or_default());
                if made != kept {
                    return Err(Error::Failed(format!(
                        "{name} is not what the program makes now; `cargo xtask pictures` makes it anew"
                    )));
                }
            }
        }
        println!("{name}");
        Ok(())
    };
    gridwright(&[
        "explain",
        "sudoku",
        STUCK,
        "--until",
        "first",
        "--svg",
        &path("steps"),
    ])?;
    keep("steps/step-001.svg", &image("explained-board.svg"))?;

    let search = [
        "--engine",
        "fd",
        "--consistency",
        "value",
        "--select",
        "input_order",
    ];
    let tree = path("tree.svg");
    gridwright(
        &[
            &["tree", "sudoku", BOARD, "--full", "-o", &tree],
            &search[..],
        ]
        .concat(),
    )?;
    keep("tree.svg", &image("search-tree.svg"))?;

    gridwright(&["lab", "run", EXPERIMENT, "--to", &path("lab")])?;
    keep("lab/01-bar-failures.svg", &image("lab-plot.svg"))?;

    let table = fs::read_to_string(root().join(RACE)).map_err(failed)?;
    fs::write(work.join("race.svg"), race::draw(&race::groups(&table))).map_err(failed)?;
    keep("race.svg", &image("race.svg"))?;

    picture_page(program, work)?;
    if mode == Mode::Write {
        keep("page.png", &image("page.png"))?;
    }
    keep("page.txt", PAGE_TEXT)
}

/// Builds the command and returns its path.
fn build() -> Result<PathBuf, Error> {
    succeed(
        Command::new("cargo")
            .args(["build", "--release", "--package", "gridwright-cli"])
            .current_dir(root()),
    )?;
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target.join("release/gridwright"))
}

/// Takes a picture of the page in a headless Chromium, with a script added to it, and writes the text that is seen.
fn picture_page(program: &Path, work: &Path) -> Result<(), Error> {
    let page = work.join("page");
    copy_folder(&root().join("crates/web/page"), &page)?;
    let index = fs::read_to_string(page.join("index.html")).map_err(failed)?;
    let script = "<script type=\"module\" src=\"picture-script.js\"></script></body>";
    fs::write(page.join("index.html"), index.replace("</body>", script)).map_err(failed)?;
    fs::write(page.join("picture-script.js"), SCRIPT).map_err(failed)?;
    let mut server = Command::new(program)
        .args(["serve", "--port", "0", "--page"])
        .arg(&page)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let taken = address(&mut server).and_then(|address| {
        let board = fs::read_to_string(root().join(BOARD)).map_err(failed)?;
        let puzzle = board.trim_end().replace('\n', "~");
        let address = format!("{address}#kind=sudoku&puzzle={puzzle}&tab=explain");
        let screenshot = format!("--screenshot={}", work.join("page.png").display());
        browse(work, &screenshot, &address)?;
        let text = shown_text(&browse(work, "--dump-dom", &address)?)?;
        fs::write(work.join("page.txt"), text).map_err(failed)
    });
    server.kill().and_then(|()| server.wait()).map_err(failed)?;
    taken
}

/// Opens an address in a headless Chromium; returns what it prints.
fn browse(work: &Path, action: &str, address: &str) -> Result<String, Error> {
    let profile = format!("--user-data-dir={}", work.join("browser").display());
    succeed(Command::new("chromium").args([
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--window-size=1280,830",
        "--force-device-scale-factor=0.8",
        "--virtual-time-budget=60000",
        &profile,
        action,
        address,
    ]))
}

/// The text that the script added to the page, one line for each that is not empty.
fn shown_text(html: &str) -> Result<String, Error> {
    let text = html
        .split_once("id=\"picture-text\"")
        .and_then(|(_, rest)| rest.split_once('>')?.1.split_once("</pre>"));
    let (text, _) =
        text.ok_or_else(|| Error::Failed("the page did not come to its picture".to_owned()))?;
    let lines = text.lines().map(str::trim_end);
    Ok(lines
        .filter(|line| !line.is_empty())
        .map(|line| format!("{line}\n"))
        .collect())
}

/// The address that the server prints.
fn address(server: &mut Child) -> Result<String, Error> {
    let mut line = String::new();
    let stdout = server
        .stdout
        .take()
        .ok_or_else(|| Error::Failed("the server has no output".to_owned()))?;
    BufReader::new(stdout)
        .read_line(&mut line)
        .map_err(failed)?;
    let address = line
        .split_whitespace()
        .find(|word| word.starts_with("http://"));
    address
        .map(str::to_owned)
        .ok_or_else(|| Error::Failed(format!("no address in `{line}`")))
}

fn copy_folder(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(failed)?;
        }
    }
    Ok(())
}

/// Runs a command; returns its output.
fn succeed(command: &mut Command) -> Result<String, Error> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| Error::Failed(format!("{command:?}: {error}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(Error::Failed(format!("{command:?} failed: {stderr}")))
}

fn failed(error: std::io::Error) -> Error {
    Error::Failed(error.to_string())
}

/// The chart of the race with other solvers, from the table of the recorded run.
mod race {
    /// The peers in the order of the table's columns, with the column and the colour of each.
    const PEERS: [(&str, usize, &str); 4] = [
        ("CaDiCaL", 6, "#009e73"),
        ("clingo", 5, "#d55e00"),
        ("CP-SAT", 7, "#0072b2"),
        ("Gecode", 8, "#cc79a7"),
    ];

    /// The groups of the chart, and the beginnings of the rows in each.
    const GROUPS: [(&str, &[&str]); 10] = [
        ("Sudoku 9x9", &["sudoku 9"]),
        ("Sudoku 16x16", &["sudoku 16"]),
        ("Sudoku 25x25", &["sudoku 25"]),
        ("Hashiwokakero", &["hashi"]),
        ("White-and-Tan", &["whitetan"]),
        ("Hidato", &["hidato"]),
        ("Numbrix", &["numbrix"]),
        ("magic squares", &["magic"]),
        ("Latin squares", &["quasigroup"]),
        ("Battleship", &["battleship"]),
    ];

    /// A group: its name, and for each peer the ratios of its rows: the time of the peer's search over our total time.
    pub(super) type Group = (&'static str, Vec<Vec<f64>>);

    /// The ratios in the table of the page.
    pub(super) fn groups(page: &str) -> Vec<Group> {
        let rows = page.lines().filter(|line| line.starts_with("| "));
        let rows: Vec<Vec<&str>> = rows
            .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
            .collect();
        // Other tables of the page have fewer columns.
        let of_race = |cells: &&Vec<&str>| cells.len() == 9;
        GROUPS
            .iter()
            .map(|(name, starts)| {
                let rows = rows.iter().filter(of_race);
                let rows: Vec<_> = rows
                    .filter(|cells| starts.iter().any(|start| cells[0].starts_with(start)))
                    .collect();
                let ratios = PEERS.iter().map(|&(_, column, _)| {
                    rows.iter()
                        .filter_map(|cells| ratio(cells[column]))
                        .collect()
                });
                (*name, ratios.collect())
            })
            .collect()
    }

    /// The ratio in a cell such as `5.38 + 11.5, 509x [1862x]`; where a limit was reached, the bound.
    fn ratio(cell: &str) -> Option<f64> {
        let (_, rest) = cell.split_once(", ")?;
        let (number, _) = rest.split_once('x')?;
        number.trim_start_matches(['>', '<']).parse().ok()
    }

    const LEFT: f64 = 130.0;
    const RIGHT: f64 = 740.0;
    const TOP: f64 = 58.0;
    const ROW: f64 = 34.0;

    /// The place of a ratio: logarithmic from 0.5 to 5000.
    fn x(ratio: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * (ratio / 0.5).log10() / 4.0
    }

    pub(super) fn draw(groups: &[Group]) -> String {
        let bottom = TOP + ROW * groups.len() as f64;
        let (width, height) = (RIGHT + 20.0, bottom + 46.0);
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}' font-family='DejaVu Sans, Verdana, sans-serif' font-size='12' fill='#222'>\n<rect width='{width}' height='{height}' fill='#fff'/>\n"
        );
        svg += &format!(
            "<rect x='{LEFT}' y='{TOP}' width='{:.1}' height='{:.1}' fill='#f6e9e4'/>\n",
            x(1.0) - LEFT,
            bottom - TOP
        );
        for tick in [
            0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0,
        ] {
            let (x, stroke) = (x(tick), if tick == 1.0 { "#555" } else { "#e3e3e3" });
            svg += &format!(
                "<line x1='{x:.1}' y1='{TOP}' x2='{x:.1}' y2='{bottom}' stroke='{stroke}'/>"
            );
            svg += &format!(
                "<text x='{x:.1}' y='{:.1}' text-anchor='middle' font-size='11'>{tick}x</text>\n",
                bottom + 16.0
            );
        }
        svg += &format!(
            "<text x='{:.1}' y='{:.1}' text-anchor='middle' fill='#555'>time of the peer’s search / total time of Gridwright</text>\n",
            (LEFT + RIGHT) / 2.0,
            bottom + 36.0
        );
        let mut at = LEFT;
        for (name, _, colour) in PEERS {
            svg += &format!(
                "<circle cx='{at}' cy='22' r='5' fill='{colour}'/><text x='{}' y='26'>{name}</text>\n",
                at + 10.0
            );
            at += 95.0;
        }
        svg += &format!(
            "<text x='{at}' y='26' fill='#555'>dot: geometric mean; line: all sets</text>\n"
        );
        svg += &format!(
            "<text x='{:.1}' y='{}' font-size='11' fill='#555'>Gridwright is faster →</text>\n",
            x(1.0) + 4.0,
            TOP - 7.0
        );
        for (row, (name, peers)) in groups.iter().enumerate() {
            let middle = TOP + ROW * (row as f64 + 0.5);
            svg += &format!(
                "<text x='{}' y='{:.1}' text-anchor='end'>{name}</text>\n",
                LEFT - 8.0,
                middle + 4.0
            );
            for (i, (ratios, (_, _, colour))) in peers.iter().zip(PEERS).enumerate() {
                let Some(&first) = ratios.first() else {
                    continue;
                };
                let y = middle + (i as f64 - 1.5) * 6.5;
                let (min, max) = ratios.iter().fold((first, first), |(min, max), &ratio| {
                    (min.min(ratio), max.max(ratio))
                });
                let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>()
                    / ratios.len() as f64)
                    .exp();
                svg += &format!(
                    "<line x1='{:.1}' y1='{y:.1}' x2='{:.1}' y2='{y:.1}' stroke='{colour}' stroke-width='2' stroke-opacity='0.55'/>",
                    x(min),
                    x(max)
                );
                svg += &format!(
                    "<circle cx='{:.1}' cy='{y:.1}' r='3.6' fill='{colour}'/>\n",
                    x(mean)
                );
            }
            svg += &format!(
                "<line x1='{LEFT}' y1='{0:.1}' x2='{RIGHT}' y2='{0:.1}' stroke='#eee'/>\n",
                middle + ROW / 2.0
            );
        }
        svg + "</svg>\n"
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn ratios_are_read_from_the_table() {
            assert_eq!(ratio("5.38 + 11.5, 509x [1862x]"), Some(509.0));
            assert_eq!(ratio("5001 + 71.0 (2/5), >9.13x [>19.3x]"), Some(9.13));
            assert_eq!(ratio(""), None);
            let page = "| row | settled | ms | longest | failures | clingo | CaDiCaL | CP-SAT | Gecode |\n\
                | hashi, a | 1/1 | 1, 0 | 1 | 0 | 1 + 1, 4x [5x] | 1 + 1, 0.5x [9x] |  | 1 + 1, >8x [>9x] |\n";
            let groups = groups(page);
            assert_eq!(
                groups[3],
                (
                    "Hashiwokakero",
                    vec![vec![0.5], vec![4.0], vec![], vec![8.0]]
                )
            );
            assert_eq!(groups[0].1, vec![Vec::<f64>::new(); 4]);
            assert!(draw(&groups).ends_with("</svg>\n"));
        }
    }
}
