//! The stickslip command: typed arguments → plan → run, and one place that handles errors.

mod analyze;
mod args;
mod check;
mod completions;
mod converge;
mod diff;
mod error;
mod export;
mod info;
mod new;
mod pictures;
mod plan;
mod plot;
mod print;
mod report;
mod run;
mod simulate;
mod summary;
mod verify;
mod view;

use clap::Parser;
use plan::Plan;
use std::process::ExitCode;

/// Exit code for bad input or usage.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let typed =
        args::Typed::try_parse().unwrap_or_else(|error| args::with_suggestion(error).exit());
    match Plan::new(typed) {
        Ok(Plan::List { json }) => run::list(json),
        Ok(Plan::Solve(work)) => run::solve(&work),
        Ok(Plan::ListScenes { json }) => simulate::list(json),
        Ok(Plan::PrintScene { name, text, json }) => simulate::print(&name, text, json),
        Ok(Plan::Check(args)) => check::run(&args),
        Ok(Plan::Info(args)) => info::run(&args),
        Ok(Plan::Analyze(args)) => analyze::run(&args),
        Ok(Plan::View(args)) => view::run(&args),
        Ok(Plan::Diff(args)) => diff::run(&args),
        Ok(Plan::Export(parcel)) => parcel.run(),
        Ok(Plan::Write(writing)) => writing.run(),
        Ok(Plan::Completions(args)) => completions::run(&args),
        Ok(Plan::Schema) => simulate::schema(),
        Ok(Plan::Run(journey)) => simulate::run(&journey),
        Ok(Plan::Converge(course)) => converge::run(&course),
        Ok(Plan::Verify {
            examples,
            report,
            json,
        }) => verify::run(&examples, report.as_deref(), json),
        Ok(Plan::Plot(drawing)) => plot::run(&drawing),
        Ok(Plan::Report(args)) => report::run(&args),
        Err(errors) => {
            error::report(errors);
            ExitCode::from(BAD_INPUT)
        }
    }
}
