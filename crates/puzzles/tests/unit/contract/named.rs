//! Tests of `named`.

use gridwright_puzzles::*;

fn list() -> Vec<NamedTechnique> {
    let technique = |id, level, needs_uniqueness, is_default| NamedTechnique {
        id,
        name: id,
        level,
        score: 1,
        needs_uniqueness,
        is_default,
    };
    vec![
        technique("single", 0, false, true),
        technique("pair", 1, false, true),
        technique("wing", 2, false, true),
        technique("odd-wing", 2, false, false),
        technique("rectangle", 2, true, true),
        technique("chain", 3, false, true),
    ]
}

#[test]
fn lists_of_techniques_are_read() {
    let list = list();
    let check = |text: &str, expected: &str| {
        let choice = TechniqueChoice::parse(text, &list).expect(text);
        let members = list
            .iter()
            .enumerate()
            .filter(|(at, _)| choice.contains(*at));
        let ids: Vec<&str> = members.map(|(_, one)| one.id).collect();
        assert_eq!(ids.join(" "), expected, "{text}");
    };
    check("", "single pair wing rectangle chain");
    check("hard", "single pair wing rectangle");
    check("hard,-wing", "single pair rectangle");
    check("wing", "single wing");
    check("..wing", "single pair wing");
    check("..odd-wing,no-uniqueness", "single pair wing odd-wing");
    check("no-uniqueness", "single pair wing chain");
    check("-chain", "single pair wing rectangle");
    check("all", "single pair wing odd-wing rectangle chain");
    check("Medium, Chain", "single pair chain");
    check("medium -single", "pair");
}

#[test]
fn unknown_techniques_are_refused_with_those_alike() {
    let error = |text: &str| TechniqueChoice::parse(text, &list()).expect_err(text);
    assert_eq!(
        error("wings"),
        "unknown technique `wings`; did you mean wing?"
    );
    assert!(error("-nothing").starts_with("unknown technique `nothing`; write the name"));
}
