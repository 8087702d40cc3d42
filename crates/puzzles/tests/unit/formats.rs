//! Properties of formats: output can be read back, and every text is recognised by exactly one format of one kind.

use crate::kind_laws;
use gridwright_puzzles::{CATALOGUE, Kind, kind};

fn by_id(id: &str) -> &'static dyn Kind {
    kind(id).expect("the kind is in the catalogue")
}

/// Reads a text in the format that recognises it, and prints it in the kind's own text format.
fn own_text(id: &str, text: &str) -> Result<String, String> {
    let kind = by_id(id);
    let format = kind.recognise(text);
    let read = kind.read(format, text);
    read.map(|instance| instance.print())
        .map_err(|error| error.message)
}

#[test]
fn written_texts_are_read_back() {
    kind_laws::for_every_kind(kind_laws::formats::written_texts_are_read_back);
}

#[test]
fn every_text_is_recognised_by_one_format_of_one_kind() {
    for kind in CATALOGUE {
        for example in kind.info().examples {
            let instance = kind.read(None, example.text).expect("examples are whole");
            for (name, _) in kind.formats() {
                let Ok(text) = instance.write(name) else {
                    continue;
                };
                let claims: Vec<(&str, &str)> = CATALOGUE
                    .iter()
                    .filter_map(|kind| Some((kind.info().id, kind.recognise(&text)?)))
                    .collect();
                // An `.sdm` line is recognised as `line`, and a line of few cells could be anything.
                let is_line = ["line", "sdm"].contains(&name);
                let expected = match is_line {
                    true if text.len() < 81 => vec![],
                    true => vec![(kind.info().id, "line")],
                    false => vec![(kind.info().id, name)],
                };
                assert_eq!(claims, expected, "{name}: {text}");
            }
            let claims = CATALOGUE
                .iter()
                .filter_map(|kind| kind.recognise(example.text));
            let is_line = example.text.len() == 81 && !example.text.contains(char::is_whitespace);
            assert_eq!(claims.count(), usize::from(is_line), "{}", example.text);
        }
    }
}

