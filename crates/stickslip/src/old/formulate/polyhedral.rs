//! The step as a linear complementarity problem, with friction cones replaced by pyramids.
//!
//! Per contact the unknowns are z = (c_n, β₁ … β_k, λ): normal impulse, impulses along the k friction directions
//! (all N·s) and the slip speed λ (m/s). With D the rows of the friction directions, E a column of ones and W = M⁻¹,
//!
//! ```text
//!     [ nᵀWn  nᵀWD   0 ] [c_n]   [ n·b − target ]
//!     [ DᵀWn  DᵀWD   E ] [ β ] + [     D·b      ]  ≥ 0  ⊥  z ≥ 0
//!     [  μ    −Eᵀ    0 ] [ λ ]   [      0       ]
//! ```
//!
//! The first row is the normal law [ST00 15], [APS98 14]; the second lets friction act only along directions that
//! oppose the slip best [ST00 16]; the third keeps it inside the pyramid [ST00 17]. Contacts follow each other in z,
//! and all blocks nᵀWn … DᵀWD couple different contacts through the bodies they share.
//!
//! The matrix is copositive. If no target is positive the problem therefore has a solution, and Lemke's method
//! finds it; with restitution, or with penetrations to be pushed out, there need not be one.

use crate::answer::{Answer, Impulse};
use crate::error::Error;
use crate::problem::ContactProblem;
use complementarity::linear::dot;
use complementarity::{Lcp, Matrix};

/// A step as an LCP, and the way back.
#[derive(Clone, Debug)]
pub struct Polyhedral<'a> {
    problem: &'a ContactProblem,
    lcp: Lcp,
}

/// A column of the pyramid: the impulse of one unknown as a mix of up to two rows of one contact.
#[derive(Clone, Copy)]
struct Column {
    unknown: usize,
    /// (index among all rows, factor); a factor 0 marks an unused place, whose row need not exist.
    mix: [(usize, f64); 2],
}

impl Column {
    /// The rows in use, with their factors.
    fn parts(&self) -> impl Iterator<Item = (usize, f64)> {
        self.mix.into_iter().filter(|&(_, factor)| factor != 0.0)
    }
}

impl<'a> Polyhedral<'a> {
    /// Writes the step as z ≥ 0 ⊥ M z + q ≥ 0 [Ste00 3.2].
    pub fn new(problem: &'a ContactProblem) -> Result<Self, Error> {
        let b = &problem.free().end;
        let rows = rows(problem);
        let delassus = delassus(problem, &rows);
        let columns = columns(problem);
        let size = problem.contacts().iter().map(|c| c.directions + 2).sum();
        let (mut m, mut q) = (Matrix::zeros(size, size), vec![0.0; size]);

        // relative velocities at the end of the step: JᵀM⁻¹J between all impulses, and the free velocity
        for x in &columns {
            q[x.unknown] = x.parts().map(|(r, a)| a * dot(rows[r], b)).sum();
            for y in &columns {
                m[(x.unknown, y.unknown)] = x
                    .parts()
                    .map(|(r, a)| {
                        y.parts()
                            .map(|(s, c)| a * c * delassus[(r, s)])
                            .sum::<f64>()
                    })
                    .sum();
            }
        }

        // the normal law, the slip speed and the friction bound, contact by contact
        let mut at = 0;
        for contact in problem.contacts() {
            let bound = at + contact.directions + 1;
            q[at] -= problem.target(contact);
            m[(bound, at)] = contact.friction;
            for beta in at + 1..bound {
                m[(beta, bound)] = 1.0;
                m[(bound, beta)] = -1.0;
            }
            at = bound + 1;
        }
        Ok(Self {
            problem,
            lcp: Lcp::new(m, q)?,
        })
    }

    /// The problem to hand to a solver.
    pub fn lcp(&self) -> &Lcp {
        &self.lcp
    }

