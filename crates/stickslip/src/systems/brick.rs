//! A box whose corners meet a table: a body in space with a turning inertia.

use super::parameters::{all_positive, finite, materials, orientation, positive};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::state::State;
use crate::system::{ContactSpec, Contacts, Frame, System};
use crate::vector::{columns, cross, dot, unturned};

/// What a [`Brick`] is made of. The default is a brick of one kilogram.
#[derive(Clone, Debug)]
pub struct BrickParameters {
    /// Half the edges (m).
    pub half: [f64; 3],
    /// Mass (kg).
    pub mass: f64,
    /// Principal moments of inertia (kg·m²); `None` is a solid box, m/3 (b² + c²) and so on.
    pub inertia: Option<[f64; 3]>,
    /// Acceleration of gravity (m/s²).
    pub gravity: [f64; 3],
    /// Friction of the corners, with t along x and o along y.
    pub friction: Friction,
    /// Restitution of the corners.
    pub restitution: Restitution,
    /// How the orientation is kept: `Quaternion` or `Rotation`.
    pub orientation: Coordinate,
}

impl Default for BrickParameters {
    fn default() -> Self {
        Self {
            half: [0.1, 0.05, 0.03],
            mass: 1.0,
            inertia: None,
            gravity: [0.0, 0.0, -9.81],
            friction: Friction::round(0.5),
            restitution: Restitution::NONE,
            orientation: Coordinate::Quaternion,
        }
    }
}

/// A box over the table z = 0 with q = (x, y, z, orientation), v = (v_x, v_y, v_z, ω_x, ω_y, ω_z) in the world frame,
/// and a contact for each of the eight corners.
#[derive(Clone, Debug)]
pub struct Brick {
    parameters: BrickParameters,
    coordinates: Coordinates,
    contacts: Vec<ContactSpec>,
    /// Principal moments of inertia (kg·m²).
    inertia: [f64; 3],
}

impl Brick {
    /// Checks the parameters.
    pub fn new(parameters: BrickParameters) -> Result<Self, Error> {
        let p = &parameters;
        all_positive("half", &p.half)?;
        positive("mass", p.mass)?;
        finite("gravity", &p.gravity)?;
        orientation(p.orientation)?;
        let inertia = p.inertia.unwrap_or_else(|| {
            let square = p.half.map(|a| p.mass / 3.0 * a * a);
            [
                square[1] + square[2],
                square[2] + square[0],
                square[0] + square[1],
            ]
        });
        all_positive("inertia", &inertia)?;
        let contacts: Vec<_> = (0..8)
            .map(|corner| {
                let signs = signs(corner).map(|s| if s > 0.0 { "+" } else { "−" });
                let name = format!("corner {} – table", signs.concat());
                ContactSpec::new(name, p.friction.clone()).with_restitution(p.restitution.clone())
            })
            .collect();
        materials(&contacts)?;
        let coordinates = ["x", "y", "z"]
            .into_iter()
            .fold(Coordinates::default(), |c, axis| {
                c.with(axis, Coordinate::Length)
            })
            .with("brick", p.orientation);
        Ok(Self {
            parameters,
            coordinates,
            contacts,
            inertia,
        })
    }

    /// What it is made of.
    pub fn parameters(&self) -> &BrickParameters {
        &self.parameters
    }

    /// The state with a centre (m), velocity (m/s) and angular velocity (rad/s), unturned.
    pub fn state(&self, position: [f64; 3], velocity: [f64; 3], spin: [f64; 3]) -> State {
        let turn = unturned(self.parameters.orientation);
        let q = position.iter().chain(turn).copied().collect();
        State::new(q, [velocity, spin].concat())
    }

    /// Where a corner is (m). Bit k of its number says on which side of the centre it lies along edge k.
    pub fn corner(&self, corner: usize, q: &[f64]) -> [f64; 3] {
        let arm = self.arm(corner, q);
        std::array::from_fn(|i| q[i] + arm[i])
    }

