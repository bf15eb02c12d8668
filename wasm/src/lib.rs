//! superko in a browser: requests as JSON, answered through the memory of a WebAssembly module.
//!
//! [`Module`] is the module without its memory: it runs on any machine, and the tests compare what
//! it answers with the library. `door.rs` is how a page reaches it. There is one instance for each
//! game that is solved, in a worker of its own, and one for what takes no search. Long work is done
//! in slices ([`Module::step`]), between which the worker looks at its messages: so a question is
//! given up, and what has been proved stays in the session for the next one of the same game.

mod requests;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod door;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
#[cfg(feature = "laboratory")]
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use requests::{Asked, Request};
use serde::Serialize;
#[cfg(feature = "laboratory")]
use superko_lab::critique::{self, Finding, Subject};
use superko_query::ask::differ::{self, Effort, Search, Target};
use superko_query::ask::{Following, Question, follow, published};
use superko_query::page::{
    self, Answered, Catalogue, Clauses, Draft, GameRecord, RequestError, check_certificate, make_certificate,
};
use superko_rules::Rules;
use superko_solve::Session;
use superko_solve::clock::Instant;

/// The longest slice of work between two looks at the messages.
const SLICE: Duration = Duration::from_millis(250);

/// The bytes that tables may take if a request does not say it.
const MEMORY: usize = 1 << 30;

/// What is said to the page: the last message of a request is an answer or a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// Something known before the answer: the name of its kind, and a record as JSON.
    Event(&'static str, String),
    /// The answer: a record as JSON, or text.
    Answer(String),
    /// A file that comes before the answer.
    File(Vec<u8>),
    /// What was wrong with the request, in one line.
    Failed(String),
}

/// The receiver of messages.
pub type Tell = Arc<dyn Fn(Message) + Send + Sync>;

/// Work that is done in slices: the answer, once it is done.
type Work = Box<dyn FnMut() -> Option<Message>>;

