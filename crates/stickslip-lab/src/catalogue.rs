//! The problems that come with stickslip, to be solved by name.

use crate::near;
use crate::problem_file::{self, Problem};
use serde::Deserialize;

/// Name and text of each, in the order they are listed.
const TEXTS: [(&str, &str); 10] = [
    ("box-at-rest", include_str!("../problems/box-at-rest.json")),
    (
        "sliding-block",
        include_str!("../problems/sliding-block.json"),
    ),
    (
        "four-leg-table",
        include_str!("../problems/four-leg-table.json"),
    ),
    (
        "pendulum-wall",
        include_str!("../problems/pendulum-wall.json"),
    ),
    (
        "painleve-none",
        include_str!("../problems/painleve-none.json"),
    ),
    (
        "painleve-two",
        include_str!("../problems/painleve-two.json"),
    ),
    ("squeeze", include_str!("../problems/squeeze.json")),
    ("murty-8", include_str!("../problems/murty-8.json")),
    (
        "box-on-slope",
        include_str!("../problems/box-on-slope.json"),
    ),
    (
        "disc-in-groove",
        include_str!("../problems/disc-in-groove.json"),
    ),
];

/// A shipped problem.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The problem.
    pub problem: Problem,
    /// What it is, in one sentence.
    pub note: String,
}

#[derive(Deserialize)]
struct Note {
    note: String,
}

/// All shipped problems.
pub fn all() -> Vec<Entry> {
    TEXTS.iter().map(|(_, text)| entry(text)).collect()
}

/// The shipped problem with this name.
///
/// ```
/// let table = stickslip_lab::catalogue::find("four-leg-table").expect("shipped");
/// assert_eq!(table.problem.len(), 4);
/// ```
pub fn find(name: &str) -> Option<Entry> {
    TEXTS
        .iter()
        .find(|(key, _)| *key == name)
        .map(|(_, text)| entry(text))
}

/// The name nearest to one that does not exist, if it is near.
pub fn nearest(name: &str) -> Option<&'static str> {
    near::nearest(name, TEXTS.iter().map(|(key, _)| *key))
}

fn entry(text: &str) -> Entry {
    let mut problems =
        problem_file::read(text.as_bytes(), "shipped").expect("shipped problems are valid");
    let problem = problems.pop().expect("a shipped file holds one problem");
    let Note { note } = serde_json::from_str(text).expect("a shipped problem has a note");
    Entry { problem, note }
}

#[cfg(test)]
mod tests {
    use super::*;
    use complementarity::{Certificate, Lcp, Ncp};

    fn lcp(name: &str) -> Lcp {
        find(name).unwrap().problem.lcp().unwrap().clone()
    }

    fn assert_solution(problem: &impl Ncp, z: &[f64]) {
        let certificate = Certificate::of(problem, z);
        assert!(certificate.passes(1e-11), "{certificate:?}");
    }

    #[test]
    fn every_entry_is_found_under_the_name_in_its_file() {
        assert_eq!(all().len(), TEXTS.len());
        for (name, _) in TEXTS {
            let entry = find(name).unwrap();
            assert_eq!(entry.problem.name, name);
            assert!(
                entry.note.len() > 20 && !entry.note.contains('\n'),
                "{name}"
            );
        }
        assert!(find("no-such").is_none());
    }

    #[test]
    fn a_slip_of_the_finger_is_understood() {
        assert_eq!(nearest("four-leg-tabel"), Some("four-leg-table"));
        assert_eq!(nearest("painleve"), None);
        assert_eq!(nearest("completely/different.json"), None);
    }

