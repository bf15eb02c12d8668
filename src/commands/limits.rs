//! How much may be spent, and how times, sizes and counts are read.

use std::error::Error;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args as ClapArgs;
use parse_size::{ByteSuffix, Config};

use super::exit::{CommandError, proc_self_field};
use superko_solve::attack::replies;
use superko_solve::{self as solve, Limits, STACK_BYTES};

/// Minimum size of the tables, in bytes.
const MIN_MEMORY: usize = 1 << 20;

/// Maximum number of threads.
const MAX_THREADS: u64 = 256;

/// Maximum size of a region that is searched for replies.
const MAX_REGION_POINTS: u8 = 16;

/// How much may be spent.
#[derive(Debug, ClapArgs)]
pub struct LimitArgs {
    /// Stop after this time: 90s, 500ms, 10m, "1h 30m"; without a unit, seconds
    #[arg(long, value_name = "TIME", value_parser = parse_time, allow_hyphen_values = true)]
    pub time_limit: Option<Duration>,
    /// Stop after this many nodes: 500000, 2M, 1e6
    #[arg(long, value_name = "NODES", value_parser = parse_count, allow_hyphen_values = true)]
    pub node_limit: Option<u64>,
    #[command(flatten)]
    pub memory: MemoryArgs,
}

/// How much memory may be used.
#[derive(Debug, ClapArgs)]
pub struct MemoryArgs {
    /// Keep the tables under this size: 512M, 2G (powers of 1024) [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = parse_size, allow_hyphen_values = true)]
    pub memory: Option<usize>,
}

/// How many threads may be used.
#[derive(Debug, ClapArgs)]
pub struct ThreadArgs {
    /// Threads [default: all cores]
    #[arg(long, value_name = "COUNT", value_parser = parse_threads, allow_hyphen_values = true)]
    pub threads: Option<usize>,
}

/// How much may be spent, and by how many threads.
#[derive(Debug, ClapArgs)]
pub struct EffortArgs {
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
}

impl LimitArgs {
    /// Limits of one thread.
    pub fn limits(&self) -> Limits {
        self.limits_minus(0)
    }

    /// Limits minus the memory of stacks.
    fn limits_minus(&self, stacks: usize) -> Limits {
        let memory = self.memory.bytes_minus(stacks);
        Limits { time: self.time_limit, nodes: self.node_limit, memory }
    }
}

impl EffortArgs {
    /// Limits of all threads together.
    pub fn limits(&self) -> Limits {
        self.limits.limits_minus(self.threads.count() * STACK_BYTES)
    }
}

/// Bytes of memory that Linux will still give to the program, if it limits them.
fn available_memory() -> Option<usize> {
    let number = |file, name| proc_self_field(file, name)?.parse::<usize>().ok();
    let (limit, kibibytes) = (number("limits", "Max address space")?, number("status", "VmSize:")?);
    Some(limit.saturating_sub(kibibytes << 10))
}

impl MemoryArgs {
    pub fn bytes(&self) -> usize {
        self.memory.unwrap_or(Limits::default().memory)
    }

    /// Limit of memory minus that of stacks. Where the system limits the memory of the program
    /// (`ulimit -v`) to less than the tables might take, they get half of what is left, as a table
    /// that grows is there twice for a moment. An engine that comes to its own limit reports what
    /// it has proved; one that comes to the system's is killed.
    pub fn bytes_minus(&self, stacks: usize) -> usize {
        let left = available_memory().map_or(usize::MAX, |bytes| bytes.saturating_sub(stacks) / 2);
        self.bytes().min(left.max(MIN_MEMORY))
    }
}

impl ThreadArgs {
    pub fn count(&self) -> usize {
        self.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
    }

    /// Number of threads, after a check that the system can start them.
    pub fn checked(&self) -> Result<usize, CommandError> {
        check_threads(self.count()).map(|()| self.count())
    }

    /// Number of threads of the pool of [`rayon`], which is started, once in a run of the program.
    pub fn started(&self) -> Result<usize, CommandError> {
        let threads = self.checked()?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        pool.map(|()| threads).map_err(|error| cannot_start(threads, &error))
    }
}

/// Checks that the system can start threads with the stacks that the engines need.
pub fn check_threads(threads: usize) -> Result<(), CommandError> {
    solve::check_threads(threads).map_err(|error| cannot_start(threads, &error))
}

fn cannot_start(threads: usize, why: &dyn Error) -> CommandError {
    CommandError(format!(
        "the system cannot start so many threads for a search: {threads} ({why}), expected fewer --threads or a higher \
         limit of memory (ulimit -v) or of threads (ulimit -u)"
    ))
}

