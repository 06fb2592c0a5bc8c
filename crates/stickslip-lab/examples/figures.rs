//! Draws every kind of figure with made-up data: `cargo run -p stickslip-lab --example figures -- FOLDER`.

use std::f64::consts::{PI, TAU};
use std::path::Path;
use stickslip_lab::figure::{
    Arrow, Arrows, Axis, BallPath, Convergence, Disc, FilmStrip, Instant, LineChart, Mark, Mode,
    Panels, Series, Shape, Theme, Trajectories,
};

fn main() -> std::io::Result<()> {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("usage: figures FOLDER");
        std::process::exit(2);
    };
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for (suffix, theme) in [("", Theme::Auto), ("-dark", Theme::Dark)] {
        let figures = [
            ("velocity", velocity().to_svg(theme)),
            ("marks", marks().to_svg(theme)),
            ("long-run", long_run().to_svg(theme)),
            ("many-series", many_series().to_svg(theme)),
            ("drift", drift().to_svg(theme)),
            ("gaps", gaps().to_svg(theme)),
            ("energy", energy().to_svg(theme)),
            ("rod", rod().to_svg(theme)),
            ("wheel", wheel().to_svg(theme)),
            ("balls", balls().to_svg(theme)),
            ("impulses", impulses().to_svg(theme)),
            ("convergence", convergence().to_svg(theme)),
        ];
        for (name, svg) in figures {
            println!("{name}{suffix}.svg {} kB", svg.len() / 1000);
            std::fs::write(folder.join(format!("{name}{suffix}.svg")), svg)?;
        }
    }
    Ok(())
}

/// The angular velocity of a falling rod, for several step sizes.
fn velocity() -> LineChart {
    let omega = |t: f64| match t {
        t if t < 0.383 => 4.0,
        t if t < 0.548 => -6.5 - 9.0 * (t - 0.383) * 4.0,
        _ => 0.0,
    };
    let series = [0.02, 0.01, 0.005, 0.0025].map(|h: f64| {
        let points = (0..=(0.7 / h).round() as usize).map(|k| {
            let t = k as f64 * h;
            [
                t,
                omega(t - h) + 12.0 * h * (t > 0.4) as u8 as f64 * (-20.0 * (t - 0.4)).exp(),
            ]
        });
        Series::new(format!("h = {h} s"), Mark::Steps, points)
    });
    LineChart {
        title: "Angular velocity of the rod".into(),
        subtitle: "μ = 0.6, l = 0.5 m, r = 0.05 m".into(),
        x: Axis::new("time", "s"),
        y: Axis::new("angular velocity ω", "rad/s"),
        series: series.to_vec(),
        ..LineChart::default()
    }
}

/// Lines, steps, markers and a dashed bound.
fn marks() -> LineChart {
    let t: Vec<f64> = (0..=40).map(|i| f64::from(i) * 0.05).collect();
    let of = |f: fn(f64) -> f64| t.iter().map(|t| f(*t)).collect::<Vec<_>>();
    LineChart {
        title: "Block on a shaken plane".into(),
        x: Axis::new("time", "s"),
        y: Axis::new("velocity", "m/s"),
        series: vec![
            Series::line("block", &t, &of(|t| 0.4 * (3.0 * t).sin())),
            Series::steps("plane", &t, &of(|t| 0.5 * (3.0 * t + 0.4).cos())),
            Series {
                mark: Mark::Markers,
                ..Series::line("measured", &t, &of(|t| 0.4 * (3.1 * t).sin()))
            },
            Series {
                mark: Mark::LineMarkers,
                ..Series::line("slip", &t, &of(|t| 0.1 * t - 0.3))
            },
            Series::line("bound", &[0.0, 2.0], &[0.45, 0.45])
                .dashed()
                .coloured(7),
        ],
        ..LineChart::default()
    }
}

/// A hundred thousand steps.
fn long_run() -> LineChart {
    let wave = |k: usize| {
        let points = (0..100_000).map(move |i| {
            let t = i as f64 * 1e-3;
            let noise = ((i * 7919 + k * 31) % 1013) as f64 / 1013.0 - 0.5;
            let spike = if i % 23_456 == 12_345 { 1.5 } else { 0.0 };
            [t, (0.2 * t + k as f64).sin() + 0.4 * noise + spike]
        });
        Series::new(format!("contact {}", k + 1), Mark::Line, points)
    };
    LineChart {
        title: "Contact forces of a long run".into(),
        subtitle: "100,000 steps of 1 ms, three contacts".into(),
        x: Axis::new("time", "s"),
        y: Axis::new("normal force", "N"),
        series: (0..3).map(wave).collect(),
        ..LineChart::default()
    }
}

