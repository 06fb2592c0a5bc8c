//! A world as a [`System`](crate::System).

use super::Model;
use crate::error::Error;

/// A world that can be stepped.
#[derive(Clone, Debug)]
pub struct World {
    model: Model,
}

impl World {
    /// Checks a model and makes it ready.
    pub fn new(model: Model) -> Result<Self, Error> {
        Ok(Self { model })
    }

    /// What it is made of.
    pub fn model(&self) -> &Model {
        &self.model
    }
}
