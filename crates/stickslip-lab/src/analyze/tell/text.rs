//! An analysis in words: the verdict first, then each motion, then what is proven and why.

use super::account::{Account, Tone};
use super::words::{Words, figure, motion};
use crate::analyze::cone::{ForceRanges, Guarantee, NoStick};
use crate::analyze::search::{ContactMode, Solution};
use crate::analyze::{Analysis, FrictionLaw, Posed, Study, Verdict};

/// Solutions and contacts that are told one by one.
const SHOWN: usize = 16;

/// Everything for a person, as text.
pub fn text(study: &Study) -> String {
    account(study).to_string()
}

/// Everything for a person, line by line.
pub fn account(study: &Study) -> Account {
    let posed = &study.sight.posed;
    let words = Words::of(posed.problem.level());
    let data = posed.problem.data();
    let mut page = Account {
        title: format!(
            "{}  ({}, {}, {} level)",
            posed.name,
            counted(data.contacts.len(), "contact"),
            counted(data.mass.len(), "velocity"),
            words.level
        ),
        lines: Vec::new(),
    };
    if !study.sight.about.is_empty() {
        page.field("about", &study.sight.about);
    }
    if posed.law == FrictionLaw::Collinear {
        page.field(
            "law",
            "friction straight against the slip acceleration, which is not that of maximal dissipation",
        );
    }
    let found = study.analysis.verdict;
    page.judged("verdict", verdict(&study.analysis), tone(found));
    page.motions(&study.analysis, posed, &words);
    page.jam(&study.analysis, posed, &words);
    page.proofs(&study.analysis, posed);
    if let Some(impulse) = &study.impulse {
        page.field(
            "impulse",
            format!(
                "at velocity level, in a step of {} s: {}",
                figure(impulse.step),
                verdict(&impulse.analysis)
            ),
        );
        let posed = &impulse.sight.posed;
        let words = Words::of(posed.problem.level());
        page.motions(&impulse.analysis, posed, &words);
    }
    study.design.write(&mut page);
    for note in study.notes() {
        page.field("note", note);
    }
    if study.interrupted {
        page.field("interrupted", "this is what was found until then");
    }
    page
}

fn verdict(analysis: &Analysis) -> String {
    format!("{}: {}", analysis.verdict, analysis.reason())
}

/// One motion is welcome, several or none are trouble; what is not proven is neither quite.
fn tone(verdict: Verdict) -> Tone {
    match (verdict, verdict.is_proven()) {
        (Verdict::Unique { .. }, true) => Tone::Good,
        (Verdict::NonUnique | Verdict::NoFiniteSolution { .. }, true) => Tone::Bad,
        (_, _) => Tone::Fair,
    }
}

/// "3 contacts", "1 velocity".
fn counted(n: usize, what: &str) -> String {
    match (n, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{n} {stem}ies"),
        _ => format!("{n} {what}s"),
    }
}

impl Account {
    fn motions(&mut self, analysis: &Analysis, posed: &Posed, words: &Words) {
        let solutions = &analysis.found.solutions;
        for (i, solution) in solutions.iter().take(SHOWN).enumerate() {
            self.field(&format!("motion {}", i + 1), motion(solution, posed));
            self.solution(solution, posed, words);
        }
        if solutions.len() > SHOWN {
            self.more(format!("… and {} more", solutions.len() - SHOWN));
        }
    }

    fn solution(&mut self, solution: &Solution, posed: &Posed, words: &Words) {
        let [force, acceleration] = words.units;
        let torque = force.replacen('N', "N·m", 1);
        let width = posed.contacts.iter().map(|name| name.chars().count());
        let width = width.max().unwrap_or(0).min(32) + 1;
        let word = |mode: ContactMode| match mode {
            // nothing accelerates, so that it does not come apart
            ContactMode::Break if solution.still => "no force",
            mode => mode.word(),
        };
        let of_words = solution.modes.iter().map(|mode| word(*mode).len() + 1);
        let mode_width = of_words.max().unwrap_or(0);
        for (i, name) in posed.contacts.iter().take(SHOWN).enumerate() {
            let parts = solution.motion.forces[i].parts();
            let rows = posed.problem.data().contacts[i].friction.rows();
            let friction: Vec<String> = parts[1..=rows.min(2)].iter().map(|x| figure(*x)).collect();
            let spin = match rows {
                3 => format!(", {} {torque} against spin", figure(parts[3])),
                _ => String::new(),
            };
            let friction = match rows {
                0 => String::new(),
                _ => format!(
                    ", friction ({}) {force}{spin}, slack {} {force}",
                    friction.join(", "),
                    figure(solution.slack[i].max(0.0))
                ),
            };
            self.more(format!(
                "{:<width$}  {:<mode_width$} normal {} {force}{friction}",
                format!("{name}:"),
                format!("{},", word(solution.modes[i])),
                figure(parts[0])
            ));
        }
        if posed.contacts.len() > SHOWN {
            self.more(format!("… and {} more", posed.contacts.len() - SHOWN));
        }
        let moved: Vec<String> = (posed.velocities.iter())
            .zip(&solution.motion.acceleration)
            .filter(|(_, a)| a.abs() > 1e-9)
            .map(|(name, a)| format!("{name} {}", figure(*a)))
            .collect();
        let moved = match moved.len() {
            0 => "none".to_owned(),
            n if n > SHOWN => format!("{}, … and {} more", moved[..SHOWN].join(", "), n - SHOWN),
            _ => moved.join(", "),
        };
        self.more(format!("{} ({acceleration}): {moved}", words.accelerations));
        self.more(format!(
            "residual {:.1e}, worst law {:.1e}",
            solution.residual, solution.violation
        ));
    }

