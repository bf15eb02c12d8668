//! True certificates: under every ruleset and option the value is proved, in either form.
//!
//! The value that a certificate proves is put before the naive engine, which answers by a minimax
//! over whole histories whether it is the value. Where that would take more than [`NAIVE_NODES`]
//! the search is asked, whose values `engines.rs` compares with the naive ones. How many were
//! confirmed by which is printed, and of each ruleset the naive one must have confirmed nine in
//! ten.

use superko_certificate::conclusion::{self, Conclusions, conclude};
use superko_certificate::format::{Claim, Relation, Step, Theorem};
use superko_certificate::text::state;
use superko_prove::{Proof, ProofError, ProofGoal, prove};
use superko_rules::{Game, Points, State};
use superko_solve::naive::Naive;
use superko_solve::{Budget, Engine, Limits, Request, Value, solve};

use super::games::{boards, header_of, name, proved, some_cases, state_of, usual, variants};
use super::random::Random;
use super::truth::Truth;
use super::written::{binary, gzip, read_back, shown, text, verdict, without_names};
use crate::common::sample;
use crate::common::searching::on_a_large_stack;

/// Boards with every option, and one with the defaults alone.
const BOARDS: [&str; 6] = ["1x1", "1x2", "1x3", "1x4", "1x5", "2x2"];
const LARGER: &str = "2x3";

/// States of each game: the empty board with either player to move, and random ones.
const CASES: usize = 8;

/// What the naive engine may spend on a state.
const NAIVE_NODES: u64 = 60_000;

fn every_value_is_proved(ruleset: &str) {
    let (mut states, mut naive) = (0, 0);
    let games = boards(ruleset, &BOARDS).into_iter().flat_map(|board| variants(board, ruleset));
    let larger = boards(ruleset, &[LARGER]).into_iter().map(|board| usual(board, ruleset));
    for (number, game) in games.chain(larger).enumerate() {
        if !sample::takes(ruleset, number) {
            continue;
        }
        let cases = some_cases(&game, &mut Random::new(&name(&game)), CASES);
        let proof = proved(&game, &cases);
        every_form_says_the_same(&proof);
        for case in &cases {
            let theorem = theorems(&proof.steps)
                .find(|theorem| state_of(&game, theorem).as_ref() == Some(&case.state))
                .expect("every case has a theorem");
            let value = concluded(&proof, theorem).expect("the theorems about a state meet");
            states += 1;
            naive += usize::from(is_confirmed(&game, &case.state, value));
        }
    }
    println!("{ruleset}: {states} values proved, {naive} of them confirmed by the naive engine");
    assert!(naive * 10 >= states * 9 || !sample::is_whole());
}

fn theorems(steps: &[Step]) -> impl Iterator<Item = &Theorem> {
    steps.iter().filter_map(|step| if let Step::Theorem(theorem) = step { Some(theorem) } else { None })
}

/// The value that is proved of the state that a theorem is about.
fn concluded(Proof { header, steps }: &Proof, about: &Theorem) -> Option<Value> {
    let mut all = Conclusions::new();
    theorems(steps).for_each(|theorem| _ = conclude(&mut all, header, theorem));
    Some(match all[&state(header, about)].value()? {
        conclusion::Value::Points(p, q) => Value::Points(Points::new(p, q)),
        conclusion::Value::NoResult => Value::NoResult,
    })
}

/// Has an engine confirm a value. Returns whether it was the naive one.
fn is_confirmed(game: &Game, state: &State, value: Value) -> bool {
    let request = |engine| Request { engine, pv: false, ..Request::default() };
    if game.rules.properties().always_ends {
        let Value::Points(points) = value else { panic!("{}: {value}", name(game)) };
        let budget = Budget::new(Limits { nodes: Some(NAIVE_NODES), ..Limits::default() });
        let confirmed = on_a_large_stack(|| Naive::new(game, &budget).confirms(state, points));
        if let Ok(confirmed) = confirmed {
            assert!(confirmed, "{} {state:?}: not {value}", name(game));
            return true;
        }
    }
    let engine = if game.rules.properties().always_ends { Engine::Auto } else { Engine::Naive };
    let found = solve(game, state, &request(engine), &Budget::default()).value.exact();
    assert_eq!(found, Some(value), "{} {state:?}", name(game));
    engine == Engine::Naive
}

