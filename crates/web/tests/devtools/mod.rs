//! Headless Chromium, controlled by the DevTools protocol: opens pages, evaluates expressions, clicks and types.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// The time limit of any wait.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A browser with one page open.
pub(crate) struct Browser {
    child: Child,
    profile: PathBuf,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    next: u64,
    /// Errors of the page: exceptions, console errors, failed requests.
    pub(crate) errors: Vec<String>,
}

impl Browser {
    /// Starts a browser with a window size.
    pub(crate) fn start(name: &str, width: u32, height: u32) -> Browser {
        let profile = format!("gridwright-chromium-{name}-{}", std::process::id());
        let profile = std::env::temp_dir().join(profile);
        let mut child = Command::new("chromium")
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                &format!("--window-size={width},{height}"),
                &format!("--user-data-dir={}", profile.display()),
                "about:blank",
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("Chromium is installed; see `cargo xtask doctor`");
        let errors = BufReader::new(child.stderr.take().expect("it is piped"));
        let mut lines = errors.lines().map_while(Result::ok);
        let address = lines
            .find_map(|line| Some(line.split_once("listening on ")?.1.trim().to_owned()))
            .expect("chromium prints its address");
        // The pipe must be drained, or chromium blocks.
        std::thread::spawn(move || lines.for_each(drop));
        let (socket, _) = tungstenite::connect(&address).expect("chromium listens");
        let mut browser = Browser {
            child,
            profile,
            socket,
            session: String::new(),
            next: 0,
            errors: Vec::new(),
        };
        let target = browser.send("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.send("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().expect("a name").to_owned();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.send(&format!("{domain}.enable"), json!({}));
        }
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        browser.send("Emulation.setDeviceMetricsOverride", size);
        browser
    }

    /// Sends a command and waits for its result.
    pub(crate) fn send(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({"id": id, "method": method, "params": params});
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket
            .send(Message::text(message.to_string()))
            .expect("chromium lives");
        loop {
            let message = self.socket.read().expect("chromium answers");
            let Message::Text(text) = message else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["id"] == id {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
            self.record_error(&message);
        }
    }

    /// Records errors of the page.
    fn record_error(&mut self, message: &Value) {
        let params = &message["params"];
        let error = match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => params["exceptionDetails"].to_string(),
            Some("Runtime.consoleAPICalled") if params["type"] == "error" => {
                params["args"].to_string()
            }
            Some("Log.entryAdded") if params["entry"]["level"] == "error" => {
                params["entry"].to_string()
            }
            _ => return,
        };
        self.errors.push(error);
    }

    /// Opens a URL and waits until it is loaded.
    pub(crate) fn open(&mut self, url: &str) {
        self.send("Page.navigate", json!({"url": "about:blank"}));
        self.send("Page.navigate", json!({"url": url}));
        self.wait("document.readyState === 'complete' && location.protocol !== 'about:'");
    }

    /// The value of an expression, which may be a promise.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let found = self.send("Runtime.evaluate", params);
        assert!(
            found.get("exceptionDetails").is_none(),
            "{expression}: {found}"
        );
        found["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let start = Instant::now();
        loop {
            let params = json!({"expression": format!("!!({expression})"), "returnByValue": true});
            let found = self.send("Runtime.evaluate", params);
            if found["result"]["value"] == true {
                return;
            }
            if start.elapsed() > TIMEOUT {
                let body = self.value("document.body.innerText.slice(0, 3000)");
                panic!("never true: {expression}\n{body}\n{:?}", self.errors);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Clicks the centre of an element, once it exists.
    pub(crate) fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.press(&at, "left");
    }

    /// Presses and releases a mouse button.
    fn press(&mut self, at: &Value, button: &str) {
        for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            let event = json!({"type": kind, "x": at[0], "y": at[1], "button": button, "buttons": buttons, "clickCount": 1});
            self.send("Input.dispatchMouseEvent", event);
        }
    }

    /// Types a key by name or letter.
    pub(crate) fn key(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "text": if kind == "keyDown" { text } else { "" }});
            self.send("Input.dispatchKeyEvent", event);
        }
    }

    /// Drags from the centre of one element to that of another.
    pub(crate) fn drag(&mut self, from: &str, to: &str) {
        let ends = [self.middle(from), self.middle(to)];
        let half = |at: usize| {
            (ends[0][at].as_f64().unwrap_or(0.0) + ends[1][at].as_f64().unwrap_or(0.0)) / 2.0
        };
        let path = [
            ("mouseMoved", ends[0].clone(), 0),
            ("mousePressed", ends[0].clone(), 1),
            ("mouseMoved", json!([half(0), half(1)]), 1),
            ("mouseMoved", ends[1].clone(), 1),
            ("mouseReleased", ends[1].clone(), 0),
        ];
        for (kind, at, buttons) in path {
            let event = json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "buttons": buttons, "clickCount": 1});
            self.send("Input.dispatchMouseEvent", event);
        }
    }

    /// Drops a file on an element.
    pub(crate) fn drop_file(&mut self, file: &Path, selector: &str) {
        let at = self.middle(selector);
        let data = json!({"items": [], "files": [file], "dragOperationsMask": 1});
        for kind in ["dragEnter", "dragOver", "drop"] {
            let event = json!({"type": kind, "x": at[0], "y": at[1], "data": data});
            self.send("Input.dispatchDragEvent", event);
        }
    }

    /// Saves downloads in a folder.
    pub(crate) fn saves_to(&mut self, folder: &Path) {
        let allow = json!({"behavior": "allow", "downloadPath": folder});
        self.send("Page.setDownloadBehavior", allow);
    }

    /// Switches between light and dark mode.
    pub(crate) fn dark(&mut self, dark: bool) {
        let scheme = if dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.send("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// The centre of an element, scrolled into view.
    fn middle(&mut self, selector: &str) -> Value {
        let quoted = json!(selector).to_string();
        self.wait(&format!("document.querySelector({quoted})"));
        self.value(&format!(
            "(() => {{ const it = document.querySelector({quoted}); \
             const at = (block) => {{ it.scrollIntoView({{block}}); const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }}; \
             const middle = at('center'); const seen = document.elementFromPoint(...middle); \
             return !seen || it.contains(seen) || seen.contains(it) ? middle : at('end'); }})()"
        ))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.profile);
    }
}
