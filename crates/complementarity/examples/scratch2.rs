//! scratch
use complementarity::*;
fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut ws = lemke::Workspace::default();
        for line in text.lines() {
            let v: serde_json::Value = serde_json::from_str(line).unwrap();
            let name = v["name"].as_str().unwrap();
            let rows: Vec<Vec<f64>> = serde_json::from_value(v["M"].clone()).unwrap();
            let q: Vec<f64> = serde_json::from_value(v["q"].clone()).unwrap();
            let lcp = Lcp::new(Matrix::from_rows(&rows).unwrap(), q).unwrap();
            let o = lemke::solve(&lcp, lemke::Start::Zero, &lemke::Settings::default(), &mut ws);
            let solvable = v["solvable"].as_bool();
            if o.status.is_solved() != solvable.unwrap() || o.attempts.len() > 1 || o.certificate.relative > 1e-13 {
                println!("{name} n={} solvable {solvable:?}: {} {:.1e} its {} {:?}", lcp.len(), o.status.word(), o.certificate.relative, o.iterations, o.attempts.iter().map(|a| format!("{}:{}:{}", a.method, a.status, a.iterations)).collect::<Vec<_>>());
            }
        }
    }
}
