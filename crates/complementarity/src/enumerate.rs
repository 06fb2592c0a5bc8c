//! enumerate
