//! The built page in a browser, as bytes: the files of `dist/`.

/// A file of the page.
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
        /// All files of the page; the first is the page itself.
        pub const FILES: &[PageFile] = &[$(PageFile {
            name: $name,
            media_type: $media_type,
            bytes: include_bytes!(concat!("dist/", $name)),
        }),*];
    };
}

page! {
    "index.html": "text/html; charset=utf-8",
    "app.js": "text/javascript; charset=utf-8",
    "app.css": "text/css; charset=utf-8",
    "LICENSES.txt": "text/plain; charset=utf-8",
}
