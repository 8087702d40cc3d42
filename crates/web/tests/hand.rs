//! The page in a real browser, in the hand of a player and of a student: marks of every sort, trials, files that come and go, rules that are stepped through.

mod client;
mod desk;
mod devtools;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use desk::{Desk, ONE};

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// What a file holds, once the browser has written it.
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
fn a_file_is_dropped_on_the_page() {
    let mut desk = Desk::open("drop");
    let file = folder("drop").join("set.txt");
    std::fs::write(&file, format!("{ONE}\n{ONE}\n")).expect("a file can be written");
    desk.kind("magic");
    desk.browser.drop_file(&file, "#board");
    desk.browser
        .wait("document.querySelector('.frame').dataset.kind === 'sudoku'");
    desk.browser
        .wait("document.querySelectorAll('#set-list option').length === 2");
    assert_eq!(
        desk.browser.value("document.querySelector('#drop').hidden"),
        true
    );
    desk.close();
}

#[test]
fn marks_of_every_sort_are_shared_tried_kept_and_dropped() {
    let mut desk = Desk::open("marks");
    desk.opens(ONE, "sudoku");
    desk.tab("play");
    let size = |what: &str, n: usize| format!("window.gridwright.{what}.size === {n}");
    desk.browser.click("[data-cell=r1c3]");
    for (key, what) in [("x", "pencil"), ("c", "centre"), ("v", "colours")] {
        desk.browser.key(key);
        desk.browser.key("4");
        desk.browser.wait(&size(what, 1));
    }
    desk.browser.wait("document.querySelector('.noted.centre')?.textContent === '4' && document.querySelector('.noted.corner')?.textContent === '4'");
    desk.browser
        .wait("document.querySelector('.tint[data-colour=\"4\"]')");
    desk.browser.wait(
        "/in the middle 4.*blue/.test(document.querySelector('[data-cell=r1c3]').getAttribute('aria-label'))",
    );
    // A trial: what is marked in it goes with it, and undo brings it back.
    desk.browser.click("#trial");
    desk.browser.click("[data-cell=r1c4]");
    desk.browser.key("z");
    desk.browser.key("6");
    desk.browser
        .wait("document.querySelectorAll('.adornments .tried').length === 1");
    desk.browser
        .wait("/trials=/.test(location.hash) && /colours=/.test(location.hash)");
    let shared = desk.browser.value("location.href");
    desk.browser.click("#trial-drop");
    desk.browser.wait(&size("claims", 0));
    desk.browser.wait(&size("centre", 1));
    desk.browser.click("#undo");
    desk.browser.wait(&size("claims", 1));
    desk.browser.key("]");
    desk.browser
        .wait("window.gridwright.trials.length === 0 && window.gridwright.claims.size === 1");
    // The address has it all, on another page too.
    desk.browser.open(shared.as_str().expect("an address"));
    desk.browser.wait("window.gridwright?.trials?.length === 1");
    for (what, n) in [("claims", 1), ("pencil", 1), ("centre", 1), ("colours", 1)] {
        desk.browser.wait(&size(what, n));
    }
    desk.browser.wait("document.querySelector('#trial-drop')");
    desk.close();
}

#[test]
fn networks_of_islands_have_a_colour() {
    let mut desk = Desk::open("networks");
    desk.opens("2.3.2\n.....\n3.4.2\n", "hashi");
    desk.tab("play");
    desk.browser.drag("[data-cell=r1c1]", "[data-cell=r1c3]");
    desk.browser.wait("window.gridwright.claims.size === 1");
    desk.browser.click("#networks");
    desk.browser
        .wait("document.querySelector('.network')?.dataset.islands === '2'");
    desk.browser.drag("[data-cell=r1c3]", "[data-cell=r1c5]");
    desk.browser
        .wait("document.querySelector('.network')?.dataset.islands === '3'");
    desk.close();
}

