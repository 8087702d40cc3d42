//! Accessibility: axe-core checks every tab, on a wide screen and on a phone, in light and dark mode.

mod client;
mod devtools;
mod page;

use client::TestServer;
use devtools::Browser;
use page::{Page, TABS};

/// Serious and critical findings of axe-core.
fn findings(browser: &mut Browser) -> Vec<String> {
    let run = "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations \
               .filter(({impact}) => impact === 'serious' || impact === 'critical') \
               .map(({id, nodes}) => id + ': ' + nodes.map(({html}) => html.slice(0, 160)).slice(0, 3).join(' | ')))";
    let found = browser.value(run);
    let found = found.as_array().expect("a list").iter();
    found.map(ToString::to_string).collect()
}

/// The source of axe-core.
fn axe() -> String {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/referees/node_modules/axe-core/axe.min.js"
    );
    std::fs::read_to_string(file).expect("axe-core is installed; see `cargo xtask doctor`")
}

/// The button to press in a tab before the second check.
fn act(tab: &str) -> Option<&'static str> {
    match tab {
        "play" => Some("#trial"),
        "solve" => Some("#ask-unique"),
        "explain" => Some("#explain"),
        "search" => Some("#search-fixpoint"),
        "compare" => Some("#compare-run"),
        _ => None,
    }
}

#[test]
#[ignore = "needs Chromium and axe-core"]
fn the_page_is_accessible() {
    let axe = axe();
    for (name, width, height) in [("wide", 1440, 900), ("phone", 390, 844)] {
        let server = TestServer::start(|_| {});
        let mut browser = Browser::start(name, width, height);
        browser.open(&format!("http://{}/", server.address));
        browser.wait("document.querySelector('.frame')?.dataset.drawn");
        browser.value(&format!("{axe}\n; true"));
        let mut page = Page { server, browser };
        let mut found = Vec::new();
        for (dark, kind) in [
            (false, "sudoku"),
            (true, "hashi"),
            (true, "sudoku"),
            (false, "hashi"),
        ] {
            page.dark(dark);
            page.wait(&format!(
                "document.documentElement.dataset.dark === '{}'",
                if dark { "yes" } else { "no" }
            ));
            page.kind(kind);
            page.settled();
            for tab in TABS {
                page.tab(tab);
                let mode = if dark { "dark" } else { "light" };
                let mut look = |page: &mut Page, what: &str| {
                    let here = findings(page).into_iter();
                    let place = format!("{name} {mode} {kind} {tab} {what}");
                    found.extend(here.map(|finding| format!("{place} {finding}")));
                };
                look(&mut page, "as opened");
                if let Some(act) = act(tab).filter(|_| kind == "sudoku") {
                    page.click(act);
                    page.settled();
                    look(&mut page, "in use");
                }
            }
        }
        found.sort();
        found.dedup();
        assert!(found.is_empty(), "{found:#?}");
        page.close();
    }
}