    fn jam(&mut self, analysis: &Analysis, posed: &Posed, words: &Words) {
        let Some(stick) = &analysis.stick else {
            return;
        };
        let unit = words.units[0];
        // the margin is cut off where internal forces can grow without bound
        let spare = match stick.margin >= 0.999 * stick.scale {
            true => "any amount to spare: internal forces can grow".to_owned(),
            false => format!("{} {unit} to spare at the weakest", figure(stick.margin)),
        };
        let jams = stick.exists && stick.still && stick.reason.is_none() && !analysis.moving;
        let said = match (stick.exists, stick.still, stick.reason) {
            (_, _, Some(NoStick::Slips { contact })) => format!(
                "no question: {} slips already",
                posed
                    .contacts
                    .get(contact)
                    .map_or("a contact", String::as_str)
            ),
            (_, _, Some(NoStick::NoContacts)) => "no question: nothing touches".into(),
            (_, _, Some(NoStick::Contradiction)) => {
                "impossible: surfaces and joints ask for motions that contradict each other".into()
            }
            (true, true, None) if analysis.moving => format!(
                "no: nothing needs to slip or accelerate ({spare}), but the bodies move on as they do"
            ),
            (true, true, None) => format!("it can: all contacts hold at rest, with {spare}"),
            (true, false, None) => format!(
                "no: no contact needs to slip ({spare}), but the bodies accelerate together"
            ),
            (false, ..) => format!(
                "it cannot: at full stick the contacts lack {} {unit} of friction each, however they share; {}",
                figure(-stick.margin),
                match stick.unstoppable.is_some() {
                    true => "against this direction none of them can hold:",
                    false => "no direction proves it",
                }
            ),
        };
        self.judged("jam", said, if jams { Tone::Bad } else { Tone::Plain });
        if let Some(y) = stick.unstoppable.as_ref().filter(|_| !stick.exists) {
            let moved: Vec<String> = (posed.velocities.iter().zip(y))
                .filter(|(_, y)| y.abs() > 1e-6)
                .take(SHOWN)
                .map(|(name, y)| format!("{name} {}", figure(*y)))
                .collect();
            self.more(moved.join(", "));
        }
        if let Some(ranges) = &analysis.ranges {
            self.ranges(ranges, posed, words);
        }
    }

    fn ranges(&mut self, ranges: &ForceRanges, posed: &Posed, words: &Words) {
        let unit = words.units[0];
        if ranges.are_determinate() {
            self.field("forces", "at full stick all are determined");
            return;
        }
        let said = format!(
            "at full stick not all {} are determined ({unit}):",
            words.forces
        );
        self.field("forces", said);
        let names = ["normal", "t", "o", "r"];
        // what is nothing beside the forces is nothing
        let figure = |x: f64| {
            figure(if x.abs() < 1e-9 * ranges.scale {
                0.0
            } else {
                x
            })
        };
        for (i, four) in ranges.contacts.iter().take(SHOWN).enumerate() {
            let rows = posed.problem.data().contacts[i].friction.rows();
            let parts: Vec<String> = (0..=rows)
                .map(|k| {
                    let range = &four[k];
                    match ranges.is_determinate(range) {
                        true => format!("{} {}", names[k], figure(0.5 * (range.low + range.high))),
                        false => {
                            format!(
                                "{} {} to {}",
                                names[k],
                                figure(range.low),
                                figure(range.high)
                            )
                        }
                    }
                })
                .collect();
            self.more(format!("{}: {}", posed.contacts[i], parts.join(", ")));
        }
    }