#[test]
fn a_cell_is_explained_and_marks_are_gone_on_from() {
    let mut desk = Desk::open("cell");
    desk.opens(ONE, "sudoku");
    desk.tab("explain");
    let steps = "document.querySelectorAll('#steps > li').length";
    desk.browser.click("#explain");
    desk.verdict("explained-solved");
    let all = desk.browser.value(steps).as_u64();
    desk.browser.click("#explain-cell");
    desk.browser.click("[data-cell=r1c3]");
    desk.browser
        .wait("/lead to r1c3/.test(document.querySelector('#explained').textContent)");
    let few = desk.browser.value(steps).as_u64();
    assert!(few > Some(0) && few < all, "{few:?} of {all:?}");
    desk.tab("play");
    for (cell, number) in [("r1c3", "4"), ("r1c4", "6"), ("r1c6", "8")] {
        desk.browser.click(&format!("[data-cell={cell}]"));
        desk.browser.key(number);
    }
    desk.browser.wait("window.gridwright.claims.size === 3");
    desk.tab("explain");
    desk.browser.click("#explain-marks");
    desk.verdict("explained-solved");
    let rest = desk.browser.value(steps).as_u64();
    assert!(rest > Some(0) && rest < all, "{rest:?} of {all:?}");
    desk.close();
}

#[test]
fn a_comparison_is_saved_in_three_forms() {
    let mut desk = Desk::open("files");
    let folder = folder("files");
    desk.browser.saves_to(&folder);
    desk.opens(ONE, "sudoku");
    desk.tab("compare");
    desk.browser.click("#compare-run");
    desk.browser
        .wait("document.querySelector('#compare-plot svg')");
    desk.settled();
    for (button, begin) in [
        ("csv", &b"instance,"[..]),
        ("parquet", b"PAR1"),
        ("svg", b"<svg"),
    ] {
        desk.browser.click(&format!("#compare-{button}"));
        let bytes = saved(folder.join(format!("comparison.{button}")));
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(60)]);
        assert!(bytes.starts_with(begin), "{button}: {start}");
    }
    desk.close();
}

#[test]
fn rules_are_searched_with_step_by_step_and_as_a_tree() {
    let mut desk = Desk::open("chr");
    for kind in ["whitetan", "sudoku"] {
        desk.kind(kind);
        desk.settled();
        desk.tab("search");
        desk.choose("#search-engine", "chr");
        desk.browser.click("#search-step");
        desk.browser
            .wait("/Start/.test(document.querySelector('#search-event').textContent)");
        // A program may choose before its first rule fires.
        for step in 1.. {
            desk.browser.click("#search-step");
            desk.browser.wait(&format!(
                "/step {step}\\b/.test(document.querySelector('.caption').textContent)"
            ));
            let fires = "/Fires/.test(document.querySelector('#search-event').textContent)";
            if desk.browser.value(fires) == true {
                break;
            }
            assert!(step < 10, "no rule fires");
        }
        desk.browser
            .value("document.querySelector('#search-store').open = true");
        desk.browser
            .wait("document.querySelectorAll('#search-store-list li').length > 3");
        desk.browser.click("#search-fixpoint");
        desk.browser.click("#search-whole");
        desk.browser
            .wait("/whole tree/.test(document.querySelector('#verdict').textContent) && document.querySelector('#search-tree [data-fate=solution]')");
        desk.browser.value("document.querySelector('#search-tree [data-fate=solution]').dispatchEvent(new MouseEvent('click', {bubbles: true}))");
        desk.browser
            .wait("/answer/i.test(document.querySelector('#search-event').textContent)");
    }
    desk.close();
}

#[test]
fn a_program_is_asked_about_the_board_shown_and_constants_are_set() {
    let mut desk = Desk::open("asked");
    desk.tab("rules");
    desk.browser
        .wait("document.querySelector('[data-constant=n]')");
    desk.browser
        .value("document.querySelector('[data-constant=n]').value = 6");
    desk.browser.click("#rules-run");
    desk.browser.wait(
        "/Q = (\\d+ ){5}\\d+$/m.test(document.querySelector('#rules-solutions').textContent)",
    );
    desk.browser
        .click("#panel-rules [role=radio][data-value=chr]");
    desk.choose("#rules-example", "chr sudoku cells");
    let query = "document.querySelector('#rules-query').value";
    let asked = |line: &str| format!("{query}.includes('{line}')");
    desk.opens(ONE, "sudoku");
    desk.browser.wait(&asked("[5,3,_,_,7,_,_,_,_]"));
    desk.browser.click("#rules-run");
    desk.browser
        .wait("/5,3,4,6,7,8,9,1,2/.test(document.querySelector('#rules-solutions').textContent.replaceAll(' ', ''))");
    desk.close();
}