    /// From the centre to a corner, in the world frame (m).
    fn arm(&self, corner: usize, q: &[f64]) -> [f64; 3] {
        let axes = columns(self.parameters.orientation, &q[3..]);
        let signs = signs(corner);
        let local: [f64; 3] = std::array::from_fn(|k| signs[k] * self.parameters.half[k]);
        std::array::from_fn(|i| (0..3).map(|k| axes[k][i] * local[k]).sum())
    }

    /// Whether the inertia is the same about all axes, so that it does not turn.
    fn is_round(&self) -> bool {
        self.inertia[0] == self.inertia[1] && self.inertia[1] == self.inertia[2]
    }
}

/// On which side of the centre a corner lies, along each edge.
fn signs(corner: usize) -> [f64; 3] {
    std::array::from_fn(|k| if corner >> k & 1 == 1 { 1.0 } else { -1.0 })
}

impl System for Brick {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    /// m on the diagonal, then R I Rᵀ.
    fn mass(&self, q: &[f64], mass: &mut Mass) {
        let (m, i) = (self.parameters.mass, self.inertia);
        if self.is_round() {
            return mass.push_diagonal(&[m, m, m, i[0], i[1], i[2]]);
        }
        let axes = columns(self.parameters.orientation, &q[3..]);
        mass.push_full(6, |row, col| match (row, col) {
            (3.., 3..) => (0..3)
                .map(|k| i[k] * axes[k][row - 3] * axes[k][col - 3])
                .sum(),
            _ if row == col => m,
            _ => 0.0,
        });
    }

    /// k = −ω × (I ω), the gyroscopic torque.
    fn bias(&self, q: &[f64], v: &[f64], force: &mut [f64]) {
        if self.is_round() {
            return;
        }
        let axes = columns(self.parameters.orientation, &q[3..]);
        let spin = [v[3], v[4], v[5]];
        let along: [f64; 3] = std::array::from_fn(|k| self.inertia[k] * dot(axes[k], spin));
        let momentum = std::array::from_fn(|i| (0..3).map(|k| along[k] * axes[k][i]).sum());
        let torque = cross(momentum, spin);
        force[3..6]
            .iter_mut()
            .zip(torque)
            .for_each(|(f, k)| *f += k);
    }

    fn force(&self, _t: f64, _q: &[f64], _v: &[f64], force: &mut [f64]) {
        let p = &self.parameters;
        force
            .iter_mut()
            .zip(p.gravity)
            .for_each(|(f, g)| *f += p.mass * g);
    }

    fn potential(&self, q: &[f64]) -> f64 {
        -self.parameters.mass * dot(self.parameters.gravity, [q[0], q[1], q[2]])
    }

    fn has_constant_mass(&self) -> bool {
        self.is_round()
    }