/// More series than fit beside the chart.
fn many_series() -> LineChart {
    let t: Vec<f64> = (0..=200).map(|i| f64::from(i) * 0.01).collect();
    let series = (0..14).map(|k| {
        let y: Vec<f64> = t
            .iter()
            .map(|t| (-(f64::from(k) * 0.2 + 0.3) * t).exp())
            .collect();
        Series::line(format!("body {} of the stack", k + 1), &t, &y)
    });
    LineChart {
        title: "Settling of a stack".into(),
        x: Axis::new("time", "s"),
        y: Axis::log("kinetic energy", "J"),
        series: series.collect(),
        height: 260.0,
        ..LineChart::default()
    }
}

/// A tiny drift of a large number.
fn drift() -> LineChart {
    let t: Vec<f64> = (0..=500).map(|i| f64::from(i) * 20.0).collect();
    let y: Vec<f64> = t
        .iter()
        .map(|t| 120.0 + 3e-9 * (t / 700.0).sin() + 4e-13 * t)
        .collect();
    LineChart {
        title: "Total energy without friction".into(),
        x: Axis::new("time", "s"),
        y: Axis::new("energy", "J"),
        series: vec![Series::line("", &t, &y)],
        height: 180.0,
        ..LineChart::default()
    }
}

/// Logarithmic residuals with zeros and gaps.
fn gaps() -> LineChart {
    let y = |i: u32| match i {
        10..=14 => f64::NAN,
        30 => 0.0,
        i => 1e-3 * 0.6f64.powi(i as i32),
    };
    let points = (0..50).map(|i| [f64::from(i), y(i)]);
    LineChart {
        title: "Residual of a Newton method".into(),
        x: Axis::new("iteration", ""),
        y: Axis::log("residual", "N·s"),
        series: vec![Series::new("natural map", Mark::LineMarkers, points)],
        width: 480.0,
        height: 240.0,
        ..LineChart::default()
    }
}

/// Where the energy went.
fn energy() -> Panels {
    let t: Vec<f64> = (0..=700).map(|i| f64::from(i) * 1e-3).collect();
    let of = |f: &dyn Fn(f64) -> f64| t.iter().map(|t| f(*t)).collect::<Vec<_>>();
    let hit = |t: f64| if t < 0.383 { 0.0 } else { 1.0 };
    let kinetic = of(&|t| {
        if t < 0.383 {
            0.016 + 48.1 * t * t
        } else {
            3.2 * (-9.0 * (t - 0.383)).exp()
        }
    });
    let potential = of(&|t| 7.1 - 48.1 * t.min(0.383).powi(2));
    let impact = of(&|t| -3.9 * hit(t));
    let friction = of(&|t| -hit(t) * 3.2 * (1.0 - (-9.0 * (t - 0.383)).exp()));
    let residue = of(&|t| 1e-14 * (900.0 * t).sin() * (1.0 + 5.0 * t));
    let panel = |title: &str, series: Vec<Series>| LineChart {
        title: title.into(),
        x: Axis::new("time", "s"),
        y: Axis::new("", "J"),
        series,
        height: 110.0,
        ..LineChart::default()
    };
    Panels {
        title: "Energy ledger of the falling rod".into(),
        subtitle: "all in joules; what is dissipated counts negative".into(),
        charts: vec![
            panel(
                "Stored",
                vec![
                    Series::line("kinetic", &t, &kinetic),
                    Series::line("potential", &t, &potential),
                ],
            ),
            panel(
                "Dissipated",
                vec![
                    Series::steps("impact", &t, &impact).coloured(3),
                    Series::line("friction", &t, &friction).coloured(4),
                ],
            ),
            panel(
                "Unexplained",
                vec![Series::line("", &t, &residue).coloured(1)],
            ),
        ],
        ..Panels::default()
    }
}

/// A rod that falls, strikes, slides and slaps down.
fn rod() -> FilmStrip {
    let pose = |t: f64| -> [f64; 3] {
        let (hit, flat) = (0.383, 0.548);
        let angle = |t: f64| PI / 6.0 + 4.0 * t;
        if t <= hit {
            [0.0, 1.0 - 4.905 * t * t, angle(t)]
        } else {
            let s = ((t - hit) / (flat - hit)).min(1.0);
            let end = angle(hit) + s * (PI - angle(hit));
            [0.06 * s - 0.03 * s * s, 0.05 + 0.25 * end.sin(), end]
        }
    };
    let instant = |t: f64| {
        let [x, y, angle] = pose(t);
        let along = [0.25 * angle.cos(), 0.25 * angle.sin()];
        let (a, b) = ([x - along[0], y - along[1]], [x + along[0], y + along[1]]);
        let shapes = vec![Shape::Capsule { a, b, r: 0.05 }, Shape::Ground { y: 0.0 }];
        Instant { time: t, shapes }
    };
    FilmStrip {
        title: "Falling and spinning rod".into(),
        subtitle: "h = 0.0025 s; the time in seconds stands at one end of the rod".into(),
        instants: [0.0, 0.1, 0.2, 0.3, 0.383, 0.43, 0.48, 0.52, 0.6]
            .map(instant)
            .to_vec(),
        ..FilmStrip::default()
    }
}

