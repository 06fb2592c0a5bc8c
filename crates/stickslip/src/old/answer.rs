//! The answer of a step: what the contacts did, and how everything moves afterwards.

/// The impulse one contact gave during the step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impulse {
    /// c_n along the normal (N·s); ≥ 0, contacts push.
    pub normal: f64,
    /// c_t along the tangent t (N·s).
    pub tangent: f64,
    /// c_o along the binormal o (N·s); 0 at a planar contact.
    pub binormal: f64,
}

/// Impulses and the velocity they lead to.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// One impulse per contact, in the order of the problem.
    pub impulses: Vec<Impulse>,
    /// Generalised velocity v⁺ at the end of the step (m/s, rad/s).
    pub velocity: Vec<f64>,
}
