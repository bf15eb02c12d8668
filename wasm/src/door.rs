//! The interface to the host: it writes requests into the memory of the module and receives messages.
//!
//! The host provides two functions: `now`, the time in milliseconds, and `tell`, which gets a kind
//! and bytes. It calls `open` once, then for each request `take` for the places of its text and its
//! file, `ask`, and `step` as long as that and it return 1.

#![expect(unsafe_code, reason = "memory that a host fills has no other type")]

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use superko_solve::clock::set_clock;

use crate::{Message, Module};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time in milliseconds since some moment.
    safe fn now() -> f64;
    /// Takes a message: its kind, and its bytes, which stay where they are during the call.
    fn tell(kind: u32, start: *const u8, length: usize);
}

/// The kinds of messages. An event begins with its name and a space.
#[derive(Clone, Copy)]
enum Kind {
    Event,
    Answer,
    File,
    Failed,
    Panicked,
}

fn say(kind: Kind, bytes: &[u8]) {
    // SAFETY: The host reads these bytes during the call and keeps no reference to them.
    unsafe { tell(kind as u32, bytes.as_ptr(), bytes.len()) }
}

thread_local! {
    static MODULE: RefCell<Option<Module>> = const { RefCell::new(None) };
}

fn with(work: impl FnOnce(&mut Module) -> bool) -> u32 {
    MODULE.with_borrow_mut(|module| u32::from(module.as_mut().is_some_and(work)))
}

/// Prepares the module. It is called once, before everything else.
#[unsafe(no_mangle)]
extern "C" fn open() {
    set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    std::panic::set_hook(Box::new(|info| say(Kind::Panicked, info.to_string().as_bytes())));
    let tell = |message| match message {
        Message::Event(name, record) => say(Kind::Event, format!("{name} {record}").as_bytes()),
        Message::Answer(text) => say(Kind::Answer, text.as_bytes()),
        Message::File(bytes) => say(Kind::File, &bytes),
        Message::Failed(line) => say(Kind::Failed, line.as_bytes()),
    };
    MODULE.set(Some(Module::new(Arc::new(tell))));
}

/// A place for as many bytes, which the next call of `ask` takes back.
#[unsafe(no_mangle)]
extern "C" fn take(length: usize) -> *mut u8 {
    Box::leak(vec![0_u8; length].into_boxed_slice()).as_mut_ptr()
}

/// Begins a request. Its text and its file were put where `take` said. 1 if there is work to do in
/// steps.
#[unsafe(no_mangle)]
extern "C" fn ask(text: *mut u8, length: usize, file: *mut u8, size: usize) -> u32 {
    // SAFETY: Both are places of `take` with the lengths that it was given, and are given up here.
    let own = |start, length| unsafe { Vec::from_raw_parts(start, length, length) };
    let (text, file) = (own(text, length), own(file, size));
    with(|module| module.ask(&text, file))
}

/// Works for one slice of time. 1 if there is more to do.
#[unsafe(no_mangle)]
extern "C" fn step() -> u32 {
    with(Module::step)
}

/// Gives up the request that is worked on; what it has proved stays.
#[unsafe(no_mangle)]
extern "C" fn give_up() {
    with(|module| {
        module.give_up();
        false
    });
}
