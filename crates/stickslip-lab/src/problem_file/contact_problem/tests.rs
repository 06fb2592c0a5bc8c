//! Problems read, written and read again; the numbers of the shipped ones.

use super::*;
use crate::analyze::FrictionLaw;
use complementarity::Method;
use complementarity::generate::Random;
use stickslip::{
    Frame, Friction, Impulse, InstantProblem, Level, Mass, Motion, NaturalMap, Refinement, Slip,
    SlipLaw, Solver,
};

fn shipped(name: &str, set: &[&str]) -> PosedFile {
    let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
    let found = catalogue::find_with(name, &set).unwrap();
    found.unwrap_or_else(|error| panic!("{error}"))
}

fn solve(problem: &InstantProblem, mut c: Vec<f64>) -> Option<Motion> {
    let reduced = problem.reduce().unwrap();
    let end = Solver::default()
        .solve_reduced(&reduced, &Method::Auto, &Refinement::default(), &mut c)
        .unwrap();
    let map = NaturalMap::of(&reduced, &c);
    (end.solved && map.relative < 1e-10).then(|| problem.motion(&reduced, &c).unwrap())
}

fn close(a: &[f64], b: &[f64], tolerance: f64) {
    assert_eq!(a.len(), b.len());
    let far = a.iter().zip(b).any(|(a, b)| (a - b).abs() > tolerance);
    assert!(!far, "{a:?} is not {b:?}");
}

/// [TP97 §4.1], zeta = 2 and 0.
#[test]
fn example_1_slips_as_it_should() {
    for (zeta, slip) in [("zeta=2", 0.011931), ("zeta=0", 0.739984)] {
        let motion = solve(
            &shipped("tp97-example-1", &[zeta]).posed.problem,
            Vec::new(),
        )
        .unwrap();
        let [_, t, o, _] = motion.contacts[1];
        assert!((t.hypot(o) - slip).abs() < 1e-6, "{zeta}: {}", t.hypot(o));
    }
}

/// [TP97 §4.2] at μ = 0.75: the cube may jam or slide.
#[test]
fn example_2_has_two_answers() {
    let problem = shipped("tp97-example-2.json", &["mu=0.75"]).posed.problem;
    let sliding = [
        -0.2640566266,
        -0.0731090904,
        -0.0754679851,
        -0.1664669277,
        -0.0909989425,
        -0.0202487468,
        -0.2994317245,
        -0.1799498108,
    ];
    let (mut jams, mut slides) = (0, 0);
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let c = (0..12).map(|_| 10.0 * random.uniform(-1.0, 1.0)).collect();
        match solve(&problem, c) {
            None => {}
            Some(motion) if motion.acceleration.iter().all(|a| a.abs() < 1e-8) => jams += 1,
            Some(motion) => {
                close(&motion.acceleration, &sliding, 1e-8);
                slides += 1;
            }
        }
    }
    assert!(jams > 0 && slides > 0, "{jams} jams, {slides} slides");
}

/// The forces of Table 1 give its accelerations, to the printed digits, and friction that is straight against them.
#[test]
fn table_1_belongs_to_the_problem_as_printed() {
    let posed = shipped("tp97-example-2-as-printed", &[]).posed;
    assert_eq!(posed.law, FrictionLaw::Collinear);
    let printed = [
        [5.6399, -0.8763, -4.8224, 2.6394],
        [4.1562, 2.2585, -2.9756, -0.3840],
        [1.7016, -0.6783, 1.3717, -0.1196],
    ];
    let reduced = posed.problem.reduce().unwrap();
    let motion = posed.problem.motion(&reduced, printed.as_flattened());
    let motion = motion.unwrap();
    let table = [
        -1.2926, -0.3194, -0.3431, -0.4759, -0.1327, 0.1629, -1.4404, -0.7212,
    ];
    // digits are lost where masses of 1/4 multiply what is left of large forces
    close(&motion.acceleration, &table, 5e-4);
    for (c, a) in printed.iter().zip(&motion.contacts) {
        assert!(a[0].abs() < 1e-3, "{a:?}");
        let [x, y] = [&c[1..], &a[1..]];
        let dot: f64 = x.iter().zip(y).map(|(x, y)| x * y).sum();
        let size = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!(
            (dot / (size(x) * size(y)) + 1.0).abs() < 1e-5,
            "{c:?} {a:?}"
        );
        let bound = (c[1].powi(2) + c[2].powi(2) + (c[3] / 2.0).powi(2)).sqrt();
        assert!((bound - 0.9 * c[0]).abs() < 1e-3, "{bound}");
    }
}

