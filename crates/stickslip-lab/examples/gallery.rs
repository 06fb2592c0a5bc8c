//! Pictures of the shipped scenes, for the documents: `cargo run --release -p stickslip-lab --example gallery -- FOLDER [NAME…]`.
//!
//! Each scene is run, its page opened in an installed Chromium, and a close picture taken of the moment at which the most contacts are
//! closed. Needs a browser; a scene that cannot be drawn is told and left out.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use stickslip_lab::browser::{Format, Look, Pictures, Shade};
use stickslip_lab::report::{self, Choice};
use stickslip_lab::run;
use stickslip_lab::scene::catalogue;

/// Pixels of a picture.
const SIZE: [u32; 2] = [640, 400];
/// A picture from nearer is taken if that is at most this part of the distance from which all of the motion is seen, but not so near that
/// the way is not seen any longer.
const SMALL: f64 = 0.75;
const NEAREST: f64 = 0.35;
/// Bytes that a picture may have.
const MOST: usize = 60_000;
/// Steps that a picture may cost; longer runs are cut.
const STEPS: usize = 1500;
/// Times at which pictures are taken instead of the chosen ones (s).
const TIMES: [(&str, f64); 5] = [
    ("falling-rod", 0.35),
    ("four-balls", 0.585),
    ("billiards-break", 0.4),
    ("domino-run", 1.0),
    ("painleve-rod", 0.2),
];
/// What is done to the view of some scenes after all else.
const VIEWS: [(&str, &str); 7] = [
    // a box that slides in a plane shows that it is one
    ("box-on-slope", "view.look(-0.9, 0.42); view.fit()"),
    ("billiards-break", "view.near()"),
    ("curling-stone", "view.near()"),
    ("wedge", "view.near(); view.camera.zoom(3)"),
    ("four-balls", "view.near()"),
    ("billiards", "view.near()"),
    // the last links and the load
    (
        "chain-100",
        "const low = view.page.bodies.map((_, k) => Array.from(view.scene.pose(k))).sort((a, b) => a[2] - b[2])[0];
         view.camera.target = [low[0], low[1], low[2] + 0.2]; view.camera.distance = 1.5",
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: gallery FOLDER [NAME…]");
        std::process::exit(2);
    };
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let named: Vec<String> = arguments.collect();
    let work = std::env::temp_dir().join(format!("stickslip-gallery-{}", std::process::id()));
    let mut left_out = 0;
    for name in catalogue::names() {
        if !named.is_empty() && !named.iter().any(|n| n == name) {
            continue;
        }
        match picture(name, &work.join(name)) {
            Ok((bytes, ending, t)) => {
                let file = folder.join(format!("{name}.{ending}"));
                std::fs::write(&file, &bytes)?;
                println!("{}  {} kB, at {t:.3} s", file.display(), bytes.len() / 1000);
            }
            Err(error) => {
                left_out += 1;
                eprintln!("{name}: left out: {error}");
            }
        }
    }
    std::fs::remove_dir_all(&work)?;
    match left_out {
        0 => Ok(()),
        _ => Err(format!("{left_out} scenes left out").into()),
    }
}

/// The picture of a scene, the ending of its file and the time it shows.
fn picture(name: &str, work: &Path) -> Result<(Vec<u8>, &'static str, f64), Box<dyn Error>> {
    let mut scene = catalogue::find(name).ok_or("there is no such scene")?;
    let longest = STEPS as f64 * scene.settings.step;
    scene.duration = scene.duration.min(longest);
    run::scene(&scene, work, &AtomicBool::new(false), |_, _| {})?;
    let page = work.join("gallery.html");
    std::fs::write(&page, report::of_run(work, Choice::default())?.html)?;
    let look = Look {
        width: SIZE[0],
        height: SIZE[1],
        shade: Shade::Light,
    };
    let mut pictures = Pictures::open(&page, look)?;
    let t = match TIMES.iter().find(|(scene, _)| *scene == name) {
        Some((_, t)) => *t,
        None => moment(&mut pictures)?,
    };
    let own = VIEWS.iter().find(|(scene, _)| *scene == name);
    let own = own.map_or("", |(_, script)| script);
    // what is small on its way through the picture is seen from nearer, with its way; a pile with what holds it
    pictures.page().evaluate(&format!(
        "(async () => {{ const {{ view, options, seek }} = window.stickslip;
            seek({t:?});
            for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
            const whole = view.camera.distance;
            view.near();
            if (view.bounds.held || view.camera.distance > {SMALL:?} * whole) view.fit();
            else options.trails = true;
            view.camera.zoom(Math.max(1, ({NEAREST:?} * whole) / view.camera.distance));
            {own}; }})()"
    ))?;
    // every pixel as it is where that is small enough
    let png = pictures.at(t, Format::Png)?;
    if png.len() <= MOST {
        return Ok((png, "png", t));
    }
    let mut jpeg = png;
    for quality in [90, 80, 70, 60, 50] {
        jpeg = pictures.at(t, Format::Jpeg(quality))?;
        if jpeg.len() <= MOST {
            break;
        }
    }
    Ok((jpeg, "jpg", t))
}

/// The time with the most contacts; of several the one in the middle.
fn moment(pictures: &mut Pictures) -> Result<f64, Box<dyn Error>> {
    let script = "(() => { const r = window.stickslip.recording; let most = 0, times = [];
        for (let i = 0; i < r.frames; i++) {
          const n = r.touches(i).count;
          if (n > most) { most = n; times = []; }
          if (n === most) times.push(r.time(i));
        }
        return times[Math.floor(times.length / 2)] ?? 0; })()";
    let t = pictures.page().evaluate(script)?.as_f64();
    Ok(t.unwrap_or(pictures.span()[1]))
}
