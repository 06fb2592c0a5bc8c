//! Balls in space, on a table or among fixed spheres: the four balls [ST00 4.2], billiards, turntables, a sphere
//! spinning in place [TTP01 §4.1], a sphere in the seam between two others [TTP01 §4.3].

use super::parameters::{all_positive, expect, finite, materials, orientation, positive};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::state::State;
use crate::system::{ContactSpec, Contacts, Frame, System};
use crate::vector::{cross, dot, minus, scale, tangent, unturned};

/// Below this sine of its angle to the vertical a centre line counts as vertical.
const VERTICAL: f64 = 1e-9;

/// What [`Balls`] are made of. The default is the four balls [ST00 4.2].
#[derive(Clone, Debug)]
pub struct BallsParameters {
    /// Radius r of each ball (m).
    pub radii: Vec<f64>,
    /// Mass m of each ball (kg); the inertia is that of a solid ball, 2/5 m r².
    pub masses: Vec<f64>,
    /// g, pulling along −z (m/s²).
    pub gravity: f64,
    /// Whether there is a table z = 0.
    pub table: bool,
    /// Friction between balls and table.
    pub table_friction: Friction,
    /// Direction of t on the table, from x towards y (rad).
    pub table_azimuth: f64,
    /// Friction between balls, with t horizontal.
    pub ball_friction: Friction,
    /// Restitution between balls and table.
    pub table_restitution: Restitution,
    /// Restitution between balls.
    pub ball_restitution: Restitution,
    /// Velocity of the table's surface along x and y (m/s): a belt.
    pub table_velocity: [f64; 2],
    /// Angular velocity of the table's surface about the z axis (rad/s): a turntable.
    pub table_spin: f64,
    /// Spheres that do not move.
    pub obstacles: Vec<Obstacle>,
    /// Friction between balls and obstacles, with t as near to x as the tangent plane allows.
    pub obstacle_friction: Friction,
    /// Restitution between balls and obstacles.
    pub obstacle_restitution: Restitution,
    /// A constant force on each ball besides its weight (N).
    pub force: [f64; 3],
    /// How orientations are kept: `Quaternion` or `Rotation`.
    pub orientation: Coordinate,
}

/// A fixed sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obstacle {
    /// Its centre (m).
    pub centre: [f64; 3],
    /// Its radius (m).
    pub radius: f64,
}

impl Default for BallsParameters {
    fn default() -> Self {
        let friction = Friction::polygon(0.4, 8).expect("eight is an even number of directions");
        Self {
            radii: vec![0.1; 4],
            masses: vec![1.0; 4],
            gravity: 9.81,
            table: true,
            table_friction: friction.clone(),
            ball_friction: friction,
            table_restitution: Restitution::NONE,
            ball_restitution: Restitution::NONE,
            table_velocity: [0.0; 2],
            table_spin: 0.0,
            table_azimuth: 0.0,
            obstacles: Vec::new(),
            obstacle_friction: Friction::none(),
            obstacle_restitution: Restitution::NONE,
            force: [0.0; 3],
            orientation: Coordinate::Quaternion,
        }
    }
}

/// Balls in space. Ball i has q = (x, y, z, orientation) and v = (v_x, v_y, v_z, ω_x, ω_y, ω_z) in the world frame.
///
/// The first contacts are those of each ball with the table, if there is one, then come all pairs i < j, then for each
/// ball all obstacles. The normal of a pair goes from i to j, its tangent is horizontal; relative velocities are those
/// of j less those of i. The normal of an obstacle goes from it to the ball; its tangent is the direction of the tangent
/// plane nearest to x (nearest to y where the normal is along x).
#[derive(Clone, Debug)]
pub struct Balls {
    parameters: BallsParameters,
    coordinates: Coordinates,
    contacts: Vec<ContactSpec>,
    /// What each contact joins.
    touching: Vec<Touching>,
    /// How many entries of q a ball takes.
    stride: usize,
}

/// What a contact joins, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touching {
    /// A ball and the table.
    Table(usize),
    /// Two balls i < j.
    Pair(usize, usize),
    /// A ball and an obstacle.
    Obstacle(usize, usize),
}

