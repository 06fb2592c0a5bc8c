//! Every solution of a small problem with polyhedral friction [Ste00 3.2]: all pieces of the solution set of its complementarity problem, and
//! the accelerations on them.
//!
//! Joints without bounds make the problem a mixed one. Their forces follow from the others, λ = −M_ff⁻¹(M_fr z + q_f), and are eliminated
//! where M_ff is clearly regular; otherwise nothing is enumerated.

use super::judge::Judge;
use super::planar::Planar;
use super::solution::{Finder, Solution};
use complementarity::linear::Lu;
use complementarity::{Lcp, Matrix, Mlcp, enumerate};
use stickslip::formulate::Polyhedral;
use stickslip::{Error, ReducedProblem};

/// Equations whose pivots differ by more than this lose digits on which a proof may turn.
const REGULAR: f64 = 1e-8;

/// What enumeration found.
#[derive(Debug, Default)]
pub(super) struct Enumerated {
    /// One solution for each piece, or the two that are farthest apart where its accelerations differ.
    pub(super) solutions: Vec<Solution>,
    /// Whether accelerations differ within a piece: the motion itself is a continuum.
    pub(super) continuum: bool,
    /// Whether there are no others.
    pub(super) complete: bool,
}

/// All solutions, if friction is polyhedral and the problem small enough.
pub(super) fn all(judge: &Judge) -> Result<Option<Enumerated>, Error> {
    let reduced = judge.reduced();
    let settings = judge.settings();
    let contacts = reduced.contacts();
    if !contacts.iter().all(|c| c.friction.set.is_polyhedral()) {
        return Ok(None);
    }
    let form = Form::of(reduced)?;
    let eliminated = match form.mixed() {
        None => None,
        Some(mixed) => match Eliminated::of(mixed) {
            Some(eliminated) => Some(eliminated),
            None => return Ok(None),
        },
    };
    let lcp = match (&eliminated, form.lcp()) {
        (Some(eliminated), _) => &eliminated.lcp,
        (None, Some(lcp)) => lcp,
        (None, None) => return Ok(None),
    };
    if lcp.len() > settings.pairs {
        return Ok(None);
    }
    let how = enumerate::Settings {
        max_nodes: settings.nodes,
        ..Default::default()
    };
    let found = enumerate::all(lcp, &how);
    let forces = |z: &[f64]| match &eliminated {
        Some(eliminated) => form.recover(&eliminated.recover(z)),
        None => form.recover(z),
    };
    let mut out = Enumerated {
        complete: found.complete,
        ..Enumerated::default()
    };
    for piece in &found.pieces {
        let mut ends = Vec::new();
        for z in corners(piece, &judge.force_sizes()) {
            match judge.solution(&forces(&z), Finder::Enumeration)? {
                Some(solution) => ends.push(solution),
                // a corner that the laws do not confirm proves neither this nor that
                None => out.complete = false,
            }
        }
        out.take(judge, ends);
    }
    Ok(Some(out))
}

/// Which complementarity problem stands for the contacts.
enum Form {
    Planar(Planar),
    Pyramids(Polyhedral),
}

impl Form {
    fn of(reduced: &ReducedProblem) -> Result<Self, Error> {
        Ok(match Planar::of(reduced) {
            Some(planar) => Self::Planar(planar),
            None => Self::Pyramids(Polyhedral::new(reduced)?),
        })
    }

    fn mixed(&self) -> Option<&Mlcp> {
        match self {
            Self::Planar(planar) => {
                let mixed = &planar.problem;
                mixed.free().contains(&true).then_some(mixed)
            }
            Self::Pyramids(pyramids) => pyramids.mixed(),
        }
    }

    fn lcp(&self) -> Option<&Lcp> {
        match self {
            Self::Planar(planar) => Some(planar.problem.lcp()),
            Self::Pyramids(pyramids) => pyramids.lcp(),
        }
    }

