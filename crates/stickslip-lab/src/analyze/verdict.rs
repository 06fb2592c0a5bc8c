//! The verdict on a problem, in a few words, from all that was found out about it.
//!
//! A word is only as strong as its proof. Two different motions that obey all laws prove non-uniqueness; one proves nothing about others
//! unless the enumeration was complete or a theorem applies. Whether the *forces* are determinate is another question, see
//! [`force_ranges`](super::cone::force_ranges).

use super::cone::{Existence, Guarantee, Impossible, Stick};
use super::search::{Finder, Found, Judge, Settings, place};
use super::uniqueness::{Bound, Determinants, IndexSum};
use super::unknowns_of;
use serde::{Serialize, Serializer};
use std::fmt;
use stickslip::{Error, InstantProblem};

/// What was found out, as far as it was asked.
#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    /// Motions.
    pub found: &'a Found,
    /// What theory promises.
    pub existence: Option<&'a Existence>,
    /// A proof that there is no answer.
    pub impossible: Option<&'a Impossible>,
    /// Friction that is small enough.
    pub bound: Option<&'a Bound>,
    /// Signs of all choices of modes.
    pub determinants: Option<&'a Determinants>,
    /// Indices of the motions.
    pub index: Option<&'a IndexSum>,
    /// Whether everything can stick.
    pub stick: Option<&'a Stick>,
}

/// How many motions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One.
    Unique {
        /// Why there is no other; nothing if none was found, which is no proof.
        because: Option<Proof>,
    },
    /// Several: two were found, or the index of the one that was found proves that there are others.
    NonUnique,
    /// None with finite forces and accelerations.
    NoFiniteSolution {
        /// Whether that is proven; if not, none was found.
        proven: bool,
    },
    /// None was found although theory promises one, or the search was stopped: the search failed, not the problem.
    NotFound,
}

/// Why a motion is the only one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proof {
    /// All solutions were enumerated.
    Enumeration,
    /// Friction is below the bound.
    SmallFriction,
    /// The determinants of all choices of modes are positive.
    Determinants,
}

impl Proof {
    /// The proof in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Enumeration => "all choices of contact modes were tried",
            Self::SmallFriction => "friction is below the certified bound",
            Self::Determinants => "the determinants of all choices of contact modes are positive",
        }
    }
}

