//! How much torsion a contact patch can give: the radius e_r of its friction set.
//!
//! A patch that only spins about its centre rubs everywhere across the radius, with μ times the pressure p. The torque
//! is μ ∫ p r dA, the normal force ∫ p dA, so that |c_r| ≤ e_r μ c_n with e_r = ∫ p r dA / ∫ p dA: the mean distance from
//! the centre, weighed by the pressure.

use crate::error::Error;

/// A patch of contact, with its pressure.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Patch {
    /// A disc under uniform pressure: the flat end of a cylinder, worn in.
    Disc {
        /// Its radius (m).
        radius: f64,
    },
    /// A disc under the pressure p ∝ √(1 − r²/a²) of two elastic spheres pressed together.
    HertzianDisc {
        /// Its radius a (m).
        radius: f64,
    },
    /// A thin ring: the rim of a cup.
    Ring {
        /// Its radius (m).
        radius: f64,
    },
    /// A rectangle under uniform pressure.
    Rectangle {
        /// Both sides (m).
        sides: [f64; 2],
    },
}

impl Patch {
    /// e_r (m), or what is wrong with the lengths.
    pub fn torsion_radius(&self) -> Result<f64, Error> {
        let (lengths, field): (&[f64], _) = match self {
            Self::Disc { radius } | Self::HertzianDisc { radius } | Self::Ring { radius } => {
                (std::slice::from_ref(radius), "radius of the patch")
            }
            Self::Rectangle { sides } => (sides, "side of the patch"),
        };
        match lengths.iter().find(|x| !(x.is_finite() && **x > 0.0)) {
            None => Ok(self.mean_distance()),
            Some(&value) => Err(Error::BadSetting {
                field,
                value,
                expected: "a positive finite length (m)",
            }),
        }
    }

    fn mean_distance(&self) -> f64 {
        match *self {
            // ∫ r · r dr / ∫ r dr from 0 to a = (a³/3)/(a²/2)
            Self::Disc { radius } => 2.0 * radius / 3.0,
            // with r = a sin φ: ∫ sin²φ cos²φ dφ / ∫ sin φ cos²φ dφ from 0 to π/2 = (π/16)/(1/3), times a
            Self::HertzianDisc { radius } => 3.0 * std::f64::consts::PI * radius / 16.0,
            Self::Ring { radius } => radius,
            // Four triangles from the centre, two over each side. One over the side b, at the distance a/2, is in polar
            // coordinates 2 ∫ (a/2)³/(3 cos³θ) dθ from 0 to arctan(b/a), and ∫ dθ/cos³θ = (tan θ/cos θ +
            // arsinh tan θ)/2 with tan θ = b/a, 1/cos θ = d/a. Their sum, divided by ab:
            Self::Rectangle { sides: [a, b] } => {
                let d = a.hypot(b);
                d / 6.0
                    + a * a / (12.0 * b) * (b / a).asinh()
                    + b * b / (12.0 * a) * (a / b).asinh()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// ∫ p r dA / ∫ p dA on a fine grid of midpoints in polar coordinates.
    fn round(pressure: impl Fn(f64) -> f64) -> f64 {
        let n = 200_000;
        let (mut torque, mut force) = (0.0, 0.0);
        for i in 0..n {
            let r = (f64::from(i) + 0.5) / f64::from(n);
            torque += pressure(r) * r * r;
            force += pressure(r) * r;
        }
        torque / force
    }

    #[test]
    fn round_patches_agree_with_integration() {
        for (patch, numeric) in [
            (Patch::Disc { radius: 0.3 }, round(|_| 1.0)),
            (
                Patch::HertzianDisc { radius: 0.3 },
                round(|r| (1.0 - r * r).sqrt()),
            ),
        ] {
            let exact = patch.torsion_radius().unwrap();
            assert!((exact - 0.3 * numeric).abs() < 1e-8, "{patch:?} {exact}");
        }
        assert_eq!(Patch::Ring { radius: 0.3 }.torsion_radius(), Ok(0.3));
    }

    #[test]
    fn rectangles_agree_with_integration_whichever_way_they_lie() {
        for [a, b] in [[1.0, 1.0], [0.2, 0.5], [0.001, 2.0]] {
            let n = 2000;
            let middle = |side: f64, i: i32| side * ((f64::from(i) + 0.5) / f64::from(n) - 0.5);
            let mut sum = 0.0;
            for i in 0..n {
                for j in 0..n {
                    sum += middle(a, i).hypot(middle(b, j));
                }
            }
            let numeric = sum / f64::from(n).powi(2);
            for sides in [[a, b], [b, a]] {
                let exact = Patch::Rectangle { sides }.torsion_radius().unwrap();
                assert!(
                    (exact - numeric).abs() < 1e-6 * numeric,
                    "{exact} {numeric}"
                );
            }
        }
        // a needle turns about its middle like a rod: a quarter of its length
        let needle = Patch::Rectangle { sides: [1.0, 1e-9] };
        assert!((needle.torsion_radius().unwrap() - 0.25).abs() < 1e-15);
    }

    #[test]
    fn lengths_must_be_positive() {
        for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(Patch::Disc { radius: bad }.torsion_radius().is_err());
            let rectangle = Patch::Rectangle { sides: [1.0, bad] };
            let said = rectangle.torsion_radius().unwrap_err().to_string();
            assert!(said.contains("side of the patch"), "{said}");
        }
    }
}
