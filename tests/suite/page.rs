//! The example of the page `solutions/CERTIFICATES.md` is what the program writes.

use std::io::Cursor;

use superko::go::{Board, Player, Position};
use superko::prove::prove;
use superko::rules::{Line, Rules};
use superko::solve::Budget;
use superko_certificate::render::render;
use superko_certificate::verify::verify;

const PAGE: &str = include_str!("../../solutions/CERTIFICATES.md");

/// The worked example of the page.
fn example() -> &'static str {
    let start = PAGE.find("superko certificate 1\nboard").expect("the page has an example");
    let end = PAGE[start..].find("```").expect("the example ends");
    &PAGE[start..start + end]
}

fn binary() -> Vec<u8> {
    let game = Rules::named("psk").unwrap().game(Board::parse("1x2").unwrap());
    let case = Line::new(&game, Position::default(), Player::Black);
    let mut bytes = Vec::new();
    let proof = prove(&game, &[case], None, &Budget::default());
    proof.ok().unwrap().write_binary(&mut bytes).unwrap();
    bytes
}

#[test]
fn the_example_is_what_is_written_and_it_is_right() {
    let mut text = Vec::new();
    assert!(render(Cursor::new(binary()), &mut text, 1 << 20).is_ok());
    assert_eq!(String::from_utf8(text).unwrap(), example());
    let verified = verify(Cursor::new(example()), 1 << 20).unwrap();
    assert_eq!(verified.proved.values().next().unwrap().in_words(), "value 0");
}

#[test]
fn the_bytes_of_the_example_are_those_of_the_page() {
    let said = PAGE.split("lemma 2 is the bytes `").nth(1).unwrap().split('`').next().unwrap();
    let said: Vec<u8> = said.split(' ').map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect();
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&binary()[..]), &mut plain).unwrap();
    assert!(plain.windows(said.len()).any(|window| window == said));
}
