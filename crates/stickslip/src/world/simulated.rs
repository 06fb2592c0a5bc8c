//! A world as a [`System`]: q holds the centre of mass and the orientation of each free body, v its velocity and its angular
//! velocity, both in the world frame.

mod outlook;
mod pair;
mod viscous;

use super::Model;
use super::placement::Placement;
use super::pose::Pose;
use super::ready::{Ready, ReadyBody};
use super::spin;
use crate::collide::again::Grid;
use crate::collide::search::{Found, Search};
use crate::coordinates::Coordinates;
use crate::error::Error;
use crate::mass::Mass;
use crate::room::{Crest, make_room};
use crate::rows::Row;
use crate::state::State;
use crate::system::{ContactId, Contacts, Drive, Frame, JointSpec, Part, System};
use crate::vector::{cross, dot, minus};
use pair::Pair;
use std::sync::Arc;
use viscous::Viscous;

/// Contacts are looked for up to this part of a body's size beyond what its speed can close.
const MARGIN: f64 = 1e-3;
/// Viscous friction acts up to gaps of this part of a body's size.
const FILM: f64 = 1e-6;

/// A world that can be stepped.
#[derive(Clone, Debug)]
pub struct World {
    ready: Arc<Ready>,
    search: Search,
    /// How poses are rounded for the search, if there are many bodies.
    grid: Option<Grid>,
    /// Whether any material has viscous friction.
    oily: bool,
    /// The contacts near the state that was prepared last, and which pair of materials each of them has.
    found: Vec<Found>,
    kinds: Vec<u32>,
    /// The joints of the model, then two drives for each contact with viscous friction.
    joints: Vec<JointSpec>,
    viscous: Vec<Viscous>,
    /// Those of an earlier part of the step.
    earlier: Vec<Found>,
    /// Where bodies are, for who asks; a crowd is looked for at rounded poses.
    poses: Vec<Pose>,
    speeds: Vec<f64>,
    reach: Vec<f64>,
    centres: Vec<[f64; 3]>,
    velocities: Vec<([f64; 3], [f64; 3])>,
    crest: Crest,
}

impl World {
    /// Checks a model and makes it ready.
    pub fn new(model: Model) -> Result<Self, Error> {
        let ready = Ready::new(model)?;
        let jointed = ready.model.joints.iter().filter(|j| !j.collide);
        let apart: Vec<[usize; 2]> = jointed.map(|j| j.bodies).collect();
        let search = Search::new(&ready.model.bodies, &apart)?;
        let surfaces = ready.surfaces.iter().flatten();
        let oily = surfaces.into_iter().any(|(s, _)| s.viscosity > 0.0);
        Ok(Self {
            search,
            grid: ready.grid(),
            oily,
            found: Vec::new(),
            kinds: Vec::new(),
            joints: ready.joints.clone(),
            viscous: Vec::new(),
            earlier: Vec::new(),
            poses: Vec::new(),
            speeds: Vec::new(),
            reach: Vec::new(),
            centres: Vec::new(),
            velocities: Vec::new(),
            crest: Crest::default(),
            ready: Arc::new(ready),
        })
    }

    /// What it is made of.
    pub fn model(&self) -> &Model {
        &self.ready.model
    }

    /// The state at t = 0.
    pub fn initial(&self) -> State {
        self.ready.initial()
    }

    /// Where the frame of a body is at a time (s) and coordinates.
    pub fn pose(&self, body: usize, t: f64, q: &[f64]) -> Pose {
        self.ready.placement(body, t, q).pose
    }

    /// Mass (kg), centre of mass and inertia of a free body in its own frame; zero for others.
    pub fn mass_of(&self, body: usize) -> super::MassProperties {
        *self.ready.mass(&self.ready.bodies[body])
    }

    /// Where q and v of a body begin, if it is free.
    pub fn coordinates_of(&self, body: usize) -> Option<[usize; 2]> {
        self.ready.bodies[body].free
    }

    /// The bodies of a contact.
    pub fn bodies_of(&self, contact: usize) -> [usize; 2] {
        self.search.bodies(self.found[contact].parts())
    }

    /// The shapes of a contact, each counted among the colliders of its body.
    pub fn shapes_of(&self, contact: usize) -> [usize; 2] {
        self.search.colliders(self.found[contact].parts())
    }

