//! Pictures of the motion in a report page.

use super::{Browser, BrowserError, Format, Page, Shade, Viewport};
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// How long a page may take until its first picture: long runs are large files.
const LOADING: Duration = Duration::from_secs(180);

/// Why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The browser.
    #[error(transparent)]
    Browser(#[from] BrowserError),
    /// The page says that something is wrong with it.
    #[error("{}: the page cannot draw the motion: {text}", file.display())]
    Page {
        /// Its file.
        file: PathBuf,
        /// What it says.
        text: String,
    },
    /// A page of tables.
    #[error("{}: there is no motion on this page", file.display())]
    NoMotion {
        /// Its file.
        file: PathBuf,
    },
}

/// How pictures look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Light or dark.
    pub shade: Shade,
}

/// A report page that is open without its controls, the browser around it.
#[derive(Debug)]
pub struct Pictures {
    page: Page,
    // after the page
    _browser: Browser,
    span: [f64; 2],
}

impl Pictures {
    /// Opens the report of this file.
    pub fn open(file: &Path, look: Look) -> Result<Self, PictureError> {
        let mut browser = Browser::start()?;
        let mut page = browser.page()?;
        page.set_viewport(Viewport::new(look.width, look.height))?;
        page.set_shade(look.shade)?;
        page.set_patience(LOADING);
        let shade = match look.shade {
            Shade::Light => "light",
            Shade::Dark => "dark",
        };
        page.open_file(file, &format!("picture&{shade}"))?;
        let span = span(&mut page, file)?;
        Ok(Self {
            page,
            _browser: browser,
            span,
        })
    }

    /// First and last time of the motion (s).
    pub fn span(&self) -> [f64; 2] {
        self.span
    }

    /// The picture at a time (s); before the beginning the first, after the end the last.
    pub fn at(&mut self, t: f64, format: Format) -> Result<Vec<u8>, BrowserError> {
        let t = match t.is_finite() {
            true => t,
            false => self.span[0],
        };
        // the picture is drawn with the next frame of the screen; in the one after it is to be seen
        let script = format!(
            "(async () => {{ window.stickslip.seek({t:?});
               for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); }})()"
        );
        self.page.evaluate(&script)?;
        self.page.screenshot(format)
    }

    /// Comes near to what moves and the forces on it, as they are at a time (s).
    pub fn near(&mut self, t: f64) -> Result<(), BrowserError> {
        let script = format!(
            "(() => {{ const {{ view, recording }} = window.stickslip; view.near(recording.at({t:?})); }})()"
        );
        self.page.evaluate(&script).map(drop)
    }

    /// Goes back to where all of the motion is seen.
    pub fn fit(&mut self) -> Result<(), BrowserError> {
        self.page.evaluate("window.stickslip.view.fit()").map(drop)
    }

    /// Writes the time into the pictures from now on, and what the colours of the forces mean, where there is room for it.
    pub fn caption(&mut self) -> Result<(), BrowserError> {
        let script =
            r#"import("stickslip/caption").then(({ caption }) => caption(window.stickslip.app))"#;
        self.page.evaluate(script).map(drop)
    }

    /// The page itself, to set its camera or options before.
    pub fn page(&mut self) -> &mut Page {
        &mut self.page
    }
}

/// Waits until the page is ready and asks for its times.
fn span(page: &mut Page, file: &Path) -> Result<[f64; 2], PictureError> {
    let file = || file.to_owned();
    let script = "(async () => { if (!window.stickslip) return null;
        await window.stickslip.ready;
        const { recording: r, errors, view } = window.stickslip;
        return { errors, view: Boolean(view), span: r && r.frames > 0 ? [r.time(0), r.time(r.frames - 1)] : null }; })()";
    let told = page.evaluate(script)?;
    if told.is_null() {
        let text = "it is no report of stickslip".to_owned();
        return Err(PictureError::Page { file: file(), text });
    }
    if let Some(text) = told["errors"][0].as_str() {
        let text = text.to_owned();
        return Err(PictureError::Page { file: file(), text });
    }
    let time = |i: usize| told["span"][i].as_f64();
    match (told["view"].as_bool(), time(0), time(1)) {
        (Some(true), Some(first), Some(last)) => Ok([first, last]),
        _ => Err(PictureError::NoMotion { file: file() }),
    }
}
