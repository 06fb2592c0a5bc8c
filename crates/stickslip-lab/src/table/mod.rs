//! Tables of numbers on disk: `csv` for eyes and spreadsheets, `npz` for numpy.
//!
//! A CSV file grows a row at a time and survives an interrupted run; an NPZ file is written at once, at the
//! end. Both give back every f64 to the bit. Names carry their unit: `t_s`, `omega_rad_s`, `impulse_Ns`.

mod array;
mod csv;
mod error;
mod npy;
mod npz;
mod spool;

pub use array::{Array, Shape};
pub use csv::{Csv, CsvWriter, read_csv};
pub use error::{Fault, TableError};
pub(crate) use npz::write_spools;
pub use npz::{Npz, read_npz, write_npz};
pub(crate) use spool::Spool;

#[cfg(test)]
pub(crate) mod scratch;