/// A wheel that rolls over a step, with a box and a wire.
fn wheel() -> FilmStrip {
    let instant = |i: u32| {
        let t = f64::from(i) * 0.2;
        let x = 1.1 * t;
        let block = [
            [x - 0.1, 0.55],
            [x + 0.1, 0.55],
            [x + 0.1, 0.7],
            [x - 0.1, 0.7],
        ];
        let shapes = vec![
            Shape::Circle {
                c: [x, 0.2],
                r: 0.2,
                mark: Some(-x / 0.2),
            },
            Shape::Polygon(block.to_vec()),
            Shape::Polyline(vec![[x, 0.2], [x, 0.55]]),
            Shape::Ground { y: 0.0 },
        ];
        Instant { time: t, shapes }
    };
    FilmStrip {
        title: "A wheel and its load".into(),
        instants: (0..14).map(instant).collect(),
        ..FilmStrip::default()
    }
}

/// A thrown ball meets three in a line.
fn balls() -> Trajectories {
    let thrown = (0..=300).map(|i| {
        let t = f64::from(i) * 0.005;
        let z = if t < 0.4285 { 1.0 - 4.905 * t * t } else { 0.1 };
        let x = if t < 0.53 {
            1.5 * t
        } else {
            0.795 + 0.25 * (t - 0.53)
        };
        [x, 0.1 * t, z]
    });
    let struck = |x: f64, vx: f64, vy: f64| {
        move |i: u32| {
            let t = (f64::from(i) * 0.005 - 0.53).max(0.0);
            [x + vx * t, vy * t, 0.1]
        }
    };
    let path = |name: u32, points: Vec<[f64; 3]>| BallPath {
        name: name.to_string(),
        radius: 0.1,
        points,
    };
    Trajectories {
        title: "Four balls".into(),
        subtitle: "dashed where they start, filled where they end".into(),
        balls: vec![
            path(1, thrown.collect()),
            path(2, (0..=300).map(struck(1.0, 0.15, -0.42)).collect()),
            path(3, (0..=300).map(struck(1.20001, 0.35, 0.18)).collect()),
            path(4, (0..=300).map(struck(1.40002, 0.9, -0.03)).collect()),
        ],
        table: Some(0.0),
        ..Trajectories::default()
    }
}

/// The impulses when the thrown ball meets the line.
fn impulses() -> Arrows {
    let disc = |i: u32| Disc {
        name: (i + 1).to_string(),
        centre: [0.2 * f64::from(i), 0.1],
        radius: 0.1,
    };
    let arrow = |on: usize, at: [f64; 2], vector: [f64; 2], mode: Mode| Arrow {
        at,
        vector,
        mode,
        on: Some(on),
        label: None,
    };
    let mut arrows = Vec::new();
    for (i, (push, rub)) in [(1.21, 0.48), (0.86, 0.21), (0.52, 0.043)]
        .into_iter()
        .enumerate()
    {
        let x = 0.1 + 0.2 * i as f64;
        let support = [0.31 / (1.0 + i as f64), 0.11 / (1.0 + i as f64)];
        arrows.extend([
            arrow(i, [x, 0.1], [-push, 0.0], Mode::Impact),
            arrow(i, [x, 0.1], [0.0, rub], Mode::Sliding),
            arrow(i + 1, [x, 0.1], [push, 0.0], Mode::Impact),
            arrow(i + 1, [x, 0.1], [0.0, -rub], Mode::Sliding),
            arrow(i + 1, [x + 0.1, 0.0], [0.0, support[0]], Mode::Sticking),
            arrow(i + 1, [x + 0.1, 0.0], [-support[1], 0.0], Mode::Sticking),
        ]);
    }
    arrows.push(arrow(0, [0.0, 0.0], [0.0, 0.01], Mode::Separating));
    Arrows {
        title: "Impulses at the collision of the balls".into(),
        subtitle: "on each ball, at the contact where it acts".into(),
        discs: (0..4).map(disc).collect(),
        arrows,
        table: Some(0.0),
        ..Arrows::default()
    }
}

/// Errors of a scheme of order one.
fn convergence() -> Convergence {
    let steps: Vec<f64> = (0..5).map(|k| 0.02 * 0.5f64.powi(k)).collect();
    let errors = |scale: f64, order: f64, wobble: f64| {
        let error = |(i, h): (usize, &f64)| {
            [
                *h,
                scale * h.powf(order) * (1.0 + wobble * (i as f64 * TAU / 3.0).sin()),
            ]
        };
        steps.iter().enumerate().map(error).collect::<Vec<_>>()
    };
    Convergence {
        title: "Convergence on the falling rod".into(),
        subtitle: "against the solution for h = 0.000625 s".into(),
        y: Axis::log("largest error until t = 0.7 s", "SI"),
        series: vec![
            Series::new("position", Mark::Line, errors(0.8, 0.98, 0.05)),
            Series::new("velocity, L¹", Mark::Line, errors(6.0, 0.93, 0.1)),
            Series::new("angle", Mark::Line, errors(2.6, 1.03, 0.15)),
        ],
        ..Convergence::default()
    }
}
