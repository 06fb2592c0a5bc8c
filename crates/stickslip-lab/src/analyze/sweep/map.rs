//! How many motions there are over two parameters, whether it jams, and a quantity of the slowest motion: such a map is [TP97 Fig. 3].

use super::answers::{Answer, Answers};
use super::{Plane, grid};
use crate::analyze::Posed;
use serde::Serialize;

/// A number to draw over the map, of the slowest motion at each point.
pub type Quantity<'a> = &'a dyn Fn(&Posed, &Answer) -> f64;

/// Where to look, and how hard.
#[derive(Clone, Debug, PartialEq)]
pub struct MapSettings {
    /// The least and the largest value of each parameter.
    pub ranges: [[f64; 2]; 2],
    /// How many points along each; 25 and 25 unless told.
    pub points: [usize; 2],
    /// Random starts at each point, beside the motions of its neighbours; 8 unless told.
    pub starts: usize,
}

impl MapSettings {
    /// The usual, over two ranges.
    pub fn over(ranges: [[f64; 2]; 2]) -> Self {
        Self {
            ranges,
            points: [25, 25],
            starts: 8,
        }
    }
}

/// A pair of values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapPoint {
    /// The two parameters.
    pub at: [f64; 2],
    /// How many motions were found; nothing where the problem is not posed.
    pub count: Option<usize>,
    /// Whether it is proven that there are no others.
    pub complete: bool,
    /// Whether it jams.
    pub jams: Option<bool>,
    /// By how much (N), see [`Jam`](super::Jam).
    pub margin: Option<f64>,
    /// The quantity of the slowest motion.
    pub quantity: Option<f64>,
    /// Why the problem is not posed.
    pub reason: Option<String>,
}

/// Two parameters and what becomes of the motions.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Map {
    /// The values of the first parameter and of the second.
    pub axes: [Vec<f64>; 2],
    /// Row after row: the first parameter changes fastest. If it was told to stop, the points that are done.
    pub points: Vec<MapPoint>,
    /// Whether it was told to stop.
    pub interrupted: bool,
}

impl Map {
    /// The point at two indices, if it is done.
    pub fn point(&self, first: usize, second: usize) -> Option<&MapPoint> {
        let width = self.axes[0].len();
        (first < width)
            .then(|| self.points.get(second * width + first))
            .flatten()
    }

    /// How many points have a motion.
    pub fn solved(&self) -> usize {
        let solved = |point: &&MapPoint| point.count.is_some_and(|count| count > 0);
        self.points.iter().filter(solved).count()
    }
}

/// |a_T| of a contact: its slip acceleration along the surface (m/s²), without the spin.
pub fn slip_of(contact: usize) -> impl Fn(&Posed, &Answer) -> f64 {
    move |_, answer| match answer.motion.contacts.get(contact) {
        Some([_, t, o, _]) => t.hypot(*o),
        None => f64::NAN,
    }
}

/// Goes over two parameters. `progress` hears how many of how many points are done, and ends it by saying false: what is done is kept.
pub fn map(
    plane: Plane,
    settings: &MapSettings,
    quantity: Option<Quantity>,
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Map {
    let axes = [0, 1].map(|k| grid(settings.ranges[k], settings.points[k]));
    let total = axes[0].len() * axes[1].len();
    let mut out = Map::default();
    // what was found in the row before, replaced point by point
    let mut below: Vec<Option<Answers>> = vec![None; axes[0].len()];
    'rows: for &second in &axes[1] {
        for (i, &first) in axes[0].iter().enumerate() {
            if !progress(out.points.len(), total) {
                out.interrupted = true;
                break 'rows;
            }
            let neighbours = &below[i.saturating_sub(1)..=i];
            let seeds: Vec<&Answers> = neighbours.iter().flatten().collect();
            let found = plane(first, second).and_then(|posed| {
                let found = Answers::of(&posed, settings.starts, &seeds)?;
                Ok((posed, found))
            });
            out.points
                .push(point([first, second], found.as_ref(), quantity));
            below[i] = found.ok().map(|(_, found)| found);
        }
    }
    out.axes = axes;
    out
}

