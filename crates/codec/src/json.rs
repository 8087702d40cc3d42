//! JSON, and the shortened form of it that SudokuPad puts into addresses.
//!
//! In the short form names and words stand without quotes, texts in single ones, `t` and `f` are true and false, and an element that is left out
//! is an empty object. What is written is plain JSON.

/// A value.
#[derive(Clone, PartialEq, Debug)]
pub enum Json {
    /// Nothing.
    Null,
    /// True or false.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// Named values, in the order they were written.
    Object(Vec<(String, Json)>),
}

/// A text is not JSON, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotJson(pub String);

/// Values within values, at most.
const DEEPEST: usize = 64;

impl Json {
    /// Reads a value.
    pub fn read(text: &str) -> Result<Json, NotJson> {
        let mut reader = Reader {
            rest: text.trim_start(),
            total: text.len(),
        };
        let value = reader.value(0)?;
        match reader.rest {
            "" => Ok(value),
            _ => Err(reader.wrong("the end")),
        }
    }

    /// The value of a name, if this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => {
                let found = fields.iter().find(|(key, _)| key == name);
                found.map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// The elements, if this is a list.
    pub fn list(&self) -> Option<&[Json]> {
        match self {
            Json::List(elements) => Some(elements),
            _ => None,
        }
    }