    fn proofs(&mut self, analysis: &Analysis, posed: &Posed) {
        if let Some(impossible) = &analysis.impossible {
            let proof = match impossible.proves(&posed.problem) {
                true => "checked from the data",
                false => "NOT confirmed",
            };
            self.field(
                "no answer",
                format!(
                    "whatever the forces, some contact is pressed in by at least {} (certificate {proof})",
                    figure(impossible.gap.abs())
                ),
            );
        }
        if let Some(existence) = &analysis.existence {
            self.field(
                "existence",
                format!(
                    "theorem 1 (A): {}; (B): {}; step at position level: {}",
                    guarantee(existence.independent_rows),
                    guarantee(existence.no_work),
                    if existence.position_level.holds() {
                        "guaranteed"
                    } else {
                        "not guaranteed"
                    }
                ),
            );
            if let Some(witness) = &existence.witness {
                let at = witness.contact.and_then(|i| posed.contacts.get(i));
                self.more(format!(
                    "an internal force does work {}{}",
                    figure(witness.work),
                    at.map_or(String::new(), |name| format!(", most at {name}"))
                ));
            }
        }
        for said in uniqueness(analysis) {
            self.field("uniqueness", said);
        }
        if let Some(wedging) = &analysis.wedging {
            let said = match (wedging.wedges, wedging.strictly) {
                (true, true) => {
                    "possible: internal forces strictly inside the cones balance each other and can grow without bound"
                }
                (true, false) => {
                    "possible, just: internal forces on the edge of the cones balance each other"
                }
                (false, _) if wedging.separating.is_none() => {
                    "not found: no internal forces balance each other"
                }
                (false, _) => "impossible: some motion takes all contacts apart",
            };
            self.field("wedging", said);
            if let Some(forces) = wedging.forces.as_ref().filter(|_| wedging.wedges) {
                for (name, force) in posed.contacts.iter().zip(forces).take(SHOWN) {
                    let parts = force.parts().map(figure).join(", ");
                    self.more(format!("{name}: ({parts}) of Σ c_n = 1"));
                }
            }
        }
        if let Some(closure) = &analysis.closure {
            let said = match (closure.form, closure.force) {
                (true, _) => "form closure: normals alone hold against any load".to_owned(),
                (false, true) => "force closure: with friction any load is held".to_owned(),
                (false, false) => format!(
                    "none: {} of {} directions can be pushed in, and not every load is held",
                    closure.rank, closure.velocities
                ),
            };
            self.field("closure", said);
        }
        if !analysis.methods.is_empty() {
            let said: Vec<String> = (analysis.methods.iter())
                .map(|m| match (m.solved, m.solution) {
                    (true, Some(k)) => format!("{} → motion {}", m.method, k + 1),
                    (true, None) => format!("{} → another motion", m.method),
                    (false, _) => format!("{} → residual {:.0e}", m.method, m.residual),
                })
                .collect();
            self.field("methods", said.join(", "));
        }
        let found = &analysis.found;
        let mut said = format!(
            "{} of {} mode combinations, {} starts ({} converged)",
            analysis.modes[0], analysis.modes[1], found.starts, found.converged
        );
        if found.complete {
            said = "all complementary bases: complete".into();
        }
        if found.continuum {
            said.push_str("; some of the motions are ends of a continuum");
        }
        self.field("searched", said);
    }
}

fn guarantee(guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::Holds => "guarantees a solution",
        Guarantee::SmallFriction => "guarantees one for small friction where it slips",
        Guarantee::Fails => "says nothing",
        Guarantee::NotApplicable => "not about contacts that slip",
    }
}

/// What is known about uniqueness, whatever was found.
fn uniqueness(analysis: &Analysis) -> Vec<String> {
    let mut said = Vec::new();
    if let Some(bound) = &analysis.bound {
        said.push(match bound.unasked {
            Some(reason) => format!("no bound on friction is known: {}", reason.words()),
            None if bound.coefficient == 0.0 && bound.holds => {
                "certified without friction; nothing is said about coefficients other than 0".into()
            }
            None if bound.coefficient == f64::INFINITY => {
                "certified whatever the coefficients of friction".into()
            }
            None => format!(
                "certified for coefficients below {} (sufficient only; A has the condition {})",
                figure(bound.coefficient),
                figure(bound.condition)
            ),
        });
    }
    if let Some(signs) = &analysis.determinants {
        match signs.unasked {
            // said of the bound, or true of nearly every problem in space
            Some(_) => {}
            None if signs.prove_uniqueness() => said.push(format!(
                "all {} choices of modes have positive determinants: one answer for every load",
                signs.modes
            )),
            None => said.push(format!(
                "of {} choices of modes {} have negative determinants: {}",
                signs.modes,
                signs.negative,
                match signs.prove_folds() {
                    true => "some loads have several answers, these need not be among them",
                    false => "nothing is proven",
                }
            )),
        }
    }
    if let Some(index) = &analysis.index {
        match index.is_one_missing() {
            Some(true) => said.push(
                "the indices of the motions do not sum up to 1: one more exists that was not found"
                    .into(),
            ),
            Some(false) => {
                said.push("the indices of the motions sum up to 1: none is provably missing".into())
            }
            None => {}
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::Proof;

    #[test]
    fn only_what_is_proven_is_good() {
        let because = Some(Proof::Enumeration);
        assert_eq!(tone(Verdict::Unique { because }), Tone::Good);
        assert_eq!(tone(Verdict::Unique { because: None }), Tone::Fair);
        assert_eq!(tone(Verdict::NonUnique), Tone::Bad);
        let proven = true;
        assert_eq!(tone(Verdict::NoFiniteSolution { proven }), Tone::Bad);
        assert_eq!(tone(Verdict::NotFound), Tone::Fair);
    }
}
