//! The server: where it listens, what it may spend, and its connections: how many, how long they may be silent, and the end.

use std::fmt;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep, timeout};

use super::queue::Desk;
use super::request::{Door, LONGEST_TARGET};
use super::routes::router;

// --- Settings ------------------------------------------------------------------------------------

/// The port, if no other is asked for.
pub const PORT: u16 = 19361;

/// Where the server listens, and how much it may spend.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The address to listen at.
    pub address: IpAddr,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Whether other machines may ask too.
    pub remote: bool,
    /// How many questions are worked on at once, each on one thread.
    pub at_once: usize,
    /// How many bytes the tables of all questions may take.
    pub memory: usize,
    /// How long one question may take.
    pub time: Duration,
}

// --- Listening and connections -------------------------------------------------------------------

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

// --- Write timeout -------------------------------------------------------------------------------

/// A connection whose writes fail when the client takes nothing for a while.
pub struct Patient {
    stream: TcpStream,
    patience: Duration,
    /// Runs while something waits to be taken.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// The connection of a stream whose client may take nothing for so long.
    pub fn of(stream: TcpStream, patience: Duration) -> Patient {
        Patient { stream, patience, stalled: None }
    }

    /// What became of a write, or the end of the patience.
    fn bounded<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        pin!(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = pin!(&mut self.stream).poll_write(context, bytes);
        self.bounded(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = pin!(&mut self.stream).poll_write_vectored(context, slices);
        self.bounded(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = pin!(&mut self.stream).poll_flush(context);
        self.bounded(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        pin!(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::io::Read;

    use super::*;

    /// What becomes of sending without end to a client, in a runtime of its own.
    fn sent(client: impl FnOnce(std::net::TcpStream) + Send + 'static) -> io::ErrorKind {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (served, _) = listener.accept().unwrap();
        served.set_nonblocking(true).unwrap();
        let client = std::thread::spawn(move || client(stream));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let error = runtime.block_on(async {
            let stream = TcpStream::from_std(served).unwrap();
            let mut patient = Patient::of(stream, Duration::from_millis(500));
            loop {
                let bytes = [b'x'; 1 << 16];
                if let Err(error) =
                    poll_fn(|context| Pin::new(&mut patient).poll_write(context, &bytes)).await
                {
                    return error.kind();
                }
            }
        });
        client.join().unwrap();
        error
    }

    #[test]
    fn a_client_that_takes_nothing_is_given_up_and_one_that_takes_little_is_not() {
        let nothing = |stream: std::net::TcpStream| {
            std::thread::sleep(Duration::from_secs(3));
            drop(stream);
        };
        assert_eq!(sent(nothing), io::ErrorKind::TimedOut);
        let little = |mut stream: std::net::TcpStream| {
            let mut bytes = vec![0; 1 << 20];
            for _ in 0..10 {
                let _ = stream.read(&mut bytes);
                std::thread::sleep(Duration::from_millis(100));
            }
        };
        // The client has gone in the end, with what was sent unread.
        assert_ne!(sent(little), io::ErrorKind::TimedOut);
    }
}
