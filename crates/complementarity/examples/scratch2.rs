//! scratch
use complementarity::*;
fn main() {
    let method = Method::parse(&std::env::args().nth(1).unwrap()).unwrap();
    for file in std::env::args().skip(2) {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut ws = Workspace::default();
        for line in text.lines() {
            let v: serde_json::Value = serde_json::from_str(line).unwrap();
            let name = v["name"].as_str().unwrap();
            let rows: Vec<Vec<f64>> = serde_json::from_value(v["M"].clone()).unwrap();
            let q: Vec<f64> = serde_json::from_value(v["q"].clone()).unwrap();
            let lcp = Lcp::new(Matrix::from_rows(&rows).unwrap(), q).unwrap();
            let t = std::time::Instant::now();
            let o = method.solve(&lcp, &mut ws);
            let secs = t.elapsed().as_secs_f64();
            let solvable = v["solvable"].as_bool();
            if o.status.is_solved() != solvable.unwrap()
                || o.attempts.len() > 1
                || o.certificate.relative > 1e-13
            {
                println!(
                    "{name} n={} solvable {solvable:?}: {} {:.1e} its {} {secs:.4} s {:?}",
                    lcp.len(),
                    o.status.word(),
                    o.certificate.relative,
                    o.iterations,
                    o.attempts
                        .iter()
                        .map(|a| format!("{}:{}:{}", a.method, a.status, a.iterations))
                        .collect::<Vec<_>>()
                );
            }
        }
    }
}
