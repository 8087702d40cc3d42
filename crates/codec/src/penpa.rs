//! The addresses of penpa-edit, `https://swaroopg92.github.io/penpa-edit/#m=edit&p=…`: lines of text, deflated, in base 64.
//!
//! The lines are a header, the white space around the board, the state of the editor, the layers of the puzzle and of its answer, and the list of cells
//! that are seen. Layers are JSON whose common words are shortened to `z` and a character. Only the numbers of a square board are read; a
//! layer that could mean a rule is refused by its name.

use gridwright_term::Diagnostic;

use crate::base64;
use crate::deflate::{deflate, inflate};
use crate::json::Json;
use crate::part::Part;
use crate::square::Square;

/// No board that is read is larger than this when it is unpacked.
const LONGEST: usize = 1 << 22;

/// The words that are shortened.
const WORDS: [(&str, &str); 31] = [
    ("z", "zZ"),
    ("\"qa\"", "z9"),
    ("\"pu_q\"", "zQ"),
    ("\"pu_a\"", "zA"),
    ("\"grid\"", "zG"),
    ("\"edit_mode\"", "zM"),
    ("\"surface\"", "zS"),
    ("\"line\"", "zL"),
    ("\"lineE\"", "zE"),
    ("\"wall\"", "zW"),
    ("\"cage\"", "zC"),
    ("\"number\"", "zN"),
    ("\"symbol\"", "zY"),
    ("\"special\"", "zP"),
    ("\"board\"", "zB"),
    ("\"command_redo\"", "zR"),
    ("\"command_undo\"", "zU"),
    ("\"command_replay\"", "z8"),
    ("\"numberS\"", "z1"),
    ("\"freeline\"", "zF"),
    ("\"freelineE\"", "z2"),
    ("\"thermo\"", "zT"),
    ("\"arrows\"", "z3"),
    ("\"direction\"", "zD"),
    ("\"squareframe\"", "z0"),
    ("\"polygon\"", "z5"),
    ("\"deletelineE\"", "z4"),
    ("\"killercages\"", "z6"),
    ("\"nobulbthermo\"", "z7"),
    ("\"__a\"", "z_"),
    ("null", "zO"),
];

/// Layers that are the editor's own, or lines between cells.
const HARMLESS: [&str; 7] = [
    "command_redo",
    "command_undo",
    "command_replay",
    "number",
    "lineE",
    "freelineE",
    "deletelineE",
];

/// Whether a text is an address of penpa-edit.
pub fn is_address(text: &str) -> bool {
    text.contains("penpa-edit") || text.trim_start().starts_with("m=edit&p=")
}

/// Reads the numbers of a square board.
pub fn read(text: &str) -> Result<Square, Diagnostic> {
    let whole = Part::whole(text);
    let start = whole.text.find("p=").map(|at| at + 2);
    let start = start.ok_or_else(|| whole.expected("an address with `#m=edit&p=`"))?;
    let (letters, _) = whole.skip(start).split_at_first('&');
    let wrong = |what: String| Diagnostic::error(what, letters.span());
    let bytes = base64::read(letters.text)
        .and_then(|bytes| inflate(&bytes, LONGEST).ok())
        .and_then(|bytes| String::from_utf8(bytes).ok());
    let missing = || wrong("this is not a compressed board, or a part of it is missing".to_owned());
    let unpacked = bytes.ok_or_else(missing)?;
    let lines: Vec<&str> = unpacked.lines().collect();
    let [header, space, _, layers, ..] = lines[..] else {
        return Err(wrong("the board has no layers".to_owned()));
    };
    let header: Vec<&str> = header.split(',').collect();
    let [shape @ ("square" | "sudoku"), width, height, ..] = header[..] else {
        let shape = header.first().copied().unwrap_or_default();
        return Err(wrong(format!("only square boards are read, not `{shape}`")));
    };
    let space = Json::read(space).ok();
    let around = |i: usize| {
        let space = space.as_ref().and_then(Json::list);
        space.and_then(|space| space.get(i)?.whole()).unwrap_or(0) as usize
    };
    let (over, under, left, right) = (around(0), around(1), around(2), around(3));
    // The header counts the white space too.
    let size = |word: &str, less: usize| word.parse::<usize>().ok()?.checked_sub(less);
    let (cols, rows) = (size(width, left + right), size(height, over + under));
    let (Some(n), Some(rows)) = (cols, rows) else {
        return Err(wrong("the header has no sizes".to_owned()));
    };
    if n != rows || !(1..=100).contains(&n) {
        return Err(wrong(format!(
            "only squares are read, and this {shape} is {rows} by {n}"
        )));
    }
    let layers = Json::read(&lengthened(layers)).map_err(|error| wrong(error.0))?;
    refuse_rules(&layers, &wrong)?;
    let mut givens = vec![None; n * n];
    let stride = n + left + right + 4;
    if let Some(Json::Object(numbers)) = layers.get("number") {
        for (index, entry) in numbers {
            let index: usize = index
                .parse()
                .map_err(|_| wrong("a cell has no index".to_owned()))?;
            let row = (index / stride)
                .checked_sub(2 + over)
                .filter(|row| *row < n);
            let col = (index % stride)
                .checked_sub(2 + left)
                .filter(|col| *col < n);
            let (Some(row), Some(col)) = (row, col) else {
                return Err(wrong("a number stands outside the board".to_owned()));
            };
            let word = entry.list().and_then(|entry| entry.first());
            let number = word.and_then(Json::whole);
            let place = format!("row {}, column {}", row + 1, col + 1);
            let number = number.ok_or_else(|| wrong(format!("{place} has no number")))?;
            givens[row * n + col] = Some(number);
        }
    }
    Ok(Square {
        n,
        givens,
        regions: None,
    })
}

