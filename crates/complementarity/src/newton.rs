//! Nonsmooth Newton.
