//! How hard to search, and what counts as a solution.

/// How to search for solutions.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Starts from random forces, beside zero and the seeds; 0 to some thousands.
    pub starts: usize,
    /// Where the random numbers begin: the same seed gives the same search.
    pub seed: u64,
    /// Bound on the natural map relative to the data, 1e-12 to 1e-6.
    pub tolerance: f64,
    /// Bound on the violation of each single law relative to the data, 1e-12 to 1e-6. Products of a large force with a small
    /// acceleration make it coarser than the natural map.
    pub violation: f64,
    /// Accelerations closer than this, relative to the data, are one solution; and what is smaller than a tenth of it is zero when modes are named.
    pub distance: f64,
    /// Complementary pairs up to which a problem with polyhedral friction is enumerated.
    pub pairs: usize,
    /// Nodes of that enumeration; a million take a few seconds.
    pub nodes: usize,
    /// Linear programmes by which polyhedral problems whose forces are not determined are enumerated; 0 leaves it. Six planar contacts
    /// take a hundred or so; of eight some choices may stay undecided.
    pub programmes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            starts: 60,
            seed: 1,
            tolerance: 1e-9,
            violation: 1e-8,
            distance: 1e-6,
            pairs: 48,
            nodes: 500_000,
            programmes: 10_000,
        }
    }
}

impl Settings {
    /// For a look at every step of a run: a few starts, and enumeration of the smallest problems only.
    pub fn quick() -> Self {
        Self {
            starts: 12,
            pairs: 16,
            nodes: 5_000,
            programmes: 0,
            ..Self::default()
        }
    }
}
