//! Problems with known solutions: the cube between rods of [TP97 §4], Painlevé's rod, and random contacts.

use complementarity::Matrix;
use complementarity::generate::Random;
use complementarity::linear::Lu;
use stickslip::{Frame, Friction, InstantProblem, Mass, Slip};

/// The acceleration of the sliding solution of Example 2 at μ = 0.75.
pub(crate) const SLIDING: [f64; 8] = [
    -0.2640566266,
    -0.0731090904,
    -0.0754679851,
    -0.1664669277,
    -0.0909989425,
    -0.0202487468,
    -0.2994317245,
    -0.1799498108,
];

/// [TP97 §4.2] with one coefficient for all contacts.
pub(crate) fn example_2(mu: f64) -> InstantProblem {
    let contacts = columns([1.5, 1.5, 1.5, 0.5], [-1.0, -1.0]);
    cube(&contacts.map(|c| (c, mu, [1.0, 1.0, 2.0])), [6.0, 3.0])
}

/// [TP97 §4.1] with the rod at a height.
pub(crate) fn example_1(zeta: f64, mu: [f64; 2]) -> InstantProblem {
    let [rod, hump, _] = columns([1.5, zeta, 0.0, 0.0], [0.0, 0.0]);
    let contacts = [(rod, mu[0], [1.0; 3]), (hump, mu[1], [1.0, 1.0, 0.25])];
    cube(&contacts, [5.0, 3.0])
}

type Columns = [[f64; 8]; 4];

/// Columns n, t, o, r of the contacts for η, ζ, γ, δ and the place of the hump.
fn columns([eta, zeta, gamma, delta]: [f64; 4], hump: [f64; 2]) -> [Columns; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        let entry = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
        [entry(1, 2), entry(2, 0), entry(0, 1)]
    };
    let contact = |r: [f64; 3], n: [f64; 3], t: [f64; 3], rod: f64| {
        let force = |d: [f64; 3], x: f64| {
            let m = cross(r, d);
            [d[0], d[1], d[2], m[0], m[1], m[2], x, 0.0]
        };
        let spin = [0.0, 0.0, 0.0, n[0], n[1], n[2], 0.0, rod];
        [force(n, rod), force(t, 0.0), force(cross(n, t), 0.0), spin]
    };
    let along_y = [0.0, 1.0, 0.0];
    [
        contact([1.0, eta - 1.0, zeta - 1.0], [-1.0, 0.0, 0.0], along_y, 1.0),
        contact([hump[0], hump[1], -1.0], [0.0, 0.0, 1.0], along_y, 0.0),
        contact(
            [1.0 - delta, 1.0, gamma - 1.0],
            [0.0, -1.0, 0.0],
            [0.0, 0.0, -1.0],
            0.0,
        ),
    ]
}

fn cube(contacts: &[(Columns, f64, [f64; 3])], [thrust, torque]: [f64; 2]) -> InstantProblem {
    let force = [0.0, 0.0, -10.0, 0.0, 0.0, 0.0, -thrust, -torque];
    let mass = Mass::diagonal(&[1.0, 1.0, 1.0, 3.0, 3.0, 3.0, 4.0, 2.0]).unwrap();
    let mut problem = InstantProblem::new(mass, &force).unwrap();
    for (columns, mu, axes) in contacts {
        let mut frame = Frame::default();
        frame.normal.extend(0, &columns[0]);
        frame.tangent.extend(0, &columns[1]);
        frame.binormal.extend(0, &columns[2]);
        frame.torsion.extend(0, &columns[3]);
        let friction = Friction::ellipsoid(*mu, *axes).unwrap();
        problem
            .add_contact(&frame, friction, Slip::Rolling, [0.0; 4])
            .unwrap();
    }
    problem
}

/// A uniform rod of length and mass 1 on one end, at 60°, with a normal acceleration J̇v of its end: Painlevé's [Ste00 1.3].
pub(crate) fn rod(mu: f64, slip: Slip, drift: f64) -> InstantProblem {
    let (sin, cos) = std::f64::consts::FRAC_PI_3.sin_cos();
    let mass = Mass::diagonal(&[1.0, 1.0, 1.0 / 12.0]).unwrap();
    let mut problem = InstantProblem::new(mass, &[0.0, -9.81, 0.0]).unwrap();
    let mut frame = Frame::default();
    frame.normal.extend(0, &[0.0, 1.0, -0.5 * cos]);
    frame.tangent.extend(0, &[1.0, 0.0, 0.5 * sin]);
    let friction = Friction::planar(mu);
    problem
        .add_contact(&frame, friction, slip, [drift, 0.0, 0.0, 0.0])
        .unwrap();
    problem
}

/// Contacts with random rows over `velocities` of unit mass: J is mixed with that of independent contacts, the more the larger `mixing`.
pub(crate) fn random(
    frictions: &[Friction],
    extra: usize,
    mixing: f64,
    seed: u64,
) -> InstantProblem {
    let mut random = Random::new(seed);
    let rows: usize = frictions.iter().map(|f| 1 + f.rows()).sum();
    let n = rows + extra;
    let j = mixed(n, rows, mixing, &mut random);
    let force: Vec<f64> = (0..n).map(|_| random.normal()).collect();
    over(&j, &force, frictions)
}

/// Two planar contacts with random rows, and a load under which both sliding is an answer: b = a − A c with random a_t against c_t = ±μ
/// c_n. Where it is an answer of index −1 there are others.
pub(crate) fn sliding(mu: f64, seed: u64) -> InstantProblem {
    let mut random = Random::new(seed);
    let j = mixed(4, 4, 1.0, &mut random);
    let (mut c, mut a) = ([0.0; 4], [0.0; 4]);
    for n in [0, 2] {
        let side = random.normal().signum();
        c[n] = random.normal().abs();
        c[n + 1] = side * mu * c[n];
        a[n + 1] = -side * random.normal().abs();
    }
    // Jᵀ f = a − JᵀJ c, with unit masses
    let transposed = j.transpose();
    let mut push = vec![0.0; 4];
    j.mul_add(&c, &mut push);
    let taken = j.transpose_mul(&push);
    let mut force: Vec<f64> = a.iter().zip(taken).map(|(a, t)| a - t).collect();
    assert!(
        Lu::new(&transposed).solve(&mut force),
        "random rows are independent"
    );
    over(&j, &force, &[Friction::planar(mu), Friction::planar(mu)])
}

fn mixed(n: usize, rows: usize, mixing: f64, random: &mut Random) -> Matrix {
    Matrix::from_fn(n, rows, |i, k| {
        mixing * random.normal() + if i == k { 1.0 } else { 0.0 }
    })
}

/// Contacts whose rows are the columns of J, over unit masses.
fn over(j: &Matrix, force: &[f64], frictions: &[Friction]) -> InstantProblem {
    let mass = Mass::diagonal(&vec![1.0; j.rows()]).unwrap();
    let mut problem = InstantProblem::new(mass, force).unwrap();
    let mut row = 0;
    for friction in frictions {
        let mut frame = Frame::default();
        frame.normal.extend(0, j.col(row));
        let after = friction.rows();
        if after > 0 {
            frame.tangent.extend(0, j.col(row + 1));
        }
        if after > 1 {
            frame.binormal.extend(0, j.col(row + 2));
        }
        if after > 2 {
            frame.torsion.extend(0, j.col(row + 3));
        }
        row += 1 + after;
        problem
            .add_contact(&frame, friction.clone(), Slip::Rolling, [0.0; 4])
            .unwrap();
    }
    problem
}