impl Balls {
    /// Checks the parameters.
    pub fn new(parameters: BallsParameters) -> Result<Self, Error> {
        let p = &parameters;
        let count = p.radii.len();
        expect(count > 0, "radii", "empty", "one radius for each ball")?;
        expect(
            p.masses.len() == count,
            "masses",
            format!("a list of {}", p.masses.len()),
            "as long as the list of radii",
        )?;
        all_positive("radii", &p.radii)?;
        all_positive("masses", &p.masses)?;
        finite("gravity", &[p.gravity])?;
        finite("table_velocity", &p.table_velocity)?;
        finite("table_spin", &[p.table_spin])?;
        finite("table_azimuth", &[p.table_azimuth])?;
        finite("force", &p.force)?;
        for (i, obstacle) in p.obstacles.iter().enumerate() {
            finite(&format!("obstacles[{i}].centre"), &obstacle.centre)?;
            positive(&format!("obstacles[{i}].radius"), obstacle.radius)?;
        }
        orientation(p.orientation)?;

        let mut coordinates = Coordinates::default();
        for i in 1..=count {
            for axis in ["x", "y", "z"] {
                coordinates = coordinates.with(format!("ball{i}.{axis}"), Coordinate::Length);
            }
            coordinates = coordinates.with(format!("ball{i}"), p.orientation);
        }
        let touching = everything_that_touches(p);
        let contacts: Vec<_> = touching.iter().map(|t| contact(p, *t)).collect();
        materials(&contacts)?;
        Ok(Self {
            stride: 3 + p.orientation.positions(),
            parameters,
            coordinates,
            contacts,
            touching,
        })
    }

    /// What they are made of.
    pub fn parameters(&self) -> &BallsParameters {
        &self.parameters
    }

    /// The contact of two balls i < j.
    pub fn pair(&self, i: usize, j: usize) -> Option<usize> {
        let pair = Touching::Pair(i, j);
        self.touching.iter().position(|t| *t == pair)
    }

    /// The contact of a ball with an obstacle.
    pub fn at_obstacle(&self, ball: usize, obstacle: usize) -> Option<usize> {
        let both = Touching::Obstacle(ball, obstacle);
        self.touching.iter().position(|t| *t == both)
    }

    /// The state with centres (m) and velocities (m/s), unturned and without spin.
    pub fn state(&self, positions: &[[f64; 3]], velocities: &[[f64; 3]]) -> State {
        self.spinning(positions, velocities, &vec![[0.0; 3]; velocities.len()])
    }

    /// The state with centres (m), velocities (m/s) and angular velocities (rad/s), unturned.
    pub fn spinning(
        &self,
        positions: &[[f64; 3]],
        velocities: &[[f64; 3]],
        spins: &[[f64; 3]],
    ) -> State {
        let turn = unturned(self.parameters.orientation);
        let q = positions.iter().flat_map(|x| x.iter().chain(turn));
        let v = velocities
            .iter()
            .zip(spins)
            .flat_map(|(v, w)| v.iter().chain(w));
        State::new(q.copied().collect(), v.copied().collect())
    }

    /// The centre of a ball (m).
    fn centre(&self, ball: usize, q: &[f64]) -> [f64; 3] {
        let at = self.stride * ball;
        [q[at], q[at + 1], q[at + 2]]
    }

    /// A ball's contact point moves with v + ω × (−r z).
    fn table_frame(&self, ball: usize, q: &[f64], frame: &mut Frame) {
        let p = &self.parameters;
        let [x, y, _] = self.centre(ball, q);
        let (sin, cos) = p.table_azimuth.sin_cos();
        let (t, o) = ([cos, sin, 0.0], [-sin, cos, 0.0]);
        self.add_ball(ball, 1.0, [[0.0, 0.0, 1.0], t, o], frame);
        let (belt, spin) = (p.table_velocity, p.table_spin);
        let surface = [belt[0] - spin * y, belt[1] + spin * x, 0.0];
        frame.surface = [0.0, dot(t, surface), dot(o, surface), spin];
    }

    /// A pair has a horizontal tangent.
    fn pair_frame(&self, i: usize, j: usize, q: &[f64], frame: &mut Frame) {
        let (n, _) = line(self.centre(i, q), self.centre(j, q));
        let level = (n[0] * n[0] + n[1] * n[1]).sqrt();
        let t = match level > VERTICAL {
            true => [-n[1] / level, n[0] / level, 0.0],
            false => tangent(n, [1.0, 0.0, 0.0]),
        };
        let axes = [n, t, cross(n, t)];
        self.add_ball(i, -1.0, axes, frame);
        self.add_ball(j, 1.0, axes, frame);
    }

    fn obstacle_frame(&self, ball: usize, obstacle: usize, q: &[f64], frame: &mut Frame) {
        let from = self.parameters.obstacles[obstacle].centre;
        let (n, _) = line(from, self.centre(ball, q));
        let t = tangent(n, [1.0, 0.0, 0.0]);
        self.add_ball(ball, 1.0, [n, t, cross(n, t)], frame);
    }

