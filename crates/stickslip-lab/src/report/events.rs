//! What happened at the contacts, without the noise: contacts between the same bodies are told together, what lasts only a few
//! states does not count, and of the rest the most important are kept.

use super::description::{Event, EventKind};
use super::recorded::Recorded;
use std::collections::BTreeMap;
use stickslip::Mode;

/// Events of each sort (impacts, everything else) that are kept.
const KEPT: usize = 150;
/// A change must last for this part of all recorded states to count, and for two at least.
const LASTING: f64 = 0.004;

/// One pair of bodies in one recorded state.
#[derive(Clone, Copy, Debug)]
struct Moment {
    record: usize,
    mode: Mode,
    /// Normal impulse of all contacts of the pair (N·s).
    impulse: f64,
    /// The contact that carries most.
    contact: usize,
}

/// A span of records in which a pair does the same.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    from: usize,
    to: usize,
    mode: Mode,
    impulse: f64,
    contact: usize,
}

/// The events of a run in the order of time, how many were left out, and the records in which the kept impacts happened.
pub(super) fn of(recorded: &Recorded) -> (Vec<Event>, usize, Vec<usize>) {
    let records = recorded.run.t.len();
    let lasting = ((LASTING * records as f64).ceil() as usize).max(2);
    let (mut impacts, mut changes) = (Vec::new(), Vec::new());
    for (name, moments) in moments(recorded) {
        let time = |record: usize| recorded.run.t[record];
        impacts.extend(blows(&moments, lasting).into_iter().map(|(blow, count)| {
            let often = if count > 1 {
                format!(" in {count} blows")
            } else {
                String::new()
            };
            let text = format!("{name}: {} N·s{often}", short(blow.impulse));
            (
                blow.record,
                event(time(blow.record), EventKind::Impact, text, blow),
            )
        }));
        let struck = |record: usize| {
            moments
                .iter()
                .any(|m| m.mode == Mode::Impact && m.record.abs_diff(record) <= 1)
        };
        for (record, kind, span) in turns(&spans(&moments, lasting), lasting, records) {
            // an impact says that they met
            if kind == EventKind::Touch && struck(record) {
                continue;
            }
            let what = match kind {
                EventKind::Slip => "begins to slip",
                EventKind::Stick => "stops slipping",
                EventKind::Break => "separates",
                _ => "touch",
            };
            let at = Moment {
                record,
                mode: span.mode,
                impulse: span.impulse,
                contact: span.contact,
            };
            let text = format!("{name}: {what}");
            changes.push((record, event(time(record), kind, text, at)));
        }
    }
    let all = impacts.len() + changes.len();
    let by_size = |a: &(usize, Event), b: &(usize, Event)| b.1.size.total_cmp(&a.1.size);
    impacts.sort_by(by_size);
    changes.sort_by(by_size);
    let spare = KEPT.saturating_sub(changes.len());
    impacts.truncate(KEPT + spare);
    let spare = KEPT.saturating_sub(impacts.len());
    changes.truncate(KEPT + spare);
    let records = impacts.iter().map(|(record, _)| *record).collect();
    let kept = impacts.into_iter().chain(changes);
    let mut events: Vec<Event> = kept.map(|(_, event)| event).collect();
    events.sort_by(|a, b| a.t.total_cmp(&b.t));
    let left_out = all - events.len();
    (events, left_out, records)
}

fn event(t: f64, kind: EventKind, text: String, at: Moment) -> Event {
    Event {
        t,
        kind,
        text,
        contact: Some(at.contact),
        size: if at.impulse.is_finite() {
            at.impulse
        } else {
            0.0
        },
    }
}

/// Three digits.
fn short(x: f64) -> String {
    match x.abs() {
        0.0 => "0".into(),
        y if (1e-3..1e4).contains(&y) => {
            let digits = (2 - y.log10().floor() as i32).clamp(0, 6) as usize;
            format!("{x:.digits$}")
        }
        _ => format!("{x:.2e}"),
    }
}

/// Of each pair, by its name, the states in which it carried something.
fn moments(recorded: &Recorded) -> BTreeMap<&str, Vec<Moment>> {
    let mut found: BTreeMap<&str, Vec<Moment>> = BTreeMap::new();
    // the largest impulse of one contact in the last moment of each pair
    let mut most: BTreeMap<&str, f64> = BTreeMap::new();
    for touch in &recorded.run.touches {
        let impulse = touch.impulse[0];
        if touch.mode == Mode::Separating || impulse.is_nan() || impulse <= 0.0 {
            continue;
        }
        let name = recorded
            .names
            .get(&touch.id)
            .map_or("", |n| n.name.as_str());
        let record = touch.step + 1;
        let list = found.entry(name).or_default();
        match list.last_mut().filter(|last| last.record == record) {
            Some(last) => {
                last.mode = last.mode.max(touch.mode);
                last.impulse += impulse;
                let most = most.entry(name).or_default();
                if impulse > *most {
                    *most = impulse;
                    last.contact = touch.id;
                }
            }
            None => {
                most.insert(name, impulse);
                list.push(Moment {
                    record,
                    mode: touch.mode,
                    impulse,
                    contact: touch.id,
                });
            }
        }
    }
    found
}