/// A session with the name of its game.
type Kept = (String, Rc<Session<'static>>);

/// The module: one session, and the request that is worked on.
pub struct Module {
    tell: Tell,
    session: RefCell<Option<Kept>>,
    work: Option<Work>,
}

impl Module {
    /// A module that knows nothing yet.
    pub fn new(tell: Tell) -> Module {
        Module { tell, session: RefCell::new(None), work: None }
    }

    /// Begins a request, with the bytes of a file if it has one, and returns whether there is work
    /// to be done in slices. What was worked on before is given up.
    pub fn ask(&mut self, request: &[u8], file: Vec<u8>) -> bool {
        self.work = None;
        match self.begin(request, file) {
            Ok(Begun::Done(message)) => (self.tell)(message),
            Ok(Begun::Work(work)) => self.work = Some(work),
            Err(error) => (self.tell)(Message::Failed(error.line)),
        }
        self.work.is_some()
    }

    /// Works for one slice, and returns whether there is more to do.
    pub fn step(&mut self) -> bool {
        if let Some(message) = self.work.as_mut().and_then(|work| work()) {
            self.work = None;
            (self.tell)(message);
        }
        self.work.is_some()
    }

    /// Gives up the request that is worked on. What it has proved stays.
    pub fn give_up(&mut self) {
        self.work = None;
    }

    fn begin(&self, request: &[u8], file: Vec<u8>) -> Result<Begun, RequestError> {
        let record = |request| Ok(Begun::Done(Message::Answer(request)));
        match Request::of(request)? {
            Request::Catalogue => record(text(&Catalogue::current())),
            Request::Clauses => record(text(&Clauses::all())),
            Request::Board(board) => record(text(&board.drawn()?)),
            Request::Draft { name, text: draft } => record(text(&Draft::of(&name, &draft))),
            Request::Like { rules, name } => record(page::own::like(&rules, &name)?),
            Request::Record { text: decoded } => record(text(&GameRecord::of_decoded(&file, &decoded)?)),
            Request::Look(asked) => record(text(&page::look(&asked.text(), asked.draft())?)),
            Request::Check { memory } => {
                record(text(&check_certificate(file, memory.unwrap_or(MEMORY), &Arc::default())?))
            }
            Request::Value(asked) => self.value(&asked).map(Begun::Done),
            Request::Solve(asked) => self.solve(&asked),
            Request::Certificate(asked) => {
                let (question, limits) = (asked.question()?, asked.limits());
                let made = make_certificate(&question, limits, &Arc::default())?;
                (self.tell)(Message::File(made.bytes));
                record(made.name)
            }
            Request::WhyAgainst { asked, against } => {
                let (question, limits) = (asked.question()?, asked.limits());
                let found = page::why_against(&question, against.rules()?, limits, &Arc::default())?;
                record(text(&found))
            }
            Request::Differ { rules, against, up_to, memory } => {
                let rulesets = [rules.rules()?, against.rules()?];
                differing(rulesets, &up_to, memory.unwrap_or(MEMORY), &self.tell)
            }
            #[cfg(feature = "laboratory")]
            Request::Critique { rules } => criticised(rules.rules()?, rules.rules, &self.tell),
        }
    }

    /// The session of the game of a question. An instance has one: that of another game goes.
    fn session(&self, asked: &Asked, question: &Question) -> Rc<Session<'static>> {
        let name = asked.game();
        let mut kept = self.session.borrow_mut();
        if let Some((_, session)) = kept.as_ref().filter(|(known, _)| *known == name) {
            return Rc::clone(session);
        }
        *kept = None;
        let game = &question.game;
        // A game is small, and an instance has few: it stays in memory as its ruleset does.
        let game = Box::leak(Box::new(game.ruleset().game(game.board.clone())));
        let session = Rc::new(Session::new(game));
        *kept = Some((name, Rc::clone(&session)));
        session
    }

    /// The value alone, at one go: for measurements.
    fn value(&self, asked: &Asked) -> Result<Message, RequestError> {
        let question = asked.question()?;
        let session = self.session(asked, &question);
        let budget = superko_solve::Budget::new(asked.limits());
        let state = question.line.state_in(session.game());
        let value = match session.value(&state, &budget) {
            Ok(value) => value.to_string(),
            Err((bounds, stopped)) => format!("{bounds:?}, stopped by {stopped}"),
        };
        let (nodes, results) = (budget.nodes(), session.results());
        let seconds = budget.elapsed().as_secs_f64();
        Ok(Message::Answer(text(&ValueRecord { value, nodes, results, seconds })))
    }

    fn solve(&self, asked: &Asked) -> Result<Begun, RequestError> {
        let question = Rc::new(asked.question()?);
        let session = self.session(asked, &question);
        if let Some(published) = published(&question) {
            (self.tell)(Message::Event("published", text(&published)));
        }
        let (tell, asked_again) = (Arc::clone(&self.tell), Rc::clone(&question));
        let report = move |event: follow::Event| tell(Message::Event(event.name(), text(&event)));
        let following = Following::new(session, question, &asked.limits(), &Arc::default(), report);
        let mut following = following.in_slices_of(SLICE);
        Ok(Begun::Work(Box::new(move || {
            let solved = following.step()?;
            Some(Message::Answer(text(&Answered::of(&asked_again, solved))))
        })))
    }
}

/// The search for the smallest position that two rulesets tell apart, a board at each step.
fn differing(rulesets: [Rules; 2], up_to: &str, memory: usize, tell: &Tell) -> Result<Begun, RequestError> {
    let last = page::own::last_board(&rulesets, up_to)?;
    let (started, tell) = (Instant::now(), Arc::clone(tell));
    let effort = Effort { nodes: differ::NODES, time: None, memory, interrupted: Arc::default() };
    let boards = differ::up_to(last.rows(), last.cols());
    let mut search = Some(Search::new(rulesets, boards, Target::Either, &effort, drop::<String>));
    Ok(Begun::Work(Box::new(move || {
        if let Some(board) = search.as_ref()?.next_board() {
            tell(Message::Event("board", text(&board.to_string())));
            search.as_mut()?.step();
            return None;
        }
        let searched = search.take()?.finish();
        let seconds = started.elapsed().as_secs_f64();
        Some(Message::Answer(text(&differ::Record::of(&rulesets, &last, searched, seconds))))
    })))
}

/// The critique of a ruleset, a check at each step.
#[cfg(feature = "laboratory")]
fn criticised(rules: Rules, name: String, tell: &Tell) -> Result<Begun, RequestError> {
    if let Some(why) = critique::refusal(&rules.properties()) {
        return Err(RequestError::malformed(why));
    }
    // A critique is at work until its module ends, or is asked for another: these few bytes stay.
    let subject: &'static Subject = Box::leak(Box::new(Subject { name, rules }));
    let interrupted: &'static Arc<AtomicBool> = Box::leak(Box::default());
    let checks: &'static [&'static critique::Check] = critique::all().iter().collect::<Vec<_>>().leak();
    let effort = critique::Effort::default();
    let mut findings = critique::findings(subject, checks, effort, interrupted, |_| ());
    let (mut made, tell) = (Vec::<Finding>::new(), Arc::clone(tell));
    Ok(Begun::Work(Box::new(move || {
        if let Some(finding) = findings.next() {
            tell(Message::Event("finding", text(&finding)));
            made.push(finding);
            return None;
        }
        let checks = std::mem::take(&mut made);
        Some(Message::Answer(text(&critique::Critique::of(subject, effort, checks))))
    })))
}

