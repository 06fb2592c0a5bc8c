//! Pucks: the path seen from above with the friction on the puck, speed and spin, and stick and slip against a spring.

use super::RunData;
use super::forces::force;
use super::label::settings;
use super::motion::stepped;
use crate::figure::{Axis, FilmStrip, Instant, Legend, LineChart, Panels, Series, Shape, Theme};
use stickslip::systems::Puck;
use stickslip::{Frame, Mode, SlipLaw, System};

/// At most so many pucks are drawn along a path, and at least so many.
const MOST: usize = 10;
const LEAST: usize = 6;

/// The puck at chosen times seen from above, as the disc that has its mass and inertia, with the friction force on it.
pub(super) fn path(run: &RunData, system: &Puck, theme: Theme) -> Option<String> {
    let p = system.parameters();
    let radius = (2.0 * p.inertia / p.mass).sqrt();
    let place = |i: usize| [run.q[i][0], run.q[i][1]];
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for q in &run.q {
        for axis in 0..2 {
            low[axis] = low[axis].min(q[axis]);
            high[axis] = high[axis].max(q[axis]);
        }
    }
    let extent = (high[0] - low[0]).max(high[1] - low[1]);
    // a block that goes to and fro has no path worth a picture
    if p.spring.is_some() || extent < radius {
        return None;
    }
    let friction = world_friction(run, system);
    let most = (friction.iter()).fold(0.0, |most: f64, f| most.max(f[0].hypot(f[1])));
    // long enough to be seen, too short to reach the next puck
    let longest = (0.08 * extent).max(0.9 * radius);
    let metres = longest / most.max(f64::MIN_POSITIVE);

    // pucks at equal distances along the path, fewer if they would hide each other
    let pictures = ((extent / radius) as usize).clamp(LEAST, MOST);
    let mut instants = Vec::new();
    for &i in &spread(run, pictures) {
        let mut shapes = vec![Shape::Circle {
            c: place(i),
            r: radius,
            mark: Some(run.q[i][3]),
        }];
        // v^{l+1} and its impulse belong together: the force of the step that ends here
        let f = friction[i.saturating_sub(1)];
        if f[0].hypot(f[1]) > 1e-3 * most {
            shapes.push(Shape::Arrow {
                at: place(i),
                vector: f.map(|f| f * metres),
            });
        }
        instants.push(Instant {
            time: run.t[i],
            shapes,
        });
    }
    let figure = FilmStrip {
        title: format!("{}: path from above", run.scene.name),
        subtitle: format!(
            "{}; times in seconds; arrows: friction force, the longest {most:.3} N",
            settings(run)
        ),
        instants,
        trails: vec![(0..run.q.len()).map(place).collect()],
        x: Axis::new("x", "m"),
        y: Axis::new("y", "m"),
        ..FilmStrip::default()
    };
    Some(figure.to_svg(theme))
}

/// The friction force on the puck in world axes, a value for each step (N).
fn world_friction(run: &RunData, system: &Puck) -> Vec<[f64; 2]> {
    let [t, o] = [1, 2].map(|part| force(run, 0, part));
    let mut frame = Frame::default();
    (0..run.t.len() - 1)
        .map(|i| {
            frame.clear();
            system.frame(0, run.t[i + 1], &run.q[i + 1], &mut frame);
            let mut sum = [0.0; 2];
            for (c, row) in [(t[i], frame.row(1)), (o[i], frame.row(2))] {
                for (dof, a) in row.entries().filter(|(dof, _)| *dof < 2) {
                    sum[dof] += a * c;
                }
            }
            sum
        })
        .collect()
}

/// Indices at nearly equal distances along the path, the first and the last among them.
fn spread(run: &RunData, count: usize) -> Vec<usize> {
    let mut way = vec![0.0];
    for pair in run.q.windows(2) {
        let step = (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]);
        way.push(way[way.len() - 1] + step);
    }
    let whole = way[way.len() - 1];
    let mut chosen: Vec<usize> = (0..count)
        .map(|k| {
            let wanted = whole * k as f64 / (count - 1) as f64;
            way.partition_point(|w| *w < wanted - 1e-12 * whole)
        })
        .collect();
    chosen.dedup();
    chosen
}