/// Impacts of a pair; those in quick succession are one, as large as the largest, with how many there were.
fn blows(moments: &[Moment], lasting: usize) -> Vec<(Moment, usize)> {
    let mut found: Vec<(Moment, usize, usize)> = Vec::new();
    for moment in moments.iter().filter(|m| m.mode == Mode::Impact) {
        match found.last_mut() {
            Some((blow, count, last)) if moment.record - *last <= lasting => {
                if moment.impulse > blow.impulse {
                    *blow = *moment;
                }
                *count += 1;
                *last = moment.record;
            }
            _ => found.push((*moment, 1, moment.record)),
        }
    }
    found.into_iter().map(|(blow, n, _)| (blow, n)).collect()
}

/// Spans of sticking and sliding. Gaps and changes that do not last are smoothed over.
fn spans(moments: &[Moment], lasting: usize) -> Vec<Span> {
    let mut raw: Vec<Span> = Vec::new();
    for moment in moments {
        let mode = match (moment.mode, raw.last()) {
            // an impact does not say which of the two it is
            (Mode::Impact, Some(last)) if last.to + 1 >= moment.record => last.mode,
            (Mode::Impact, _) => Mode::Sliding,
            (mode, _) => mode,
        };
        match raw.last_mut() {
            Some(last) if last.to + 1 == moment.record && last.mode == mode => {
                last.to = moment.record;
                last.impulse += moment.impulse;
            }
            _ => raw.push(Span {
                from: moment.record,
                to: moment.record,
                mode,
                impulse: moment.impulse,
                contact: moment.contact,
            }),
        }
    }
    let mut smooth: Vec<Span> = Vec::new();
    for span in raw {
        match smooth.last_mut() {
            Some(last) if span.from - last.to <= lasting => {
                let short = span.to - span.from + 1 < lasting;
                if span.mode == last.mode || short {
                    last.to = span.to;
                    last.impulse += span.impulse;
                } else if last.to - last.from + 1 < lasting {
                    last.mode = span.mode;
                    last.to = span.to;
                    last.impulse += span.impulse;
                } else {
                    smooth.push(span);
                }
            }
            _ => smooth.push(span),
        }
    }
    smooth
}

/// Changes from one span to the next: the record, what it is, and the span that it is about.
fn turns(spans: &[Span], lasting: usize, records: usize) -> Vec<(usize, EventKind, Span)> {
    let mut found = Vec::new();
    for (i, span) in spans.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &spans[i]);
        match before {
            Some(last) if span.from - last.to <= lasting => {
                let kind = match span.mode {
                    Mode::Sliding => EventKind::Slip,
                    _ => EventKind::Stick,
                };
                found.push((span.from, kind, *span));
            }
            // what touches in the first state did not come to
            _ if span.from <= 1 => {}
            _ => found.push((span.from, EventKind::Touch, *span)),
        }
        let next = spans.get(i + 1).map(|next| next.from);
        let ends = next.is_none_or(|from| from - span.to > lasting);
        if ends && span.to + 1 < records {
            found.push((span.to + 1, EventKind::Break, *span));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(text: &str) -> Vec<Moment> {
        let one = |(record, c): (usize, char)| {
            let mode = match c {
                's' => Mode::Sticking,
                'l' => Mode::Sliding,
                'X' => Mode::Impact,
                _ => return None,
            };
            Some(Moment {
                record,
                mode,
                impulse: 1.0 + record as f64,
                contact: 3,
            })
        };
        text.chars().enumerate().filter_map(one).collect()
    }

    fn told(text: &str) -> Vec<(usize, EventKind)> {
        let spans = spans(&moments(text), 2);
        let turns = turns(&spans, 2, text.len());
        turns.into_iter().map(|(at, kind, _)| (at, kind)).collect()
    }

    #[test]
    fn changes_that_last_are_told() {
        use EventKind::{Break, Slip, Stick, Touch};
        assert_eq!(
            told("....sssslllls..."),
            [(4, Touch), (8, Slip), (13, Break)]
        );
        assert_eq!(told(".llllssss"), [(5, Stick)]);
        assert_eq!(told("sss......sss"), [(3, Break), (9, Touch)]);
    }

    #[test]
    fn chattering_is_not() {
        assert!(told(".ssslssslsss").is_empty());
        assert!(told(".sss.sss.sss").is_empty());
        let blows = blows(&moments("X.X.X......X"), 2);
        let told: Vec<(usize, usize)> = blows.iter().map(|(m, n)| (m.record, *n)).collect();
        assert_eq!(told, [(4, 3), (11, 1)]);
    }

    #[test]
    fn sizes_have_three_digits() {
        for (x, text) in [
            (3.21987, "3.22"),
            (0.0123456, "0.0123"),
            (1234.5, "1234"),
            (1e-7, "1.00e-7"),
            (0.0, "0"),
        ] {
            assert_eq!(short(x), text);
        }
    }
}
