//! Colour by time: steps from early to late, even to the eye, the latest with the strongest contrast.
//!
//! The ramp is a straight line in lightness and hue of the OKLCH space; chroma gives way where the screen
//! cannot show the colour.

use super::svg::{Rect, Svg};
use super::text::{short, width};
use super::theme::TICK;

/// How many colours the ramp has.
pub(super) const STEPS: usize = 32;

/// The step for a time in [from, to]; the last one if there is no span.
pub(super) fn step(time: f64, from: f64, to: f64) -> usize {
    let along = (time - from) / (to - from);
    if along.is_finite() {
        (along.clamp(0.0, 1.0) * (STEPS - 1) as f64).round() as usize
    } else {
        STEPS - 1
    }
}

/// The colour of a step as `#rrggbb`.
pub(super) fn colour(step: usize, dark: bool) -> String {
    let along = step as f64 / (STEPS - 1) as f64;
    // towards ink on paper, towards light on black
    let lightness = if dark {
        0.50 + 0.38 * along
    } else {
        0.76 - 0.42 * along
    };
    // from amber over magenta to indigo, and the same way back in the dark, so that late stays far from the ground
    let hue = if dark {
        285.0 + 150.0 * along
    } else {
        75.0 - 150.0 * along
    };
    let mut chroma = 0.17;
    loop {
        let rgb = oklch(lightness, chroma, hue);
        if chroma < 0.01 || rgb.iter().all(|part| (0.0..=1.0).contains(part)) {
            let byte = |part: f64| (gamma(part.clamp(0.0, 1.0)) * 255.0).round() as u8;
            return format!(
                "#{:02x}{:02x}{:02x}",
                byte(rgb[0]),
                byte(rgb[1]),
                byte(rgb[2])
            );
        }
        chroma -= 0.005;
    }
}

/// Linear sRGB of an OKLCH colour (Ottosson 2020).
fn oklch(lightness: f64, chroma: f64, hue_degrees: f64) -> [f64; 3] {
    let (sin, cos) = hue_degrees.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let l = (lightness + 0.3963377774 * a + 0.2158037573 * b).powi(3);
    let m = (lightness - 0.1055613458 * a - 0.0638541728 * b).powi(3);
    let s = (lightness - 0.0894841775 * a - 1.2914855480 * b).powi(3);
    [
        4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s,
    ]
}

/// The transfer curve of sRGB.
fn gamma(linear: f64) -> f64 {
    if linear <= 0.0031308 {
        12.92 * linear
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}

/// The colours with the first and the last time, ending at the given right end.
pub(super) fn draw(svg: &mut Svg, [right, y]: [f64; 2], [from, to]: [f64; 2]) {
    let (from, to) = (
        format!("{} s", short(from, 3)),
        format!("{} s", short(to, 3)),
    );
    let (bar, height) = (128.0, 8.0);
    let end = right - width(&to, TICK) - 6.0;
    let cell = bar / STEPS as f64;
    for step in 0..STEPS {
        // each cell reaches to the end and is covered by the next: no seams
        let x = end - bar + step as f64 * cell;
        let area = Rect {
            x,
            y: y - height,
            width: end - x,
            height,
        };
        svg.group(&format!("t{step}"));
        svg.rect("ink", area, 0.0);
        svg.end();
    }
    svg.text(
        "tick quiet end",
        [end - bar - 6.0, y],
        &format!("time  {from}"),
    );
    svg.text("tick quiet end", [right, y], &to);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, enough to order colours.
    fn luminance(colour: &str) -> f64 {
        let byte = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap());
        0.2126 * byte(1).powf(2.2) + 0.7152 * byte(3).powf(2.2) + 0.0722 * byte(5).powf(2.2)
    }

    #[test]
    fn luminance_is_ordered() {
        for step in 1..STEPS {
            assert!(luminance(&colour(step, false)) < luminance(&colour(step - 1, false)));
            assert!(luminance(&colour(step, true)) > luminance(&colour(step - 1, true)));
        }
    }

    #[test]
    fn steps_of_a_time() {
        assert_eq!(step(0.0, 0.0, 2.0), 0);
        assert_eq!(step(2.0, 0.0, 2.0), STEPS - 1);
        assert_eq!(step(1.0, 1.0, 1.0), STEPS - 1);
        assert_eq!(step(f64::NAN, 0.0, 1.0), STEPS - 1);
    }
}
