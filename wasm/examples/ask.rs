//! The module without a browser: requests as lines of JSON on the standard input, messages as lines
//! of JSON on the standard output. `wasm/test/parity.mjs` compares them with those of the module in
//! WebAssembly.

use std::io::{BufRead, stdin};
use std::sync::Arc;

use superko_module::{Message, Module};

fn main() {
    let tell = |message| {
        let (kind, text) = match message {
            Message::Event(name, record) => (name, record),
            Message::Answer(text) => ("answer", text),
            Message::File(bytes) => ("file", bytes.iter().map(|byte| format!("{byte:02x}")).collect()),
            Message::Failed(line) => ("failed", line),
        };
        println!("{}", serde_json::json!([kind, text]));
    };
    let mut module = Module::new(Arc::new(tell));
    for line in stdin().lock().lines() {
        let line = line.expect("the standard input can be read");
        // A file is sent as hexadecimal digits after the request and a tab.
        let (request, file) = line.split_once('\t').unwrap_or((&line, ""));
        let digits =
            |place: usize| u8::from_str_radix(&file[place..place + 2], 16).expect("hexadecimal digits");
        let file = (0..file.len()).step_by(2).map(digits).collect();
        if module.ask(request.as_bytes(), file) {
            while module.step() {}
        }
        println!("[\"end\",\"\"]");
    }
}