/// Speed, slip over the floor and spin over time, with the times in which the puck sticks shaded.
pub(super) fn speed(run: &RunData, system: &Puck, theme: Theme) -> String {
    let p = system.parameters();
    let moving = p.floor_velocity != [0.0; 2] || p.floor_spin != 0.0;
    let speed: Vec<f64> = run.v.iter().map(|v| v[0].hypot(v[1])).collect();
    let slip: Vec<f64> = run
        .q
        .iter()
        .zip(&run.v)
        .map(|(q, v)| {
            let [x, y] = [q[0] - p.floor_centre[0], q[1] - p.floor_centre[1]];
            let [u, w] = p.floor_velocity;
            (v[0] - u + p.floor_spin * y).hypot(v[1] - w - p.floor_spin * x)
        })
        .collect();
    let mut lines = vec![Series::line("speed", &run.t, &speed)];
    if moving {
        lines.push(Series::line("slip over the floor", &run.t, &slip));
    }
    let spin: Vec<f64> = run.v.iter().map(|v| v[3]).collect();
    let mut charts = vec![LineChart {
        x: Axis::new("t", "s"),
        y: Axis::new("speed", "m/s"),
        legend: Legend::Above,
        series: lines,
        height: 220.0,
        shaded: sticking(run),
        ..LineChart::default()
    }];
    let mut title = "speed";
    if spin.iter().any(|w| *w != 0.0) {
        title = "speed and spin";
        charts.push(LineChart {
            x: Axis::new("t", "s"),
            y: Axis::new("spin", "rad/s"),
            series: vec![Series::line("", &run.t, &spin).coloured(2)],
            height: 160.0,
            shaded: sticking(run),
            ..LineChart::default()
        });
    }
    Panels {
        title: format!("{}: {title}", run.scene.name),
        subtitle: format!("{}; shaded while the puck sticks", settings(run)),
        charts,
        ..Panels::default()
    }
    .to_svg(theme)
}

/// The times in which the contact sticks (s).
fn sticking(run: &RunData) -> Vec<[f64; 2]> {
    let mut ranges: Vec<[f64; 2]> = Vec::new();
    for touch in run.touches.iter().filter(|c| c.mode == Mode::Sticking) {
        let [from, to] = [run.t[touch.step], run.t[touch.step + 1]];
        match ranges.last_mut() {
            Some(range) if from <= range[1] => range[1] = to,
            _ => ranges.push([from, to]),
        }
    }
    ranges
}

/// A block on a belt held by a spring: place and forces along the belt over time.
pub(super) fn stick_slip(run: &RunData, system: &Puck, theme: Theme) -> Option<String> {
    let brake = Brake::of(run, system)?;
    let t = &run.t;
    let shaded = sticking(run);
    let steps = t.len() - 1;
    let friction: Vec<f64> = world_friction(run, system)
        .iter()
        .map(|f| dot(*f, brake.along))
        .collect();
    let pull: Vec<f64> = brake.stretch.iter().map(|s| brake.stiffness * s).collect();
    let ends = [t[0], t[steps]];
    let level = |name: &str, force: f64, colour| {
        Series::line(name, &ends, &[force, force])
            .dashed()
            .coloured(colour)
    };
    let mut place = vec![Series::line("", t, &brake.stretch)];
    let mut subtitle = format!("{}; shaded while the block sticks", settings(run));
    if let Some(measured) = brake.measured(&shaded, ends[1]) {
        subtitle += &format!("; period {measured:.4} s");
    }
    if let Some(period) = brake.period {
        subtitle += &format!(", closed form {period:.4} s");
        // the ends of the sticking repeat with the period
        let range = brake.range();
        let start = shaded.iter().map(|s| s[1]).find(|end| *end < ends[1]);
        let mut at = start.unwrap_or(f64::INFINITY);
        let mut name = "closed-form period";
        while at <= ends[1] {
            place.push(Series::line(name, &[at, at], &range).dashed().coloured(1));
            name = "";
            at += period;
        }
    }
    let [rest, sliding] = brake.bounds;
    let mut forces = vec![
        Series::line("spring", t, &pull).coloured(0),
        stepped("friction", t, &friction).coloured(2),
        level("μ m g at rest", rest, 7),
    ];
    if sliding < rest {
        forces.push(level("μ m g in fast slip", sliding, 3));
    }
    let panel = |label: &str, unit: &str, series, legend| LineChart {
        x: Axis::new("t", "s"),
        y: Axis::new(label, unit),
        series,
        legend,
        height: 200.0,
        shaded: shaded.clone(),
        ..LineChart::default()
    };
    let figure = Panels {
        title: format!("{}: stick and slip", run.scene.name),
        subtitle,
        charts: vec![
            panel("stretch of the spring", "m", place, Legend::Above),
            panel("force along the belt", "N", forces, Legend::Above),
        ],
        ..Panels::default()
    };
    Some(figure.to_svg(theme))
}

