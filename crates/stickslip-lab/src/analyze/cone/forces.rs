//! The unknown forces of a problem, in the order of its reduced form: n, t, o, r of contacts that do not slip, n of those that do, then
//! joints; and the cones K in which forces of contacts lie.

use super::error::Error;
use super::programme::{Linear, Programme};
use stickslip::{FrictionSet, Impulse, InstantProblem, Joint, Shape, Slip};

/// Where the forces of a problem are among the unknowns.
#[derive(Clone, Debug)]
pub(super) struct Unknowns<'a> {
    /// The problem.
    pub(super) problem: &'a InstantProblem,
    /// The normal force of each contact.
    pub(super) normals: Vec<usize>,
    /// How many unknowns follow it.
    pub(super) frictions: Vec<usize>,
    /// The first joint.
    pub(super) first_joint: usize,
}

/// By how much forces must be inside their cones.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inside {
    /// At least this much.
    By(f64),
    /// At least as much as a variable says.
    Variable(usize),
}

impl<'a> Unknowns<'a> {
    /// Those of a problem whose forces make cones.
    pub(super) fn of(problem: &'a InstantProblem) -> Result<Self, Error> {
        let (mut normals, mut frictions, mut next) = (Vec::new(), Vec::new(), 0);
        for (i, contact) in problem.data().contacts.iter().enumerate() {
            if !is_representable(&contact.friction.set) {
                return Err(Error::NotRepresentable { contact: i });
            }
            if contact.reserve != 0.0 {
                return Err(Error::Reserve {
                    contact: i,
                    reserve: contact.reserve,
                });
            }
            let rows = match problem.slips()[i] {
                Slip::Rolling => contact.friction.rows(),
                Slip::Sliding(_) => 0,
            };
            normals.push(next);
            frictions.push(rows);
            next += 1 + rows;
        }
        Ok(Self {
            problem,
            normals,
            frictions,
            first_joint: next,
        })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.first_joint + self.problem.data().joints.len()
    }

    /// The generalised force of each unknown at 1 N.
    pub(super) fn pushes(&self) -> Vec<Vec<f64>> {
        let data = self.problem.data();
        let row = |index: usize| {
            let mut p = vec![0.0; data.mass.len()];
            data.rows.scatter(index, 1.0, &mut p);
            p
        };
        let mut pushes = Vec::with_capacity(self.len());
        for (i, contact) in data.contacts.iter().enumerate() {
            let mut normal = row(contact.row);
            if let Some(known) = self.problem.known_friction(i) {
                for (k, share) in known.iter().enumerate().take(contact.friction.rows()) {
                    data.rows.scatter(contact.row + 1 + k, *share, &mut normal);
                }
            }
            pushes.push(normal);
            pushes.extend((1..=self.frictions[i]).map(|k| row(contact.row + k)));
        }
        pushes.extend(data.joints.iter().map(|joint| row(joint.row)));
        pushes
    }

    /// What is asked of the row of each unknown: targets of normals and joints, velocities of surfaces.
    pub(super) fn asked(&self) -> Vec<f64> {
        let data = self.problem.data();
        let mut asked = Vec::with_capacity(self.len());
        for (contact, rows) in data.contacts.iter().zip(&self.frictions) {
            asked.push(contact.target);
            asked.extend_from_slice(&contact.surface[1..=*rows]);
        }
        asked.extend(data.joints.iter().map(|joint| joint.target));
        asked
    }

    /// The force of contact i in an unknown's vector: c_n and friction.
    pub(super) fn parts(&self, i: usize, c: &[f64]) -> (f64, [f64; 3]) {
        let row = self.normals[i];
        let mut friction = [0.0; 3];
        friction[..self.frictions[i]].copy_from_slice(&c[row + 1..=row + self.frictions[i]]);
        (c[row], friction)
    }

    /// The forces of contacts in a vector of unknowns, known friction included.
    pub(super) fn impulses(&self, c: &[f64]) -> Vec<Impulse> {
        let force = |i: usize| {
            let (normal, mut friction) = self.parts(i, c);
            if let Some(known) = self.problem.known_friction(i) {
                friction = known.map(|share| share * normal);
            }
            Impulse::from_parts([normal, friction[0], friction[1], friction[2]])
        };
        (0..self.normals.len()).map(force).collect()
    }

    /// Joints bear as much more as there are no bounds: −∞, 0 or ∞ one way and the other.
    pub(super) fn growth(&self) -> Vec<[f64; 2]> {
        let grows = |joint: &Joint| {
            let rigid = joint.softness == 0.0;
            [joint.low, joint.high].map(|bound| match rigid && bound.is_infinite() {
                true => bound,
                false => 0.0,
            })
        };
        self.problem.data().joints.iter().map(grows).collect()
    }

