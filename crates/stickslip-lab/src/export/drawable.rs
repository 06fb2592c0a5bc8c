//! What is drawn: a body with its parts, and where it was at each time.

use stickslip::world::{Model, Motion, Pose, Shape};

/// A body to draw.
#[derive(Clone, Debug)]
pub struct Drawable {
    /// Its name.
    pub name: String,
    /// What it consists of.
    pub parts: Vec<Part>,
    /// Red, green and blue in [0, 1], linear; `None` for one of a palette.
    pub colour: Option<[f64; 3]>,
    /// Where it was at each time, z up; a single pose for a body that does not move.
    pub poses: Vec<Pose>,
}

/// A shape of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its shape.
    pub shape: Shape,
    /// Where it is in the body's frame.
    pub pose: Pose,
}

impl Part {
    /// A shape in the middle of its body.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            pose: Pose::IDENTITY,
        }
    }
}

/// Floors, walls and what else does not move: a light grey.
pub(super) const STILL: [f64; 3] = [0.62, 0.62, 0.60];

impl Drawable {
    /// A floor z ≤ 0.
    pub fn floor(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            parts: vec![Part::new(Shape::HalfSpace)],
            colour: Some(STILL),
            poses: vec![Pose::IDENTITY],
        }
    }
}

/// The bodies of a world that have a shape, at the given times (s) and coordinates. `pose` says where a body is, by its number, at
/// a time and q.
pub fn of_model(
    model: &Model,
    times: &[f64],
    q: &[Vec<f64>],
    pose: impl Fn(usize, f64, &[f64]) -> Pose,
) -> Vec<Drawable> {
    let mut bodies = all_of_model(model, times, q, pose);
    bodies.retain(|body| !body.parts.is_empty());
    bodies
}

/// The same with those that have none.
pub(super) fn all_of_model(
    model: &Model,
    times: &[f64],
    q: &[Vec<f64>],
    pose: impl Fn(usize, f64, &[f64]) -> Pose,
) -> Vec<Drawable> {
    let body = |(number, body): (usize, &stickslip::world::Body)| {
        let still = matches!(body.motion, Motion::Fixed);
        let parts = body.colliders.iter().map(|collider| Part {
            shape: collider.shape.clone(),
            pose: collider.pose,
        });
        Drawable {
            name: body.name.clone(),
            parts: parts.collect(),
            colour: still.then_some(STILL),
            poses: match still {
                true => vec![body.pose],
                false => (times.iter().zip(q))
                    .map(|(&t, q)| pose(number, t, q))
                    .collect(),
            },
        }
    };
    model.bodies.iter().enumerate().map(body).collect()
}
