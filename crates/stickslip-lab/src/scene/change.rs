//! A scene with other settings: what the command line may change.

use super::{Scene, settings};
use stickslip::{ImpactLaw, Scheme};

/// Changes to a scene; what is `None` stays.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Changes {
    /// Another scheme.
    pub scheme: Option<Scheme>,
    /// Another impact law.
    pub impact: Option<ImpactLaw>,
    /// Another length of a step (s).
    pub step: Option<f64>,
    /// Another duration (s).
    pub duration: Option<f64>,
    /// Another number of steps from one record to the next.
    pub record_every: Option<usize>,
}

impl Scene {
    /// Makes the changes, or says what is wrong with them. A scheme of the same name keeps its settings.
    pub fn change(&mut self, changes: &Changes) -> Result<(), String> {
        let mut new = self.settings.clone();
        if let Some(scheme) = changes.scheme
            && scheme.name() != new.scheme.name()
        {
            new.scheme = scheme;
        }
        new.impact = changes.impact.unwrap_or(new.impact);
        new.step = changes.step.unwrap_or(new.step);
        let duration = changes.duration.unwrap_or(self.duration);
        new.validate().map_err(|error| error.to_string())?;
        settings::steps(duration, new.step)?;
        let record_every = changes.record_every.unwrap_or(self.record_every);
        self.record_every = settings::record_every(record_every)?;
        (self.settings, self.duration) = (new, duration);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_made_or_refused_as_a_whole() {
        let mut scene = super::super::catalogue::find("falling-rod").unwrap();
        let same = Scheme::FixedPoint {
            tolerance: 1.0,
            rounds: 1,
        };
        let changes = Changes {
            scheme: Some(same),
            step: Some(0.01),
            ..Changes::default()
        };
        scene.change(&changes).unwrap();
        assert_eq!(scene.settings.scheme, Scheme::FIXED_POINT);
        assert_eq!(scene.steps(), Ok(80));
        let bad = Changes {
            duration: Some(-1.0),
            step: Some(0.02),
            ..Changes::default()
        };
        assert!(scene.change(&bad).unwrap_err().contains("duration is -1"));
        assert_eq!(scene.settings.step, 0.01);
        let other = Changes {
            scheme: Some(Scheme::AnitescuPotra),
            ..Changes::default()
        };
        scene.change(&other).unwrap();
        assert_eq!(scene.settings.scheme.name(), "anitescu-potra");
    }
}
