//! The parts of the page in a browser: its files, and the records that do not depend on a question.
//!
//! The server (`serve`) answers with these, and the book (`book`) writes them to files.

pub mod catalogue;
pub mod published;

/// A file of the built page.
#[derive(Debug, Clone, Copy)]
pub struct PageFile {
    /// Its path relative to the page.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
}

macro_rules! page {
    ($($name:literal: $media_type:literal),* $(,)?) => {
        /// All files of the built page, those of `web/dist`; the first is the page itself.
        pub const FILES: &[PageFile] = &[$(PageFile {
            name: $name,
            media_type: $media_type,
            bytes: include_bytes!(concat!("../../web/dist/", $name)),
        }),*];
    };
}

page! {
    "index.html": "text/html; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "app.css": "text/css; charset=utf-8",
    "LICENSES.txt": "text/plain; charset=utf-8",
}
