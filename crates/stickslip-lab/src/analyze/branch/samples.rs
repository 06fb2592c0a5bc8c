//! Problems that the tests of this folder share.

use crate::analyze::{FrictionLaw, Posed};
use stickslip::{Frame, Friction, InstantProblem, Mass, Slip};

/// Masses of cube and rod in [TP97 §4].
const MASSES: [f64; 8] = [1.0, 1.0, 1.0, 3.0, 3.0, 3.0, 4.0, 2.0];

/// A block of 1 kg on a slope, along and across it.
pub(super) fn block_on_slope(theta: f64, mu: f64) -> Posed {
    let force = [9.81 * theta.sin(), -9.81 * theta.cos()];
    let mut problem = InstantProblem::new(Mass::diagonal(&[1.0, 1.0]).unwrap(), &force).unwrap();
    let mut frame = Frame::default();
    frame.normal.push(1, 1.0);
    frame.tangent.push(0, 1.0);
    problem
        .add_contact(&frame, Friction::planar(mu), Slip::Rolling, [0.0; 4])
        .unwrap();
    Posed::new("block on a slope", problem)
}

/// The rod of [Ste00 1.3], sliding to the left: A = 1 − 3 cos θ (μ sin θ − cos θ), which is 0 at μ = (1/(3 cos θ) + cos θ)/sin θ.
pub(super) fn painleve_rod(theta: f64, mu: f64) -> Posed {
    let force = [0.0, -9.81, 0.0];
    let mass = Mass::diagonal(&[1.0, 1.0, 1.0 / 12.0]).unwrap();
    let mut problem = InstantProblem::new(mass, &force).unwrap();
    let mut frame = Frame::default();
    // the lower end is at −(cos θ, sin θ)/2
    frame.normal.extend(0, &[0.0, 1.0, -0.5 * theta.cos()]);
    frame.tangent.extend(0, &[1.0, 0.0, 0.5 * theta.sin()]);
    let slip = Slip::Sliding([-1.0, 0.0, 0.0]);
    problem
        .add_contact(&frame, Friction::planar(mu), slip, [0.0; 4])
        .unwrap();
    Posed::new("rod", problem)
}

/// Columns n, t, o, r of a contact at r with normal n and tangent t; `rod` are the entries of n and of r for the active rod.
fn columns(r: [f64; 3], n: [f64; 3], t: [f64; 3], rod: [[f64; 2]; 2]) -> [[f64; 8]; 4] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let force = |d: [f64; 3], rod: [f64; 2]| {
        let m = cross(r, d);
        [d[0], d[1], d[2], m[0], m[1], m[2], rod[0], rod[1]]
    };
    let spin = [0.0, 0.0, 0.0, n[0], n[1], n[2], rod[1][0], rod[1][1]];
    [
        force(n, rod[0]),
        force(t, [0.0; 2]),
        force(cross(n, t), [0.0; 2]),
        spin,
    ]
}

fn active_rod(eta: f64, zeta: f64) -> [[f64; 8]; 4] {
    let place = [1.0, eta - 1.0, zeta - 1.0];
    columns(
        place,
        [-1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [[1.0, 0.0], [0.0, 1.0]],
    )
}

fn hump(x: f64, y: f64) -> [[f64; 8]; 4] {
    columns(
        [x, y, -1.0],
        [0.0, 0.0, 1.0],
        [0.0, 1.0, 0.0],
        [[0.0; 2]; 2],
    )
}

fn problem(
    masses: &[f64; 8],
    force: &[f64; 8],
    contacts: &[([[f64; 8]; 4], [f64; 3])],
    mu: f64,
) -> InstantProblem {
    let mut problem = InstantProblem::new(Mass::diagonal(masses).unwrap(), force).unwrap();
    for (columns, axes) in contacts {
        let mut frame = Frame::default();
        frame.normal.extend(0, &columns[0]);
        frame.tangent.extend(0, &columns[1]);
        frame.binormal.extend(0, &columns[2]);
        frame.torsion.extend(0, &columns[3]);
        let friction = Friction::ellipsoid(mu, *axes).unwrap();
        problem
            .add_contact(&frame, friction, Slip::Rolling, [0.0; 4])
            .unwrap();
    }
    problem
}

/// [TP97 §4.1].
pub(super) fn example_1(zeta: f64, mu: f64) -> Posed {
    let contacts = [
        (active_rod(1.5, zeta), [1.0; 3]),
        (hump(0.0, 0.0), [1.0, 1.0, 0.25]),
    ];
    let force = [0.0, 0.0, -10.0, 0.0, 0.0, 0.0, -5.0, -3.0];
    Posed::new("example 1", problem(&MASSES, &force, &contacts, mu))
}

fn contacts_of_example_2() -> [([[f64; 8]; 4], [f64; 3]); 3] {
    let fixed = columns(
        [0.5, 1.0, 0.5],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, -1.0],
        [[0.0; 2]; 2],
    );
    [active_rod(1.5, 1.5), hump(-1.0, -1.0), fixed].map(|c| (c, [1.0, 1.0, 2.0]))
}

/// [TP97 §4.2], the correct model.
pub(super) fn example_2(mu: f64) -> Posed {
    let force = [0.0, 0.0, -10.0, 0.0, 0.0, 0.0, -6.0, -3.0];
    Posed::new(
        "example 2",
        problem(&MASSES, &force, &contacts_of_example_2(), mu),
    )
}

/// [TP97 §4.2] as Table 1 was computed: J[my, o2] = −1, masses where their inverses belong, friction along −a.
pub(super) fn example_2_as_printed(mu: f64) -> Posed {
    let mut contacts = contacts_of_example_2();
    contacts[1].0[2][4] = -1.0;
    let force = [0.0, 0.0, -10.0, 0.0, 0.0, 0.0, -6.0, -3.0];
    let inverse = MASSES.map(|m| 1.0 / m);
    let mut posed = Posed::new("as printed", problem(&inverse, &force, &contacts, mu));
    posed.law = FrictionLaw::Collinear;
    posed
}
