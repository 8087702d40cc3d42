//! The report as one self-contained HTML page.

use std::fmt::Write as _;

use crate::experiment::Experiment;
use crate::experiment::published::Published;
use crate::report::cells::{
    CellText, agreement, agreement_sentence, count_name, counts, refusals, settled_sentence,
    time_measures, times,
};
use crate::report::escape;
use crate::report::plot::RenderedPlot;
use crate::report::table::Table;

const STYLE: &str = include_str!("page.css");

/// Formats the page.
pub fn page(
    experiment: &Experiment,
    table: &Table,
    published: Option<&Published>,
    plots: &[RenderedPlot],
) -> String {
    let mut body = String::new();
    let title = escape(&experiment.title);
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
    let measure = count_name(experiment, published);
    let _ = writeln!(body, "<section><h2>Counts: {measure}</h2>");
    let axes = experiment.axis_names();
    if !axes.is_empty() {
        let axes = escape(&axes.join(", then "));
        let _ = writeln!(body, "<p>Columns are by {axes}.</p>");
    }
    table_html(&mut body, table, &cells);
    for message in refusals(table) {
        let _ = writeln!(body, "<p>{}</p>", escape(&message));
    }
    body.push_str("</section>\n");
    for plot in plots {
        let _ = writeln!(
            body,
            "<section><h2>{}</h2>\n<figure>{}</figure></section>",
            escape(&plot.title),
            plot.svg
        );
    }
    for (title, measure) in time_measures(table) {
        let _ = writeln!(body, "<section><h2>{title}</h2>");
        table_html(&mut body, table, &times(table, published, measure));
        body.push_str("</section>\n");
    }
    let _ = writeln!(body, "<footer>{}</footer>", escape(&table.provenance()));
    format!(
        "<!doctype html>\n<html lang='en'>\n<meta charset='utf-8'>\n<meta name='viewport' content='width=device-width'>\n<title>{title}</title>\n<style>{STYLE}</style>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Text with backticks as code, as in Markdown.
fn with_code(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let mut html = String::new();
    for (at, part) in parts.iter().enumerate() {
        let part = escape(part);
        let is_code = at % 2 == 1;
        html += &if is_code {
            format!("<code>{part}</code>")
        } else {
            part
        };
    }
    html
}

fn paragraphs(body: &mut String, text: &str) {
    for part in text.split("\n\n").filter(|part| !part.trim().is_empty()) {
        let _ = writeln!(body, "<p>{}</p>", with_code(part.trim()));
    }
}

/// Cards with the number of equal published counts and of settled cells.
fn summary(body: &mut String, table: &Table, cells: &[Vec<CellText>], is_determined: bool) {
    let sum = agreement(cells);
    body.push_str("<section class='summary'>\n");
    if let Some(sentence) = agreement_sentence(sum) {
        // If the publication leaves something undetermined, differing counts are not an error.
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
            escape(sentence.trim_start_matches(&*counted))
        );
    }
    let (settled, tried, sentence) = settled_sentence(table);
    let _ = writeln!(
        body,
        "<div class='card'><b>{settled} of {tried}</b><span>{}</span></div>\n</section>",
        escape(&sentence)
    );
}

/// A table. A configuration with published figures has three columns: published, ours, equal.
fn table_html(body: &mut String, table: &Table, cells: &[Vec<CellText>]) {
    let n_configurations = table.configurations.len();
    let any = |is: fn(&CellText) -> bool| -> Vec<bool> {
        (0..n_configurations)
            .map(|column| cells.iter().any(|row| is(&row[column])))
            .collect()
    };
    let (printed, compared) = (
        any(|cell| cell.published.is_some()),
        any(|cell| cell.equal.is_some()),
    );
    let span = |column: usize| 1 + usize::from(printed[column]) + usize::from(compared[column]);
    let tall = if printed.contains(&true) { 2 } else { 1 };
    let _ = write!(
        body,
        "<div class='scroll'><table><thead><tr><th scope='col' rowspan='{tall}'>instance</th>"
    );
    for (at, configuration) in table.configurations.iter().enumerate() {
        let name: Vec<String> = configuration
            .values
            .iter()
            .map(|value| escape(value))
            .collect();
        let rows = if tall == 2 && !printed[at] { 2 } else { 1 };
        let _ = write!(
            body,
            "<th scope='colgroup' class='group' colspan='{}' rowspan='{rows}'>{}</th>",
            span(at),
            name.join("<br>")
        );
    }
    if tall == 2 {
        body.push_str("</tr><tr>");
        for column in (0..n_configurations).filter(|&column| printed[column]) {
            body.push_str("<th class='group'>published</th><th>ours</th>");
            if compared[column] {
                body.push_str("<th>equal</th>");
            }
        }
    }
    body.push_str("</tr></thead><tbody>\n");
    for (instance, row) in table.instances.iter().zip(cells) {
        let _ = write!(body, "<tr><th scope='row'>{}</th>", escape(instance));
        for (column, cell) in row.iter().enumerate() {
            let mut first = " class='group'";
            if printed[column] {
                let published = cell.published.as_deref().unwrap_or_default();
                let _ = write!(body, "<td{first}>{}</td>", escape(published));
                first = "";
            }
            let _ = write!(body, "<td{first}>{}</td>", escape(&cell.ours));
            if compared[column] {
                body.push_str(match cell.equal {
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
