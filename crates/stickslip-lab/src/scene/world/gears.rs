//! Joints of kind "gear".

use super::super::error::Misfit;
use super::frames::dot;
use super::joints::JointKeys;
use super::kinds::need;
use super::names::Names;
use stickslip::world::{Joint, JointKind};

impl JointKeys {
    /// A gear between the wheels of two revolute joints that have the carrier in common.
    pub(super) fn gear(&self, key: &str, joints: &[Joint], names: &Names) -> Result<Joint, Misfit> {
        let place = format!("{key}.joints");
        let refuse = |fault: &str| Err(Misfit::new(place.clone(), fault));
        let pair = need(key, "joints", &self.joints)?.0;
        let teeth = need(key, "teeth", &self.teeth)?.0;
        if teeth.contains(&0) {
            let fault = "`teeth` must be at least 1 each";
            return Err(Misfit::new(format!("{key}.teeth"), fault));
        }
        let find = |i: usize| {
            let number = names.find(&format!("{place}[{i}]"), &pair[i], "joint", None)?;
            // the gear itself has a name too, but is no joint yet
            match joints.get(number) {
                Some(joint) if joint.kind == JointKind::Revolute => Ok(joint),
                _ => {
                    let fault = format_args!(
                        "{:?} is no revolute joint above the gear; name one",
                        pair[i]
                    );
                    Err(Misfit::new(format!("{place}[{i}]"), fault))
                }
            }
        };
        let (first, second) = (find(0)?, find(1)?);
        let common = (0..2).flat_map(|i| (0..2).map(move |j| (i, j)));
        let Some((i, j)) = common
            .into_iter()
            .find(|&(i, j)| first.bodies[i] == second.bodies[j])
        else {
            return refuse(
                "the two joints have no body in common that could carry the wheels; join both to one",
            );
        };
        let (wheels, axles) = (
            [first.bodies[1 - i], second.bodies[1 - j]],
            [first.frames[i], second.frames[j]],
        );
        if wheels[0] == wheels[1] {
            return refuse("both joints turn the same wheel; name two joints");
        }
        let [a, b] = axles.map(|axle| axle.axes()[2]);
        if dot(a, b) < -0.999 {
            return refuse(
                "the axes of the two joints point in opposite directions; turn one of them round",
            );
        }
        let carrier = first.bodies[i];
        Ok(Joint {
            name: self.name.clone(),
            bodies: wheels,
            frames: [first.frames[1 - i], second.frames[1 - j]],
            kind: JointKind::Gear {
                teeth,
                internal: self.internal.unwrap_or(false),
                carrier,
                axles,
            },
            axes: Vec::new(),
            collide: self.collide.unwrap_or(false),
        })
    }
}
