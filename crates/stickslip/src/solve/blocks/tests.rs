//! Problems in blocks against the natural map of the dense problem.

use crate::formulate::BlockProblem;
use crate::natural::NaturalMap;
use crate::solve::Solver;
use crate::step::Refinement;
use complementarity::Method;

struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = (self.0)
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    }
}

/// Contacts between neighbours in chains of bodies of six velocities each: W = Jᵀ J, of less than full rank where two bodies
/// have several contacts, and not symmetric if `skew` is not zero.
fn chains(dim: usize, contacts: usize, skew: f64, random: &mut Random) -> BlockProblem {
    let bodies = contacts / 2 + 2;
    let mut rows = Vec::new();
    for contact in 0..contacts {
        // every seventh body stands alone, so that the chains fall apart
        let body = contact / 2;
        for _ in 0..dim {
            let mut row = vec![0.0; 6 * bodies];
            for b in [body, body + 1].into_iter().filter(|b| b % 7 != 0) {
                (0..6).for_each(|k| row[6 * b + k] = random.next());
            }
            rows.push(row);
        }
    }
    let n = rows.len();
    let mut entries = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let w: f64 = rows[i].iter().zip(&rows[j]).map(|(a, b)| a * b).sum();
            if w != 0.0 {
                entries.push((i, j, w * if i < j { 1.0 + skew } else { 1.0 }));
            }
        }
    }
    // velocities of the bodies without impulses, so that a solution exists
    let v: Vec<f64> = (0..6 * bodies).map(|_| random.next()).collect();
    let q = rows
        .iter()
        .map(|row| row.iter().zip(&v).map(|(a, b)| a * b).sum());
    let mu = (0..contacts).map(|i| [0.0, 0.3, 0.8][i % 3]).collect();
    BlockProblem::new(dim, mu, q.collect(), &entries).unwrap()
}

fn solve(problem: &BlockProblem, r: &mut Vec<f64>) -> (bool, usize) {
    let end = Solver::default().solve_blocks(problem, &Method::Auto, &Refinement::default(), r);
    let end = end.unwrap();
    (end.solved, end.iterations)
}

#[test]
fn chains_of_contacts_are_solved() {
    let mut random = Random(3);
    for (dim, contacts) in [(2, 1), (3, 1), (2, 9), (3, 9), (2, 60), (3, 60), (3, 140)] {
        for skew in [0.0, 1e-4] {
            let problem = chains(dim, contacts, skew, &mut random);
            let mut r = Vec::new();
            assert!(solve(&problem, &mut r).0, "{dim} {contacts} {skew}");
            let dense = problem.dense().unwrap();
            let map = NaturalMap::of(&dense, &r);
            assert!(
                map.relative <= 1e-9 && map.absolute <= 1e-8,
                "{dim} {contacts} {skew}: {map:?}"
            );
            let blocks = NaturalMap::of_blocks(&problem, &r);
            assert!(
                (map.absolute - blocks.absolute).abs() <= 1e-13,
                "{map:?} {blocks:?}"
            );
        }
    }
}

#[test]
fn an_answer_is_recognised() {
    let problem = chains(3, 40, 0.0, &mut Random(11));
    let mut r = Vec::new();
    assert!(solve(&problem, &mut r).0);
    let before = r.clone();
    let (solved, iterations) = solve(&problem, &mut r);
    assert!(solved && iterations <= 5, "{iterations}");
    for (a, b) in r.iter().zip(&before) {
        assert!((a - b).abs() < 1e-8);
    }
}

#[test]
fn what_nothing_can_hold_is_not_called_solved() {
    let none = BlockProblem::new(3, vec![0.5], vec![-1.0, 0.0, 0.0], &[]).unwrap();
    assert!(!solve(&none, &mut Vec::new()).0);
    // two walls close in on a particle
    let walls = [(0, 0, 1.0), (0, 2, -1.0), (2, 0, -1.0), (2, 2, 1.0)];
    let walls = BlockProblem::new(2, vec![0.0; 2], vec![-1.0, 0.0, -1.0, 0.0], &walls).unwrap();
    assert!(!solve(&walls, &mut Vec::new()).0);
}

#[test]
fn no_contacts_are_solved_at_once() {
    let problem = BlockProblem::new(3, Vec::new(), Vec::new(), &[]).unwrap();
    assert!(solve(&problem, &mut Vec::new()).0);
}

#[test]
fn bad_data_are_refused() {
    assert!(BlockProblem::new(4, vec![], vec![], &[]).is_err());
    assert!(BlockProblem::new(2, vec![-1.0], vec![0.0; 2], &[]).is_err());
    assert!(BlockProblem::new(2, vec![1.0], vec![0.0; 3], &[]).is_err());
    assert!(BlockProblem::new(2, vec![1.0], vec![0.0; 2], &[(0, 2, 1.0)]).is_err());
    assert!(BlockProblem::new(2, vec![1.0], vec![0.0; 2], &[(0, 1, f64::NAN)]).is_err());
}

/// Two groups of velocities, and a zero that names one of each: it ties nothing together.
#[test]
fn zeros_of_a_mass_matrix_tie_nothing() {
    let mut m: Vec<(usize, usize, f64)> = (0..11).map(|i| (i, i, 2.0)).collect();
    m.extend([(0, 1, 0.5), (1, 0, 0.5)]);
    m.extend((2..10).flat_map(|i| [(i, i + 1, 0.1), (i + 1, i, 0.1)]));
    m.extend([(0, 10, 0.0), (10, 0, 0.3), (10, 0, -0.3)]);
    let h = [(0, 0, 1.0), (1, 1, 1.0), (2, 2, 1.0)];
    let mut q = vec![0.0; 11];
    q[0] = -1.0;
    let problem = crate::GlobalProblem::new(3, vec![0.5], [q, vec![0.0; 3]], &m, &h).unwrap();
    assert_eq!(problem.largest_part(), 9);
    assert!(problem.reduce().is_some());
}
