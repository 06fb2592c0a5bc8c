//! Systems that come with the crate: those of the papers, and others with known answers.
