//! interior