    /// Adds to the rows what a ball contributes. Its contact point is at −sign r n from the centre, where sign is that
    /// with which its velocity counts, and moves with v − sign ω × r n; t·(ω × n) = ω·o and o·(ω × n) = −ω·t.
    fn add_ball(&self, ball: usize, sign: f64, [n, t, o]: [[f64; 3]; 3], frame: &mut Frame) {
        let (r, dof) = (self.parameters.radii[ball], 6 * ball);
        frame.normal.extend(dof, &scale(sign, n));
        frame.tangent.extend(dof, &scale(sign, t));
        frame.tangent.extend(dof + 3, &scale(-r, o));
        frame.binormal.extend(dof, &scale(sign, o));
        frame.binormal.extend(dof + 3, &scale(r, t));
        frame.torsion.extend(dof + 3, &scale(sign, n));
    }
}

/// All contacts, in order.
fn everything_that_touches(p: &BallsParameters) -> Vec<Touching> {
    let count = p.radii.len();
    let on_table = if p.table { count } else { 0 };
    let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| Touching::Pair(i, j)));
    let obstacles = 0..p.obstacles.len();
    let beside = (0..count).flat_map(|i| obstacles.clone().map(move |k| Touching::Obstacle(i, k)));
    (0..on_table)
        .map(Touching::Table)
        .chain(pairs)
        .chain(beside)
        .collect()
}

/// Name and material of a contact.
fn contact(p: &BallsParameters, touching: Touching) -> ContactSpec {
    let (name, friction, restitution) = match touching {
        Touching::Table(i) => (
            format!("ball {} – table", i + 1),
            &p.table_friction,
            &p.table_restitution,
        ),
        Touching::Pair(i, j) => (
            format!("ball {} – ball {}", i + 1, j + 1),
            &p.ball_friction,
            &p.ball_restitution,
        ),
        Touching::Obstacle(i, k) => (
            format!("ball {} – obstacle {}", i + 1, k + 1),
            &p.obstacle_friction,
            &p.obstacle_restitution,
        ),
    };
    ContactSpec::new(name, friction.clone()).with_restitution(restitution.clone())
}

/// Direction and distance (m) from one centre to another.
fn line(from: [f64; 3], to: [f64; 3]) -> ([f64; 3], f64) {
    let between = minus(to, from);
    let distance = dot(between, between).sqrt();
    match distance > 0.0 {
        true => (scale(1.0 / distance, between), distance),
        // one inside the other: any way out will do
        false => ([0.0, 0.0, 1.0], 0.0),
    }
}

impl System for Balls {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        let p = &self.parameters;
        for (&m, &r) in p.masses.iter().zip(&p.radii) {
            let inertia = 0.4 * m * r * r;
            mass.push_diagonal(&[m, m, m, inertia, inertia, inertia]);
        }
    }

    fn force(&self, _t: f64, _q: &[f64], _v: &[f64], force: &mut [f64]) {
        for (ball, m) in self.parameters.masses.iter().enumerate() {
            for (axis, push) in self.parameters.force.iter().enumerate() {
                force[6 * ball + axis] += push;
            }
            force[6 * ball + 2] -= m * self.parameters.gravity;
        }
    }

    fn potential(&self, q: &[f64]) -> f64 {
        let p = &self.parameters;
        let of = |(ball, m): (usize, &f64)| {
            let centre = self.centre(ball, q);
            m * p.gravity * centre[2] - dot(p.force, centre)
        };
        p.masses.iter().enumerate().map(of).sum()
    }

    fn has_constant_mass(&self) -> bool {
        true
    }

    fn contacts(&self) -> Contacts<'_> {
        (&self.contacts).into()
    }

    /// Height less radius, or distance less both radii.
    fn gap(&self, contact: usize, _t: f64, q: &[f64]) -> f64 {
        let radii = &self.parameters.radii;
        let centre = |ball: usize| self.centre(ball, q);
        match self.touching[contact] {
            Touching::Table(i) => centre(i)[2] - radii[i],
            Touching::Pair(i, j) => line(centre(i), centre(j)).1 - radii[i] - radii[j],
            Touching::Obstacle(i, k) => {
                let obstacle = self.parameters.obstacles[k];
                line(obstacle.centre, centre(i)).1 - obstacle.radius - radii[i]
            }
        }
    }

    fn frame(&self, contact: usize, _t: f64, q: &[f64], frame: &mut Frame) {
        match self.touching[contact] {
            Touching::Table(i) => self.table_frame(i, q, frame),
            Touching::Pair(i, j) => self.pair_frame(i, j, q, frame),
            Touching::Obstacle(i, k) => self.obstacle_frame(i, k, q, frame),
        }
    }
}

#[cfg(test)]
mod tests;
