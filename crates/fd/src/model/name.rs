//! Names of variables: a string, or words and numbers that are formatted only when printed.

use std::fmt;

/// The most numbers in a name that is not kept as a string.
const MAX_NUMBERS: usize = 4;

/// The name of a variable. Most models are never printed, so a name like `r3c5` is kept as its words and numbers
/// without allocation.
///
/// ```
/// use gridwright_fd::Name;
/// assert_eq!(Name::numbered(&["r", "c"], [3, 5]).to_string(), "r3c5");
/// assert_eq!(Name::from("width").to_string(), "width");
/// ```
#[derive(Clone, Debug)]
pub struct Name(NameRepr);

#[derive(Clone, Debug)]
enum NameRepr {
    Text(String),
    Numbered(&'static [&'static str], [u16; MAX_NUMBERS]),
}

impl Name {
    /// Each word followed by its number.
    pub fn numbered<const N: usize>(
        words: &'static [&'static str; N],
        numbers: [usize; N],
    ) -> Name {
        let mut small = [0; MAX_NUMBERS];
        let fits = N <= MAX_NUMBERS && numbers.iter().all(|&n| n <= usize::from(u16::MAX));
        if !fits {
            let each = words.iter().zip(numbers);
            return Name(NameRepr::Text(
                each.map(|(word, n)| format!("{word}{n}")).collect(),
            ));
        }
        for (small, n) in small.iter_mut().zip(numbers) {
            *small = n as u16;
        }
        Name(NameRepr::Numbered(words, small))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            NameRepr::Text(text) => f.write_str(text),
            NameRepr::Numbered(words, numbers) => {
                let mut each = words.iter().zip(numbers);
                each.try_for_each(|(word, n)| write!(f, "{word}{n}"))
            }
        }
    }
}

impl From<String> for Name {
    fn from(text: String) -> Name {
        Name(NameRepr::Text(text))
    }
}

impl From<&String> for Name {
    fn from(text: &String) -> Name {
        Name(NameRepr::Text(text.clone()))
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name(NameRepr::Text(text.to_owned()))
    }
}

impl From<char> for Name {
    fn from(letter: char) -> Name {
        Name(NameRepr::Text(letter.to_string()))
    }
}
