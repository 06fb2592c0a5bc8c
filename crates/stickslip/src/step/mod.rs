//! Time stepping.

mod settings;

pub use settings::{
    FrictionBound, ImpactLaw, LineariseAt, Locate, Projection, Refinement, Scheme, Settings,
};
