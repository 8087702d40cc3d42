//! The report as one page of HTML that needs nothing else: style and drawings are in it.

use std::fmt::Write as _;

use crate::cells::{Words, agreement, agreement_told, count_measure, counts, refusals, times};
use crate::experiment::{Experiment, Measure};
use crate::plot::{Drawn, escaped};
use crate::published::Published;
use crate::table::Table;

const STYLE: &str = "
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.2rem}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.9rem}
th,td{padding:.2rem .6rem;border-bottom:1px solid #8884;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left;position:sticky;left:0;background:Canvas}
thead th{vertical-align:bottom}
.published{color:GrayText;font-size:.85em}
.equal::after{content:' =';color:#009e73;font-weight:bold}
.differs::after{content:' \\2260';color:#d55e00;font-weight:bold}
svg{max-width:100%;height:auto;background:#fff;border-radius:4px}
.told{font-weight:600}
";

/// Writes the page.
pub fn page(
    experiment: &Experiment,
    table: &Table,
    published: Option<&Published>,
    plots: &[Drawn],
) -> String {
    let mut body = String::new();
    let title = escaped(&experiment.title);
    let _ = writeln!(body, "<h1>{title}</h1>");
    for part in experiment
        .about
        .split("\n\n")
        .filter(|part| !part.is_empty())
    {
        let _ = writeln!(body, "<p>{}</p>", escaped(part));
    }
    let cells = counts(table, published);
    let _ = writeln!(body, "<h2>Counts: {}</h2>", count_measure(published).name());
    if let Some(told) = agreement_told(agreement(&cells)) {
        let _ = writeln!(
            body,
            "<p class='told'>{told}</p><p>The published figure stands in brackets; = marks equal cells, \u{2260} those that differ.</p>"
        );
    }
    put(&mut body, table, &cells);
    for told in refusals(table) {
        let _ = writeln!(body, "<p>{}</p>", escaped(&told));
    }
    for plot in plots {
        let _ = writeln!(
            body,
            "<h2>{}</h2>\n<figure>{}</figure>",
            escaped(&plot.title),
            plot.svg
        );
    }
    for (title, measure) in [
        ("Times", Measure::SolveMs),
        ("Setting up", Measure::SetupMs),
    ] {
        let _ = writeln!(body, "<h2>{title}</h2>");
        put(&mut body, table, &times(table, published, measure));
    }
    format!(
        "<!doctype html>\n<html lang='en'>\n<meta charset='utf-8'>\n<meta name='viewport' content='width=device-width'>\n<title>{title}</title>\n<style>{STYLE}</style>\n<body>\n{body}</body>\n</html>\n"
    )
}

fn put(body: &mut String, table: &Table, cells: &[Vec<Words>]) {
    body.push_str("<div class='scroll'><table><thead><tr><th scope='col'>instance</th>");
    for way in &table.ways {
        let name: Vec<String> = way.values.iter().map(|value| escaped(value)).collect();
        let _ = write!(body, "<th scope='col'>{}</th>", name.join("<br>"));
    }
    body.push_str("</tr></thead><tbody>\n");
    for (instance, row) in table.instances.iter().zip(cells) {
        let _ = write!(body, "<tr><th scope='row'>{}</th>", escaped(instance));
        for words in row {
            let class = match words.equal {
                Some(true) => " class='equal'",
                Some(false) => " class='differs'",
                None => "",
            };
            let _ = write!(body, "<td{class}>{}", escaped(&words.ours));
            if let Some(published) = &words.published {
                let _ = write!(
                    body,
                    " <span class='published'>({})</span>",
                    escaped(published)
                );
            }
            body.push_str("</td>");
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</tbody></table></div>\n");
}
