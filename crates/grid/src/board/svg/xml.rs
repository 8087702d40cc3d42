//! An XML writer that escapes attributes and text.

/// The attributes of an element without any.
pub(crate) const NO_ATTRIBUTES: &[(&str, &str)] = &[];

/// An XML document being written.
pub(crate) struct Xml {
    text: String,
}

impl Xml {
    pub(crate) fn new() -> Xml {
        Xml {
            text: String::new(),
        }
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    pub(crate) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text += ">\n";
    }

    pub(crate) fn close(&mut self, name: &str) {
        self.text += &format!("</{name}>\n");
    }

    pub(crate) fn empty(&mut self, name: &str, attributes: &[(&str, impl AsRef<str>)]) {
        self.start(name, attributes);
        self.text += "/>\n";
    }

    pub(crate) fn text(&mut self, name: &str, attributes: &[(&str, impl AsRef<str>)], text: &str) {
        self.start(name, attributes);
        self.text += &format!(">{}</{name}>\n", escaped(text));
    }

    pub(crate) fn rect(&mut self, corner: (f64, f64), size: (f64, f64), style: &[(&str, &str)]) {
        let [x, y, width, height] = [corner.0, corner.1, size.0, size.1].map(number);
        let position = [("x", x), ("y", y), ("width", width), ("height", height)];
        self.start("rect", &position);
        self.attributes(style);
        self.text += "/>\n";
    }

    fn start(&mut self, name: &str, attributes: &[(&str, impl AsRef<str>)]) {
        self.text += &format!("<{name}");
        self.attributes(attributes);
    }

    fn attributes(&mut self, attributes: &[(&str, impl AsRef<str>)]) {
        for (key, value) in attributes {
            self.text += &format!(" {key}=\"{}\"", escaped(value.as_ref()));
        }
    }
}

/// A number with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let rounded = format!("{value:.2}");
    let short = rounded.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0" } else { short }.to_owned()
}

/// A text escaped for XML, without control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let table = [
            (0.0, "0"),
            (-0.001, "0"),
            (12.0, "12"),
            (100.0, "100"),
            (1.5, "1.5"),
            (1.0 / 3.0, "0.33"),
            (-2.0, "-2"),
        ];
        for (value, expected) in table {
            assert_eq!(number(value), expected);
        }
    }

    #[test]
    fn texts_are_escaped() {
        let mut xml = Xml::new();
        xml.text("t", &[("a", "\"<&")], "x > \u{1} & y");
        let expected = "<t a=\"&quot;&lt;&amp;\">x &gt; \u{fffd} &amp; y</t>\n";
        assert_eq!(xml.finish(), expected);
    }
}
