//! What `cargo package` packs.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::program::{PROGRAM, text};

/// What the compiler has written down of the files that the library was last made of.
fn made_of() -> String {
    let folder = Path::new(PROGRAM).with_file_name("deps");
    let notes = fs::read_dir(folder).unwrap().filter_map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name()?.to_str()?;
        let text =
            (name.starts_with("superko-") && name.ends_with(".d")).then(|| fs::read_to_string(&path))?;
        // Those of the library itself with all of its rooms, and not of its tests or of fewer features.
        let text = text.unwrap();
        (text.contains("libsuperko-") && text.contains("src/serve/mod.rs"))
            .then(|| (fs::metadata(&path).unwrap().modified().unwrap(), text))
    });
    notes.max().expect("the library has been compiled").1
}

/// The files that the program contains are in the package, which leaves out what else is in the repository.
#[test]
fn the_package_has_every_file_that_the_program_includes() {
    let root = fs::canonicalize(env!("CARGO_MANIFEST_DIR")).unwrap();
    let made_of = made_of();
    let mut list = Command::new(env!("CARGO"));
    list.args(["package", "--list", "--allow-dirty", "--offline"]).current_dir(&root);
    let list = list.output().unwrap();
    assert!(list.status.success(), "{}", text(&list.stderr));
    let packed = text(&list.stdout);
    let (_, files) = made_of.split_once(": ").unwrap();
    let mut outside = 0;
    let files = files.lines().next().unwrap().split_whitespace();
    for file in files.filter_map(|file| fs::canonicalize(root.join(file)).ok()) {
        let Ok(inside) = file.strip_prefix(&root) else { continue };
        // The other packages of the repository have lists of their own.
        if inside.starts_with("certificate") || inside.starts_with("crates") {
            continue;
        }
        let inside = inside.to_str().unwrap();
        assert!(packed.lines().any(|line| line == inside), "{inside} is left out");
        outside += usize::from(!inside.starts_with("src"));
    }
    assert!(outside > 10, "{outside} files outside src/");
}
