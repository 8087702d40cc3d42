//! Tests of `square`.

use gridwright_codec::square::*;

#[test]
fn blocks_differ_from_irregular_regions() {
    for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (1, 5), (1, 1)] {
        let n = height * width;
        let mut square = Square {
            n,
            givens: vec![None; n * n],
            regions: Some(
                Square::blocks(n, height, width)
                    .into_iter()
                    .map(Some)
                    .collect(),
            ),
        };
        assert_eq!(square.block(), Some((height, width)), "{n}");
        if let Some(regions) = &mut square.regions
            && n > 1
        {
            regions.swap(0, n * n - 1);
        }
        assert_eq!(square.block().is_some(), n == 1, "{n}");
    }
}
