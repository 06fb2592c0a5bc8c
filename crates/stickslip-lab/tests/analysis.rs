//! What `stickslip analyze` must show, asked as a person would: by the names of scenes and problems, with parameters set and swept.

use std::path::Path;
use stickslip_lab::analyze::cone::power_of;
use stickslip_lab::analyze::search::ContactMode;
use stickslip_lab::analyze::{
    Progress, Question, Settings, Stage, Study, Subject, View, json, study, text,
};

fn asked(name: &str, set: &[&str], sweep: &[&str]) -> Study {
    let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
    let subject = Subject::find(Path::new(name), &set, View::default()).expect("shipped");
    let questions: Vec<Question> = (sweep.iter())
        .map(|s| Question::parse(s).expect("a range"))
        .collect();
    study(&subject, &Settings::default(), &questions, &mut |_| true).expect("posed")
}

fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() <= tolerance, "{found:?} is not {expected:?}");
    }
}

/// [TP97 §4.2] at μ = 0.9: jamming only. Only the thrust and the torque of the active rod are determined.
#[test]
fn the_cube_at_high_friction_only_jams() {
    let study = asked("tp97-example-2.json", &["mu=0.9"], &[]);
    let analysis = &study.analysis;
    assert_eq!(analysis.verdict.words(), "unique as far as searched");
    assert_eq!(analysis.found.solutions.len(), 1);
    assert!(analysis.found.solutions[0].is_stuck() && analysis.jams());
    let ranges = analysis.ranges.as_ref().expect("it sticks");
    assert_eq!(analysis.forces_are_determinate(), Some(false));
    let [n, t, o, r] = &ranges.contacts[0];
    assert!(ranges.is_determinate(n) && (n.low - 6.0).abs() < 1e-6);
    assert!(ranges.is_determinate(r) && (r.low - 3.0).abs() < 1e-6);
    assert!(!ranges.is_determinate(t) && !ranges.is_determinate(o));
}

/// The threshold, two motions beside each other, and where sliding ends; from the problem file and from the scene of bodies alike.
#[test]
fn the_cube_can_jam_or_slide_between_two_coefficients() {
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
    for name in ["tp97-example-2.json", "tp97-example-2"] {
        let study = asked(name, &["mu=0.75"], &["mu=0.1:1.2"]);
        let analysis = &study.analysis;
        assert_eq!(analysis.verdict.words(), "non-unique", "{name}");
        let [jam, slide] = analysis.found.solutions.as_slice() else {
            panic!("{name}: {} motions", analysis.found.solutions.len());
        };
        assert!(jam.is_stuck() && jam.residual < 1e-9);
        assert_eq!(slide.modes, [ContactMode::Slide; 3]);
        let normal: Vec<f64> = slide.motion.forces.iter().map(|c| c.normal).collect();
        close(&normal, &[4.8022731022, 5.2949096536, 3.5197566775], 1e-8);
        // bodies have velocities that joints hold at zero: those that are left are the paper's
        let moved: Vec<f64> = (slide.motion.acceleration.iter().copied())
            .filter(|a| a.abs() > 1e-6)
            .collect();
        close(&moved, &sliding, 1e-8);
        let thresholds = study.design.threshold_values();
        assert_eq!(thresholds.len(), 1, "{thresholds:?}");
        assert!((thresholds[0] - 0.70368).abs() < 1e-5, "{thresholds:?}");
        let [branch] = study.design.branches.as_slice() else {
            panic!("{name}: {} branches", study.design.branches.len());
        };
        let end = branch.extent()[1];
        assert!((end - 0.838).abs() < 1e-3, "{end}");
        let out = json(&study);
        assert_eq!(out["verdict"], "non-unique");
        assert_eq!(out["jam"]["exists"], true);
        let threshold = out["jam"]["threshold"].as_f64().expect("a number");
        assert!((threshold - 0.70368).abs() < 1e-5);
        for solution in out["solutions"].as_array().expect("a list") {
            for key in ["acceleration", "forces", "modes"] {
                assert!(solution[key].is_array(), "{key}");
            }
            assert!(solution["residual"].as_f64().expect("a number") < 1e-9);
        }
        let said = text(&study);
        assert!(said.contains("non-unique: 2 motions"), "{said}");
        assert!(said.contains("it can jam above mu = 0.70368"), "{said}");
    }
}