    fn contacts(&self) -> Contacts<'_> {
        (&self.contacts).into()
    }

    /// Height of a corner.
    fn gap(&self, contact: usize, _t: f64, q: &[f64]) -> f64 {
        q[2] + self.arm(contact, q)[2]
    }

    /// A corner at r moves with v + ω × r, and a·(ω × r) = ω·(r × a) for the axes a = z, x, y.
    fn frame(&self, contact: usize, _t: f64, q: &[f64], frame: &mut Frame) {
        let [x, y, z] = self.arm(contact, q);
        frame.normal.extend(2, &[1.0, y, -x]);
        frame.tangent.push(0, 1.0);
        frame.tangent.extend(4, &[z, -y]);
        frame.binormal.push(1, 1.0);
        frame.binormal.extend(3, &[-z, 0.0, x]);
        frame.torsion.push(5, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::*;
    use super::*;

    fn brick(half: [f64; 3], orientation: Coordinate) -> Brick {
        Brick::new(BrickParameters {
            half,
            mass: 2.0,
            orientation,
            ..Default::default()
        })
        .unwrap()
    }

    const KINDS: [Coordinate; 2] = [Coordinate::Quaternion, Coordinate::Rotation];

    #[test]
    fn rows_forces_and_mass_belong_together() {
        for kind in KINDS {
            for half in [[0.5, 0.3, 0.2], [0.3, 0.3, 0.3]] {
                assert_consistent(&brick(half, kind), 1);
                assert_conservative(&brick(half, kind), 2);
            }
        }
    }

    #[test]
    fn energy_and_angular_momentum_are_kept() {
        for kind in KINDS {
            let brick = brick([0.5, 0.3, 0.2], kind);
            assert_keeps_energy(&brick, 3);
            let start = Dice(4).state(&brick);
            let momentum = |state: &State| {
                let mut p = [0.0; 6];
                mass(&brick, &state.q).momentum(&state.v, &mut p);
                [p[3], p[4], p[5]]
            };
            let before = momentum(&start);
            let after = momentum(&fly(&brick, start, 1e-3, 2000));
            assert_close(&after, &before, 1e-9, "angular momentum");
        }
    }

    #[test]
    fn rows_follow_the_corners() {
        for kind in KINDS {
            let brick = brick([0.5, 0.3, 0.2], kind);
            let mut dice = Dice(5);
            for _ in 0..20 {
                let q = dice.state(&brick).q;
                for corner in 0..8 {
                    let frame = frame(&brick, corner, 0.0, &q);
                    let axes = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
                    assert_follows(&brick, &q, &frame, axes, |q| {
                        let arm = brick.arm(corner, q);
                        std::array::from_fn(|i| q[i] + arm[i])
                    });
                }
            }
        }
    }

    #[test]
    fn a_cube_has_a_constant_mass_and_a_brick_has_not() {
        assert!(brick([0.1; 3], Coordinate::Quaternion).has_constant_mass());
        let brick = brick([0.3, 0.2, 0.1], Coordinate::Quaternion);
        assert!(!brick.has_constant_mass());
        // m/3 (b² + c²) and so on for an unturned box
        let q = brick.state([0.0; 3], [0.0; 3], [0.0; 3]).q;
        let mut p = [0.0; 6];
        mass(&brick, &q).momentum(&[1.0; 6], &mut p);
        let third = 2.0 / 3.0;
        let expected = [2.0, 2.0, 2.0, third * 0.05, third * 0.1, third * 0.13];
        assert_close(&p, &expected, 1e-15, "M");
    }

    #[test]
    fn corners_are_named_by_their_sides() {
        let brick = brick([0.3, 0.2, 0.1], Coordinate::Rotation);
        let state = brick.state([0.0, 0.0, 0.1], [0.0; 3], [0.0; 3]);
        state.check(&brick).unwrap();
        for (corner, spec) in brick.contacts().iter().enumerate() {
            let expected = if corner < 4 { 0.0 } else { 0.2 };
            assert!((brick.gap(corner, 0.0, &state.q) - expected).abs() < 1e-15);
            assert_eq!(spec.name.contains("− – table"), corner < 4);
        }
    }

    #[test]
    fn bad_parameters_are_named() {
        let with = |change: fn(&mut BrickParameters)| {
            let mut parameters = BrickParameters::default();
            change(&mut parameters);
            Brick::new(parameters)
        };
        assert_names(with(|p| p.half[1] = 0.0), "half[1]");
        assert_names(with(|p| p.mass = 0.0), "mass");
        assert_names(with(|p| p.inertia = Some([1.0, 1.0, -1.0])), "inertia[2]");
        assert_names(with(|p| p.gravity[0] = f64::NAN), "gravity[0]");
        assert_names(with(|p| p.friction.coefficient = -1.0), "friction");
        assert_names(
            with(|p| p.restitution = Restitution::Constant(1.1)),
            "restitution",
        );
        assert_names(with(|p| p.orientation = Coordinate::Length), "orientation");
    }
}
