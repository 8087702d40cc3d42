//! What a format writes can be read back, and is recognised.

use gridwright_puzzles::Kind;

pub fn written_texts_are_read_back(kind: &'static dyn Kind) {
    let id = kind.info().id;
    let mut written = 0;
    for example in kind.info().examples {
        let instance = kind.read(None, example.text).expect("examples are whole");
        for (name, _) in kind.formats() {
            let context = format!("{id}, {}: {name}", example.name);
            let Ok(text) = instance.write(name) else {
                continue;
            };
            let again = kind.read(Some(name), &text);
            let again =
                again.unwrap_or_else(|error| panic!("{context}:\n{}", error.render(&text, "text")));
            assert_eq!(again.print(), instance.print(), "{context}: {text}");
            written += 1;
        }
    }
    let is_some = written > 0 || kind.formats().is_empty();
    assert!(is_some, "{id} is written in no format");
}
