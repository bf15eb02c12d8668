//! Input and output of the program: files are replaced whole or not at all, failed writes are
//! errors, signals leave what has been proved, and the progress line leaves nothing behind.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use crate::common::program::PROGRAM;
use crate::common::sample;

/// A folder that is removed with what is in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), NEXT.fetch_add(1, Relaxed));
        let folder = std::env::temp_dir().join(format!("superko-io-{name}-{process}-{number}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names in the folder.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The program in a folder.
fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(&folder.0).stdin(Stdio::null());
    command
}

/// Runs the program in a folder, and returns its exit status with both outputs.
fn run(folder: &Folder, arguments: &[&str]) -> (i32, String, String) {
    ended(command(folder, arguments).output().unwrap())
}

fn ended(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().expect("no signal ends the program"), text(output.stdout), text(output.stderr))
}

/// The exit status is 2, and the one line of error has this.
fn assert_refused(run: (i32, String, String), expected: &str) {
    let (status, _, errors) = run;
    assert_eq!(status, 2, "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(errors.contains(expected), "{errors:?} lacks {expected:?}");
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

const PROVE: [&str; 6] = ["prove", "--board", "1x2", "--rules", "psk", "--out"];

fn prove(folder: &Folder, out: &str) -> (i32, String, String) {
    run(folder, &[&PROVE[..], &[out]].concat())
}

/// The bytes of the certificate that [`prove`] writes.
fn certificate() -> Vec<u8> {
    let folder = Folder::new("certificate");
    assert_eq!(prove(&folder, "x.cert").0, 0);
    fs::read(folder.path("x.cert")).unwrap()
}

#[test]
fn a_file_is_replaced_through_links_and_keeps_its_mode() {
    let folder = Folder::new("links");
    let right = certificate();
    fs::write(folder.path("old.cert"), "").unwrap();
    fs::set_permissions(folder.path("old.cert"), PermissionsExt::from_mode(0o640)).unwrap();
    fs::create_dir(folder.path("far")).unwrap();
    symlink("../old.cert", folder.path("far/near.cert")).unwrap();
    symlink("far/near.cert", folder.path("link.cert")).unwrap();
    symlink("new.cert", folder.path("dangling.cert")).unwrap();
    symlink("circle.cert", folder.path("circle.cert")).unwrap();

    assert_eq!(prove(&folder, "link.cert").0, 0);
    assert_eq!(
        (fs::read(folder.path("old.cert")).unwrap(), mode(&folder.path("old.cert"))),
        (right.clone(), 0o640)
    );
    assert!(folder.path("link.cert").is_symlink() && folder.path("far/near.cert").is_symlink());

    assert_eq!(prove(&folder, "dangling.cert").0, 0);
    assert_eq!(fs::read(folder.path("new.cert")).unwrap(), right);
    assert!(folder.path("dangling.cert").is_symlink());

    assert_refused(prove(&folder, "circle.cert"), "circle.cert: ");
    assert_refused(prove(&folder, "far"), "far: is a directory");
    assert_refused(prove(&folder, "no such folder/x.cert"), "no such folder/x.cert: ");
    assert_eq!(folder.names(), ["circle.cert", "dangling.cert", "far", "link.cert", "new.cert", "old.cert"]);
}

#[test]
fn a_new_file_has_the_mode_that_the_mask_leaves() {
    let folder = Folder::new("mask");
    let line = format!("umask 027; exec '{PROGRAM}' {} new.cert", PROVE.join(" "));
    let status = Command::new("sh").args(["-c", &line]).current_dir(&folder.0).stdout(Stdio::null()).status();
    assert!(status.unwrap().success());
    assert_eq!(mode(&folder.path("new.cert")), 0o640);
}

#[test]
fn a_pipe_is_written_to_and_not_replaced() {
    let folder = Folder::new("pipe");
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read(pipe).unwrap())
    };
    assert_eq!(prove(&folder, "pipe").0, 0);
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(reader.join().unwrap(), certificate());
    let arguments = ["claims", "kee2009-18", "--junit", "pipe"];
    let mut writer = command(&folder, &arguments).stdout(Stdio::null()).spawn().unwrap();
    assert!(fs::read_to_string(&pipe).unwrap().contains("<testsuites"));
    assert!(writer.wait().unwrap().success());
    assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    assert_eq!(folder.names(), ["pipe"]);
}

