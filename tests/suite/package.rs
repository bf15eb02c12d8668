//! What `cargo package` packs: every file that a package includes, and the texts of its licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::program::{PROGRAM, text};

/// The packages that are published: the folder of each from the root of the repository, by its
/// name.
fn packages() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let folders = crates.map(|package| format!("crates/{}", package.unwrap().file_name().to_str().unwrap()));
    let folders = folders.chain(["certificate", "solutions", "web", ""].map(String::from));
    folders
        .map(|folder| {
            let manifest = fs::read_to_string(root.join(&folder).join("Cargo.toml")).unwrap();
            let name = manifest.lines().find_map(|line| line.strip_prefix("name = ")).unwrap();
            (name.trim_matches('"').to_string(), folder)
        })
        .collect()
}

/// What the compiler has written down of the files that a library was last made of, and the program
/// for the package of the program.
fn made_of(package: &str) -> Vec<PathBuf> {
    let file = if package == "superko" { "solve".to_string() } else { package.replace('-', "_") };
    let (made, prefix) = (format!("/lib{file}-"), format!("{file}-"));
    let notes = fs::read_dir(Path::new(PROGRAM).with_file_name("deps")).unwrap().filter_map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name()?.to_str()?;
        let text =
            (name.starts_with(&prefix) && name.ends_with(".d")).then(|| fs::read_to_string(&path))?.ok()?;
        // Those of the package itself, and not of its unit tests, which may read what is not
        // packed.
        let is_made = package == "superko" || text.contains(&made) && text.contains(".rmeta:");
        is_made.then(|| (fs::metadata(&path).unwrap().modified().unwrap(), text))
    });
    let (_, text) = notes.max().unwrap_or_else(|| panic!("{package} has been compiled"));
    let (_, files) = text.split_once(": ").unwrap();
    let root = fs::canonicalize(env!("CARGO_MANIFEST_DIR")).unwrap();
    let files = files.lines().next().unwrap().split_whitespace();
    let files = files.filter_map(|file| fs::canonicalize(root.join(file)).ok());
    files.filter_map(|file| Some(file.strip_prefix(&root).ok()?.to_path_buf())).collect()
}

/// Every file that a package includes lies in its folder and is in what is packed, with the texts of
/// the licences, which are those of the repository. What else is there is left out.
#[test]
fn packages_have_every_file_that_they_include_and_the_licences() {
    let packages = packages();
    let mut data = BTreeSet::new();
    for (package, folder) in &packages {
        let mut list = Command::new(env!("CARGO"));
        list.args(["package", "--list", "--allow-dirty", "--offline", "--package", package]);
        let list = list.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
        assert!(list.status.success(), "{package}: {}", text(&list.stderr));
        let list = text(&list.stdout);
        let packed: BTreeSet<&str> = list.lines().collect();
        // A compiler with lints of its own notes the manifest of the workspace, too.
        for file in made_of(package).into_iter().filter(|file| !file.ends_with("Cargo.toml")) {
            let inside =
                file.strip_prefix(folder).unwrap_or_else(|_| panic!("{package} includes {}", file.display()));
            let inside = inside.to_str().unwrap();
            assert!(packed.contains(inside), "{package} leaves out {inside}");
            if !inside.ends_with(".rs") {
                data.insert(file);
            }
        }
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(packed.contains(licence), "{package} leaves out {licence}");
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let [ours, theirs] = [root.to_path_buf(), root.join(folder)]
                .map(|folder| fs::read_to_string(folder.join(licence)).unwrap());
            assert_eq!(theirs, ours, "{folder}/{licence}");
        }
        assert!(!packed.iter().any(|file| file.ends_with(".cert")), "{package} has certificates: {packed:?}");
    }
    assert!(data.len() > 60, "{} files that are no sources: {data:?}", data.len());
}
