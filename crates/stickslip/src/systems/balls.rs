//! Balls in space on a table: the four balls [ST00 4.2], billiards, turntables.

use super::parameters::{all_positive, expect, finite, materials, orientation};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::state::State;
use crate::system::{ContactSpec, Frame, System};
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
    /// Friction between balls and table, with t along x and o along y.
    pub table_friction: Friction,
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
    /// How orientations are kept: `Quaternion` or `Rotation`.
    pub orientation: Coordinate,
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
            orientation: Coordinate::Quaternion,
        }
    }
}

/// Balls in space. Ball i has q = (x, y, z, orientation) and v = (v_x, v_y, v_z, ω_x, ω_y, ω_z) in the world frame.
///
/// The first contacts are those of each ball with the table, if there is one, then come all pairs i < j. The normal of
/// a pair goes from i to j, its tangent is horizontal; relative velocities are those of j less those of i.
#[derive(Clone, Debug)]
pub struct Balls {
    parameters: BallsParameters,
    coordinates: Coordinates,
    contacts: Vec<ContactSpec>,
    /// Which balls the contacts after those with the table join.
    pairs: Vec<(usize, usize)>,
    /// How many contacts are with the table.
    on_table: usize,
    /// How many entries of q a ball takes.
    stride: usize,
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
        orientation(p.orientation)?;

