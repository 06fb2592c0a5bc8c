//! A scene of the benchmark as a model of the library.

use std::sync::Arc;
use stickslip::world::{
    Body, Collider, Hull, Inertia, Material, Materials, Model, Motion, Pose, Rule, Shape, Surface,
};
use stickslip::{Friction, Restitution};

/// A scene of the benchmark.
pub struct Scene {
    /// Length of a step (s).
    pub step: f64,
    /// (s)
    pub duration: f64,
    /// Steps between samples.
    pub every: usize,
    /// How many bodies move; they come first.
    pub moving: usize,
    /// What moves.
    pub model: Model,
}

/// Words of a file, one after the other.
struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    fn word(&mut self) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| "the file ends too early".into())
    }

    fn number(&mut self) -> Result<f64, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("{word:?} is no number"))
    }

    fn count(&mut self) -> Result<usize, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("{word:?} is no count"))
    }

    fn numbers<const N: usize>(&mut self) -> Result<[f64; N], String> {
        let mut out = [0.0; N];
        for x in &mut out {
            *x = self.number()?;
        }
        Ok(out)
    }
}

/// Reads a scene.
pub fn read(text: &str) -> Result<Scene, String> {
    let mut words = Words(text.split_ascii_whitespace());
    let [step, duration] = words.numbers()?;
    let every = words.count()?;
    let gravity = words.numbers()?;
    let [mu, restitution] = words.numbers()?;
    let [moving, fixed] = [words.count()?, words.count()?];
    let bodies = (0..moving + fixed)
        .map(|i| body(&mut words, i, i < moving).map_err(|e| format!("body {i}: {e}")))
        .collect::<Result<_, _>>()?;
    let mut surface = Surface::new(Friction::round(mu));
    surface.restitution = Restitution::Constant(restitution);
    let material = Material {
        name: "everything".into(),
        surface,
    };
    Ok(Scene {
        step,
        duration,
        every,
        moving,
        model: Model {
            gravity,
            materials: Materials {
                materials: vec![material],
                pairs: vec![],
                rule: Rule::Refuse,
            },
            bodies,
            joints: vec![],
            loads: vec![],
        },
    })
}

fn body(words: &mut Words, number: usize, moves: bool) -> Result<Body, String> {
    let kind = words.word()?;
    let size = words.numbers::<3>()?;
    let mass = words.number()?;
    let inertia = words.numbers::<3>()?;
    let pose = Pose {
        position: words.numbers()?,
        quat_wxyz: words.numbers()?,
    };
    let (velocity, spin) = (words.numbers()?, words.numbers()?);
    let corners = words.count()?;
    let corners: Vec<[f64; 3]> = (0..corners).map(|_| words.numbers()).collect::<Result<_, _>>()?;
    let shape = match kind {
        "box" => Shape::Box { half: size },
        "sphere" => Shape::Sphere { radius: size[0] },
        "convex" => Shape::Convex(Arc::new(Hull::new(&corners).map_err(|e| e.to_string())?)),
        other => return Err(format!("unknown kind {other:?}")),
    };
    let mut tensor = [[0.0; 3]; 3];
    (0..3).for_each(|i| tensor[i][i] = inertia[i]);
    Ok(Body {
        name: format!("{kind} {number}"),
        motion: if moves { Motion::Free } else { Motion::Fixed },
        pose,
        velocity,
        spin,
        colliders: vec![Collider::new(shape)],
        inertia: Inertia::Given {
            mass,
            centre: [0.0; 3],
            inertia: tensor,
        },
    })
}
