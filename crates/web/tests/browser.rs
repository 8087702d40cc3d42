//! The page in a real browser: every tab for every kind, and what a person would do there.
//!
//! `data-` attributes and ids are what these tests hold on to; words may change.

mod client;
mod desk;
mod devtools;

use std::time::{Duration, Instant};

use desk::{Desk, KINDS, MANY, ONE, TABS};
use devtools::Browser;
use serde_json::{Value, json};

#[test]
fn every_tab_opens_for_every_kind() {
    let mut desk = Desk::open("tabs");
    for kind in KINDS {
        desk.kind(kind);
        for tab in TABS {
            desk.tab(tab);
        }
        let cells = desk
            .browser
            .value("document.querySelectorAll('[role=gridcell]').length");
        assert!(cells.as_u64() > Some(8), "{kind}: {cells}");
    }
    desk.close();
}

#[test]
fn every_format_is_pasted() {
    let mut desk = Desk::open("paste");
    let kinds = desk.server.get("/api/kinds").json();
    for card in kinds["kinds"].as_array().expect("kinds") {
        let (kind, text) = (&card["id"], &card["examples"][0]["text"]);
        let about = json!({"kind": kind, "text": text});
        let about = desk.server.post("/api/puzzle", &about).json();
        let mut texts: Vec<Value> = about["addresses"]
            .as_object()
            .expect("formats")
            .values()
            .cloned()
            .collect();
        texts.push(text.clone());
        let kind = kind.as_str().expect("a name");
        for text in &texts {
            let other = if kind == "magic" { "sudoku" } else { "magic" };
            desk.kind(other);
            desk.paste(text.as_str().expect("a text"), kind);
            desk.browser.wait(&format!(
                "document.querySelector('.frame').dataset.kind === '{kind}'"
            ));
        }
    }
    // What is no puzzle is said to be none, in the dialog.
    desk.paste("what is this", "");
    desk.browser
        .wait("!document.querySelector('#paste-error').hidden");
    // The browser notes every answer of the server that is an error.
    desk.browser.complaints.retain(|said| !said.contains("422"));
    desk.close();
}

#[test]
fn a_move_is_played_in_every_kind() {
    let mut desk = Desk::open("moves");
    for kind in KINDS {
        desk.kind(kind);
        desk.settled();
        desk.tab("play");
        // The cells of the first fact about a cell without a clue; islands and arrows always are one.
        let cells = desk.browser.value(
            "(() => { const {info} = window.gridwright; \
             const open = new Set(info.places.filter(({clue}) => clue === '').map(({place}) => `${place.row},${place.col}`)); \
             const fact = info.facts.find(({cells: [first]}) => open.has(first.join())) ?? info.facts[0]; \
             return fact.cells.map(([row, col]) => `[data-cell=r${row + 1}c${col + 1}]`); })()",
        );
        let cell = |at: usize| cells[at].as_str().expect("a cell").to_owned();
        match kind {
            "hashi" => desk.browser.drag(&cell(0), &cell(1)),
            "battleship" | "whitetan" => desk.browser.click(&cell(0)),
            _ => {
                desk.browser.click(&cell(0));
                desk.browser.key("1");
                // Numbers may have several digits there.
                if kind != "sudoku" {
                    desk.browser.key("Enter");
                }
            }
        }
        desk.browser.wait("window.gridwright.claims.size > 0");
        desk.browser.click("#undo");
        desk.browser.wait("window.gridwright.claims.size === 0");
    }
    desk.close();
}

#[test]
fn a_board_is_shared_by_its_address_alone() {
    let mut desk = Desk::open("share");
    desk.opens(ONE, "sudoku");
    desk.tab("play");
    desk.browser.click("[data-cell=r1c3]");
    desk.browser.key("4");
    let label = "document.querySelector('[data-cell=r1c3]')?.getAttribute('aria-label')";
    desk.browser.wait(&format!("/4/.test({label})"));
    desk.browser.wait("/marks=/.test(location.hash)");
    let shared = desk.browser.value("location.href");
    let mut other = Browser::start("shared", 390, 844);
    other.open(shared.as_str().expect("an address"));
    other.wait(&format!("/4/.test({label})"));
    assert!(other.complaints.is_empty(), "{:?}", other.complaints);
    drop(other);
    desk.close();
}

