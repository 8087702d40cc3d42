//! The page in a real browser: every tab for every kind.
//!
//! The tests rely on ids and `data-` attributes; texts may change.

mod client;
mod devtools;
mod page;

use devtools::Browser;
use gridwright::{CATALOGUE, kind};
use page::{MANY, ONE, Page, TABS, kinds};
use serde_json::{Value, json};

#[test]
#[ignore = "needs Chromium"]
fn every_tab_opens_for_every_kind() {
    let mut page = Page::start("tabs");
    for kind in kinds() {
        page.kind(kind);
        for tab in TABS {
            page.tab(tab);
        }
        let cells = page.value("document.querySelectorAll('[role=gridcell]').length");
        assert!(cells.as_u64() > Some(0), "{kind}: {cells}");
    }
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn every_format_is_pasted() {
    let mut page = Page::start("paste");
    let kinds = page.server.get("/api/kinds").json();
    for card in kinds["kinds"].as_array().expect("kinds") {
        let (kind, text) = (&card["id"], &card["examples"][0]["text"]);
        let about = json!({"kind": kind, "text": text});
        let about = page.server.post("/api/puzzle", &about).json();
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
            page.kind(other);
            page.paste(text.as_str().expect("a text"), kind);
            page.wait(&format!(
                "document.querySelector('.frame').dataset.kind === '{kind}'"
            ));
        }
    }
    // An invalid text shows an error in the dialog.
    page.paste("what is this", "");
    page.wait("!document.querySelector('#paste-error').hidden");
    // The browser logs every error response.
    page.browser.errors.retain(|error| !error.contains("422"));
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_is_played_in_every_kind() {
    let mut page = Page::start("moves");
    for kind in kinds() {
        page.kind(kind);
        page.settled();
        page.tab("play");
        play_a_move(&mut page);
    }
    page.close();
}

/// Plays a move where no clue says what is there, and takes it back.
fn play_a_move(page: &mut Page) {
    // The place of the first fact that no clue gives: what a player does there depends on the place alone.
    let spot = page.value(
        "(() => { const {info} = window.gridwright; \
         const spots = [...info.cellAt.values(), ...info.links, ...info.borders.values()]; \
         const open = spots.find(({facts}) => !facts.some((one) => info.given.has(one))); \
         const fact = info.facts[open.facts[0] - 1]; \
         const name = ([row, col]) => `[data-cell=r${row + 1}c${col + 1}]`; \
         const {cell = fact.cells[0], link, border} = fact.place ?? {}; \
         return { cells: (link ?? [cell]).map(name), label: fact.label, border, link: Boolean(link), isNumber: info.most !== null }; })()",
    );
    let cell = |at: usize| spot["cells"][at].as_str().expect("a cell").to_owned();
    if spot["link"] == true {
        page.drag(&cell(0), &cell(1));
    } else if spot["border"].is_array() {
        let at = |n: usize| spot["border"][n].as_u64().expect("a number");
        let (row, col, upright) = (at(0), at(1), at(2));
        page.value(&format!(
            "(() => {{ const cells = document.querySelector('.cells').getBoundingClientRect(); const {{rows, cols}} = window.gridwright.info; \
             const x = cells.left + (cells.width / cols) * ({col} + ({upright} ? 0.02 : 0.5)); \
             const y = cells.top + (cells.height / rows) * ({row} + ({upright} ? 0.5 : 0.02)); \
             for (const type of ['pointerdown', 'pointerup']) document.querySelector('.cells').dispatchEvent(new PointerEvent(type, {{clientX: x, clientY: y, button: 0, pointerId: 1, bubbles: true}})); }})()"
        ));
    } else {
        page.click(&cell(0));
        if spot["isNumber"] == true {
            for digit in spot["label"].as_str().expect("a number").chars() {
                page.key(&digit.to_string());
            }
            page.key("Enter");
        }
    }
    page.wait("window.gridwright.claims.size > 0");
    page.click("#undo");
    page.wait("window.gridwright.claims.size === 0");
}

/// A Sudoku of cages and thermometers.
const VARIANT: &str = "......\n......\n......\n......\n......\n......
cage 11 r1c1 r2c1 r2c2 r3c1
cage 17 r1c2 r1c3 r1c4 r1c5
cage 11 r1c6 r2c6 r3c6
cage 11 r2c3 r3c2 r3c3 r4c3
cage 18 r2c4 r2c5 r3c5 r4c5
cage 15 r4c1 r4c2 r5c1
cage 5 r4c4 r5c4
cage 11 r5c2 r6c1 r6c2
cage 8 r5c6 r6c6
cage 7 r6c3 r6c4 r6c5
thermo r2c1 r3c1 r2c2 r1c3
thermo r2c3 r3c3 r2c4
thermo r4c4 r4c5 r5c5
thermo r5c3 r6c4 r6c3
";

#[test]
#[ignore = "needs Chromium"]
fn a_public_board_is_answered_explained_and_played() {
    let mut page = Page::start("links");
    let kinds = CATALOGUE.iter().filter(|kind| !kind.boards().is_empty());
    // The shortest of each kind: a link, or a game id.
    let mut boards: Vec<(&str, String)> = Vec::new();
    for kind in kinds {
        let published = kind.boards();
        let shortest = published.iter().min_by_key(|board| board.len());
        let board = shortest.expect("there are some");
        boards.push((kind.info().id, (*board).to_owned()));
    }
    assert!(boards.len() >= 12, "{}", boards.len());
    let sudoku = kind("sudoku").expect("it is in the catalogue");
    let variant = sudoku.read(None, VARIANT).expect("it is well formed");
    for format in ["sudokupad", "fpuzzles"] {
        let link = variant.write(format).expect("it has every constraint");
        assert!(link.starts_with("https://"), "{link}");
        boards.push(("sudoku", link));
    }
    for (id, board) in &boards {
        // The kind is found by the text alone.
        page.paste(board, "");
        page.wait("!document.querySelector('#paste').open");
        page.wait(&format!(
            "document.querySelector('.frame').dataset.kind === '{id}'"
        ));
        page.settled();
        page.verdict("unique");
        page.tab("play");
        play_a_move(&mut page);
        page.tab("explain");
        page.click("#explain");
        page.wait("document.querySelectorAll('#steps > li').length > 1");
    }
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_clue_is_edited_in_every_kind() {
    let mut page = Page::start("edit");
    for kind in kinds() {
        page.kind(kind);
        page.settled();
        page.tab("play");
        page.click("#edit");
        // Every place for a clue that is not a cell has a button or is listed.
        let places = "window.gridwright.info.slots.filter(({place: {row, col, on}}) => row === undefined || col === undefined || on).length";
        page.wait(&format!(
            "document.querySelectorAll('.margins > button').length + document.querySelectorAll('.padding .padding > .row > button').length >= {places}"
        ));
        // The first clue in a cell is removed, or turned where it is required; the rules of a kind may refuse that.
        let slot = page.value(
            "(() => { const slot = [...window.gridwright.info.slotAt.values()].find(({clue}) => clue !== ''); \
             const letter = slot?.entry.symbols.find(({text}) => /^[A-Z]$/.test(text) && text !== slot.clue)?.text; return slot && { letter, cell: `[data-cell=r${slot.place.row + 1}c${slot.place.col + 1}]`, required: slot.entry.required, text: window.gridwright.moment.text }; })()",
        );
        if let Some(cell) = slot["cell"].as_str() {
            page.click(cell);
            let keys = match (slot["required"] == true, slot["letter"].as_str()) {
                (true, Some(letter)) => vec![letter],
                (true, None) => vec!["2", "8"],
                (false, _) => vec!["Backspace"],
            };
            for key in keys {
                page.key(key);
            }
            let text = &slot["text"];
            page.wait(&format!(
                "window.gridwright.moment.text !== {text} || !document.querySelector('#edit-error').hidden"
            ));
        }
        page.click("#edit");
    }
    // The browser logs every error response.
    page.browser.errors.retain(|error| !error.contains("422"));
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_board_is_shared_by_its_url() {
    let mut page = Page::start("share");
    page.opens(ONE, "sudoku");
    page.tab("play");
    page.click("[data-cell=r1c3]");
    page.key("4");
    let label = "document.querySelector('[data-cell=r1c3]')?.getAttribute('aria-label')";
    page.wait(&format!("/4/.test({label})"));
    page.wait("/marks=/.test(location.hash)");
    let shared = page.value("location.href");
    let mut other = Browser::start("shared", 390, 844);
    other.open(shared.as_str().expect("an address"));
    other.wait(&format!("/4/.test({label})"));
    assert!(other.errors.is_empty(), "{:?}", other.errors);
    drop(other);
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_puzzle_is_solved_and_a_long_count_stopped() {
    let mut page = Page::start("solve");
    page.opens(ONE, "sudoku");
    page.tab("solve");
    page.click("#ask-unique");
    page.verdict("unique");
    page.opens(MANY, "sudoku");
    page.verdict("multiple");
    page.value("document.querySelector('#count-limit').value = 1000000000");
    page.click("#ask-count");
    page.wait("!document.querySelector('#stop').hidden");
    page.server.wait_for_jobs((1, 0));
    page.click("#stop");
    page.server.wait_for_jobs((0, 0));
    page.wait("document.querySelector('#verdict').dataset.tone === 'stopped'");
    page.click("#ask-unique");
    page.wait("document.querySelectorAll('.pair figure svg').length === 2");
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn killing_the_browser_leaves_no_job() {
    let mut page = Page::start("kill");
    page.opens(MANY, "sudoku");
    page.verdict("multiple");
    page.tab("solve");
    page.value("document.querySelector('#count-limit').value = 1000000000");
    page.click("#ask-count");
    page.server.wait_for_jobs((1, 0));
    let Page { server, browser } = page;
    drop(browser);
    server.wait_for_jobs((0, 0));
}

#[test]
#[ignore = "needs Chromium"]
fn an_explanation_is_stepped_through() {
    let mut page = Page::start("explain");
    for kind in ["sudoku", "hashi", "whitetan"] {
        page.kind(kind);
        page.tab("explain");
        page.click("#explain");
        page.wait("document.querySelectorAll('#steps > li').length > 1");
        let drawn = page.value("document.querySelector('.frame').dataset.drawn");
        page.click("#step-forward");
        page.wait(&format!(
            "Number(document.querySelector('.frame').dataset.drawn) > {drawn}"
        ));
        page.click("#step-back");
        page.click("#rate");
        page.wait(
            "/easy|medium|hard|expert|extreme/.test(document.querySelector('#rating').innerText)",
        );
        page.tab("play");
    }
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_search_is_stepped_through_and_its_tree_drawn() {
    let mut page = Page::start("search");
    page.opens("order 3", "magic");
    page.tab("search");
    page.click("#search-step");
    page.wait("document.querySelector('#search-event').innerText.length > 3");
    page.click("#search-fixpoint");
    page.click("#search-whole");
    // The tree is drawn while it grows, at first perhaps without a leaf.
    page.wait("document.querySelector('#search-tree [data-fate=solution], #search-tree [data-fate=failure]')");
    page.settled();
    let drawn = page.value("document.querySelector('.frame').dataset.drawn");
    page.value("document.querySelector('#search-tree [data-fate=solution], #search-tree [data-fate=failure]').dispatchEvent(new MouseEvent('click', {bubbles: true}))");
    page.wait(&format!(
        "Number(document.querySelector('.frame').dataset.drawn) > {drawn}"
    ));
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn configurations_are_compared() {
    let mut page = Page::start("compare");
    page.opens(ONE, "sudoku");
    page.tab("compare");
    page.click("#compare-viewpoints");
    page.click("#compare-run");
    page.wait("document.querySelectorAll('#compare-table table.results tbody td').length > 4");
    page.wait("document.querySelector('#compare-plot svg')");
    page.settled();
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn generated_puzzles_are_shown() {
    let mut page = Page::start("generate");
    page.kind("hashi");
    page.tab("generate");
    page.value("(() => { const many = document.querySelector('#generate-many'); many.value = 2; many.dispatchEvent(new Event('input', {bubbles: true})); many.dispatchEvent(new Event('change', {bubbles: true})); })()");
    page.click("#generate-run");
    page.wait("document.querySelectorAll('#generate-gallery [data-made]').length === 2");
    page.settled();
    page.close();
}

#[test]
#[ignore = "needs Chromium"]
fn a_program_is_run_and_its_errors_shown_in_place() {
    let mut page = Page::start("program");
    page.tab("program");
    page.wait("document.querySelector('#program-text').value.length > 20");
    page.click("#program-run");
    page.wait("document.querySelectorAll('#program-solutions [data-solution]').length > 0");
    page.value("(() => { const text = document.querySelector('#program-text'); text.value = 'this is : no ( program'; text.dispatchEvent(new Event('input', {bubbles: true})); })()");
    page.click("#program-run");
    page.wait("document.querySelector('.behind mark')");
    page.browser.errors.retain(|error| !error.contains("422"));
    page.close();
}
