//! The kinds whose boards are rows of cells: facts about cells, lines and regions for clingo.

use std::fmt::Write;

/// The facts of a board; `None` if the text is not such a board, or has clues that the model does not know.
type Facts = fn(&str) -> Option<String>;

/// The kinds, each with a model of the same name.
pub(super) const MODELS: &[(&str, Facts)] = &[
    ("akari", |text| {
        Some(cells(&characters(&headed(text, "akari")?.1)))
    }),
    ("fillomino", |text| {
        let rows = words(text.lines());
        let has_borders = rows.iter().flatten().any(|word| word == "|" || word == "-");
        (!has_borders).then(|| cells(&rows))
    }),
    ("futoshiki", |text| futoshiki(&headed(text, "futoshiki")?.1)),
    ("heyawake", |text| Some(heyawake(&words(text.lines())))),
    ("kakuro", |text| kakuro(&words(headed(text, "kakuro")?.1))),
    ("masyu", |text| Some(cells(&characters(&lines(text))))),
    ("nonogram", |text| nonogram(&headed(text, "nonogram")?.1)),
    ("nurikabe", |text| Some(cells(&words(text.lines())))),
    ("skyscrapers", |text| {
        skyscrapers(&headed(text, "skyscrapers")?.1)
    }),
    ("slitherlink", |text| Some(cells(&characters(&lines(text))))),
    ("starbattle", |text| {
        let (stars, rows) = headed(text, "starbattle")?;
        let facts = regions(&characters(&rows));
        Some(format!("stars({stars}).\n{facts}"))
    }),
    ("tents", |text| tents(&headed(text, "tents")?.1)),
];

/// The lines that are not empty.
fn lines(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).collect()
}

/// What follows the name of the kind on the first line, and the other lines.
fn headed<'t>(text: &'t str, name: &str) -> Option<(&'t str, Vec<&'t str>)> {
    let lines = lines(text);
    let (first, rest) = lines.split_first()?;
    Some((first.strip_prefix(name)?.trim(), rest.to_vec()))
}

/// Rows of words.
fn words<'t>(lines: impl IntoIterator<Item = &'t str>) -> Vec<Vec<String>> {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    let rows = lines.into_iter().map(words);
    rows.filter(|row: &Vec<String>| !row.is_empty()).collect()
}

/// Rows of characters, each a word.
fn characters(lines: &[&str]) -> Vec<Vec<String>> {
    let cells = |line: &&str| {
        let cells = line.chars().filter(|c| !c.is_whitespace());
        cells.map(String::from).collect()
    };
    lines.iter().map(cells).collect()
}

/// The cells of a board: `cell(R,C)` and `order(I,R,C)` for each, and `number(R,C,N)` or `mark(R,C,"word")` for each that is not `.`.
fn cells(rows: &[Vec<String>]) -> String {
    let mut facts = String::new();
    let mut index = 0;
    for (row, words) in rows.iter().enumerate() {
        for (col, word) in words.iter().enumerate() {
            index += 1;
            facts += &format!("cell({row},{col}). order({index},{row},{col}).\n");
            facts += &match (word.as_str(), word.parse::<u32>()) {
                (".", _) => String::new(),
                (_, Ok(number)) => format!("number({row},{col},{number}).\n"),
                (mark, Err(_)) => format!("mark({row},{col},\"{mark}\").\n"),
            };
        }
    }
    facts
}

/// Cells with the name of their region.
fn regions(rows: &[Vec<String>]) -> String {
    let mut facts = String::new();
    for (row, words) in rows.iter().enumerate() {
        for (col, word) in words.iter().enumerate().filter(|(_, word)| *word != "#") {
            facts += &format!("cell({row},{col}). region({row},{col},\"{word}\").\n");
        }
    }
    facts
}

/// A list of numbers, with `.` where there is none: a fact for each number.
fn numbers(name: &str, words: &[String]) -> Option<String> {
    let mut facts = String::new();
    for (index, word) in words.iter().enumerate().filter(|(_, word)| *word != ".") {
        let number: u32 = word.parse().ok()?;
        writeln!(facts, "{name}({index},{number}).").ok()?;
    }
    Some(facts)
}