#[test]
fn what_is_not_ours_is_overwritten_only_by_force() {
    let folder = Folder::new("force");
    let text = "<html>not mine</html>\n";
    fs::write(folder.path("page.html"), text).unwrap();
    assert_refused(prove(&folder, "page.html"), "is not a certificate and would be overwritten");
    let claims = ["claims", "kee2009-18", "--junit", "page.html"];
    assert_refused(run(&folder, &claims), "is not JUnit XML and would be overwritten");
    assert_eq!(fs::read_to_string(folder.path("page.html")).unwrap(), text);

    assert_eq!(run(&folder, &[&claims[..], &["--force"]].concat()).0, 0);
    assert!(fs::read_to_string(folder.path("page.html")).unwrap().contains("<testsuites"));
    assert_eq!(run(&folder, &claims).0, 0, "it has written this file itself");
    assert_refused(prove(&folder, "page.html"), "is not a certificate");
    assert_eq!(run(&folder, &[&PROVE[..], &["page.html", "--force"]].concat()).0, 0);
    assert_eq!(prove(&folder, "page.html").0, 0, "it has written this file itself");
    assert_refused(run(&folder, &claims), "is not JUnit XML");
    assert_eq!(fs::read(folder.path("page.html")).unwrap(), certificate());
}

#[test]
fn a_folder_with_other_files_is_written_into_only_by_force() {
    let folder = Folder::new("tables");
    fs::create_dir(folder.path("mine")).unwrap();
    fs::write(folder.path("mine/letter.txt"), "Dear").unwrap();
    let tables = ["tables", "--boards", "1x2", "--budget", "1", "--out"];
    let write = |out: &str, more: &[&str]| run(&folder, &[&tables[..], &[out], more].concat());
    assert_refused(write("mine", &[]), "has files that are no tables, such as letter.txt");
    assert_eq!(fs::read_dir(folder.path("mine")).unwrap().count(), 1);

    assert_eq!(write("new", &[]).0, 0);
    assert_eq!(write("new", &[]).0, 0, "it has written this folder itself");
    fs::write(folder.path("new/1x2/letter.txt"), "Dear").unwrap();
    assert_refused(write("new", &[]), "such as 1x2/letter.txt");
    assert_eq!(write("new", &["--force"]).0, 0);
    assert_eq!(fs::read_to_string(folder.path("new/1x2/letter.txt")).unwrap(), "Dear");
}

