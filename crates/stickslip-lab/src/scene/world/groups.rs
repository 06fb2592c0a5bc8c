//! `groups` and `collides_with`: who can touch whom, by names.

use super::super::error::Misfit;
use super::names::Names;
use stickslip::world::Groups;

/// The group of those that name none.
const DEFAULT: &str = "default";
/// A bit for each.
const MOST: usize = 32;

/// The groups of a scene.
pub(super) struct GroupNames {
    names: Names,
    count: usize,
}

impl GroupNames {
    /// The groups, from all places where members are named.
    pub(super) fn new<'a>(
        members: impl Iterator<Item = (String, &'a String)>,
    ) -> Result<Self, Misfit> {
        let mut groups = Self {
            names: Names::default(),
            count: 0,
        };
        groups.add("", DEFAULT)?;
        for (key, name) in members {
            groups.add(&key, name)?;
        }
        Ok(groups)
    }

    fn add(&mut self, key: &str, name: &str) -> Result<(), Misfit> {
        if self.names.find(key, name, "group", None).is_ok() {
            return Ok(());
        }
        if self.count == MOST {
            let fault = format_args!("there are more than {MOST} groups; use fewer");
            return Err(Misfit::new(key, fault));
        }
        self.names.add(key, name.to_owned(), self.count)?;
        self.count += 1;
        Ok(())
    }

    /// The groups of a collider; the keys are those of its members and of those it minds.
    pub(super) fn of(
        &self,
        groups: (&str, Option<&Vec<String>>),
        collides_with: (&str, Option<&Vec<String>>),
    ) -> Result<Groups, Misfit> {
        let bits = |(key, names): (&str, &Vec<String>)| {
            names.iter().enumerate().try_fold(0, |bits, (i, name)| {
                let bit = self
                    .names
                    .find(&format!("{key}[{i}]"), name, "group", None)?;
                Ok(bits | 1u32 << bit)
            })
        };
        let default = Groups::default();
        Ok(Groups {
            member: groups
                .1
                .map_or(Ok(default.member), |g| bits((groups.0, g)))?,
            minds: collides_with
                .1
                .map_or(Ok(default.minds), |g| bits((collides_with.0, g)))?,
        })
    }
}
