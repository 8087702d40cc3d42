//! The page in a real browser, for players and students: marks, trials, files, CHR traces.

mod client;
mod devtools;
mod page;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use page::{MANY, ONE, Page};

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// The content of a file, once the browser has written it.
fn saved(file: PathBuf) -> Vec<u8> {
    let start = Instant::now();
    loop {
        if let Ok(bytes) = std::fs::read(&file)
            && !bytes.is_empty()
        {
            return bytes;
        }
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{}",
            file.display()
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_file_is_dropped_on_the_page() {
    let mut page = Page::start("drop");
    let file = folder("drop").join("set.txt");
    std::fs::write(&file, format!("{ONE}\n{ONE}\n")).expect("a file can be written");
    page.kind("magic");
    page.drop_file(&file, "#board");
    page.wait("document.querySelector('.frame').dataset.kind === 'sudoku'");
    page.wait("document.querySelectorAll('#set-list option').length === 2");
    assert_eq!(page.value("document.querySelector('#drop').hidden"), true);
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn marks_are_shared_tried_kept_and_dropped() {
    let mut page = Page::start("marks");
    page.opens(ONE, "sudoku");
    page.tab("play");
    let size = |what: &str, n: usize| format!("window.gridwright.{what}.size === {n}");
    page.click("[data-cell=r1c3]");
    for (key, what) in [("x", "pencil"), ("c", "centre"), ("v", "colours")] {
        page.key(key);
        page.key("4");
        page.wait(&size(what, 1));
    }
    page.wait("document.querySelector('.noted.centre')?.textContent === '4' && document.querySelector('.noted.corner')?.textContent === '4'");
    page.wait("document.querySelector('.tint[data-colour=\"4\"]')");
    page.wait(
        "/in the centre 4.*blue/.test(document.querySelector('[data-cell=r1c3]').getAttribute('aria-label'))",
    );
    // Dropping a trial removes its marks, and undo restores them.
    page.click("#trial");
    page.click("[data-cell=r1c4]");
    page.key("z");
    page.key("6");
    page.wait("document.querySelectorAll('.adornments .tried').length === 1");
    page.wait("/trials=/.test(location.hash) && /colours=/.test(location.hash)");
    let shared = page.value("location.href");
    page.click("#trial-drop");
    page.wait(&size("claims", 0));
    page.wait(&size("centre", 1));
    page.click("#undo");
    page.wait(&size("claims", 1));
    page.key("]");
    page.wait("window.gridwright.trials.length === 0 && window.gridwright.claims.size === 1");
    // The URL restores everything on another page.
    page.open(shared.as_str().expect("an address"));
    page.wait("window.gridwright?.trials?.length === 1");
    for (what, n) in [("claims", 1), ("pencil", 1), ("centre", 1), ("colours", 1)] {
        page.wait(&size(what, n));
    }
    page.wait("document.querySelector('#trial-drop')");
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn networks_of_islands_are_coloured() {
    let mut page = Page::start("networks");
    page.opens("2.3.2\n.....\n3.4.2\n", "hashi");
    page.tab("play");
    page.drag("[data-cell=r1c1]", "[data-cell=r1c3]");
    page.wait("window.gridwright.claims.size === 1");
    page.click("#networks");
    page.wait("document.querySelector('.network')?.dataset.islands === '2'");
    page.drag("[data-cell=r1c3]", "[data-cell=r1c5]");
    page.wait("document.querySelector('.network')?.dataset.islands === '3'");
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_cell_is_explained_and_marks_are_continued() {
    let mut page = Page::start("cell");
    page.opens(ONE, "sudoku");
    page.tab("explain");
    let steps = "document.querySelectorAll('#steps > li').length";
    page.click("#explain");
    page.verdict("explained-solved");
    let all = page.value(steps).as_u64();
    page.click("#explain-cell");
    page.click("[data-cell=r1c3]");
    page.wait("/lead to r1c3/.test(document.querySelector('#explained').textContent)");
    let few = page.value(steps).as_u64();
    assert!(few > Some(0) && few < all, "{few:?} of {all:?}");
    page.tab("play");
    for (cell, number) in [("r1c3", "4"), ("r1c4", "6"), ("r1c6", "8")] {
        page.click(&format!("[data-cell={cell}]"));
        page.key(number);
    }
    page.wait("window.gridwright.claims.size === 3");
    page.tab("explain");
    page.click("#explain-marks");
    page.verdict("explained-solved");
    let rest = page.value(steps).as_u64();
    assert!(rest > Some(0) && rest < all, "{rest:?} of {all:?}");
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_comparison_is_saved_in_three_forms() {
    let mut page = Page::start("files");
    let folder = folder("files");
    page.saves_to(&folder);
    page.opens(ONE, "sudoku");
    page.tab("compare");
    page.click("#compare-run");
    page.wait("document.querySelector('#compare-plot svg')");
    page.settled();
    for (button, begin) in [
        ("csv", &b"instance,"[..]),
        ("parquet", b"PAR1"),
        ("svg", b"<svg"),
    ] {
        if button == "parquet" && !cfg!(feature = "parquet") {
            continue;
        }
        page.click(&format!("#compare-{button}"));
        let bytes = saved(folder.join(format!("comparison.{button}")));
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]);
        assert!(bytes.starts_with(begin), "{button}: {start}");
    }
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn chr_searches_step_by_step_and_as_a_tree() {
    let mut page = Page::start("chr");
    for kind in ["whitetan", "sudoku"] {
        page.kind(kind);
        page.settled();
        page.tab("search");
        page.choose("#search-engine", "chr");
        page.click("#search-step");
        page.wait("/Start/.test(document.querySelector('#search-event').textContent)");
        // A program may choose before its first rule fires.
        for step in 1.. {
            page.click("#search-step");
            page.wait(&format!(
                "/step {step}\\b/.test(document.querySelector('.caption').textContent)"
            ));
            let fires = "/Fires/.test(document.querySelector('#search-event').textContent)";
            if page.value(fires) == true {
                break;
            }
            assert!(step < 10, "no rule fires");
        }
        page.value("document.querySelector('#search-store').open = true");
        page.wait("document.querySelectorAll('#search-store-list li').length > 3");
        page.click("#search-fixpoint");
        page.click("#search-whole");
        page.wait("/whole tree/.test(document.querySelector('#verdict').textContent) && document.querySelector('#search-tree [data-fate=solution]')");
        page.value("document.querySelector('#search-tree [data-fate=solution]').dispatchEvent(new MouseEvent('click', {bubbles: true}))");
        page.wait("/answer/i.test(document.querySelector('#search-event').textContent)");
    }
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_program_is_queried_about_the_board_and_constants_are_set() {
    let mut page = Page::start("asked");
    page.tab("program");
    page.wait("document.querySelector('[data-constant=n]')");
    page.value("document.querySelector('[data-constant=n]').value = 6");
    page.click("#program-run");
    page.wait(
        "/Q = (\\d+ ){5}\\d+$/m.test(document.querySelector('#program-solutions').textContent)",
    );
    page.click("#panel-program [role=radio][data-value=chr]");
    page.choose("#program-example", "chr sudoku cells");
    let query = "document.querySelector('#program-query').value";
    let includes = |line: &str| format!("{query}.includes('{line}')");
    page.opens(ONE, "sudoku");
    page.wait(&includes("[5,3,_,_,7,_,_,_,_]"));
    page.click("#program-run");
    page.wait("/5,3,4,6,7,8,9,1,2/.test(document.querySelector('#program-solutions').textContent.replaceAll(' ', ''))");
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_program_is_coloured_and_stands_alone_unless_it_is_about_the_board() {
    let mut page = Page::start("coloured");
    page.tab("program");
    page.wait("document.querySelector('.behind .is-keyword')?.textContent === 'Constant'");
    page.wait("getComputedStyle(document.querySelector('.left')).display === 'none'");
    page.value("(() => { const text = document.querySelector('#program-text'); text.value = 'Constrant: 1 = 2'; text.dispatchEvent(new Event('input', {bubbles: true})); })()");
    page.click("#program-run");
    // The error is underlined, listed once, and counted on the verdict line.
    page.wait("document.querySelector('.behind mark .is-keyword, .behind mark')?.textContent.startsWith('Constrant')");
    page.wait("document.querySelector('#verdict-words').textContent === '1 error in the program'");
    page.wait("document.body.innerText.split('is not a statement').length === 2");
    page.click("#panel-program [role=radio][data-value=chr]");
    // The errors are no longer on the verdict line.
    page.wait("document.querySelector('#verdict-words').textContent === 'Program'");
    let variables = "[...document.querySelectorAll('.behind .is-variable')]";
    page.wait(&format!("{variables}.length > 0"));
    page.wait(&format!(
        "{variables}.every((one) => /^[A-Z]|^_$/.test(one.textContent))"
    ));
    page.choose("#program-example", "chr sudoku cells");
    page.wait("getComputedStyle(document.querySelector('.left')).display !== 'none'");
    page.browser.errors.retain(|error| !error.contains("422"));
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn links_to_public_pages_are_offered_or_their_absence_said() {
    let mut page = Page::start("links");
    page.opens(ONE, "sudoku");
    page.click("#share");
    page.wait("[...document.querySelectorAll('.shared')].some((one) => one.value.startsWith('https://puzz.link/p?sudoku/9/9/'))");
    page.wait(
        "document.querySelector('#share-body').textContent.includes('only on this computer')",
    );
    page.value("document.querySelector('#share-dialog').close()");
    page.kind("magic");
    page.settled();
    page.click("#share");
    page.wait(
        "document.querySelector('#share-body').textContent.includes('There is no public page')",
    );
    page.value("document.querySelector('#share-dialog').close()");
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn games_are_timed_kept_and_opened_again() {
    let mut page = Page::start("games");
    page.opens(ONE, "sudoku");
    assert_eq!(page.value("document.querySelector('#timer').hidden"), true);
    page.click("[data-cell=r1c3]");
    page.key("4");
    page.wait("/^0:0[1-9]/.test(document.querySelector('#timer').textContent)");
    // The list shows the time until now.
    page.click("#open-paste");
    page.wait("/0:0[1-9]/.test(document.querySelector('#games').textContent)");
    page.click("#paste-cancel");
    // A game keeps its time if another puzzle is opened.
    page.wait("/^0:0[3-9]/.test(document.querySelector('#timer').textContent)");
    page.kind("kakuro");
    page.settled();
    page.click("#open-paste");
    page.wait("/Sudoku.*0:0[3-9]/.test(document.querySelector('#games').textContent)");
    page.value("document.querySelector('#saved').open = true");
    page.click("#games .game");
    let label = "document.querySelector('[data-cell=r1c3]')?.getAttribute('aria-label')";
    page.wait(&format!("/4/.test({label})"));
    page.wait("!document.querySelector('#timer').hidden");
    page.click("#open-paste");
    page.click("#games [aria-label^=Forget]");
    page.wait("/kept here/.test(document.querySelector('#games').textContent)");
    page.click("#paste-cancel");
    page.settled();
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn the_answer_is_shown_while_clues_are_edited() {
    let mut page = Page::start("live");
    page.opens(MANY, "sudoku");
    page.tab("play");
    page.click("#edit");
    page.click("#live");
    page.wait("/^Several answers/.test(document.querySelector('#live-words').textContent)");
    page.opens(ONE, "sudoku");
    page.wait("/^Unique/.test(document.querySelector('#live-words').textContent)");
    page.wait("window.gridwright.shared.filter((claim) => claim > 0).length === 81");
    page.click("#edit");
    page.wait("window.gridwright.shared === null");
    page.settled();
    page.close();
}
