//! A step that is not certified, where the run is to stop: its problem is kept, so that it can be looked at and solved again.

use super::End;
use super::error::RunError;
use super::folder;
use crate::problem_file::{self, ContactData, Data, Problem};
use std::path::Path;
use stickslip::formulate::Polyhedral;
use stickslip::{ContactProblem, FrictionSet, ReducedProblem, Simulation, System};

/// Writes the problem of the failed step and says what happened.
pub(super) fn end<S: System>(
    folder: &Path,
    step: usize,
    simulation: &Simulation<S>,
) -> Result<End, RunError> {
    let report = simulation.report();
    let (residual, audit) = (report.solution.residual, report.audit);
    let joints = match report.joint_error {
        error if error > 0.0 => format!(", joint error {error:.1e}"),
        _ => String::new(),
    };
    let what =
        format!("step {step} is not certified: residual {residual:.1e}, audit {audit:.1e}{joints}");
    let problem =
        (simulation.unsolved()).and_then(|problem| as_file(&format!("step-{step}"), problem));
    let Some(problem) = problem else {
        return Ok(End::NotCertified(what));
    };
    let name = folder::failed_step(step);
    let path = folder.join(&name);
    let mut text = Vec::new();
    problem_file::write(&problem, &mut text).map_err(|source| folder::failed(&path, source))?;
    folder::write(&path, &text)?;
    Ok(End::NotCertified(format!(
        "{what}; its problem is in {name}, `stickslip solve` solves it again"
    )))
}

/// The problem in the format that holds it: `fc-local-1` for contacts that are all planar or all round, else `lcp-1` or `mlcp-1`
/// with pyramids in the place of cones. None if there is nothing in it.
fn as_file(name: &str, problem: &ContactProblem) -> Option<Problem> {
    let reduced = ReducedProblem::of(problem);
    let data = match dimension(&reduced) {
        Some(dim) => Data::Contact(Box::new(ContactData::new(dim, reduced).ok()?)),
        None => {
            let pyramids = Polyhedral::new(&reduced).ok()?;
            match (pyramids.lcp(), pyramids.mixed()) {
                (Some(lcp), _) => Data::Lcp(lcp.clone()),
                (None, Some(mixed)) => Data::Mlcp(mixed.clone()),
                (None, None) => return None,
            }
        }
    };
    Some(Problem {
        name: name.to_owned(),
        line: 1,
        data,
    })
}

/// Rows of a contact, if `fc-local-1` can hold the problem.
fn dimension(reduced: &ReducedProblem) -> Option<usize> {
    let first = reduced.contacts().first()?;
    let dim = 1 + first.rows;
    let fits = reduced.joints().is_empty()
        && reduced.contacts().iter().all(|contact| {
            let set = match &contact.friction.set {
                FrictionSet::Planar(_) => Some(2),
                FrictionSet::Ellipse(ellipse) if *ellipse == stickslip::Ellipse::DISC => Some(3),
                _ => None,
            };
            contact.reserve == 0.0 && 1 + contact.rows == dim && set == Some(dim)
        });
    fits.then_some(dim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip::{Frame, Friction, Mass, NormalLaw};

    /// A mass on a floor, with a friction of choice and perhaps a joint.
    fn problem(friction: Friction, joint: bool) -> ContactProblem {
        let mass = Mass::diagonal(&[2.0; 3]).unwrap();
        let mut problem =
            ContactProblem::new(mass, &[1.0, 0.5, 0.0], &[0.0, 0.0, -19.62], 0.01).unwrap();
        let mut floor = Frame::default();
        floor.normal.push(2, 1.0);
        floor.tangent.push(0, 1.0);
        floor.binormal.push(1, 1.0);
        problem
            .add_contact(0, &floor, friction, NormalLaw::Velocity)
            .unwrap();
        if joint {
            problem.add_joint(0, [(1, 1.0)], 0.0).unwrap();
        }
        problem
    }

    #[test]
    fn problems_go_into_the_format_that_holds_them_and_come_back() {
        for (friction, joint, format) in [
            (Friction::planar(0.5), false, "fc-local-1"),
            (Friction::round(0.5), false, "fc-local-1"),
            (Friction::polygon(0.5, 8).unwrap(), false, "lcp-1"),
            (Friction::round(0.5), true, "mlcp-1"),
            (Friction::none(), false, "lcp-1"),
        ] {
            let file = as_file("step-7", &problem(friction, joint)).unwrap();
            let mut text = Vec::new();
            problem_file::write(&file, &mut text).unwrap();
            let line = String::from_utf8(text.clone()).unwrap();
            assert!(line.contains(format), "{format}: {line}");
            assert_eq!(problem_file::read(&text[..], "here").unwrap(), [file]);
        }
    }
}
