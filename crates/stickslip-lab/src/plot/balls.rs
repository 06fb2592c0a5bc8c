//! Balls: their paths, and the impulses of the greatest collision.

use super::RunData;
use super::label::settings;
use crate::figure::{self, Arrow, Arrows, BallPath, Disc, Theme, Trajectories};
use stickslip::systems::Balls;
use stickslip::{Frame, Mode, System};

/// Numbers of q that a ball takes.
fn stride(system: &Balls) -> usize {
    let balls = system.parameters().radii.len();
    system.coordinates().positions() / balls
}

fn centre(q: &[f64], stride: usize, ball: usize) -> [f64; 3] {
    let at = ball * stride;
    [q[at], q[at + 1], q[at + 2]]
}

/// Elevation and plan of the paths [ST00 Figure 7], [ST00 Figure 8].
pub(super) fn paths(run: &RunData, system: &Balls, theme: Theme) -> Option<String> {
    let stride = stride(system);
    let balls = system
        .parameters()
        .radii
        .iter()
        .enumerate()
        .map(|(i, &radius)| BallPath {
            name: (i + 1).to_string(),
            radius,
            points: run.q.iter().map(|q| centre(q, stride, i)).collect(),
        });
    let figure = Trajectories {
        title: format!("{}: paths of the balls", run.scene.name),
        subtitle: match system.parameters().obstacles.is_empty() {
            true => settings(run),
            false => format!("{}; outlines of the fixed spheres", settings(run)),
        },
        balls: balls.collect(),
        table: system.parameters().table.then_some(0.0),
        obstacles: (system.parameters().obstacles.iter())
            .map(|o| (o.centre, o.radius))
            .collect(),
        ..Trajectories::default()
    };
    Some(figure.to_svg(theme))
}

/// The impulses on the balls in the step in which balls push each other most, seen from the side [ST00 Figure 6].
pub(super) fn collision(run: &RunData, system: &Balls, theme: Theme) -> Option<String> {
    let count = system.parameters().radii.len();
    let on_table = if system.parameters().table { count } else { 0 };
    // the step with the largest sum of normal impulses between balls
    let mut sums = vec![0.0; run.t.len()];
    let pairs = on_table..on_table + count * (count - 1) / 2;
    for touch in run.touches.iter().filter(|c| pairs.contains(&c.id)) {
        sums[touch.step] += touch.impulse[0];
    }
    let (step, largest) = sums.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
    if *largest <= 0.0 {
        return None;
    }
    let (t, q) = (run.t[step + 1], &run.q[step + 1]);
    let stride = stride(system);
    let centre = |ball: usize| centre(q, stride, ball);
    let side = |p: [f64; 3]| [p[0], p[2]];
    let discs = (0..count).map(|i| Disc {
        name: (i + 1).to_string(),
        centre: side(centre(i)),
        radius: system.parameters().radii[i],
    });

    let mut arrows = Vec::new();
    let mut frame = Frame::default();
    for touch in run
        .touches
        .iter()
        .filter(|c| c.step == step && c.impulse[0] > 0.0)
    {
        frame.clear();
        system.frame(touch.id, t, q, &mut frame);
        // the impulse on the body whose velocities begin at a given place: rows times impulses
        let push = |first: usize| -> [f64; 3] {
            let mut p = [0.0; 3];
            for (row, c) in touch.impulse.iter().enumerate().take(3) {
                for (dof, a) in frame.row(row).entries() {
                    if (first..first + 3).contains(&dof) {
                        p[dof - first] += c * a;
                    }
                }
            }
            p
        };
        for ball in 0..count {
            let vector = push(6 * ball);
            if vector == [0.0; 3] {
                continue;
            }
            // where on the ball: opposite to the normal impulse on it
            let mut normal = [0.0; 3];
            for (dof, a) in frame.normal.entries() {
                if (6 * ball..6 * ball + 3).contains(&dof) {
                    normal[dof - 6 * ball] = a;
                }
            }
            let (radius, c) = (system.parameters().radii[ball], centre(ball));
            let at = side([0, 1, 2].map(|i| c[i] - radius * normal[i]));
            arrows.push(Arrow {
                at,
                vector: side(vector),
                mode: mode(touch.mode),
                on: Some(ball),
                label: None,
            });
        }
    }
    let figure = Arrows {
        title: format!("{}: impulses of one step", run.scene.name),
        subtitle: format!(
            "t = {:.4} s to {t:.4} s, seen from the side (x, z); N·s",
            t - run.step()
        ),
        discs: discs.collect(),
        arrows,
        table: system.parameters().table.then_some(0.0),
        unit: "N·s".into(),
        ..Arrows::default()
    };
    Some(figure.to_svg(theme))
}

fn mode(mode: Mode) -> figure::Mode {
    match mode {
        Mode::Separating => figure::Mode::Separating,
        Mode::Sticking => figure::Mode::Sticking,
        Mode::Sliding => figure::Mode::Sliding,
        Mode::Impact => figure::Mode::Impact,
    }
}
