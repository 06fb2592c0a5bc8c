//! The table `[run]`: faults are traced to their key, and everything arrives.

use super::super::settings;
use super::*;

#[test]
fn settings_are_traced_to_their_key() {
    for case in [
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nactivation = \"al\"",
            &["`activation` is \"al\"", "did you mean \"all\"?", "near"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nactivation = 3",
            &["`run.activation` is 3", "\"predicted\""],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nactivation = { near = -1.0 }",
            &["activation.near is -1"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nrest_slip = -1.0",
            &["rest_slip is -1"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\ntzitzouris_pang = { iterations = 3 }",
            &["for the scheme \"tzitzouris-pang\""],
        ),
        Case(
            "falling-rod",
            "scheme = \"fixed-point\"",
            "scheme = \"tzitzouris-pang\"\ntzitzouris_pang = { tolerance = 0.0 }",
            &["scheme.tolerance is 0"],
        ),
        Case(
            "falling-rod",
            "h = 0.0025",
            "h = 0.0",
            &["h is 0; it must be a positive"],
        ),
        Case("falling-rod", "h = 0.0025", "h = -1", &["h is -1"]),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = -0.8",
            &["duration is -0.8"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 1e12",
            &["steps of 0.0025 s"],
        ),
        Case(
            "falling-rod",
            "scheme = \"fixed-point\"",
            "scheme = \"fixedpoint\"",
            &["did you mean \"fixed-point\"?", "stewart-trinkle"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nlinearise_at = \"start\"",
            &["for the scheme \"stewart-trinkle\""],
        ),
        Case(
            "painleve-rod",
            "duration = 0.05",
            "duration = 0.05\nlinearise_at = \"begin\"",
            &["\"prediction\" or \"start\""],
        ),
        Case(
            "painleve-rod",
            "duration = 0.05",
            "duration = 0.05\nfixed_point = { rounds = 3 }",
            &["for the scheme \"fixed-point\""],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nfixed_point = { tolerance = 0.0 }",
            &["scheme.tolerance is 0"],
        ),
        Case(
            "bouncing-ball",
            "locate = true",
            "locate = { impacts = 0 }",
            &["locate.impacts is 0"],
        ),
        Case(
            "bouncing-ball",
            "impact = \"newton\"",
            "impact = \"newtons\"",
            &["did you mean \"newton\"?"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nprojection = \"none\"",
            &["\"off\", \"joints\" or \"all\""],
        ),
        Case(
            "bouncing-ball",
            "rest_speed = 1e-3",
            "rest_speed = -1e-3",
            &["rest_speed is -0.001"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\ntouch = -1.0",
            &["touch is -1"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nmethod = \"lemk\"",
            &["did you mean \"lemke\"?"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nmethod = { name = \"lemke\", tolerance = 2.0 }",
            &["tolerance is 2"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nmethod = { name = \"newton\", pivot = 1e-9 }",
            &["\"newton\" has no setting `pivot`"],
        ),
        Case(
            "skidding-ball",
            "refinement = { tolerance = 1e-6,",
            "refinement = { tolerance = 0.0,",
            &["refinement.tolerance is 0"],
        ),
        Case(
            "falling-rod",
            "schema_version = 1",
            "schema_version = 2",
            &["schema_version = 1"],
        ),
        Case(
            "falling-rod",
            "name = \"falling-rod\"",
            "name = \"../rod\"",
            &["letters, digits"],
        ),
        Case(
            "falling-rod",
            "kind = \"rod\"",
            "kind = \"rodd\"",
            &["did you mean \"rod\"?"],
        ),
    ] {
        check(&case);
    }
}

#[test]
fn all_settings_arrive() {
    let text = catalogue::text("falling-rod").unwrap();
    let (head, _) = text.split_once("[run]").unwrap();
    let run = "[run]\nh = 0.01\nsubsteps = 3\nduration = 1\nscheme = \"fixed-point\"\nfixed_point = { tolerance = 1e-8, rounds = 7 }\n\
               impact = \"stronge\"\nlocate = { tolerance = 1e-9, impacts = 3 }\nrest_speed = 0.1\nprojection = \"all\"\n\
               activation = { near = 1e-3 }\nrest_slip = 1e-6\nenlarge = false\nsleep = true\nlarge = { contacts = 9, relative = 1e-5, violation = 1e-4, sweeps = 7, rounds = 3, leaps = 5, proximal = 0.01 }\ntouch = 1e-6\nrefinement = { tolerance = 1e-3, rounds = 2 }\n\
               method = { name = \"lemke\", tolerance = 1e-8, retries = 1 }\n";
    let scene = read(&format!("{head}{run}"), "f").unwrap();
    let mut method = complementarity::lemke::Settings::default();
    (method.tolerance, method.retries) = (1e-8, 1);
    let expected = Settings {
        substeps: 3,
        halvings: 0,
        sleep: true,
        large: stickslip::Large {
            contacts: 9,
            relative: 1e-5,
            violation: 1e-4,
            sweeps: 7,
            rounds: 3,
            leaps: 5,
            proximal: 0.01,
        },
        step: 0.01,
        scheme: stickslip::Scheme::FixedPoint {
            tolerance: 1e-8,
            rounds: 7,
        },
        impact: stickslip::ImpactLaw::Stronge,
        locate: Some(stickslip::Locate {
            tolerance: 1e-9,
            impacts: 3,
        }),
        projection: stickslip::Projection::All,
        activation: stickslip::Activation::Near { gap: 1e-3 },
        rest_slip: 1e-6,
        enlarge: false,
        touch: 1e-6,
        rest_speed: 0.1,
        refinement: stickslip::Refinement {
            tolerance: 1e-3,
            rounds: 2,
        },
        method: complementarity::Method::Lemke(method),
    };
    assert_eq!(scene.settings, expected);
    assert_eq!((scene.duration, scene.steps()), (1.0, Ok(100)));
    let implicit = "[run]\nh = 0.01\nduration = 1\nscheme = \"tzitzouris-pang\"\n\
                    tzitzouris_pang = { tolerance = 1e-9, iterations = 5 }\nactivation = \"all\"\n";
    let scene = read(&format!("{head}{implicit}"), "f").unwrap();
    let scheme = stickslip::Scheme::TzitzourisPang {
        tolerance: 1e-9,
        iterations: 5,
    };
    assert_eq!(scene.settings.scheme, scheme);
    assert_eq!(scene.settings.activation, stickslip::Activation::All);
    // and without any of them the defaults
    let plain = read(&format!("{head}[run]\nh = 0.01\nduration = 1\n"), "f").unwrap();
    assert_eq!(
        plain.settings,
        Settings {
            step: 0.01,
            ..Settings::default()
        }
    );
}

#[test]
fn a_table_that_is_not_there_can_be_set_key_by_key() {
    let set = ["run.large.sweeps=7".to_owned()];
    let scene = catalogue::find_with("box-on-slope", &set).unwrap().unwrap();
    assert_eq!(scene.settings.large.sweeps, 7);
    let set = ["run.large.swoops=7".to_owned()];
    let error = catalogue::find_with("box-on-slope", &set).unwrap();
    assert!(error.unwrap_err().to_string().contains("swoops"));
}

#[test]
fn steps_are_whole() {
    assert_eq!(settings::steps(0.8, 0.0025), Ok(320));
    assert_eq!(settings::steps(1.0, 1.0 / 240.0), Ok(240));
    assert_eq!(settings::steps(1.0, 0.3), Ok(4));
    assert_eq!(settings::steps(1e-9, 1.0), Ok(1));
    assert!(settings::steps(f64::NAN, 1.0).is_err());
}
