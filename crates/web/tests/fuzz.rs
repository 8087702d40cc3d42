//! Random bodies: the server responds without internal errors. `cargo xtask fuzz readers` tries more of them.

mod client;

use client::{FOUR, Reply, TestServer, accepted};
use gridwright_testing::{cases, first_seed};
use serde_json::{Value, json};

/// The number of bodies for each call in the tests; `PROPTEST_CASES` overrides it.
const ROUNDS: usize = 150;

/// A valid puzzle of every kind.
fn good() -> Vec<(&'static str, &'static str)> {
    let kinds = gridwright::CATALOGUE.iter().map(|kind| kind.info());
    kinds.map(|info| (info.id, info.examples[0].text)).collect()
}

/// A fixed random sequence.
struct Random(u64);

impl Random {
    fn next(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.next(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.next(2) == 0),
            2 => json!(self.next(100) as i64 - 50),
            3 => json!([i64::MIN, i64::MAX, 0, -1, 1 << 40][self.next(5)]),
            4 => json!([0.5, 1e308, -0.0][self.next(3)]),
            5 => json!(self.text()),
            6 => (0..self.next(4)).map(|_| self.value(depth - 1)).collect(),
            _ => {
                let names = [
                    "row",
                    "col",
                    "cell",
                    "mark",
                    "engine",
                    "consistency",
                    "seed",
                ];
                let pairs = (0..self.next(4)).map(|_| {
                    (
                        names[self.next(names.len())].to_owned(),
                        self.value(depth - 1),
                    )
                });
                Value::Object(pairs.collect())
            }
        }
    }

    fn text(&mut self) -> String {
        let texts = [
            FOUR,
            "",
            "sudoku",
            "hashi",
            "magic",
            "order 3",
            "order 99999999999",
            "1.1\n...\n?.?\n",
            "s s\ns s\n",
            "fleet 1:2\n...\n...\n...\n",
            "most 99\n1.1",
            "https://puzz.link/p?sudoku/30000/30000/g1",
            "https://puzz.link/p?hashi/4/4/\u{0}",
            "\u{feff}\u{1f4a9}\u{0}%",
            "puzzle a 3 3\n",
            "unique",
            "count",
            "svg",
            "pdf",
            "chr",
            "blocks 0x0\n",
        ];
        let text = texts[self.next(texts.len())];
        self.changed(text)
    }

    /// A text with a few letters changed.
    fn changed(&mut self, text: &str) -> String {
        let mut text: Vec<char> = text.chars().collect();
        for _ in 0..self.next(4) {
            let at = self.next(text.len() + 1);
            match self.next(3) {
                0 => text.insert(at, ['.', '9', '\n', ' ', 'é', '-'][self.next(6)]),
                1 if at < text.len() => drop(text.remove(at)),
                _ => text.truncate(at.max(1)),
            }
        }
        text.into_iter().collect()
    }
}

#[test]
fn no_body_causes_an_internal_error() {
    let server = TestServer::start(|options| options.time = std::time::Duration::from_millis(50));
    let rounds = cases(ROUNDS);
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ first_seed());
    let mut answered = 0;
    let good = good();
    for (path, names) in server.fields() {
        for round in 0..rounds {
            let (kind, board) = good[random.next(good.len())];
            let body = json!({
                "kind": kind, "text": board, "question": "unique", "to": "svg", "claims": [1, -2], "rows": 4,
                "place": {"row": 0, "col": 0}, "clue": "2", "puzzles": [{"kind": kind, "text": board}],
            });
            // Every tenth body also has fields that the call does not accept.
            let mut body = match round % 10 {
                5 => body,
                _ => accepted(&names, &body),
            };
            for _ in 0..random.next(3) {
                let name = &names[random.next(names.len())];
                body[name] = match name.as_str() {
                    "text" if random.next(2) == 0 => json!(random.changed(board)),
                    "text" | "kind" | "question" | "to" | "clue" => json!(random.text()),
                    _ => random.value(3),
                };
            }
            let mut text = body.to_string();
            // Some are invalid JSON.
            if round % 10 == 0 {
                let at = random.next(text.len());
                let at = (0..=at)
                    .rev()
                    .find(|&at| text.is_char_boundary(at))
                    .unwrap_or(0);
                text.truncate(at);
            }
            let reply = Reply::read(server.post_with(&path, "", &text));
            assert!(
                reply.status < 500,
                "{path} {text}: {}",
                String::from_utf8_lossy(&reply.body)
            );
            answered += usize::from(reply.status == 200);
        }
    }
    // Some of them are valid.
    assert!(answered > rounds, "{answered}");
    server.wait_for_jobs((0, 0));
}
