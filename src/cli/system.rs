//! What Linux says of the program, in the files of `/proc/self`.

use std::fs;

/// The first word behind a name at the beginning of a line in one of these files; `None` on other systems.
pub fn told(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/self/{file}")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next().map(str::to_string)
}
