//! Requests that mean no good: the program refuses them, and goes on answering others.

use std::io::Write;
use std::net::Shutdown;
use std::thread;

use fastrand::Rng;
use serde_json::json;

use super::client::{Response, Served};
use crate::common::sample;

/// That the program still answers.
fn is_well(served: &Served) {
    assert_eq!(served.answer(&json!({"board": "2x2", "rules": "psk"}))["value"], "1");
}

#[test]
fn foreign_hosts_and_origins_are_refused() {
    let served = Served::start();
    let port = served.port;
    let ask = |path: &str, host: &str, more: &str| {
        served.send(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n").as_bytes(),
        )
    };
    let ours = format!("localhost:{port}");
    for host in [&ours, &format!("127.0.0.1:{port}"), &format!("[::1]:{port}")] {
        assert_eq!(ask("/api/health", host, "").status, 200, "{host}");
    }
    for host in
        ["evil.example", &format!("evil.example:{port}"), "localhost", "localhost:1", "", "a b", "127.0.0.1"]
    {
        for path in ["/", "/app.js", "/api/health", "/api/solve?q=x"] {
            let refused = ask(path, host, "");
            assert!([400, 421].contains(&refused.status), "{host} {path}: {refused:?}");
        }
    }
    let without = served.send(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
    assert!([400, 421].contains(&without.status), "{without:?}");
    assert_eq!(served.send(b"GET / HTTP/1.0\r\n\r\n").status, 421);
    let question = Served::path_of(&json!({"board": "2x2", "rules": "psk"}));
    for more in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: https://localhost\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
    ] {
        for path in [&question, "/api/health", "/api/catalogue"] {
            let refused = ask(path, &ours, more);
            assert_eq!(refused.status, 403, "{more} {path}");
            refused.error();
        }
        let body = json!({"board": "2x2", "rules": "psk"}).to_string();
        let head =
            format!("{}{more}Content-Length: {}\r\n\r\n{body}", served.head("POST", "/api/look"), body.len());
        assert_eq!(served.send(head.as_bytes()).status, 403, "{more}");
        let before = served.head("OPTIONS", "/api/look");
        let preflight =
            served.send(format!("{before}{more}Access-Control-Request-Method: POST\r\n\r\n").as_bytes());
        assert_eq!(preflight.status, 403);
        assert_eq!(preflight.header("access-control-allow-origin"), None);
    }
    for more in [format!("Origin: http://{ours}\r\n"), "Sec-Fetch-Site: same-origin\r\n".to_string()] {
        assert_eq!(ask(&question, &ours, &more).status, 200, "{more}");
    }
    // A link from elsewhere may lead to the page.
    assert_eq!(ask("/", &ours, "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n").status, 200);
}

