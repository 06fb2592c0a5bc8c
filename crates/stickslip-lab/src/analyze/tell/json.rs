//! An analysis as one JSON object. Figures that are not finite are null.

use super::words::Words;
use crate::analyze::Study;
use crate::analyze::cone::{Closure, Existence, Guarantee, Range, Stick, Wedging};
use crate::analyze::search::Solution;
use serde_json::{Map, Value, json as object};
use stickslip::{Impulse, Slip};

/// Everything that was found.
pub fn json(study: &Study) -> Value {
    let (sight, analysis) = (&study.sight, &study.analysis);
    let posed = &sight.posed;
    let data = posed.problem.data();
    let parameters: Map<String, Value> = (sight.parameters.iter())
        .map(|p| (p.name.clone(), p.value.into()))
        .collect();
    let contacts: Vec<Value> = (data.contacts.iter().enumerate())
        .map(|(i, contact)| {
            let place = sight.places.get(i).copied().flatten();
            object!({
                "name": posed.contacts[i],
                "friction": contact.friction.coefficient,
                "slips": posed.problem.slips()[i] != Slip::Rolling,
                "point": place.map(|p| p.point),
                "normal": place.map(|p| p.normal),
            })
        })
        .collect();
    let mut out = object!({
        "name": posed.name,
        "about": sight.about,
        "level": Words::of(posed.problem.level()).level,
        "parameters": parameters,
        "velocities": posed.velocities,
        "contacts": contacts,
        "joints": posed.joints,
        "verdict": analysis.verdict,
        "proven": analysis.verdict.is_proven(),
        "reason": analysis.reason(),
        "solutions": solutions(&analysis.found.solutions),
        "complete": analysis.found.complete,
        "interrupted": study.interrupted,
        "continuum": analysis.found.continuum,
        "starts": analysis.found.starts,
        "modes": { "tried": analysis.modes[0], "combinations": analysis.modes[1] },
        "jam": jam(study),
        "existence": analysis.existence.as_ref().map(existence),
        "impossible": analysis.impossible.as_ref().map(|p| object!({
            "weights": p.weights, "gap": p.gap, "proven": p.proves(&posed.problem),
        })),
        "uniqueness": {
            "bound": analysis.bound,
            "determinants": analysis.determinants,
            "index": analysis.index,
        },
        "wedging": analysis.wedging.as_ref().map(wedging),
        "closure": analysis.closure.as_ref().map(closure),
        "methods": analysis.methods,
        "notes": study.notes(),
    });
    if let (Some(map), Some(impulse)) = (out.as_object_mut(), &study.impulse) {
        let value = object!({
            "step": impulse.step,
            "verdict": impulse.analysis.verdict,
            "solutions": solutions(&impulse.analysis.found.solutions),
        });
        map.insert("impulse".into(), value);
    }
    study.design.add_to(&mut out);
    out
}

fn solutions(all: &[Solution]) -> Vec<Value> {
    let one = |s: &Solution| {
        object!({
            "acceleration": s.motion.acceleration,
            "forces": forces(&s.motion.forces),
            "joints": s.motion.joints,
            "contact_accelerations": s.motion.contacts,
            "modes": s.modes,
            "slack": s.slack,
            "stuck": s.is_stuck(),
            "residual": s.residual,
            "violation": s.violation,
            "found_by": s.found_by,
            "hits": s.hits,
        })
    };
    all.iter().map(one).collect()
}

fn forces(forces: &[Impulse]) -> Vec<[f64; 4]> {
    forces.iter().map(Impulse::parts).collect()
}

fn jam(study: &Study) -> Value {
    let analysis = &study.analysis;
    let thresholds = study.design.threshold_values();
    // none that was found is not none
    let stopped = study.design.thresholds.as_ref();
    let unknown = thresholds.is_empty() && stopped.is_some_and(|found| found.interrupted);
    let mut out = object!({
        "exists": analysis.stick.as_ref().map(|_| analysis.jams()),
        "threshold": thresholds.first(),
        "thresholds": (!unknown).then_some(&thresholds),
    });
    let (Some(stick), Some(map)) = (&analysis.stick, out.as_object_mut()) else {
        return out;
    };
    let Stick {
        margin,
        scale,
        exists,
        still,
        motion,
        unstoppable,
        ..
    } = stick;
    map.insert("margin".into(), object!(margin));
    map.insert("scale".into(), object!(scale));
    map.insert("sticks".into(), object!(exists));
    map.insert("still".into(), object!(still));
    let held = motion.as_ref().filter(|_| *exists);
    map.insert("forces".into(), object!(held.map(|m| forces(&m.forces))));
    map.insert("unstoppable".into(), object!(unstoppable));
    let determinate = analysis.forces_are_determinate();
    map.insert("forces_determinate".into(), object!(determinate));
    let bounds = |range: &Range| [range.low, range.high];
    let ranges = analysis.ranges.as_ref().map(|ranges| {
        let contacts: Vec<[[f64; 2]; 4]> = (ranges.contacts.iter())
            .map(|four| std::array::from_fn(|k| bounds(&four[k])))
            .collect();
        let joints: Vec<[f64; 2]> = ranges.joints.iter().map(bounds).collect();
        object!({ "contacts": contacts, "joints": joints })
    });
    map.insert("ranges".into(), object!(ranges));
    out
}

fn existence(existence: &Existence) -> Value {
    let word = |guarantee: &Guarantee| match guarantee {
        Guarantee::Holds => "holds",
        Guarantee::SmallFriction => "small friction",
        Guarantee::Fails => "fails",
        Guarantee::NotApplicable => "not applicable",
    };
    object!({
        "rows": existence.rows,
        "rank": existence.rank,
        "spectrum": existence.spectrum,
        "definite": existence.definite,
        "theorem_1a": word(&existence.independent_rows),
        "theorem_1b": word(&existence.no_work),
        "copositivity_criterion": word(&existence.no_work),
        "witness": existence.witness.as_ref().map(|w| object!({
            "forces": forces(&w.forces), "joints": w.joints, "work": w.work, "contact": w.contact,
        })),
        "position_level": existence.position_level.holds(),
    })
}

fn wedging(wedging: &Wedging) -> Value {
    object!({
        "wedges": wedging.wedges,
        "strictly": wedging.strictly,
        "margin": wedging.margin,
        "forces": wedging.forces.as_ref().map(|f| forces(f)),
        "joints": wedging.joints,
        "separating": wedging.separating,
    })
}

fn closure(closure: &Closure) -> Value {
    object!({
        "force": closure.force,
        "form": closure.form,
        "velocities": closure.velocities,
        "rank": closure.rank,
        "normal_rank": closure.normal_rank,
    })
}
