//! What was measured as CSV, so that tables and pictures can be made again without measuring again.

use crate::row::{fields, quoted};
use crate::scaling::grow::{Grown, Point, Side};

/// The first line.
const HEADING: &str = "curve,end,side,size,cells,tried,settled,ms,setup_ms,mib,failures";

/// All curves by name, a line for every size of every side.
pub fn kept<'g>(all: impl Iterator<Item = (&'g str, &'g Grown)>) -> String {
    let mut text = HEADING.to_owned() + "\n";
    for (name, grown) in all {
        for side in &grown.sides {
            for point in &side.points {
                let number = |value: Option<f64>| value.map_or_else(String::new, |v| v.to_string());
                let words = [
                    name.to_owned(),
                    grown.end.clone().unwrap_or_default(),
                    side.name.clone(),
                    point.size.clone(),
                    point.n_cells.to_string(),
                    point.n_tried.to_string(),
                    point.n_settled.to_string(),
                    point.ms.to_string(),
                    number(point.setup_ms),
                    number(point.mib),
                    point.failures.map_or_else(String::new, |n| n.to_string()),
                ];
                let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                text += &(words.join(",") + "\n");
            }
        }
    }
    text
}

/// Reads it again; what is wrong, with the number of its line.
pub fn read_kept(text: &str) -> Result<Vec<(String, Grown)>, String> {
    let mut lines = (1..).zip(text.lines());
    if lines.next().map(|(_, line)| line) != Some(HEADING) {
        return Err(format!("line 1: expected `{HEADING}`"));
    }
    let mut all: Vec<(String, Grown)> = Vec::new();
    for (number, line) in lines {
        let words = fields(line).unwrap_or_default();
        let point = match &words[..] {
            [curve, end, side, rest @ ..] => point(rest).map(|point| (curve, end, side, point)),
            _ => None,
        };
        let Some((curve, end, side, point)) = point else {
            return Err(format!("line {number}: expected the fields of the heading"));
        };
        if all.last().is_none_or(|(name, _)| name != curve) {
            all.push((curve.clone(), Grown::default()));
        }
        let Some((_, grown)) = all.last_mut() else {
            continue;
        };
        grown.end = Some(end.clone()).filter(|end| !end.is_empty());
        if grown.sides.last().is_none_or(|last| last.name != *side) {
            grown.sides.push(Side {
                name: side.clone(),
                ..Side::default()
            });
        }
        if let Some(side) = grown.sides.last_mut() {
            side.points.push(point);
        }
    }
    Ok(all)
}

/// A point of its fields.
fn point(words: &[String]) -> Option<Point> {
    let [size, cells, tried, settled, ms, setup, mib, failures] = words else {
        return None;
    };
    Some(Point {
        size: size.clone(),
        n_cells: cells.parse().ok()?,
        n_tried: tried.parse().ok()?,
        n_settled: settled.parse().ok()?,
        ms: ms.parse().ok()?,
        setup_ms: setup.parse().ok(),
        mib: mib.parse().ok(),
        failures: failures.parse().ok(),
    })
}