    /// Where a contact is (m) and its normal, from the first body to the second, at a time (s) and coordinates.
    pub fn place_of(&self, contact: usize, t: f64, q: &[f64]) -> ([f64; 3], [f64; 3]) {
        let found = &self.found[contact];
        let bodies = self.bodies_of(contact);
        let [a, b] = bodies.map(|i| self.ready.placement(i, t, q).pose);
        let touch = found.feature.at(&a, &b);
        (touch.point, touch.normal)
    }

    /// The energy (J) in the springs of the joints, which is no part of [`System::potential`]: springs are joints, and their work
    /// is that of joints.
    pub fn stored(&self, t: f64, q: &[f64]) -> f64 {
        let joints = self.ready.constraints.iter().enumerate();
        joints
            .map(|(i, constraint)| constraint.stored(self.joint(i, t, q, &mut Row::default())))
            .sum()
    }

    /// Pairs of bodies that overlap by more than `allowed` (m) in a state, each with its depth (m), deepest first.
    pub fn overlaps(&mut self, state: &State, allowed: f64) -> Vec<([usize; 2], f64)> {
        self.place(state);
        self.reach.clear();
        self.reach.resize(self.poses.len(), 0.0);
        self.search.find(&self.poses, &self.reach, &mut self.found);
        let mut deepest: Vec<([usize; 2], f64)> = Vec::new();
        for found in &self.found {
            let [a, b] = self.search.bodies(found.parts());
            let depth = -found.feature.at(&self.poses[a], &self.poses[b]).gap;
            if depth <= allowed {
                continue;
            }
            match deepest.iter_mut().find(|(pair, _)| *pair == [a, b]) {
                Some((_, known)) => *known = known.max(depth),
                None => deepest.push(([a, b], depth)),
            }
        }
        deepest.sort_by(|x, y| y.1.total_cmp(&x.1));
        deepest
    }
}

impl System for World {
    fn coordinates(&self) -> &Coordinates {
        &self.ready.coordinates
    }

    /// m on the diagonal, then R I Rᵀ, for each body.
    fn mass(&self, q: &[f64], mass: &mut Mass) {
        for body in &self.ready.bodies {
            let Some([at, _]) = body.free else {
                continue;
            };
            let own = self.ready.mass(body);
            let m = own.mass;
            if body.is_round {
                let i = own.inertia[0][0];
                mass.push_diagonal(&[m, m, m, i, i, i]);
                continue;
            }
            mass.push_diagonal(&[m, m, m]);
            let inertia = spin::turned(&own.inertia, &q[at + 3..at + 7]);
            mass.push_full(3, |row, col| inertia[row][col]);
        }
    }

    /// k = −ω × (I ω), the gyroscopic torque.
    fn bias(&self, q: &[f64], v: &[f64], force: &mut [f64]) {
        for body in &self.ready.bodies {
            let Some([at, dof]) = body.free.filter(|_| !body.is_round) else {
                continue;
            };
            let inertia = spin::turned(&self.ready.mass(body).inertia, &q[at + 3..at + 7]);
            let spin = [v[dof + 3], v[dof + 4], v[dof + 5]];
            let torque = cross(inertia.map(|row| dot(row, spin)), spin);
            (0..3).for_each(|k| force[dof + 3 + k] += torque[k]);
        }
    }

    /// Free bodies keep their angular momentum: I(q⁺) ω⁺ = I(q) ω with q⁺ turned by h ω⁺, found by iteration. What that changes of
    /// ω is the work of k.
    fn bias_ahead(&self, q: &[f64], guess: &[f64], v: &[f64], h: f64, force: &mut [f64]) {
        if h == 0.0 {
            return self.bias(guess, v, force);
        }
        for body in &self.ready.bodies {
            let Some([at, dof]) = body.free.filter(|_| !body.is_round) else {
                continue;
            };
            let turn = &q[at + 3..at + 7];
            let spin = [v[dof + 3], v[dof + 4], v[dof + 5]];
            let ahead = spin::free(&self.ready.mass(body).inertia, turn, spin, h);
            let inertia = spin::turned(&self.ready.mass(body).inertia, &guess[at + 3..at + 7]);
            let change = minus(ahead, spin);
            (0..3).for_each(|k| force[dof + 3 + k] += dot(inertia[k], change) / h);
        }
    }

