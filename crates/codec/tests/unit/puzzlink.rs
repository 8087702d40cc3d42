//! Tests of `puzzlink`.

use gridwright_codec::puzzlink::*;

#[test]
fn urls_of_all_sites_are_read() {
    for text in [
        "https://puzz.link/p?hashi/5/3/4g2i",
        "http://pzv.jp/p.html?hashi/5/3/4g2i",
        "https://pzprxs.vercel.app/p?hashi/5/3/4g2i",
        "https://puzz.link/p?hashi_edit/5/3/4g2i",
        "https://puzz.link/p?type=editor&hashi_play/5/3/4g2i",
        "puzz.link/p?hashi/c/5/3/4g2i",
        "hashi/5/3/4g2i",
        " hashi/5/3/4g2i\n",
    ] {
        assert_eq!(Address::kind(text), Some("hashi"), "{text}");
        let address = Address::read(text).expect("valid");
        let size = (address.cols, address.rows);
        assert_eq!((address.kind.text, size), ("hashi", (5, 3)), "{text}");
        assert_eq!(address.body.text, "4g2i");
        assert!(text[address.body.start..].starts_with("4g2i"));
        assert!(address.end(address.body.skip(4)).is_ok());
    }
    for text in ["", "5x5m2:4a2", "1 2\n3 4", "https://a.b/c d", "(4)/2"] {
        assert_eq!(Address::kind(text), None, "{text}");
    }
}

#[test]
fn errors_are_reported() {
    for (text, message) in [
        ("hashi", "expected the number of columns, found nothing"),
        ("p?hashi/5", "expected the number of rows, found nothing"),
        ("p?hashi/5/x/4", "expected the number of rows, found `x`"),
        ("p?hashi/5/0/4", "a board cannot have 0 by 5 cells"),
        (
            "p?hashi/v:3/5/5/4",
            "the URL is marked as a variant, but it does not contain its rules",
        ),
        ("p?mashu/f/5/5/4", "the flag `f` is not supported"),
        (
            "p?hashi/99999999999/99999999999/4",
            "a board cannot have 99999999999 by 99999999999 cells",
        ),
    ] {
        assert_eq!(Address::read(text).expect_err("an error").message, message);
    }
    let address = Address::read("p?hashi/1/1/4/3").expect("valid");
    let error = address
        .end(address.body.skip(1))
        .expect_err("a number follows");
    assert_eq!(error.message, "expected the end of the URL, found `3`");
}

#[test]
fn urls_end_in_a_letter_a_digit_or_a_slash() {
    assert_eq!(write("hashi", 3, 5, "4g."), "hashi/5/3/4g./");
    assert_eq!(write("hashi", 3, 5, "4g2"), "hashi/5/3/4g2");
}
