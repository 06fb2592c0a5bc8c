use super::*;
use crate::samples::block_frame;

fn block(step: f64) -> ContactProblem {
    let mass = Mass::diagonal(&[1.0, 1.0]).unwrap();
    ContactProblem::new(mass, &[1.0, -2.0], &[0.0, -10.0], step).unwrap()
}

#[test]
fn targets_of_the_three_laws() {
    let target = |law| {
        let mut problem = block(0.1);
        let added = problem.add_contact(7, &block_frame(), Friction::planar(0.5), law);
        added.unwrap();
        problem.contacts[0].target
    };
    assert_eq!(target(NormalLaw::Velocity), 0.0);
    assert_eq!(target(NormalLaw::Newton { restitution: 0.5 }), 1.0);
    let at = |gap, along| target(NormalLaw::Position { gap, along });
    assert_eq!(at(0.05, 0.0), -0.5);
    assert_eq!(at(0.05, -2.0), -2.5);
}

#[test]
fn a_receding_contact_is_not_left_approaching() {
    let mass = Mass::diagonal(&[1.0, 1.0]).unwrap();
    let mut problem = ContactProblem::new(mass, &[0.0, 2.0], &[0.0, 0.0], 0.0).unwrap();
    let law = NormalLaw::Newton { restitution: 0.5 };
    let added = problem.add_contact(0, &block_frame(), Friction::none(), law);
    added.unwrap();
    assert_eq!(problem.contacts[0].target, 0.0);
}

#[test]
fn errors_name_the_contact_the_field_and_the_remedy() {
    let mut frame = block_frame();
    let mut problem = block(0.0);
    let mut message = |frame: &Frame, friction: Friction, law| {
        problem
            .add_contact(3, frame, friction, law)
            .unwrap_err()
            .to_string()
    };
    let law = NormalLaw::Velocity;
    let planar = || Friction::planar(0.5);
    let gap = NormalLaw::Position {
        gap: 0.0,
        along: 0.0,
    };
    let bouncy = NormalLaw::Newton { restitution: 1.5 };
    for (text, words) in [
        (message(&frame, planar(), gap), ["step is 0", "h > 0"]),
        (message(&frame, planar(), bouncy), ["1.5", "[0, 1]"]),
        (
            message(&frame, Friction::planar(-0.1), law),
            ["-0.1", "≥ 0"],
        ),
    ] {
        assert!(words.iter().all(|w| text.contains(w)), "{text}");
    }
    frame.tangent.push(5, 1.0);
    let text = message(&frame, planar(), law);
    assert!(
        text.contains("contact 3: tangent") && text.contains("velocity 5"),
        "{text}"
    );
    frame.clear();
    assert!(message(&frame, planar(), law).contains("normal is zero"));
    frame.normal.push(0, f64::NAN);
    assert!(message(&frame, planar(), law).contains("contact 3: normal[0] is NaN"));
}

#[test]
fn steps_go_forward() {
    let mass = Mass::diagonal(&[1.0]).unwrap();
    let error = ContactProblem::new(mass, &[0.0], &[0.0], -0.1).unwrap_err();
    assert!(matches!(error, Error::BadStep { value: -0.1, .. }));
}

#[test]
fn resemblance_notices_every_change() {
    let with = |change: &dyn Fn(&mut ContactProblem)| {
        let mut problem = block(0.1);
        let law = NormalLaw::Velocity;
        problem
            .add_contact(0, &block_frame(), Friction::planar(0.5), law)
            .unwrap();
        problem.add_joint(0, [(0, 1.0), (1, 0.5)], 0.0).unwrap();
        change(&mut problem);
        problem
    };
    let same = with(&|_| {});
    assert!(same.resembles(&with(&|_| {}), 1e-12, 0.0));
    assert!(same.resembles(&with(&|p| p.free[0] += 1e-13), 1e-12, 0.0));
    assert!(!same.resembles(&with(&|p| p.free[0] += 1e-9), 1e-12, 0.0));
    assert!(!same.resembles(&with(&|p| p.contacts[0].target = 1e-6), 1e-12, 0.0));
    assert!(!same.resembles(&with(&|p| p.joints[0].target = 1e-6), 1e-12, 0.0));
    assert!(!same.resembles(&with(&|p| p.contacts[0].surface[1] = 1e-6), 1e-12, 0.0));
    let moved = with(&|p| p.contacts[0].target = 1e-9);
    assert!(!same.resembles(&moved, 1e-12, 0.9e-9));
    assert!(same.resembles(&moved, 1e-12, 1.1e-9));
    let other_row = with(&|p| {
        p.joints.clear();
        p.add_joint(0, [(0, 1.0), (1, 0.5001)], 0.0).unwrap();
    });
    assert!(!same.resembles(&other_row, 1e-12, 0.0));
    assert!(!same.resembles(
        &with(&|p| p.mass = Mass::diagonal(&[1.0, 1.1]).unwrap()),
        1e-12,
        0.0
    ));
}

#[test]
fn a_contact_that_is_refused_leaves_nothing_behind() {
    let mut problem = block(0.1);
    let mut add = |frame: &Frame, law| {
        let added = problem.add_contact(0, frame, Friction::planar(0.5), law);
        (added.is_ok(), problem.rows.len(), problem.contacts.len())
    };
    let mut bad = block_frame();
    bad.tangent.push(1, f64::INFINITY);
    let bouncy = NormalLaw::Newton { restitution: 1.5 };
    assert_eq!(add(&block_frame(), NormalLaw::Velocity), (true, 2, 1));
    assert_eq!(add(&bad, NormalLaw::Velocity), (false, 2, 1));
    assert_eq!(add(&block_frame(), bouncy), (false, 2, 1));
    assert_eq!(add(&block_frame(), NormalLaw::Velocity), (true, 4, 2));
}