    /// Weight and the loads of the model.
    fn force(&self, t: f64, q: &[f64], _v: &[f64], force: &mut [f64]) {
        for body in &self.ready.bodies {
            if let Some([_, dof]) = body.free {
                let mass = self.ready.mass(body).mass;
                (0..3).for_each(|k| force[dof + k] += mass * self.ready.model.gravity[k]);
            }
        }
        for load in &self.ready.model.loads {
            let placement = self.ready.placement(load.body, t, q);
            let Some(dof) = placement.dof else {
                continue;
            };
            let mut push: [f64; 3] = std::array::from_fn(|k| load.force[k].at(t));
            let mut twist: [f64; 3] = std::array::from_fn(|k| load.torque[k].at(t));
            if load.follows {
                push = placement.pose.direction(push);
                twist = placement.pose.direction(twist);
            }
            let arm = minus(placement.pose.point(load.at), placement.centre);
            let moment = cross(arm, push);
            for k in 0..3 {
                force[dof + k] += push[k];
                force[dof + 3 + k] += moment[k] + twist[k];
            }
        }
    }

    /// Of the weights alone.
    fn potential(&self, q: &[f64]) -> f64 {
        let of = |body: &ReadyBody| {
            body.free.map_or(0.0, |[at, _]| {
                -self.ready.mass(body).mass
                    * dot(self.ready.model.gravity, [q[at], q[at + 1], q[at + 2]])
            })
        };
        self.ready.bodies.iter().map(of).sum()
    }

    fn has_constant_mass(&self) -> bool {
        self.ready.has_constant_mass
    }

