//! Where the program listens, and how it ends.

use std::net::TcpListener;

use serde_json::json;

use super::client::{PATIENCE, Served};
use crate::common::program::{command, solve, text};

/// The one line of a refusal to start.
fn refused(arguments: &[&str]) -> String {
    let output = solve(&[&["serve"], arguments].concat());
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    let line = text(&output.stderr);
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

#[test]
fn what_cannot_be_listened_to_is_refused_in_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    assert!(refused(&["--port", &port]).contains("is taken"));
    assert!(refused(&["--address", "0.0.0.0", "--port", "0"]).contains("--allow-remote"));
    assert!(
        refused(&["--address", "192.0.2.1", "--port", "0", "--allow-remote"])
            .contains("an address of this machine")
    );
    assert!(refused(&["--address", "here"]).contains("--address"));
    assert!(refused(&["--port", "65536"]).contains("--port"));
    assert!(refused(&["--threads", "0"]).contains("--threads"));
    assert!(refused(&["--time-limit", "soon"]).contains("--time-limit"));
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_program_also_in_the_midst_of_questions() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let served = Served::start();
        let port = served.port;
        let asked: Vec<_> = ["psk", "simple-ko"]
            .iter()
            .map(|rules| served.ask(&json!({"board": "4x5", "rules": rules})))
            .collect();
        served.until((2, 0));
        let output = served.end(signal);
        assert_eq!(output.status.code(), Some(status), "{}", text(&output.stderr));
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
        drop(asked);
        // The port is free again.
        drop(TcpListener::bind(("127.0.0.1", port)).unwrap());
    }
}

/// With --open the program that opens addresses on this kind of system is given the page; where
/// there is none, a line says so and the page is served.
#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_in_a_browser_if_that_is_asked_for() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (opener, opened) = (folder.path().join("xdg-open"), folder.path().join("opened"));
    let script =
        format!("#!/bin/sh\nprintf '%s' \"$1\" >'{}.new'\n/bin/mv '{0}.new' '{0}'\n", opened.display());
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut opening = command(&["serve", "--port", "0", "--open"]);
    opening.env("PATH", folder.path());
    let served = Served::started(opening);
    let started = std::time::Instant::now();
    while !opened.exists() && started.elapsed() < PATIENCE {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let page = std::fs::read_to_string(&opened).unwrap();
    assert_eq!(page, format!("http://127.0.0.1:{}/", served.port));
    served.end("-INT");

    std::fs::remove_file(&opener).unwrap();
    let mut opening = command(&["serve", "--port", "0", "--open"]);
    opening.env("PATH", folder.path());
    let served = Served::started(opening);
    assert_eq!(served.get("/").status, 200);
    let said = text(&served.end("-INT").stderr);
    assert!(
        said.starts_with("solve: --open: ") && said.contains("; the page is at http://127.0.0.1:"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}
