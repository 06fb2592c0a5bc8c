//! Seeded test problems: the classes every solver must master, made here so that they are the same everywhere.
//!
//! The same seed gives the same problem on every machine. Used by tests, benchmarks and examples.

use crate::linear::{Matrix, dot};
use crate::problem::Lcp;

/// A small deterministic source of numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A source for the given seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Uniform in [low, high).
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Roughly normal with mean 0 and variance 1 (sum of twelve uniforms).
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform(0.0, 1.0)).sum::<f64>() - 6.0
    }

    /// A whole number of [−size, size], uniformly.
    pub fn integer(&mut self, size: usize) -> f64 {
        self.below(2 * size + 1) as f64 - size as f64
    }

    /// Uniform in 0..n.
    pub fn below(&mut self, n: usize) -> usize {
        (self.uniform(0.0, n as f64) as usize).min(n - 1)
    }
}

/// Makes a problem of data known to be finite and of matching size.
fn problem(m: Matrix, q: Vec<f64>) -> Lcp {
    Lcp::new(m, q).expect("generated data are finite and square")
}

/// The problem that some bytes stand for: the door of the fuzzer. Any bytes make a valid problem of at most
/// twelve pairs; the first one gives the size and whether numbers are small integers (which makes degenerate
/// problems likely) or arbitrary finite floats.
pub fn from_bytes(bytes: &[u8]) -> Lcp {
    let (&head, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let n = usize::from(head % 13);
    let integers = head & 0x80 == 0;
    let mut at = 0;
    let mut number = || {
        let mut next = || {
            at += 1;
            rest.get(at - 1).copied().unwrap_or(0)
        };
        if integers {
            return f64::from(next() as i8 / 16);
        }
        let x = f64::from_le_bytes(std::array::from_fn(|_| next()));
        if x.is_finite() { x } else { 0.0 }
    };
    let m = Matrix::from_fn(n, n, |_, _| number());
    let q = (0..n).map(|_| number()).collect();
    problem(m, q)
}

/// Positive semidefinite of the given rank plus a skew part, and feasible; rank n makes M definite, hence P.
pub fn semidefinite(n: usize, rank: usize, seed: u64) -> Lcp {
    let mut random = Random::new(seed);
    let b = Matrix::from_fn(rank, n, |_, _| random.normal());
    let s = Matrix::from_fn(n, n, |_, _| random.normal());
    // the skew part acts within the range of BᵀB, so that a rank-deficient M stays rank-deficient
    let skew = Matrix::from_fn(rank, rank, |i, j| {
        if i < j {
            s[(i, j)]
        } else {
            -s[(j, i)] * f64::from(u8::from(i > j))
        }
    });
    let mut middle = skew;
    (0..rank).for_each(|i| middle[(i, i)] = 1.0);
    let mut half = Matrix::zeros(rank, n);
    for j in 0..n {
        middle.mul_add(b.col(j), half.col_mut(j));
    }
    let m = Matrix::from_fn(n, n, |i, j| dot(b.col(i), half.col(j)));
    // q = w − M z for some z, w ≥ 0 makes the problem feasible
    let z: Vec<f64> = (0..n).map(|_| random.uniform(-1.0, 1.0).max(0.0)).collect();
    let mut q: Vec<f64> = (0..n).map(|_| random.uniform(0.0, 1.0)).collect();
    let minus: Vec<f64> = z.iter().map(|x| -x).collect();
    m.mul_add(&minus, &mut q);
    problem(m, q)
}

/// A nonsymmetric P-matrix that is far from definite: row-diagonally dominant with large skew entries.
pub fn p_matrix(n: usize, seed: u64) -> Lcp {
    let mut random = Random::new(seed);
    let mut m = Matrix::from_fn(n, n, |_, _| random.normal());
    for i in 0..n {
        m[(i, i)] = random.uniform(0.1, 1.0)
            + (0..n)
                .filter(|&j| j != i)
                .map(|j| m[(i, j)].abs())
                .sum::<f64>();
    }
    // scaling columns keeps P but not definiteness
    let factor: Vec<f64> = (0..n).map(|_| random.uniform(-3.0, 3.0).exp2()).collect();
    let m = Matrix::from_fn(n, n, |i, j| m[(i, j)] * factor[j]);
    let q = (0..n).map(|_| 3.0 * random.normal()).collect();
    problem(m, q)
}

/// Murty's example, on which least-index pivoting takes 2ⁿ − 1 steps \[Mur78\]: ones on the diagonal, 2 above it,
/// q = −e; the solution is the last unit vector.
pub fn murty(n: usize) -> Lcp {
    let m = Matrix::from_fn(n, n, |i, j| match i.cmp(&j) {
        std::cmp::Ordering::Less => 2.0,
        std::cmp::Ordering::Equal => 1.0,
        std::cmp::Ordering::Greater => 0.0,
    });
    problem(m, vec![-1.0; n])
}

/// Fathi's example, symmetric positive definite and exponential for Lemke's method \[Fat79\]: UᵀU for the
/// matrix U of [`murty`], q = −e; the solution is the first unit vector.
pub fn fathi(n: usize) -> Lcp {
    let u = murty(n);
    let m = Matrix::from_fn(n, n, |i, j| dot(u.m().col(i), u.m().col(j)));
    problem(m, vec![-1.0; n])
}

/// A P-matrix on which block pivoting and the min-map Newton method cycle; the solution is (1/3, 1/3, 1/3).
pub fn newton_cycle() -> Lcp {
    let m = Matrix::from_fn(3, 3, |i, j| {
        if i == j {
            1.0
        } else if (j + 1) % 3 == i {
            2.0
        } else {
            0.0
        }
    });
    problem(m, vec![-1.0; 3])
}

/// Kinds of contact problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contacts {
    /// Bodies touching at random points with random velocities: nothing special about it.
    Scattered,
    /// Towers of boxes at rest on four corners each: redundant normals, no free slip. Hard because degenerate.
    Towers,
    /// Scattered, at rest, with every other contact a copy of the one before: degenerate in every row.
    Doubled,
}

