//! A page open in a browser, and what a person does with any of it.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::time::Duration;

use serde_json::json;

use crate::client::Running;
use crate::devtools::Browser;

pub(crate) const KINDS: [&str; 7] = [
    "sudoku",
    "hashi",
    "battleship",
    "magic",
    "whitetan",
    "numbrix",
    "hidato",
];

pub(crate) const TABS: [&str; 7] = [
    "play", "solve", "explain", "search", "compare", "generate", "rules",
];

/// A Sudoku with one answer, and one whose answers are far too many to count.
pub(crate) const ONE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const MANY: &str =
    ".................................................................................";

/// A page with its server, open and drawn.
pub(crate) struct Desk {
    pub(crate) server: Running,
    pub(crate) browser: Browser,
}

impl Desk {
    pub(crate) fn open(name: &str) -> Desk {
        let server = Running::start(|_| {});
        let mut browser = Browser::start(name, 1440, 900);
        browser.open(&format!("http://{}/", server.address));
        browser.wait("document.querySelector('.frame')?.dataset.drawn");
        Desk { server, browser }
    }

    pub(crate) fn tab(&mut self, tab: &str) {
        self.browser.click(&format!("#tab-{tab}"));
        self.browser.wait(&format!(
            "document.querySelector('#panel-{tab}:not([hidden])')?.childElementCount > 0"
        ));
    }

    /// Chooses a kind in the header.
    pub(crate) fn kind(&mut self, kind: &str) {
        self.browser.value(&format!(
            "(() => {{ const kinds = document.querySelector('#kind'); kinds.value = '{kind}'; kinds.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
        ));
        self.browser.wait(&format!(
            "document.querySelector('.frame').dataset.kind === '{kind}'"
        ));
    }

    /// Opens a text by way of the dialog, as a person pastes it.
    pub(crate) fn paste(&mut self, text: &str, kind: &str) {
        let browser = &mut self.browser;
        browser.click("#open-paste");
        browser.wait("document.querySelector('#paste').open");
        let text = json!(text);
        browser.value(&format!(
            "(() => {{ document.querySelector('#paste-text').value = {text}; document.querySelector('#paste-kind').value = '{kind}'; }})()"
        ));
        browser.click("#paste-go");
    }

    /// Opens a text that is a puzzle, and waits until it is on the board and looked at.
    pub(crate) fn opens(&mut self, text: &str, kind: &str) {
        self.paste(text, kind);
        let browser = &mut self.browser;
        browser.wait("!document.querySelector('#paste').open");
        browser.wait(&format!(
            "document.querySelector('.frame').dataset.kind === '{kind}'"
        ));
        self.settled();
    }

    /// Waits until nothing is drawn and nothing is looked for.
    pub(crate) fn settled(&mut self) {
        // What is looked for by itself begins a moment after a puzzle is opened.
        std::thread::sleep(Duration::from_millis(250));
        self.browser.wait("!document.querySelector('#board').hasAttribute('aria-busy') && document.querySelector('#verdict').dataset.tone !== 'busy'");
    }

    /// Chooses in a list.
    pub(crate) fn choose(&mut self, selector: &str, value: &str) {
        let selector = json!(selector);
        self.browser.wait(&format!(
            "document.querySelector({selector})?.querySelector('option[value=\"{value}\"]')"
        ));
        self.browser.value(&format!(
            "(() => {{ const list = document.querySelector({selector}); list.value = '{value}'; list.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
        ));
    }

    /// Waits until the line of the verdict is about this.
    pub(crate) fn verdict(&mut self, word: &str) {
        self.browser.wait(&format!(
            "document.querySelector('#verdict').dataset.verdict === '{word}'"
        ));
    }

    /// How many jobs there are in the end: none is left behind.
    pub(crate) fn close(self) {
        let Desk { server, browser } = self;
        let complaints = browser.complaints.clone();
        drop(browser);
        server.wait_for_jobs((0, 0));
        assert!(complaints.is_empty(), "{complaints:#?}");
    }
}
