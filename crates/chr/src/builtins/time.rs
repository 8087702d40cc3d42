//! Time: how long goals take, what was used, dates. A run knows the time only through the clock of its limits.

use std::time::Duration;

use gridwright_term::{Float, Number};

use crate::builtins::arithmetic::give;
use crate::builtins::atoms_strings::characters;
use crate::builtins::builtins;
use crate::builtins::dates::{Date, FORMATS, parse};
use crate::builtins::number_format::decimal;
use crate::code::word::{Tag, Word};
use crate::state::exception::{Outcome, Thrown};
use crate::vm::machine::Machine;

builtins! {
    "statistics" / 2 => statistics;
    "get_time" / 1 => |m| {
        let now = unix_time(m)?.as_secs_f64();
        give(m, 0, &Number::float(now))
    };
    "$time_now" / 1 => |m| {
        // Milliseconds are too coarse, and nanoseconds fit into a small integer for years.
        let now = i64::try_from(m.limits.now().as_nanos()).unwrap_or(i64::MAX);
        let (now, steps) = (m.int(now), m.int(m.steps as i64));
        let pair = m.new_list(&[now, steps]);
        Ok(m.unify(m.args[0], pair))
    };
    "$time_report" / 1 => time_report;
    "stamp_date_time" / 3 => stamp_date_time;
    "date_time_stamp" / 2 => |m| {
        let date = date(m, m.args[0])?;
        give(m, 1, &Number::float(date.stamp()))
    };
    "$format_time" / 3 => |m| {
        let (date, zone) = moment(m, m.args[2])?;
        let pattern = characters(m, m.args[1])?;
        match date.format(&pattern, &zone) {
            Ok(text) => {
                let atom = m.atom(&text);
                Ok(m.unify(m.args[0], atom))
            }
            Err(directive) => {
                let directive = m.atom(&directive);
                Err(m.existence_error("format", directive))
            }
        }
    };
    "parse_time" / 2 => |m| {
        let text = characters(m, m.args[0])?;
        match parse(&text) {
            Some((stamp, _)) => give(m, 1, &Number::float(stamp)),
            None => Ok(false),
        }
    };
    "parse_time" / 3 => |m| {
        let text = characters(m, m.args[0])?;
        let Some((stamp, format)) = parse(&text) else {
            return Ok(false);
        };
        debug_assert!(FORMATS.contains(&format));
        let format = m.atom(format);
        Ok(m.unify(m.args[1], format) && give(m, 2, &Number::float(stamp))?)
    };
    "day_of_the_week" / 2 => |m| {
        let date = date(m, m.args[0])?;
        give(m, 1, &Number::Int((date.weekday() + 6) % 7 + 1))
    };
    "day_of_the_year" / 2 => |m| {
        let date = date(m, m.args[0])?;
        give(m, 1, &Number::Int(date.day_of_year()))
    };
}

/// The time since 1970; an error if the clock of the run does not know it.
pub(super) fn unix_time(m: &mut Machine<'_>) -> Result<Duration, Box<Thrown>> {
    match m.limits.clock.as_ref().and_then(|clock| clock.unix_time()) {
        Some(time) => Ok(time),
        None => {
            let what = m.atom("no clock: pass one that knows the time in Limits::clock");
            let name = m.atoms.number("system_error");
            let formal = m.new_compound(name, &[what]);
            Err(m.error(formal))
        }
    }
}

/// `statistics(Key, Value)`. CPU time is the time of the clock, as a run does nothing but compute.
fn statistics(m: &mut Machine<'_>) -> Outcome {
    let key = m.deref(m.args[0]);
    if key.is_ref() {
        return Err(m.instantiation_error());
    }
    let name = match key.tag() {
        Tag::Atom => m.atoms.text(key.place()).to_owned(),
        _ => return Err(m.type_error("atom", key)),
    };
    let now = m.limits.now();
    let millis = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
    let bytes = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let since = |m: &mut Machine<'_>, now: i64, last: i64| {
        let pair = [m.int(now), m.int(now - last)];
        let list = m.new_list(&pair);
        Ok(m.unify(m.args[1], list))
    };
    match name.as_str() {
        "runtime" | "process_runtime" => {
            let last = std::mem::replace(&mut m.last_asked.runtime, millis);
            since(m, millis, last)
        }
        "walltime" => {
            let last = std::mem::replace(&mut m.last_asked.walltime, millis);
            since(m, millis, last)
        }
        "real_time" => {
            let seconds = i64::try_from(unix_time(m)?.as_secs()).unwrap_or(i64::MAX);
            let last = std::mem::replace(&mut m.last_asked.real_time, seconds);
            since(m, seconds, last)
        }
        "system_time" => since(m, 0, 0),
        "cputime" | "process_cputime" => give(m, 1, &Number::float(now.as_secs_f64())),
        "thread_cputime" => give(m, 1, &Number::float(0.0)),
        "epoch" | "process_epoch" => {
            let start = unix_time(m)?.as_secs_f64() - now.as_secs_f64();
            give(m, 1, &Number::float(start))
        }
        "inferences" => give(m, 1, &Number::Int(m.steps as i64)),
        "globalused" | "global" => give(m, 1, &Number::Int(bytes(8 * m.heap.len()))),
        "trailused" | "trail" => give(m, 1, &Number::Int(bytes(16 * m.heap.trail.len()))),
        "localused" | "local" => give(m, 1, &Number::Int(bytes(8 * m.env.len()))),
        "stack" | "heapused" => give(m, 1, &Number::Int(bytes(m.memory()))),
        "memory" | "core" => {
            let pair = [m.int(bytes(m.memory())), m.int(-1)];
            let list = m.new_list(&pair);
            Ok(m.unify(m.args[1], list))
        }
        _ => Err(m.domain_error("statistics_key", key)),
    }
}

