//! Results as CSV, so that tables and plots can be drawn again without measuring.

use crate::csv_text::{format_records, parse_records};
use crate::scaling::measure::{CurveResult, Point, Side};

const HEADING: &str = "curve,end,side,size,cells,tried,settled,ms,setup_ms,mib,failures";

/// Formats results by curve name, a line for each size of each side.
pub fn format_csv<'r>(results: impl Iterator<Item = (&'r str, &'r CurveResult)>) -> String {
    fn optional(value: Option<impl ToString>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let mut records: Vec<Vec<String>> = vec![HEADING.split(',').map(str::to_owned).collect()];
    for (name, result) in results {
        for side in &result.sides {
            records.extend(side.points.iter().map(|point| {
                vec![
                    name.to_owned(),
                    optional(result.end.as_ref()),
                    side.name.clone(),
                    point.size.clone(),
                    point.n_cells.to_string(),
                    point.n_tried.to_string(),
                    point.n_settled.to_string(),
                    point.ms.to_string(),
                    optional(point.setup_ms),
                    optional(point.mib),
                    optional(point.failures),
                ]
            }));
        }
    }
    format_records(records)
}

/// Parses results; an error names its line.
pub fn parse_csv(text: &str) -> Result<Vec<(String, CurveResult)>, String> {
    let mut records = (1..).zip(parse_records(text));
    if records
        .next()
        .is_none_or(|(_, fields)| fields.join(",") != HEADING)
    {
        return Err(format!("line 1: expected `{HEADING}`"));
    }
    let mut results: Vec<(String, CurveResult)> = Vec::new();
    for (number, fields) in records {
        let point = match &fields[..] {
            [curve, end, side, rest @ ..] => point(rest).map(|point| (curve, end, side, point)),
            _ => None,
        };
        let Some((curve, end, side, point)) = point else {
            return Err(format!("line {number}: expected the fields of the heading"));
        };
        if results.last().is_none_or(|(name, _)| name != curve) {
            results.push((curve.clone(), CurveResult::default()));
        }
        let Some((_, result)) = results.last_mut() else {
            continue;
        };
        result.end = Some(end.clone()).filter(|end| !end.is_empty());
        if result.sides.last().is_none_or(|last| last.name != *side) {
            result.sides.push(Side::new(side));
        }
        if let Some(side) = result.sides.last_mut() {
            side.points.push(point);
        }
    }
    Ok(results)
}

fn point(fields: &[String]) -> Option<Point> {
    let [size, cells, tried, settled, ms, setup, mib, failures] = fields else {
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
