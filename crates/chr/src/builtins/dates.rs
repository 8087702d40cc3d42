//! The calendar: moments in seconds since 1970 as dates, and dates as text.

/// A date and time of day. Months count from 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Date {
    pub(super) year: i64,
    pub(super) month: i64,
    pub(super) day: i64,
    pub(super) hour: i64,
    pub(super) minute: i64,
    pub(super) second: f64,
    /// Seconds west of Greenwich.
    pub(super) offset: i64,
}

const DAY: i64 = 86_400;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// The number of a day since the first of January 1970. Months and days outside their range run over.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = (
        year.saturating_add((month - 1).div_euclid(12)),
        (month - 1).rem_euclid(12),
    );
    // Years that begin in March have the leap day at their end.
    let (year, month) = if month < 2 {
        (year - 1, month + 10)
    } else {
        (year, month - 2)
    };
    let leap = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year.saturating_mul(365) + leap + (153 * month + 2) / 5 + day - 1 - 719_468
}

impl Date {
    /// The date of a moment at a place so many seconds west of Greenwich.
    pub(super) fn at(stamp: f64, offset: i64) -> Date {
        let whole = stamp.floor();
        let local = (whole as i64).saturating_sub(offset);
        let (day, second) = (local.div_euclid(DAY), local.rem_euclid(DAY));
        // Four centuries always have as many days.
        let since = day + 719_468;
        let (era, of_era) = (since.div_euclid(146_097), since.rem_euclid(146_097));
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let january = month >= 10;
        Date {
            year: year + 400 * era + i64::from(january),
            month: if january { month - 9 } else { month + 3 },
            day: of_year - (153 * month + 2) / 5 + 1,
            hour: second / 3600,
            minute: second / 60 % 60,
            second: (second % 60) as f64 + nanoseconds(stamp - whole),
            offset,
        }
    }

    /// The moment of a date.
    pub(super) fn stamp(&self) -> f64 {
        let days = days(self.year, self.month, self.day) as f64;
        let minutes = (60 * self.hour + self.minute) as f64;
        DAY as f64 * days + 60.0 * minutes + self.second + self.offset as f64
    }

    fn number(&self) -> i64 {
        days(self.year, self.month, self.day)
    }

    /// The day of the week: 0 is Sunday.
    pub(super) fn weekday(&self) -> i64 {
        (self.number() + 4).rem_euclid(7)
    }

    /// The day of the year, from 1.
    pub(super) fn day_of_year(&self) -> i64 {
        self.number() - days(self.year, 1, 1) + 1
    }

    /// The year and the number of the week by ISO 8601.
    fn iso_week(&self) -> (i64, i64) {
        // A week belongs to the year of its Thursday.
        let thursday = self.number() + 3 - (self.weekday() + 6) % 7;
        let of = Date::at((thursday * DAY) as f64, 0);
        (of.year, (of.day_of_year() - 1) / 7 + 1)
    }

    fn zone(&self, colon: bool) -> String {
        let sign = if self.offset > 0 { '-' } else { '+' };
        let minutes = self.offset.abs() / 60;
        let colon = if colon { ":" } else { "" };
        format!("{sign}{:02}{colon}{:02}", minutes / 60, minutes % 60)
    }