/// Reads a time. Months are left out: their unit, M, is easily taken for minutes.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = seconds.or_else(|| humantime::parse_duration(text).ok().filter(|_| !text.contains('M')));
    time.ok_or_else(|| {
        "expected a time such as 90s, 500ms, 10m or \"1h 30m\", or a number of seconds".to_string()
    })
}

/// Reads a size in bytes; K, M and G are powers of 1024.
fn parse_size(text: &str) -> Result<usize, String> {
    let bytes =
        Config::new().with_binary().parse_size(text).ok().and_then(|bytes| usize::try_from(bytes).ok());
    bytes
        .filter(|bytes| *bytes >= MIN_MEMORY)
        .ok_or_else(|| "expected a size of at least 1M, such as 512M, 1.5G or a number of bytes".to_string())
}

/// Reads a whole number of at least 1; K, M and G are powers of 1000.
pub fn parse_count(text: &str) -> Result<u64, String> {
    let whole = !text.parse().is_ok_and(|number: f64| number.fract() != 0.0);
    let count = Config::new().with_byte_suffix(ByteSuffix::Deny).parse_size(text).ok();
    count.filter(|count| whole && *count > 0).ok_or_else(|| {
        format!("expected a whole number from 1 to {}, such as 500000, 2M, 1e6 or 1_000_000", u64::MAX)
    })
}

/// Limits of replies: see `superko::solve::attack::replies`. Larger regions take too long to
/// search.
pub fn parse_replies(text: &str) -> Result<replies::Limits, String> {
    let numbers: Option<Vec<u8>> = text.split(',').map(|number| number.parse().ok()).collect();
    let limits = match numbers.as_deref() {
        Some([most @ 1..=64, points @ 1..=MAX_REGION_POINTS, untouched @ 1..=64]) => {
            Some(replies::Limits { most: *most, points: *points, untouched: *untouched })
        }
        _ => None,
    };
    limits.ok_or_else(|| {
        format!(
            "expected three whole numbers such as 5,10,6, from 1 to 64, 1 to {MAX_REGION_POINTS} and 1 to 64"
        )
    })
}

pub fn parse_threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
    let threads = threads.and_then(|threads| usize::try_from(threads).ok());
    threads.ok_or_else(|| format!("expected a whole number from 1 to {MAX_THREADS}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn limits_of_replies_are_three_numbers() {
        let limits = |most, points, untouched| replies::Limits { most, points, untouched };
        assert_eq!(parse_replies("3,9,4"), Ok(limits(3, 9, 4)));
        assert_eq!(parse_replies("64,16,64"), Ok(limits(64, 16, 64)));
        for text in ["", "3", "3,9", "3,9,4,1", "0,9,4", "3,17,4", "3,9,65", "3,9,x", "3 9 4"] {
            assert!(parse_replies(text).is_err_and(|why| why.contains("such as 5,10,6")), "{text}");
        }
    }

    #[test]
    fn times_sizes_and_counts_are_read_with_their_units() {
        let time = |text| parse_time(text).ok().map(|time| time.as_millis());
        assert_eq!(
            [
                time("90"),
                time("1.5s"),
                time("2m"),
                time("1h 30m"),
                time("1h"),
                time("1ms"),
                time("0.5"),
                time("0")
            ],
            [90_000, 1500, 120_000, 5_400_000, 3_600_000, 1, 500, 0].map(Some)
        );
        assert_eq!([time(""), time("-1"), time("2M"), time("nan"), time("inf"), time("1x")], [None; 6]);
        let size = |text| parse_size(text).ok();
        assert_eq!(
            [size("1M"), size("2GiB"), size("1048576"), size("1.5G"), size("2kb"), size("1T")],
            [Some(1 << 20), Some(2 << 30), Some(1 << 20), Some(3 << 29), None, Some(1 << 40)]
        );
        assert_eq!([size(""), size("12"), size("99999999999G"), size("-1M"), size("1X")], [None; 5]);
        let count = |text| parse_count(text).ok();
        assert_eq!(
            [count("1"), count("1e6"), count("2M"), count("1_000_000"), count("1.5K")],
            [1, 1_000_000, 2_000_000, 1_000_000, 1500].map(Some)
        );
        assert_eq!(
            [count(""), count("0"), count("-1"), count("1.5"), count("1e20"), count("2MB")],
            [None; 6]
        );
        let threads = |text| parse_threads(text).ok();
        assert_eq!(
            [threads("1"), threads("256"), threads("257"), threads("0")],
            [Some(1), Some(256), None, None]
        );
    }

    proptest! {
        #[test]
        fn any_text_is_a_time_a_size_and_a_count_or_is_refused(text in "\\PC*") {
            let _ = (parse_time(&text), parse_size(&text), parse_count(&text), parse_threads(&text));
        }
    }
}
