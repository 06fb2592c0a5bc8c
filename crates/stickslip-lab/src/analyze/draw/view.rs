//! From space to the plane of a picture: a parallel projection, or the plane itself.

use crate::problem_file::contact_problem::ContactPlace;

/// Where the eye is: three unit vectors at right angles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    /// To the right in the picture.
    pub(super) right: [f64; 3],
    /// Upwards in the picture.
    pub(super) up: [f64; 3],
    /// Towards the eye.
    pub(super) eye: [f64; 3],
}

/// How far the eye is raised above the horizon (rad).
const ELEVATION: f64 = 0.42;
/// From where one may look, about the vertical (rad): the first unless another is much better.
const AZIMUTHS: [f64; 6] = [0.61, -0.96, 1.13, -0.44, 2.53, -2.18];
const MUCH_BETTER: f64 = 1.4;

impl View {
    /// x to the right, y upwards.
    pub(super) const PLANE: Self = Self {
        right: [1.0, 0.0, 0.0],
        up: [0.0, 1.0, 0.0],
        eye: [0.0, 0.0, 1.0],
    };

    /// x to the right, z upwards.
    pub(super) const ELEVATION: Self = Self {
        right: [1.0, 0.0, 0.0],
        up: [0.0, 0.0, 1.0],
        eye: [0.0, -1.0, 0.0],
    };

    fn from(azimuth: f64) -> Self {
        let ((sin, cos), (rise, level)) = (azimuth.sin_cos(), ELEVATION.sin_cos());
        Self {
            right: [-sin, cos, 0.0],
            up: [-rise * cos, -rise * sin, level],
            eye: [level * cos, level * sin, rise],
        }
    }

    /// The view from which the contacts are well apart, and their normals not too short.
    pub(super) fn of_space(places: &[Option<ContactPlace>]) -> Self {
        let places: Vec<&ContactPlace> = places.iter().flatten().collect();
        let quality = |view: &Self| {
            let mut apart = f64::INFINITY;
            for (i, a) in places.iter().enumerate() {
                for b in &places[..i] {
                    let [p, q] = [view.place(a.point), view.place(b.point)];
                    apart = apart.min((p[0] - q[0]).hypot(p[1] - q[1]));
                }
            }
            let long = |place: &&ContactPlace| {
                let [x, y] = view.place(place.normal);
                x.hypot(y)
            };
            let apart = if apart.is_finite() { apart } else { 1.0 };
            apart * places.iter().map(long).fold(1.0, f64::min)
        };
        let mut best = Self::from(AZIMUTHS[0]);
        for azimuth in &AZIMUTHS[1..] {
            let other = Self::from(*azimuth);
            if quality(&other) > MUCH_BETTER * quality(&best) {
                best = other;
            }
        }
        best
    }

    /// Right and up in the picture, of a point or a direction.
    pub(super) fn place(&self, point: [f64; 3]) -> [f64; 2] {
        [dot(self.right, point), dot(self.up, point)]
    }

    /// How near a point is to the eye.
    pub(super) fn near(&self, point: [f64; 3]) -> f64 {
        dot(self.eye, point)
    }

    /// Names and directions of the axes of space that are seen.
    pub(super) fn axes(&self) -> Vec<(String, [f64; 2])> {
        let axis = |k: usize| {
            let mut unit = [0.0; 3];
            unit[k] = 1.0;
            (["x", "y", "z"][k].to_owned(), self.place(unit))
        };
        let long = |(_, [x, y]): &(String, [f64; 2])| x.hypot(*y) > 0.1;
        (0..3).map(axis).filter(long).collect()
    }
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The corners of the convex hull of points in the plane, counter-clockwise.
pub(super) fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.retain(|point| point.iter().all(|x| x.is_finite()));
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let turn = |o: [f64; 2], a: [f64; 2], b: [f64; 2]| {
        (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
    };
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut hull: Vec<[f64; 2]> = Vec::new();
        for p in points {
            while hull.len() > 1 && turn(hull[hull.len() - 2], hull[hull.len() - 1], p) <= 0.0 {
                hull.pop();
            }
            hull.push(p);
        }
        hull.pop();
        hull
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_right_handed() {
        let views = AZIMUTHS.map(View::from);
        for view in views.iter().chain(&[View::PLANE, View::ELEVATION]) {
            let eye = cross(view.right, view.up);
            for k in 0..3 {
                assert!((eye[k] - view.eye[k]).abs() < 1e-12, "{view:?}");
            }
            assert!((dot(view.eye, view.eye) - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn the_hull_of_a_square_with_a_point_inside() {
        let square = [
            [0.0, 0.0],
            [1.0, 0.0],
            [1.0, 1.0],
            [0.0, 1.0],
            [0.5, 0.4],
            [0.5, 0.0],
            [f64::NAN, 0.0],
        ];
        assert_eq!(
            hull(square.to_vec()),
            [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
        );
        assert_eq!(hull(vec![[1.0, 2.0]]), [[1.0, 2.0]]);
    }

    /// Contacts behind each other are looked at from elsewhere.
    #[test]
    fn the_eye_goes_where_contacts_are_apart() {
        let place = |point: [f64; 3]| {
            Some(ContactPlace {
                point,
                normal: [0.0, 0.0, 1.0],
                tangent: None,
            })
        };
        let first = View::from(AZIMUTHS[0]);
        let behind = [[0.0; 3], first.eye].map(place);
        assert_ne!(View::of_space(&behind), first);
        assert_eq!(View::of_space(&[]), first);
    }
}
