//! lemke
