//! The server: connections, their timeouts, and shutdown.

use std::future::Future;
use std::net::{SocketAddr, TcpListener};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use std::{fmt, io};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::{Sleep, sleep, timeout};

use super::Settings;
use super::queue::Queue;
use super::request::{MAX_TARGET_BYTES, OriginGuard};
use super::routes::router;

// --- Listening and connections -------------------------------------------------------------------

/// The maximum number of connections. Others wait in the queue of the system until one ends.
const MAX_CONNECTIONS: usize = 256;

/// The time limit for the head of a request, and for an idle connection.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);

/// The time limit for a client that reads nothing of what is sent.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum size of the head of a request, in bytes.
const MAX_HEADER_BYTES: usize = MAX_TARGET_BYTES + (16 << 10);

/// The interval at which the interruption flag is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The pause after a connection could not be accepted.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(50);

/// The number of threads for work without a search, beside those of the questions.
const EXTRA_THREADS: usize = 16;

/// The stack size of a worker thread, in bytes: that of the main thread of a program.
const STACK_BYTES: usize = 8 << 20;

/// The error of a server that cannot listen.
#[derive(Debug)]
pub struct ListenError {
    at: SocketAddr,
    why: io::Error,
}

impl fmt::Display for ListenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ListenError { at, why } = self;
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

impl std::error::Error for ListenError {}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    at: SocketAddr,
    settings: Settings,
    runtime: Runtime,
}

impl Server {
    /// Listens at the address of the settings.
    pub fn of(settings: Settings) -> Result<Server, ListenError> {
        let at = SocketAddr::new(settings.address, settings.port);
        let failed = |why| ListenError { at, why };
        let listener = TcpListener::bind(at).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let at = listener.local_addr().map_err(failed)?;
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(settings.at_once + EXTRA_THREADS)
            .thread_stack_size(STACK_BYTES)
            .build()
            .map_err(failed)?;
        Ok(Server { listener, at, settings, runtime })
    }

    /// The address at which it listens.
    pub fn at(&self) -> SocketAddr {
        self.at
    }

    /// Answers requests until the flag is set. Then all searches are interrupted and all
    /// connections closed.
    pub fn serve(self, interrupted: &AtomicBool) -> io::Result<()> {
        let Server { listener, at, settings, runtime } = self;
        let queue = Arc::new(Queue::new(&settings));
        let router = router(queue, OriginGuard::new(at, settings.remote));
        let ended = runtime.block_on(accept(listener, &router, interrupted));
        // Work that does not look at its flag ends with the process.
        runtime.shutdown_background();
        ended
    }
}

async fn accept(listener: TcpListener, router: &Router, interrupted: &AtomicBool) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    while !interrupted.load(Relaxed) {
        let Ok(Ok(permit)) = timeout(POLL_INTERVAL, Arc::clone(&connections).acquire_owned()).await else {
            continue;
        };
        match timeout(POLL_INTERVAL, listener.accept()).await {
            Err(_) => {}
            // A connection that has gone already, or more files than the system lets the program
            // open.
            Ok(Err(_)) => sleep(ACCEPT_BACKOFF).await,
            Ok(Ok((stream, _))) => {
                let router = router.clone();
                tokio::spawn(async move {
                    connection(stream, router).await;
                    drop(permit);
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
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(
            TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT)),
            TowerToHyperService::new(router),
        );
    // An error of a connection concerns its client alone, which was informed if it reads.
    let _ = connection.await;
}

// --- Write timeout -------------------------------------------------------------------------------

/// A connection whose writes fail when the client reads nothing for a while.
struct WriteTimeout {
    stream: TcpStream,
    limit: Duration,
    /// The timer, while a write is pending.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl WriteTimeout {
    /// A connection with a limit for pending writes.
    fn new(stream: TcpStream, limit: Duration) -> WriteTimeout {
        WriteTimeout { stream, limit, stalled: None }
    }

    /// The result of a write, or the timeout of a pending one.
    fn or_timeout<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for WriteTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        pin!(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WriteTimeout {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = pin!(&mut self.stream).poll_write(context, bytes);
        self.or_timeout(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = pin!(&mut self.stream).poll_write_vectored(context, slices);
        self.or_timeout(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = pin!(&mut self.stream).poll_flush(context);
        self.or_timeout(flushed, context)
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

    /// The error of sending without end to a client, in a runtime of its own.
    fn sent(client: impl FnOnce(std::net::TcpStream) + Send + 'static) -> io::ErrorKind {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (served, _) = listener.accept().unwrap();
        served.set_nonblocking(true).unwrap();
        let client = std::thread::spawn(move || client(stream));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let error = runtime.block_on(async {
            let stream = TcpStream::from_std(served).unwrap();
            let mut stream = WriteTimeout::new(stream, Duration::from_millis(500));
            loop {
                let bytes = [b'x'; 1 << 16];
                if let Err(error) = poll_fn(|context| Pin::new(&mut stream).poll_write(context, &bytes)).await
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
        // The client has gone in the end, with bytes unread.
        assert_ne!(sent(little), io::ErrorKind::TimedOut);
    }
}