    fn recover(&self, z: &[f64]) -> Vec<f64> {
        match self {
            Self::Planar(planar) => planar.recover(z),
            Self::Pyramids(pyramids) => {
                let mut c = Vec::new();
                pyramids.recover(z, &mut c);
                c
            }
        }
    }
}

/// The corners of a piece, and from the first of them a way along each ray.
fn corners(piece: &enumerate::Piece, sizes: &[f64]) -> Vec<Vec<f64>> {
    let far = sizes.iter().copied().fold(0.0, f64::max);
    let mut corners = piece.vertices.clone();
    if let Some(first) = piece.vertices.first() {
        let along = |ray: &Vec<f64>| first.iter().zip(ray).map(|(z, r)| z + far * r).collect();
        corners.extend(piece.rays.iter().map(along));
    }
    corners
}

impl Enumerated {
    /// Takes up a piece by its corners: the first and the one farthest from it, then the one farthest from that.
    fn take(&mut self, judge: &Judge, mut ends: Vec<Solution>) {
        let farthest = |from: &Solution, ends: &[Solution]| {
            let apart =
                |s: &Solution| judge.distance(&s.motion.acceleration, &from.motion.acceleration);
            let all = ends.iter().enumerate().map(|(i, s)| (i, apart(s)));
            all.max_by(|a, b| a.1.total_cmp(&b.1))
        };
        let Some((one, _)) = ends.first().and_then(|first| farthest(first, &ends)) else {
            return;
        };
        let Some((other, apart)) = farthest(&ends[one], &ends) else {
            return;
        };
        if apart <= judge.settings().distance {
            self.solutions.push(ends.swap_remove(0));
        } else {
            self.continuum = true;
            self.solutions.extend([one, other].map(|i| ends[i].clone()));
        }
    }
}

/// A mixed problem without its free unknowns.
struct Eliminated {
    lcp: Lcp,
    free: Vec<usize>,
    restricted: Vec<usize>,
    /// z_f = share z_r + constant.
    share: Matrix,
    constant: Vec<f64>,
}

impl Eliminated {
    fn of(mixed: &Mlcp) -> Option<Self> {
        let (m, q) = (mixed.lcp().m(), mixed.lcp().q());
        let (free, restricted): (Vec<usize>, Vec<usize>) =
            (0..q.len()).partition(|&i| mixed.free()[i]);
        let block = Lu::new(&m.select(&free, &free));
        if block.pivot_ratio() < REGULAR {
            return None;
        }
        let solve = |column: &mut dyn Iterator<Item = f64>| {
            let mut x: Vec<f64> = column.map(|x| -x).collect();
            block.solve(&mut x).then_some(x)
        };
        let constant = solve(&mut free.iter().map(|&i| q[i]))?;
        let mut share = Matrix::zeros(free.len(), restricted.len());
        for (k, &j) in restricted.iter().enumerate() {
            let column = solve(&mut free.iter().map(|&i| m[(i, j)]))?;
            share.col_mut(k).copy_from_slice(&column);
        }
        let along =
            |i: usize, x: &[f64]| -> f64 { free.iter().zip(x).map(|(&f, x)| m[(i, f)] * x).sum() };
        let rest = Matrix::from_fn(restricted.len(), restricted.len(), |i, k| {
            let i = restricted[i];
            m[(i, restricted[k])] + along(i, share.col(k))
        });
        let right = restricted.iter().map(|&i| q[i] + along(i, &constant));
        let lcp = Lcp::new(rest, right.collect()).ok()?;
        Some(Self {
            lcp,
            free,
            restricted,
            share,
            constant,
        })
    }

    fn recover(&self, z: &[f64]) -> Vec<f64> {
        let mut free = self.constant.clone();
        self.share.mul_add(z, &mut free);
        let mut whole = vec![0.0; free.len() + z.len()];
        self.free.iter().zip(free).for_each(|(&i, x)| whole[i] = x);
        (self.restricted.iter().zip(z)).for_each(|(&i, &x)| whole[i] = x);
        whole
    }
}