impl Verdict {
    /// The verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unique { because: Some(_) } => "unique (certified)",
            Self::Unique { because: None } => "unique as far as searched",
            Self::NonUnique => "non-unique",
            Self::NoFiniteSolution { .. } => "no finite solution",
            Self::NotFound => "not found",
        }
    }

    /// Whether it is proven.
    pub fn is_proven(self) -> bool {
        match self {
            Self::Unique { because } => because.is_some(),
            Self::NonUnique => true,
            Self::NoFiniteSolution { proven } => proven,
            Self::NotFound => false,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}

/// The verdict on a problem.
pub fn verdict(problem: &InstantProblem, evidence: &Evidence) -> Result<Verdict, Error> {
    let found = evidence.found;
    // the cone programme may know of a stuck motion that no search came upon
    let judge = Judge::new(problem, &Settings::default())?;
    let held = evidence.stick.filter(|stick| stick.exists);
    let stuck = held.and_then(|stick| stick.motion.as_ref());
    let mut beside = stuck.filter(|m| place(&judge, &found.solutions, &m.acceleration).is_none());
    if let Some(motion) = beside {
        let unknowns = unknowns_of(problem, motion);
        beside = beside.filter(|_| matches!(judge.solution(&unknowns, Finder::Seed), Ok(Some(_))));
    }
    let motions = found.solutions.len() + usize::from(beside.is_some());
    Ok(match motions {
        0 => none(evidence),
        // a stuck motion beside those that were found has no index here
        1 if beside.is_none()
            && evidence.index.and_then(IndexSum::is_one_missing) == Some(true) =>
        {
            Verdict::NonUnique
        }
        1 if !found.continuum => Verdict::Unique {
            because: proof(evidence),
        },
        _ => Verdict::NonUnique,
    })
}

/// Why there is no other motion.
fn proof(evidence: &Evidence) -> Option<Proof> {
    let proofs = [
        (evidence.found.complete, Proof::Enumeration),
        (
            evidence.bound.is_some_and(|bound| bound.holds),
            Proof::SmallFriction,
        ),
        (
            (evidence.determinants).is_some_and(Determinants::prove_uniqueness),
            Proof::Determinants,
        ),
    ];
    (proofs.into_iter()).find_map(|(holds, proof)| holds.then_some(proof))
}

/// Without any motion: there is none, or none was found.
fn none(evidence: &Evidence) -> Verdict {
    let theorem = evidence.existence.is_some_and(|existence| {
        [existence.independent_rows, existence.no_work].contains(&Guarantee::Holds)
    });
    let promised = theorem
        || evidence.bound.is_some_and(|bound| bound.holds)
        || (evidence.determinants).is_some_and(Determinants::prove_uniqueness);
    let proven = evidence.impossible.is_some() || evidence.found.complete;
    match (promised || evidence.found.interrupted) && !proven {
        true => Verdict::NotFound,
        false => Verdict::NoFiniteSolution { proven },
    }
}

#[cfg(test)]
mod tests {
    use super::super::cone::{existence, impossible, stick};
    use super::super::search::samples::{example_2, random, rod, sliding};
    use super::super::search::{self};
    use super::super::uniqueness::{MODES, bound, determinants, index_sum};
    use super::*;
    use stickslip::{Friction, Slip};

    /// The verdict after a search that `change` may spoil.
    fn after(problem: &InstantProblem, change: impl Fn(&mut Found)) -> Verdict {
        let settings = Settings::default();
        let mut found = search::all(problem, &settings, &[], &mut |_, _| true).unwrap();
        change(&mut found);
        let proof = impossible(problem).unwrap();
        let evidence = Evidence {
            found: &found,
            existence: Some(&existence(problem).unwrap()),
            impossible: proof.as_ref(),
            bound: Some(&bound(problem).unwrap()),
            determinants: Some(&determinants(problem, MODES).unwrap()),
            index: Some(&index_sum(problem, &found.solutions).unwrap()),
            stick: Some(&stick(problem).unwrap()),
        };
        verdict(problem, &evidence).unwrap()
    }

    fn of(problem: &InstantProblem) -> Verdict {
        after(problem, |_| ())
    }

    /// [TP97 §4.2]: a jam alone is only as unique as the search was; with less friction there is sliding beside it.
    #[test]
    fn the_cube_between_rods() {
        assert_eq!(of(&example_2(0.9)), Verdict::Unique { because: None });
        assert_eq!(of(&example_2(0.75)), Verdict::NonUnique);
        // a search that missed the jam does not hide it
        assert_eq!(
            after(&example_2(0.75), |f| drop(f.solutions.remove(0))),
            Verdict::NonUnique
        );
        assert_eq!(
            after(&example_2(0.9), |f| f.solutions.clear()),
            Verdict::Unique { because: None }
        );
    }

    /// [Ste00 1.3]: none, several or one.
    #[test]
    fn painleves_rod() {
        let slip = Slip::Sliding([-1.0, 0.0, 0.0]);
        let none = Verdict::NoFiniteSolution { proven: true };
        assert_eq!(of(&rod(2.0, slip, 0.0)), none);
        // the proof by weights of rows stands without enumeration
        assert_eq!(after(&rod(2.0, slip, 0.0), |f| f.complete = false), none);
        assert_eq!(of(&rod(2.0, slip, 15.0)), Verdict::NonUnique);
        let listed = Verdict::Unique {
            because: Some(Proof::Enumeration),
        };
        assert_eq!(of(&rod(0.5, slip, 0.0)), listed);
        let nothing = |f: &mut Found| {
            f.solutions.clear();
            f.complete = false;
        };
        let unproven = Verdict::NoFiniteSolution { proven: false };
        assert_eq!(after(&rod(2.0, slip, 15.0), nothing), unproven);
    }

    #[test]
    fn theorems_certify() {
        let unproven = |f: &mut Found| f.complete = false;
        let round = random(&[Friction::round(0.1), Friction::round(0.1)], 0, 0.1, 1);
        let small = Verdict::Unique {
            because: Some(Proof::SmallFriction),
        };
        assert_eq!(of(&round), small);
        // the search fails, but there is a solution
        let lost = |f: &mut Found| f.solutions.clear();
        assert_eq!(after(&round, lost), Verdict::NotFound);
        let proven = (0..80).find(|&seed| {
            let problem = random(
                &[Friction::planar(0.8), Friction::planar(0.8)],
                0,
                0.6,
                seed,
            );
            let signs = determinants(&problem, MODES).unwrap();
            signs.prove_uniqueness() && !bound(&problem).unwrap().holds
        });
        let seed = proven.expect("determinants are sharper than the bound");
        let planar = random(
            &[Friction::planar(0.8), Friction::planar(0.8)],
            0,
            0.6,
            seed,
        );
        let signs = Verdict::Unique {
            because: Some(Proof::Determinants),
        };
        assert_eq!(after(&planar, unproven), signs);
        let spread = |f: &mut Found| f.continuum = true;
        assert_eq!(after(&round, spread), Verdict::NonUnique);
    }

    /// Of three answers the one of index −1 alone gives the others away.
    #[test]
    fn an_index_tells_that_the_search_missed_something() {
        let index = |problem: &InstantProblem, s: &search::Solution| {
            let sum = index_sum(problem, std::slice::from_ref(s)).unwrap();
            sum.sum == Some(-1)
        };
        let only = |problem: &InstantProblem, f: &mut Found| {
            f.solutions.retain(|s| index(problem, s));
            f.complete = false;
        };
        let settings = Settings::default();
        let folded = (0..80).map(|seed| sliding(1.5, seed)).find(|problem| {
            let found = search::all(problem, &settings, &[], &mut |_, _| true).unwrap();
            found.solutions.len() == 3 && !stick(problem).unwrap().exists
        });
        let problem = folded.expect("several answers are common under these loads");
        assert_eq!(after(&problem, |f| only(&problem, f)), Verdict::NonUnique);
    }

    #[test]
    fn a_verdict_is_written_as_its_words() {
        let words = [
            (
                Verdict::Unique {
                    because: Some(Proof::SmallFriction),
                },
                "unique (certified)",
            ),
            (
                Verdict::Unique { because: None },
                "unique as far as searched",
            ),
            (Verdict::NonUnique, "non-unique"),
            (
                Verdict::NoFiniteSolution { proven: true },
                "no finite solution",
            ),
        ];
        for (verdict, words) in words {
            let written = serde_json::to_string(&verdict).unwrap();
            assert_eq!(written, format!("\"{words}\""));
            assert_eq!(verdict.to_string(), words);
        }
        let one = Verdict::Unique { because: None };
        assert!(!one.is_proven() && Verdict::NonUnique.is_proven());
    }
}
