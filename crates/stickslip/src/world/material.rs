//! What surfaces are made of, and what happens where two of them meet.

use crate::error::Error;
use crate::friction::Friction;
use crate::restitution::Restitution;

/// The laws of a contact between two surfaces.
#[derive(Clone, Debug)]
pub struct Surface {
    /// Dry friction. Its axes t, o are along `axis`, or wherever where there is none.
    pub friction: Friction,
    /// Normal restitution ε.
    pub restitution: Restitution,
    /// Tangential restitution ε_T of Poisson's law.
    pub tangential_restitution: f64,
    /// Where friction is not the same in all directions: the direction of t, fixed to the body of the pair's first material,
    /// in that body's frame. It is laid into the plane of the contact.
    pub axis: Option<[f64; 3]>,
    /// Viscous friction of a closed contact (N·s/m), beside dry friction [ST00 §2].
    pub viscosity: f64,
}

impl Surface {
    /// An inelastic surface.
    pub fn new(friction: Friction) -> Self {
        Self {
            friction,
            restitution: Restitution::NONE,
            tangential_restitution: 0.0,
            axis: None,
            viscosity: 0.0,
        }
    }
}

/// A material: what a contact of it with itself is like, and what the rule for missing pairs combines.
#[derive(Clone, Debug)]
pub struct Material {
    /// Its name.
    pub name: String,
    /// Its surface.
    pub surface: Surface,
}

/// A pair of materials with a surface law of its own.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Indices of the materials.
    pub materials: [usize; 2],
    /// What happens between them.
    pub surface: Surface,
}

/// How a coefficient of a pair that is not in the table follows from those of its materials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rule {
    /// There is none: a contact of such a pair is an error that names it.
    Refuse,
    /// √(a b).
    #[default]
    Geometric,
    /// (a + b)/2.
    Mean,
    /// The smaller.
    Least,
    /// The larger.
    Most,
}

impl Rule {
    /// The names that [`Rule::parse`] knows.
    pub const NAMES: [&'static str; 5] = ["refuse", "geometric", "mean", "least", "most"];

    /// The rule of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "refuse" => Self::Refuse,
            "geometric" => Self::Geometric,
            "mean" => Self::Mean,
            "least" => Self::Least,
            "most" => Self::Most,
            _ => return None,
        })
    }

    fn combine(self, a: f64, b: f64) -> Option<f64> {
        Some(match self {
            Self::Refuse => return None,
            Self::Geometric => (a * b).sqrt(),
            Self::Mean => 0.5 * (a + b),
            Self::Least => a.min(b),
            Self::Most => a.max(b),
        })
    }
}

/// The materials of a world and the table of their pairs.
#[derive(Clone, Debug, Default)]
pub struct Materials {
    /// The materials.
    pub materials: Vec<Material>,
    /// Pairs with a surface law of their own. The order within a pair matters to `axis` alone.
    pub pairs: Vec<Pair>,
    /// For all other pairs of different materials: the coefficient of friction, of restitution and viscosity.
    pub rule: Rule,
}

impl Materials {
    /// What happens between two materials, and whether the pair is listed the other way round, so that `axis` belongs to the
    /// second. A pair that is in no table and cannot be combined is an error that says which.
    pub fn between(&self, a: usize, b: usize) -> Result<(Surface, bool), Error> {
        for pair in &self.pairs {
            if pair.materials == [a, b] {
                return Ok((pair.surface.clone(), false));
            }
            if pair.materials == [b, a] {
                return Ok((pair.surface.clone(), true));
            }
        }
        let (first, second) = (&self.materials[a], &self.materials[b]);
        if a == b {
            return Ok((first.surface.clone(), false));
        }
        let refuse = |expected| Error::BadParameter {
            field: "the pair of materials".into(),
            value: format!("{} – {}", first.name, second.name),
            expected,
        };
        let (x, y) = (&first.surface, &second.surface);
        if x.friction.set != y.friction.set || x.friction.slip_law != y.friction.slip_law {
            return Err(refuse(
                "in the table of pairs, because friction laws of different kinds cannot be combined",
            ));
        }
        let combine = |a: f64, b: f64| {
            self.rule.combine(a, b).ok_or_else(|| {
                refuse("in the table of pairs, because the rule for missing pairs is \"refuse\"")
            })
        };
        let mut friction = x.friction.clone();
        friction.coefficient = combine(x.friction.coefficient, y.friction.coefficient)?;
        let restitution = match (&x.restitution, &y.restitution) {
            (Restitution::Constant(a), Restitution::Constant(b)) => {
                Restitution::Constant(combine(*a, *b)?)
            }
            _ => {
                return Err(refuse(
                    "in the table of pairs, because restitution that depends on the speed cannot be combined",
                ));
            }
        };
        let surface = Surface {
            friction,
            restitution,
            tangential_restitution: combine(x.tangential_restitution, y.tangential_restitution)?,
            axis: x.axis,
            viscosity: combine(x.viscosity, y.viscosity)?,
        };
        Ok((surface, false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn materials(rule: Rule) -> Materials {
        let material = |name: &str, mu: f64| Material {
            name: name.into(),
            surface: Surface::new(Friction::round(mu)),
        };
        Materials {
            materials: vec![
                material("steel", 0.4),
                material("ice", 0.1),
                material("rubber", 0.9),
            ],
            pairs: vec![Pair {
                materials: [2, 0],
                surface: Surface::new(Friction::round(0.7)),
            }],
            rule,
        }
    }

    #[test]
    fn the_table_comes_first_in_either_order_then_the_rule() {
        let of = |rule: Rule, a: usize, b: usize| {
            let (surface, swapped) = materials(rule).between(a, b).unwrap();
            (surface.friction.coefficient, swapped)
        };
        assert_eq!(of(Rule::Mean, 2, 0), (0.7, false));
        assert_eq!(of(Rule::Mean, 0, 2), (0.7, true));
        assert_eq!(of(Rule::Refuse, 1, 1), (0.1, false));
        assert_eq!(of(Rule::Least, 0, 1).0, 0.1);
        assert_eq!(of(Rule::Most, 0, 1).0, 0.4);
        assert_eq!(of(Rule::Mean, 0, 1).0, 0.25);
        assert!((of(Rule::Geometric, 0, 1).0 - 0.2).abs() < 1e-16);
    }

    #[test]
    fn what_cannot_be_combined_is_named() {
        let error = materials(Rule::Refuse).between(0, 1).unwrap_err();
        assert!(error.to_string().contains("steel – ice"), "{error}");
        let mut mixed = materials(Rule::Mean);
        mixed.materials[1].surface.friction = Friction::planar(0.1);
        let error = mixed.between(0, 1).unwrap_err().to_string();
        assert!(error.contains("different kinds"), "{error}");
    }
}