/// Rows of cells with signs between them; a line with `^` or `v` is about the rows above and below it.
fn futoshiki(lines: &[&str]) -> Option<String> {
    let is_sign = |word: &str| ["<", ">", "^", "v"].contains(&word);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut facts = String::new();
    for line in words(lines.iter().copied()) {
        if line.iter().any(|word| word == "^" || word == "v") {
            let above = rows.len().checked_sub(1)?;
            for (col, sign) in line.iter().enumerate() {
                let (less, more) = match sign.as_str() {
                    "^" => (above, above + 1),
                    "v" => (above + 1, above),
                    _ => continue,
                };
                facts += &format!("less({less},{col},{more},{col}).\n");
            }
            continue;
        }
        let row = rows.len();
        let mut cells: Vec<String> = Vec::new();
        for word in line {
            let col = cells.len();
            match (word.as_str(), col.checked_sub(1)) {
                ("<", Some(left)) => facts += &format!("less({row},{left},{row},{col}).\n"),
                (">", Some(left)) => facts += &format!("less({row},{col},{row},{left}).\n"),
                (sign, _) if is_sign(sign) => return None,
                _ => cells.push(word),
            }
        }
        rows.push(cells);
    }
    Some(cells(&rows) + &facts)
}

/// Cells with the name of their region, and `a:2` for its number.
fn heyawake(rows: &[Vec<String>]) -> String {
    let mut facts = String::new();
    for (row, words) in rows.iter().enumerate() {
        for (col, word) in words.iter().enumerate() {
            let (region, total) = word.split_once(':').unwrap_or((word, ""));
            facts += &format!("cell({row},{col}). region({row},{col},\"{region}\").\n");
            if !total.is_empty() {
                facts += &format!("total(\"{region}\",{total}).\n");
            }
        }
    }
    facts
}

/// Open cells, and cells such as `16\24` with the sum of the run below and the sum of the run to the right.
fn kakuro(rows: &[Vec<String>]) -> Option<String> {
    let is_open = |row: usize, col: usize| {
        let cell = rows.get(row).and_then(|row| row.get(col));
        cell.is_some_and(|word| word == ".")
    };
    let mut facts = String::new();
    for (row, words) in rows.iter().enumerate() {
        for (col, word) in words.iter().enumerate() {
            if word == "." {
                facts += &format!("cell({row},{col}).\n");
            }
            // A run begins after a cell that is not open, and before the first cell of a line.
            let (below, right) = word.split_once('\\').unwrap_or_default();
            for (name, sum, (down, along)) in [("down", below, (1, 0)), ("across", right, (0, 1))] {
                let run = format!("{name}({row},{col})");
                let (mut r, mut c) = (row + down, col + along);
                if word == "." || !is_open(r, c) {
                    continue;
                }
                if !sum.is_empty() {
                    let sum: u32 = sum.parse().ok()?;
                    facts += &format!("sum({run},{sum}).\n");
                }
                while is_open(r, c) {
                    facts += &format!("in({run},{r},{c}).\n");
                    (r, c) = (r + down, c + along);
                }
            }
        }
    }
    // Runs at the upper and left sides of the board have no sum.
    for (row, words) in rows.iter().enumerate() {
        for col in 0..words.len() {
            for (name, (down, along)) in [("down", (1, 0)), ("across", (0, 1))] {
                let is_first = if down == 1 { row == 0 } else { col == 0 };
                let (mut r, mut c) = (row, col);
                while is_first && is_open(r, c) {
                    facts += &format!("in(first({name},{row},{col}),{r},{c}).\n");
                    (r, c) = (r + down, c + along);
                }
            }
        }
    }
    Some(facts)
}

/// The lengths of the runs of rows and columns, and the cells in which each run can begin.
fn nonogram(lines: &[&str]) -> Option<String> {
    let at = |name: &str| lines.iter().position(|line| *line == name);
    let (rows, cols) = (at("rows")?, at("cols")?);
    let sections = match rows < cols {
        true => [&lines[rows + 1..cols], &lines[cols + 1..]],
        false => [&lines[rows + 1..], &lines[cols + 1..rows]],
    };
    let (n_rows, n_cols) = (sections[0].len(), sections[1].len());
    let mut facts = String::new();
    for row in 0..n_rows {
        for col in 0..n_cols {
            facts += &format!("cell({row},{col}).\n");
        }
    }
    for (name, clues, n_cells) in [("row", sections[0], n_cols), ("col", sections[1], n_rows)] {
        for (index, clue) in clues.iter().enumerate() {
            if *clue == "?" {
                continue;
            }
            let line = format!("{name}({index})");
            facts += &format!("clued({line}).\n");
            let lengths: Result<Vec<usize>, _> = clue.split_whitespace().map(str::parse).collect();
            let lengths: Vec<usize> = lengths.ok()?;
            let lengths: Vec<usize> = lengths.into_iter().filter(|&length| length > 0).collect();
            let needed = lengths.iter().sum::<usize>() + lengths.len().saturating_sub(1);
            let spare = n_cells.checked_sub(needed)?;
            let mut first = 0;
            for (run, length) in lengths.into_iter().enumerate() {
                let last = first + spare;
                facts +=
                    &format!("run({line},{run},{length}). place({line},{run},{first}..{last}).\n");
                first += length + 1;
            }
        }
    }
    Some(facts)
}

