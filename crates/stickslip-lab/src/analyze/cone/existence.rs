//! What theory promises about solutions of a contact problem, with the numbers behind it.

use super::basis::{Basis, whitened};
use super::error::Error;
use super::spectrum::eigenvalues;
use super::witness::{Criterion, Witness, criterion};
use complementarity::Matrix;
use stickslip::{InstantProblem, ReducedProblem, Slip};

/// A is definite if its least eigenvalue is more than this, with ones on its diagonal.
const DEFINITE: f64 = 1e-10;

/// What a theorem says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// There is a solution.
    Holds,
    /// There is one if friction is small enough where contacts slip; how small is not said.
    SmallFriction,
    /// Its conditions are not met: it says nothing.
    Fails,
    /// It is not about contacts that slip.
    NotApplicable,
}

/// What is known before anything is solved.
#[derive(Clone, Debug, PartialEq)]
pub struct Existence {
    /// How many rows contacts and joints have.
    pub rows: usize,
    /// How many of them are independent.
    pub rank: usize,
    /// The least and the largest eigenvalue of A = JᵀM⁻¹J over all rows, scaled to ones on its diagonal.
    pub spectrum: [f64; 2],
    /// Whether A is positive definite.
    pub definite: bool,
    /// Part (A) of Theorem 1 [TP97 A]: A is definite, and friction small where contacts slip.
    pub independent_rows: Guarantee,
    /// Part (B) of Theorem 1 [TP97 B]: no contact slips, and no internal force does work.
    pub no_work: Guarantee,
    /// An internal force that does, if (B) fails.
    pub witness: Option<Witness>,
    /// A motion that meets all that is asked, if (B) holds and one was found.
    pub admissible: Option<Vec<f64>>,
    /// What a step at position level needs [ST00 §3.2].
    pub position_level: Independence,
}

/// Independence of normals and friction directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Independence {
    /// How many normals there are.
    pub normals: usize,
    /// The rank of the normals.
    pub normal_rank: usize,
    /// The rank of the friction rows.
    pub friction_rank: usize,
    /// The rank of both together.
    pub rank: usize,
}

impl Independence {
    /// Whether the normals are independent.
    pub fn normals_are_independent(&self) -> bool {
        self.normal_rank == self.normals
    }

    /// Whether no combination of normals is one of friction directions: span{n} ∩ span{D} = {0}.
    pub fn spans_are_apart(&self) -> bool {
        self.normal_rank + self.friction_rank == self.rank
    }

    /// Whether a step at position level has a solution.
    pub fn holds(&self) -> bool {
        self.normals_are_independent() && self.spans_are_apart()
    }
}

/// Looks a problem over.
pub fn existence(problem: &InstantProblem) -> Result<Existence, Error> {
    let whole = ReducedProblem::of(problem.data());
    let a = whole.w();
    let unit = Matrix::from_fn(a.rows(), a.cols(), |i, j| {
        let size = (a[(i, i)] * a[(j, j)]).sqrt();
        if size > 0.0 { a[(i, j)] / size } else { 0.0 }
    });
    let values = eigenvalues(&unit);
    let spectrum = [values.first(), values.last()].map(|x| x.copied().unwrap_or(1.0));
    let definite = spectrum[0] > DEFINITE;

    let slips = problem.slips().iter().any(|slip| *slip != Slip::Rolling);
    let independent_rows = match (definite, slips) {
        (true, false) => Guarantee::Holds,
        (true, true) => Guarantee::SmallFriction,
        (false, _) => Guarantee::Fails,
    };
    let (mut witness, mut admissible) = (None, None);
    let no_work = match slips {
        true => Guarantee::NotApplicable,
        false => match criterion(problem)? {
            Criterion::Holds(motion) => {
                admissible = motion;
                Guarantee::Holds
            }
            Criterion::Fails(found) => {
                witness = Some(found);
                Guarantee::Fails
            }
        },
    };
    let (normals, frictions, joints) = rows(problem);
    let rank = |rows: &[&[Vec<f64>]]| Basis::of(&rows.concat()).rank();
    let held = rank(&[&joints]);
    Ok(Existence {
        rows: normals.len() + frictions.len() + joints.len(),
        rank: rank(&[&normals, &frictions, &joints]),
        spectrum,
        definite,
        independent_rows,
        no_work,
        witness,
        admissible,
        position_level: Independence {
            normals: normals.len(),
            // what joints hold already does not count
            normal_rank: rank(&[&joints, &normals]) - held,
            friction_rank: rank(&[&joints, &frictions]) - held,
            rank: rank(&[&joints, &normals, &frictions]) - held,
        },
    })
}

