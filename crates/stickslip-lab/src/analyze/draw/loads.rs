//! Weights and other given forces on the bodies of a scene.

use super::places::located;
use crate::scene::BuiltIn;
use stickslip::State;
use stickslip::systems::{Anchor, Drive};

/// Weights and forces on the bodies of a scene: where they act, and how large they are (N).
pub(super) fn loads(system: &BuiltIn, state: &State) -> Vec<([f64; 3], [f64; 3])> {
    let q = &state.q;
    let mut loads = Vec::new();
    match system {
        BuiltIn::Rod(rod) => {
            let p = rod.parameters();
            loads.push(([q[0], q[1], 0.0], [0.0, -p.mass * p.gravity, 0.0]));
        }
        BuiltIn::Particle(particle) => {
            let p = particle.parameters();
            loads.push(([q[0], q[1], q[2]], p.gravity.map(|g| p.mass * g)));
        }
        BuiltIn::Planar(bodies) => {
            let p = bodies.parameters();
            for drive in &p.drives {
                if let Drive::Force {
                    body,
                    point,
                    direction,
                    force,
                } = drive
                {
                    let [x, y] = located(Anchor::Body(*body), *point, q);
                    let [dx, dy] = direction.map(|d| d * force.at(state.t));
                    loads.push(([x, y, 0.0], [dx, dy, 0.0]));
                }
            }
            for (body, part) in p.bodies.iter().enumerate() {
                let [x, y] = p.gravity.map(|g| part.mass * g);
                loads.push(([q[3 * body], q[3 * body + 1], 0.0], [x, y, 0.0]));
            }
        }
        BuiltIn::World(world) => {
            let model = world.model();
            for body in (0..model.bodies.len()).filter(|body| world.coordinates_of(*body).is_some())
            {
                let (mass, pose) = (world.mass_of(body), world.pose(body, state.t, q));
                loads.push((
                    pose.point(mass.centre),
                    model.gravity.map(|g| mass.mass * g),
                ));
            }
            for load in &model.loads {
                let pose = world.pose(load.body, state.t, q);
                let force = [0, 1, 2].map(|k| load.force[k].at(state.t));
                let force = if load.follows {
                    pose.direction(force)
                } else {
                    force
                };
                loads.push((pose.point(load.at), force));
            }
        }
        _ => {}
    }
    loads.retain(|(_, force)| force.iter().any(|f| *f != 0.0));
    loads
}

#[cfg(test)]
mod tests {
    use super::super::samples::at_start;
    use super::*;

    fn of(name: &str) -> Vec<([f64; 3], [f64; 3])> {
        let scene = at_start(name, &[]).scene.expect("a scene");
        loads(&scene.system, &scene.initial)
    }

    /// The drawer is pulled at its eccentricity, and seen from above: it has no weight in the plane.
    #[test]
    fn the_drawer_is_pulled_off_centre() {
        assert_eq!(of("drawer"), [([0.0, 0.3, 0.0], [10.0, 0.0, 0.0])]);
    }

    /// [TP97 §4.2]: the weight of the cube and the thrust of the rod; gravity is off.
    #[test]
    fn the_cube_has_a_weight_and_a_thrust() {
        let forces: Vec<[f64; 3]> = of("tp97-example-2")
            .into_iter()
            .map(|(_, force)| force)
            .collect();
        assert_eq!(forces, [[0.0, 0.0, -10.0], [-6.0, 0.0, 0.0]]);
    }
}
