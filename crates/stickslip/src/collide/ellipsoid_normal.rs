//! The normal of two ellipsoids, by an iteration of its own.

use super::ellipsoid::{Ellipsoid, stretched};
use crate::vector::{cross, dot, length, minus, plus, scale, tangent, unit};

/// Two ellipsoids in one frame. Along a unit vector n from the first to the second there is the gap g(n) = n·d − |A n| − |B n|,
/// where d is from centre to centre. Of ellipsoids that are apart it has one largest value on the sphere, which is their distance.
struct Two<'a> {
    both: [&'a Ellipsoid; 2],
    apart: [f64; 3],
}

/// Overlaps by less than this part of the thinnest axes are shallow: every other way out of them is longer.
const SHALLOW: f64 = 0.02;
/// Steps of an iteration. Half a dozen is the rule.
const MOST_STEPS: usize = 60;

/// The unit normal, from an ellipsoid to another in the same frame, along which their gap is largest: across their nearest
/// points if they are apart, and out of each other by the least way that is found if they overlap.
pub(crate) fn normal_between(a: &Ellipsoid, b: &Ellipsoid) -> [f64; 3] {
    let two = Two {
        both: [a, b],
        apart: minus(b.place.position, a.place.position),
    };
    let mut best = (f64::NEG_INFINITY, [0.0, 0.0, 1.0]);
    two.starts(|n| {
        let gap = two.gap(n);
        if gap > best.0 {
            best = (gap, n);
        }
    });
    best = two.climb(best.1);
    let thin = |e: &Ellipsoid| e.half.iter().fold(f64::INFINITY, |m, x| x.min(m));
    if best.0 < -SHALLOW * (thin(a) + thin(b)) {
        // apart there is one summit only, deep inside there are several
        two.starts(|n| {
            let other = two.climb(n);
            if other.0 > best.0 {
                best = other;
            }
        });
    }
    best.1
}

impl Two<'_> {
    fn gap(&self, n: [f64; 3]) -> f64 {
        dot(n, self.apart) - self.both[0].extent(n) - self.both[1].extent(n)
    }

    /// Directions to begin with: from centre to centre, and those in which flat and long things lie on each other.
    fn starts(&self, mut start: impl FnMut([f64; 3])) {
        start(unit(self.apart).unwrap_or([0.0, 0.0, 1.0]));
        let axes = self.both.map(|e| e.place.axes());
        let mut both_ways = |n: [f64; 3]| {
            start(n);
            start(scale(-1.0, n));
        };
        axes.iter().flatten().for_each(|n| both_ways(*n));
        for u in axes[0] {
            for v in axes[1] {
                unit(cross(u, v)).into_iter().for_each(&mut both_ways);
            }
        }
    }

    /// The summit of the gap above a direction, by Newton's method: its height and where it is.
    fn climb(&self, start: [f64; 3]) -> (f64, [f64; 3]) {
        let (mut height, mut n) = (self.gap(start), start);
        for _ in 0..MOST_STEPS {
            let e = tangent(n, [0.0, 0.0, 1.0]);
            let f = cross(n, e);
            let step = self.step(n, [e, f], height);
            let mut part = 1.0;
            let next = loop {
                let way = plus(scale(part * step[0], e), scale(part * step[1], f));
                let there = unit(plus(n, way)).unwrap_or(n);
                let gap = self.gap(there);
                // steps so small change the gap by less than its rounding, and are good whatever it says
                if gap >= height || length(way) < 1e-6 {
                    break Some((gap, there, length(way)));
                }
                part *= 0.5;
                if part < 1e-9 {
                    break None;
                }
            };
            let Some((gap, there, way)) = next else {
                break;
            };
            (height, n) = (gap, there);
            if way < 1e-15 {
                break;
            }
        }
        (height, n)
    }

    /// Newton's step across n, along two directions.
    fn step(&self, n: [f64; 3], [e, f]: [[f64; 3]; 2], height: f64) -> [f64; 2] {
        let mut slope = [dot(e, self.apart), dot(f, self.apart)];
        let (mut ee, mut ef, mut ff) = (0.0, 0.0, 0.0);
        for it in self.both {
            let [an, ae, af] = [n, e, f].map(|d| stretched(it.half, it.place.direction_back(d)));
            let reach = length(an);
            let (se, sf) = (dot(an, ae) / reach, dot(an, af) / reach);
            slope = [slope[0] - se, slope[1] - sf];
            ee += (dot(ae, ae) - se * se) / reach;
            ef += (dot(ae, af) - se * sf) / reach;
            ff += (dot(af, af) - sf * sf) / reach;
        }
        // the sphere bends too; where they overlap deeply, that would turn the climb into a descent
        let [a, b] = [ee + height, ff + height];
        if a > 0.0 && a * b > ef * ef {
            (ee, ff) = (a, b);
        }
        let det = ee * ff - ef * ef;
        [
            (ff * slope[0] - ef * slope[1]) / det,
            (ee * slope[1] - ef * slope[0]) / det,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::ellipsoid::tests::any;
    use crate::collide::random::Random;

    #[test]
    fn the_normal_between_two_of_them_is_across_their_nearest_points() {
        let mut r = Random(5);
        let mut apart = 0;
        for _ in 0..3000 {
            let (a, mut b) = (any(&mut r), any(&mut r));
            b.place.position = r.vector().map(|x| 8.0 * x);
            let n = normal_between(&a, &b);
            let (p, q) = (a.farthest(n), b.farthest(scale(-1.0, n)));
            let gap = dot(n, minus(q, p));
            let aside = length(minus(minus(q, p), scale(gap, n)));
            if gap > 0.0 {
                // a plane that separates and two points that are as close as its width: there is nothing nearer
                apart += 1;
                assert!(aside < 1e-7 * (1.0 + gap), "{a:?} {b:?}: {gap} {aside}");
                assert!(length(minus(q, p)) - gap < 1e-13, "{gap} {aside}");
                // pushed into each other along it a little, they leave each other along it
                b.place.position = minus(b.place.position, scale(gap + 1e-3, n));
                let out = normal_between(&a, &b);
                assert!(length(minus(out, n)) < 1e-6, "{a:?} {b:?}: {n:?} {out:?}");
            }
        }
        assert!(apart > 2000, "{apart}");
    }
}