#[test]
fn every_problem_is_found_and_says_what_it_is() {
    for name in catalogue::names() {
        let file = catalogue::find(name).unwrap();
        assert_eq!(Some(file.posed.name.as_str()), name.strip_suffix(".json"));
        assert!(file.about.len() > 40, "{name}");
        assert!(file.places.iter().all(Option::is_some), "{name}");
        assert_eq!(file.posed.velocities[6], "rod along x");
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    let ours = |file: &std::path::PathBuf| std::fs::read_to_string(file).unwrap().contains(FORMAT);
    let files = std::fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().path());
    assert_eq!(files.filter(ours).count(), catalogue::names().count());
    assert_eq!(
        catalogue::nearest("tp97-exampel-1.json"),
        Some("tp97-example-1.json")
    );
    assert!(catalogue::find("tp97-example-3").is_none());
}

/// A text with a bit of everything.
const ALL: &str = r#"{
  "format": "contact-problem-1",
  "name": "everything",
  "about": "A bit of everything.",
  "parameters": { "mu": 0.3, "twice": "2*mu", "third": "1/3" },
  "velocities": ["a", "b", "c", "d"],
  "mass": { "blocks": [["third", 2], [[2, "$third"], ["$third", 1]]] },
  "force": [0.1, -9.81, 0.7, "-twice"],
  "contacts": [
    { "n": [0, 1, 0, 0] },
    { "name": "sliding", "n": [0, 1, 0.1, 0], "t": [1, 0, 0, 0], "slip": [0.2],
      "friction": { "coefficient": "$mu", "set": "planar" }, "drift": [0.1, "-1/3"] },
    { "name": "round", "n": [0, 0, 1, 0], "t": [1, 0, 0, 0], "o": [0, 0, 0, 1], "friction": "$twice",
      "point": [1, 2, 3], "normal": [0, 0, 1] },
    { "name": "ellipse", "n": [0, 0, 1, 0], "t": [1, 0, 0, 0], "o": [0, 0, 0, 1],
      "friction": { "coefficient": 0.2, "set": { "ellipse": [1, "third"] } } },
    { "name": "ellipsoid", "n": [0, 0, 1, 0], "t": [1, 0, 0, 0], "o": [0, 0, 0, 1], "r": [1, 1, 0, 0],
      "friction": { "coefficient": 0.2, "set": { "ellipsoid": [1, 2, 0.1] } }, "slip": [0, 0, 3] },
    { "name": "mixed", "n": [0, 0, 1, 0], "t": [1, 0, 0, 0], "o": [0, 0, 0, 1], "r": [1, 1, 0, 0],
      "friction": { "coefficient": 0.2, "set": { "mixed": [1, 2, 0.1] } }, "target": -0.3, "reserve": 0.1 },
    { "name": "polygon", "n": [0, 0, 1, 0], "t": [1, 0, 0, 0], "o": [0, 0, 0, 1],
      "friction": { "coefficient": 0.2, "set": { "polygon": 6 } } },
    { "name": "directions", "n": [0, 0, 1, 0], "t": [1, 0, 0, 0], "o": [0, 0, 0, 1],
      "friction": { "coefficient": 0.2, "set": { "directions": [[1, 0, 0], [-1, 0, 0], [0, 0.1, 0], [0, -0.1, 0]] } } },
    { "name": "faces", "n": [0, 0, 1, 0], "t": [1, 0, 0, 0], "o": [0, 0, 0, 1], "r": [1, 1, 0, 0],
      "friction": { "coefficient": 0.2, "set": { "faces": [[1, 0.3, 0], [-1, 0.3, 0], [0, -3, 0], [0, 0, 7], [0, 0, -7]] } } },
    { "name": "none", "n": [0, 0, 1, 0], "friction": { "set": "none" } }
  ],
  "joints": [
    { "row": [1, 0, "-third", 0] },
    { "name": "motor", "row": [0, 0, 0, 1], "target": 0.1, "low": -2, "high": "twice", "softness": 0.01 }
  ]
}"#;

