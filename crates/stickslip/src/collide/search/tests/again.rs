//! Contacts found again are those that a search would find that remembers nothing.

use super::*;
use crate::collide::again::Grid;
use crate::collide::random::Random;

#[test]
fn memory_changes_nothing() {
    let mut random = Random(3);
    let mut bodies = vec![body("floor", Motion::Fixed, vec![Shape::HalfSpace])];
    let mut poses = vec![Pose::IDENTITY];
    for i in 0..120 {
        let shape = match i % 3 {
            0 => cube(0.1),
            1 => Shape::Sphere { radius: 0.1 },
            _ => Shape::Capsule {
                half_length: 0.1,
                radius: 0.05,
            },
        };
        bodies.push(body(&format!("{i}"), Motion::Free, vec![shape]));
        poses.push(random.pose(0.5));
    }
    let radii = (0..bodies.len()).map(|i| (i > 0).then_some(0.2));
    let grid = Grid::new(0.1, radii);
    let mut search = Search::new(&bodies, &[]).unwrap();
    let (mut found, mut fresh) = (Vec::new(), Vec::new());
    let (mut kept, mut changes) = (0, 0);
    for step in 0..60 {
        // many move a little, few move much, and now and then nobody moves or all do
        for (i, pose) in poses.iter_mut().enumerate().skip(1) {
            let far = match step % 10 {
                3 | 4 => 0.0,
                7 => 1e-2,
                _ if i % 17 == step % 17 => 1e-2,
                _ => 1e-9,
            };
            let push = random.vector().map(|x| far * x);
            let turn = Pose::turned(push, random.vector().map(|x| far * x));
            *pose = turn.then(pose);
        }
        let reach: Vec<f64> = (0..poses.len())
            .map(|i| 1e-3 * (1 + i % 3) as f64)
            .collect();
        let changed = search.find_again(&grid, |i| poses[i], &reach, &mut found);
        let mut other = Search::new(&bodies, &[]).unwrap();
        other.find_again(&grid, |i| poses[i], &reach, &mut fresh);
        assert_eq!(found, fresh, "step {step}");
        changes += usize::from(changed);
        kept += usize::from(!changed);
        // at least what is in reach at the poses themselves
        let mut exact = Vec::new();
        other.find(&poses, &reach, &mut exact);
        for contact in exact {
            let pair = contact.parts();
            assert!(found.iter().any(|f| f.parts() == pair), "{contact:?}");
        }
    }
    assert!(kept >= 6 && changes >= 40, "{kept} {changes}");
}
