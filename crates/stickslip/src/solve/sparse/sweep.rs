//! Gauss–Seidel in velocities: contact by contact the exact local answer, and what it does to the velocities of its bodies.

use super::island::{Island, Link, Node, SIX, Twelve, dot};

/// Impulses and the velocities that belong to them.
#[derive(Clone, Debug, Default)]
pub(super) struct Motion {
    /// Scaled impulses: contacts, then joints.
    pub(super) c: Vec<f64>,
    /// Velocities by body, and nobody's.
    pub(super) v: Vec<[f64; SIX]>,
}

/// How far impulses are from an answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Residual {
    /// ‖c − P(c − ρ û)‖ / ‖c‖ (1).
    pub(super) relative: f64,
    /// The largest of them, as a velocity (m/s).
    pub(super) violation: f64,
    /// The largest of them as a velocity, relative to the speeds of its own bodies and to what its own impulse does (1).
    pub(super) each: f64,
}

impl Motion {
    /// Impulses as they are given, and their velocities.
    pub(super) fn begin(&mut self, island: &Island, c: &[f64]) {
        self.c.clear();
        self.c.extend_from_slice(c);
        self.fall(island);
    }

    /// The velocities that belong to the impulses, from the data.
    pub(super) fn fall(&mut self, island: &Island) {
        self.v.clone_from(&island.free);
        for node in &island.nodes {
            let at = node.at as usize;
            for k in 0..=node.own.rows {
                let c = self.c[at + k];
                if c != 0.0 {
                    push(&mut self.v, node.bodies, &island.responses[at + k], c);
                }
            }
        }
        for (link, &c) in island.links.iter().zip(&self.c[island.first_link()..]) {
            for (body, _, response) in &link.parts {
                let v = &mut self.v[*body as usize];
                (0..SIX).for_each(|d| v[d] += c * response[d]);
            }
        }
        self.v[island.free.len() - 1] = [0.0; SIX];
    }

    /// One sweep in order; Σ |Δc|² weighted by the response (J): how much it changed.
    pub(super) fn sweep(&mut self, island: &Island) -> f64 {
        let mut changed = 0.0;
        for node in &island.nodes {
            changed += self.visit(island, node);
        }
        let first = island.first_link();
        for (i, link) in island.links.iter().enumerate() {
            let own = link.own + link.softness;
            if own.is_nan() || own <= 0.0 {
                continue;
            }
            let u = self.along(link, self.c[first + i]);
            let next = (self.c[first + i] - u / own).clamp(link.low, link.high);
            let change = next - self.c[first + i];
            self.c[first + i] = next;
            changed += own * change * change;
            for (body, _, response) in &link.parts {
                let v = &mut self.v[*body as usize];
                (0..SIX).for_each(|d| v[d] += change * response[d]);
            }
        }
        changed
    }

    fn visit(&mut self, island: &Island, node: &Node) -> f64 {
        let (at, rows) = (node.at as usize, node.own.rows);
        let u = self.relative(island, node);
        let mut c = [0.0; 4];
        c[..=rows].copy_from_slice(&self.c[at..=at + rows]);
        let own = node.own.response(&c);
        let q = std::array::from_fn(|i| u[i] - own[i]);
        let next = node.own.solve(&q);
        let mut changed = 0.0;
        for k in 0..=rows {
            let change = next[k] - c[k];
            if change != 0.0 {
                changed += change * change;
                self.c[at + k] = next[k];
                push(&mut self.v, node.bodies, &island.responses[at + k], change);
            }
        }
        node.stiff * changed
    }

    /// u = row·v + softness · c − target of a joint.
    fn along(&self, link: &Link, c: f64) -> f64 {
        let mut u = link.softness * c - link.target;
        for (body, row, _) in &link.parts {
            let v = &self.v[*body as usize];
            u += (0..SIX).map(|d| row[d] * v[d]).sum::<f64>();
        }
        u
    }

    /// u = rows·v − given.
    fn relative(&self, island: &Island, node: &Node) -> [f64; 4] {
        let [a, b] = node.bodies;
        let mut v = [0.0; 2 * SIX];
        v[..SIX].copy_from_slice(&self.v[a as usize]);
        v[SIX..].copy_from_slice(&self.v[b as usize]);
        let at = node.at as usize;
        let mut u = [0.0; 4];
        for k in 0..=node.own.rows {
            u[k] = dot(&island.rows[at + k], &v) - node.given[k];
        }
        u
    }

    /// How far these impulses are from an answer, by the natural map of the cone.
    pub(super) fn residual(&self, island: &Island) -> Residual {
        let (mut sum, mut size) = (0.0, 0.0);
        let (mut violation, mut each) = (0.0_f64, 0.0_f64);
        for node in &island.nodes {
            let (at, rows) = (node.at as usize, node.own.rows);
            let mu = node.own.coefficient;
            let u = self.relative(island, node);
            let slip = length(&u[1..=rows]);
            let c = &self.c[at..=at + rows];
            let mut y = [c[0] - (u[0] + mu * slip) / node.stiff, 0.0, 0.0, 0.0];
            for k in 1..=rows {
                y[k] = c[k] - u[k] / node.stiff;
            }
            let near = project(y, rows, mu);
            let (mut off, mut own) = (0.0, 0.0);
            for k in 0..=rows {
                off += (c[k] - near[k]) * (c[k] - near[k]);
                own += c[k] * c[k];
            }
            sum += off;
            size += own;
            let wrong = off.sqrt() * node.stiff;
            violation = violation.max(wrong);
            if wrong > 0.0 {
                each = each.max(wrong / node.speed.max(own.sqrt() * node.stiff));
            }
        }
        let first = island.first_link();
        for (link, &c) in island.links.iter().zip(&self.c[first..]) {
            let own = link.own + link.softness;
            let u = self.along(link, c);
            let off = match own > 0.0 {
                true => c - (c - u / own).clamp(link.low, link.high),
                false => 0.0,
            };
            sum += off * off;
            size += c * c;
            violation = violation.max(off.abs() * own);
        }
        let relative = sum.sqrt() / size.sqrt().max(island.floor);
        Residual {
            // the largest of numbers does not show one that is none, but the sum does
            relative: if relative.is_nan() {
                f64::INFINITY
            } else {
                relative
            },
            violation,
            each,
        }
    }
}

/// What an impulse does to the velocities of two bodies.
fn push(v: &mut [[f64; SIX]], [a, b]: [u32; 2], response: &Twelve, c: f64) {
    let first = &mut v[a as usize];
    (0..SIX).for_each(|d| first[d] += c * response[d]);
    let second = &mut v[b as usize];
    (0..SIX).for_each(|d| second[d] += c * response[SIX + d]);
}

fn length(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// The nearest point of the cone |c_T| ≤ μ c_n.
pub(super) fn project(y: [f64; 4], rows: usize, mu: f64) -> [f64; 4] {
    let size = length(&y[1..=rows]);
    // not `0 <= −0`, where there is no friction
    if y[0] >= 0.0 && size <= mu * y[0] {
        return y;
    }
    if mu * size <= -y[0] {
        return [0.0; 4];
    }
    let normal = (y[0] + mu * size) / (1.0 + mu * mu);
    let mut near = [normal, 0.0, 0.0, 0.0];
    if size > 0.0 {
        (1..=rows).for_each(|k| near[k] = mu * normal * y[k] / size);
    }
    near
}
