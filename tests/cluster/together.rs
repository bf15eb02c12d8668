//! Processes of the program on loopback addresses.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A folder with a file of hosts, and what the processes write.
pub struct Together {
    folder: TempDir,
    processes: usize,
    threads: usize,
    /// The first words of their commands.
    work: &'static [&'static str],
}

/// Ports that were free a moment ago: none of those that the system gives to connections, and
/// drawn, so that tests that run at the same time are not likely to take the same.
fn free_ports(count: usize) -> Vec<u16> {
    let mut listeners: Vec<TcpListener> = Vec::new();
    while listeners.len() < count {
        listeners.extend(TcpListener::bind(("127.0.0.1", fastrand::u16(10_240..32_768))));
    }
    listeners.iter().map(|listener| listener.local_addr().unwrap().port()).collect()
}

impl Together {
    /// Processes, each with `threads` threads, which value all positions.
    pub fn new(processes: usize, threads: usize) -> Together {
        Together::at(&["count", "--values"], processes, threads)
    }

    /// Processes at other work.
    pub fn at(work: &'static [&'static str], processes: usize, threads: usize) -> Together {
        let together = Together { folder: tempfile::tempdir().unwrap(), processes, threads, work };
        together.choose_ports();
        together
    }

    /// Writes a file of hosts with ports that are free.
    pub fn choose_ports(&self) {
        let lines: String =
            free_ports(self.processes).iter().map(|port| format!("127.0.0.1:{port}\n")).collect();
        fs::write(self.hosts(), lines).unwrap();
    }

    /// The file of hosts.
    pub fn hosts(&self) -> PathBuf {
        self.path("hosts")
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command of a process.
    pub fn command(&self, process: usize, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
        command.args(self.work);
        if !more.contains(&"--threads") && self.work != ["prove"] {
            command.args(["--threads", &self.threads.to_string()]);
        }
        if !more.contains(&"--rules") {
            command.args(["--rules", "simple-ko"]);
        }
        if self.processes > 1 {
            command.arg("--hosts").arg(self.hosts()).args(["--process", &process.to_string()]);
        }
        // A process whose partner has gone before they were connected does not wait for ever.
        if !more.contains(&"--time-limit") {
            command.args(["--time-limit", "2m"]);
        }
        command.args(more).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts all processes.
    pub fn start(&self, more: &[&str]) -> Vec<Child> {
        (0..self.processes).map(|process| self.command(process, more).spawn().unwrap()).collect()
    }

    /// Runs all processes to their ends.
    pub fn run(&self, more: &[&str]) -> Vec<Output> {
        ended(self.start(more))
    }

    /// Runs all processes, which succeed, and returns the bytes of every state and what the first
    /// one prints.
    pub fn solve(&self, more: &[&str]) -> (Vec<u8>, String) {
        let out = self.path("out");
        let more = [more, &["--out", out.to_str().unwrap(), "--force"]].concat();
        let outputs = self.run(&more);
        for output in &outputs {
            assert!(output.status.success(), "{more:?}: {}", said(output));
        }
        (fs::read(out).unwrap(), String::from_utf8(outputs[0].stdout.clone()).unwrap())
    }
}

/// Waits for processes.
pub fn ended(children: Vec<Child>) -> Vec<Output> {
    children.into_iter().map(|child| child.wait_with_output().unwrap()).collect()
}

/// Waits for processes of which one was killed. Those that still wait for it to connect after some
/// seconds are killed too.
pub fn ended_soon(mut children: Vec<Child>) -> Vec<Output> {
    let patience = Instant::now() + Duration::from_secs(5);
    for child in &mut children {
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > patience {
                child.kill().unwrap();
            }
            sleep(Duration::from_millis(5));
        }
    }
    ended(children)
}

/// That a process has ended with a status and one line about why.
pub fn says(output: &Output, status: i32, expected: &str) {
    let said = said(output);
    assert_eq!(output.status.code(), Some(status), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(expected), "{said} lacks {expected}");
}

/// Whether a process has begun to work: all were connected before one of them was killed or stood
/// still.
pub fn has_begun(output: &Output) -> bool {
    let printed = String::from_utf8_lossy(&output.stdout);
    !said(output).contains("were connected") && !printed.contains("were connected")
}

/// Sends a signal to a process.
pub fn signal(child: &Child, name: &str) {
    let done = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(done.unwrap().success());
}

/// What a process says on standard error.
pub fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The files of rounds in a folder, in order.
pub fn rounds(folder: &Path) -> Vec<PathBuf> {
    let inside =
        |folder: &Path| fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let entries = inside(folder).flat_map(|process| inside(&process));
    let mut files: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().contains(".round-")).collect();
    files.sort();
    files
}
