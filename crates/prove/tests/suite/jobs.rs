//! Searches that are shared by several, held against the naive solver and the search of one.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use fastrand::Rng;
use superko_go::{Player, Position};
use superko_rules::{Game, State};
use superko_solve::dfpn::jobs::{Helpers, Job, JobCommand, Manager, Numbers, Report};
use superko_solve::naive::Naive;
use superko_solve::{Budget, Limits, Session, Stopped, Value};

use crate::common::games::{EDITIONS, LIFTED, SUPERKOS, TERRITORY, game, games, name, random_state, starts};
use crate::common::sample;
use crate::common::searching::on_a_large_stack;

/// What goes wrong.
#[derive(Debug, Clone, Copy, Default)]
struct Faults {
    /// Of this number of reports one is lost.
    lost: Option<u32>,
    /// Of this number of reports one has other numbers.
    wrong: Option<u32>,
}

/// Threads of this process, each with a session of its own, as processes are.
struct Others {
    to: Vec<Sender<JobCommand>>,
    from: Mutex<Receiver<(usize, Report)>>,
    at_work: Mutex<HashMap<u64, usize>>,
    random: Mutex<Rng>,
    faults: Faults,
    nodes: u64,
}

impl Helpers for Others {
    fn among(&self) -> (u64, u64) {
        (0, self.to.len() as u64 + 1)
    }

    fn threads(&self) -> usize {
        1
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn worth(&self) -> u32 {
        2
    }

    fn free(&self) -> usize {
        self.to.len() - self.at_work.lock().unwrap().len()
    }

    fn give(&self, job: Job, _: Option<u64>) {
        let mut at_work = self.at_work.lock().unwrap();
        let free = (0..self.to.len()).find(|helper| at_work.values().all(|at| at != helper)).unwrap();
        at_work.insert(job.number, free);
        self.to[free].send(JobCommand::Job(job)).unwrap();
    }

    fn leave(&self) {
        self.to.iter().for_each(|to| to.send(JobCommand::Cancel).unwrap());
    }

    fn reports(&self) -> Vec<(usize, u64, Option<Report>)> {
        let (mut at_work, mut random) = (self.at_work.lock().unwrap(), self.random.lock().unwrap());
        let mut one_of = |count: Option<u32>| count.is_some_and(|count| random.u32(..count) == 0);
        let mut reports = Vec::new();
        for (helper, mut report) in self.from.lock().unwrap().try_iter() {
            at_work.remove(&report.number);
            if one_of(self.faults.lost) {
                reports.push((helper, report.number, None));
                continue;
            }
            if one_of(self.faults.wrong) {
                let many = [1, 2, 1000, 1 << 29];
                report.numbers.iter_mut().for_each(|(hash, numbers)| {
                    *numbers =
                        Numbers { proof: many[*hash as usize % 4], disproof: many[*hash as usize / 4 % 4] };
                });
            }
            reports.push((helper, report.number, Some(report)));
        }
        reports
    }

    fn tell(&self, numbers: &[(u64, Numbers)], proved: &[u8], but: Option<usize>) {
        for (helper, to) in self.to.iter().enumerate().filter(|(helper, _)| Some(*helper) != but) {
            let news = JobCommand::Update(numbers.to_vec(), proved.to_vec());
            to.send(news).unwrap_or_else(|_| panic!("helper {helper} has ended"));
        }
    }
}

/// The manager, as one of these threads sees it.
struct First {
    number: usize,
    helpers: usize,
    inbox: Mutex<Receiver<JobCommand>>,
    out: Mutex<Sender<(usize, Report)>>,
}

impl Manager for First {
    fn among(&self) -> (u64, u64) {
        (self.number as u64 + 1, self.helpers as u64 + 1)
    }

    fn errand(&self) -> Option<JobCommand> {
        self.inbox.lock().unwrap().recv_timeout(Duration::from_millis(1)).ok()
    }