    #[test]
    fn the_box_is_the_box() {
        // 2 kg, half extents 0.3 × 0.2 × 0.1 m, corners below the centre, 8 directions, μ = 0.5
        let (mass, a, b, c) = (2.0, 0.3, 0.2, 0.1);
        let inverse = [0.5, 0.5, 0.5, b * b + c * c, a * a + c * c, a * a + b * b];
        let inverse = |k: usize| {
            if k < 3 {
                inverse[k]
            } else {
                3.0 / (mass * inverse[k])
            }
        };
        let row = |corner: usize, d: [f64; 3]| {
            let r = [[a, -a][corner / 2], [b, -b][corner % 2], -c];
            let turn = |i: usize, j: usize| r[i] * d[j] - r[j] * d[i];
            [d[0], d[1], d[2], turn(1, 2), turn(2, 0), turn(0, 1)]
        };
        let mut rows: Vec<[f64; 6]> = (0..4).map(|i| row(i, [0.0, 0.0, 1.0])).collect();
        for (i, k) in (0..4).flat_map(|i| (0..8).map(move |k| (i, k))) {
            let angle = f64::from(k) * std::f64::consts::FRAC_PI_4;
            rows.push(row(i, [angle.cos(), angle.sin(), 0.0]));
        }
        let problem = lcp("box-at-rest");
        let m = problem.m();
        for (i, u) in rows.iter().enumerate() {
            for (j, v) in rows.iter().enumerate() {
                let w: f64 = (0..6).map(|k| u[k] * inverse(k) * v[k]).sum();
                assert!(
                    (m[(i, j)] - w).abs() < 1e-13,
                    "M[{i}][{j}] = {} ≠ {w}",
                    m[(i, j)]
                );
            }
        }
        for i in 0..4 {
            assert_eq!(m[(36 + i, i)], 0.5);
            for j in 0..40 {
                let own = (4..36).contains(&j) && (j - 4) / 8 == i;
                assert_eq!(m[(j, 36 + i)], f64::from(u8::from(own)));
                assert_eq!(
                    m[(36 + i, j)],
                    if own {
                        -1.0
                    } else if i == j {
                        0.5
                    } else {
                        0.0
                    }
                );
            }
        }
        // a quarter of the weight over one step on each corner, and nothing else
        let mut z = vec![0.0; 40];
        z[..4].fill(0.25 * mass * 9.81 * 0.01);
        assert_solution(&problem, &z);
    }

    #[test]
    fn known_solutions_solve() {
        assert_solution(
            &lcp("sliding-block"),
            &[0.0981, 0.0, 0.0, 0.04905, 0.0, 0.95095],
        );
        let share = 0.0981;
        for t in [0.0, 0.3, 1.0, -1.0] {
            let (plus, minus) = ((1.0 + t) * share, (1.0 - t) * share);
            assert_solution(&lcp("four-leg-table"), &[plus, minus, minus, plus]);
        }
        let two = lcp("painleve-two");
        assert_solution(&two, &[0.0]);
        assert_solution(&two, &[-two.q()[0] / two.m()[(0, 0)]]);
        assert_solution(&lcp("murty-8"), &[256.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let problem_file::Data::Mlcp(pendulum) = find("pendulum-wall").unwrap().problem.data else {
            panic!("a mixed problem");
        };
        assert_solution(&pendulum, &[0.0, 0.0, 0.627375, 1.176425]);
    }

    #[test]
    fn known_impulses_obey_friction() {
        let residual = |name: &str, r: &[f64]| {
            let problem_file::Data::Contact(contact) = find(name).unwrap().problem.data else {
                panic!("{name} is a contact problem");
            };
            stickslip::NaturalMap::of(contact.problem(), r).relative
        };
        // the load leans to the lower edge: μ times the height of the centre over the length of the box
        let (load, lean) = (2.0 * 9.81 * 0.01 * 0.8, 0.5 * 0.1 / 0.6);
        let (low, high) = (load * (0.5 + lean) / 2.0, load * (0.5 - lean) / 2.0);
        let corner = |n: f64| [n, -0.5 * n, 0.0];
        let r = [corner(low), corner(low), corner(high), corner(high)].concat();
        assert!(residual("box-on-slope", &r) < 1e-11);
        // both walls slip, so r_T = −μ r_N and two equations are left for the r_N
        let first = 0.07848 * (1.0 - 0.088) / (1.0 - 0.088 * 0.472);
        let second = 0.07848 - 0.472 * first;
        let r = [first, -0.2 * first, second, -0.2 * second];
        assert!(residual("disc-in-groove", &r) < 1e-15);
    }

    #[test]
    fn the_unsolvable_ones_are_proven_so() {
        let none = lcp("painleve-none");
        assert!(none.m()[(0, 0)] < 0.0 && none.q()[0] < 0.0);
        // y = (1, 1): Mᵀy ≤ 0 and qᵀy < 0
        let squeeze = lcp("squeeze");
        assert_eq!(squeeze.m().transpose_mul(&[1.0, 1.0]), [0.0, 0.0]);
        assert!(squeeze.q().iter().sum::<f64>() < 0.0);
    }
}
