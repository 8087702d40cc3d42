//! The report as one page of HTML that needs nothing else: style and drawings are in it.

use std::fmt::Write as _;

use crate::cells::{
    Words, agreement, agreement_told, count_words, counts, kinds_of_times, refusals, times,
    tried_told,
};
use crate::experiment::Experiment;
use crate::plot::{Drawn, escaped};
use crate::published::Published;
use crate::table::Table;

const STYLE: &str = include_str!("page.css");

/// Writes the page.
pub fn page(
    experiment: &Experiment,
    table: &Table,
    published: Option<&Published>,
    plots: &[Drawn],
) -> String {
    let mut body = String::new();
    let title = escaped(&experiment.title);
    let _ = writeln!(body, "<header><h1>{title}</h1>");
    paragraphs(&mut body, &experiment.about);
    body.push_str("</header>\n");
    let cells = counts(table, published);
    let undetermined = published.map_or("", Published::undetermined);
    summary(&mut body, table, &cells, undetermined.is_empty());
    if !undetermined.is_empty() {
        body.push_str("<section class='open'><h2>What the publication leaves open</h2>\n");
        paragraphs(&mut body, undetermined);
        body.push_str("</section>\n");
    }
    let measure = count_words(experiment, published);
    let _ = writeln!(body, "<section><h2>Counts: {measure}</h2>");
    let axes: Vec<String> = experiment
        .axes
        .iter()
        .map(|axis| escaped(&axis.name))
        .collect();
    if !axes.is_empty() {
        let _ = writeln!(body, "<p>Columns are by {}.</p>", axes.join(", then "));
    }
    put(&mut body, table, &cells);
    for told in refusals(table) {
        let _ = writeln!(body, "<p>{}</p>", escaped(&told));
    }
    body.push_str("</section>\n");
    for plot in plots {
        let _ = writeln!(
            body,
            "<section><h2>{}</h2>\n<figure>{}</figure></section>",
            escaped(&plot.title),
            plot.svg
        );
    }
    for (title, measure) in kinds_of_times(table) {
        let _ = writeln!(body, "<section><h2>{title}</h2>");
        put(&mut body, table, &times(table, published, measure));
        body.push_str("</section>\n");
    }
    let _ = writeln!(body, "<footer>{}</footer>", escaped(&table.made_by()));
    format!(
        "<!doctype html>\n<html lang='en'>\n<meta charset='utf-8'>\n<meta name='viewport' content='width=device-width'>\n<title>{title}</title>\n<style>{STYLE}</style>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// A text in which what stands between backticks is code, as in Markdown.
fn with_code(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let mut told = String::new();
    for (at, part) in parts.iter().enumerate() {
        let part = escaped(part);
        let is_code = at % 2 == 1;
        told += &if is_code {
            format!("<code>{part}</code>")
        } else {
            part
        };
    }
    told
}

fn paragraphs(body: &mut String, text: &str) {
    for part in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
        let _ = writeln!(body, "<p>{}</p>", with_code(part.trim()));
    }
}

/// What came out, in a few large words: how many published counts are equal, and how many cells were settled.
fn summary(body: &mut String, table: &Table, cells: &[Vec<Words>], is_determined: bool) {
    let sum = agreement(cells);
    body.push_str("<section class='summary'>\n");
    if let Some(told) = agreement_told(sum) {
        // Where a publication leaves something open, counts that differ are no fault.
        let class = match sum.equal == sum.compared {
            _ if sum.compared == 0 => "card",
            true => "card good",
            false if is_determined => "card mixed",
            false => "card",
        };
        let counted = format!("{} of {} ", sum.equal, sum.compared);
        let _ = writeln!(
            body,
            "<div class='{class}'><b>{} of {}</b><span>{}</span></div>",
            sum.equal,
            sum.compared,
            escaped(told.trim_start_matches(&*counted))
        );
    }
    let (settled, tried, told) = tried_told(table);
    let _ = writeln!(
        body,
        "<div class='card'><b>{settled} of {tried}</b><span>{}</span></div>\n</section>",
        escaped(&told)
    );
}

/// A table. Where figures were published for a way it has three columns: published, ours, equal.
fn put(body: &mut String, table: &Table, cells: &[Vec<Words>]) {
    let ways = table.ways.len();
    let any = |is: fn(&Words) -> bool| -> Vec<bool> {
        (0..ways)
            .map(|way| cells.iter().any(|row| is(&row[way])))
            .collect()
    };
    let (printed, compared) = (any(|w| w.published.is_some()), any(|w| w.equal.is_some()));
    let span = |way: usize| 1 + usize::from(printed[way]) + usize::from(compared[way]);
    let tall = if printed.contains(&true) { 2 } else { 1 };
    let _ = write!(
        body,
        "<div class='scroll'><table><thead><tr><th scope='col' rowspan='{tall}'>instance</th>"
    );
    for (at, way) in table.ways.iter().enumerate() {
        let name: Vec<String> = way.values.iter().map(|value| escaped(value)).collect();
        let rows = if tall == 2 && !printed[at] { 2 } else { 1 };
        let _ = write!(
            body,
            "<th scope='colgroup' class='way' colspan='{}' rowspan='{rows}'>{}</th>",
            span(at),
            name.join("<br>")
        );
    }
    if tall == 2 {
        body.push_str("</tr><tr>");
        for way in (0..ways).filter(|&way| printed[way]) {
            body.push_str("<th class='way'>published</th><th>ours</th>");
            if compared[way] {
                body.push_str("<th>equal</th>");
            }
        }
    }
    body.push_str("</tr></thead><tbody>\n");
    for (instance, row) in table.instances.iter().zip(cells) {
        let _ = write!(body, "<tr><th scope='row'>{}</th>", escaped(instance));
        for (way, words) in row.iter().enumerate() {
            let mut first = " class='way'";
            if printed[way] {
                let published = words.published.as_deref().unwrap_or_default();
                let _ = write!(body, "<td{first}>{}</td>", escaped(published));
                first = "";
            }
            let _ = write!(body, "<td{first}>{}</td>", escaped(&words.ours));
            if compared[way] {
                body.push_str(match words.equal {
                    Some(true) => "<td class='equal'>=</td>",
                    Some(false) => "<td class='differs'>\u{2260}</td>",
                    None => "<td></td>",
                });
            }
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</tbody></table></div>\n");
}
