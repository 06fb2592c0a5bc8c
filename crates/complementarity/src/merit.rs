//! merit
