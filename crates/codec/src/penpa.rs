//! URLs of penpa-edit, `https://swaroopg92.github.io/penpa-edit/#m=edit&p=…`: lines of text, deflated, in base64.
//!
//! The lines are a header, the margins of the board, the state of the editor, the layers of the puzzle and of its answer, and the list of visible
//! cells. Layers are JSON whose common words are abbreviated to `z` and a character. The numbers of a square board are read, and the layers whose
//! meaning is certain: killer cages with their sums, thermometers, arrows, small white and black circles between two cells, and X and V there. Other layers that could mean a
//! rule become rules without places, named after them.

use gridwright_term::Diagnostic;
use serde_json::{Value, json};

use crate::packed::{deflate, inflate, is_empty, parse_json, whole_number};
use crate::rules::{Place, Rule, RuledSquare};
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

/// Layers that do not change the rules: those of the editor, lines between cells, the outlines of cages, and those that are read one by one.
const IGNORED_LAYERS: [&str; 14] = [
    "symbol",
    "cage",
    "killercages",
    "numberS",
    "thermo",
    "nobulbthermo",
    "arrows",
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

/// Reads the numbers and rules of a square board.
pub fn read(text: &str) -> Result<RuledSquare, Diagnostic> {
    let whole = Slice::whole(text);
    let start = whole.text.find("p=").map(|at| at + 2);
    let start = start.ok_or_else(|| whole.expected("a URL with `#m=edit&p=`"))?;
    let (letters, _) = whole.skip(start).split_at_first('&');
    let error = |message: String| Diagnostic::error(message, letters.span());
    let broken = || {
        error(
            "this is not a compressed board, a part of it is missing, or it is too long".to_owned(),
        )
    };
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
    let frame = Frame {
        n,
        over,
        left,
        row_length: n + left + right + 4,
        n_points: (n + left + right + 4) * (n + over + under + 4),
    };
    let mut rules = rules(&layers, &frame, &error)?;
    let mut givens = vec![None; n * n];
    if let Some(Value::Object(numbers)) = layers.get("number") {
        for (index, entry) in numbers {
            let index = index.parse::<usize>();
            let index = index.map_err(|_| error("a cell has no index".to_owned()))?;
            let Some((row, col)) = frame.place(index) else {
                let word = entry.get(0).and_then(Value::as_str).unwrap_or_default();
                let (Some(cells), "X" | "V" | "x" | "v") = (frame.pair(index), word) else {
                    return Err(error("a number is outside the board".to_owned()));
                };
                rules.push(Rule {
                    cells: cells.to_vec(),
                    value: word.to_uppercase(),
                    ..Rule::named("xv")
                });
                continue;
            };
            let number = entry.get(0).and_then(whole_number);
            let what = || format!("row {}, column {} has no number", row + 1, col + 1);
            givens[row as usize * n + col as usize] = Some(number.ok_or_else(|| error(what()))?);
        }
    }
    let square = Square {
        n,
        givens,
        regions: None,
    };
    Ok(RuledSquare { square, rules })
}

/// Where the cells of a board are among the points of the editor.
struct Frame {
    n: usize,
    over: usize,
    left: usize,
    /// The points of a row.
    row_length: usize,
    /// The number of points that are cells, with margins.
    n_points: usize,
}

impl Frame {
    /// The cell of a point; `None` if it is outside the board.
    fn place(&self, index: usize) -> Option<Place> {
        let within =
            |at: usize, margin: usize| at.checked_sub(2 + margin).filter(|at| *at < self.n);
        let row = within(index / self.row_length, self.over)?;
        let col = within(index % self.row_length, self.left)?;
        Some((row as i32, col as i32))
    }

    /// The two cells of a point between them: the points below all cells are the third as many as there are cells, those at the right of them the fourth.
    fn pair(&self, index: usize) -> Option<[Place; 2]> {
        let (row, col) = self.place(index % self.n_points)?;
        let other = match index / self.n_points {
            2 => (row + 1, col),
            3 => (row, col + 1),
            _ => return None,
        };
        let n = self.n as i32;
        (other.0 < n && other.1 < n).then_some([(row, col), other])
    }

    /// The cells of a list of points.
    fn places(&self, list: &Value) -> Option<Vec<Place>> {
        let place = |index: &Value| self.place(whole_number(index)? as usize);
        list.as_array()?.iter().map(place).collect()
    }
}

/// The rules of the layers.
fn rules(
    layers: &Value,
    frame: &Frame,
    error: &dyn Fn(String) -> Diagnostic,
) -> Result<Vec<Rule>, Diagnostic> {
    let Value::Object(fields) = layers else {
        return Err(error("the layers are not an object".to_owned()));
    };
    let lists = |layer: &str| -> Result<Vec<Vec<Place>>, Diagnostic> {
        let lists = fields.get(layer).and_then(Value::as_array);
        let lists = lists.into_iter().flatten().filter(|list| !is_empty(list));
        let wrong = || error(format!("the layer `{layer}` has a cell outside the board"));
        lists
            .map(|list| frame.places(list).ok_or_else(wrong))
            .collect()
    };
    // A small number in the upper left of a cell: four points for each cell follow those of the cells, their corners and their sides.
    let mut sums = Vec::new();
    let mut has_other_numbers = false;
    if let Some(Value::Object(numbers)) = fields.get("numberS") {
        for (index, entry) in numbers {
            let index = index.parse::<usize>().ok();
            let cell = index.and_then(|index| (index / 4).checked_sub(frame.n_points));
            let is_first = index.is_some_and(|index| index.is_multiple_of(4));
            let text = entry.get(0).and_then(Value::as_str).unwrap_or_default();
            match cell.filter(|_| is_first).and_then(|cell| frame.place(cell)) {
                Some(place) => sums.push((place, text.trim().to_owned())),
                None => has_other_numbers = true,
            }
        }
    }
    let mut rules = Vec::new();
    for cells in lists("killercages")? {
        let first = cells.iter().min().copied();
        let sum = sums.iter().position(|(place, _)| Some(*place) == first);
        rules.push(Rule {
            value: sum.map_or_else(String::new, |at| sums.swap_remove(at).1),
            cells,
            ..Rule::named("killercage")
        });
    }
    for layer in ["thermo", "nobulbthermo"] {
        rules.extend(lists(layer)?.into_iter().map(|line| Rule {
            lines: vec![line],
            ..Rule::named("thermometer")
        }));
    }
    rules.extend(lists("arrows")?.into_iter().map(|line| Rule {
        cells: line[..1].to_vec(),
        lines: vec![line],
        ..Rule::named("arrow")
    }));
    let mut has_other_symbols = false;
    if let Some(Value::Object(symbols)) = fields.get("symbol") {
        for (index, entry) in symbols {
            let cells = index.parse().ok().and_then(|index| frame.pair(index));
            let shape = entry.get(1).and_then(Value::as_str);
            let dot = match (shape, entry.get(0).and_then(whole_number)) {
                (Some("circle_SS" | "circle_S"), Some(1)) => "difference",
                (Some("circle_SS" | "circle_S"), Some(2)) => "ratio",
                _ => "",
            };
            match cells.filter(|_| !dot.is_empty()) {
                Some(cells) => rules.push(Rule {
                    cells: cells.to_vec(),
                    ..Rule::named(dot)
                }),
                None => has_other_symbols = true,
            }
        }
    }
    if has_other_symbols {
        rules.push(Rule::named("symbol"));
    }
    if has_other_numbers || !sums.is_empty() {
        rules.push(Rule::named("numberS"));
    }
    let has_cages = fields
        .get("killercages")
        .is_some_and(|cages| !is_empty(cages));
    if !has_cages && fields.get("cage").is_some_and(|cage| !is_empty(cage)) {
        rules.push(Rule::named("cage"));
    }
    let is_rule = |name: &str, value: &Value| !IGNORED_LAYERS.contains(&name) && !is_empty(value);
    let others = fields.iter().filter(|(name, value)| is_rule(name, value));
    rules.extend(others.map(|(name, _)| Rule::named(name.clone())));
    Ok(rules)
}

/// Writes a board with its numbers, thick lines between regions, cages, thermometers, arrows and marks between two cells, in the format of penpa-edit's first versions, which all versions can open;
/// `None` if it has another rule.
pub fn write(ruled: &RuledSquare) -> Option<String> {
    let square = &ruled.square;
    let (n, row_length) = (square.n, square.n + 4);
    let cell = |row: usize, col: usize| (row + 2) * row_length + col + 2;
    let corner =
        |row: usize, col: usize| row_length * row_length + (row + 1) * row_length + col + 1;
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
    let mut layers = Layers {
        numbers: numbers.collect(),
        ..Layers::default()
    };
    let place = |&(row, col): &Place| cell(row as usize, col as usize);
    let points = |cells: &Vec<Place>| cells.iter().map(place).collect::<Value>();
    for rule in &ruled.rules {
        match &rule.name[..] {
            "killercage" => {
                let first = place(rule.cells.iter().min()?);
                let point = 4 * (row_length * row_length + first);
                let sum = (point.to_string(), json!([rule.value, 1]));
                layers.sums.extend((!rule.value.is_empty()).then_some(sum));
                layers.cages.push(points(&rule.cells));
            }
            "thermometer" => layers.thermometers.extend(rule.lines.iter().map(points)),
            "arrow" if rule.cells.len() == 1 => {
                layers.arrows.extend(rule.lines.iter().map(points));
            }
            name => {
                let mut cells = rule.cells.clone();
                cells.sort_unstable();
                let [(row, col), other] = cells[..] else {
                    return None;
                };
                let kind = if other == (row + 1, col) { 2 } else { 3 };
                let point = kind * row_length * row_length + place(&(row, col));
                let (layer, mark) = match (name, &rule.value[..]) {
                    ("xv", word @ ("X" | "V")) => (&mut layers.numbers, json!([word, 1, "1"])),
                    ("difference", "" | "1") => (&mut layers.symbols, json!([1, "circle_SS", 2])),
                    ("ratio", "" | "2") => (&mut layers.symbols, json!([2, "circle_SS", 2])),
                    _ => return None,
                };
                layer.push((point.to_string(), mark));
            }
        }
    }
    if let Some(regions) = &square.regions {
        for (row, col) in (0..n * n).map(|at| (at / n, at % n)) {
            let differs = |other: usize| regions[other] != regions[row * n + col];
            let borders = &mut layers.borders;
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
        abbreviate(layers.json()),
        abbreviate(Layers::default().json()),
        Value::from_iter(visible).to_string(),
    ];
    Some(format!(
        "https://swaroopg92.github.io/penpa-edit/#m=edit&p={}",
        deflate(&text.join("\n"))
    ))
}

/// The layers of a board that are written.
#[derive(Default)]
struct Layers {
    numbers: Vec<(String, Value)>,
    sums: Vec<(String, Value)>,
    symbols: Vec<(String, Value)>,
    borders: Vec<(String, Value)>,
    cages: Vec<Value>,
    thermometers: Vec<Value>,
    arrows: Vec<Value>,
}

impl Layers {
    /// The JSON of all layers; penpa-edit needs them in this order.
    fn json(self) -> String {
        let object = |fields: Vec<(String, Value)>| {
            let fields = fields
                .iter()
                .map(|(name, value)| format!("\"{name}\":{value}"));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        };
        let lists = |lists: Vec<Value>| Value::from(lists).to_string();
        let (stack, empty, list) = ("{\"__a\":[]}", "{}", "[]");
        let (numbers, sums) = (object(self.numbers), object(self.sums));
        let (symbols, borders) = (object(self.symbols), object(self.borders));
        let (thermometers, arrows) = (lists(self.thermometers), lists(self.arrows));
        let cages = lists(self.cages);
        let fields = [
            ("command_redo", stack),
            ("command_undo", stack),
            ("command_replay", stack),
            ("surface", empty),
            ("number", &numbers),
            ("numberS", &sums),
            ("symbol", &symbols),
            ("freeline", empty),
            ("freelineE", empty),
            ("thermo", &thermometers),
            ("arrows", &arrows),
            ("direction", list),
            ("squareframe", list),
            ("polygon", list),
            ("line", empty),
            ("lineE", &borders),
            ("wall", empty),
            ("cage", empty),
            ("deletelineE", empty),
            ("killercages", &cages),
            ("nobulbthermo", list),
        ];
        let fields = fields.map(|(name, value)| format!("\"{name}\":{value}"));
        format!("{{{}}}", fields.join(","))
    }
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