/// The Stewart–Trinkle friction problem of the given kind [Ste00 3.2]: z = (c_n, β, λ) with `directions`
/// friction directions per contact, n = contacts · (directions + 2).
pub fn friction(kind: Contacts, contacts: usize, directions: usize, seed: u64) -> Lcp {
    let mut random = Random::new(seed);
    let scene = match kind {
        Contacts::Scattered => scattered(contacts, false, &mut random),
        Contacts::Doubled => scattered(contacts, true, &mut random),
        Contacts::Towers => towers(contacts, &mut random),
    };
    pyramid(&scene, directions)
}

/// Contacts as rows of six velocity components per body, with inverse masses and free velocity.
struct Scene {
    inverse_mass: Vec<f64>,
    velocity: Vec<f64>,
    /// Three rows (n, t, o) per contact.
    rows: Vec<[Vec<f64>; 3]>,
    mu: Vec<f64>,
}

type V3 = [f64; 3];

fn cross(a: V3, b: V3) -> V3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn unit(a: V3) -> V3 {
    let size = dot(&a, &a).sqrt();
    a.map(|x| x / size)
}

/// Adds ±(direction, arm × direction) of one body to the three rows of a contact.
fn attach(rows: &mut [Vec<f64>; 3], body: usize, sign: f64, arm: V3, frame: [V3; 3]) {
    for (row, d) in rows.iter_mut().zip(frame) {
        let turn = cross(arm, d);
        for k in 0..3 {
            row[6 * body + k] += sign * d[k];
            row[6 * body + 3 + k] += sign * turn[k];
        }
    }
}

fn frame(normal: V3) -> [V3; 3] {
    let aside = if normal[0].abs() < 0.7 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 1.0, 0.0]
    };
    let t = unit(cross(normal, aside));
    [normal, t, cross(normal, t)]
}

fn scattered(contacts: usize, doubled: bool, random: &mut Random) -> Scene {
    let bodies = (contacts * 4 / 7).max(2);
    let radius = 0.1;
    let mut inverse_mass = Vec::new();
    let mut velocity = Vec::new();
    for _ in 0..bodies {
        let m = random.uniform(0.5, 2.0);
        inverse_mass.extend([1.0 / m; 3]);
        inverse_mass.extend([1.0 / (0.4 * m * radius * radius); 3]);
        velocity.extend((0..6).map(|_| if doubled { 0.0 } else { random.normal() }));
        let falling = velocity.len() - 4;
        velocity[falling] -= 0.0025 * 9.81;
    }
    let (mut rows, mut mu): (Vec<[Vec<f64>; 3]>, Vec<f64>) = (Vec::new(), Vec::new());
    for c in 0..contacts {
        if doubled && c % 2 == 1 {
            rows.push(rows[c - 1].clone());
            mu.push(mu[c - 1]);
            continue;
        }
        let a = random.below(bodies);
        let b = random.below(bodies + 1);
        let on_ground = b == a || b == bodies;
        let normal = if on_ground {
            [0.0, 0.0, 1.0]
        } else {
            unit([random.normal(), random.normal(), random.normal() + 1e-3])
        };
        let mut three = std::array::from_fn(|_| vec![0.0; 6 * bodies]);
        let mut arm = |sign: f64| normal.map(|x| -sign * radius * (x + 0.3 * random.normal()));
        attach(&mut three, a, 1.0, arm(1.0), frame(normal));
        if !on_ground {
            attach(&mut three, b, -1.0, arm(-1.0), frame(normal));
        }
        rows.push(three);
        mu.push(random.uniform(0.2, 0.8));
    }
    Scene {
        inverse_mass,
        velocity,
        rows,
        mu,
    }
}