        let mut coordinates = Coordinates::default();
        for i in 1..=count {
            for axis in ["x", "y", "z"] {
                coordinates = coordinates.with(format!("ball{i}.{axis}"), Coordinate::Length);
            }
            coordinates = coordinates.with(format!("ball{i}"), p.orientation);
        }
        let on_table = if p.table { count } else { 0 };
        let pairs: Vec<_> = (0..count)
            .flat_map(|i| (i + 1..count).map(move |j| (i, j)))
            .collect();
        let with_table = (1..=on_table).map(|i| {
            ContactSpec::new(format!("ball {i} – table"), p.table_friction.clone())
                .with_restitution(p.table_restitution.clone())
        });
        let between = pairs.iter().map(|(i, j)| {
            let name = format!("ball {} – ball {}", i + 1, j + 1);
            ContactSpec::new(name, p.ball_friction.clone())
                .with_restitution(p.ball_restitution.clone())
        });
        let contacts: Vec<_> = with_table.chain(between).collect();
        materials(&contacts)?;
        Ok(Self {
            stride: 3 + p.orientation.positions(),
            parameters,
            coordinates,
            contacts,
            pairs,
            on_table,
        })
    }

    /// What they are made of.
    pub fn parameters(&self) -> &BallsParameters {
        &self.parameters
    }

    /// The contact of two balls i < j.
    pub fn pair(&self, i: usize, j: usize) -> Option<usize> {
        let at = self.pairs.iter().position(|&pair| pair == (i, j))?;
        Some(self.on_table + at)
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

    /// Centre line and distance (m) of a pair.
    fn line(&self, (i, j): (usize, usize), q: &[f64]) -> ([f64; 3], f64) {
        let between = minus(self.centre(j, q), self.centre(i, q));
        let distance = dot(between, between).sqrt();
        match distance > 0.0 {
            true => (scale(1.0 / distance, between), distance),
            // one inside the other: any way out will do
            false => ([0.0, 0.0, 1.0], 0.0),
        }
    }

    /// A ball's contact point moves with v + ω × (−r z).
    fn table_frame(&self, ball: usize, q: &[f64], frame: &mut Frame) {
        let p = &self.parameters;
        let (r, dof) = (p.radii[ball], 6 * ball);
        let [x, y, _] = self.centre(ball, q);
        frame.normal.push(dof + 2, 1.0);
        frame.tangent.push(dof, 1.0);
        frame.tangent.push(dof + 4, -r);
        frame.binormal.push(dof + 1, 1.0);
        frame.binormal.push(dof + 3, r);
        frame.torsion.push(dof + 5, 1.0);
        let (belt, spin) = (p.table_velocity, p.table_spin);
        frame.surface = [0.0, belt[0] - spin * y, belt[1] + spin * x, spin];
    }

    /// The contact points move with v_j + ω_j × (−r_j n) and v_i + ω_i × r_i n; t·(ω × n) = ω·o and o·(ω × n) = −ω·t.
    fn pair_frame(&self, (i, j): (usize, usize), q: &[f64], frame: &mut Frame) {
        let (n, _) = self.line((i, j), q);
        let level = (n[0] * n[0] + n[1] * n[1]).sqrt();
        let t = match level > VERTICAL {
            true => [-n[1] / level, n[0] / level, 0.0],
            false => tangent(n, [1.0, 0.0, 0.0]),
        };
        let o = cross(n, t);
        for (ball, sign) in [(i, -1.0), (j, 1.0)] {
            let (r, dof) = (self.parameters.radii[ball], 6 * ball);
            frame.normal.extend(dof, &scale(sign, n));
            frame.tangent.extend(dof, &scale(sign, t));
            frame.tangent.extend(dof + 3, &scale(-r, o));
            frame.binormal.extend(dof, &scale(sign, o));
            frame.binormal.extend(dof + 3, &scale(r, t));
            frame.torsion.extend(dof + 3, &scale(sign, n));
        }
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
            force[6 * ball + 2] -= m * self.parameters.gravity;
        }
    }

    fn potential(&self, q: &[f64]) -> f64 {
        let heights = q.iter().skip(2).step_by(self.stride);
        let weighted = self
            .parameters
            .masses
            .iter()
            .zip(heights)
            .map(|(m, z)| m * z);
        self.parameters.gravity * weighted.sum::<f64>()
    }

    fn has_constant_mass(&self) -> bool {
        true
    }

    fn contacts(&self) -> &[ContactSpec] {
        &self.contacts
    }

    /// Height less radius, or distance less both radii.
    fn gap(&self, contact: usize, _t: f64, q: &[f64]) -> f64 {
        let radii = &self.parameters.radii;
        if contact < self.on_table {
            return q[self.stride * contact + 2] - radii[contact];
        }
        let (i, j) = self.pairs[contact - self.on_table];
        self.line((i, j), q).1 - radii[i] - radii[j]
    }

    fn frame(&self, contact: usize, _t: f64, q: &[f64], frame: &mut Frame) {
        match contact.checked_sub(self.on_table) {
            None => self.table_frame(contact, q, frame),
            Some(pair) => self.pair_frame(self.pairs[pair], q, frame),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::*;
    use super::*;
    use crate::vector::columns;

    fn mixed(orientation: Coordinate) -> Balls {
        Balls::new(BallsParameters {
            radii: vec![0.1, 0.2, 0.05],
            masses: vec![1.0, 3.0, 0.5],
            table_velocity: [0.3, -0.2],
            table_spin: 1.5,
            orientation,
            ..Default::default()
        })
        .unwrap()
    }

    #[test]
    fn rows_forces_and_mass_belong_together() {
        for orientation in [Coordinate::Quaternion, Coordinate::Rotation] {
            let balls = mixed(orientation);
            assert_consistent(&balls, 1);
            assert_conservative(&balls, 2);
            assert_keeps_energy(&balls, 3);
        }
    }

    /// Where a material point of a ball is, which at q is at `arm` from the centre.
    fn point(balls: &Balls, ball: usize, q: &[f64], arm: [f64; 3], moved: &[f64]) -> [f64; 3] {
        let turn = |q: &[f64]| columns(balls.parameters.orientation, &q[balls.stride * ball + 3..]);
        let (old, new) = (turn(q), turn(moved));
        let local: [f64; 3] = std::array::from_fn(|k| dot(old[k], arm));
        let centre = balls.centre(ball, moved);
        std::array::from_fn(|i| centre[i] + (0..3).map(|k| new[k][i] * local[k]).sum::<f64>())
    }

    #[test]
    fn rows_follow_the_touching_points() {
        for orientation in [Coordinate::Quaternion, Coordinate::Rotation] {
            let balls = mixed(orientation);
            let radii = &balls.parameters.radii;
            let mut dice = Dice(4);
            for _ in 0..20 {
                let q = dice.state(&balls).q;
                for ball in 0..3 {
                    let frame = frame(&balls, ball, 0.0, &q);
                    let axes = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
                    let arm = [0.0, 0.0, -radii[ball]];
                    assert_follows(&balls, &q, &frame, axes, |moved| {
                        point(&balls, ball, &q, arm, moved)
                    });
                }
                for &(i, j) in &balls.pairs {
                    let frame = frame(&balls, balls.pair(i, j).unwrap(), 0.0, &q);
                    let axes = [0, 1, 2].map(|k| {
                        let row = dense(frame.row(k), 18);
                        [row[6 * j], row[6 * j + 1], row[6 * j + 2]]
                    });
                    assert!(axes[1][2].abs() < 1e-15, "t is horizontal");
                    let n = axes[0];
                    let (from, to) = (scale(radii[i], n), scale(-radii[j], n));
                    assert_follows(&balls, &q, &frame, axes, |moved| {
                        minus(
                            point(&balls, j, &q, to, moved),
                            point(&balls, i, &q, from, moved),
                        )
                    });
                    // r·v = n·(ω_j − ω_i)
                    let spin = dense(&frame.torsion, 18);
                    assert_eq!(spin[6 * j + 3..6 * j + 6], n);
                    assert_eq!(spin[6 * i + 3..6 * i + 6], scale(-1.0, n));
                }
            }
        }
    }

    #[test]
    fn stacked_balls_have_a_frame_too() {
        let balls = mixed(Coordinate::Quaternion);
        let above = [[0.0, 0.0, 0.1], [0.0, 0.0, 0.4], [1e-12, 0.0, 0.7]];
        let state = balls.state(&above, &[[0.0; 3]; 3]);
        for (i, j) in [(0, 1), (1, 2)] {
            let frame = frame(&balls, balls.pair(i, j).unwrap(), 0.0, &state.q);
            let [n, t, o] = [0, 1, 2].map(|k| {
                let row = dense(frame.row(k), 18);
                [row[6 * j], row[6 * j + 1], row[6 * j + 2]]
            });
            assert_close(&t, &[1.0, 0.0, 0.0], 1e-9, "t = x");
            assert!(dot(n, t).abs() < 1e-15);
            assert_close(&o, &[0.0, 1.0, 0.0], 1e-9, "o = n × t");
        }
        // even for centres that coincide
        let same = balls.state(&[[0.0; 3]; 3], &[[0.0; 3]; 3]);
        assert_eq!(balls.gap(3, 0.0, &same.q), -0.1 - 0.2);
        assert_eq!(frame(&balls, 3, 0.0, &same.q).normal.entries().len(), 2);
    }

    #[test]
    fn the_turntable_moves_under_the_ball() {
        let balls = mixed(Coordinate::Quaternion);
        let places = [[2.0, 1.0, 0.1], [0.0; 3], [1.0; 3]];
        let state = balls.state(&places, &[[0.0; 3]; 3]);
        let surface = frame(&balls, 0, 0.0, &state.q).surface;
        assert_close(
            &surface,
            &[0.0, 0.3 - 1.5, -0.2 + 3.0, 1.5],
            1e-15,
            "surface",
        );
    }

    /// The four balls of [ST00 4.2]: ten contacts, and gaps of 10⁻⁵ between the balls at rest.
    #[test]
    fn the_four_balls_are_the_default() {
        let balls = Balls::new(BallsParameters::default()).unwrap();
        assert_eq!(balls.contacts().len(), 10);
        assert_eq!(balls.contacts()[0].name, "ball 1 – table");
        assert_eq!(balls.contacts()[9].name, "ball 3 – ball 4");
        let places = [
            [0.0, 0.0, 1.0],
            [1.0, 0.0, 0.1],
            [1.2 + 1e-5, 0.0, 0.1],
            [1.4 + 2e-5, 0.0, 0.1],
        ];
        let mut velocities = [[0.0; 3]; 4];
        velocities[0] = [1.5, 0.1, 0.0];
        let state = balls.state(&places, &velocities);
        state.check(&balls).unwrap();
        assert!((balls.gap(9, 0.0, &state.q) - 1e-5).abs() < 1e-15);
        assert_eq!(balls.gap(1, 0.0, &state.q), 0.0);
        let mut momentum = [0.0; 24];
        mass(&balls, &state.q).momentum(&[1.0; 24], &mut momentum);
        assert_close(
            &momentum[..6],
            &[1.0, 1.0, 1.0, 4e-3, 4e-3, 4e-3],
            1e-15,
            "M",
        );
    }

    #[test]
    fn without_a_table_only_pairs_are_left() {
        let parameters = BallsParameters {
            table: false,
            ..Default::default()
        };
        let balls = Balls::new(parameters).unwrap();
        assert_eq!(balls.contacts().len(), 6);
        assert_eq!(balls.pair(0, 1), Some(0));
        assert_eq!(balls.pair(1, 0), None);
        assert_consistent(&balls, 5);
    }

    #[test]
    fn bad_parameters_are_named() {
        let with = |change: fn(&mut BallsParameters)| {
            let mut parameters = BallsParameters::default();
            change(&mut parameters);
            Balls::new(parameters)
        };
        assert_names(with(|p| p.radii.clear()), "radii");
        assert_names(with(|p| p.radii[2] = 0.0), "radii[2]");
        assert_names(with(|p| p.masses[3] = -1.0), "masses[3]");
        assert_names(with(|p| p.masses.push(1.0)), "masses");
        assert_names(with(|p| p.gravity = f64::NAN), "gravity");
        assert_names(
            with(|p| p.table_velocity[1] = f64::NAN),
            "table_velocity[1]",
        );
        assert_names(with(|p| p.table_spin = f64::NAN), "table_spin");
        assert_names(
            with(|p| p.table_friction.coefficient = -1.0),
            "ball 1 – table",
        );
        assert_names(
            with(|p| p.ball_friction.coefficient = -1.0),
            "ball 1 – ball 2",
        );
        assert_names(
            with(|p| p.table_restitution = Restitution::Constant(-0.1)),
            "restitution",
        );
        assert_names(
            with(|p| p.ball_restitution = Restitution::Constant(1.1)),
            "ball 1 – ball 2",
        );
        assert_names(with(|p| p.orientation = Coordinate::Angle), "orientation");
    }
}
