//! Work beside the interpreter: other threads of the program go on meanwhile, and Ctrl-C interrupts
//! the work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::fault::unexpected;

/// How long a signal may wait before Python looks at it.
const LOOK: Duration = Duration::from_millis(50);

/// The stack of the thread that does the work, in bytes. The system provides memory only for what
/// is used of it.
const STACK_BYTES: usize = 64 << 20;

/// What the work comes to, on a thread of its own.
///
/// # Errors
/// What a handler of signals has raised, such as `KeyboardInterrupt`: then the flag is set, and the
/// work ends soon after. Or there is no thread to be had, or the work panics.
pub fn run<R: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> R + Send + 'static,
) -> PyResult<R> {
    let interrupted = Arc::<AtomicBool>::default();
    let (done, mut ends) = channel();
    let flag = Arc::clone(&interrupted);
    let builder = thread::Builder::new().name("superko".to_string()).stack_size(STACK_BYTES);
    let started = builder.spawn(move || {
        // Who waited may have been interrupted.
        let _ = done.send(work(&flag));
    });
    started.map_err(|error| PyOSError::new_err(format!("a thread cannot be started: {error}")))?;
    loop {
        let ends = &mut ends;
        match py.detach(move || ends.recv_timeout(LOOK)) {
            Ok(found) => return Ok(found),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(unexpected("the work has ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    interrupted.store(true, Relaxed);
                    return Err(signal);
                }
            }
        }
    }
}
