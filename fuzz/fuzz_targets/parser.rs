#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(problems) = stickslip_lab::problem_file::read(data, "fuzz") {
        for problem in problems {
            let mut text = Vec::new();
            stickslip_lab::problem_file::write(&problem, &mut text).expect("writing to memory");
            let again = stickslip_lab::problem_file::read(text.as_slice(), "again").expect("our own writing");
            assert_eq!(again.len(), 1);
            assert_eq!(again[0].data, problem.data);
        }
    }
});