    fn contacts(&self) -> Contacts<'_> {
        Contacts::of_kinds(&self.ready.kinds, &self.kinds)
    }

    fn gap(&self, contact: usize, t: f64, q: &[f64]) -> f64 {
        let found = &self.found[contact];
        let bodies = self.bodies_of(contact);
        let [a, b] = bodies.map(|i| self.ready.placement(i, t, q).pose);
        found.feature.at(&a, &b).gap
    }

    fn frame(&self, contact: usize, t: f64, q: &[f64], frame: &mut Frame) {
        self.touch(contact, t, q, frame);
    }

    fn touch(&self, contact: usize, t: f64, q: &[f64], frame: &mut Frame) -> f64 {
        let found = &self.found[contact];
        let mut pair = Pair::new();
        pair.turn_to((&self.ready, &self.search), found, t, q);
        pair.look_at_surfaces(&self.ready);
        pair.touch(&found.feature, 3, frame)
    }

    fn touch_each(
        &self,
        wanted: &[bool],
        (t, q): (f64, &[f64]),
        frame: &mut Frame,
        show: &mut dyn FnMut(usize, &Frame, f64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut pair = Pair::new();
        for (contact, found) in self.found.iter().enumerate() {
            if wanted[contact] {
                if pair.turn_to((&self.ready, &self.search), found, t, q) {
                    pair.look_at_surfaces(&self.ready);
                }
                let rows = self.contacts()[contact].friction.rows();
                frame.clear();
                let gap = pair.touch(&found.feature, rows, frame);
                show(contact, frame, gap)?;
            }
        }
        Ok(())
    }

    fn gaps(&self, t: f64, q: &[f64], gaps: &mut Vec<f64>) {
        let mut pair = Pair::new();
        make_room(gaps, self.found.len());
        gaps.extend(self.found.iter().map(|found| {
            pair.turn_to((&self.ready, &self.search), found, t, q);
            pair.gap(&found.feature)
        }));
    }

    fn joints(&self) -> &[JointSpec] {
        &self.joints
    }

    fn joint(&self, joint: usize, t: f64, q: &[f64], row: &mut Row) -> f64 {
        if let Some(viscous) = self.viscous(joint) {
            return self.viscous_row(viscous, t, q, row);
        }
        let constraint = &self.ready.constraints[joint];
        constraint.evaluate(&self.placements(joint, t, q), row).0
    }

    fn joint_rate(&self, joint: usize, t: f64, q: &[f64]) -> f64 {
        if let Some(viscous) = self.viscous(joint) {
            return self.viscous_rate(viscous, t, q);
        }
        let placements = self.placements(joint, t, q);
        if placements
            .iter()
            .all(|p| p.velocity == ([0.0; 3], [0.0; 3]))
        {
            return 0.0;
        }
        let constraint = &self.ready.constraints[joint];
        constraint.evaluate(&placements, &mut Row::default()).1
    }

    fn drive(&self, joint: usize, t: f64, along: f64, h: f64) -> Drive {
        if let Some(viscous) = self.viscous(joint) {
            return viscous.drive(h);
        }
        self.ready.constraints[joint].drive(t, along, h)
    }

    /// By conservative advancement of whatever is faster than it is large.
    fn clear_time(&mut self, state: &State, h: f64) -> f64 {
        self.speed_up(state, h);
        let bodies = self.ready.bodies.iter().zip(&self.speeds);
        let fast =
            |(body, speed): (&ReadyBody, &f64)| speed * h > self.ready.thinnest.min(body.radius);
        if !bodies.into_iter().any(fast) {
            return h;
        }
        self.place(state);
        self.look_out(h);
        self.centres.clear();
        self.velocities.clear();
        for i in 0..self.ready.bodies.len() {
            let placement = self.ready.placement(i, state.t, &state.q);
            self.centres.push(placement.centre);
            self.velocities.push(match placement.dof {
                None => placement.velocity,
                Some(dof) => {
                    let v = &state.v[dof..dof + 6];
                    ([v[0], v[1], v[2]], [v[3], v[4], v[5]])
                }
            });
        }
        self.search
            .clear(&self.poses, &self.velocities, &self.centres, &self.reach, h)
    }

    fn prepare(&mut self, state: &State, h: f64, part: Part) -> Result<(), Error> {
        state.check(self)?;
        if part == Part::Later {
            std::mem::swap(&mut self.found, &mut self.earlier);
            self.search.forget();
        } else if self.crest.is_past(self.found.len()) {
            self.give_back();
        }
        if self.grid.is_none() || self.oily {
            self.place(state);
        }
        self.speed_up(state, h);
        self.ride_along(state, h);
        self.look_out(h);
        let mut changed = self.look(state);
        if self.pass_speed_on(h) {
            self.look_out(h);
            changed |= self.look(state);
        }
        if !changed && !self.oily {
            return Ok(());
        }
        if part == Part::Later {
            // contacts that are no longer near stay, because the report of the step speaks of them
            let found = &mut self.found;
            let near = found.len();
            let gone = |f: &&Found| found[..near].binary_search_by_key(&f.id, |g| g.id).is_err();
            let kept: Vec<Found> = self.earlier.iter().filter(gone).copied().collect();
            found.extend(kept);
            found.sort_by_key(|f| f.id);
            self.search.forget();
        }
        self.viscous.clear();
        let Self {
            kinds,
            found,
            search,
            ready,
            joints,
            viscous,
            poses,
            ..
        } = self;
        joints.truncate(ready.joints.len());
        kinds.clear();
        make_room(kinds, found.len());
        let mut last = None;
        let mut pair = 0;
        for (number, found) in found.iter().enumerate() {
            let parts = found.parts();
            if last != Some(parts) {
                let (bodies, colliders) = (search.bodies(parts), search.colliders(parts));
                let [a, b]: [usize; 2] = std::array::from_fn(|i| {
                    ready.model.bodies[bodies[i]].colliders[colliders[i]].material
                });
                pair = a * ready.model.materials.materials.len() + b;
                last = Some(parts);
            }
            kinds.push(pair as u32);
            let Some((surface, _)) = &ready.surfaces[pair] else {
                continue;
            };
            // oil acts where bodies touch; of contacts that share a load some may carry nothing
            let closed = || {
                let [a, b] = search.bodies(parts);
                let size = ready.bodies[a].radius.min(ready.bodies[b].radius);
                let touch = found.feature.at(&poses[a], &poses[b]);
                touch.gap <= FILM * size || state.active.binary_search(&ContactId(found.id)).is_ok()
            };
            if surface.viscosity > 0.0 && closed() {
                let names = search
                    .bodies(parts)
                    .map(|body| ready.model.bodies[body].name.as_str());
                Viscous::push(number, surface.viscosity, names, viscous, joints);
            }
        }
        debug_assert_eq!(self.kinds.len(), self.found.len());
        Ok(())
    }

    fn contact_id(&self, contact: usize) -> ContactId {
        ContactId(self.found[contact].id)
    }

    /// The names of its bodies.
    fn contact_name(&self, contact: usize) -> String {
        let [a, b] = self.bodies_of(contact);
        let bodies = &self.ready.model.bodies;
        format!("{} – {}", bodies[a].name, bodies[b].name)
    }

    fn has_changing_contacts(&self) -> bool {
        true
    }
}

impl World {
    /// Gives back what fewer contacts no longer need.
    fn give_back(&mut self) {
        self.found.shrink_to_fit();
        self.kinds.shrink_to_fit();
        self.earlier = Vec::new();
        self.poses = Vec::new();
        (self.centres, self.velocities) = (Vec::new(), Vec::new());
        self.search.give_back();
    }

    fn placements(&self, joint: usize, t: f64, q: &[f64]) -> [Placement; 3] {
        let bodies = self.ready.constraints[joint].bodies;
        bodies.map(|body| self.ready.placement(body, t, q))
    }
}
