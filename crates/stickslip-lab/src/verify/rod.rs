//! The falling rod [ST00 4.1], in three schemes at the paper's step, and towards h → 0.

use super::{Band, Checks};
use std::f64::consts::PI;
use stickslip::systems::{Rod, RodParameters};
use stickslip::{Error, Scheme, Settings, Simulation, SlidingContact, State};

/// The paper does not print the height; its times force 1 m.
fn rod() -> Result<(Rod, State), Error> {
    let rod = Rod::new(RodParameters::default())?;
    let state = rod.state(0.0, 1.0, PI / 6.0, [0.0, 0.0, 4.0]);
    Ok((rod, state))
}

/// What the paper tells of the motion.
#[derive(Default)]
struct Story {
    /// Start of the first step with an impulse (s).
    first: Option<f64>,
    /// Start of the first step with impulses at both ends (s).
    both: Option<f64>,
    /// Start of the first step after slap-down in which nothing moves (s).
    rest: Option<f64>,
    /// Normal and tangential impulse (N·s) of the first impact, over the two steps it takes at position level.
    impact: [f64; 2],
    /// Angle at the impact (rad).
    angle: f64,
    /// Velocity after it.
    after: Vec<f64>,
    /// Angular velocity at the end of the first step with an impulse (rad/s).
    spike: f64,
    /// Velocity after slap-down, and the normal impulses of the two ends (N·s).
    slap: Vec<f64>,
    slap_impulses: [f64; 2],
    /// Final position (m).
    end: f64,
}

fn story(scheme: Scheme, h: f64) -> Result<Story, Error> {
    let (rod, state) = rod()?;
    let settings = Settings {
        step: h,
        scheme,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(rod, state, settings)?;
    let mut story = Story::default();
    let steps = (0.8 / h).round() as usize;
    // an impact takes two steps at position level: one to reach the table, one to stop there
    let (mut since_first, mut since_both) = (0, 0);
    for _ in 0..steps {
        let report = simulation.step()?;
        let closed = report.contacts.iter().filter(|c| c.impulse.normal > 0.0);
        let count = closed.clone().count();
        let t = report.t;
        since_first += usize::from(count > 0 || since_first > 0);
        since_both += usize::from(count > 1 || since_both > 0);
        if (1..=2).contains(&since_first) {
            for contact in closed.clone() {
                story.impact[0] += contact.impulse.normal;
                story.impact[1] += contact.impulse.tangent;
            }
        }
        if (1..=2).contains(&since_both) {
            for contact in closed {
                story.slap_impulses[contact.id] += contact.impulse.normal;
            }
        }
        let state = simulation.state();
        match since_first {
            1 => {
                story.first.get_or_insert(t);
                story.angle = state.q[2];
                story.spike = state.v[2];
            }
            2 => story.after.clone_from(&state.v),
            _ => {}
        }
        match since_both {
            1 => {
                story.both.get_or_insert(t);
            }
            2 => story.slap.clone_from(&state.v),
            n if n > 2 && state.v.iter().all(|v| v.abs() < 1e-9) => {
                story.rest.get_or_insert(t);
            }
            _ => {}
        }
    }
    story.end = simulation.state().q[0];
    Ok(story)
}

pub(super) fn run(checks: &mut Checks) -> Result<(), Error> {
    // at the paper's step: the step in which things happen, exactly
    let h = 0.0025;
    let cases = [
        (Scheme::FIXED_POINT, 0.3825, 0.5475, -0.2308),
        (Scheme::STEWART_TRINKLE, 0.3825, 0.5475, -0.2301),
        (Scheme::AnitescuPotra, 0.3825, 0.5500, -0.2344),
    ];
    for (scheme, first, both, end) in cases {
        let story = story(scheme, h)?;
        let is_the_papers = scheme == Scheme::FIXED_POINT;
        let name = scheme.name();
        let published = |value: f64| is_the_papers.then_some(value);
        let found = |time: Option<f64>| time.unwrap_or(f64::NAN);
        let step = Band::Within(1e-9);
        checks.add(
            format!("{name}, h = {h}: first impulse in the step starting at (s)"),
            published(0.383),
            first,
            found(story.first),
            step,
        );
        checks.add(
            format!("{name}, h = {h}: both ends down in the step starting at (s)"),
            published(0.548),
            both,
            found(story.both),
            step,
        );
        // the reference is given to four digits
        let end_name = format!("{name}, h = {h}: final x (m)");
        checks.add(end_name, None, end, story.end, Band::Within(1e-4));
    }

    // towards the event-driven solution: first order, so bands are multiples of the step
    let h = 1e-5;
    let fine = story(Scheme::FIXED_POINT, h)?;
    let name = |what: &str| format!("h = {h:e}: {what}");
    let time = Band::Within(2.0 * h);
    let near = |times: f64| Band::Within(times * h);
    let found = |time: Option<f64>| time.unwrap_or(f64::NAN);
    checks.add(
        name("first impact (s)"),
        Some(0.383),
        0.385_818,
        found(fine.first),
        time,
    );
    checks.add(
        name("angle at the impact (rad)"),
        None,
        2.066_870,
        fine.angle,
        near(20.0),
    );
    checks.add(
        name("normal impulse (N·s)"),
        None,
        3.171_924,
        fine.impact[0],
        near(20.0),
    );
    checks.add(
        name("friction impulse (N·s)"),
        None,
        -1.390_096,
        fine.impact[1],
        near(20.0),
    );
    let after = [-1.390_096, -0.612_949, 5.151_088];
    for (i, part) in ["v_x (m/s)", "v_y (m/s)", "ω (rad/s)"]
        .into_iter()
        .enumerate()
    {
        let ours = fine.after.get(i).copied().unwrap_or(f64::NAN);
        checks.add(
            name(&format!("{part} after the impact")),
            None,
            after[i],
            ours,
            near(100.0),
        );
    }
    checks.add(
        name("slap-down (s)"),
        Some(0.548),
        0.547_318,
        found(fine.both),
        near(10.0),
    );
    checks.add(
        name("normal impulse of one end at slap-down (N·s)"),
        None,
        1.2318,
        fine.slap_impulses[0].max(fine.slap_impulses[1]),
        Band::Within(1e-4 + 100.0 * h),
    );
    checks.add(
        name("normal impulse of the other end (N·s)"),
        None,
        0.906_75,
        fine.slap_impulses[0].min(fine.slap_impulses[1]),
        Band::Within(1e-4 + 100.0 * h),
    );
    let slap = fine.slap.first().copied().unwrap_or(f64::NAN);
    checks.add(
        name("v_x after slap-down (m/s)"),
        None,
        -0.111_977,
        slap,
        near(100.0),
    );
    checks.add(
        name("rest (s)"),
        None,
        0.566_343,
        found(fine.rest),
        near(30.0),
    );
    checks.add(name("final x (m)"), None, -0.227_360, fine.end, near(20.0));

    // after the impact, were the end to slide to the right: no acceleration
    let (rod, mut state) = rod()?;
    state.q[2] = 2.066_870;
    state.q[1] = 0.05 + 0.25 * state.q[2].sin();
    state.v = after.to_vec();
    let sliding = SlidingContact::of(&rod, &state, 1, [1.0, 0.0, 0.0])?;
    let digits = Band::Within(1e-4);
    checks.add(
        "A after the impact, slip to the right (1/kg)",
        None,
        -1.5539,
        sliding.response,
        digits,
    );
    checks.add(
        "b after the impact (m/s²)",
        None,
        -3.9762,
        sliding.free,
        digits,
    );
    Ok(())
}
