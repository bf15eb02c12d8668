//! Connections: how many there may be, how long they may be silent, and the end.

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::desk::Desk;
use super::door::{Door, LONGEST_TARGET};
use super::patient::Patient;
use super::routes::router;
use super::settings::Settings;

/// The most connections. Others wait until one ends, in the queue of the system.
const MOST_CONNECTIONS: usize = 256;

/// How long the head of a request may take to arrive, and a connection be kept without one.
const HEAD: Duration = Duration::from_secs(10);

/// How long a client may take nothing of what is sent.
const TAKEN: Duration = Duration::from_secs(30);

/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = LONGEST_TARGET + (16 << 10);

/// How often the end is looked for.
const TICK: Duration = Duration::from_millis(100);

/// How long the server waits when the system gives it no connection.
const REST: Duration = Duration::from_millis(50);

/// Threads for what takes no search, beside those of the questions.
const BESIDE: usize = 16;

/// The stack of a thread on which a request is worked on, in bytes: that of the main thread of a program.
const STACK_BYTES: usize = 8 << 20;

/// Why the server cannot listen.
#[derive(Debug)]
pub struct Unheard {
    at: SocketAddr,
    why: io::Error,
}

impl fmt::Display for Unheard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unheard { at, why } = self;
        match why.kind() {
            io::ErrorKind::AddrInUse => {
                write!(f, "--port {}: {at} is taken ({why}), expected another port, or 0 for any", at.port())
            }
            io::ErrorKind::PermissionDenied => {
                write!(f, "--port {}: {why}, expected a port from 1024, or 0 for any", at.port())
            }
            _ => write!(f, "--address {}: {why}, expected an address of this machine", at.ip()),
        }
    }
}

impl std::error::Error for Unheard {}

/// A server that listens and does not answer yet.
pub struct Listening {
    listener: TcpListener,
    at: SocketAddr,
    settings: Settings,
    runtime: Runtime,
}

impl Listening {
    /// Listens.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn of(settings: Settings) -> Result<Listening, Unheard> {
        let at = SocketAddr::new(settings.address, settings.port);
        let unheard = |why| Unheard { at, why };
        let listener = TcpListener::bind(at).map_err(unheard)?;
        listener.set_nonblocking(true).map_err(unheard)?;
        let at = listener.local_addr().map_err(unheard)?;
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(settings.at_once + BESIDE)
            .thread_stack_size(STACK_BYTES)
            .build()
            .map_err(unheard)?;
        Ok(Listening { listener, at, settings, runtime })
    }

    /// Where it listens.
    pub fn at(&self) -> SocketAddr {
        self.at
    }

    /// Answers until the flag is set. Then all searches are interrupted and all connections closed.
    ///
    /// # Errors
    /// The system takes the listener away.
    pub fn serve(self, interrupted: &AtomicBool) -> io::Result<()> {
        let Listening { listener, at, settings, runtime } = self;
        let desk = Arc::new(Desk::new(&settings));
        let router = router(desk, Door::of(at, settings.remote));
        let ended = runtime.block_on(accept(listener, &router, interrupted));
        // Work that does not look at its flag ends with the process.
        runtime.shutdown_background();
        ended
    }
}

async fn accept(listener: TcpListener, router: &Router, interrupted: &AtomicBool) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    while !interrupted.load(Relaxed) {
        let Ok(Ok(place)) = timeout(TICK, Arc::clone(&connections).acquire_owned()).await else { continue };
        match timeout(TICK, listener.accept()).await {
            Err(_) => {}
            // A connection that has gone already, or more files than the system lets the program open.
            Ok(Err(_)) => sleep(REST).await,
            Ok(Ok((stream, _))) => {
                let router = router.clone();
                tokio::spawn(async move {
                    connection(stream, router).await;
                    drop(place);
                });
            }
        }
    }
    Ok(())
}

async fn connection(stream: TcpStream, router: Router) {
    // Events are small, and are to arrive at once.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(LARGEST_HEAD)
        .serve_connection(TokioIo::new(Patient::of(stream, TAKEN)), TowerToHyperService::new(router));
    // What went wrong with a connection concerns nobody but its client, who is told if he listens.
    let _ = connection.await;
}