/// Writes a board with its numbers, and with thick lines between the regions, in the form the first editions used, which all can open.
pub fn write(square: &Square) -> String {
    let (n, stride) = (square.n, square.n + 4);
    let cell = |row: usize, col: usize| (row + 2) * stride + col + 2;
    let corner = |row: usize, col: usize| stride * stride + (row + 1) * stride + col + 1;
    let middle = if n.is_multiple_of(2) {
        corner(n / 2, n / 2)
    } else {
        cell(n / 2, n / 2)
    };
    let side = (n + 1) * 38;
    let number = |(at, given): (usize, &Option<u32>)| {
        let entry = vec![
            Json::Text((*given)?.to_string()),
            Json::Number(1.0),
            Json::Text("1".to_owned()),
        ];
        Some((cell(at / n, at % n).to_string(), Json::List(entry)))
    };
    let numbers = square.givens.iter().enumerate().filter_map(number);
    let thick = Json::Number(2.0);
    let mut borders = Vec::new();
    for (at, region) in square.regions.iter().flatten().enumerate() {
        let (row, col) = (at / n, at % n);
        let differs = |at: usize| {
            square
                .regions
                .as_ref()
                .is_some_and(|all| all[at] != *region)
        };
        if col + 1 < n && differs(at + 1) {
            let key = format!("{},{}", corner(row, col + 1), corner(row + 1, col + 1));
            borders.push((key, thick.clone()));
        }
        if row + 1 < n && differs(at + n) {
            let key = format!("{},{}", corner(row + 1, col), corner(row + 1, col + 1));
            borders.push((key, thick.clone()));
        }
    }
    let seen = (0..n * n).map(|at| match (at, at % n) {
        (0, _) => cell(0, 0),
        (_, 0) => 5,
        _ => 1,
    });
    let seen = Json::List(seen.map(|step| Json::Number(step as f64)).collect());
    let text = [
        format!("square,{n},{n},38,0,1,1,{side},{side},{middle},{middle}"),
        "[0,0,0,0]".to_owned(),
        shortened("{}"),
        shortened(&layers(numbers.collect(), borders).write()),
        shortened(&layers(Vec::new(), Vec::new()).write()),
        seen.write(),
    ];
    let packed = base64::write(&deflate(text.join("\n").as_bytes()));
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}")
}

/// All layers, empty but for numbers and lines between cells.
fn layers(numbers: Vec<(String, Json)>, borders: Vec<(String, Json)>) -> Json {
    let stack = || Json::Object(vec![("__a".to_owned(), Json::List(Vec::new()))]);
    let object = || Json::Object(Vec::new());
    let list = || Json::List(Vec::new());
    let fields = [
        ("command_redo", stack()),
        ("command_undo", stack()),
        ("command_replay", stack()),
        ("surface", object()),
        ("number", Json::Object(numbers)),
        ("numberS", object()),
        ("symbol", object()),
        ("freeline", object()),
        ("freelineE", object()),
        ("thermo", list()),
        ("arrows", list()),
        ("direction", list()),
        ("squareframe", list()),
        ("polygon", list()),
        ("line", object()),
        ("lineE", Json::Object(borders)),
        ("wall", object()),
        ("cage", object()),
        ("deletelineE", object()),
        ("killercages", list()),
        ("nobulbthermo", list()),
    ];
    let named = fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    Json::Object(named.collect())
}

