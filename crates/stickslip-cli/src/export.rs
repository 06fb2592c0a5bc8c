//! Exports runs for other programs.

use crate::BAD_INPUT;
use crate::args::ExportArgs;
use crate::error::{self, Error};
use crate::plan::folder_of_run;
use crate::run::finish;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickslip_lab::export::{self, Container, Drawable, ExportError, Table};
use stickslip_lab::plot::RunData;
use stickslip_lab::table::write_npz;

/// What to write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Csv,
    Npz,
    Gltf(Container),
}

impl Format {
    fn word(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Npz => "npz",
            Self::Gltf(Container::Text) => "gltf",
            Self::Gltf(Container::Binary) => "glb",
        }
    }
}

/// A run to be written.
pub(crate) struct Parcel {
    folder: PathBuf,
    format: Format,
    /// Where; nowhere means standard output.
    file: Option<PathBuf>,
    table: Table,
    every: usize,
    json: bool,
}

impl Parcel {
    pub(crate) fn new(args: ExportArgs) -> Result<Self, Error> {
        let file = Some(&args.out)
            .filter(|file| file.as_os_str() != "-")
            .cloned();
        let ending = args.out.extension().and_then(|e| e.to_str()).unwrap_or("");
        let container = match ending {
            "glb" => Container::Binary,
            _ => Container::Text,
        };
        let format = match (args.format.as_deref(), ending) {
            (Some("csv"), _) | (None, "csv") => Format::Csv,
            (Some("npz"), _) | (None, "npz") => Format::Npz,
            (Some("gltf"), _) | (None, "gltf" | "glb") => Format::Gltf(container),
            _ => return Err(Error::ExportFormat { file: args.out }),
        };
        if file.is_none() && (format == Format::Npz || args.json) {
            return Err(Error::ExportToStdout);
        }
        Ok(Self {
            folder: folder_of_run(&args.run)?,
            format,
            file,
            table: Table::parse(&args.table).unwrap_or_default(),
            every: args.every.get(),
            json: args.json,
        })
    }

    /// Writes the file and says what is in it.
    pub(crate) fn run(&self) -> ExitCode {
        match self.write() {
            Ok(bodies) => {
                let written = self
                    .file
                    .as_ref()
                    .map_or(Ok(()), |file| self.tell(file, bodies));
                ExitCode::from(u8::from(!finish(written)))
            }
            Err(fault) => {
                let code = match &fault {
                    Error::Export(ExportError::Write { .. }) => 1,
                    _ => BAD_INPUT,
                };
                error::report(vec![fault]);
                ExitCode::from(code)
            }
        }
    }

    /// How many bodies were written.
    fn write(&self) -> Result<usize, Error> {
        if self.format == Format::Csv {
            // a run that was killed has tables and no arrays
            let text = export::csv(&self.folder, self.table, self.every).map_err(Error::Export)?;
            return self.put(text.as_bytes()).map(|()| 0);
        }
        let run = RunData::read(&self.folder).map_err(Error::Plot)?;
        match (self.format, &self.file) {
            (Format::Npz, Some(file)) => {
                // what has no shape has its arrays nonetheless
                let bodies = export::drawables(&run).unwrap_or_default();
                let arrays = export::npz(&run, &bodies).map_err(Error::Export)?;
                write_npz(file, &arrays).map_err(|fault| Error::Export(fault.into()))?;
                Ok(bodies.len())
            }
            (Format::Gltf(container), _) => {
                let mut bodies = export::drawables(&run).map_err(Error::Export)?;
                for body in bodies.iter_mut().filter(|b| b.poses.len() == run.t.len()) {
                    body.poses = export::thinned(&body.poses, self.every);
                }
                let times = export::thinned(&run.t, self.every);
                self.put(&gltf(&run, &times, &bodies, container)?)?;
                Ok(bodies.len())
            }
            _ => Err(Error::ExportToStdout),
        }
    }

    fn put(&self, bytes: &[u8]) -> Result<(), Error> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| Error::Export(ExportError::Write { path, source })
        };
        match &self.file {
            Some(file) => std::fs::write(file, bytes).map_err(failed(file)),
            None => match io::stdout().write_all(bytes) {
                // a reader that has seen enough is no error
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                written => written.map_err(failed(Path::new("standard output"))),
            },
        }
    }

    fn tell(&self, file: &Path, bodies: usize) -> io::Result<()> {
        let bytes = std::fs::metadata(file).map_or(0, |m| m.len());
        let (name, format) = (file.to_string_lossy(), self.format.word());
        let line = match self.json {
            true => {
                serde_json::json!({ "file": name, "format": format, "bytes": bytes, "bodies": bodies })
                    .to_string()
            }
            false if self.format == Format::Csv => format!("{name}: {bytes} bytes of {format}"),
            false => format!("{name}: {bodies} bodies, {bytes} bytes of {format}"),
        };
        writeln!(io::stdout(), "{line}")
    }
}

fn gltf(
    run: &RunData,
    times: &[f64],
    bodies: &[Drawable],
    container: Container,
) -> Result<Vec<u8>, Error> {
    export::write_gltf(&run.scene.name, times, bodies, container).map_err(Error::Export)
}
