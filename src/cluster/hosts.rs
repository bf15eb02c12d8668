//! The processes: where each listens, and whom a process trusts.

use std::fmt;
use std::net::{SocketAddr, ToSocketAddrs};

/// The most processes of a run.
const MOST: usize = 1024;

/// Where the processes of a run listen, and which of them this one is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts {
    /// `HOST:PORT` of each process, in order.
    pub names: Vec<String>,
    /// The address of each.
    pub addresses: Vec<SocketAddr>,
    /// The number of this process, from 0.
    pub process: usize,
}

/// What is wrong with a file of hosts, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostsError(String);

impl fmt::Display for HostsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HostsError {}

impl Hosts {
    /// Reads a file with one `HOST:PORT` a line, in the order of the processes. Empty lines and what follows a `#` are left out.
    ///
    /// # Errors
    /// [`HostsError`]: a line that is no address, a process that is not in the file, or an address that is no loopback address
    /// though the network is not `trusted`.
    pub fn read(text: &str, process: usize, trusted: bool) -> Result<Hosts, HostsError> {
        let (mut names, mut addresses) = (Vec::new(), Vec::new());
        for (line, text) in text.lines().enumerate() {
            let name = text.split('#').next().unwrap_or_default().trim();
            if name.is_empty() {
                continue;
            }
            let line = line + 1;
            let found = name.to_socket_addrs().ok().and_then(|mut found| found.next());
            let Some(address) = found.filter(|address| address.port() != 0) else {
                return Err(HostsError(format!(
                    "line {line} {name:?} is no address, expected HOST:PORT, such as 127.0.0.1:4000"
                )));
            };
            if addresses.contains(&address) {
                return Err(HostsError(format!(
                    "line {line} {name:?} is an address of another line, expected one for each process"
                )));
            }
            if !trusted && !address.ip().is_loopback() {
                return Err(HostsError(format!(
                    "line {line} {name:?} is no loopback address: whoever reaches it can change the result; expected \
                     --trust-network if the network is yours alone"
                )));
            }
            names.push(name.to_string());
            addresses.push(address);
        }
        if !(1..=MOST).contains(&names.len()) {
            return Err(HostsError(format!("has {} processes, expected 1 to {MOST}", names.len())));
        }
        if process >= names.len() {
            let last = names.len() - 1;
            return Err(HostsError(format!("has no process {process}, expected --process 0 to {last}")));
        }
        Ok(Hosts { names, addresses, process })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_hosts_is_read_or_refused_in_one_line() {
        let text = "# two\n127.0.0.1:4000\n\n 127.0.0.1:4001 # the other\n";
        let hosts = Hosts::read(text, 1, false).unwrap();
        assert_eq!((hosts.names.len(), hosts.process), (2, 1));
        for (text, process, expected) in [
            ("", 0, "has 0 processes"),
            ("127.0.0.1:4000", 1, "has no process 1, expected --process 0 to 0"),
            ("127.0.0.1", 0, "line 1 \"127.0.0.1\" is no address"),
            ("127.0.0.1:0", 0, "is no address"),
            ("127.0.0.1:99999", 0, "is no address"),
            ("127.0.0.1:4000\n127.0.0.1:4000", 0, "line 2"),
            ("192.0.2.1:4000", 0, "expected --trust-network"),
        ] {
            let error = Hosts::read(text, process, false).unwrap_err().to_string();
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
        assert!(Hosts::read("192.0.2.1:4000\n192.0.2.2:4000", 0, true).is_ok());
    }
}
