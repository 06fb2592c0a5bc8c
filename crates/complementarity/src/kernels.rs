//! The few inner loops that take the time, compiled for the widest vector unit the machine has.
//!
//! `pulp` picks the instruction set at run time without unsafe code here. Sums are kept in eight lanes,
//! so the order of additions is fixed by this file and not by the instruction set.

use pulp::Arch;

const LANES: usize = 8;

/// Below this length, a call into the code for a wider vector unit costs more than it saves. The results are the same.
pub(crate) const SHORT: usize = 24;

/// Runs `work` on vectors of that length, on the widest vector unit if it is worth it.
#[inline(always)]
fn widest<R>(arch: Arch, length: usize, work: impl FnOnce() -> R) -> R {
    if length < SHORT {
        work()
    } else {
        arch.dispatch(work)
    }
}

/// All lanes in one, in three steps.
#[inline(always)]
fn reduce(lanes: [f64; LANES], f: impl Fn(f64, f64) -> f64) -> f64 {
    let four: [f64; 4] = std::array::from_fn(|l| f(lanes[l], lanes[l + 4]));
    f(f(four[0], four[2]), f(four[1], four[3]))
}

/// The larger one, or b if one is not a number.
#[inline(always)]
pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller one, or b if one is not a number.
#[inline(always)]
pub(crate) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// Inner product.
#[inline(always)]
fn dot_lanes(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let (ac, bc) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let tail: f64 = ac
        .remainder()
        .iter()
        .zip(bc.remainder())
        .map(|(x, y)| x * y)
        .sum();
    if a.len() < LANES {
        return tail;
    }
    for (x, y) in ac.zip(bc) {
        for l in 0..LANES {
            sums[l] += x[l] * y[l];
        }
    }
    reduce(sums, |a, b| a + b) + tail
}

/// y ← y + s x.
#[inline(always)]
fn add_scaled(y: &mut [f64], s: f64, x: &[f64]) {
    for (yi, &xi) in y.iter_mut().zip(x) {
        *yi += s * xi;
    }
}

/// out ← A x for a row-major A with the given stride; `out.len()` rows, `x.len()` columns.
pub(crate) fn rows_times(arch: Arch, a: &[f64], stride: usize, x: &[f64], out: &mut [f64]) {
    widest(
        arch,
        x.len(),
        #[inline(always)]
        || {
            for (i, o) in out.iter_mut().enumerate() {
                *o = dot_lanes(&a[i * stride..i * stride + x.len()], x);
            }
        },
    );
}

/// out ← xᵀ A for a row-major A with the given stride; `x.len()` rows, `out.len()` columns.
pub(crate) fn times_rows(arch: Arch, x: &[f64], a: &[f64], stride: usize, out: &mut [f64]) {
    widest(
        arch,
        out.len(),
        #[inline(always)]
        || {
            out.fill(0.0);
            let n = out.len();
            for (i, &xi) in x.iter().enumerate() {
                if xi != 0.0 {
                    add_scaled(out, xi, &a[i * stride..i * stride + n]);
                }
            }
        },
    );
}

/// A ← A + u vᵀ for a row-major A with the given stride.
pub(crate) fn rank_one(arch: Arch, a: &mut [f64], stride: usize, u: &[f64], v: &[f64]) {
    widest(
        arch,
        v.len(),
        #[inline(always)]
        || {
            for (i, &ui) in u.iter().enumerate() {
                if ui != 0.0 {
                    add_scaled(&mut a[i * stride..i * stride + v.len()], ui, v);
                }
            }
        },
    );
}

/// y ← y + Σ s_k x_k over columns of length `y.len()`, four at a time to spare loads and stores of y.
pub(crate) fn combine(arch: Arch, y: &mut [f64], terms: &[(f64, &[f64])]) {
    widest(
        arch,
        y.len(),
        #[inline(always)]
        || {
            let n = y.len();
            let mut four = terms.chunks_exact(4);
            for t in &mut four {
                let (s0, s1, s2, s3) = (t[0].0, t[1].0, t[2].0, t[3].0);
                let (a, b) = (&t[0].1[..n], &t[1].1[..n]);
                let (c, d) = (&t[2].1[..n], &t[3].1[..n]);
                for i in 0..n {
                    y[i] += (s0 * a[i] + s1 * b[i]) + (s2 * c[i] + s3 * d[i]);
                }
            }
            for &(s, x) in four.remainder() {
                add_scaled(y, s, x);
            }
        },
    );
}

