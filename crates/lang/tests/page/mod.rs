//! The models in `docs/manual/reference/language.md`.

/// The blocks of `docs/manual/reference/language.md` that are models.
pub(crate) fn models() -> Vec<String> {
    let page = include_str!("../../../../docs/manual/reference/language.md");
    let mut found = Vec::new();
    let mut block: Option<String> = None;
    for line in page.lines() {
        match (&mut block, line) {
            (None, "```gw") => block = Some(String::new()),
            (Some(_), "```") => found.extend(block.take()),
            (Some(text), line) => *text += &format!("{line}\n"),
            (None, _) => {}
        }
    }
    found
}
