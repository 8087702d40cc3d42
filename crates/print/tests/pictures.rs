//! Pictures have the right size and show what is on a board.

use gridwright_grid::Cell;
use gridwright_grid::board::{Board, Content, svg};
use gridwright_print::{PdfPages, PrintError, pdf, pdf_before, png, png_before, png_within};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg;

fn board(text: &str) -> String {
    let mut board = Board::new(1, 2);
    board.tile_mut(Cell::new(0, 0)).content = Content::Text(text.to_owned());
    svg::render(&board, "A board")
}

fn pixels(svg: &str, scale: f32) -> Pixmap {
    let png = png(svg, scale).expect("a valid SVG");
    Pixmap::decode_png(&png).expect("a PNG")
}

/// The number of dark pixels.
fn dark_pixels(svg: &str) -> usize {
    let pixels = pixels(svg, 1.0);
    let dark = pixels.pixels().iter().filter(|pixel| pixel.red() < 100);
    dark.count()
}

#[test]
fn a_scale_multiplies_the_size() {
    let svg = board("7");
    let (one, two) = (pixels(&svg, 1.0), pixels(&svg, 2.0));
    assert_eq!((one.width(), one.height()), (96, 56));
    assert_eq!((two.width(), two.height()), (192, 112));
}

#[test]
fn the_background_is_white_and_letters_are_visible() {
    let blank = dark_pixels(&board(""));
    // The font has no sign for the last, for which it shows another.
    for text in ["1", "23", "?", "A", "→", "■", "龍"] {
        assert!(
            dark_pixels(&board(text)) > blank + 10,
            "{text} is not visible"
        );
    }
    let corner = pixels(&board("1"), 1.0)
        .pixel(1, 1)
        .expect("inside the picture");
    assert_eq!((corner.red(), corner.alpha()), (255, 255));
}

#[test]
fn a_large_picture_is_drawn_in_bands_and_looks_the_same() {
    // Without letters, so that another reader of SVG draws the same.
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 90" width="120" height="90">
        <rect width="120" height="90" fill="#ffffff"/>
        <circle cx="60" cy="45" r="40.3" fill="none" stroke="#000000" stroke-width="3.1"/>
        <path d="M3 87L117 5.5" stroke="#336699" stroke-width="2" stroke-dasharray="7 3"/>
        <g opacity="0.4"><rect x="11.3" y="20.7" width="90" height="51" fill="#cc0000"/></g>
    </svg>"##;
    let scale = 14.0;
    let drawn = pixels(svg, scale);
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).expect("a valid SVG");
    let mut whole = Pixmap::new(drawn.width(), drawn.height()).expect("a size");
    let place = Transform::from_scale(scale, scale);
    resvg::render(&tree, place, &mut whole.as_mut());
    assert!(drawn.width() * drawn.height() > 2 << 20, "several bands");
    // A curve that a band cuts is approximated in another way, by a quarter of a pixel at most.
    let pairs = drawn.data().iter().zip(whole.data());
    let distances: Vec<u8> = pairs.map(|(one, other)| one.abs_diff(*other)).collect();
    assert!(distances.iter().all(|distance| *distance <= 64));
    let n_different = distances.iter().filter(|distance| **distance > 2).count();
    assert!(n_different < distances.len() / 1000, "{n_different}");
}

#[test]
fn drawing_ends_when_it_must() {
    let svg = board("7");
    let stopped = png_before(&svg, 1.0, &|| true);
    assert_eq!(stopped, Err(PrintError::Stopped));
    let n_checks = std::cell::Cell::new(0);
    // Reading checks it twice; this ends in the second band.
    let is_over = || n_checks.replace(n_checks.get() + 1) == 3;
    let stopped = png_within(&svg, 40.0, 1e9, &is_over);
    assert_eq!((stopped, n_checks.get()), (Err(PrintError::Stopped), 4));
    let drawn = png_within(&svg, 40.0, 1e4, &|| false).expect("a picture");
    let drawn = Pixmap::decode_png(&drawn).expect("a PNG");
    assert!(drawn.width() * drawn.height() < 11_000);
}

/// The largest difference of two pictures in a colour of a pixel.
fn largest_difference(one: &str, other: &str) -> u8 {
    let (one, other) = (pixels(one, 2.0), pixels(other, 2.0));
    assert_eq!((one.width(), one.height()), (other.width(), other.height()));
    let pairs = one.data().iter().zip(other.data());
    let largest = pairs.map(|(one, other)| one.abs_diff(*other)).max();
    largest.unwrap_or_default()
}