fn point(
    at: [f64; 2],
    found: Result<&(Posed, Answers), &String>,
    quantity: Option<Quantity>,
) -> MapPoint {
    let (posed, answers) = match found {
        Ok((posed, answers)) => (posed, answers),
        Err(reason) => {
            return MapPoint {
                at,
                count: None,
                complete: false,
                jams: None,
                margin: None,
                quantity: None,
                reason: Some(reason.clone()),
            };
        }
    };
    MapPoint {
        at,
        count: Some(answers.answers.len()),
        complete: answers.complete,
        jams: answers.jam.map(|jam| jam.exists),
        margin: answers.jam.map(|jam| jam.margin),
        quantity: quantity.and_then(|of| answers.slowest().map(|answer| of(posed, answer))),
        reason: None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{drawer_scene, tp97_example_1};
    use super::*;

    /// [TP97 Fig. 3]: |a_2T| over μ1 and μ2, 400 of 400 problems solved whether det J = −ζ is 0 or not.
    #[test]
    fn figure_3_has_all_of_its_points() {
        let settings = MapSettings {
            points: [20, 20],
            starts: 0,
            ..MapSettings::over([[0.1, 1.0]; 2])
        };
        let slip = slip_of(1);
        for (zeta, corner) in [(2.0, 0.011931), (0.0, 0.739984)] {
            let plane =
                |mu1: f64, mu2: f64| tp97_example_1(&[("mu1", mu1), ("mu2", mu2), ("zeta", zeta)]);
            let map = map(&plane, &settings, Some(&slip), &mut |_, _| true);
            assert_eq!((map.points.len(), map.solved()), (400, 400));
            let first = map.point(0, 0).unwrap().quantity.unwrap();
            assert!((first - corner).abs() < 1e-6, "{zeta}: {first}");
            // more friction at the hump, less slip there
            for row in 0..20 {
                let quantity = |k: usize| map.point(row, k).unwrap().quantity.unwrap();
                assert!((1..20).all(|k| quantity(k) <= quantity(k - 1) + 1e-9));
            }
        }
    }

    /// The drawer jams where μ ≥ length/(2 e).
    #[test]
    fn the_drawer_jams_above_a_hyperbola() {
        let settings = MapSettings {
            points: [9, 7],
            ..MapSettings::over([[0.1, 0.93], [0.12, 0.55]])
        };
        let plane = |mu: f64, e: f64| drawer_scene(&[("mu", mu), ("eccentricity", e)]);
        let map = map(&plane, &settings, None, &mut |_, _| true);
        assert_eq!(map.points.len(), 63);
        for point in &map.points {
            let [mu, e] = point.at;
            assert_eq!(point.jams, Some(mu >= 0.15 / e), "{mu} {e}");
            assert!(point.quantity.is_none() && point.count.is_some_and(|n| n > 0));
        }
        assert!(map.points.iter().any(|p| p.jams == Some(true)));
    }

    #[test]
    fn it_can_be_stopped_and_says_what_is_not_posed() {
        let settings = MapSettings {
            points: [4, 4],
            ..MapSettings::over([[-0.2, 0.4], [0.2, 0.5]])
        };
        let plane = |mu: f64, e: f64| drawer_scene(&[("mu", mu), ("eccentricity", e)]);
        let map = map(&plane, &settings, None, &mut |done, _| done < 6);
        assert!(map.interrupted && map.points.len() == 6);
        assert!(map.points[0].reason.is_some() && map.points[0].count.is_none());
        assert!(map.points[3].reason.is_none() && map.point(3, 0) == Some(&map.points[3]));
        assert!(map.point(2, 1).is_none());
    }
}
