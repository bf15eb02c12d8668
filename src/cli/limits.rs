//! How much may be spent, and how times, sizes and counts are read.

use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::BadInput;
use crate::solve::Limits;

/// How much may be spent.
#[derive(Debug, ClapArgs)]
pub struct LimitArgs {
    /// Stop after this long: 90s, 10m, 1h
    #[arg(long, value_name = "TIME")]
    pub time_limit: Option<String>,
    /// Stop after this many nodes
    #[arg(long, value_name = "NODES")]
    pub node_limit: Option<String>,
    /// Keep the tables under this much memory: 512M, 2G [default: 4G]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<String>,
}

/// How much may be spent, and by how many threads.
#[derive(Debug, ClapArgs)]
pub struct EffortArgs {
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Threads [default: all cores]
    #[arg(long, value_name = "COUNT")]
    pub threads: Option<String>,
}

impl LimitArgs {
    /// What may be spent.
    pub fn limits(&self) -> Result<Limits, BadInput> {
        let time = self.time_limit.as_deref().map(parse_time).transpose()?;
        let nodes =
            self.node_limit.as_deref().map(|text| parse_count("node-limit", text, u64::MAX)).transpose()?;
        let memory = self.memory.as_deref().map(parse_size).transpose()?;
        Ok(Limits { time, nodes, memory: memory.unwrap_or(Limits::default().memory) })
    }
}

impl EffortArgs {
    /// The number of threads.
    pub fn threads(&self) -> Result<usize, BadInput> {
        Ok(match &self.threads {
            None => available_parallelism().map_or(1, usize::from),
            Some(text) => parse_count("threads", text, 256)? as usize,
        })
    }
}

/// Reads a time: a number of seconds, or with `s`, `m` or `h` behind it.
fn parse_time(text: &str) -> Result<Duration, BadInput> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let time = number.parse::<f64>().ok().map(|number| number * seconds);
    let time = time.and_then(|time| Duration::try_from_secs_f64(time).ok());
    time.ok_or_else(|| BadInput(format!("--time-limit {text:?}: expected a time such as 90s, 10m or 1h")))
}

/// Reads a size: bytes, or with `K`, `M` or `G` (powers of 1024) behind it.
pub fn parse_size(text: &str) -> Result<usize, BadInput> {
    let (number, unit) = split_unit(text);
    let shift = match unit.trim_end_matches(['B', 'b', 'i']) {
        "" => Some(0),
        "k" | "K" => Some(10),
        "m" | "M" => Some(20),
        "g" | "G" => Some(30),
        _ => None,
    };
    let bytes = shift.and_then(|shift| number.parse::<usize>().ok()?.checked_mul(1 << shift));
    bytes.filter(|bytes| *bytes >= 1 << 20).ok_or_else(|| {
        BadInput(format!("--memory {text:?}: expected a size of at least 1M, such as 512M or 2G"))
    })
}

fn split_unit(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    text.split_at(end)
}

/// Reads a count of at least 1.
pub fn parse_count(flag: &str, text: &str, most: u64) -> Result<u64, BadInput> {
    let count = text.parse::<u64>().ok().filter(|count| (1..=most).contains(count));
    count.ok_or_else(|| BadInput(format!("--{flag} {text:?}: expected a whole number from 1 to {most}")))
}

/// Chooses one of a few words.
pub fn parse_word<T: Copy>(flag: &str, text: &str, words: &[(&str, T)]) -> Result<T, BadInput> {
    let found = words.iter().find(|(word, _)| *word == text).map(|(_, meaning)| *meaning);
    found.ok_or_else(|| {
        let names: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        BadInput(format!("--{flag} {text:?}: expected {}", names.join(" or ")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn times_and_sizes_are_read_with_their_units() {
        let time = |text| parse_time(text).ok().map(|time| time.as_millis());
        assert_eq!(
            [time("90"), time("1.5s"), time("2m"), time("1h")],
            [Some(90_000), Some(1500), Some(120_000), Some(3_600_000)]
        );
        assert_eq!([time(""), time("-1"), time("1d"), time("nan"), time("inf")], [None; 5]);
        let size = |text| parse_size(text).ok();
        assert_eq!(
            [size("1M"), size("2GiB"), size("1048576")],
            [Some(1 << 20), Some(2 << 30), Some(1 << 20)]
        );
        assert_eq!([size(""), size("12"), size("1T"), size("99999999999G"), size("-1M")], [None; 5]);
    }

    proptest! {
        #[test]
        fn any_text_is_a_time_a_size_and_a_count_or_is_refused(text in "\\PC*") {
            let _ = (parse_time(&text), parse_size(&text), parse_count("threads", &text, 9));
        }
    }
}
