//! Tests of `tatham_regions`.

use gridwright_codec::Slice;
use gridwright_codec::square::Square;
use gridwright_codec::tatham_regions::*;

#[test]
fn regions_round_trip() {
    for (height, width) in [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (4, 4), (5, 5)] {
        let n = height * width;
        let regions = Square::blocks(n, height, width);
        let code = write(&regions, n);
        assert_eq!(read(Slice::whole(&code), n), Ok(regions), "{code}");
    }
    // Rows of 2 and 3 cells in a square of 3: two rows above, a column of the rest.
    let irregular = [0, 0, 1, 0, 2, 1, 2, 2, 1];
    let code = write(&irregular, 3);
    assert_eq!(
        read(Slice::whole(&code), 3),
        Ok(irregular.to_vec()),
        "{code}"
    );
}

#[test]
fn lines_are_counted_as_in_solo() {
    // One line in each row between the second and third column, and one in each column between the second and third row.
    assert_eq!(write(&Square::blocks(4, 2, 2), 4), "abbbbbbba");
    // No line at all in a square of six rows: 60 pairs.
    assert_eq!(write(&[0; 36], 6), "zzj");
}

#[test]
fn errors_are_reported() {
    for (code, message) in [
        ("abbbbbbb", "the regions end after 22 of 24 pairs of cells"),
        (
            "abbbbbbbc",
            "this goes beyond the last of 24 pairs of cells",
        ),
        ("ab1", "expected `_` or a small letter, found `1`"),
        ("", "the regions end after 0 of 24 pairs of cells"),
    ] {
        let error = read(Slice::whole(code), 4).expect_err("an error");
        assert_eq!(error.message, message, "{code}");
    }
}
