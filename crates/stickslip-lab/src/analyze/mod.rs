//! "Can it jam?": what the rigid model says about the contacts of one instant, or of one step. Does a solution exist, is it unique, which
//! motions are possible, how far is the design from jamming, and what would change it.
//!
//! A [`Posed`] problem is looked at from several sides, each with a proof that can be checked without the solver that found it: [`cone`] asks
//! convex questions (jamming, force ranges, wedging, existence), [`branch`] finds solutions by the modes of their contacts and
//! follows them in a parameter, [`search`] looks for solutions from many starts and with several methods, [`uniqueness`] proves that there
//! is no other, [`sweep`] asks what becomes of all that while parameters of a design change. [`study`] asks everything of a scene or a problem
//! file, [`text`] and [`json`] tell it, [`draw`] makes figures of it.

mod analysis;
pub mod branch;
pub mod cone;
mod design;
pub mod draw;
mod picture;
mod posed;
pub mod search;
mod study;
mod subject;
pub mod sweep;
mod tell;
pub mod uniqueness;
mod verdict;

pub use analysis::{Analysis, Progress, Settings, Stage, analyze};
pub use design::{Design, Question};
pub use picture::figures;
use posed::unknowns_of;
pub use posed::{FrictionLaw, Posed};
pub use study::{ImpulseLook, Study, study};
pub use subject::{Parameter, Sight, Subject, SubjectError, View, Wanted};
pub use tell::{Account, Told, Tone, account, json, text};
pub use verdict::{Evidence, Proof, Verdict, verdict};