    /// From z back to impulses and to v⁺ = b + M⁻¹ Σ (c_n n + c_t t + c_o o) [ST00 13].
    ///
    /// λ and the single β are dropped: they need not be unique even where the motion is.
    pub fn recover(&self, z: &[f64]) -> Result<Answer, Error> {
        if z.len() != self.lcp.len() {
            return Err(Error::WrongUnknowns {
                expected: self.lcp.len(),
                found: z.len(),
            });
        }
        let mut at = 0;
        let mut impulses = Vec::with_capacity(self.problem.contacts().len());
        for contact in self.problem.contacts() {
            let mut impulse = Impulse {
                normal: z[at],
                ..Impulse::default()
            };
            for i in 0..contact.directions {
                let (c, s) = contact.direction(i);
                impulse.tangent += c * z[at + 1 + i];
                impulse.binormal += s * z[at + 1 + i];
            }
            impulses.push(impulse);
            at += contact.directions + 2;
        }
        let mut velocity = self
            .problem
            .inverse_mass()
            .apply(&self.problem.momentum_of(&impulses));
        for (v, b) in velocity.iter_mut().zip(&self.problem.free().end) {
            *v += b;
        }
        Ok(Answer { impulses, velocity })
    }
}

/// The rows n, t and (in space) o of all contacts, one after the other.
fn rows(problem: &ContactProblem) -> Vec<&[f64]> {
    let mut rows: Vec<&[f64]> = Vec::new();
    for contact in problem.contacts() {
        rows.push(&contact.normal);
        rows.push(&contact.tangent);
        if !contact.is_planar() {
            rows.push(&contact.binormal);
        }
    }
    rows
}

/// JᵀM⁻¹J between the rows: symmetric to the last bit, which the copositivity argument needs.
fn delassus(problem: &ContactProblem, rows: &[&[f64]]) -> Matrix {
    let mut a = Matrix::zeros(rows.len(), rows.len());
    for (j, row) in rows.iter().enumerate() {
        let response = problem.inverse_mass().apply(row);
        for i in 0..=j {
            a[(i, j)] = dot(rows[i], &response);
            a[(j, i)] = a[(i, j)];
        }
    }
    a
}

