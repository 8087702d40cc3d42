//! A page in a browser, with common actions.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use serde_json::json;

use crate::client::TestServer;
use crate::devtools::Browser;

/// The short names of all kinds.
pub(crate) fn kinds() -> impl Iterator<Item = &'static str> {
    gridwright::CATALOGUE.iter().map(|kind| kind.info().id)
}

pub(crate) const TABS: [&str; 7] = [
    "play", "solve", "explain", "search", "compare", "generate", "program",
];

/// A Sudoku with one answer, and the empty board.
pub(crate) const ONE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
pub(crate) const MANY: &str =
    ".................................................................................";

/// An open page with its server.
pub(crate) struct Page {
    pub(crate) server: TestServer,
    pub(crate) browser: Browser,
}

impl Deref for Page {
    type Target = Browser;

    fn deref(&self) -> &Browser {
        &self.browser
    }
}

impl DerefMut for Page {
    fn deref_mut(&mut self) -> &mut Browser {
        &mut self.browser
    }
}

impl Page {
    /// Starts a server and opens its page.
    pub(crate) fn start(name: &str) -> Page {
        let server = TestServer::start(|_| {});
        let mut browser = Browser::start(name, 1440, 900);
        browser.open(&format!("http://{}/", server.address));
        browser.wait("document.querySelector('.frame')?.dataset.drawn");
        Page { server, browser }
    }

    pub(crate) fn tab(&mut self, tab: &str) {
        self.click(&format!("#tab-{tab}"));
        self.wait(&format!(
            "document.querySelector('#panel-{tab}:not([hidden])')?.childElementCount > 0"
        ));
    }

    /// Selects a kind in the header.
    pub(crate) fn kind(&mut self, kind: &str) {
        self.value(&format!(
            "(() => {{ const kinds = document.querySelector('#kind'); kinds.value = '{kind}'; kinds.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
        ));
        self.wait(&format!(
            "document.querySelector('.frame').dataset.kind === '{kind}'"
        ));
    }

    /// Pastes a text into the dialog and opens it.
    pub(crate) fn paste(&mut self, text: &str, kind: &str) {
        self.click("#open-paste");
        self.wait("document.querySelector('#paste').open");
        let text = json!(text);
        self.value(&format!(
            "(() => {{ document.querySelector('#paste-text').value = {text}; document.querySelector('#paste-kind').value = '{kind}'; }})()"
        ));
        self.click("#paste-go");
    }

    /// Opens a puzzle and waits until it is drawn and checked.
    pub(crate) fn opens(&mut self, text: &str, kind: &str) {
        self.paste(text, kind);
        self.wait("!document.querySelector('#paste').open");
        self.wait(&format!(
            "document.querySelector('.frame').dataset.kind === '{kind}'"
        ));
        self.settled();
    }

    /// Waits until no drawing and no job is pending.
    pub(crate) fn settled(&mut self) {
        // The automatic check starts shortly after a puzzle is opened.
        std::thread::sleep(Duration::from_millis(250));
        self.wait("!document.querySelector('#board').hasAttribute('aria-busy') && document.querySelector('#verdict').dataset.tone !== 'busy'");
    }

    /// Selects an option of a list.
    pub(crate) fn choose(&mut self, selector: &str, value: &str) {
        let selector = json!(selector);
        self.wait(&format!(
            "document.querySelector({selector})?.querySelector('option[value=\"{value}\"]')"
        ));
        self.value(&format!(
            "(() => {{ const list = document.querySelector({selector}); list.value = '{value}'; list.dispatchEvent(new Event('change', {{bubbles: true}})); }})()"
        ));
    }

    /// Waits for a verdict.
    pub(crate) fn verdict(&mut self, word: &str) {
        self.wait(&format!(
            "document.querySelector('#verdict').dataset.verdict === '{word}'"
        ));
    }

    /// Closes the page; checks that no job and no error is left.
    pub(crate) fn close(self) {
        let Page { server, browser } = self;
        let errors = browser.errors.clone();
        drop(browser);
        server.wait_for_jobs((0, 0));
        assert!(errors.is_empty(), "{errors:#?}");
    }
}