/// [TP97 Table 1] to its printed digits, from the problem that it solves.
#[test]
fn the_printed_table_is_a_motion_of_the_printed_law() {
    let study = asked("tp97-example-2-as-printed", &[], &[]);
    let found = &study.analysis.found.solutions;
    let slide = found.iter().find(|s| !s.is_stuck()).expect("it slides");
    let printed = [
        [5.6399, -0.8763, -4.8224, 2.6394],
        [4.1562, 2.2585, -2.9756, -0.3840],
        [1.7016, -0.6783, 1.3717, -0.1196],
    ];
    for (force, printed) in slide.motion.forces.iter().zip(printed) {
        close(&force.parts(), &printed, 0.5001e-4);
    }
    let table = [
        -1.2926, -0.3194, -0.3431, -0.4759, -0.1327, 0.1629, -1.4404, -0.7212,
    ];
    close(&slide.motion.acceleration, &table, 0.5001e-4);
}

/// μ ≥ L/(2 e), however the drawer is made.
#[test]
fn the_drawer_jams_at_its_closed_form() {
    for (length, e) in [(0.3, 0.3), (0.2, 0.25), (0.5, 0.3)] {
        let set = [format!("length={length}"), format!("eccentricity={e}")];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let study = asked("drawer", &set, &["mu=0.05:2"]);
        let expected = length / (2.0 * e);
        close(&study.design.threshold_values(), &[expected], 1e-6);
        // forces are not determined, but the motion is
        assert_eq!(study.analysis.verdict.words(), "unique (certified)");
    }
}

/// tan((90° − angle)/2).
#[test]
fn the_ladder_stands_from_its_closed_form_on() {
    for angle in [45.0_f64, 60.0, 75.0] {
        let set = format!("angle_deg={angle}");
        let study = asked("ladder", &[&set], &["mu=0.02:0.9"]);
        let expected = ((90.0 - angle).to_radians() / 2.0).tan();
        close(&study.design.threshold_values(), &[expected], 1e-6);
    }
}

/// What cannot be held is shown by a motion that no force stops, whose power can be computed.
#[test]
fn a_ladder_that_slides_has_its_proof() {
    let study = asked("ladder", &["mu=0.2"], &[]);
    let stick = study.analysis.stick.as_ref().expect("asked");
    assert!(!study.analysis.jams());
    let motion = stick.unstoppable.as_ref().expect("a proof");
    let power = power_of(&study.sight.posed.problem, motion);
    assert!(power.expect("a proof") > 0.0);
    assert!(study.design.remedies.is_empty());
}

/// Forces indeterminate, motion unique.
#[test]
fn the_table_on_four_legs_stands_in_one_way_only() {
    let study = asked("four-legged-table", &[], &[]);
    let analysis = &study.analysis;
    assert!(analysis.verdict.words().starts_with("unique"));
    assert_eq!(analysis.found.solutions.len(), 1);
    assert!(analysis.found.solutions[0].is_stuck());
    assert_eq!(analysis.forces_are_determinate(), Some(false));
    let said = text(&study);
    assert!(said.contains("not all forces are determined"), "{said}");
}

/// [Ste00 1.3]: with a negative A and a negative b no force makes A c + b ≥ 0; the step at velocity level finds an impulse.
#[test]
fn painleves_rod_has_no_finite_acceleration() {
    let study = asked("painleve-rod", &[], &[]);
    assert_eq!(study.analysis.verdict.words(), "no finite solution");
    let impossible = study.analysis.impossible.as_ref().expect("a certificate");
    // judged here from the data: weights of what only pushes, against what forces of the cone do
    let reduced = study.sight.posed.problem.reduce().expect("posed");
    let (a, b, y) = (reduced.w(), reduced.q(), &impossible.weights);
    assert_eq!((reduced.len(), y.len()), (1, 1));
    assert!(y[0] > 0.0 && y[0] * a[(0, 0)] <= 0.0 && y[0] * b[0] < 0.0);
    assert!((a[(0, 0)] + 0.848076).abs() < 1e-5 && (b[0] + 9.81).abs() < 1e-9);
    let impulse = study.impulse.as_ref().expect("a scene has steps");
    assert_eq!(impulse.analysis.found.solutions.len(), 1);
    let normal = impulse.analysis.found.solutions[0].motion.forces[0].normal;
    assert!((normal - 0.32).abs() < 0.02, "{normal}");
}

