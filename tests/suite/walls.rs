//! No circles between the files of a package, and no clock, thread or file of the system where a
//! module in a browser has none. Which package may use which is in the `Cargo.toml` of each.
//!
//! The imports are read from the text of the files: `use` declarations and paths that begin with
//! `crate::`, `self::` or `super::`, without tests and comments. A name that a `mod.rs` hands on by
//! `pub use` counts as the file that it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module: the path from the root of the crate, such as `["solve", "bounds"]`.
type Module = Vec<String>;

/// The folders of sources: that of the program and of every package below it.
fn packages() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let sources =
        crates.map(|package| format!("crates/{}/src", package.unwrap().file_name().to_str().unwrap()));
    let mut packages: Vec<String> = sources.chain(["certificate/src".into(), "src".into()]).collect();
    packages.sort();
    packages
}

/// The files of sources in a folder, by their paths from the root of the repository, each with its
/// text without comments, strings and unit tests.
fn files(folder: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_string();
                files.insert(name, code(&fs::read_to_string(&path).unwrap()));
            }
        }
    }
    files
}

/// The modules of a package, each with its text.
fn modules(package: &str) -> BTreeMap<Module, String> {
    let mut modules = BTreeMap::new();
    for (path, text) in files(package) {
        let inside = path.strip_prefix(package).unwrap().trim_start_matches('/');
        let names = inside.strip_suffix(".rs").unwrap().split('/');
        let mut module: Module = names.map(String::from).collect();
        if module.last().is_some_and(|name| name == "mod") {
            module.pop();
        }
        if !["lib", "main"].contains(&module.first().map_or("", String::as_str)) {
            modules.insert(module, text);
        }
    }
    modules
}

/// A text up to its unit tests, without comments and strings.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let bare = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let lines: Vec<String> =
        bare.map(|line| line.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")).collect();
    lines.join("\n")
}

/// The paths of a `use` declaration such as `a::{b, c::{d, e as f}}`, each with the name that it is
/// known by.
fn expanded(tree: &str) -> Vec<(String, String)> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let (path, name) =
            tree.split_once(" as ").unwrap_or((tree, tree.rsplit("::").next().unwrap_or(tree)));
        return if path.is_empty() { Vec::new() } else { vec![(path.trim().into(), name.trim().into())] };
    };
    let (prefix, list) = (&tree[..open], &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())]);
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (place, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[from..place]);
                from = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[from..]);
    let inner = parts.into_iter().flat_map(expanded);
    inner
        .map(|(path, name)| match path.strip_suffix("self") {
            Some("") => {
                let path = prefix.trim_end_matches(':').to_string();
                let last = path.rsplit("::").next().unwrap_or_default().to_string();
                let name = if name == "self" { last } else { name };
                (path, name)
            }
            _ => (format!("{prefix}{path}"), name),
        })
        .collect()
}

/// The `use` declarations of a text, and whether each is public.
fn declarations(text: &str) -> Vec<(bool, String)> {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let declared = |(place, word): (usize, &str)| {
        let before = flat[..place].trim_end();
        let public = before.ends_with("pub");
        let begins = public || before.is_empty() || before.ends_with([';', '{', '}', ')', ']']);
        let tree = flat[place + word.len()..].split(';').next().unwrap_or_default();
        begins.then(|| (public, tree.to_string()))
    };
    flat.match_indices("use ").filter_map(declared).collect()
}

/// A path as names from the root of the crate, if it lies in the crate.
fn absolute(module: &Module, path: &str, modules: &BTreeMap<Module, String>) -> Option<Vec<String>> {
    let mut names: Vec<String> = path.split("::").map(|name| name.trim().to_string()).collect();
    let mut base = module.clone();
    match names[0].as_str() {
        "crate" => base.clear(),
        "self" => {}
        "super" => {
            while names[0] == "super" {
                base.pop();
                names.remove(0);
                if names.is_empty() {
                    return Some(base);
                }
            }
            base.extend(names);
            return Some(base);
        }
        // A child of this module: `pub use board::Board` in a `mod.rs`.
        first => {
            base.push(first.to_string());
            return modules.contains_key(&base).then(|| {
                base.extend(names.drain(1..));
                base
            });
        }
    }
    base.extend(names.drain(1..));
    Some(base)
}