#[test]
fn a_puzzle_is_solved_and_a_long_count_stopped() {
    let mut desk = Desk::open("solve");
    desk.opens(ONE, "sudoku");
    desk.tab("solve");
    desk.browser.click("#ask-unique");
    desk.verdict("unique");
    desk.opens(MANY, "sudoku");
    desk.verdict("multiple");
    desk.browser
        .value("document.querySelector('#count-limit').value = 1000000000");
    desk.browser.click("#ask-count");
    desk.browser.wait("!document.querySelector('#stop').hidden");
    desk.server.wait_for_jobs((1, 0));
    desk.browser.click("#stop");
    let took = desk.server.wait_for_jobs((0, 0));
    assert!(took < Duration::from_secs(2), "{took:?}");
    desk.browser
        .wait("document.querySelector('#verdict').dataset.tone === 'stopped'");
    desk.browser.click("#ask-unique");
    desk.browser
        .wait("document.querySelectorAll('.pair figure svg').length === 2");
    desk.close();
}

#[test]
fn killing_the_browser_leaves_no_job() {
    let mut desk = Desk::open("kill");
    desk.opens(MANY, "sudoku");
    desk.verdict("multiple");
    desk.tab("solve");
    desk.browser
        .value("document.querySelector('#count-limit').value = 1000000000");
    desk.browser.click("#ask-count");
    desk.server.wait_for_jobs((1, 0));
    let Desk { server, browser } = desk;
    let start = Instant::now();
    drop(browser);
    server.wait_for_jobs((0, 0));
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}

#[test]
fn an_explanation_is_stepped_through() {
    let mut desk = Desk::open("explain");
    for kind in ["sudoku", "hashi", "whitetan"] {
        desk.kind(kind);
        desk.tab("explain");
        desk.browser.click("#explain");
        desk.browser
            .wait("document.querySelectorAll('#steps > li').length > 1");
        let drawn = desk
            .browser
            .value("document.querySelector('.frame').dataset.drawn");
        desk.browser.click("#step-forward");
        desk.browser.wait(&format!(
            "Number(document.querySelector('.frame').dataset.drawn) > {drawn}"
        ));
        desk.browser.click("#step-back");
        desk.browser.click("#rate");
        desk.browser.wait(
            "/easy|medium|hard|expert|extreme/.test(document.querySelector('#rating').innerText)",
        );
        desk.tab("play");
    }
    desk.close();
}

#[test]
fn a_search_is_walked_and_its_tree_too() {
    let mut desk = Desk::open("search");
    desk.opens("order 3", "magic");
    desk.tab("search");
    desk.browser.click("#search-step");
    desk.browser
        .wait("document.querySelector('#search-event').innerText.length > 3");
    desk.browser.click("#search-fixpoint");
    desk.browser.click("#search-whole");
    desk.browser.wait("document.querySelectorAll('#search-tree [data-fate=solution], #search-tree [data-fate=folded]').length > 0");
    let drawn = desk
        .browser
        .value("document.querySelector('.frame').dataset.drawn");
    desk.browser.value("document.querySelector('#search-tree [data-fate=solution], #search-tree [data-fate=failure]').dispatchEvent(new MouseEvent('click', {bubbles: true}))");
    desk.browser.wait(&format!(
        "Number(document.querySelector('.frame').dataset.drawn) > {drawn}"
    ));
    desk.close();
}

#[test]
fn configurations_are_compared() {
    let mut desk = Desk::open("compare");
    desk.opens(ONE, "sudoku");
    desk.tab("compare");
    desk.browser.click("#compare-viewpoints");
    desk.browser.click("#compare-run");
    desk.browser
        .wait("document.querySelectorAll('#compare-table table.results tbody td').length > 4");
    desk.browser
        .wait("document.querySelector('#compare-plot svg')");
    desk.settled();
    desk.close();
}

#[test]
fn puzzles_are_made_and_opened() {
    let mut desk = Desk::open("generate");
    desk.kind("hashi");
    desk.tab("generate");
    desk.browser.value("(() => { const many = document.querySelector('#generate-many'); many.value = 2; many.dispatchEvent(new Event('input', {bubbles: true})); many.dispatchEvent(new Event('change', {bubbles: true})); })()");
    desk.browser.click("#generate-run");
    desk.browser
        .wait("document.querySelectorAll('#generate-gallery [data-made]').length === 2");
    desk.settled();
    desk.close();
}

#[test]
fn a_program_is_run_and_its_errors_shown_in_place() {
    let mut desk = Desk::open("rules");
    desk.tab("rules");
    desk.browser
        .wait("document.querySelector('#rules-text').value.length > 20");
    desk.browser.click("#rules-run");
    desk.browser
        .wait("document.querySelectorAll('#rules-solutions [data-solution]').length > 0");
    desk.browser.value("(() => { const text = document.querySelector('#rules-text'); text.value = 'this is : no ( program'; text.dispatchEvent(new Event('input', {bubbles: true})); })()");
    desk.browser.click("#rules-run");
    desk.browser.wait("document.querySelector('.behind mark')");
    desk.browser.complaints.retain(|said| !said.contains("422"));
    desk.close();
}
