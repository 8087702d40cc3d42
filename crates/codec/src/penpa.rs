//! URLs of penpa-edit, `https://swaroopg92.github.io/penpa-edit/#m=edit&p=…`: lines of text, deflated, in base64.
//!
//! The lines are a header, the margins of the board, the state of the editor, the layers of the puzzle and of its answer, and the list of visible
//! cells. Layers are JSON whose common words are abbreviated to `z` and a character. Only the numbers of a square board are read; layers that could
//! mean a rule are an error that names them.

use gridwright_term::Diagnostic;
use serde_json::{Value, json};

use crate::packed::{deflate, inflate, is_empty, parse_json, whole_number};
use crate::slice::Slice;
use crate::square::Square;

/// The words that penpa-edit abbreviates in the JSON, with their abbreviations.
const ABBREVIATIONS: [(&str, &str); 31] = [
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

/// Layers that do not change the rules: those of the editor, and lines between cells.
const IGNORED_LAYERS: [&str; 7] = [
    "command_redo",
    "command_undo",
    "command_replay",
    "number",
    "lineE",
    "freelineE",
    "deletelineE",
];

/// Whether a text is a URL of penpa-edit.
pub fn is_address(text: &str) -> bool {
    text.contains("penpa-edit") || text.trim_start().starts_with("m=edit&p=")
}

/// Reads the numbers of a square board.
pub fn read(text: &str) -> Result<Square, Diagnostic> {
    let whole = Slice::whole(text);
    let start = whole.text.find("p=").map(|at| at + 2);
    let start = start.ok_or_else(|| whole.expected("a URL with `#m=edit&p=`"))?;
    let (letters, _) = whole.skip(start).split_at_first('&');
    let error = |message: String| Diagnostic::error(message, letters.span());
    let broken = || error("this is not a compressed board, or a part of it is missing".to_owned());
    let unpacked = inflate(letters.text).ok_or_else(broken)?;
    let lines: Vec<&str> = unpacked.lines().collect();
    let [header, margins, _, layers, ..] = lines[..] else {
        return Err(error("the board has no layers".to_owned()));
    };
    let header: Vec<&str> = header.split(',').collect();
    let [shape @ ("square" | "sudoku"), width, height, ..] = header[..] else {
        let shape = header.first().copied().unwrap_or_default();
        return Err(error(format!(
            "only square boards are supported, not `{shape}`"
        )));
    };
    let margins = parse_json(margins).unwrap_or_default();
    let margin = |i: usize| margins.get(i).and_then(whole_number).unwrap_or(0) as usize;
    let (over, under, left, right) = (margin(0), margin(1), margin(2), margin(3));
    // The sizes in the header include the margins.
    let size = |word: &str, less: usize| word.parse::<usize>().ok()?.checked_sub(less);
    let (cols, rows) = (size(width, left + right), size(height, over + under));
    let (Some(n), Some(rows)) = (cols, rows) else {
        return Err(error("the header has no sizes".to_owned()));
    };
    if n != rows || !(1..=100).contains(&n) {
        return Err(error(format!(
            "only square boards are supported; this {shape} is {rows} by {n}"
        )));
    }
    let layers = parse_json(&expand(layers)).map_err(error)?;
    refuse_rules(&layers, &error)?;
    let mut givens = vec![None; n * n];
    let stride = n + left + right + 4;
    if let Some(Value::Object(numbers)) = layers.get("number") {
        for (index, entry) in numbers {
            let index = index.parse::<usize>();
            let index = index.map_err(|_| error("a cell has no index".to_owned()))?;
            let within = |at: usize, margin: usize| at.checked_sub(2 + margin).filter(|at| *at < n);
            let (row, col) = (within(index / stride, over), within(index % stride, left));
            let (Some(row), Some(col)) = (row, col) else {
                return Err(error("a number is outside the board".to_owned()));
            };
            let number = entry.get(0).and_then(whole_number);
            let what = || format!("row {}, column {} has no number", row + 1, col + 1);
            givens[row * n + col] = Some(number.ok_or_else(|| error(what()))?);
        }
    }
    Ok(Square {
        n,
        givens,
        regions: None,
    })
}

/// Writes a board with its numbers and thick lines between regions, in the format of penpa-edit's first versions, which all versions can open.
pub fn write(square: &Square) -> String {
    let (n, stride) = (square.n, square.n + 4);
    let cell = |row: usize, col: usize| (row + 2) * stride + col + 2;
    let corner = |row: usize, col: usize| stride * stride + (row + 1) * stride + col + 1;
    let middle = match n % 2 {
        0 => corner(n / 2, n / 2),
        _ => cell(n / 2, n / 2),
    };
    let side = (n + 1) * 38;
    let number = |(at, given): (usize, &Option<u32>)| {
        let entry = json!([(*given)?.to_string(), 1, "1"]);
        Some((cell(at / n, at % n).to_string(), entry))
    };
    let numbers = square.givens.iter().enumerate().filter_map(number);
    let mut borders = Vec::new();
    if let Some(regions) = &square.regions {
        for (row, col) in (0..n * n).map(|at| (at / n, at % n)) {
            let differs = |other: usize| regions[other] != regions[row * n + col];
            let mut border =
                |from: usize, to: usize| borders.push((format!("{from},{to}"), json!(2)));
            if col + 1 < n && differs(row * n + col + 1) {
                border(corner(row, col + 1), corner(row + 1, col + 1));
            }
            if row + 1 < n && differs((row + 1) * n + col) {
                border(corner(row + 1, col), corner(row + 1, col + 1));
            }
        }
    }
    // The visible cells: the first, then the distance of each from the one before.
    let visible = (0..n * n).map(|at| match (at, at % n) {
        (0, _) => cell(0, 0),
        (_, 0) => 5,
        _ => 1,
    });
    let text = [
        format!("square,{n},{n},38,0,1,1,{side},{side},{middle},{middle}"),
        "[0,0,0,0]".to_owned(),
        "{}".to_owned(),
        abbreviate(layers(numbers.collect(), borders)),
        abbreviate(layers(Vec::new(), Vec::new())),
        Value::from_iter(visible).to_string(),
    ];
    format!(
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p={}",
        deflate(&text.join("\n"))
    )
}

/// The JSON of all layers, empty except numbers and lines between cells; penpa-edit needs them in this order.
fn layers(numbers: Vec<(String, Value)>, borders: Vec<(String, Value)>) -> String {
    let object = |fields: Vec<(String, Value)>| {
        let fields = fields
            .iter()
            .map(|(name, value)| format!("\"{name}\":{value}"));
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    };
    let (stack, empty, list) = ("{\"__a\":[]}", "{}", "[]");
    let (numbers, borders) = (object(numbers), object(borders));
    let fields = [
        ("command_redo", stack),
        ("command_undo", stack),
        ("command_replay", stack),
        ("surface", empty),
        ("number", &numbers),
        ("numberS", empty),
        ("symbol", empty),
        ("freeline", empty),
        ("freelineE", empty),
        ("thermo", list),
        ("arrows", list),
        ("direction", list),
        ("squareframe", list),
        ("polygon", list),
        ("line", empty),
        ("lineE", &borders),
        ("wall", empty),
        ("cage", empty),
        ("deletelineE", empty),
        ("killercages", list),
        ("nobulbthermo", list),
    ];
    let fields = fields.map(|(name, value)| format!("\"{name}\":{value}"));
    format!("{{{}}}", fields.join(","))
}

/// Fails if some layers could mean a rule; the error names all of them.
fn refuse_rules(layers: &Value, error: &dyn Fn(String) -> Diagnostic) -> Result<(), Diagnostic> {
    let Value::Object(fields) = layers else {
        return Err(error("the layers are not an object".to_owned()));
    };
    let is_rule = |name: &str, value: &Value| !IGNORED_LAYERS.contains(&name) && !is_empty(value);
    let rules = fields.iter().filter(|(name, value)| is_rule(name, value));
    let rules: Vec<String> = rules.map(|(name, _)| format!("`{name}`")).collect();
    if rules.is_empty() {
        return Ok(());
    }
    let rules = rules.join(", ");
    Err(error(format!(
        "only numbers are supported; this board has {rules}"
    )))
}

fn abbreviate(json: String) -> String {
    let words = ABBREVIATIONS.iter();
    words.fold(json, |json, (long, short)| json.replace(long, short))
}

fn expand(json: &str) -> String {
    let words = ABBREVIATIONS.iter().rev();
    words.fold(json.to_owned(), |json, (long, short)| {
        json.replace(short, long)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(lines: &[&str]) -> String {
        let packed = deflate(&lines.join("\n"));
        format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}")
    }

    #[test]
    fn boards_round_trip() {
        for n in [1, 4, 9, 16] {
            let given = |at: usize| at.is_multiple_of(3).then_some((at % n + 1) as u32);
            let side = (n as f64).sqrt() as usize;
            let square = Square {
                n,
                givens: (0..n * n).map(given).collect(),
                regions: Some(
                    Square::blocks(n, side, side)
                        .into_iter()
                        .map(Some)
                        .collect(),
                ),
            };
            let again = read(&write(&square)).expect("valid");
            assert_eq!((again.n, again.givens), (n, square.givens));
        }
    }

    #[test]
    fn layers_as_the_editor_writes_them() {
        let layers =
            "{zR:{z_:[]},zS:{},zN:{\"29\":[\"2\",1,\"1\"],\"36\":[\"1\",1,\"1\"]},zE:{\"1,2\":2}}";
        // Margins of two columns at the left and one row at the top.
        let header = "square,4,3,38,0,1,1";
        let square = read(&address(&[header, "[1,0,2,0]", "{}", layers, "{}", "[]"]));
        let square = square.expect("valid");
        assert_eq!(square.n, 2);
        assert_eq!(square.givens, [None, Some(2), Some(1), None]);
    }

    /// The indices of a board with 6 columns and 5 rows, converted to those of a square board.
    #[test]
    fn indices_include_a_margin_of_two_cells() {
        let number = "zN:{\"35\":[\"3\",1,\"1\"]}";
        let layers = format!("{{zS:{{\"22\":1}},{number},zY:{{\"53\":[3,\"circle_L\",1]}}}}");
        let read_as = |header: &str, layers: &str| {
            read(&address(&[header, "[0,0,0,0]", "{}", layers, "{}", "[]"]))
        };
        let wide = read_as("square,6,5,38,0,1,1", &layers).expect_err("it is no square");
        assert_eq!(
            wide.message,
            "only square boards are supported; this square is 5 by 6"
        );
        let square = read_as("square,6,6,38,0,1,1", &format!("{{{number}}}")).expect("plain");
        let found = square.givens.iter().position(Option::is_some);
        assert_eq!((found, square.givens[9]), (Some(9), Some(3)));
    }

    #[test]
    fn errors_are_reported() {
        let message = |text: &str| read(text).expect_err("an error").message;
        assert_eq!(
            message("https://swaroopg92.github.io/penpa-edit/#m=edit&p=AAAA"),
            "this is not a compressed board, or a part of it is missing"
        );
        for (header, layers, expected) in [
            (
                "hex,4,4",
                "{}",
                "only square boards are supported, not `hex`",
            ),
            (
                "square,4,5",
                "{}",
                "only square boards are supported; this square is 5 by 4",
            ),
            (
                "square,4,4",
                "{zT:[[1]],zY:{\"1\":1},zS:{}}",
                "only numbers are supported; this board has `symbol`, `thermo`",
            ),
            (
                "square,4,4",
                "{zN:{\"3\":[\"3\",1,\"1\"]}}",
                "a number is outside the board",
            ),
            (
                "square,4,4",
                "{zN:{\"18\":[\"x\",1,\"1\"]}}",
                "row 1, column 1 has no number",
            ),
            (
                "square,4,4",
                "{",
                "EOF while parsing an object at byte 1 of the JSON",
            ),
        ] {
            assert_eq!(
                message(&address(&[header, "[0,0,0,0]", "{}", layers])),
                expected
            );
        }
    }
}