    /// Forces of joints within bounds; the unknowns are the first variables.
    pub(super) fn add_bounds(&self, programme: &mut Programme, bounds: &[[f64; 2]]) {
        for (j, [low, high]) in bounds.iter().enumerate() {
            let k = self.first_joint + j;
            if low == high {
                programme.zero(Linear::new([(k, 1.0)], -low));
                continue;
            }
            for (sign, bound) in [(1.0, low), (-1.0, high)] {
                if bound.is_finite() {
                    programme.nonnegative(Linear::new([(k, sign)], -sign * bound));
                }
            }
        }
    }

    /// How far inside its dual cone the motion u of contact i is: u_n − μ support(u_T). Work of any force of the cone is not negative where
    /// this is not.
    pub(super) fn dual_slack(&self, i: usize, u: &[f64]) -> f64 {
        let (normal, slip) = self.parts(i, u);
        if self.frictions[i] == 0 {
            return normal;
        }
        let friction = &self.problem.data().contacts[i].friction;
        normal - friction.coefficient * friction.support(slip)
    }

    /// How far inside its cone the force of contact i is: μ c_n − ψ(c_T), or c_n without friction.
    pub(super) fn slack(&self, i: usize, c: &[f64]) -> f64 {
        let (normal, force) = self.parts(i, c);
        if self.frictions[i] == 0 {
            return normal;
        }
        let friction = &self.problem.data().contacts[i].friction;
        friction.slack(force, friction.coefficient * normal)
    }

    /// c ∈ K for the forces of all contacts, or inside by some margin: μ c_n − ψ(c_T) ≥ margin, c_n ≥ margin without friction. The
    /// unknowns are the first variables.
    pub(super) fn add_cones(&self, programme: &mut Programme, inside: Inside) {
        for i in 0..self.normals.len() {
            self.add_cone(programme, i, inside);
        }
    }

    fn add_cone(&self, programme: &mut Programme, i: usize, inside: Inside) {
        let n = self.normals[i];
        let friction = &self.problem.data().contacts[i].friction;
        // σ = μ c_n − margin
        let bound = |factor: f64| {
            let mut bound = Linear::new([(n, factor)], 0.0);
            match inside {
                Inside::By(margin) => bound.constant = -margin,
                Inside::Variable(margin) => bound.terms.push((margin, -1.0)),
            }
            bound
        };
        let mu = friction.coefficient;
        let scaled = |k: usize, e: f64| Linear::new([(n + 1 + k, 1.0 / e)], 0.0);
        let ball = |lengths: &[f64]| -> Vec<Linear> {
            let parts = lengths.iter().enumerate().map(|(k, e)| scaled(k, *e));
            std::iter::once(bound(mu)).chain(parts).collect()
        };
        let either_way = |programme: &mut Programme, k: usize, e: f64| {
            for sign in [1.0, -1.0] {
                let mut side = bound(mu);
                side.terms.push((n + 1 + k, sign / e));
                programme.nonnegative(side);
            }
        };
        match &friction.set {
            _ if self.frictions[i] == 0 => {
                programme.nonnegative(bound(1.0));
            }
            FrictionSet::Planar(_) => either_way(programme, 0, 1.0),
            FrictionSet::Ellipse(set) => programme.second_order(ball(&set.lengths()[..2])),
            FrictionSet::Ellipsoid(set) => programme.second_order(ball(&set.lengths())),
            FrictionSet::Mixed(set) => {
                programme.second_order(ball(&set.lengths()[..2]));
                either_way(programme, 2, set.lengths()[2]);
            }
            FrictionSet::Polyhedral(set) => {
                // c_T = Σ β d with β ≥ 0 and Σ β ≤ σ [TTP01 5]
                let directions = set.directions();
                let beta = programme.variables(directions.len());
                for k in 0..self.frictions[i] {
                    let mixture = directions.iter().enumerate();
                    let mut part: Vec<_> = mixture.map(|(j, d)| (beta + j, -d[k])).collect();
                    part.push((n + 1 + k, 1.0));
                    programme.zero(Linear::new(part, 0.0));
                }
                let mut rest = bound(mu);
                for j in 0..directions.len() {
                    programme.nonnegative(Linear::new([(beta + j, 1.0)], 0.0));
                    rest.terms.push((beta + j, -1.0));
                }
                programme.nonnegative(rest);
            }
            // refused when the unknowns were made
            _ => {}
        }
    }
}

/// Whether a set is made of second-order cones and planes.
fn is_representable(set: &FrictionSet) -> bool {
    matches!(
        set,
        FrictionSet::None
            | FrictionSet::Planar(_)
            | FrictionSet::Ellipse(_)
            | FrictionSet::Ellipsoid(_)
            | FrictionSet::Mixed(_)
            | FrictionSet::Polyhedral(_)
    )
}
