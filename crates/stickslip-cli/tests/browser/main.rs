//! Pages in a real browser.
//!
//! Where no Chromium is installed each test says that it is skipped. STICKSLIP_BROWSER_TESTS=require makes that a failure,
//! STICKSLIP_BROWSER_TESTS=skip skips them all.
#![allow(
    clippy::unwrap_used,
    reason = "what helpers of a test cannot do fails the test"
)]

#[path = "../command/mod.rs"]
mod command;
mod driver;
mod invented;
mod live;
mod pictures;
mod pixels;
mod report;
mod scenes;
mod wanted;
