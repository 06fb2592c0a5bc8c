//! The answer to a contact problem: impulses and the velocity at the end of the step.

/// The impulse at one contact over a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Impulse {
    /// c_n along n (N·s), never negative.
    pub normal: f64,
    /// c_t along t (N·s).
    pub tangent: f64,
    /// c_o along o (N·s).
    pub binormal: f64,
    /// c_r about n (N·m·s).
    pub torsion: f64,
}

impl Impulse {
    /// (c_t, c_o, c_r).
    pub fn friction(&self) -> [f64; 3] {
        [self.tangent, self.binormal, self.torsion]
    }

    /// (c_n, c_t, c_o, c_r), the order used everywhere.
    pub fn parts(&self) -> [f64; 4] {
        [self.normal, self.tangent, self.binormal, self.torsion]
    }

    /// A multiple of it.
    pub(crate) fn times(&self, factor: f64) -> Self {
        Self::from_parts(self.parts().map(|c| factor * c))
    }

    /// From (c_n, c_t, c_o, c_r).
    pub fn from_parts(c: [f64; 4]) -> Self {
        Self {
            normal: c[0],
            tangent: c[1],
            binormal: c[2],
            torsion: c[3],
        }
    }
}

/// Impulses and velocity that solve a [`ContactProblem`](crate::ContactProblem).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// One impulse per contact, in the order of the problem.
    pub impulses: Vec<Impulse>,
    /// One impulse per joint (N·s, N·m·s).
    pub joints: Vec<f64>,
    /// Generalised velocity v⁺ at the end of the step (m/s, rad/s).
    pub velocity: Vec<f64>,
}