/// A picture of many elements, with a style and a pattern that all of them use, and letters on top.
fn many_elements(n: usize) -> String {
    let mut svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200" font-size="9">
        <title>Many</title><style>.a{stroke:#224488}</style>
        <defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 0L4 4" stroke="#cc0000"/></pattern></defs>
        <rect width="200" height="200" fill="#ffffff"/>"##
        .to_owned();
    for at in 0..n {
        let (x, y) = (at * 37 % 190, at * 91 % 190);
        let fill = if at % 20 == 0 { "url(#p)" } else { "none" };
        svg += &format!(
            r#"<rect class="a" x="{x}" y="{y}" width="9" height="7" fill="{fill}"/><text x="{x}" y="{y}">{}</text>"#,
            at % 10
        );
    }
    svg + "</svg>"
}

#[test]
fn many_elements_are_drawn_in_pieces_and_look_the_same() {
    let svg = many_elements(600);
    let (start, inside) = svg.split_once("<rect width").expect("the background");
    let inside = format!("<rect width{}", inside.trim_end_matches("</svg>"));
    let (root, shared) = start.split_once("<title>").expect("a title");
    // Each is named twice, in the resources and in the content.
    let pieces = |svg: &str| {
        let pdf = pdf(svg).expect("a valid SVG");
        let text = String::from_utf8_lossy(&pdf).into_owned();
        let has_group = text.contains("/CS /DeviceRGB");
        assert!(has_group, "the page has a group in which colours are mixed");
        text.matches("/Picture").count() / 2
    };
    assert_eq!(pieces(&svg), 3);
    // So are those inside a group, and inside an SVG in the SVG with a style and a pattern of its own.
    let grouped = format!("{start}<g><g>{inside}</g></g></svg>");
    let nested = format!("{root}<g>{root}<title>{shared}{inside}</svg></g></svg>");
    assert_eq!((pieces(&grouped), pieces(&nested)), (3, 3));
    assert_eq!(largest_difference(&svg, &grouped), 0);
    // An SVG in the SVG is clipped, so each piece is drawn apart first, and colours are rounded once more.
    let whole = nested.replace("<g><svg ", "<g><svg id=\"whole\" ");
    assert_eq!(pieces(&whole), 1);
    assert!(largest_difference(&whole, &nested) <= 3);
    // A group with an opacity is drawn as a whole.
    let whole = format!("{start}<g opacity=\"0.99\">{inside}</g></svg>");
    assert_eq!(pieces(&whole), 1);
    // A PDF can be interrupted while it is read and while each piece is converted.
    let n_checks = std::cell::Cell::new(0);
    let last = 3 + 3 + 2;
    for end in [0, 2, 5, last] {
        n_checks.set(0);
        let is_over = || n_checks.replace(n_checks.get() + 1) == end;
        let stopped = pdf_before(&svg, &is_over);
        assert_eq!(
            (stopped, n_checks.get()),
            (Err(PrintError::Stopped), end + 1)
        );
    }
    n_checks.set(0);
    assert!(pdf_before(&svg, &|| n_checks.replace(n_checks.get() + 1) > last).is_ok());
}

#[test]
fn a_pdf_has_the_size_of_the_board() {
    let pdf = pdf(&board("7")).expect("a valid SVG");
    let text = String::from_utf8_lossy(&pdf);
    // 96 by 56 pixels, at 72 points for 96 pixels.
    assert!(text.contains("/MediaBox [0 0 72 42]"), "{text}");
    assert!(!text.contains("/Font"), "letters are outlines");
}

#[test]
fn a_pdf_has_a_title() {
    let text = |pdf: Vec<u8>| String::from_utf8_lossy(&pdf).into_owned();
    let one = text(pdf(&board("7")).expect("a valid SVG"));
    assert!(one.contains("/Title (A board)"), "{one}");
    // Viewers show it instead of the name of the file.
    assert!(one.contains("/DisplayDocTitle true"), "{one}");
    let mut pages = PdfPages::new("Six (hard) puzzles");
    pages.add(&board("7"), &|| false).expect("a valid SVG");
    let book = text(pages.finish().expect("one page"));
    assert!(book.contains("/Title (Six (hard) puzzles)"), "{book}");
    let untitled = text(PdfPages::new("").finish().expect("no page"));
    assert!(!untitled.contains("/Title"), "{untitled}");
}

#[test]
fn invalid_pictures_are_errors() {
    assert!(matches!(png("<svg", 1.0), Err(PrintError::Svg(_))));
    assert!(matches!(pdf("nothing"), Err(PrintError::Svg(_))));
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e9] {
        let result = png(&board("1"), scale);
        assert!(matches!(result, Err(PrintError::Size { .. })), "{scale}");
    }
}
