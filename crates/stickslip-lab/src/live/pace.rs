//! When the next step is due: as fast as time goes by, times a speed.

use std::time::{Duration, Instant};

/// Who is later than this does not hurry after it.
const LATE: Duration = Duration::from_millis(250);

/// A clock that is set whenever the speed changes or the motion begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Simulated seconds in a second.
    speed: f64,
    /// The time of the simulation (s) at an instant.
    t: f64,
    at: Instant,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self {
            speed: 1.0,
            t: 0.0,
            at: Instant::now(),
        }
    }

    /// Simulated seconds in a second.
    pub(super) fn speed(&self) -> f64 {
        self.speed
    }

    /// Another speed, from now on.
    pub(super) fn set_speed(&mut self, speed: f64, t: f64, now: Instant) {
        self.speed = speed;
        self.set(t, now);
    }

    /// It is t now.
    pub(super) fn set(&mut self, t: f64, now: Instant) {
        self.t = t;
        self.at = now;
    }

    /// How long to wait until it is t. Who is late is forgiven.
    pub(super) fn until(&mut self, t: f64, now: Instant) -> Duration {
        let after = ((t - self.t) / self.speed).clamp(0.0, 1e6);
        let due = self.at + Duration::from_secs_f64(after);
        if now.saturating_duration_since(due) > LATE {
            self.set(t, now);
        }
        due.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_due_with_time_and_the_late_are_forgiven() {
        let mut pace = Pace::new();
        let now = Instant::now();
        pace.set(1.0, now);
        let ms = Duration::from_millis;
        let close = |a: Duration, b: Duration| a.abs_diff(b) < Duration::from_micros(1);
        assert!(close(pace.until(1.1, now), ms(100)));
        assert!(close(pace.until(1.1, now + ms(40)), ms(60)));
        assert_eq!(pace.until(1.1, now + ms(120)), Duration::ZERO);
        // a second late: the next is due after its own length
        assert_eq!(pace.until(1.1, now + ms(1100)), Duration::ZERO);
        assert!(close(pace.until(1.2, now + ms(1100)), ms(100)));
        pace.set_speed(0.5, 2.0, now);
        assert!(close(pace.until(2.1, now), ms(200)));
    }
}
