//! Small problems whose answers are known.

use stickslip::{Frame, Friction, InstantProblem, Mass, Slip};

/// The cube between two rods of [TP97 §4.2], every contact an ellipsoid of half axes (1, 1, 2).
pub(super) fn cube(mu: f64) -> InstantProblem {
    let masses = [1.0, 1.0, 1.0, 3.0, 3.0, 3.0, 4.0, 2.0];
    let force = [0.0, 0.0, -10.0, 0.0, 0.0, 0.0, -6.0, -3.0];
    let mut problem = InstantProblem::new(Mass::diagonal(&masses).unwrap(), &force).unwrap();
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    // place, normal, tangent, and whether the active rod is the partner
    let contacts = [
        ([1.0, 0.5, 0.5], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], 1.0),
        ([-1.0, -1.0, -1.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], 0.0),
        ([0.5, 1.0, 0.5], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0], 0.0),
    ];
    for (place, n, t, rod) in contacts {
        let mut frame = Frame::default();
        let o = cross(n, t);
        for (row, d) in [
            (&mut frame.normal, n),
            (&mut frame.tangent, t),
            (&mut frame.binormal, o),
        ] {
            row.extend(0, &d);
            row.extend(3, &cross(place, d));
        }
        frame.normal.push(6, rod);
        frame.torsion.extend(3, &n);
        frame.torsion.push(7, rod);
        let friction = Friction::ellipsoid(mu, [1.0, 1.0, 2.0]).unwrap();
        add(&mut problem, &frame, friction, [0.0; 4]);
    }
    problem
}

/// A contact that does not slip.
pub(super) fn add(
    problem: &mut InstantProblem,
    frame: &Frame,
    friction: Friction,
    drift: [f64; 4],
) {
    problem
        .add_contact(frame, friction, Slip::Rolling, drift)
        .unwrap();
}

/// Contacts of a body in the plane (x, y, angle), each at a place with a normal that points into the body.
pub(crate) fn planar(
    masses: [f64; 3],
    force: [f64; 3],
    mu: f64,
    contacts: &[([f64; 2], [f64; 2])],
) -> InstantProblem {
    let mut problem = InstantProblem::new(Mass::diagonal(&masses).unwrap(), &force).unwrap();
    for (place, n) in contacts {
        add(
            &mut problem,
            &planar_frame(*place, *n),
            Friction::planar(mu),
            [0.0; 4],
        );
    }
    problem
}

/// Rows of a contact of a body in the plane.
pub(crate) fn planar_frame(place: [f64; 2], n: [f64; 2]) -> Frame {
    let mut frame = Frame::default();
    let t = [n[1], -n[0]];
    for (row, d) in [(&mut frame.normal, n), (&mut frame.tangent, t)] {
        row.extend(0, &[d[0], d[1], place[0] * d[1] - place[1] * d[0]]);
    }
    frame
}

/// A ladder of length 2 at an angle to the floor, with equal friction on floor and wall.
pub(crate) fn ladder(angle: f64, mu: f64) -> InstantProblem {
    let (sin, cos) = angle.sin_cos();
    let contacts = [([cos, -sin], [0.0, 1.0]), ([-cos, sin], [1.0, 0.0])];
    planar([1.0, 1.0, 1.0 / 3.0], [0.0, -9.81, 0.0], mu, &contacts)
}

/// A drawer in guides of length 1 without play, pulled with 1 N at an eccentricity: it touches at opposite corners of the two guides, whose
/// distance across does not count for as long as friction is equal on both.
pub(crate) fn drawer(eccentricity: f64, mu: f64) -> InstantProblem {
    let contacts = [([0.5, 0.0], [0.0, 1.0]), ([-0.5, 0.0], [0.0, -1.0])];
    planar([2.0, 2.0, 0.3], [1.0, 0.0, -eccentricity], mu, &contacts)
}

/// A square table of side 2 on four legs without friction: heave, roll, pitch.
pub(crate) fn table(weight: f64) -> InstantProblem {
    let mass = Mass::diagonal(&[3.0, 1.0, 1.0]).unwrap();
    let mut problem = InstantProblem::new(mass, &[-weight, 0.0, 0.0]).unwrap();
    for [x, y] in [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]] {
        let mut frame = Frame::default();
        frame.normal.extend(0, &[1.0, y, -x]);
        add(&mut problem, &frame, Friction::none(), [0.0; 4]);
    }
    problem
}

/// A particle of 1 kg between two walls that lean outwards by an angle from the vertical, with normal targets.
pub(crate) fn wedge(angle: f64, mu: f64, target: f64) -> InstantProblem {
    let mass = Mass::diagonal(&[1.0, 1.0]).unwrap();
    let mut problem = InstantProblem::new(mass, &[0.0, -9.81]).unwrap();
    let (sin, cos) = angle.sin_cos();
    for side in [1.0, -1.0] {
        let mut frame = Frame::default();
        frame.normal.extend(0, &[side * cos, sin]);
        frame.tangent.extend(0, &[sin, -side * cos]);
        add(
            &mut problem,
            &frame,
            Friction::planar(mu),
            [-target, 0.0, 0.0, 0.0],
        );
    }
    problem
}

/// Where a function changes its sign, by halving.
pub(super) fn threshold(mut low: f64, mut high: f64, positive: impl Fn(f64) -> bool) -> f64 {
    while high - low > 1e-9 {
        let middle = 0.5 * (low + high);
        match positive(middle) {
            true => high = middle,
            false => low = middle,
        }
    }
    0.5 * (low + high)
}
