//! A table that threads use without a lock, and that is replaced by a larger one now and then.
//!
//! Each thread keeps the table that it knows, and looks at one number from time to time to learn that there is another.
//! What a thread writes to a table that has been replaced is lost, so this is for tables that may lose something.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// One thread's way to a table.
pub struct Growing<T> {
    shared: Arc<Shared<T>>,
    /// The number of the table that the thread knows.
    known: usize,
}

struct Shared<T> {
    current: Mutex<Arc<T>>,
    /// How many tables have been replaced.
    replaced: AtomicUsize,
}

/// For another thread.
impl<T> Clone for Growing<T> {
    fn clone(&self) -> Growing<T> {
        Growing { shared: Arc::clone(&self.shared), known: self.known }
    }
}

impl<T> Growing<T> {
    /// The first table.
    pub fn new(table: T) -> Growing<T> {
        let current = Mutex::new(Arc::new(table));
        Growing { shared: Arc::new(Shared { current, replaced: AtomicUsize::new(0) }), known: 0 }
    }

    /// The table of now.
    pub fn current(&self) -> Arc<T> {
        Arc::clone(&self.shared.current.lock().expect("no thread panics while it holds a table"))
    }

    /// Replaces the table that a thread knows by that of now, if it is another.
    #[inline]
    pub fn refresh(&mut self, table: &mut Arc<T>) {
        let replaced = self.shared.replaced.load(Relaxed);
        if replaced != self.known {
            self.known = replaced;
            *table = self.current();
        }
    }

    /// Replaces the table by what is made of it, if anything is.
    pub fn replace(&self, make: impl FnOnce(&T) -> Option<T>) {
        let mut current = self.shared.current.lock().expect("no thread panics while it holds a table");
        if let Some(table) = make(&current) {
            *current = Arc::new(table);
            self.shared.replaced.fetch_add(1, Relaxed);
        }
    }
}
