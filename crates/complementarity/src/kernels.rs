//! The few inner loops that take the time, compiled for the widest vector unit the machine has.
//!
//! `pulp` picks the instruction set at run time without unsafe code here. Sums are kept in eight lanes,
//! so the order of additions is fixed by this file and not by the instruction set.

use pulp::Arch;

const LANES: usize = 8;

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
    for (x, y) in ac.zip(bc) {
        for l in 0..LANES {
            sums[l] += x[l] * y[l];
        }
    }
    sums.iter().sum::<f64>() + tail
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
    arch.dispatch(
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
    arch.dispatch(
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
    arch.dispatch(
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
    arch.dispatch(
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
    arch.dispatch(
        #[inline(always)]
        || {
            let (mut high, mut poison) = ([0.0; LANES], [0.0; LANES]);
            let chunks = v.chunks_exact(LANES);
            for &x in chunks.remainder() {
                high[0] = if x.abs() > high[0] { x.abs() } else { high[0] };
                poison[0] += x * 0.0;
            }
            for chunk in chunks {
                for l in 0..LANES {
                    let size = chunk[l].abs();
                    high[l] = if size > high[l] { size } else { high[l] };
                    // 0 · x is NaN for infinite x and for NaN
                    poison[l] += chunk[l] * 0.0;
                }
            }
            high.iter().copied().fold(0.0, f64::max) + poison.iter().sum::<f64>()
        },
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
    arch.dispatch(
        #[inline(always)]
        || {
            let mut best = [f64::INFINITY; LANES];
            let (xc, rc) = (x.chunks_exact(LANES), r.chunks_exact(LANES));
            let mut least = f64::INFINITY;
            for (&x, &r) in xc.remainder().iter().zip(rc.remainder()) {
                least = least.min(time_to_zero(x, r, floor, slip));
            }
            for (x, r) in xc.zip(rc) {
                for l in 0..LANES {
                    let t = time_to_zero(x[l], r[l], floor, slip);
                    best[l] = if t < best[l] { t } else { best[l] };
                }
            }
            best.iter().copied().fold(least, f64::min)
        },
    )
}

/// high_i ← max(high_i, |a_i r_i c|); returns the largest of the new candidates.
pub(crate) fn raise_to_sizes(arch: Arch, high: &mut [f64], a: &[f64], r: &[f64], c: f64) -> f64 {
    arch.dispatch(
        #[inline(always)]
        || {
            let mut best = [0.0; LANES];
            let n = high.len();
            let (a, r) = (&a[..n], &r[..n]);
            let whole = n - n % LANES;
            for base in (0..whole).step_by(LANES) {
                for l in 0..LANES {
                    let size = (a[base + l] * r[base + l] * c).abs();
                    let old = high[base + l];
                    high[base + l] = if size > old { size } else { old };
                    best[l] = if size > best[l] { size } else { best[l] };
                }
            }
            for i in whole..n {
                let size = (a[i] * r[i] * c).abs();
                high[i] = if size > high[i] { size } else { high[i] };
                best[0] = if size > best[0] { size } else { best[0] };
            }
            best.iter().copied().fold(0.0, f64::max)
        },
    )
}