/// The same in the plane of place and velocity: a clipped circle.
pub(super) fn phase(run: &RunData, system: &Puck, theme: Theme) -> Option<String> {
    let brake = Brake::of(run, system)?;
    let velocity: Vec<f64> = run
        .v
        .iter()
        .map(|v| dot([v[0], v[1]], brake.along))
        .collect();
    let [from, to] = brake.range();
    let margin = 0.05 * (to - from);
    let figure = LineChart {
        title: format!("{}: phase plane", run.scene.name),
        subtitle: settings(run),
        x: Axis {
            range: Some([from - margin, to + margin]),
            ..Axis::new("stretch of the spring", "m")
        },
        y: Axis::new("velocity along the belt", "m/s"),
        series: vec![
            Series::line("block", &brake.stretch, &velocity),
            Series::line("belt", &[from - margin, to + margin], &[brake.belt; 2]).dashed(),
        ],
        legend: Legend::Above,
        width: 560.0,
        height: 360.0,
        ..LineChart::default()
    };
    Some(figure.to_svg(theme))
}

/// A spring against a belt.
struct Brake {
    /// The direction of the belt.
    along: [f64; 2],
    /// Its speed V > 0 (m/s).
    belt: f64,
    /// k (N/m).
    stiffness: f64,
    /// How far the block is from the anchor along the belt, at each time (m).
    stretch: Vec<f64>,
    /// Friction at rest and in fast slip (N).
    bounds: [f64; 2],
    /// The period in closed form, for two coefficients (s).
    period: Option<f64>,
}

impl Brake {
    fn of(run: &RunData, system: &Puck) -> Option<Self> {
        let p = system.parameters();
        let spring = p.spring.filter(|s| s.stiffness > 0.0)?;
        let belt = p.floor_velocity[0].hypot(p.floor_velocity[1]);
        let weight = -p.mass * p.gravity[2];
        let level = p.gravity[0] == 0.0 && p.gravity[1] == 0.0 && p.floor_spin == 0.0;
        if !(belt > 0.0 && level && weight > 0.0) {
            return None;
        }
        let along = p.floor_velocity.map(|v| v / belt);
        let from = |q: &Vec<f64>| [q[0] - spring.anchor[0], q[1] - spring.anchor[1]];
        // as strong as the set is along the belt, as far as that does not depend on the turn
        let rest = p.friction.coefficient;
        let fast = match p.friction.slip_law {
            SlipLaw::TwoCoefficients { sliding } => sliding,
            SlipLaw::Decreasing { fast, .. } => fast,
            _ => rest,
        };
        let omega = (spring.stiffness / p.mass).sqrt();
        // it sticks for 2Δ/V, then slips on a circle about the place where spring and sliding friction balance
        let drop = (rest - fast) * weight / spring.stiffness;
        let turn = std::f64::consts::PI - (drop * omega / belt).atan();
        let period = matches!(p.friction.slip_law, SlipLaw::TwoCoefficients { .. } if drop > 0.0)
            .then_some(2.0 * drop / belt + 2.0 / omega * turn);
        Some(Self {
            along,
            belt,
            stiffness: spring.stiffness,
            stretch: run.q.iter().map(|q| dot(from(q), along)).collect(),
            bounds: [rest * weight, fast * weight],
            period,
        })
    }

    fn range(&self) -> [f64; 2] {
        let none = [f64::INFINITY, f64::NEG_INFINITY];
        (self.stretch.iter()).fold(none, |[low, high], s| [low.min(*s), high.max(*s)])
    }

    /// The mean time between the ends of sticking, without the one that the run cuts off (s).
    fn measured(&self, sticking: &[[f64; 2]], end: f64) -> Option<f64> {
        // sticking of a step or two at a turn is not a phase
        let long = |s: &&[f64; 2]| s[1] - s[0] > 0.05 * self.period.unwrap_or(0.0);
        let ends: Vec<f64> = sticking.iter().filter(long).map(|s| s[1]).collect();
        let whole = match ends.last() {
            Some(last) if *last >= end => &ends[..ends.len() - 1],
            _ => &ends[..],
        };
        match whole {
            [first, .., last] => Some((last - first) / (whole.len() - 1) as f64),
            _ => None,
        }
    }
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}
