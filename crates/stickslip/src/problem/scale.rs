//! How large the numbers of a problem are: what violations are compared with.

use super::{Contact, ContactProblem, Joint};
use crate::islands::Islands;
use crate::rows::Bundle;

/// The part of a bound below which an impulse between bounds is no longer known to nine digits.
const ROUNDING: f64 = 1e-6;

impl ContactProblem {
    /// √(nᵀM⁻¹n) of a contact (1/√kg).
    #[inline]
    pub(crate) fn reach_of(&self, contact: &Contact) -> f64 {
        if let Bundle::Two([a, b]) = contact.bundle
            && a != b
            && let ([first, second], _) = self.rows.values(contact.row, 1).as_chunks::<6>()
            && let Some(first) = self.mass.six_square(a as usize, first)
            && let Some(second) = self.mass.six_square(b as usize, second)
        {
            return (first + second).sqrt();
        }
        self.reach(contact.row)
    }

    /// √(nᵀM⁻¹n) of a row (1/√kg): turns mass-norm speeds into speeds along the row, and divides them into impulses.
    pub fn reach(&self, row: usize) -> f64 {
        self.mass.row_square(self.rows.row(row)).sqrt()
    }

    /// The size of the data, as a speed in the mass norm (√J): the largest of ‖v‖_M, ‖b‖_M and, for each contact and
    /// joint, what is asked of its velocity divided by ‖n‖ with ‖n‖² = nᵀM⁻¹n. Never the size of an answer.
    pub fn scale(&self) -> f64 {
        let speed = |v: &[f64]| self.mass.square(v).max(0.0).sqrt();
        let mut scale = speed(&self.start).max(speed(&self.free));
        for contact in &self.contacts {
            scale = scale.max(self.asked_of_contact(contact));
        }
        for joint in &self.joints {
            scale = scale.max(self.asked_of_joint(joint));
        }
        scale
    }

    /// [`scale`](Self::scale), and the size of the data for each block of the mass matrix (√J): that of its island, because bodies
    /// that nothing connects have no measure in common.
    pub(crate) fn scales(
        &self,
        islands: &Islands,
        scales: &mut Vec<f64>,
        of_island: &mut Vec<f64>,
    ) -> f64 {
        let mut squares = [0.0; 2];
        scales.clear();
        for block in 0..self.mass.blocks() {
            let own = [&self.start, &self.free].map(|v| self.mass.block_square(block, v));
            (0..2).for_each(|i| squares[i] += own[i]);
            scales.push(own[0].max(own[1]).max(0.0).sqrt());
        }
        let mut whole = squares[0].max(squares[1]).max(0.0).sqrt();
        // the largest of the bodies and of what is asked of them stands for all
        of_island.clear();
        of_island.resize(islands.len(), 0.0_f64);
        for (block, scale) in scales.iter().enumerate() {
            if let Some(island) = islands.of_block(block) {
                of_island[island] = of_island[island].max(*scale);
            }
        }
        for (island, scale) in of_island.iter_mut().enumerate() {
            let contacts = islands.contacts(island).iter();
            let joints = islands.joints(island).iter();
            let of_contacts = contacts.map(|&c| self.asked_of_contact(&self.contacts[c]));
            let of_joints = joints.map(|&j| self.asked_of_joint(&self.joints[j]));
            let asked = of_contacts.chain(of_joints).fold(0.0, f64::max);
            *scale = scale.max(asked);
            whole = whole.max(asked);
        }
        for (block, scale) in scales.iter_mut().enumerate() {
            if let Some(island) = islands.of_block(block) {
                *scale = of_island[island];
            }
        }
        whole
    }

    /// What the laws ask of the velocities at a contact, in the mass norm (√J). A target below zero asks nothing: the gap
    /// of a contact that is far apart is no measure of the motion.
    fn asked_of_contact(&self, c: &Contact) -> f64 {
        let over = |speed: f64, row: usize| match speed == 0.0 {
            true => 0.0,
            false => speed / self.reach(row),
        };
        // mostly nothing
        if c.target <= 0.0 && c.surface == [0.0; 4] {
            return 0.0;
        }
        let mut asked = over(c.target.max(0.0), c.row);
        for i in 1..=c.friction.rows() {
            let speed = over(c.surface[i].abs(), c.row + i);
            if speed.is_finite() {
                asked = asked.max(speed);
            }
        }
        asked
    }

    /// What is asked of a joint's velocity, in the mass norm (√J). One whose row is zero can be asked for nothing.
    fn asked_of_joint(&self, joint: &Joint) -> f64 {
        let reach = self.reach(joint.row);
        if reach == 0.0 {
            return 0.0;
        }
        // no more than its bounds can do; a limit whose target is below zero asks nothing
        let most = match joint.target {
            target if target > 0.0 => joint.high.max(0.0),
            target if target < 0.0 => (-joint.low).max(0.0),
            _ => 0.0,
        };
        // impulses between bounds are known to the rounding errors of the bounds, whatever little they have to do
        let bound = [joint.low, joint.high].map(f64::abs).into_iter();
        let rounding = bound.filter(|b| b.is_finite()).fold(0.0, f64::max) * ROUNDING;
        (joint.target.abs() / reach)
            .min(most * reach)
            .max(rounding * reach)
    }
}
