//! One contact: its rows in generalised velocity, its friction polygon and its normal law.

use crate::error::Error;
use complementarity::linear::dot;

/// A contact with polygonal friction.
///
/// The rows turn generalised velocities v into the relative velocity at the contact (m/s): n·v > 0 separates,
/// t·v and o·v slip. The same rows turn impulses (N·s) into generalised momentum, c_n n + c_t t + c_o o.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// Row n.
    pub normal: Vec<f64>,
    /// Row t.
    pub tangent: Vec<f64>,
    /// Row o = n × t. A planar contact has none: leave it empty with two directions.
    pub binormal: Vec<f64>,
    /// Coefficient of friction μ ≥ 0 (1).
    pub friction: f64,
    /// Number k of friction directions, even: 2 means friction along ±t only, 4 a square, 8 an octagon.
    ///
    /// The polygon lies inside the disc of radius μ c_n; it falls short by at most 1 − cos(π/k).
    pub directions: usize,
    /// What is asked of the normal velocity.
    pub law: NormalLaw,
}

/// The normal condition: n·v⁺ ≥ target, complementary to the normal impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NormalLaw {
    /// n·v⁺ ≥ 0 [APS98 14]. For contacts that touch, or would penetrate if nothing resisted; always solvable.
    Velocity,
    /// n·v⁺ ≥ max(0, −ε n·v⁻) [Ste00 3.11]. The maximum keeps receding contacts from being left approaching.
    Newton {
        /// Coefficient of restitution ε in [0, 1] (1).
        restitution: f64,
    },
    /// The linearised gap at the end of the step is not negative [ST00 15].
    Position {
        /// The gap f (m), positive when apart.
        gap: f64,
        /// Where it was measured.
        at: GapAt,
    },
}

/// The configuration q̂ at which a gap was measured and linearised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GapAt {
    /// q̂ = q, the start of the step: f + h n·v⁺ ≥ 0.
    Start,
    /// q̂ = q + h G v, where the old velocity leads: f + h n·(v⁺ − v) ≥ 0.
    Predicted,
}

impl Contact {
    /// A planar contact at velocity level: friction along ±t.
    pub fn planar(normal: Vec<f64>, tangent: Vec<f64>, friction: f64) -> Self {
        Self {
            normal,
            tangent,
            binormal: Vec::new(),
            friction,
            directions: 2,
            law: NormalLaw::Velocity,
        }
    }

    /// A contact in space at velocity level, rows (n, t, o), with eight friction directions.
    pub fn spatial(rows: [Vec<f64>; 3], friction: f64) -> Self {
        let [normal, tangent, binormal] = rows;
        Self {
            normal,
            tangent,
            binormal,
            friction,
            directions: 8,
            law: NormalLaw::Velocity,
        }
    }

    /// The same contact under another normal law.
    pub fn with_law(self, law: NormalLaw) -> Self {
        Self { law, ..self }
    }

    /// The same contact with another number of friction directions.
    pub fn with_directions(self, directions: usize) -> Self {
        Self { directions, ..self }
    }

    /// Whether friction acts along ±t only.
    pub fn is_planar(&self) -> bool {
        self.directions == 2
    }

    /// The i-th friction direction d_i = cos(2πi/k) t + sin(2πi/k) o, as (cosine, sine) [Ste00 3.2].
    ///
    /// Opposite directions are exact negatives, and multiples of a right angle are exact.
    pub fn direction(&self, i: usize) -> (f64, f64) {
        let k = self.directions;
        if i >= k / 2 {
            let (c, s) = self.direction(i - k / 2);
            return (-c, -s);
        }
        match i {
            0 => (1.0, 0.0),
            _ if 4 * i == k => (0.0, 1.0),
            _ => {
                let (s, c) = (std::f64::consts::TAU * i as f64 / k as f64).sin_cos();
                (c, s)
            }
        }
    }

    /// Slip velocity (t·v, o·v) (m/s); the second is 0 at a planar contact.
    pub fn slip(&self, v: &[f64]) -> (f64, f64) {
        let across = if self.is_planar() {
            0.0
        } else {
            dot(&self.binormal, v)
        };
        (dot(&self.tangent, v), across)
    }

    /// The gauge ψ(c) of the friction polygon: the smallest Σβ with β ≥ 0 and Σβ_i d_i = (c_t, c_o) (N·s).
    ///
    /// A regular polygon's gauge is the largest projection on its face normals, over the inradius cos(π/k). Along o
    /// a planar contact can transmit nothing, and what is claimed there counts in full.
    pub fn gauge(&self, tangent: f64, binormal: f64) -> f64 {
        if self.is_planar() {
            return tangent.abs() + binormal.abs();
        }
        let half = std::f64::consts::PI / self.directions as f64;
        (0..self.directions)
            .map(|i| {
                let (s, c) = ((2 * i + 1) as f64 * half).sin_cos();
                (c * tangent + s * binormal) / half.cos()
            })
            .fold(0.0, f64::max)
    }

