//! A connection that is given up when its client does not take what is sent.

use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

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