/// Lines `top`, `bottom`, `left` and `right` with numbers, and the cells.
fn skyscrapers(lines: &[&str]) -> Option<String> {
    let (sides, rows): (Vec<&str>, Vec<&str>) = lines
        .iter()
        .partition(|line| line.starts_with(|c: char| c.is_ascii_alphabetic()));
    let rows = words(rows);
    let n = rows.len();
    let mut facts = cells(&rows);
    for side in words(sides) {
        let (name, views) = side.split_first()?;
        for (line, view) in views.iter().enumerate().filter(|(_, view)| *view != ".") {
            let view: u32 = view.parse().ok()?;
            facts += &format!("view({name}({line}),{view}).\n");
            for step in 0..n {
                let back = n - 1 - step;
                let (row, col) = match name.as_str() {
                    "top" => (step, line),
                    "bottom" => (back, line),
                    "left" => (line, step),
                    _ => (line, back),
                };
                facts += &format!("seen({name}({line}),{step},{row},{col}).\n");
            }
        }
    }
    Some(facts)
}

/// Lines `rows` and `cols` with numbers, and the cells.
fn tents(lines: &[&str]) -> Option<String> {
    let mut facts = String::new();
    let mut rows = Vec::new();
    for &line in lines {
        match words([line]).first()?.split_first()? {
            (head, rest) if head == "rows" => facts += &numbers("row", rest)?,
            (head, rest) if head == "cols" => facts += &numbers("col", rest)?,
            _ => rows.push(line),
        }
    }
    Some(facts + &cells(&characters(&rows)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::bundled;
    use crate::peers::models::CLINGO;

    fn encode(kind: &str, text: &str) -> Option<String> {
        let found = MODELS.iter().find(|(id, _)| *id == kind);
        found.and_then(|(_, facts)| facts(text))
    }

    #[test]
    fn all_published_boards_are_encoded() {
        for (id, facts) in MODELS {
            let kind = gridwright::kind(id).expect(id);
            assert!(bundled::text(CLINGO, id).is_some(), "{id}");
            assert!(!kind.boards().is_empty(), "{id}");
            for board in kind.boards() {
                let instance = kind.read(kind.recognise(board), board).expect("a board");
                let facts = facts(&instance.print());
                let facts = facts.unwrap_or_else(|| panic!("{id}: {board}"));
                assert!(facts.contains("cell("), "{id}: {board}");
            }
        }
        assert!(MODELS.len() >= 12);
    }

    #[test]
    fn facts_are_those_of_the_text() {
        let table = [
            (
                "akari",
                "akari\n.#\n2.\n",
                "mark(0,1,\"#\").\nnumber(1,0,2).",
            ),
            (
                "futoshiki",
                "futoshiki\n. > 2\n^ .\n. .\n",
                "number(0,1,2). less(0,1,0,0). less(0,0,1,0).",
            ),
            (
                "heyawake",
                "a:2 b\na b\n",
                "region(0,0,\"a\"). total(\"a\",2). region(1,1,\"b\").",
            ),
            (
                "kakuro",
                "kakuro\n# 3\\ #\n\\4 . .\n",
                "sum(down(0,1),3). in(down(0,1),1,1). sum(across(1,0),4). in(across(1,0),1,2).",
            ),
            (
                "nonogram",
                "nonogram\nrows\n1 1\n?\ncols\n1\n0\n1\n",
                "run(row(0),1,1). place(row(0),1,2..2). clued(col(1)).",
            ),
            (
                "skyscrapers",
                "skyscrapers\nright 2 .\n. .\n. 1\n",
                "number(1,1,1). view(right(0),2). seen(right(0),0,0,1).",
            ),
            (
                "starbattle",
                "starbattle 1\nA#\nAB\n",
                "stars(1). cell(1,0). region(1,1,\"B\").",
            ),
            (
                "tents",
                "tents\nrows 1 .\ncols . 0\nT.\n..\n",
                "row(0,1). col(1,0). mark(0,0,\"T\").",
            ),
        ];
        for (kind, text, facts) in table {
            let encoded = encode(kind, text).expect(kind);
            for fact in facts.split(". ") {
                let fact = fact.trim_end_matches('.');
                for fact in fact.split(".\n") {
                    assert!(
                        encoded.contains(&format!("{fact}.")),
                        "{kind}: {fact}\n{encoded}"
                    );
                }
            }
        }
        assert!(encode("akari", "tents\n..\n").is_none());
        assert!(encode("fillomino", ". | .\n").is_none());
    }
}