#[test]
fn urls_and_ids_of_other_programs() {
    const NINE: &str = ".....8.1.\n7...2...9\n9........\n.2.3..75.\n.........\n.19..5.4.\n........8\n3...4...6\n.4.5.....\n";
    let table = [
        (
            "sudoku",
            "https://puzz.link/p?sudoku/4/4/g1k23k3g",
            ".1..\n...2\n3...\n..3.\n",
        ),
        (
            "sudoku",
            "https://puzz.link/p?sudoku/9/9/k8g1g7i2i99o2g3h75q19h5g4o83i4i6g4g5k",
            NINE,
        ),
        (
            "sudoku",
            "3x3:e8a1a7c2c9_9i2a3b7_5k1_9b5a4i8_3c4c6a4a5e",
            NINE,
        ),
        (
            "sudoku",
            ".....8.1.7...2...99.........2.3..75...........19..5.4.........83...4...6.4.5.....",
            NINE,
        ),
        (
            "sudoku",
            "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cW1IkA",
            "......\n......\n......\n......\n......\n......\n",
        ),
        (
            "sudoku",
            "#ASadMan\n#LEasy\n2..1.5..3\n.54...71.\n.1.2.3.8.\n6.28.73.4\n.........\n1.53.98.6\n.2.7.1.6.\n.81...24.\n7..4.2..1\n",
            "2..1.5..3\n.54...71.\n.1.2.3.8.\n6.28.73.4\n.........\n1.53.98.6\n.2.7.1.6.\n.81...24.\n7..4.2..1\n",
        ),
        (
            "hashi",
            "https://puzz.link/p?hashi/5/5/4g2i3h23k3g1g3g4g3",
            "4.2..\n.3..2\n3....\n.3.1.\n3.4.3\n",
        ),
        (
            "hashi",
            "5x5m2:4a2c3b23e3a1a3a4a3",
            "4.2..\n.3..2\n3....\n.3.1.\n3.4.3\n",
        ),
        (
            "hashi",
            "pzprv3/hashikake/5/5/4 . 2 . . /. 3 . . 2 /3 . . . . /. 3 . 1 . /3 . 4 . 3 /2 2 0 0 /0 1 1 1 /-1 0 -1 -1 /0 1 1 -1 /2 2 2 2 /2 0 0 0 0 /2 2 0 0 1 /1 2 0 -1 1 /1 0 0 -1 1 /",
            "4.2..\n.3..2\n3....\n.3.1.\n3.4.3\n",
        ),
        (
            "sudoku",
            "pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /. . . . /. . . . /. . . . /. . . . /",
            ".1..\n...2\n3...\n..3.\n",
        ),
        (
            "hashi",
            "https://puzz.link/p?hashi/6/6/3g1g2.g.g2h.g2g.h.g4g3h4g.g2g.h2",
            "3.1.2?\n.?.2..\n?.2.?.\n.?.4.3\n..4.?.\n2.?..2\n",
        ),
        (
            "battleship",
            "https://puzz.link/p?battleship/6/6/g12h2g30g3gk0r3w//c",
            "fleet 3:1 2:2 1:3\nrows . 3 0 . 3 .\ncols . 1 2 . . 2\n.....w\n......\n......\nl.....\n......\n......\n",
        ),
        (
            "battleship",
            "6x6f3dh,3,2,1:2,1,1,3,2,1,2,2,2,1,3,0,pW",
            "fleet 3:1 2:2 1:3\nrows 2 2 2 1 3 0\ncols 2 1 1 3 2 1\n......\n......\n....w.\n......\n......\n......\n",
        ),
        (
            "hidato",
            "6x6dt:a1c5b32a4a36b30_9_8_18_15e20_13_24f26a",
            " .  1  .  .  .  5\n .  . 32  .  4  .\n36  .  . 30  9  8\n18 15  .  .  .  .\n . 20 13 24  .  .\n .  .  .  . 26  .\n",
        ),
        (
            "hidato",
            "https://pedros.works/paper-puzzle-player?W=4x3&L=(4)2(6)1x3(1)3(11)2&G=hidoku",
            " 4  .  . 11\n .  .  .  .\n .  6  #  1\n",
        ),
    ];
    for (id, text, expected) in table {
        assert_eq!(own_text(id, text).as_deref(), Ok(expected), "{text}");
        let claims: Vec<&str> = CATALOGUE
            .iter()
            .filter(|kind| kind.recognise(text).is_some())
            .map(|kind| kind.info().id)
            .collect();
        assert_eq!(claims, [id], "{text}");
    }
}

/// The rows of a file with three columns.
fn table(file: &'static str) -> Vec<[&'static str; 3]> {
    let rows = file.lines().filter(|line| !line.starts_with("# "));
    let columns = |row: &'static str| row.splitn(3, " | ").collect::<Vec<_>>().try_into();
    rows.map(|row| columns(row).expect("three columns"))
        .collect()
}

#[test]
fn urls_are_written_as_the_sites_write_them() {
    let rows = table(include_str!("../data/written_formats.txt"));
    assert_eq!(rows.len(), 14);
    for [id, format, text] in rows {
        let instance = by_id(id).read(Some(format), text);
        let instance = instance.unwrap_or_else(|error| panic!("{}", error.render(text, "text")));
        assert_eq!(instance.write(format).as_deref(), Ok(text), "{id}");
    }
}

#[test]
fn invalid_texts_are_errors_with_a_reason() {
    let rows = table(include_str!("../data/broken_formats.txt"));
    assert_eq!(rows.len(), 26);
    for [id, text, expected] in rows {
        let kind = by_id(id);
        let format = kind
            .recognise(text)
            .or_else(|| text.contains('#').then_some("tatham"));
        let error = kind.read(format, text).expect_err("it is broken");
        assert_eq!(error.message, expected, "{text}");
        assert!(error.span.end <= text.len(), "{text}");
    }
}
