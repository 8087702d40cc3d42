//! Property tests of SVG rendering over random boards: well-formed, self-contained, and everything inside.

use crate::random::board;
use crate::xml::{Element, parse};
use gridwright_control::Rng;
use gridwright_grid::board::{Background, Content, svg};

const BOARDS: u64 = 300;

fn number(element: &Element, name: &str) -> f64 {
    let value = element.attribute(name).expect("it has the attribute");
    value.parse().expect("a number")
}

#[test]
fn pictures_are_well_formed_and_self_contained() {
    for seed in 0..BOARDS {
        let board = board(&mut Rng::new(seed), true);
        let picture = svg::render(&board, "a < b & \"c\"");
        let root = parse(&picture).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(root.name, "svg");
        assert_eq!(root.attribute("role"), Some("img"));
        assert_eq!(root.children[0].name, "title");
        assert_eq!(root.children[0].text, "a < b & \"c\"");
        assert_eq!(root.children[1].name, "desc");
        for element in root.all() {
            assert!(
                !["script", "image", "use", "style"].contains(&&element.name[..]),
                "seed {seed}: {}",
                element.name
            );
            let mut links = element
                .attributes
                .iter()
                .filter(|(_, value)| value.contains("url("));
            let defined = |id: &str| {
                root.all()
                    .iter()
                    .any(|other| other.attribute("id") == Some(id))
            };
            assert!(
                links.all(|(_, value)| {
                    let id = value
                        .strip_prefix("url(#")
                        .and_then(|id| id.strip_suffix(')'));
                    id.is_some_and(defined)
                }),
                "seed {seed}: a hatch is not defined"
            );
        }
    }
}

#[test]
fn everything_is_within_the_picture() {
    for seed in 0..BOARDS {
        let board = board(&mut Rng::new(seed), true);
        let root = parse(&svg::render(&board, "t")).expect("well-formed");
        let (width, height) = (number(&root, "width"), number(&root, "height"));
        for element in root.all() {
            let (right, bottom) = match &element.name[..] {
                "rect" => (number(element, "width"), number(element, "height")),
                "text" => (0.0, 0.0),
                _ => continue,
            };
            let (x, y) = (number(element, "x"), number(element, "y"));
            assert!(
                x >= 0.0 && y >= 0.0 && x + right <= width && y + bottom <= height,
                "seed {seed}: {element:?} is not within {width} by {height}"
            );
        }
    }
}

#[test]
fn every_content_appears_in_the_picture_once() {
    for seed in 0..BOARDS {
        let mut board = board(&mut Rng::new(seed), true);
        let mut words = Vec::new();
        for (i, tile) in board.tiles.iter_mut().enumerate() {
            match &mut tile.content {
                Content::Text(text) | Content::Island(text) => *text = format!("a{i}z"),
                _ => continue,
            }
            words.push(format!("a{i}z"));
        }
        for (i, label) in board.margins.right.iter_mut().enumerate() {
            *label = format!("r{i}z");
            words.push(label.clone());
        }
        let root = parse(&svg::render(&board, "t")).expect("well-formed");
        let texts: Vec<&str> = root.all().iter().map(|element| &element.text[..]).collect();
        for word in words {
            let times = texts.iter().filter(|text| **text == word).count();
            assert_eq!(times, 1, "seed {seed}: {word}");
        }
        let islands = board
            .tiles
            .iter()
            .filter(|tile| matches!(tile.content, Content::Island(_)));
        let circles = root
            .all()
            .iter()
            .filter(|element| element.name == "circle")
            .count();
        assert_eq!(circles, islands.count(), "seed {seed}");
    }
}

#[test]
fn grounds_cover_their_cells_and_no_other() {
    for seed in 0..BOARDS {
        let board = board(&mut Rng::new(seed), false);
        let root = parse(&svg::render(&board, "t")).expect("well-formed");
        let groups: Vec<&Element> = root
            .children
            .iter()
            .filter(|child| child.name == "g")
            .collect();
        let backgrounds = &groups[0].children;
        let mut corners: Vec<(String, String)> = Vec::new();
        for rect in backgrounds {
            let corner = ["x", "y"].map(|name| rect.attribute(name).unwrap_or_default().to_owned());
            corners.push(corner.into());
            assert_eq!(number(rect, "width"), number(&backgrounds[0], "width"));
        }
        corners.sort();
        corners.dedup();
        let filled = board
            .tiles
            .iter()
            .filter(|tile| !matches!(tile.background, Background::Plain | Background::Outside));
        assert_eq!(corners.len(), filled.count(), "seed {seed}");
    }
}