    fn report(&self, report: Report) {
        // The manager may have ended.
        let _ = self.out.lock().unwrap().send((self.number, report));
    }
}

/// The value of a state from a manager and some helpers, and the nodes of all.
fn together(game: &Game, state: &State, helpers: usize, nodes: u64, faults: Faults) -> (Value, u64) {
    let (report, from) = channel();
    let (to, inboxes): (Vec<_>, Vec<_>) = (0..helpers).map(|_| channel()).unzip();
    let (from, random) = (Mutex::new(from), Mutex::new(Rng::with_seed(nodes)));
    let others = Others { to, from, at_work: Mutex::default(), random, faults, nodes };
    thread::scope(|scope| {
        for (number, inbox) in inboxes.into_iter().enumerate() {
            let (inbox, out) = (Mutex::new(inbox), Mutex::new(report.clone()));
            let first = First { number, helpers, inbox, out };
            scope.spawn(move || {
                let session = Session::new(game).helping(&first);
                let budget = Budget::default();
                assert_eq!(session.help(&first, state, 1, &budget), Ok(()));
            });
        }
        let budget = Budget::default();
        let value = Session::new(game).helped_by(&others, state).value(state, &budget).unwrap();
        others.to.iter().for_each(|to| to.send(JobCommand::End).unwrap());
        (value, budget.nodes())
    })
}

/// Compares one of `one_of` starts, and states after random moves; at least `floor` must be
/// compared.
fn compare(boards: &[&str], rulesets: &[&str], one_of: usize, faults: Faults, floor: usize) {
    let (mut compared, mut asked, mut random) = (0, 0, Rng::with_seed(5));
    for game in games(boards, rulesets) {
        let starts = starts(&game);
        let mut states: Vec<State> = starts.iter().step_by(one_of).cloned().collect();
        states.extend((0..5).map(|_| random_state(&game, &starts, &mut random, 8)));
        let about = name(&game, &states[0]);
        for (place, state) in states.iter().enumerate().filter(|(place, _)| sample::takes(&about, *place)) {
            asked += 1;
            // Jobs of few nodes, so that there is a tree above them.
            let (helpers, nodes) = (1 + place % 3, [1, 4, 30][place / 3 % 3]);
            let (value, _) = together(&game, state, helpers, nodes, faults);
            let Value::Points(found) = value else { panic!("{}", name(&game, state)) };
            let budget = Budget::new(Limits { nodes: Some(20_000), ..Limits::default() });
            match on_a_large_stack(|| Naive::new(&game, &budget).confirms(state, found)) {
                Ok(confirmed) => assert!(confirmed, "the value is not {found}: {}", name(&game, state)),
                Err(Stopped::Nodes) => continue,
                Err(other) => panic!("{other}: {}", name(&game, state)),
            }
            compared += 1;
        }
    }
    println!("{boards:?} {rulesets:?}: {compared} of {asked} compared");
    assert!(compared >= sample::least(floor), "{compared} of {asked}");
}

#[test]
fn shared_searches_agree_with_the_naive_solver_on_every_position_up_to_three_points() {
    let rulesets = [&SUPERKOS[..], &LIFTED, &EDITIONS, &TERRITORY].concat();
    compare(&["1x1", "1x2"], &rulesets, 1, Faults::default(), 2024);
    compare(&["1x3"], &[&SUPERKOS[..], &LIFTED].concat(), 1, Faults::default(), 1260);
}

#[test]
fn shared_searches_agree_on_samples_of_larger_boards() {
    compare(&["1x4", "2x2", "1x5"], &SUPERKOS, 4, Faults::default(), 1098);
    compare(&["2x3"], &SUPERKOS, 60, Faults::default(), 150);
    compare(&["1x4", "2x2"], &["kee2020", "spight"], 9, Faults::default(), 490);
}

#[test]
fn reports_that_are_lost_or_wrong_change_no_value() {
    let faults = Faults { lost: Some(4), wrong: Some(4) };
    compare(&["1x3", "1x4", "2x2"], &SUPERKOS, 5, faults, 549);
    compare(&["1x3"], &LIFTED, 5, faults, 297);
}

/// On boards where the tree has some depth: against the search of one.
#[test]
fn shared_searches_find_what_one_finds() {
    for (board, rules) in
        [("2x4", "psk"), ("2x4", "nssk"), ("1x7", "ssk"), ("3x3", "psk"), ("2x3", "kee2020")]
    {
        let game = game(board, rules);
        let start = game.start(Position::default(), Player::Black);
        let alone = Session::new(&game).value(&start, &Budget::default()).unwrap();
        for (helpers, faults) in [(1, Faults::default()), (3, Faults { lost: Some(9), wrong: Some(9) })] {
            let (value, nodes) = together(&game, &start, helpers, 100, faults);
            assert_eq!(value, alone, "{board} {rules} {helpers}");
            assert!(nodes > 100, "{board} {rules}: {nodes} nodes");
        }
    }
}