/// Writes what a goal has taken since a time and a number of inferences, as `time/1` does.
fn time_report(m: &mut Machine<'_>) -> Outcome {
    let start = m.items(m.args[0]).unwrap_or_default();
    let start: Vec<i64> = start
        .into_iter()
        .filter_map(|item| m.as_int(item))
        .collect();
    let [then, steps] = start[..] else {
        return Ok(false);
    };
    let now = i64::try_from(m.limits.now().as_nanos()).unwrap_or(i64::MAX);
    let seconds = (now - then) as f64 / 1e9;
    let inferences = m.steps as i64 - steps;
    let count = decimal(&inferences.to_string(), 0, true);
    let speed = if seconds > 0.0 {
        format!("{:.0}", inferences as f64 / seconds)
    } else {
        "Infinite".to_owned()
    };
    let share = if seconds > 0.0 { 100 } else { 0 };
    m.errors += &format!(
        "% {count} inferences, {seconds:.3} CPU in {seconds:.3} seconds ({share}% CPU, {speed} Lips)\n"
    );
    Ok(true)
}

/// `stamp_date_time(Stamp, Date, Zone)`: there is no time zone but UTC, so that it is local time too.
fn stamp_date_time(m: &mut Machine<'_>) -> Outcome {
    let word = m.deref(m.args[0]);
    let stamp = match m.as_number(word) {
        Some(stamp) => stamp.to_f64(),
        None if word.is_ref() => return Err(m.instantiation_error()),
        None => return Err(m.type_error("float", word)),
    };
    let zone = m.deref(m.args[2]);
    let (offset, name, saving) = match m.as_int(zone) {
        Some(offset) => (offset, "-", "-"),
        None if zone.is_ref() => return Err(m.instantiation_error()),
        None if zone.tag() == Tag::Atom && m.atoms.text(zone.place()) == "UTC" => (0, "UTC", "-"),
        None if zone.tag() == Tag::Atom && m.atoms.text(zone.place()) == "local" => {
            (0, "UTC", "false")
        }
        None => return Err(m.domain_error("timezone", zone)),
    };
    let date = Date::at(stamp, offset);
    let mut args = Vec::new();
    for part in [date.year, date.month, date.day, date.hour, date.minute] {
        args.push(m.int(part));
    }
    let second = m.number(&Number::float(date.second));
    args.extend([second, m.int(offset), m.atom(name), m.atom(saving)]);
    let functor = m.atoms.number("date");
    let date = m.new_compound(functor, &args);
    Ok(m.unify(m.args[1], date))
}

/// The date that a term such as `date(2009,2,13)` or one with nine arguments stands for.
fn date(m: &mut Machine<'_>, word: Word) -> Result<Date, Box<Thrown>> {
    let word = m.deref(word);
    if word.is_ref() {
        return Err(m.instantiation_error());
    }
    let found = m.parts(word).filter(|(functor, _)| {
        m.atoms.text(functor.name() as usize) == "date" && matches!(functor.arity(), 3 | 9)
    });
    let Some((functor, place)) = found else {
        return Err(m.type_error("time", word));
    };
    let mut parts = [0.0; 7];
    for (at, part) in parts.iter_mut().enumerate().take(functor.arity()) {
        let arg = m.deref(m.heap[place + at]);
        *part = match m.as_number(arg) {
            Some(Number::Float(Float(value))) if at == 5 => value,
            Some(Number::Int(value)) => value as f64,
            // The offset may be left open.
            None if at == 6 => 0.0,
            None if arg.is_ref() => return Err(m.instantiation_error()),
            _ => return Err(m.type_error("integer", arg)),
        };
    }
    let [year, month, day, hour, minute, second, offset] = parts;
    Ok(Date {
        year: year as i64,
        month: month as i64,
        day: day as i64,
        hour: hour as i64,
        minute: minute as i64,
        second,
        offset: offset as i64,
    })
}

/// A moment, given as a number or a date, and the name of its time zone.
fn moment(m: &mut Machine<'_>, word: Word) -> Result<(Date, String), Box<Thrown>> {
    let word = m.deref(word);
    match m.as_number(word) {
        Some(stamp) => Ok((Date::at(stamp.to_f64(), 0), "UTC".to_owned())),
        None => {
            let given = date(m, word)?;
            // Parts outside their range run over.
            Ok((Date::at(given.stamp(), given.offset), "UTC".to_owned()))
        }
    }
}
