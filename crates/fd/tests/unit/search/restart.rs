//! Tests of `restart`.

use gridwright_fd::*;

#[test]
fn strategies_are_parsed_with_their_parameters() {
    let restarts = |text: &str| text.parse::<Restart>();
    assert_eq!(restarts("luby"), Ok(Restart::Luby { unit: 100 }));
    assert_eq!(restarts("luby:7"), Ok(Restart::Luby { unit: 7 }));
    assert_eq!(restarts("linear:7"), Ok(Restart::Linear { unit: 7 }));
    let growing = Restart::Geometric {
        first: 10,
        factor: 2.0,
    };
    assert_eq!(restarts("geometric:10:2"), Ok(growing));
    for wrong in ["", "luby:0", "luby:x", "geometric:1:1", "never:1", "often"] {
        assert!(restarts(wrong).is_err(), "{wrong}");
    }
}
