//! The branches of the cube between rods [TP97 §4.2]: the correct model, and as printed.

use super::samples::{example_2, example_2_as_printed};
use super::tests::{kinds, over_friction};
use super::*;
use crate::analyze::search;
use complementarity::Matrix;
use complementarity::linear::Lu;

/// [TP97 §4.2], the correct model: all three contacts slide, ever more slowly, and at μ = 0.837923985 the slips vanish together. There the
/// branch ends in the set of forces that jam. The end is found a second time from the equations of the limit, the ones that
/// Newton's method below solves: directions of slip of a motion y, and friction at its bound against it that balances the loads.
#[test]
fn the_sliding_branch_of_the_cube_ends_at_rest() {
    let branch = over_friction(&example_2(0.75), 0.75, [0.1, 1.2]);
    assert_eq!(kinds(&branch), [EventKind::Range, EventKind::Sticks]);
    assert_eq!(branch.extent()[0], 0.1);
    let at_075 = branch.points.iter().find(|p| p.parameter == 0.75).unwrap();
    for (found, exact) in at_075.acceleration.iter().zip(search::samples::SLIDING) {
        assert!((found - exact).abs() < 1e-8);
    }
    // slower and slower, and sliding everywhere
    let norm = |p: &Point| p.acceleration.iter().map(|a| a * a).sum::<f64>().sqrt();
    assert!(
        branch
            .points
            .windows(2)
            .all(|two| norm(&two[1]) < norm(&two[0]))
    );
    assert!((branch.points.iter()).all(|p| p.modes.contacts == [ContactMode::Slide; 3]));
    let last = branch.points.last().unwrap();
    assert!(norm(last) < 1e-7, "{last:?}");
    let before = &branch.points[branch.points.len() - 2];
    let end = limit(&before.acceleration, last);
    assert!(
        (last.parameter - end).abs() < 1e-8,
        "{} {end}",
        last.parameter
    );
    assert!((end - 0.837923985).abs() < 1e-9, "{end}");
}

/// The μ at which friction at its bound against some motion y holds everything: Jᵀc + f = 0, c_T = −μ c_n E²J_T y/|E J_T y|, J_n y = 0 and |y| = 1.
fn limit(y: &[f64], last: &Point) -> f64 {
    let posed = example_2(0.75);
    let (data, force) = (posed.problem.data(), posed.problem.force());
    let axes = [1.0, 1.0, 2.0];
    let residual = |x: &[f64]| -> Vec<f64> {
        let (y, c_n, mu) = (&x[..8], &x[8..11], x[11]);
        let mut balance = force.clone();
        let mut rest = Vec::new();
        for (contact, c_n) in data.contacts.iter().zip(c_n) {
            let row = contact.row;
            data.rows.scatter(row, *c_n, &mut balance);
            rest.push(data.rows.dot(row, y));
            let slip: [f64; 3] = std::array::from_fn(|k| axes[k] * data.rows.dot(row + 1 + k, y));
            let size = slip.iter().map(|s| s * s).sum::<f64>().sqrt();
            for k in 0..3 {
                let friction = -mu * c_n * axes[k] * slip[k] / size;
                data.rows.scatter(row + 1 + k, friction, &mut balance);
            }
        }
        rest.push(y.iter().map(|y| y * y).sum::<f64>() - 1.0);
        balance.extend(rest);
        balance
    };
    let size = y.iter().map(|y| y * y).sum::<f64>().sqrt();
    let mut x: Vec<f64> = y.iter().map(|y| y / size).collect();
    x.extend(last.forces.iter().map(|c| c.normal));
    // begun some way off
    x.push(0.83);
    for _ in 0..20 {
        let h = 1e-6;
        let columns: Vec<Vec<f64>> = (0..x.len())
            .map(|j| {
                let at = |by: f64| {
                    let mut x = x.clone();
                    x[j] += by;
                    residual(&x)
                };
                let (ahead, behind) = (at(h), at(-h));
                ahead
                    .iter()
                    .zip(&behind)
                    .map(|(a, b)| (a - b) / (2.0 * h))
                    .collect()
            })
            .collect();
        let jacobian = Matrix::from_fn(x.len(), x.len(), |i, j| columns[j][i]);
        let mut step = residual(&x);
        assert!(Lu::new(&jacobian).solve(&mut step), "the limit is regular");
        x.iter_mut().zip(&step).for_each(|(x, step)| *x -= step);
    }
    let left = residual(&x).iter().fold(0.0_f64, |m, f| m.max(f.abs()));
    assert!(left < 1e-10, "{left}");
    x[11]
}

/// A search from many starts sees the sliding solution on one side of the end and not on the other.
#[test]
fn a_search_agrees_with_the_end_of_the_branch() {
    let settings = search::Settings {
        starts: 40,
        ..search::Settings::default()
    };
    let branch = over_friction(&example_2(0.75), 0.75, [0.7, 1.0]);
    let before = &branch.points[branch.points.len() - 2];
    let reduced = example_2(0.75).problem.reduce().unwrap();
    let parts = before.forces.iter().flat_map(|c| c.parts());
    let seed: Vec<f64> = parts.take(reduced.len()).collect();
    for (mu, slides) in [(0.8379, 1), (0.83795, 0)] {
        let problem = example_2(mu).problem;
        let found = search::all(
            &problem,
            &settings,
            std::slice::from_ref(&seed),
            &mut |_, _| true,
        );
        let found = found.unwrap();
        let sliding = found.solutions.iter().filter(|s| !s.is_stuck()).count();
        assert_eq!(sliding, slides, "{mu}: {found:?}");
    }
}

/// As printed, with friction along −a, the branch of Table 1 breaks two contacts, one sticks, and ends at rest; it passes the table's μ = 0.9.
#[test]
fn the_branch_of_table_1_goes_from_mode_to_mode() {
    use ContactMode::{Break, Slide, Stick};
    let branch = over_friction(&example_2_as_printed(0.9), 0.9, [0.1, 2.0]);
    let changes = [EventKind::Contact(2), EventKind::Contact(0)];
    let ends = [EventKind::Range, EventKind::Sticks];
    assert_eq!(kinds(&branch), [ends[0], changes[0], changes[1], ends[1]]);
    let after: Vec<_> = (branch.events[1..].iter())
        .map(|event| {
            branch.points[(event.point + 1).min(branch.points.len() - 1)]
                .modes
                .contacts
                .clone()
        })
        .collect();
    assert_eq!(
        after,
        [
            [Slide, Slide, Break],
            [Stick, Slide, Break],
            [Stick, Slide, Break]
        ]
    );
    // from another start the same course
    let again = over_friction(&example_2_as_printed(0.5), 0.5, [0.1, 2.0]);
    for (a, b) in branch.events.iter().zip(&again.events) {
        assert_eq!(a.kind, b.kind);
        assert!((a.parameter - b.parameter).abs() < 1e-8, "{a:?} {b:?}");
    }
}
