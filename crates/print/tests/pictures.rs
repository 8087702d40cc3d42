//! Pictures have the right size and show what is on a board.

use gridwright_grid::Cell;
use gridwright_grid::board::{Board, Content, svg};
use gridwright_print::{PrintError, pdf, png};
use resvg::tiny_skia::Pixmap;

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
    for text in ["1", "23", "?", "A", "→", "■"] {
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
fn a_pdf_has_the_size_of_the_board() {
    let pdf = pdf(&board("7")).expect("a valid SVG");
    let text = String::from_utf8_lossy(&pdf);
    // 96 by 56 pixels, at 72 points for 96 pixels.
    assert!(text.contains("/MediaBox [0 0 72 42]"), "{text}");
    assert!(!text.contains("/Font"), "letters are outlines");
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