/// Which rows each c_n and each β_i pushes along.
fn columns(problem: &ContactProblem) -> Vec<Column> {
    let mut columns = Vec::new();
    let (mut unknown, mut row) = (0, 0);
    for contact in problem.contacts() {
        columns.push(Column {
            unknown,
            mix: [(row, 1.0), (row, 0.0)],
        });
        for i in 0..contact.directions {
            let (c, s) = contact.direction(i);
            columns.push(Column {
                unknown: unknown + 1 + i,
                mix: [(row + 1, c), (row + 2, s)],
            });
        }
        unknown += contact.directions + 2;
        row += if contact.is_planar() { 2 } else { 3 };
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Audit;
    use crate::contact::{Contact, GapAt, NormalLaw};
    use crate::mass::InverseMass;
    use crate::problem::FreeMotion;
    use crate::samples::{G, block_on_floor, box_on_four_corners, painleve_rod};
    use complementarity::{Method, Workspace};

    /// Solves, recovers, and insists on the certificate.
    fn solve(problem: &ContactProblem) -> Answer {
        let step = Polyhedral::new(problem).unwrap();
        let outcome = Method::Auto.solve(step.lcp(), &mut Workspace::default());
        assert!(outcome.status.is_solved(), "{:?}", outcome.status);
        let answer = step.recover(&outcome.z).unwrap();
        let audit = Audit::of(problem, &answer).unwrap();
        assert!(audit.passes(1e-9), "{audit:?}");
        answer
    }

    fn close(found: &[f64], expected: &[f64], tolerance: f64) {
        assert_eq!(found.len(), expected.len());
        for (x, y) in found.iter().zip(expected) {
            assert!((x - y).abs() <= tolerance, "{found:?} is not {expected:?}");
        }
    }

    #[test]
    fn the_matrix_is_the_printed_one() {
        // unit block, unit inertia: nᵀWn = 1, DᵀWD = [1 −1; −1 1], nᵀWD = 0
        let problem = block_on_floor(1.0, 0.5, 0.1);
        let step = Polyhedral::new(&problem).unwrap();
        let expected = Matrix::from_rows(&[
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, -1.0, 1.0],
            [0.0, -1.0, 1.0, 1.0],
            [0.5, -1.0, -1.0, 0.0],
        ])
        .unwrap();
        assert_eq!(step.lcp().m(), &expected);
        close(step.lcp().q(), &[-0.1 * G, 1.0, -1.0, 0.0], 1e-15);
    }

    #[test]
    fn a_sliding_block_loses_mu_g_h_a_step_and_stops_at_v2_over_2_mu_g() {
        let (mu, h) = (0.4, 1e-3);
        let (mut speed, mut way, mut steps) = (2.0, 0.0, 0);
        loop {
            let after = solve(&block_on_floor(speed, mu, h)).velocity[0];
            close(&[after], &[(speed - mu * G * h).max(0.0)], 1e-12);
            way += h * after;
            steps += 1;
            speed = after;
            if after.abs() < 1e-12 {
                break;
            }
        }
        assert_eq!(steps, (2.0 / (mu * G * h)).ceil() as usize);
        // right-hand sum of a falling ramp: short by h v/2, up to the last step
        let exact = 2.0 * 2.0 / (2.0 * mu * G);
        assert!((way - (exact - 0.5 * h * 2.0)).abs() < mu * G * h * h);
    }

    #[test]
    fn friction_in_space_opposes_the_slip_along_a_direction() {
        // slip along a vertex of the octagon: the full μ c_n against it
        let h = 0.01;
        let w = InverseMass::diagonal(vec![0.5; 3]).unwrap();
        let row = |i: usize| (0..3).map(|j| f64::from(u8::from(i == j))).collect();
        let d = 0.5_f64.sqrt();
        let free = FreeMotion::under(&w, vec![d, d, 0.0], &[0.0, 0.0, -2.0 * G], h).unwrap();
        let contact = Contact::spatial([row(2), row(0), row(1)], 0.3);
        let answer = solve(&ContactProblem::new(w, free, vec![contact]).unwrap());
        let after = (1.0 - 0.3 * G * h) * d;
        close(&answer.velocity, &[after, after, 0.0], 1e-12);
    }

    #[test]
    fn a_block_pulled_below_the_limit_sticks() {
        let (mu, h, pull) = (0.5, 0.01, 0.9 * 0.5 * G);
        let w = InverseMass::diagonal(vec![1.0; 2]).unwrap();
        let free = FreeMotion::under(&w, vec![0.0; 2], &[pull, -G], h).unwrap();
        let contact = Contact::planar(vec![0.0, 1.0], vec![1.0, 0.0], mu);
        let answer = solve(&ContactProblem::new(w, free, vec![contact]).unwrap());
        close(&answer.velocity, &[0.0, 0.0], 1e-14);
        close(&[answer.impulses[0].tangent], &[-pull * h], 1e-14);
    }

    #[test]
    fn a_box_rests_on_four_corners_though_the_forces_are_not_unique() {
        let problem = box_on_four_corners(0.01);
        let answer = solve(&problem);
        close(&answer.velocity, &[0.0; 6], 1e-12);
        let weight: f64 = answer.impulses.iter().map(|c| c.normal).sum();
        close(&[weight], &[3.0 * G * 0.01], 1e-12);
    }

    #[test]
    fn what_takes_off_is_let_go() {
        let problem = {
            let w = InverseMass::diagonal(vec![1.0; 2]).unwrap();
            let free = FreeMotion::under(&w, vec![1.0, 2.0], &[0.0, -G], 0.01).unwrap();
            let contact = Contact::planar(vec![0.0, 1.0], vec![1.0, 0.0], 0.5);
            ContactProblem::new(w, free, vec![contact]).unwrap()
        };
        let answer = solve(&problem);
        assert_eq!(answer.impulses[0], Impulse::default());
        assert_eq!(answer.velocity, problem.free().end);
    }

    #[test]
    fn newton_rebounds_with_the_coefficient_of_restitution() {
        let w = InverseMass::diagonal(vec![0.5; 2]).unwrap();
        let free = FreeMotion::under(&w, vec![0.0, -3.0], &[0.0, 0.0], 0.0).unwrap();
        let contact = Contact::planar(vec![0.0, 1.0], vec![1.0, 0.0], 0.5)
            .with_law(NormalLaw::Newton { restitution: 0.8 });
        let answer = solve(&ContactProblem::new(w, free, vec![contact]).unwrap());
        close(&answer.velocity, &[0.0, 2.4], 1e-14);
        close(&[answer.impulses[0].normal], &[2.0 * 5.4], 1e-14);
    }

    #[test]
    fn at_position_level_the_gap_is_closed_exactly() {
        let (h, gap) = (0.1, 0.05);
        let w = InverseMass::diagonal(vec![1.0; 2]).unwrap();
        let fall = |law| {
            let free = FreeMotion::under(&w, vec![0.0, -2.0], &[0.0, -G], h).unwrap();
            let contact = Contact::planar(vec![0.0, 1.0], vec![1.0, 0.0], 0.5).with_law(law);
            solve(&ContactProblem::new(w.clone(), free, vec![contact]).unwrap())
        };
        let start = fall(NormalLaw::Position {
            gap,
            at: GapAt::Start,
        });
        // a flat floor: the gap ahead is gap + h v, and both linearisations agree
        let predicted = fall(NormalLaw::Position {
            gap: gap - 2.0 * h,
            at: GapAt::Predicted,
        });
        close(&[gap + h * start.velocity[1]], &[0.0], 1e-15);
        close(&start.velocity, &predicted.velocity, 1e-14);
    }

    /// The rod of [Ste00 1.3] has no acceleration, but an impulse without impact.
    #[test]
    fn painleves_rod_gets_an_impulse_without_impact() {
        for h in [1e-2, 1e-3, 1e-4, 1e-5] {
            let answer = solve(&painleve_rod(h));
            let limit = [-0.5625, 0.324_759_526_4, 1.299_038_105_7];
            let error = (0..3)
                .map(|i| (answer.velocity[i] - limit[i]).abs())
                .fold(0.0, f64::max);
            assert!((error / h - 7.36).abs() < 0.01, "{}", error / h);
        }
        let answer = solve(&painleve_rod(1e-9));
        close(&answer.velocity, &[-0.5625, 0.324_760, 1.299_038], 1e-6);
        let impulse = answer.impulses[0];
        close(
            &[impulse.normal, impulse.tangent],
            &[0.324_760, 0.4375],
            1e-6,
        );
    }

    #[test]
    fn coordinates_do_not_matter() {
        // the rod in coordinates u = T v: rows n T⁻¹, inverse mass T M⁻¹ Tᵀ
        let h = 1e-3;
        let rod = painleve_rod(h);
        let t = Matrix::from_rows(&[[1.0, 0.5, 0.0], [0.0, 2.0, 0.3], [0.0, 0.0, 1.0]]).unwrap();
        let map = |v: &[f64]| {
            let mut u = vec![0.0; 3];
            t.mul_add(v, &mut u);
            u
        };
        let mut inverse = Matrix::zeros(3, 3);
        for j in 0..3 {
            let row: Vec<f64> = (0..3).map(|i| t[(j, i)]).collect();
            inverse
                .col_mut(j)
                .copy_from_slice(&map(&rod.inverse_mass().apply(&row)));
        }
        // rows solve r T = n
        let pull = |n: &[f64]| {
            let a = n[0];
            let b = (n[1] - 0.5 * a) / 2.0;
            vec![a, b, n[2] - 0.3 * b]
        };
        let contacts = rod
            .contacts()
            .iter()
            .map(|c| Contact::planar(pull(&c.normal), pull(&c.tangent), c.friction))
            .collect();
        let free = FreeMotion {
            start: map(&rod.free().start),
            end: map(&rod.free().end),
            step: h,
        };
        let mapped =
            ContactProblem::new(InverseMass::dense(inverse).unwrap(), free, contacts).unwrap();
        let (one, two) = (solve(&rod), solve(&mapped));
        close(&map(&one.velocity), &two.velocity, 1e-12);
        close(&[one.impulses[0].normal], &[two.impulses[0].normal], 1e-12);
    }

    #[test]
    fn an_answer_of_the_wrong_length_is_refused() {
        let problem = block_on_floor(1.0, 0.5, 0.1);
        let step = Polyhedral::new(&problem).unwrap();
        assert_eq!(
            step.recover(&[0.0; 3]),
            Err(Error::WrongUnknowns {
                expected: 4,
                found: 3
            })
        );
    }
}
