#![no_main]
use complementarity::{Certificate, Method, Workspace, generate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let lcp = generate::from_bytes(data);
    let outcome = Method::Lemke(Default::default()).solve(&lcp, &mut Workspace::default());
    assert!(outcome.z.iter().all(|z| z.is_finite()));
    let passes = Certificate::of(&lcp, &outcome.z).passes(complementarity::TOLERANCE);
    assert!(!outcome.status.is_solved() || passes);
});