/// What a request is after it has begun.
enum Begun {
    Done(Message),
    Work(Work),
}

/// The value of a question, with what it took.
#[derive(Serialize)]
struct ValueRecord {
    value: String,
    nodes: u64,
    results: usize,
    seconds: f64,
}

fn text(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("a record can be written as JSON")
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A module, and what it has told since this was asked last.
    struct Heard(Module, Arc<Mutex<Vec<Message>>>);

    impl Heard {
        fn new() -> Heard {
            let told: Arc<Mutex<Vec<Message>>> = Arc::default();
            let heard = Arc::clone(&told);
            Heard(Module::new(Arc::new(move |message| heard.lock().unwrap().push(message))), told)
        }

        fn told(&self) -> Vec<Message> {
            std::mem::take(&mut self.1.lock().unwrap())
        }

        fn asked(&mut self, request: &str) -> Vec<Message> {
            let mut more = self.0.ask(request.as_bytes(), Vec::new());
            while more {
                more = self.0.step();
            }
            self.told()
        }
    }

    fn nodes(messages: &[Message]) -> u64 {
        let Some(Message::Answer(answer)) = messages.last() else { panic!("{messages:?}") };
        serde_json::from_str::<serde_json::Value>(answer).unwrap()["nodes"].as_u64().unwrap()
    }

    const SOLVE: &str = r#"{"op": "solve", "question": {"board": "3x3", "rules": "nssk"}}"#;

    #[test]
    fn what_was_proved_stays_when_a_question_is_given_up() {
        // So small that no slice ends before its work, on however busy a machine: a pause adds nodes.
        const SOLVE: &str = r#"{"op": "solve", "question": {"board": "2x3", "rules": "nssk"}}"#;
        let all = nodes(&Heard::new().asked(SOLVE));
        let mut module = Heard::new();
        assert!(module.0.ask(SOLVE.as_bytes(), Vec::new()));
        assert!(module.0.step(), "the value is found in one slice, and the moves are left");
        module.0.give_up();
        assert!(!module.0.step() && !module.told().iter().any(|told| matches!(told, Message::Answer(_))));
        let rest = nodes(&module.asked(SOLVE));
        assert!(rest < all, "{rest} after a slice, {all} at first");
        // Another game has a session of its own.
        let other = SOLVE.replace("nssk", "psk");
        assert_eq!(nodes(&module.asked(&other)), nodes(&Heard::new().asked(&other)));
        assert_eq!(nodes(&module.asked(SOLVE)), all);
    }

    #[test]
    fn what_is_published_comes_first_and_the_answer_last() {
        let messages = Heard::new().asked(SOLVE);
        assert!(
            matches!(&messages[0], Message::Event("published", text) if text.contains("\"value\":\"2\""))
        );
        assert!(matches!(messages.last(), Some(Message::Answer(text)) if text.contains("\"value\":\"2\"")));
    }

    #[test]
    fn a_wrong_request_fails_in_one_line() {
        for (request, said) in [
            ("", "request: EOF"),
            (r#"{"op": "nothing"}"#, "request: unknown variant `nothing`"),
            (
                r#"{"op": "look", "question": {"board": "9x9", "rules": "psk"}}"#,
                "board 9x9: 81 intersections",
            ),
            (
                r#"{"op": "differ", "rules": {"rules": "psk"}, "against": {"rules": "psk"}, "up_to": "2x2"}"#,
                "against: is the same ruleset",
            ),
        ] {
            let messages = Heard::new().asked(request);
            let [Message::Failed(line)] = messages.as_slice() else { panic!("{messages:?}") };
            assert!(line.starts_with(said) && line.lines().count() == 1, "{line}");
        }
    }

    #[test]
    fn a_critique_tells_each_finding_before_its_answer() {
        let messages = Heard::new().asked(r#"{"op": "critique", "rules": {"rules": "simple-ko"}}"#);
        let findings = messages.iter().filter(|told| matches!(told, Message::Event("finding", _))).count();
        assert_eq!((findings, messages.len()), (critique::all().len(), findings + 1));
    }
}
