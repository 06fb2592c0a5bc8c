//! Colliders made ready: in the frame of their body, with everything that queries need.

use super::advance::thickness;
use super::ellipsoid::Ellipsoid;
use super::parry::Query;
use super::polytope::Polytope;
use super::surface::Surface;
use crate::vector::{length, minus, plus, scale};
use crate::world::{Collider, Groups, Pose, Shape};
use std::sync::Arc;

/// A collider in the frame of its body.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Index of the body.
    pub(crate) body: usize,
    /// Index among the colliders of the body.
    pub(crate) collider: usize,
    pub(crate) groups: Groups,
    form: Arc<Form>,
}

/// What parts that are alike share; a part is read as its form.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) solid: Solid,
    /// Where its own frame is in that of the body.
    pub(crate) place: Pose,
    /// Its least extent (m).
    pub(crate) thickness: f64,
    /// The same for distances.
    pub(crate) query: Option<Query>,
}

impl std::ops::Deref for Part {
    type Target = Form;

    #[inline]
    fn deref(&self) -> &Form {
        &self.form
    }
}

/// The shape of a part.
#[derive(Clone, Debug)]
pub(crate) enum Solid {
    Ball(Ball),
    Capsule(Capsule),
    Cylinder(Cylinder),
    Ellipsoid(Ellipsoid),
    Polytope(Arc<Polytope>),
    Surface(Arc<Surface>),
    HalfSpace(Plane),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub(crate) centre: [f64; 3],
    pub(crate) radius: f64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Capsule {
    pub(crate) ends: [[f64; 3]; 2],
    /// From the first end to the second, of length 1.
    pub(crate) along: [f64; 3],
    pub(crate) radius: f64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Cylinder {
    pub(crate) centre: [f64; 3],
    pub(crate) axis: [f64; 3],
    /// Two directions across the axis.
    pub(crate) across: [[f64; 3]; 2],
    pub(crate) half_length: f64,
    pub(crate) radius: f64,
}

impl Cylinder {
    /// The centres of its two rims, against the axis and along it.
    pub(crate) fn rims(&self) -> [[f64; 3]; 2] {
        [-self.half_length, self.half_length].map(|s| plus(self.centre, scale(s, self.axis)))
    }

    /// Its round side, as that of a capsule with the same axis.
    pub(crate) fn core(&self) -> Capsule {
        Capsule {
            ends: self.rims(),
            along: self.axis,
            radius: self.radius,
        }
    }

    /// The same in another frame.
    pub(crate) fn placed(&self, pose: &Pose) -> Self {
        Self {
            centre: pose.point(self.centre),
            axis: pose.direction(self.axis),
            across: self.across.map(|d| pose.direction(d)),
            ..*self
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    pub(crate) normal: [f64; 3],
    pub(crate) on: [f64; 3],
}

/// A box along the axes of the world: its least and its largest corner.
pub(crate) type Bounds = [[f64; 3]; 2];

impl Part {
    pub(crate) fn new(body: usize, collider: usize, from: &Collider) -> Self {
        let place = from.pose;
        let [x, y, z] =
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|d| place.direction(d));
        let centre = place.position;
        let polytope = |own: Polytope| Solid::Polytope(Arc::new(own.placed(&place)));
        let solid = match &from.shape {
            Shape::Sphere { radius } => Solid::Ball(Ball {
                centre,
                radius: *radius,
            }),
            Shape::Capsule {
                half_length,
                radius,
            } => Solid::Capsule(Capsule {
                ends: [-half_length, *half_length].map(|s| plus(centre, scale(s, z))),
                along: z,
                radius: *radius,
            }),
            Shape::Cylinder {
                half_length,
                radius,
            } => Solid::Cylinder(Cylinder {
                centre,
                axis: z,
                across: [x, y],
                half_length: *half_length,
                radius: *radius,
            }),
            Shape::Ellipsoid { half } => Solid::Ellipsoid(Ellipsoid { place, half: *half }),
            Shape::Box { half } => polytope(Polytope::cuboid(*half)),
            Shape::Convex(hull) => {
                polytope(Polytope::from_triangles(&hull.points, &hull.triangles))
            }
            Shape::Mesh(mesh) => Solid::Surface(Arc::new(Surface::new(mesh, &place))),
            Shape::HalfSpace => Solid::HalfSpace(Plane {
                normal: z,
                on: centre,
            }),
        };
        let mut form = Form {
            thickness: thickness(&solid),
            solid,
            place,
            query: None,
        };
        form.query = Query::new(&form);
        Self {
            body,
            collider,
            groups: from.groups,
            form: Arc::new(form),
        }
    }

    /// The same for a collider of another body that has this shape at this place.
    pub(crate) fn again(&self, body: usize, collider: usize, groups: Groups) -> Self {
        Self {
            body,
            collider,
            groups,
            ..self.clone()
        }
    }

    /// The box around it at a pose of its body; `None` for what has no end.
    pub(crate) fn bounds(&self, pose: &Pose) -> Option<Bounds> {
        let around = |points: &[[f64; 3]], radius: f64| {
            let mut bounds = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
            for p in points {
                let p = pose.point(*p);
                for k in 0..3 {
                    bounds[0][k] = bounds[0][k].min(p[k] - radius);
                    bounds[1][k] = bounds[1][k].max(p[k] + radius);
                }
            }
            bounds
        };
        Some(match &self.solid {
            Solid::Ball(ball) => around(&[ball.centre], ball.radius),
            Solid::Capsule(capsule) => around(&capsule.ends, capsule.radius),
            Solid::Polytope(polytope) => around(&polytope.points, 0.0),
            Solid::Surface(surface) => around(&surface.points, 0.0),
            Solid::Cylinder(cylinder) => {
                let (axis, centre) = (pose.direction(cylinder.axis), pose.point(cylinder.centre));
                let half: [f64; 3] = std::array::from_fn(|k| {
                    let across = (1.0 - axis[k] * axis[k]).max(0.0).sqrt();
                    cylinder.half_length * axis[k].abs() + cylinder.radius * across
                });
                [minus(centre, half), plus(centre, half)]
            }
            Solid::Ellipsoid(ellipsoid) => {
                let it = ellipsoid.placed(pose);
                let half =
                    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|d| it.extent(d));
                [
                    minus(it.place.position, half),
                    plus(it.place.position, half),
                ]
            }
            Solid::HalfSpace(_) => return None,
        })
    }

    /// The box around it, loosened by a margin (m); `None` for what has no end, or is nowhere.
    pub(crate) fn loose_bounds(&self, pose: &Pose, margin: f64) -> Option<Bounds> {
        let [low, high] = self.bounds(pose)?;
        // a hair more than the margin, because distances are rounded
        let margin = [margin * (1.0 + 1e-9) + 1e-12; 3];
        let bounds = [minus(low, margin), plus(high, margin)];
        (bounds.iter().flatten().all(|x| x.is_finite())).then_some(bounds)
    }

    /// A ball around it, in the frame of its body; `None` for what has no end.
    pub(crate) fn ball(&self) -> Option<Ball> {
        Some(match &self.solid {
            Solid::Ball(ball) => *ball,
            Solid::Capsule(c) => Ball {
                centre: scale(0.5, plus(c.ends[0], c.ends[1])),
                radius: 0.5 * length(minus(c.ends[1], c.ends[0])) + c.radius,
            },
            Solid::Cylinder(c) => Ball {
                centre: c.centre,
                radius: c.half_length.hypot(c.radius),
            },
            Solid::Ellipsoid(e) => Ball {
                centre: e.place.position,
                radius: e.half.iter().fold(0.0, |m, x| x.max(m)),
            },
            Solid::Polytope(p) => Ball {
                centre: p.centre,
                radius: p.radius,
            },
            Solid::Surface(s) => s.ball,
            Solid::HalfSpace(_) => return None,
        })
    }
}