fn written(file: &PosedFile) -> String {
    let mut text = Vec::new();
    write_posed(file, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn what_is_written_reads_back_to_the_bit() {
    let mut files: Vec<PosedFile> = catalogue::names().filter_map(catalogue::find).collect();
    files.push(read_posed_text(ALL, "here", &[]).unwrap());
    let step = r#"level={"velocity": {"step": 0.01, "start": [0.1, 0.3, "-third", 7]}}"#;
    let all = ALL
        .replace(r#", "slip": [0.2]"#, "")
        .replace(r#", "slip": [0, 0, 3]"#, "");
    let all = all.replace(
        "{\n  \"format\"",
        "{\n  \"level\": \"acceleration\",\n  \"format\"",
    );
    files.push(read_posed_text(&all, "here", &[step.into()]).unwrap());
    assert_eq!(files[4].posed.problem.level(), Level::Velocity);
    for mut file in files {
        let text = written(&file);
        let again = read_posed_text(&text, "again", &[]).unwrap_or_else(|e| panic!("{e}\n{text}"));
        // numbers stand in the place of parameters
        file.parameters.clear();
        assert_eq!(file, again, "{text}");
        assert_eq!(text, written(&again));
        let (a, b) = (
            file.posed.problem.reduce().unwrap(),
            again.posed.problem.reduce().unwrap(),
        );
        assert!(a.w() == b.w() && a.q() == b.q());
    }
}

#[test]
fn what_the_format_has_no_words_for_is_not_written() {
    let mass = Mass::diagonal(&[1.0, 1.0]).unwrap();
    let mut problem = InstantProblem::new(mass, &[0.0, -1.0]).unwrap();
    let mut frame = Frame::default();
    frame.normal.push(1, 1.0);
    frame.tangent.push(0, 1.0);
    let law = SlipLaw::TwoCoefficients { sliding: 0.1 };
    let friction = Friction::planar(0.2).with_slip_law(law);
    (problem.add_contact(&frame, friction, Slip::Rolling, [0.0; 4])).unwrap();
    let file = PosedFile::new(Posed::new("brake", problem));
    let error = write_posed(&file, Vec::new()).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::Unsupported);
    let told = error.to_string();
    assert!(told.contains("friction of \"contact 1\""), "{told}");
}

#[test]
fn every_field_means_what_it_says() {
    let file = read_posed_text(ALL, "here", &[]).unwrap();
    let (data, posed) = (file.posed.problem.data(), &file.posed);
    assert_eq!(posed.contacts[..3], ["contact 1", "sliding", "round"]);
    assert_eq!(posed.joints, ["joint 1", "motor"]);
    assert_eq!(posed.velocities, ["a", "b", "c", "d"]);
    let values: Vec<f64> = file.parameters.iter().map(|p| p.value).collect();
    assert_eq!(values, [0.3, 0.6, 1.0 / 3.0]);
    assert_eq!(file.parameters[1].expression.as_deref(), Some("2*mu"));
    assert_eq!(posed.problem.slips()[0], Slip::Rolling);
    assert_eq!(posed.problem.slips()[1], Slip::Sliding([0.2, 0.0, 0.0]));
    assert_eq!(data.contacts[1].surface, [-0.1, 1.0 / 3.0, 0.0, 0.0]);
    assert_eq!(data.contacts[1].target, -0.1);
    assert_eq!(
        (data.contacts[5].target, data.contacts[5].reserve),
        (-0.3, 0.1)
    );
    assert_eq!(data.contacts[2].friction.coefficient, 0.6);
    assert_eq!(data.joints[0].low, f64::NEG_INFINITY);
    assert_eq!((data.joints[1].low, data.joints[1].high), (-2.0, 0.6));
    // M⁻¹ f of the first block, and a contact pushing along its row
    assert_eq!(data.free[..2], [0.1 * 3.0, -9.81 / 2.0]);
    let mut p = vec![0.0; 4];
    data.add_contact_momentum(
        &[
            Impulse::default(),
            Impulse::from_parts([1.0, 2.0, 0.0, 0.0]),
        ],
        &mut p,
    );
    assert_eq!(p, [2.0, 1.0, 0.1, 0.0]);
    assert_eq!(file.places[2].unwrap().point, [1.0, 2.0, 3.0]);
}

/// A step of a block of 2 kg that slides at 3 m/s and meets the ground at 1 m/s: the impulses of the documented `fc-global-1` problem.
#[test]
fn a_step_has_impulses() {
    let text = r#"{"format": "contact-problem-1", "level": {"velocity": {"step": 0.1, "start": [3, 0]}}, "mass": [2, 2],
        "force": [0, -20], "contacts": [{"n": [0, 1], "t": [1, 0], "friction": {"coefficient": 0.5, "set": "planar"}}]}"#;
    let file = read_posed_text(text, "folder/block.json", &[]).unwrap();
    assert_eq!(file.posed.name, "block");
    let motion = solve(&file.posed.problem, Vec::new()).unwrap();
    close(&motion.acceleration, &[2.5, 0.0], 1e-12);
    close(&[motion.forces[0].normal], &[2.0], 1e-12);
}

#[test]
fn settings_change_parameters_and_fields() {
    let read = |set: &[&str]| {
        let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
        read_posed_text(ALL, "here", &set).unwrap()
    };
    let file = read(&["mu=0.4"]);
    assert_eq!(
        file.posed.problem.data().contacts[2].friction.coefficient,
        0.8
    );
    assert_eq!(file.parameters[1].value, 0.8);
    let file = read(&[
        "twice = mu/2",
        "contacts[3].friction.coefficient=sqrt(mu)",
        "name=other",
    ]);
    let contacts = &file.posed.problem.data().contacts;
    assert_eq!(contacts[2].friction.coefficient, 0.15);
    assert_eq!(contacts[3].friction.coefficient, 0.3_f64.sqrt());
    assert_eq!(file.posed.name, "other");
    // no friction, no rows
    let file = read(&["mu=0"]);
    assert_eq!(file.posed.problem.data().contacts[1].friction.rows(), 0);
}
