//! Solutions followed while a parameter changes.
