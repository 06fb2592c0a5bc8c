//! scratch
use complementarity::*;
fn main() {
    let dir = std::env::args().nth(1).expect("dir");
    for class in ["random", "stack", "repeat"] {
        for nc in [7, 20, 50] {
            let bytes = std::fs::read(format!("{dir}/{class}_{nc}.f64")).unwrap();
            let v: Vec<f64> = bytes
                .chunks_exact(8)
                .map(|b| f64::from_le_bytes(b.try_into().unwrap()))
                .collect();
            let (k, n) = (v[0] as usize, v[1] as usize);
            let mut at = 2;
            let mut ws = Workspace::default();
            let (mut times, mut bad, mut worst, mut pivots, mut maxk) =
                (vec![], vec![], 0.0_f64, vec![], 0);
            let mut nnz = 0;
            for p in 0..k {
                let m = Matrix::from_fn(n, n, |i, j| v[at + i * n + j]);
                nnz += m.as_slice().iter().filter(|x| **x != 0.0).count();
                let q = v[at + n * n..at + n * n + n].to_vec();
                at += n * n + n;
                let lcp = Lcp::new(m, q).unwrap();
                let mut ts = vec![];
                let mut o = Method::Auto.solve(&lcp, &mut ws);
                for _ in 0..21 {
                    let t = std::time::Instant::now();
                    o = Method::Auto.solve(&lcp, &mut ws);
                    ts.push(t.elapsed().as_secs_f64());
                }
                ts.sort_by(f64::total_cmp);
                times.push(ts[0] * 1e3);
                pivots.push(o.iterations);
                maxk = maxk.max(o.z.iter().filter(|x| **x > 0.0).count());
                if !o.status.is_solved() {
                    bad.push((p, o.status.word(), o.iterations, o.certificate.relative));
                } else {
                    worst = worst.max(o.certificate.relative);
                }
            }
            times.sort_by(f64::total_cmp);
            pivots.sort();
            println!(
                "{class:7} n={n:4} ok {}/{k} median {:.4} ms  worst {worst:.1e} pivots {} max {} support {maxk} density {:.2} bad {:?}",
                k - bad.len(),
                times[k / 2],
                pivots[k / 2],
                pivots[k - 1],
                nnz as f64 / (k * n * n) as f64,
                &bad[..bad.len().min(4)]
            );
        }
    }
}