    /// The most power that friction of unit bound can take out of a slip: max over i of −d_i·(s_t, s_o) (m/s).
    pub fn support(&self, slip: (f64, f64)) -> f64 {
        (0..self.directions)
            .map(|i| {
                let (c, s) = self.direction(i);
                -(c * slip.0 + s * slip.1)
            })
            .fold(0.0, f64::max)
    }

    /// What n·v⁺ must reach (m/s), for the velocity at the start of a step of length h.
    pub fn target(&self, start: &[f64], h: f64) -> f64 {
        match self.law {
            NormalLaw::Velocity => 0.0,
            NormalLaw::Newton { restitution } => (-restitution * dot(&self.normal, start)).max(0.0),
            NormalLaw::Position { gap, at } => match at {
                GapAt::Start => -gap / h,
                GapAt::Predicted => dot(&self.normal, start) - gap / h,
            },
        }
    }

    /// Checks everything that can be checked without the rest of the problem.
    pub(crate) fn check(&self, index: usize, n: usize, h: f64) -> Result<(), Error> {
        let name = |field: &str| format!("contact {index}: {field}");
        if self.directions < 2 || self.directions % 2 == 1 {
            return Err(Error::BadDirections {
                contact: index,
                value: self.directions,
            });
        }
        Error::check_vector(&self.normal, n, || name("normal"))?;
        Error::check_vector(&self.tangent, n, || name("tangent"))?;
        if !(self.is_planar() && self.binormal.is_empty()) {
            Error::check_vector(&self.binormal, n, || name("binormal"))?;
        }
        if self.normal.iter().all(|&x| x == 0.0) {
            return Err(Error::ZeroNormal { contact: index });
        }
        Error::check_finite(self.friction, || name("friction"))?;
        if self.friction < 0.0 {
            return Err(Error::BadFriction {
                contact: index,
                value: self.friction,
            });
        }
        match self.law {
            NormalLaw::Velocity => Ok(()),
            NormalLaw::Newton { restitution } if (0.0..=1.0).contains(&restitution) => Ok(()),
            NormalLaw::Newton { restitution } => Err(Error::BadRestitution {
                contact: index,
                value: restitution,
            }),
            NormalLaw::Position { .. } if h == 0.0 => Err(Error::BadStep {
                value: h,
                advice: "a contact at position level closes its gap within the step: \
                         give h > 0, or use the velocity level",
            }),
            NormalLaw::Position { gap, .. } => Error::check_finite(gap, || name("gap")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(k: usize) -> Contact {
        let row = |i: usize| (0..3).map(|j| f64::from(u8::from(i == j))).collect();
        Contact::spatial([row(2), row(0), row(1)], 1.0).with_directions(k)
    }

    #[test]
    fn directions_are_balanced_and_right_angles_exact() {
        for k in [2, 4, 6, 8, 10, 20] {
            let contact = polygon(k);
            for i in 0..k / 2 {
                let ((c, s), (d, t)) = (contact.direction(i), contact.direction(i + k / 2));
                assert_eq!((c, s), (-d, -t));
                assert!((c * c + s * s - 1.0).abs() < 1e-15);
            }
        }
        assert_eq!(polygon(8).direction(2), (0.0, 1.0));
    }

    #[test]
    fn the_gauge_is_one_on_vertices_and_face_centres() {
        for k in [4, 6, 8, 20] {
            let contact = polygon(k);
            let (c, s) = contact.direction(1);
            assert!((contact.gauge(c, s) - 1.0).abs() < 1e-14);
            let half = std::f64::consts::PI / k as f64;
            let (s, c) = half.sin_cos();
            let inradius = half.cos();
            assert!((contact.gauge(inradius * c, inradius * s) - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn the_planar_gauge_allows_nothing_across() {
        let contact = polygon(2);
        assert_eq!(contact.gauge(-0.5, 0.0), 0.5);
        assert_eq!(contact.gauge(0.5, 0.25), 0.75);
    }

    #[test]
    fn targets_of_the_three_laws() {
        let start = [0.0, 0.0, -2.0];
        let law = |law| polygon(4).with_law(law).target(&start, 0.1);
        let gap = 0.05;
        assert_eq!(law(NormalLaw::Velocity), 0.0);
        assert_eq!(law(NormalLaw::Newton { restitution: 0.5 }), 1.0);
        assert_eq!(
            law(NormalLaw::Position {
                gap,
                at: GapAt::Start
            }),
            -0.5
        );
        assert_eq!(
            law(NormalLaw::Position {
                gap,
                at: GapAt::Predicted
            }),
            -2.5
        );
        // a receding contact must not be allowed to approach
        let receding = polygon(4).with_law(NormalLaw::Newton { restitution: 0.5 });
        assert_eq!(receding.target(&[0.0, 0.0, 2.0], 0.1), 0.0);
    }
}
