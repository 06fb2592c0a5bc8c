//! Arguments for pictures of a report.

use clap::Args;
use std::num::NonZeroU32;
use std::path::PathBuf;

/// Pixels that a side of a picture may have.
const SIDES: std::ops::RangeInclusive<u32> = 16..=8192;

#[derive(Args, Clone, Debug)]
pub(crate) struct PictureArgs {
    /// Also write a picture of the motion (PNG), through an installed Chromium.
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,

    /// The time of the picture (s). [default: the end]
    #[arg(
        long,
        value_name = "SECONDS",
        requires = "png",
        allow_negative_numbers = true
    )]
    pub(crate) at: Option<f64>,

    /// Also write the motion as numbered pictures (PNG) into this folder, for a film.
    #[arg(long, value_name = "DIR")]
    pub(crate) frames: Option<PathBuf>,

    /// Pictures for each second of the motion.
    #[arg(long, value_name = "N", default_value = "30", requires = "frames", value_parser = rate)]
    pub(crate) fps: NonZeroU32,

    /// Width and height of the pictures in pixels.
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub(crate) size: [u32; 2],

    /// Pictures on a dark ground.
    #[arg(long, conflicts_with = "light")]
    pub(crate) dark: bool,

    /// Pictures on a light ground, as they are unless --theme is dark.
    #[arg(long)]
    pub(crate) light: bool,
}

impl PictureArgs {
    /// Whether there is anything to draw.
    pub(crate) fn any(&self) -> bool {
        self.png.is_some() || self.frames.is_some()
    }
}

fn rate(text: &str) -> Result<NonZeroU32, String> {
    let rate = text.parse();
    rate.map_err(|_| "write a whole number of pictures, at least 1 for each second".into())
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| SIDES.contains(side));
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.ok_or_else(|| {
        format!(
            "write width x height, each from {} to {} pixels, as in 1280x720",
            SIDES.start(),
            SIDES.end()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_whole_numbers_from_1_on() {
        assert_eq!(rate("30").map(NonZeroU32::get), Ok(30));
        for text in ["", "0", "-1", "2.5", "many"] {
            let told = rate(text).unwrap_err();
            assert!(told.contains("at least 1"), "{text}: {told}");
        }
    }

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!(size("640x400"), Ok([640, 400]));
        for text in [
            "", "640", "640x", "x400", "8x8", "9000x400", "-640x400", "1e3x400",
        ] {
            let told = size(text).unwrap_err();
            assert!(told.contains("1280x720"), "{text}: {told}");
        }
    }
}