fn towers(contacts: usize, random: &mut Random) -> Scene {
    let bodies = contacts.div_ceil(4);
    let (half, mass) = (0.1, 8.0);
    let inertia = mass * (2.0 * half) * (2.0 * half) / 6.0;
    let pushed = random.uniform(0.0, 1.0) < 0.5;
    let (mut inverse_mass, mut velocity) = (Vec::new(), Vec::new());
    for _ in 0..bodies {
        inverse_mass.extend([
            1.0 / mass,
            1.0 / mass,
            1.0 / mass,
            1.0 / inertia,
            1.0 / inertia,
            1.0 / inertia,
        ]);
        let sideways = if pushed { 0.02 * random.normal() } else { 0.0 };
        velocity.extend([sideways, 0.0, -0.0025 * 9.81, 0.0, 0.0, 0.0]);
    }
    let corners = [(-half, -half), (half, -half), (half, half), (-half, half)];
    let mut rows = Vec::new();
    for c in 0..contacts {
        let (body, (x, y)) = (c / 4, corners[c % 4]);
        let mut three = std::array::from_fn(|_| vec![0.0; 6 * bodies]);
        attach(&mut three, body, 1.0, [x, y, -half], frame([0.0, 0.0, 1.0]));
        // five boxes to a tower, the lowest on the ground
        if body % 5 != 0 {
            attach(
                &mut three,
                body - 1,
                -1.0,
                [x, y, half],
                frame([0.0, 0.0, 1.0]),
            );
        }
        rows.push(three);
    }
    Scene {
        inverse_mass,
        velocity,
        rows,
        mu: vec![0.5; contacts],
    }
}

/// M = [nᵀM⁻¹n nᵀM⁻¹D 0; DᵀM⁻¹n DᵀM⁻¹D E; μ −Eᵀ 0], q = (nᵀv, Dᵀv, 0) [Ste00 3.2].
fn pyramid(scene: &Scene, directions: usize) -> Lcp {
    let contacts = scene.mu.len();
    let mut generators: Vec<Vec<f64>> = scene.rows.iter().map(|r| r[0].clone()).collect();
    for [_, t, o] in &scene.rows {
        for d in 0..directions {
            let (sin, cos) = (std::f64::consts::TAU * d as f64 / directions as f64).sin_cos();
            generators.push(t.iter().zip(o).map(|(t, o)| cos * t + sin * o).collect());
        }
    }
    let moving = generators.len();
    let n = moving + contacts;
    let weighted: Vec<Vec<f64>> = generators
        .iter()
        .map(|g| {
            g.iter()
                .zip(&scene.inverse_mass)
                .map(|(g, m)| g * m)
                .collect()
        })
        .collect();
    let mut m = Matrix::zeros(n, n);
    for j in 0..moving {
        for i in 0..moving {
            m[(i, j)] = dot(&weighted[i], &generators[j]);
        }
    }
    for c in 0..contacts {
        m[(moving + c, c)] = scene.mu[c];
        for d in 0..directions {
            let beta = contacts + c * directions + d;
            m[(beta, moving + c)] = 1.0;
            m[(moving + c, beta)] = -1.0;
        }
    }
    let mut q: Vec<f64> = generators.iter().map(|g| dot(g, &scene.velocity)).collect();
    q.resize(n, 0.0);
    problem(m, q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_problem() {
        let one = friction(Contacts::Scattered, 5, 4, 7);
        assert_eq!(one, friction(Contacts::Scattered, 5, 4, 7));
        assert_ne!(one, friction(Contacts::Scattered, 5, 4, 8));
    }

    #[test]
    fn friction_matrices_have_the_stated_shape() {
        let lcp = friction(Contacts::Towers, 8, 8, 1);
        assert_eq!(lcp.len(), 80);
        let m = lcp.m();
        // symmetric mass part, μ below, E beside, −Eᵀ, and nothing in the corner
        for i in 0..72 {
            for j in 0..72 {
                assert!((m[(i, j)] - m[(j, i)]).abs() < 1e-14);
            }
        }
        assert_eq!(m[(72, 0)], 0.5);
        assert_eq!((m[(8, 72)], m[(72, 8)], m[(72, 72)]), (1.0, -1.0, 0.0));
        // a box of 8 kg under one corner contact: 1/m + (x² + y²)/I
        let inertia = 8.0 * 0.04 / 6.0;
        assert!((m[(0, 0)] - (1.0 / 8.0 + 0.02 / inertia)).abs() < 1e-12);
    }

    #[test]
    fn known_solutions_of_the_named_examples() {
        let mut w = vec![0.0; 6];
        murty(6).w(&[0.0, 0.0, 0.0, 0.0, 0.0, 1.0], &mut w);
        assert_eq!(w, [1.0, 1.0, 1.0, 1.0, 1.0, 0.0]);
        fathi(6).w(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0], &mut w);
        assert_eq!(w, [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        let mut w = vec![1.0; 3];
        newton_cycle().w(&[1.0 / 3.0; 3], &mut w);
        assert!(w.iter().all(|x| x.abs() < 1e-15));
    }
}
