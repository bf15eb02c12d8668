//! Signals: Ctrl-C (SIGINT) and SIGTERM end the work, and leave time to print what has been proved.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit status that the last signal asks for.
static STATUS: AtomicUsize = AtomicUsize::new(130);

/// A flag that is set when a signal asks the program to end.
///
/// A second signal does no more than the first, as `timeout` of coreutils sends two.
pub fn interruption() -> Arc<AtomicBool> {
    let flag = Arc::default();
    for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)] {
        // Where there can be no handler the signal ends the program, only without what has been proved so far.
        let _ = flag::register_usize(signal, &STATUS, status)
            .and_then(|_| flag::register(signal, Arc::clone(&flag)));
    }
    flag
}

/// The exit status after an interruption: 130, or 143 if it was SIGTERM.
pub fn status() -> u8 {
    u8::try_from(STATUS.load(SeqCst)).unwrap_or(130)
}

/// Makes a file that grows beyond the limit of the system (`ulimit -f`) an error of the write, which can be reported,
/// instead of the end of the program.
pub fn survive_limits_of_files() {
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}