/// Largest absolute entry; NaN if an entry is not finite.
pub(crate) fn size(arch: Arch, v: &[f64]) -> f64 {
    widest(
        arch,
        v.len(),
        #[inline(always)]
        || {
            let (mut high, mut poison) = ([0.0; LANES], [0.0; LANES]);
            let chunks = v.chunks_exact(LANES);
            let (mut rest, mut unfit) = (0.0, 0.0);
            for &x in chunks.remainder() {
                rest = larger(x.abs(), rest);
                unfit += x * 0.0;
            }
            if v.len() < LANES {
                return rest + unfit;
            }
            for chunk in chunks {
                for l in 0..LANES {
                    high[l] = larger(chunk[l].abs(), high[l]);
                    // 0 · x is NaN for infinite x and for NaN
                    poison[l] += chunk[l] * 0.0;
                }
            }
            larger(reduce(high, larger), rest) + reduce(poison, |a, b| a + b) + unfit
        },
    )
}

/// v · v.
pub(crate) fn square(arch: Arch, v: &[f64]) -> f64 {
    widest(
        arch,
        v.len(),
        #[inline(always)]
        || dot_lanes(v, v),
    )
}

/// When x + t r reaches zero, slip (1 + x) late; never (∞) if it falls more slowly than `floor`.
#[inline(always)]
fn time_to_zero(x: f64, r: f64, floor: f64, slip: f64) -> f64 {
    let x = if x > 0.0 { x } else { 0.0 };
    let t = (x + slip * (1.0 + x)) / -r;
    if r < -floor { t } else { f64::INFINITY }
}

/// The largest step that keeps every x_i + t r_i ≥ −slip (1 + x_i), over the entries that fall faster than
/// `floor`; infinite if none does.
pub(crate) fn step_bound(arch: Arch, x: &[f64], r: &[f64], floor: f64, slip: f64) -> f64 {
    widest(
        arch,
        x.len(),
        #[inline(always)]
        || {
            let mut best = [f64::INFINITY; LANES];
            let (xc, rc) = (x.chunks_exact(LANES), r.chunks_exact(LANES));
            let mut least = f64::INFINITY;
            for (&x, &r) in xc.remainder().iter().zip(rc.remainder()) {
                least = smaller(time_to_zero(x, r, floor, slip), least);
            }
            if x.len() < LANES {
                return least;
            }
            for (x, r) in xc.zip(rc) {
                for l in 0..LANES {
                    let t = time_to_zero(x[l], r[l], floor, slip);
                    best[l] = smaller(t, best[l]);
                }
            }
            smaller(reduce(best, smaller), least)
        },
    )
}

/// high_i ← max(high_i, |a_i r_i c|); returns the largest of the new candidates. To be called from code that
/// runs on the widest vector unit already.
#[inline(always)]
pub(crate) fn raise_to_sizes(high: &mut [f64], a: &[f64], r: &[f64], c: f64) -> f64 {
    let mut best = [0.0; LANES];
    let n = high.len();
    let (a, r) = (a[..n].chunks_exact(LANES), r[..n].chunks_exact(LANES));
    let rest = a.remainder().iter().zip(r.remainder());
    let mut high = high.chunks_exact_mut(LANES);
    for (high, (a, r)) in (&mut high).zip(a.zip(r)) {
        let size: [f64; LANES] = std::array::from_fn(|l| (a[l] * r[l] * c).abs());
        best = std::array::from_fn(|l| larger(size[l], best[l]));
        let new: [f64; LANES] = std::array::from_fn(|l| larger(size[l], high[l]));
        high.copy_from_slice(&new);
    }
    let mut last = 0.0;
    for (high, (a, r)) in high.into_remainder().iter_mut().zip(rest) {
        let size = (a * r * c).abs();
        *high = larger(size, *high);
        last = larger(size, last);
    }
    larger(reduce(best, larger), last)
}
