//! Colours and type: one style sheet for all figures, light and dark.

use super::ramp;
use crate::palette;
use std::fmt::Write;

/// Which background a figure is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Follows the reader's system (`prefers-color-scheme`); light where that is unknown.
    #[default]
    Auto,
    /// Always light, for print.
    Light,
    /// Always dark.
    Dark,
}

/// Sizes of type in px, for the style sheet and for the layout.
pub(super) const TITLE: f64 = 15.0;
pub(super) const TEXT: f64 = 12.0;
pub(super) const TICK: f64 = 11.0;

/// How many colours of series there are before they repeat.
pub(super) const COLOURS: usize = palette::COLOURS;

/// What does not depend on the background.
const SHAPE: &str = "
.stickslip-figure{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;\
font-size:12px;font-variant-numeric:tabular-nums}
.stickslip-figure .title{font-size:15px;font-weight:600}
.stickslip-figure .strong{font-weight:600}
.stickslip-figure .tick{font-size:11px}
.stickslip-figure .middle{text-anchor:middle}
.stickslip-figure .end{text-anchor:end}
.stickslip-figure .halo{paint-order:stroke;stroke-width:3.5;stroke-linejoin:round}
.stickslip-figure .ink{fill:currentColor}
.stickslip-figure .line{fill:none;stroke:currentColor;stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
.stickslip-figure .thin{fill:none;stroke:currentColor;stroke-width:1}
.stickslip-figure .wire{fill:none;stroke:currentColor;stroke-width:.8}
.stickslip-figure .cloud{fill:none;stroke:currentColor;stroke-width:3.2;stroke-linecap:round;stroke-opacity:.7}
.stickslip-figure .dash{stroke-dasharray:6 4}
.stickslip-figure .far{opacity:.3}
.stickslip-figure .dot{fill:currentColor;stroke-width:1}
.stickslip-figure .pale{fill:currentColor;fill-opacity:.13;stroke:currentColor;stroke-width:1.4;stroke-linejoin:round}
.stickslip-figure .band{fill:currentColor;fill-opacity:.1}
.stickslip-figure .cone{fill:currentColor;fill-opacity:.16;stroke:currentColor;stroke-opacity:.6;stroke-width:1;stroke-linejoin:round}
.stickslip-figure .tone{fill:currentColor;fill-opacity:.34}
.stickslip-figure .block{fill:currentColor;stroke:currentColor;stroke-width:.7}
.stickslip-figure .bar{fill:currentColor;fill-opacity:.3;stroke:currentColor;stroke-width:1}
.stickslip-figure .hatched{fill:none;stroke:currentColor;stroke-width:.9;stroke-opacity:.6}
.stickslip-figure .bound{fill:none;stroke:currentColor;stroke-width:2.2;stroke-linejoin:round}
.stickslip-figure .contour{fill:none;stroke-width:1.1;stroke-opacity:.85;stroke-linejoin:round}
.stickslip-figure .solid{fill-opacity:.72;stroke-width:1.2;stroke-linejoin:round}
.stickslip-figure .grid,.stickslip-figure .faint,.stickslip-figure .axis,.stickslip-figure .hatch{fill:none;stroke-width:1}
.stickslip-figure .body{stroke-width:1.2}
.stickslip-figure .table{fill:none;stroke-width:1.5}
";

/// What does: rules and the tones of pages that they take.
const TONES: [(&str, &str); 9] = [
    ("{color:", "ink"),
    (" .paper{fill:", "paper"),
    (" text{fill:", "ink"),
    (" .quiet{fill:", "quiet"),
    (
        " .halo,.stickslip-figure .dot,.stickslip-figure .contour{stroke:",
        "paper",
    ),
    (" .shade{fill:", "shade"),
    (" .grid{stroke:", "grid"),
    (" .faint{stroke:", "faint"),
    (
        " .axis,.stickslip-figure .hatch,.stickslip-figure .body,.stickslip-figure .solid{stroke:",
        "axis",
    ),
];
/// Bodies, light and dark: a little darker than paper, which pages do not need.
const BODY: [&str; 2] = ["#f1f5f9", "#1c2430"];
/// The series whose colour the ground under bodies has.
const TABLE: usize = 7;

/// The style sheet. Every rule is bound to the figure, so that several figures and a page of HTML around them
/// do not disturb each other; there are no CSS variables because converters to PNG and PDF lack them.
pub(super) fn style(theme: Theme, with_ramp: bool) -> String {
    let mut css = SHAPE.to_owned();
    css.push_str(&rules(theme == Theme::Dark, with_ramp));
    if theme == Theme::Auto {
        let _ = writeln!(css, "@media (prefers-color-scheme:dark){{");
        css.push_str(&rules(true, with_ramp));
        css.push_str("}\n");
    }
    css
}

fn rules(dark: bool, with_ramp: bool) -> String {
    let mut css = String::new();
    let colours = palette::palette(dark);
    let mut rule = |rule: &str, colour: &str| {
        let _ = writeln!(css, ".stickslip-figure{rule}{colour}}}");
    };
    for (selector, tone) in TONES {
        rule(selector, colours.tone(tone));
    }
    let body = BODY[usize::from(dark)];
    rule(" .body,.stickslip-figure .solid{fill:", body);
    rule(" .table{stroke:", colours.series(TABLE));
    for i in 0..COLOURS {
        rule(&format!(" .c{i}{{color:"), colours.series(i));
    }
    for (mode, colour) in palette::MODE_NAMES.iter().zip(colours.modes()) {
        rule(&format!(" .{mode}{{color:"), colour);
    }
    if with_ramp {
        for step in 0..ramp::STEPS {
            let colour = ramp::colour(step, dark);
            let _ = writeln!(css, ".stickslip-figure .t{step}{{color:{colour}}}");
        }
    }
    css
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_balance() {
        for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
            let css = style(theme, true);
            assert_eq!(css.matches('{').count(), css.matches('}').count());
            assert_eq!(css.contains("@media"), theme == Theme::Auto);
            // the sheet stands in XML without escaping
            assert!(!css.contains(['<', '&']));
        }
    }
}