/// For each module the modules that it uses.
fn arrows(package: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let modules = modules(package);
    let mut handed_on: BTreeMap<Vec<String>, Vec<String>> = BTreeMap::new();
    for (module, text) in &modules {
        for (_, tree) in declarations(text).into_iter().filter(|(public, _)| *public) {
            for (path, name) in expanded(&tree) {
                if let Some(path) = absolute(module, &path, &modules) {
                    let known = module.iter().cloned().chain([name]).collect();
                    handed_on.insert(known, path);
                }
            }
        }
    }
    let file = |mut path: Vec<String>| {
        for _ in 0..8 {
            let prefix = (1..=path.len()).find(|length| handed_on.contains_key(&path[..*length]));
            let Some(length) = prefix else { break };
            let rest = path.split_off(length);
            path = handed_on[&path].iter().cloned().chain(rest).collect();
        }
        (1..=path.len()).rev().map(|length| path[..length].to_vec()).find(|path| modules.contains_key(path))
    };
    let mut arrows = BTreeMap::new();
    for (module, text) in &modules {
        let mut used = BTreeSet::new();
        for (public, tree) in declarations(text) {
            // What a `mod.rs` hands on it does not use.
            if !public {
                let paths = expanded(&tree).into_iter();
                used.extend(paths.filter_map(|(path, _)| file(absolute(module, &path, &modules)?)));
            }
        }
        let word = |character: char| character.is_alphanumeric() || character == '_' || character == ':';
        for path in text.split(|character| !word(character)) {
            if path.starts_with("crate::") || path.starts_with("super::") || path.starts_with("self::") {
                used.extend(absolute(module, path.trim_end_matches(':'), &modules).and_then(file));
            }
        }
        used.remove(module);
        arrows.insert(module.clone(), used);
    }
    arrows
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut imports = 0;
    for package in packages() {
        let arrows = arrows(&package);
        imports += arrows.values().map(BTreeSet::len).sum::<usize>();
        no_circle(&package, &arrows);
    }
    assert!(imports > 700, "{imports} imports were read");
}

fn no_circle(package: &str, arrows: &BTreeMap<Module, BTreeSet<Module>>) {
    // All that a file uses, directly or through others.
    let mut all = arrows.clone();
    loop {
        let more: BTreeMap<Module, BTreeSet<Module>> = all
            .iter()
            .map(|(module, used)| (module.clone(), used.iter().flat_map(|to| &all[to]).cloned().collect()))
            .collect();
        let before: usize = all.values().map(BTreeSet::len).sum();
        all.iter_mut().for_each(|(module, used)| used.extend(more[module].iter().cloned()));
        if all.values().map(BTreeSet::len).sum::<usize>() == before {
            break;
        }
    }
    let told: Vec<String> = arrows
        .iter()
        .filter(|(module, _)| all[*module].contains(*module))
        .map(|(module, used)| {
            let back = used.iter().filter(|to| all[*to].contains(module)).map(|to| to.join("::"));
            format!("{} uses {}", module.join("::"), back.collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert!(told.is_empty(), "{package}: files import each other in a circle:\n{}", told.join("\n"));
}

/// What a module in a browser does not have.
const SYSTEM: [&str; 4] = ["std::time::Instant", "std::time::SystemTime", "std::thread", "std::fs"];

/// The files of [`BROWSER`] that use something of it, and why a module in a browser can do without.
const SYSTEM_FILES: [(&str, &str); 8] = [
    ("crates/query/src/ask/compare/schedule.rs", "works itself where no thread can be started"),
    ("crates/query/src/ask/solver.rs", "is for what asks from several threads"),
    ("crates/solve/src/attack/search.rs", "starts no thread at one thread"),
    ("crates/solve/src/clock.rs", "has the clock of the host instead"),
    ("crates/solve/src/dfpn/jobs/manager.rs", "is for several processes"),
    ("crates/solve/src/dfpn/jobs/prover.rs", "is for several processes"),
    ("crates/solve/src/lib.rs", "runs the work where it is instead"),
    ("crates/solve/src/session/mod.rs", "sleeps while another thread analyses"),
];

/// The sources that a module in a browser is made of.
const BROWSER: [&str; 7] = [
    "crates/go/src",
    "crates/rules/src",
    "crates/solve/src",
    "crates/prove/src",
    "crates/query/src",
    "crates/lab/src/critique",
    "wasm/src",
];

#[test]
fn what_a_browser_runs_needs_no_clock_thread_or_file_of_the_system() {
    let mut using = BTreeMap::new();
    for folder in BROWSER {
        for (path, text) in files(folder) {
            let word = |character: char| character.is_alphanumeric() || "_:".contains(character);
            let paths = text.split(|character| !word(character)).map(str::to_string);
            let declared = declarations(&text).into_iter().flat_map(|(_, tree)| expanded(&tree));
            let used: BTreeSet<&str> = paths
                .chain(declared.map(|(path, _)| path))
                .filter_map(|path| SYSTEM.into_iter().find(|name| inside(&path, name)))
                .collect();
            if !used.is_empty() {
                using.insert(path, used);
            }
        }
    }
    let known: BTreeMap<&str, &str> = SYSTEM_FILES.into();
    let told: Vec<String> = using
        .iter()
        .filter(|(path, _)| !known.contains_key(path.as_str()))
        .map(|(path, used)| format!("{path}: {}", used.iter().copied().collect::<Vec<_>>().join(", ")))
        .collect();
    assert!(told.is_empty(), "expected superko_solve::clock, or a reason:\n{}", told.join("\n"));
    let idle: Vec<&&str> = known.keys().filter(|path| !using.contains_key(**path)).collect();
    assert!(idle.is_empty(), "these use nothing of the system any more: {idle:?}");
}

/// Whether a path is a name or leads further from it.
fn inside(path: &str, name: &str) -> bool {
    path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}