fn refuse_rules(layers: &Json, wrong: &dyn Fn(String) -> Diagnostic) -> Result<(), Diagnostic> {
    let Json::Object(fields) = layers else {
        return Err(wrong("the layers are not an object".to_owned()));
    };
    let mut rules = Vec::new();
    for (name, value) in fields {
        if !HARMLESS.contains(&&name[..]) && !value.is_empty() {
            rules.push(format!("`{name}`"));
        }
    }
    match &rules[..] {
        [] => Ok(()),
        rules => Err(wrong(format!(
            "only numbers are read, and this has {}",
            rules.join(", ")
        ))),
    }
}

fn shortened(json: &str) -> String {
    let text = json.to_owned();
    WORDS
        .iter()
        .fold(text, |text, (long, short)| text.replace(long, short))
}

fn lengthened(json: &str) -> String {
    let text = json.to_owned();
    let words = WORDS.iter().rev();
    words.fold(text, |text, (long, short)| text.replace(short, long))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(lines: &[&str]) -> String {
        let bytes = deflate(lines.join("\n").as_bytes());
        format!(
            "https://swaroopg92.github.io/penpa-edit/#m=edit&p={}",
            base64::write(&bytes)
        )
    }

    #[test]
    fn what_is_written_is_read_again() {
        for n in [1, 4, 9, 16] {
            let given = |at: usize| at.is_multiple_of(3).then_some((at % n + 1) as u32);
            let side = (n as f64).sqrt() as usize;
            let square = Square {
                n,
                givens: (0..n * n).map(given).collect(),
                regions: Some(Square::blocks(n, side, side)),
            };
            let again = read(&write(&square)).expect("what was written");
            assert_eq!((again.n, again.givens), (n, square.givens));
        }
    }

    #[test]
    fn layers_as_the_editor_writes_them() {
        let layers =
            "{zR:{z_:[]},zS:{},zN:{\"29\":[\"2\",1,\"1\"],\"36\":[\"1\",1,\"1\"]},zE:{\"1,2\":2}}";
        // Two columns of white space to the left, one row over the board.
        let square = read(&address(&[
            "square,4,3,38,0,1,1",
            "[1,0,2,0]",
            "{}",
            layers,
            "{}",
            "[]",
        ]));
        let square = square.expect("it is whole");
        assert_eq!(square.n, 2);
        assert_eq!(square.givens, [None, Some(2), Some(1), None]);
    }

    /// The worked example of the notes on formats, a board of six by five; and its number on a square.
    #[test]
    fn cells_are_counted_with_the_margin_around_the_board() {
        let number = "zN:{\"35\":[\"3\",1,\"1\"]}";
        let layers = format!("{{zS:{{\"22\":1}},{number},zY:{{\"53\":[3,\"circle_L\",1]}}}}");
        let read_as = |header: &str, layers: &str| {
            read(&address(&[header, "[0,0,0,0]", "{}", layers, "{}", "[]"]))
        };
        let wide = read_as("square,6,5,38,0,1,1", &layers).expect_err("it is no square");
        assert_eq!(
            wide.message,
            "only squares are read, and this square is 5 by 6"
        );
        let square = read_as("square,6,6,38,0,1,1", &format!("{{{number}}}")).expect("plain");
        let found = square.givens.iter().position(Option::is_some);
        assert_eq!((found, square.givens[9]), (Some(9), Some(3)));
    }

    #[test]
    fn what_is_broken_is_told() {
        let said = |text: &str| read(text).expect_err("it is broken").message;
        assert_eq!(
            said("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA"),
            "this is not a compressed board, or a part of it is missing"
        );
        let with =
            |header: &str, layers: &str| said(&address(&[header, "[0,0,0,0]", "{}", layers]));
        assert_eq!(
            with("hex,4,4", "{}"),
            "only square boards are read, not `hex`"
        );
        assert_eq!(
            with("square,4,5", "{}"),
            "only squares are read, and this square is 5 by 4"
        );
        assert_eq!(
            with("square,4,4", "{zT:[[1]],zY:{\"1\":1},zS:{}}"),
            "only numbers are read, and this has `thermo`, `symbol`"
        );
        assert_eq!(
            with("square,4,4", "{zN:{\"3\":[\"3\",1,\"1\"]}}"),
            "a number stands outside the board"
        );
        assert_eq!(
            with("square,4,4", "{zN:{\"18\":[\"x\",1,\"1\"]}}"),
            "row 1, column 1 has no number"
        );
        assert_eq!(
            with("square,4,4", "{"),
            "expected a name at byte 1 of the JSON"
        );
    }
}