    /// Writes the date by a pattern as `strftime` does. The error is the directive that there is none of.
    pub(super) fn format(&self, pattern: &str, zone: &str) -> Result<String, String> {
        let mut text = String::new();
        let mut chars = pattern.chars().peekable();
        while let Some(c) = chars.next() {
            if c != '%' {
                text.push(c);
                continue;
            }
            let mut count = None;
            while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                chars.next();
                count = Some((10 * count.unwrap_or(0) + digit as usize).min(9));
            }
            let colon = chars.next_if_eq(&':').is_some();
            let directive = chars.next().unwrap_or(' ');
            let part = self.directive(directive, count, colon, zone);
            text += &part.ok_or_else(|| format!("%{directive}"))?;
        }
        Ok(text)
    }

    fn directive(
        &self,
        directive: char,
        count: Option<usize>,
        colon: bool,
        zone: &str,
    ) -> Option<String> {
        let again = |pattern: &str| self.format(pattern, zone).ok();
        let (weekday, month) = (
            DAYS[self.weekday() as usize],
            MONTHS[(self.month - 1).rem_euclid(12) as usize],
        );
        let twelve = (self.hour + 11) % 12 + 1;
        let second = self.second.floor() as i64;
        let week = |first: i64| (self.day_of_year() + 6 - (self.weekday() + 7 - first) % 7) / 7;
        Some(match directive {
            'a' => weekday[..3].to_owned(),
            'A' => weekday.to_owned(),
            'b' | 'h' => month[..3].to_owned(),
            'B' => month.to_owned(),
            'c' | '+' => return again("%a %b %e %H:%M:%S %Y"),
            'C' => format!("{:02}", self.year.div_euclid(100)),
            'd' => format!("{:02}", self.day),
            'D' | 'x' => return again("%m/%d/%y"),
            'e' => format!("{:2}", self.day),
            'f' => {
                let count = count.unwrap_or(6);
                let parts = (self.second.fract() * 10_f64.powi(count as i32)).floor() as u64;
                format!("{parts:0count$}")
            }
            'F' => return again("%Y-%m-%d"),
            'g' => format!("{:02}", self.iso_week().0.rem_euclid(100)),
            'G' => self.iso_week().0.to_string(),
            'V' => format!("{:02}", self.iso_week().1),
            'H' => format!("{:02}", self.hour),
            'I' => format!("{twelve:02}"),
            'j' => format!("{:03}", self.day_of_year()),
            'k' => format!("{:2}", self.hour),
            'l' => format!("{twelve:2}"),
            'm' => format!("{:02}", self.month),
            'M' => format!("{:02}", self.minute),
            'n' => "\n".to_owned(),
            'p' => if self.hour < 12 { "AM" } else { "PM" }.to_owned(),
            'P' => if self.hour < 12 { "am" } else { "pm" }.to_owned(),
            'r' => return again("%I:%M:%S %p"),
            'R' => return again("%H:%M"),
            's' => format!("{}", self.stamp().floor() as i64),
            'S' => format!("{second:02}"),
            't' => "\t".to_owned(),
            'T' | 'X' => return again("%H:%M:%S"),
            'u' => ((self.weekday() + 6) % 7 + 1).to_string(),
            'U' => format!("{:02}", week(0)),
            'w' => self.weekday().to_string(),
            'W' => format!("{:02}", week(1)),
            'y' => format!("{:02}", self.year.rem_euclid(100)),
            'Y' => self.year.to_string(),
            'z' => self.zone(colon),
            'Z' => zone.to_owned(),
            '%' => "%".to_owned(),
            _ => return None,
        })
    }
}

/// A part of a second, to a nanosecond.
fn nanoseconds(part: f64) -> f64 {
    (part * 1e9).floor() / 1e9
}

/// The formats in which a time can be written.
pub(super) const FORMATS: [&str; 2] = ["iso_8601", "rfc_1123"];

/// Reads a time in one of the formats; the result says which.
pub(super) fn parse(text: &str) -> Option<(f64, &'static str)> {
    if let Some(date) = iso_8601(text) {
        return Some((date.stamp(), FORMATS[0]));
    }
    rfc_1123(text).map(|date| (date.stamp(), FORMATS[1]))
}

/// Digits at the start of a text, so many, and what comes after them.
fn digits(text: &str, count: usize) -> Option<(i64, &str)> {
    let (number, rest) = text.split_at_checked(count)?;
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((number.parse().ok()?, rest))
}

/// `2009-02-13`, `20090213`, each with or without a time such as `T23:31:30.5Z`.
fn iso_8601(text: &str) -> Option<Date> {
    let (year, rest) = digits(text, 4)?;
    let dash = rest.starts_with('-');
    let after = |rest, mark: char, used: bool| {
        if used {
            str::strip_prefix(rest, mark)
        } else {
            Some(rest)
        }
    };
    let (month, rest) = digits(after(rest, '-', dash)?, 2)?;
    let (day, rest) = digits(after(rest, '-', dash)?, 2)?;
    let mut date = Date {
        year,
        month,
        day,
        hour: 0,
        minute: 0,
        second: 0.0,
        offset: 0,
    };
    let Some(rest) = rest.strip_prefix(['T', ' ']) else {
        return rest.is_empty().then_some(date);
    };
    let (hour, rest) = digits(rest, 2)?;
    let colon = rest.starts_with(':');
    let (minute, mut rest) = digits(after(rest, ':', colon)?, 2)?;
    (date.hour, date.minute) = (hour, minute);
    let next = rest
        .strip_prefix(':')
        .filter(|_| colon)
        .or((!colon).then_some(rest));
    if let Some((second, after)) = next.and_then(|rest| digits(rest, 2)) {
        let fraction = after.strip_prefix('.').map_or(0, |part| {
            1 + part.bytes().take_while(u8::is_ascii_digit).count()
        });
        let part: f64 = format!("0{}", &after[..fraction]).parse().ok()?;
        date.second = second as f64 + part;
        rest = &after[fraction..];
    }
    date.offset = zone(rest)?;
    Some(date)
}

