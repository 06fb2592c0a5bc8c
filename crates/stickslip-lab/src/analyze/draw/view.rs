//! From space to the plane of a picture: a parallel projection, or the plane itself.

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

/// From where one may look, about the vertical and above the horizon (rad): the first unless another is much better.
const EYES: [[f64; 2]; 8] = [
    [0.61, 0.42],
    [0.61, 0.25],
    [0.35, 0.25],
    [0.96, 0.25],
    [-0.96, 0.42],
    [-0.61, 0.42],
    [2.53, 0.42],
    [-2.18, 0.42],
];
const MUCH_BETTER: f64 = 1.4;
/// Points this part of their extent apart, and normals of this length, are good enough.
const APART: f64 = 0.12;
const LONG: f64 = 0.5;

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

    fn from([azimuth, elevation]: [f64; 2]) -> Self {
        let ((sin, cos), (rise, level)) = (azimuth.sin_cos(), elevation.sin_cos());
        Self {
            right: [-sin, cos, 0.0],
            up: [-rise * cos, -rise * sin, level],
            eye: [level * cos, level * sin, rise],
        }
    }

    /// The view from which points are well apart, and normals, which point into a body, not too short and on sides that are seen.
    pub(super) fn of_space(points: &[[f64; 3]], normals: &[[f64; 3]]) -> Self {
        let far = |of: &dyn Fn([f64; 3]) -> f64, start: f64, pick: fn(f64, f64) -> f64| {
            let mut found = start;
            for (i, a) in points.iter().enumerate() {
                // points that are one in space are no fault of the view
                for b in points[..i].iter().filter(|b| *b != a) {
                    found = pick(found, of([0, 1, 2].map(|k| a[k] - b[k])));
                }
            }
            found
        };
        let extent = far(&|d| dot(d, d).sqrt(), 0.0, f64::max);
        let quality = |view: &Self| {
            let seen = |d: [f64; 3]| {
                let [x, y] = view.place(d);
                x.hypot(y)
            };
            let apart = far(&seen, APART * extent, f64::min);
            let apart = if extent > 0.0 { apart / extent } else { APART };
            let long = normals
                .iter()
                .map(|normal| seen(*normal))
                .fold(LONG, f64::min);
            let towards = normals
                .iter()
                .filter(|normal| view.near(**normal) < 0.0)
                .count();
            let share = towards as f64 / normals.len().max(1) as f64;
            apart * long * (1.0 + 2.0 * share)
        };
        let mut best = Self::from(EYES[0]);
        for eye in &EYES[1..] {
            let other = Self::from(*eye);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn views_are_right_handed() {
        let views = EYES.map(View::from);
        for view in views.iter().chain(&[View::PLANE, View::ELEVATION]) {
            let eye = cross(view.right, view.up);
            for k in 0..3 {
                assert!((eye[k] - view.eye[k]).abs() < 1e-12, "{view:?}");
            }
            assert!((dot(view.eye, view.eye) - 1.0).abs() < 1e-12);
        }
    }

    /// Contacts behind each other are looked at from elsewhere.
    #[test]
    fn the_eye_goes_where_contacts_are_apart() {
        let first = View::from(EYES[0]);
        assert_ne!(View::of_space(&[[0.0; 3], first.eye], &[]), first);
        assert_ne!(View::of_space(&[], &[first.eye]), first);
        assert_eq!(View::of_space(&[], &[]), first);
    }
}
