//! Whether there is a browser to test in, and what it shows.

use crate::pixels::Picture;
use stickslip_lab::browser::{Browser, BrowserError, Format, Page};

/// A browser, or nothing, told loudly, where tests in it are skipped.
pub(crate) fn browser() -> Option<Browser> {
    let wish = std::env::var("STICKSLIP_BROWSER_TESTS").unwrap_or_default();
    let skipped = |why: &str| {
        eprintln!("SKIPPED: {why}");
        None
    };
    if wish == "skip" {
        return skipped("STICKSLIP_BROWSER_TESTS is skip");
    }
    match Browser::start() {
        Ok(browser) => Some(browser),
        Err(error @ BrowserError::NotFound) if wish != "require" => skipped(&error.to_string()),
        Err(error) => panic!("{error}"),
    }
}

/// What the 3D view shows, without anything that lies over it; a picture of one colour where it is not shown.
pub(crate) fn canvas(page: &mut Page) -> Picture {
    // buttons, legend and invitation have colours of their own
    let script = "(() => { const canvas = document.getElementById('view');
        for (const over of canvas.parentNode.children) if (over !== canvas) over.style.visibility = 'hidden';
        const { left, top, width, height } = canvas.getBoundingClientRect();
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() =>
          done([left, top, Math.min(width, innerWidth - left), Math.min(height, innerHeight - top)].map((x) => Math.max(0, Math.floor(x))))))); })()";
    let found = page.evaluate(script).expect("a page");
    let picture = Picture::read(&page.screenshot(Format::Png).expect("a picture"));
    let show = "for (const over of document.getElementById('view').parentNode.children) over.style.visibility = ''";
    page.evaluate(show).expect("a page");
    picture.clip([0, 1, 2, 3].map(|k| found[k].as_u64().expect("a number") as usize))
}

/// The same with a page.
pub(crate) fn page() -> Option<(Browser, Page)> {
    let mut browser = browser()?;
    let page = browser.page().expect("a page opens");
    Some((browser, page))
}
