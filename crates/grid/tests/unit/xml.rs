//! A small XML parser without declarations, comments or processing instructions, to check that a picture is
//! well-formed.

/// An element with its content.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Element>,
    pub(crate) text: String,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        all.find(|(key, _)| key == name)
            .map(|(_, value)| &value[..])
    }

    /// This element and all within it.
    pub(crate) fn all(&self) -> Vec<&Element> {
        let mut found = vec![self];
        for child in &self.children {
            found.extend(child.all());
        }
        found
    }
}

/// Parses a document of one element.
pub(crate) fn parse(text: &str) -> Result<Element, String> {
    let mut open: Vec<Element> = vec![Element::default()];
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let last = open.last_mut().ok_or("nothing is open")?;
        last.text += &unescaped(&rest[..start])?;
        let end = rest.find('>').ok_or("a tag is not closed")?;
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let closed = open.pop().ok_or("nothing is open")?;
            if closed.name != name {
                return Err(format!("`{}` is closed by `{name}`", closed.name));
            }
            open.last_mut()
                .ok_or("too much is closed")?
                .children
                .push(closed);
            continue;
        }
        let element = start_tag(tag.trim_end_matches('/'))?;
        if tag.ends_with('/') {
            open.last_mut()
                .ok_or("nothing is open")?
                .children
                .push(element);
        } else {
            open.push(element);
        }
    }
    let mut root = open.pop().ok_or("nothing is open")?;
    if !open.is_empty() || !root.text.trim().is_empty() || !rest.trim().is_empty() {
        return Err(format!(
            "`{}` is left open, or text is left over",
            root.name
        ));
    }
    match (root.children.pop(), root.children.pop()) {
        (Some(only), None) => Ok(only),
        _ => Err("a document has one element".to_owned()),
    }
}

fn start_tag(tag: &str) -> Result<Element, String> {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut attributes: Vec<(String, String)> = Vec::new();
    while !rest.trim().is_empty() {
        let (key, after) = rest.split_once("=\"").ok_or("an attribute has no value")?;
        let (value, after) = after.split_once('"').ok_or("a value is not closed")?;
        let key = key.trim().to_owned();
        if attributes.iter().any(|(other, _)| *other == key) {
            return Err(format!("`{key}` is given twice"));
        }
        attributes.push((key, unescaped(value)?));
        rest = after;
    }
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(format!("`{name}` is no name"));
    }
    Ok(Element {
        name: name.to_owned(),
        attributes,
        ..Element::default()
    })
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, after) = part.split_once(';').ok_or("an `&` stands alone")?;
        plain += match name {
            "amp" => "&",
            "lt" => "<",
            "gt" => ">",
            "quot" => "\"",
            _ => return Err(format!("`&{name};` is unknown")),
        };
        plain += after;
    }
    match plain
        .chars()
        .find(|c| c.is_control() && !"\n\t".contains(*c))
    {
        Some(c) => Err(format!("{c:?} may not stand in XML")),
        None => Ok(plain),
    }
}
