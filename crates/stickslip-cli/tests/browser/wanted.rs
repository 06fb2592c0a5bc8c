//! Whether there is a browser to test in.

use stickslip_lab::browser::{Browser, BrowserError, Page};

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

/// The same with a page.
pub(crate) fn page() -> Option<(Browser, Page)> {
    let mut browser = browser()?;
    let page = browser.page().expect("a page opens");
    Some((browser, page))
}