#[test]
fn a_full_disk_leaves_the_old_file_and_no_other() {
    let folder = Folder::new("full");
    let right = certificate();
    fs::write(folder.path("x.cert"), &right).unwrap();
    // The limit stands for a full disk. Its units of 512 bytes (of 1024 under some shells) are
    // fewer than the text takes.
    let line = format!("ulimit -f 1; exec '{PROGRAM}' prove --board 2x3 --rules psk --text --out x.cert");
    let output = Command::new("sh").args(["-c", &line]).current_dir(&folder.0).stdin(Stdio::null()).output();
    assert_refused(ended(output.unwrap()), "x.cert: File too large");
    assert_eq!(fs::read(folder.path("x.cert")).unwrap(), right);
    assert_eq!(folder.names(), ["x.cert"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_failed_write_is_an_error_and_a_closed_pipe_is_none() {
    let folder = Folder::new("stdout");
    assert_eq!(prove(&folder, "x.cert").0, 0);
    let jobs: [&[&str]; 11] = [
        &["--help"],
        &["check", "--help"],
        &["--version"],
        &["rules"],
        &["--board", "1x2", "--rules", "psk"],
        &["--board", "1x2", "--rules", "psk", "--json"],
        &["count", "--board", "1x2", "--rules", "psk"],
        &["claims", "kee2009-18"],
        &["check", "x.cert"],
        &["certificate", "show", "x.cert"],
        &["prove", "--board", "1x2", "--rules", "psk", "--text", "--out", "-"],
    ];
    for job in jobs {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = command(&folder, job).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_refused(ended(output), "standard output: No space left on device");

        let mut child = command(&folder, job).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let (status, _, errors) = ended(child.wait_with_output().unwrap());
        assert_eq!((status, errors.as_str()), (0, ""), "{job:?}");
    }
    assert_refused(prove(&folder, "/dev/full"), "/dev/full: No space left on device");
}

/// Lets a job run for a while, sends it some signals, and returns how it ended.
fn signalled(mut job: Command, signals: &[&str]) -> (i32, String, String) {
    let child = job.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    for signal in signals {
        std::thread::sleep(Duration::from_millis(700));
        assert!(Command::new("kill").args([*signal, &child.id().to_string()]).status().unwrap().success());
    }
    ended(child.wait_with_output().unwrap())
}

#[test]
fn sigterm_leaves_proved_bounds_and_exit_status_143() {
    let folder = Folder::new("term");
    let (status, said, errors) =
        signalled(command(&folder, &["--board", "6x6", "--rules", "psk"]), &["-TERM"]);
    assert_eq!((status, errors.as_str()), (143, ""));
    assert!(said.contains("stopped     by an interruption"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_terminal_leaves_what_was_learnt_unless_the_job_is_to_outlive_it() {
    let folder = Folder::new("hup");
    let job = ["--board", "4x6", "--rules", "psk", "--checkpoint", "kept"];
    // The tests themselves may be to outlive their terminal.
    let mut ending = Command::new("env");
    ending.args(["--default-signal=HUP", PROGRAM]).args(job).current_dir(&folder.0).stdin(Stdio::null());
    let (status, said, errors) = signalled(ending, &["-HUP"]);
    assert_eq!((status, errors.as_str()), (129, ""));
    assert!(said.contains("stopped     by an interruption"), "{said}");
    let (status, said, _) = run(&folder, &[&job[..], &["--resume", "--node-limit", "1"]].concat());
    assert!(status == 3 && said.contains("earlier     "), "{said}");

    let mut outliving = Command::new("sh");
    let line = format!("trap '' HUP; exec '{PROGRAM}' --board 6x6 --rules psk");
    outliving.args(["-c", &line]).stdin(Stdio::null());
    let (status, ..) = signalled(outliving, &["-HUP", "-TERM"]);
    assert_eq!(status, 143);
}

#[test]
fn wrong_input_is_read_and_quoted_no_further_than_needed() {
    let folder = Folder::new("input");
    let game = ["--board", "2x2", "--rules", "psk"];
    fs::write(folder.path("long"), vec![0; 2 << 20]).unwrap();
    fs::write(folder.path("word"), vec![b'x'; 1 << 19]).unwrap();
    fs::write(folder.path("bell"), "A1 \u{7}B2").unwrap();
    for (name, expected) in [("long", "longer than 1024 KiB"), ("word", "expected"), ("bell", "expected")] {
        for arguments in
            [&["replay", name, "--board", "2x2", "--rules", "psk"][..], &["--board", name, "--rules", "psk"]]
        {
            let (status, said, errors) = run(&folder, arguments);
            assert_eq!((status, said.as_str()), (2, ""), "{arguments:?}: {errors}");
            assert!(errors.len() < 1500 && errors.contains(expected), "{arguments:?}: {errors}");
            assert!(!errors.trim_end().contains(char::is_control), "{arguments:?}: {errors:?}");
        }
    }
    let moves = "x".repeat(100_000);
    let (status, _, errors) = run(&folder, &[&game[..], &["--moves", &moves]].concat());
    assert!(status == 2 && errors.len() < 1500, "{errors}");
}

#[test]
fn times_sizes_and_counts_have_units() {
    let folder = Folder::new("units");
    let game = ["--board", "1x2", "--rules", "psk"];
    let all = ["--time-limit", "1h 30m", "--node-limit", "1e6", "--memory", "1.5G", "--threads", "1"];
    assert_eq!(run(&folder, &[&game[..], &all].concat()).0, 0);
    let large = ["--board", "4x4", "--rules", "psk", "--threads", "1"];
    for limit in
        [["--time-limit", "1ms"], ["--time-limit", "0.01"], ["--node-limit", "1_0"], ["--node-limit", "1e2"]]
    {
        assert_eq!(run(&folder, &[&large[..], &limit].concat()).0, 3, "{limit:?}");
    }
    for (flag, given, expected) in [
        (
            "--time-limit",
            "2M",
            "expected a time such as 90s, 500ms, 10m or \"1h 30m\", or a number of seconds",
        ),
        ("--time-limit", "-1", "expected a time"),
        ("--node-limit", "1.5", "such as 500000, 2M, 1e6 or 1_000_000"),
        ("--node-limit", "-1", "expected a whole number"),
        ("--memory", "1K", "expected a size of at least 1M, such as 512M, 1.5G or a number of bytes"),
    ] {
        let refused = run(&folder, &[&game[..], &[flag, given]].concat());
        assert!(refused.2.contains(flag) && refused.2.contains(given), "{}", refused.2);
        assert_refused(refused, expected);
    }
}

/// Runs the program with so little memory.
#[cfg(target_os = "linux")]
fn limited(folder: &Folder, kibibytes: u32, job: &str) -> (i32, String, String) {
    let line = format!("ulimit -v {kibibytes}; exec '{PROGRAM}' {job}");
    let mut limited = Command::new("sh");
    limited.args(["-c", &line]).env("RUST_BACKTRACE", "1").current_dir(&folder.0).stdin(Stdio::null());
    ended(limited.output().unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_started_are_an_error() {
    let folder = Folder::new("threads");
    for job in [
        "--board 2x2 --rules psk --threads 2",
        "--board 1x2 --rules psk --engine naive --threads 1",
        "count --board 1x2 --rules psk",
        "claims kee2009-18",
    ] {
        for kibibytes in [100_000, 300_000] {
            assert_refused(limited(&folder, kibibytes, job), "the system cannot start so many threads");
        }
    }
    assert_eq!(limited(&folder, 300_000, "--board 2x2 --rules psk --threads 1").0, 0, "it starts no thread");
}

/// Around the size of the stacks the threads start or do not, and with less the tables are full
/// early: then there are bounds, or one line, and never a panic.
#[cfg(target_os = "linux")]
#[test]
fn with_little_memory_there_are_bounds_or_one_line() {
    let folder = Folder::new("memory");
    let jobs = [
        "--board 4x4 --rules psk --threads 1 --node-limit 20000",
        "--board 2x2 --rules simple-ko --threads 2",
        "count --board 2x2 --rules psk --threads 1 --node-limit 10000",
        "prove --board 2x2 --rules psk --out x.cert",
        "claims kee2009-18",
        "tables --check --quick --out .",
    ];
    for kibibytes in [60_000, 700_000, 1_350_000, 2_000_000] {
        for job in jobs {
            let ended = limited(&folder, kibibytes, job);
            match ended.0 {
                0 | 3 => assert_eq!(ended.2, "", "{kibibytes}: {job}"),
                2 => assert_refused(ended, ""),
                // The folder has no tables.
                1 => assert!(job.starts_with("tables"), "{kibibytes}: {job}"),
                status => panic!("{kibibytes}: {job}: {status}: {}", ended.2),
            }
        }
    }
}

#[test]
fn whatever_an_error_quotes_it_is_one_line_of_moderate_length() {
    let folder = Folder::new("quoted");
    fs::write(folder.path("zeros"), vec![0; 300_000]).unwrap();
    fs::write(folder.path("long"), "A".repeat(1_000_000)).unwrap();
    // What turns the direction of writing, ends a line, or colours a terminal.
    fs::write(folder.path("hidden"), "A1 \u{202e}\u{2028}\u{1b}[31mB1\u{feff}\n").unwrap();
    File::create(folder.path("huge")).unwrap().set_len(8 << 30).unwrap();
    fs::write(folder.path("new\nline\u{1b}"), "A3 ?!").unwrap();
    let game = ["--board", "1x2", "--rules", "psk"];
    for name in ["zeros", "long", "hidden", "huge", "new\nline\u{1b}", "missing\n\u{202e}"] {
        let graph = format!("./{name}");
        let jobs: [&[&str]; 6] = [
            &[&["replay", name], &game[..]].concat(),
            &["--board", &graph, "--rules", "psk"],
            &["check", name],
            &["certificate", "show", name],
            &[&game[..], &["--start", name]].concat(),
            &["tables", "--check", "--out", name],
        ];
        for job in jobs {
            let (status, said, errors) = run(&folder, job);
            assert_eq!((status, said.as_str()), (2, ""), "{job:?}");
            let visible = |letter: char| !letter.is_control() && !"\u{202e}\u{2028}\u{feff}".contains(letter);
            assert!(errors.strip_suffix('\n').unwrap().chars().all(visible), "{job:?}: {errors:?}");
            assert!(errors.chars().count() < 650, "{job:?}: {} letters", errors.chars().count());
        }
    }
}

/// Runs the program on a pseudo-terminal of a width, types Ctrl-C, and returns what the terminal
/// gets.
fn on_a_terminal(folder: &Folder, width: usize, job: &str) -> String {
    let line = format!("stty cols {width} rows 24; exec '{PROGRAM}' {job}");
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).current_dir(&folder.0);
    let mut script = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut keys = script.stdin.take().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    keys.write_all(b"\x03").unwrap();
    let mut seen = String::new();
    script.stdout.take().unwrap().read_to_string(&mut seen).unwrap();
    assert_eq!(script.wait().unwrap().code(), Some(130), "{seen:?}");
    seen
}

#[cfg(target_os = "linux")]
#[test]
fn progress_fits_the_terminal_and_is_gone_after_ctrl_c() {
    if sample::leaves_out_three_of_four("progress_fits_the_terminal_and_is_gone_after_ctrl_c") {
        return;
    }
    if Command::new("script").arg("--version").output().is_err() {
        eprintln!("there is no `script` of util-linux here to open a terminal: nothing is tested");
        return;
    }
    let folder = Folder::new("terminal");
    for width in [40, 80, 200] {
        let seen = on_a_terminal(&folder, width, "--board 6x6 --rules psk --threads 1");
        // Each drawing begins by clearing the line.
        let drawn: Vec<&str> = seen.split("\r\u{1b}[2K").collect();
        let (last, lines) = drawn.split_last().unwrap();
        assert!(lines.len() > 2, "{seen:?}");
        for line in &lines[1..] {
            // On a board of this size bounds are looked for before any question is asked.
            let begins =
                ["can Black ", "bounds that need no history"].iter().any(|text| line.starts_with(text));
            assert!(begins, "{line:?}");
            assert!(line.contains(" s, ") || line.contains('…'), "{line:?}");
            assert!(line.chars().count() <= width && !line.contains('\n'), "{width}: {line:?}");
        }
        assert!(seen.contains("^C"), "{seen:?}");
        assert!(lines[0].contains("6x6 psk, Black to move"), "{:?}", lines[0]);
        assert!(last.starts_with("value       not solved within the limit"), "{last:?}");
    }
    let quiet = on_a_terminal(&folder, 80, "--board 6x6 --rules psk --threads 1 --quiet");
    assert!(!quiet.contains("\u{1b}[2K"), "{quiet:?}");
}