/// Whitened rows of normals, friction and joints.
type RowSets = (Vec<Vec<f64>>, Vec<Vec<f64>>, Vec<Vec<f64>>);

fn rows(problem: &InstantProblem) -> RowSets {
    let data = problem.data();
    let dense = |row: usize| {
        let mut p = vec![0.0; data.mass.len()];
        data.rows.scatter(row, 1.0, &mut p);
        p
    };
    let contacts = data.contacts.iter();
    let normals: Vec<_> = contacts.clone().map(|c| dense(c.row)).collect();
    let frictions: Vec<_> = contacts
        .flat_map(|c| (1..=c.friction.rows()).map(|k| c.row + k))
        .map(dense)
        .collect();
    let joints: Vec<_> = data.joints.iter().map(|j| dense(j.row)).collect();
    (
        whitened(&data.mass, &normals),
        whitened(&data.mass, &frictions),
        whitened(&data.mass, &joints),
    )
}

#[cfg(test)]
mod tests {
    use super::super::samples::{add, cube, ladder, planar_frame, table, wedge};
    use super::*;
    use stickslip::Friction;

    /// [TP97 §4.2]: twelve rows on eight velocities, so (A) says nothing; at rest (B) holds.
    #[test]
    fn the_cube_has_a_solution_by_the_second_part() {
        let found = existence(&cube(0.9)).unwrap();
        assert_eq!((found.rows, found.rank), (12, 8));
        assert!(found.spectrum[0].abs() < 1e-14 && !found.definite);
        assert_eq!(found.independent_rows, Guarantee::Fails);
        assert_eq!(found.no_work, Guarantee::Holds);
        assert_eq!(found.position_level.normal_rank, 3);
        assert!(!found.position_level.spans_are_apart());
    }

    #[test]
    fn one_contact_is_independent_and_slipping_it_needs_little_friction() {
        let mut problem = ladder(1.0, 0.5);
        let two = existence(&problem).unwrap();
        assert_eq!((two.rows, two.rank), (4, 3));
        let frame = planar_frame([0.0, 0.0], [0.0, 1.0]);
        let mass = problem.data().mass.clone();
        problem = InstantProblem::new(mass, &[0.0, -1.0, 0.0]).unwrap();
        add(&mut problem, &frame, Friction::planar(0.5), [0.0; 4]);
        let one = existence(&problem).unwrap();
        assert!(one.definite && one.position_level.holds());
        assert_eq!(one.independent_rows, Guarantee::Holds);
        let mut slipping = InstantProblem::new(problem.data().mass.clone(), &[0.0; 3]).unwrap();
        let slip = Slip::Sliding([1.0, 0.0, 0.0]);
        (slipping.add_contact(&frame, Friction::planar(0.5), slip, [0.0; 4])).unwrap();
        let found = existence(&slipping).unwrap();
        assert_eq!(found.independent_rows, Guarantee::SmallFriction);
        assert_eq!(found.no_work, Guarantee::NotApplicable);
    }

    #[test]
    fn legs_of_a_table_depend_on_each_other() {
        let found = existence(&table(1.0)).unwrap().position_level;
        assert_eq!(
            (found.normals, found.normal_rank, found.friction_rank),
            (4, 3, 0)
        );
        assert!(!found.holds() && found.spans_are_apart());
    }

    #[test]
    fn steep_walls_and_restitution_leave_nothing() {
        let found = existence(&wedge(0.3, 0.8, 0.5)).unwrap();
        assert_eq!(
            [found.independent_rows, found.no_work],
            [Guarantee::Fails; 2]
        );
        assert!(found.witness.unwrap().proves(&wedge(0.3, 0.8, 0.5)));
    }
}