/// The binary form, compressed or not, the text form, and either with the reads stated: each is
/// read back as the same steps, and proves the same.
fn every_form_says_the_same(proof: &Proof) {
    let Proof { header, steps } = proof;
    let plain = binary(header, steps).unwrap();
    let verified = verdict(&plain).unwrap();
    let mut packed = Vec::new();
    proof.write_binary(&mut packed).unwrap();
    for bytes in [&packed, &gzip(&plain)] {
        assert_eq!(read_back(bytes).unwrap(), (header.clone(), without_names(steps)));
        assert_eq!(verdict(bytes).unwrap(), verified);
    }
    let as_text = text(header, steps);
    assert_eq!(read_back(&as_text).unwrap(), (header.clone(), steps.clone()));
    assert_eq!(verdict(&as_text).unwrap(), verified);

    let stated = shown(&plain);
    let (_, stated_steps) = read_back(&stated).unwrap();
    assert_eq!(shown(&as_text), stated);
    assert_eq!(text(header, &stated_steps), stated);
    assert_eq!(verdict(&stated).unwrap(), verified);
    let stated_binary = binary(header, &stated_steps).unwrap();
    assert_eq!(read_back(&stated_binary).unwrap().1, without_names(&stated_steps));
    assert_eq!(shown(&gzip(&stated_binary)), stated);
    assert_eq!(verdict(&stated_binary).unwrap(), verified);
}

/// A claim that is asked for is proved if it is true, and refuted if it is false.
fn every_claim_is_proved_or_refuted(ruleset: &str) {
    let (mut proofs, mut refuted, mut random) = (0, 0, Random::new("claims"));
    let boards = boards(ruleset, &["1x2", "1x3", "2x2"]).into_iter();
    let games: Vec<Game> = boards.flat_map(|board| variants(board, ruleset)).collect();
    // As many for a ruleset with few options as for one with a few more.
    let cases = CASES * 9_usize.div_ceil(games.len());
    for (number, game) in games.into_iter().enumerate() {
        if !sample::takes(ruleset, number) {
            continue;
        }
        let mut truth = Truth::new(&header_of(&game)).unwrap();
        for case in some_cases(&game, &mut random, cases) {
            let relation = Relation::ALL[random.below(4)];
            let (p, q) = (random.step(2 * i64::from(game.most())) as i32, 1 + random.below(2) as i32);
            let claim = Claim { relation, p: if q == 2 { 2 * p + 1 } else { p }, q };
            let or_no_end = !game.rules.properties().always_ends && random.heads();
            let Some(is_so) = on_a_large_stack(|| truth.is_so(&case.state, claim, or_no_end)) else {
                continue;
            };
            let wanted = ProofGoal { claim, or_no_end };
            match prove(&game, &[case], Some(wanted), &Budget::default()) {
                Ok(proof) => {
                    assert!(is_so, "{}: {claim}", name(&game));
                    let verified = verdict(&text(&proof.header, &proof.steps)).unwrap();
                    assert_eq!(verified.proved.len(), 1);
                    proofs += 1;
                }
                Err(ProofError::Refuted(refused)) => {
                    assert!(!is_so && refused == wanted, "{}: {claim}", name(&game));
                    refuted += 1;
                }
                Err(ProofError::Fraction(_)) => assert!(claim.q > 1 && !game.rules.properties().always_ends),
                Err(other) => panic!("{}: {claim}: {other}", name(&game)),
            }
        }
    }
    println!("{ruleset}: {proofs} claims proved, {refuted} refuted");
    assert!(proofs > 5 && refuted > 5 || !sample::is_whole());
}

mod values_of_states {
    crate::certificates::for_every_ruleset!(super::every_value_is_proved);
}

mod claims {
    crate::certificates::for_every_ruleset!(super::every_claim_is_proved_or_refuted);
}
