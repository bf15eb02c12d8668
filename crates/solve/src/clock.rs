//! The clock. In a browser the standard library has none, so the host of the module provides it.
//!
//! The engines read the time here alone, so that they run wherever someone says what time it is.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use hosted::{Instant, set_clock};

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod hosted {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock of the host: the time since some moment. Without it no time passes. The first
    /// one stays.
    pub fn set_clock(since: fn() -> Duration) {
        let _ = CLOCK.set(since);
    }

    /// A moment on the clock of the host.
    #[derive(Debug, Clone, Copy)]
    pub struct Instant(Duration);

    impl Instant {
        /// The present moment.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |since| since()))
        }

        /// The time since then; none if the clock was set back.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    use super::hosted::{Instant, set_clock};

    static SECONDS: AtomicU64 = AtomicU64::new(0);

    #[test]
    fn the_time_is_what_the_host_says_and_never_goes_back() {
        let before = Instant::now();
        assert_eq!(before.elapsed(), Duration::ZERO, "nobody has said what time it is");
        SECONDS.store(5, Relaxed);
        set_clock(|| Duration::from_secs(SECONDS.load(Relaxed)));
        set_clock(|| Duration::from_secs(1000));
        let then = Instant::now();
        assert_eq!((before.elapsed(), then.elapsed()), (Duration::from_secs(5), Duration::ZERO));
        SECONDS.store(7, Relaxed);
        assert_eq!(then.elapsed(), Duration::from_secs(2));
        SECONDS.store(1, Relaxed);
        assert_eq!(then.elapsed(), Duration::ZERO);
    }
}