    /// The text, if this is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The whole number, if this is one or a text that says one.
    pub fn whole(&self) -> Option<u32> {
        match self {
            Json::Number(number) if number.fract() == 0.0 && (0.0..1e9).contains(number) => {
                Some(*number as u32)
            }
            Json::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// Whether there is nothing in it: null, false, zero, an empty text, list or object.
    pub fn is_empty(&self) -> bool {
        match self {
            Json::Null | Json::Bool(false) => true,
            Json::Bool(true) => false,
            Json::Number(number) => *number == 0.0,
            Json::Text(text) => text.is_empty(),
            Json::List(elements) => elements.is_empty(),
            Json::Object(fields) => fields.is_empty(),
        }
    }

    /// Writes the value.
    pub fn write(&self) -> String {
        let joined = |parts: Vec<String>| parts.join(",");
        match self {
            Json::Null => "null".to_owned(),
            Json::Bool(value) => value.to_string(),
            Json::Number(number) if number.is_finite() => number.to_string(),
            Json::Number(_) => "null".to_owned(),
            Json::Text(text) => quoted(text),
            Json::List(elements) => {
                format!("[{}]", joined(elements.iter().map(Json::write).collect()))
            }
            Json::Object(fields) => {
                let field =
                    |(key, value): &(String, Json)| format!("{}:{}", quoted(key), value.write());
                format!("{{{}}}", joined(fields.iter().map(field).collect()))
            }
        }
    }
}

fn quoted(text: &str) -> String {
    let mut quoted = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            c if c < ' ' => quoted += &format!("\\u{:04x}", c as u32),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

struct Reader<'t> {
    rest: &'t str,
    total: usize,
}

impl<'t> Reader<'t> {
    fn value(&mut self, depth: usize) -> Result<Json, NotJson> {
        if depth > DEEPEST {
            return Err(self.wrong("fewer values within values"));
        }
        let value = match self.rest.chars().next() {
            Some('{') => self.object(depth)?,
            Some('[') => self.elements(depth)?,
            Some(quote @ ('"' | '\'')) => Json::Text(self.string(quote)?),
            Some(_) => self.word()?,
            None => return Err(self.wrong("a value")),
        };
        self.rest = self.rest.trim_start();
        Ok(value)
    }

    fn object(&mut self, depth: usize) -> Result<Json, NotJson> {
        self.eat('{');
        let mut fields = Vec::new();
        while !self.eat('}') {
            let key = match self.rest.chars().next() {
                Some(quote @ ('"' | '\'')) => self.string(quote)?,
                _ => {
                    let key = self.while_some(|c| c.is_ascii_alphanumeric() || c == '_');
                    if key.is_empty() {
                        return Err(self.wrong("a name"));
                    }
                    key.to_owned()
                }
            };
            self.rest = self.rest.trim_start();
            if !self.eat(':') {
                return Err(self.wrong("`:`"));
            }
            fields.push((key, self.value(depth + 1)?));
            if !self.eat(',') && !self.rest.starts_with('}') {
                return Err(self.wrong("`,` or `}`"));
            }
        }
        Ok(Json::Object(fields))
    }

    fn elements(&mut self, depth: usize) -> Result<Json, NotJson> {
        self.eat('[');
        let mut elements = Vec::new();
        if self.eat(']') {
            return Ok(Json::List(elements));
        }
        loop {
            // What is left out is an empty object.
            elements.push(match self.rest.starts_with([',', ']']) {
                true => Json::Object(Vec::new()),
                false => self.value(depth + 1)?,
            });
            if self.eat(']') {
                return Ok(Json::List(elements));
            }
            if !self.eat(',') {
                return Err(self.wrong("`,` or `]`"));
            }
        }
    }

    fn string(&mut self, quote: char) -> Result<String, NotJson> {
        let mut text = String::new();
        let mut units: Vec<u16> = Vec::new();
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((at, c)) = characters.next() {
            if c == '\\' {
                let Some((_, escape)) = characters.next() else {
                    break;
                };
                let plain = match escape {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'u' => {
                        // A character outside the first plane comes in two halves.
                        let digits: String = characters.by_ref().take(4).map(|(_, c)| c).collect();
                        let unit = u16::from_str_radix(&digits, 16).ok();
                        let unit = unit.filter(|_| digits.len() == 4);
                        let wrong = || self.wrong("four hexadecimal digits");
                        units.push(unit.ok_or_else(wrong)?);
                        continue;
                    }
                    other => other,
                };
                flush(&mut units, &mut text);
                text.push(plain);
                continue;
            }
            flush(&mut units, &mut text);
            if c == quote {
                self.rest = &self.rest[at + c.len_utf8()..];
                return Ok(text);
            }
            text.push(c);
        }
        Err(self.wrong("a closing quote"))
    }

    fn word(&mut self) -> Result<Json, NotJson> {
        let word = self.while_some(|c| !",]}:{['\"".contains(c)).trim();
        match word {
            "" => Err(self.wrong("a value")),
            "null" => Ok(Json::Null),
            "true" | "t" => Ok(Json::Bool(true)),
            "false" | "f" => Ok(Json::Bool(false)),
            _ => Ok(match word.parse::<f64>().ok().filter(|n| n.is_finite()) {
                Some(number) => Json::Number(number),
                None => Json::Text(word.to_owned()),
            }),
        }
    }

    fn while_some(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn eat(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        if let Some(rest) = rest {
            self.rest = rest.trim_start();
        }
        rest.is_some()
    }

    fn wrong(&self, expected: &str) -> NotJson {
        let at = self.total - self.rest.len();
        NotJson(format!("expected {expected} at byte {at} of the JSON"))
    }
}

fn flush(units: &mut Vec<u16>, text: &mut String) {
    *text += &String::from_utf16_lossy(units);
    units.clear();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let value = Json::Object(vec![
            (
                "a b".to_owned(),
                Json::List(vec![Json::Null, Json::Bool(true)]),
            ),
            (String::new(), Json::Number(-1.5)),
            (
                "q\"'\\".to_owned(),
                Json::Text("\n\t\u{1} π \u{1F600}".to_owned()),
            ),
            ("e".to_owned(), Json::Object(Vec::new())),
        ]);
        assert_eq!(Json::read(&value.write()), Ok(value.clone()));
        assert_eq!(Json::read(&format!(" {} \n", value.write())), Ok(value));
    }

    #[test]
    fn the_short_form_is_read() {
        let short = "{ce:[[,{v:5},],[{v:'a\\'b'},,]],r:t,h:f,c:#F,n:00FF00}";
        let long = r##"{"ce":[[{},{"v":5},{}],[{"v":"a'b"},{},{}]],"r":true,"h":false,"c":"#F","n":"00FF00"}"##;
        assert_eq!(Json::read(short), Json::read(long));
        assert_eq!(
            Json::read(r#""\ud83d\ude00""#),
            Ok(Json::Text("\u{1F600}".to_owned()))
        );
    }

    #[test]
    fn what_is_broken_is_told() {
        let table = [
            ("", "expected a value at byte 0 of the JSON"),
            ("{", "expected a name at byte 1 of the JSON"),
            ("{a}", "expected `:` at byte 2 of the JSON"),
            ("[1", "expected `,` or `]` at byte 2 of the JSON"),
            ("\"a", "expected a closing quote at byte 0 of the JSON"),
            ("1 ] ", "expected the end at byte 2 of the JSON"),
            (
                "\"\\u12",
                "expected four hexadecimal digits at byte 0 of the JSON",
            ),
            ("\"\\", "expected a closing quote at byte 0 of the JSON"),
        ];
        for (text, expected) in table {
            assert_eq!(
                Json::read(text),
                Err(NotJson(expected.to_owned())),
                "{text}"
            );
        }
        assert!(Json::read(&"[".repeat(100_000)).is_err());
    }
}