#[test]
fn the_indeterminate_rod_has_two_motions() {
    let study = asked("painleve-rod-indeterminate", &[], &[]);
    assert_eq!(study.analysis.verdict.words(), "non-unique");
    assert_eq!(study.analysis.found.solutions.len(), 2);
    assert!(study.analysis.found.complete);
}

/// What removes the jam of the cube: each remedy stands, and a little less does not.
#[test]
fn remedies_are_thresholds_of_their_own() {
    let study = asked("tp97-example-2.json", &["mu=0.75"], &[]);
    let remedies = &study.design.remedies;
    assert!(
        remedies
            .iter()
            .any(|r| r.parameter == "gamma" && r.change < 0.0)
    );
    for remedy in remedies.iter().filter(|remedy| remedy.same_contacts) {
        let at = |x: f64| {
            let set = format!("{}={x:?}", remedy.parameter);
            asked("tp97-example-2.json", &["mu=0.75", &set], &[])
                .analysis
                .jams()
        };
        assert!(!at(remedy.to), "{remedy:?}");
        assert!(at(remedy.to - 1e-4 * remedy.change), "{remedy:?}");
    }
}

/// Stopped at any time it keeps what it has, and says so.
#[test]
fn an_interrupted_study_keeps_what_it_found() {
    let subject = Subject::find(Path::new("tp97-example-2.json"), &[], View::default());
    let subject = subject.expect("shipped");
    let questions = [Question::parse("mu=0.1:1.2").expect("a range")];
    for last in [Stage::Modes, Stage::Search, Stage::Sweep] {
        let mut tell = |now: Progress| now.stage != last || now.done < 2;
        let study = study(&subject, &Settings::default(), &questions, &mut tell).expect("posed");
        assert!(study.interrupted, "{last:?}");
        assert!(study.analysis.jams(), "{last:?}");
        assert!(text(&study).contains("interrupted"));
        assert_eq!(json(&study)["interrupted"], true);
    }
}

/// What was not looked for is not said to be missing.
#[test]
fn an_interrupted_study_denies_nothing() {
    let subject = Subject::find(Path::new("tp97-example-2.json"), &[], View::default());
    let subject = subject.expect("shipped");
    let questions = [Question::parse("mu=0.1:1.2").expect("a range")];
    let stopped = |last: Stage, done: usize| {
        let mut tell = |now: Progress| now.stage != last || now.done < done;
        let study = study(&subject, &Settings::default(), &questions, &mut tell).expect("posed");
        let told = (text(&study), json(&study));
        assert!(!told.0.contains("no single parameter"), "{}", told.0);
        assert_eq!(told.1["design"]["remedies_complete"], false);
        told
    };
    let (said, told) = stopped(Stage::Thresholds, 1);
    assert!(said.contains("remedy       not searched (interrupted)"));
    assert!(told["jam"]["thresholds"].is_null());
    let (said, _) = stopped(Stage::Sweep, 2);
    assert!(said.contains("interrupted: other values were not looked at"));
    let (said, told) = stopped(Stage::Remedies, 3);
    assert!(said.contains("interrupted: not all parameters were tried"));
    assert!(!told["design"]["remedies"].as_array().unwrap().is_empty());
    // no motion yet is no failure of the search
    let mut tell = |now: Progress| now.stage != Stage::Cones;
    let none = study(&subject, &Settings::default(), &[], &mut tell).expect("posed");
    assert!(!text(&none).contains("did not find"), "{}", text(&none));
}

#[test]
fn a_state_in_the_middle_of_a_run_can_be_asked_about() {
    let view = View {
        at: 0.05,
        ..View::default()
    };
    let subject = Subject::find(Path::new("ladder"), &[], view).expect("shipped");
    let study = study(&subject, &Settings::default(), &[], &mut |_| true).expect("posed");
    assert!(study.analysis.jams());
    assert!(study.notes().iter().any(|note| note.contains("0.05")));
}