#[test]
fn bodies_addresses_and_heads_that_are_too_long_are_refused() {
    let served = Served::start();
    let small = vec![b' '; (64 << 10) + 1];
    for path in ["/api/look", "/api/board", "/api/certificate"] {
        let refused = served.post(path, &small);
        assert!(refused.status == 413 && refused.error().contains("at most 65536 bytes"), "{path}");
    }
    let large = vec![b' '; (4 << 20) + 1];
    assert_eq!(served.post("/api/check", &large).status, 413);
    // Bodies whose length is not told, or is told and never comes.
    let chunk = [b"10000\r\n", &vec![b' '; 1 << 16][..], b"\r\n"].concat();
    let head = format!("{}Transfer-Encoding: chunked\r\n\r\n", served.head("POST", "/api/look"));
    let refused = served.send(&[head.as_bytes(), &chunk, &chunk].concat());
    assert!([0, 413].contains(&refused.status), "{refused:?}");
    let head = format!("{}Content-Length: 99999999999999\r\n\r\n", served.head("POST", "/api/check"));
    assert_eq!(served.send(head.as_bytes()).status, 413);
    let head = format!("{}Content-Length: 100\r\n\r\n{{", served.head("POST", "/api/look"));
    let mut stream = served.connect();
    stream.write_all(head.as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let broken = Response::read(stream);
    assert!([0, 400].contains(&broken.status), "{broken:?}");

    assert_eq!(served.get(&format!("/api/solve?q={}", "x".repeat(33 << 10))).status, 414);
    for head in [
        format!("GET / HTTP/1.1\r\nHost: localhost:{}\r\nX: {}\r\n\r\n", served.port, "x".repeat(100 << 10)),
        format!("GET / HTTP/1.1\r\nHost: localhost:{}\r\n{}\r\n", served.port, "X: y\r\n".repeat(5000)),
    ] {
        let refused = served.send(head.as_bytes());
        assert!([0, 431].contains(&refused.status), "{refused:?}");
    }
    is_well(&served);
}

#[test]
fn bytes_that_are_no_request_do_no_harm() {
    let served = Served::start();
    let mut rng = Rng::with_seed(14);
    let question = json!({"board": "2x2", "rules": "psk"}).to_string();
    let request =
        format!("{}Content-Length: {}\r\n\r\n{question}", served.head("POST", "/api/look"), question.len());
    for round in 0..300 {
        let bytes: Vec<u8> = match round % 3 {
            0 => (0..rng.usize(0..2000)).map(|_| rng.u8(..)).collect(),
            // A request with some bytes changed, or cut short.
            1 => {
                let mut bytes = request.clone().into_bytes();
                (0..rng.usize(1..8)).for_each(|_| {
                    let place = rng.usize(..bytes.len());
                    bytes[place] = rng.u8(..);
                });
                bytes
            }
            _ => request.as_bytes()[..rng.usize(..request.len())].to_vec(),
        };
        let mut stream = served.connect();
        let _ = stream.write_all(&bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let response = Response::read(stream);
        assert!(response.status < 500, "{bytes:?}: {response:?}");
    }
    // Questions that are JSON and nonsense.
    for round in 0..200 {
        let mut bytes = question.clone().into_bytes();
        (0..=round % 4).for_each(|_| {
            let place = rng.usize(..bytes.len());
            bytes[place] = rng.u8(b' '..b'~');
        });
        let response = served.post("/api/look", &bytes);
        assert!([200, 400].contains(&response.status), "{response:?}");
    }
    is_well(&served);
}

/// The most memory that the program has taken so far, in bytes, as far as Linux tells.
fn peak(served: &Served) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", served.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? << 10)
}

#[test]
fn a_thousand_requests_at_once_are_answered_or_told_to_wait_within_the_memory() {
    if sample::leaves_out_three_of_four(
        "a_thousand_requests_at_once_are_answered_or_told_to_wait_within_the_memory",
    ) {
        return;
    }
    let served = Served::with(&["--memory", "64M", "--time-limit", "200ms", "--threads", "4"]);
    let rules = ["psk", "ssk", "nssk", "kee2009", "kee2020", "spight", "simple-ko", "jann"];
    let rows = ["....", "X...", "XO..", "X.O."];
    let path = |number: usize| {
        let (rules, row) = (rules[number % rules.len()], rows[number % rows.len()]);
        Served::path_of(&json!({"board": "4x4", "rules": rules, "start": format!("{row}/..../..../....")}))
    };
    let ask = |number: usize| {
        let response = match number % 5 {
            4 => served.post_json("/api/look", &json!({"board": "4x5", "rules": "kee2020"})),
            _ => served.get(&path(number)),
        };
        if response.status == 503 {
            assert!(response.error().contains("waiting already"));
        }
        response.status
    };
    let statuses: Vec<u16> = thread::scope(|scope| {
        let ask = &ask;
        let asked: Vec<_> = (0..1000).map(|number| scope.spawn(move || ask(number))).collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    let count = |status: u16| statuses.iter().filter(|other| **other == status).count();
    println!("{} answered, {} told to wait, peak {:?}", count(200), count(503), peak(&served));
    // As many questions as may be worked on and wait, and all looks, are answered.
    assert!(count(200) >= 200 + 64 && count(200) + count(503) == 1000, "{statuses:?}");
    served.until((0, 0));
    assert!(peak(&served).is_none_or(|bytes| bytes < 768 << 20), "{:?}", peak(&served));
    is_well(&served);
}

#[test]
fn clients_that_send_nothing_more_do_not_keep_others_out() {
    if sample::leaves_out_three_of_four("clients_that_send_nothing_more_do_not_keep_others_out") {
        return;
    }
    let served = Served::start();
    // More than there are places, each with half of a head.
    let half = served.head("GET", "/api/health");
    let slow: Vec<_> = (0..260)
        .map(|_| {
            let mut stream = served.connect();
            stream.write_all(half.as_bytes()).unwrap();
            stream
        })
        .collect();
    is_well(&served);
    drop(slow);
}
