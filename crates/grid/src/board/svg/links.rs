//! Marked candidates and places, and the links between them: strong ones solid, weak ones dashed.

use crate::board::description::candidate_columns;
use crate::board::svg::Drawing;
use crate::board::svg::contents::CANDIDATE;
use crate::board::svg::xml::number;
use crate::board::{Content, Spot, SpotMark};

/// The radius of a mark.
const RADIUS: f64 = 7.5;

/// How far links bend from the straight line, relative to their length.
const BEND: f64 = 0.12;

/// Links closer than this to a third candidate bend more.
const NEAR: f64 = 9.0;

impl Drawing<'_> {
    /// The middle of a spot; that of its cell if candidates are not drawn one by one.
    fn spot(&self, spot: Spot) -> (f64, f64) {
        match spot {
            Spot::Candidate(cell, index) => match &self.board.tile(cell).content {
                Content::Candidates(candidates) => match candidate_columns(candidates) {
                    Some((across, _)) => {
                        self.candidate_middle(cell, index, candidates.len(), across)
                    }
                    None => self.plan.middle(cell),
                },
                _ => self.plan.middle(cell),
            },
            Spot::Cell(cell) => self.plan.middle(cell),
            Spot::Border(border) => self.border_middle(border),
            Spot::Between(a, b) => {
                let ((ax, ay), (bx, by)) = (self.plan.middle(a), self.plan.middle(b));
                ((ax + bx) / 2.0, (ay + by) / 2.0)
            }
        }
    }

    /// Draws the marks, which are behind candidates.
    pub(crate) fn spot_marks(&mut self) {
        for &(spot, mark) in &self.board.spot_marks {
            let (x, y) = self.spot(spot);
            let (cx, cy) = (number(x), number(y));
            let radius = number(RADIUS);
            match mark {
                SpotMark::Struck => {}
                SpotMark::First => {
                    let style = [
                        ("cx", cx.as_str()),
                        ("cy", &cy),
                        ("r", &radius),
                        ("fill", self.palette.changed.1),
                        ("stroke", self.palette.changed.0),
                        ("stroke-width", "1.5"),
                    ];
                    self.xml.empty("circle", &style);
                    // A second circle makes it darker than a ring without colour.
                    let inner = [
                        ("cx", cx.as_str()),
                        ("cy", &cy),
                        ("r", &radius),
                        ("fill", self.palette.changed.0),
                        ("fill-opacity", "0.45"),
                    ];
                    self.xml.empty("circle", &inner);
                }
                SpotMark::Second => {
                    let style = [
                        ("cx", cx.as_str()),
                        ("cy", &cy),
                        ("r", &radius),
                        ("fill", self.palette.paper),
                        ("stroke", self.palette.found),
                        ("stroke-width", "2"),
                    ];
                    self.xml.empty("circle", &style);
                }
                SpotMark::Extra => {
                    let style = [
                        ("fill", self.palette.used.1),
                        ("stroke", self.palette.used.0),
                        ("stroke-width", "1.5"),
                    ];
                    let side = 2.0 * RADIUS - 1.0;
                    self.xml
                        .rect((x - side / 2.0, y - side / 2.0), (side, side), &style);
                }
            }
        }
    }

    /// Draws the candidates that are ruled out once more, over everything else, each with a line through it.
    pub(crate) fn struck_candidates(&mut self) {
        for &(spot, mark) in &self.board.spot_marks {
            if mark != SpotMark::Struck {
                continue;
            }
            let (x, y) = self.spot(spot);
            self.struck_text(spot, (x, y));
            let r = RADIUS - 1.0;
            let path = format!(
                "M{} {}L{} {}",
                number(x - r),
                number(y + r),
                number(x + r),
                number(y - r)
            );
            let style = [
                ("d", path.as_str()),
                ("stroke", self.palette.wrong.0),
                ("stroke-width", "1.2"),
                ("stroke-linecap", "round"),
            ];
            self.xml.empty("path", &style);
        }
    }

    /// Writes a candidate in the colour of what is wrong, with a rim that sets it off from lines behind it.
    fn struck_text(&mut self, spot: Spot, (x, y): (f64, f64)) {
        let Spot::Candidate(cell, index) = spot else {
            return;
        };
        let Content::Candidates(candidates) = &self.board.tile(cell).content else {
            return;
        };
        let (Some(_), Some(Some(text))) = (candidate_columns(candidates), candidates.get(index))
        else {
            return;
        };
        let size = CANDIDATE + 1.0;
        let style = [
            ("x", number(x)),
            ("y", number(y + size * 0.36)),
            ("font-size", number(size)),
            ("font-weight", "bold".to_owned()),
            ("text-anchor", "middle".to_owned()),
            ("fill", self.palette.ink.to_owned()),
            ("stroke", self.palette.paper.to_owned()),
            ("stroke-width", "3".to_owned()),
            ("paint-order", "stroke".to_owned()),
        ];
        self.xml.text("text", &style, text);
    }

    /// Draws the links as arrows that bend a little, so that they do not cover the candidates between.
    pub(crate) fn links(&mut self) {
        for link in &self.board.links {
            let ends = link
                .from
                .iter()
                .flat_map(|&from| link.to.iter().map(move |&to| (from, to)));
            let length = |&(from, to): &(Spot, Spot)| {
                let ((x1, y1), (x2, y2)) = (self.spot(from), self.spot(to));
                (x1 - x2).hypot(y1 - y2)
            };
            // Between groups, the arrow joins the two candidates nearest to each other.
            let Some((from, to)) = ends.min_by(|a, b| length(a).total_cmp(&length(b))) else {
                continue;
            };
            for group in [&link.from, &link.to] {
                self.group(group);
            }
            self.arrow_between(self.spot(from), self.spot(to), link.is_strong);
        }
    }

    /// Frames a group of candidates.
    fn group(&mut self, group: &[Spot]) {
        let spots: Vec<(f64, f64)> = group.iter().map(|&spot| self.spot(spot)).collect();
        let ([_, _, ..], Some(&first)) = (&spots[..], spots.first()) else {
            return;
        };
        let ends = |part: fn(&(f64, f64)) -> f64| {
            let all = || spots.iter().map(part);
            (
                all().fold(part(&first), f64::min),
                all().fold(part(&first), f64::max),
            )
        };
        let ((left, right), (top, bottom)) = (ends(|spot| spot.0), ends(|spot| spot.1));
        let around = RADIUS + 2.0;
        let style = [
            ("rx", "8"),
            ("fill", "none"),
            ("stroke", self.palette.found),
            ("stroke-width", "1"),
        ];
        let size = (right - left + 2.0 * around, bottom - top + 2.0 * around);
        self.xml.rect((left - around, top - around), size, &style);
    }

    fn arrow_between(&mut self, from: (f64, f64), to: (f64, f64), is_strong: bool) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        if length < 2.0 * RADIUS {
            return;
        }
        let bend = (BEND * length).min(24.0) + if length < 4.0 * NEAR { 4.0 } else { 0.0 };
        let control = (
            (from.0 + to.0) / 2.0 - dy / length * bend,
            (from.1 + to.1) / 2.0 + dx / length * bend,
        );
        // The curve starts and ends at the edge of the circles.
        let towards = |point: (f64, f64), aim: (f64, f64), by: f64| {
            let (dx, dy) = (aim.0 - point.0, aim.1 - point.1);
            let length = dx.hypot(dy).max(1.0);
            (point.0 + dx / length * by, point.1 + dy / length * by)
        };
        let start = towards(from, control, RADIUS);
        let tip = towards(to, control, RADIUS);
        let neck = towards(to, control, RADIUS + 6.0);
        let path = format!(
            "M{} {}Q{} {} {} {}",
            number(start.0),
            number(start.1),
            number(control.0),
            number(control.1),
            number(neck.0),
            number(neck.1)
        );
        let style = [
            ("d", path.as_str()),
            ("fill", "none"),
            ("stroke", self.palette.wrong.0),
            ("stroke-width", "2"),
            ("stroke-dasharray", if is_strong { "none" } else { "4 3" }),
        ];
        self.xml.empty("path", &style);
        let (hx, hy) = ((tip.0 - neck.0) * 0.55, (tip.1 - neck.1) * 0.55);
        let head = format!(
            "M{} {}L{} {}L{} {}Z",
            number(tip.0),
            number(tip.1),
            number(neck.0 - hy),
            number(neck.1 + hx),
            number(neck.0 + hy),
            number(neck.1 - hx)
        );
        let style = [("d", head.as_str()), ("fill", self.palette.wrong.0)];
        self.xml.empty("path", &style);
    }
}