/// The seconds west of Greenwich of a zone such as `Z`, `+01:00` or nothing.
fn zone(text: &str) -> Option<i64> {
    if text.is_empty() || matches!(text, "Z" | "GMT" | "UTC") {
        return Some(0);
    }
    let sign = match text.chars().next()? {
        '+' => -1,
        '-' => 1,
        _ => return None,
    };
    let (hours, rest) = digits(&text[1..], 2)?;
    let rest = rest.strip_prefix(':').unwrap_or(rest);
    let (minutes, rest) = if rest.is_empty() {
        (0, rest)
    } else {
        digits(rest, 2)?
    };
    rest.is_empty()
        .then_some(sign * 60 * (60 * hours + minutes))
}

/// `Fri, 13 Feb 2009 23:31:30 GMT`.
fn rfc_1123(text: &str) -> Option<Date> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let &[weekday, day, month, year, time, place] = &parts[..] else {
        return None;
    };
    let weekday = weekday.strip_suffix(',')?;
    DAYS.iter().find(|name| name[..3] == *weekday)?;
    let month = MONTHS.iter().position(|name| name[..3] == *month)?;
    let mut clock = time.split(':').map(|part| part.parse::<i64>().ok());
    Some(Date {
        year: year.parse().ok()?,
        month: month as i64 + 1,
        day: day.parse().ok()?,
        hour: clock.next()??,
        minute: clock.next()??,
        second: clock.next()?? as f64,
        offset: zone(place)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_come_back_from_their_moments() {
        for day in (-800_000_i64..800_000).step_by(37) {
            let stamp = (day * DAY + 12_345) as f64;
            let date = Date::at(stamp, 0);
            assert_eq!(date.stamp(), stamp, "{date:?}");
            assert!((1..=12).contains(&date.month) && (1..=31).contains(&date.day));
        }
        let date = Date::at(1_234_567_890.123, 3600);
        assert_eq!((date.year, date.month, date.day), (2009, 2, 13));
        assert_eq!(
            (date.hour, date.minute, date.second),
            (22, 31, 30.122_999_906)
        );
        let over = Date {
            month: 14,
            day: 1,
            ..Date::at(1_230_768_000.0, 0)
        };
        assert_eq!(over.stamp(), 1_264_982_400.0);
    }

    #[test]
    fn patterns_write_what_strftime_writes() {
        let date = Date::at(1_234_567_890.5, 0);
        let table = [
            ("%a %A %b %B", "Fri Friday Feb February"),
            (
                "%c|%C|%d|%D|%e|%F",
                "Fri Feb 13 23:31:30 2009|20|13|02/13/09|13|2009-02-13",
            ),
            (
                "%f|%3f|%g|%G|%V|%h|%H|%I",
                "500000|500|09|2009|07|Feb|23|11",
            ),
            ("%j|%k|%l|%m|%M|%n|%p|%P", "044|23|11|02|31|\n|PM|pm"),
            (
                "%r|%R|%s|%S|%t|%T|%u|%U",
                "11:31:30 PM|23:31|1234567890|30|\t|23:31:30|5|06",
            ),
            ("%w|%W|%x|%X|%y|%Y", "5|06|02/13/09|23:31:30|09|2009"),
            (
                "%z|%:z|%Z|%+|%%",
                "+0000|+00:00|UTC|Fri Feb 13 23:31:30 2009|%",
            ),
        ];
        for (pattern, expected) in table {
            assert_eq!(date.format(pattern, "UTC").as_deref(), Ok(expected));
        }
        assert_eq!(date.format("%q", "UTC"), Err("%q".to_owned()));
    }

    #[test]
    fn times_are_read() {
        let (iso, rfc) = (FORMATS[0], FORMATS[1]);
        let table = [
            ("2009-02-13T23:31:30Z", Some((1_234_567_890.0, iso))),
            ("2009-02-13", Some((1_234_483_200.0, iso))),
            ("2009-02-13T23:31:30+01:00", Some((1_234_564_290.0, iso))),
            ("2009-02-13 23:31:30", Some((1_234_567_890.0, iso))),
            ("20090213T233130", Some((1_234_567_890.0, iso))),
            ("2009-02-13T23:31:30.5Z", Some((1_234_567_890.5, iso))),
            (
                "Fri, 13 Feb 2009 23:31:30 GMT",
                Some((1_234_567_890.0, rfc)),
            ),
            ("foo", None),
            ("2009-02-13T", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(parse(text), expected, "{text}");
        }
    }
}
