//! Whether everybody can use the page: axe-core looks at every tab, on a wide screen and on a phone, light and dark.

mod client;
mod desk;
mod devtools;

use std::path::{Path, PathBuf};
use std::process::Command;

use client::Running;
use desk::{Desk, TABS};
use devtools::Browser;

/// What axe-core finds wrong, of the kind that keeps people out.
fn findings(browser: &mut Browser) -> Vec<String> {
    let run = "axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations \
               .filter(({impact}) => impact === 'serious' || impact === 'critical') \
               .map(({id, nodes}) => id + ': ' + nodes.map(({html}) => html.slice(0, 160)).slice(0, 3).join(' | ')))";
    let found = browser.value(run);
    let found = found.as_array().expect("a list").iter();
    found.map(ToString::to_string).collect()
}

/// The text of axe-core, brought by npm once and kept with what is built.
fn axe() -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let kept: PathBuf = target.join("node_modules/axe-core/axe.min.js");
    if !kept.is_file() {
        let brought = Command::new("npm")
            .args([
                "install",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--prefix",
            ])
            .arg(target)
            .arg("axe-core@4.10.3")
            .output()
            .expect("npm is installed; `cargo xtask test` sees to it");
        assert!(
            brought.status.success(),
            "{}",
            String::from_utf8_lossy(&brought.stderr)
        );
    }
    std::fs::read_to_string(kept).expect("npm brought it")
}

/// What is done in a tab to see what it looks like in use.
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
fn everybody_can_use_it() {
    let axe = axe();
    for (name, width, height) in [("wide", 1440, 900), ("phone", 390, 844)] {
        let server = Running::start(|_| {});
        let mut browser = Browser::start(name, width, height);
        browser.open(&format!("http://{}/", server.address));
        browser.wait("document.querySelector('.frame')?.dataset.drawn");
        browser.value(&format!("{axe}\n; true"));
        let mut desk = Desk { server, browser };
        let mut found = Vec::new();
        for (dark, kind) in [
            (false, "sudoku"),
            (true, "hashi"),
            (true, "sudoku"),
            (false, "hashi"),
        ] {
            desk.browser.dark(dark);
            desk.browser.wait(&format!(
                "document.documentElement.dataset.dark === '{}'",
                if dark { "yes" } else { "no" }
            ));
            desk.kind(kind);
            desk.settled();
            for tab in TABS {
                desk.tab(tab);
                let mode = if dark { "dark" } else { "light" };
                let mut look = |desk: &mut Desk, what: &str| {
                    let here = findings(&mut desk.browser).into_iter();
                    let place = format!("{name} {mode} {kind} {tab} {what}");
                    found.extend(here.map(|finding| format!("{place} {finding}")));
                };
                look(&mut desk, "as opened");
                if let Some(act) = act(tab).filter(|_| kind == "sudoku") {
                    desk.browser.click(act);
                    desk.settled();
                    look(&mut desk, "in use");
                }
            }
        }
        found.sort();
        found.dedup();
        assert!(found.is_empty(), "{found:#?}");
        desk.close();
    }
}
