//! Renders a certificate as text, each lemma with its reads, checking it on the way.

use std::io::{self, Write};

use super::check::Checker;
use super::file::Certificate;
use super::format::{Key, Malformed, Outcome, Play, Step};
use super::rules::Game;
use super::text::TextWriter;
use super::verify::Refused;

/// Why a certificate could not be rendered to its end.
pub enum Unrendered {
    /// It is not right from here on.
    Refused(Refused),
    /// It could not be written.
    Output(io::Error),
}

impl From<io::Error> for Unrendered {
    fn from(error: io::Error) -> Unrendered {
        Unrendered::Output(error)
    }
}

/// Writes the text form of a certificate, as far as it is right, with the reads of every lemma.
///
/// # Errors
/// [`Unrendered`].
pub fn render(input: impl io::Read + 'static, output: impl Write, memory: usize) -> Result<(), Unrendered> {
    let refused = |malformed: Malformed| Unrendered::Refused(malformed.into());
    let mut certificate = Certificate::open(input, memory).map_err(refused)?;
    let mut checker = Checker::new(&certificate.header, memory);
    let game = Game::new(&certificate.header);
    let mut writer = TextWriter::new(certificate.header, output)?;
    loop {
        let mut step = certificate.step().map_err(refused)?;
        let checked = checker.step(&step);
        checked.map_err(|why| Unrendered::Refused(Refused::at(&step, &checker, &certificate, why)))?;
        if let Step::Lemma(statement, _, plays) = &mut step {
            let key = statement.key;
            plays.iter_mut().for_each(|play| name_bar(&game, &key, play));
        }
        writer.step(&step, checker.last_reads())?;
        if step == Step::End {
            return Ok(());
        }
    }
}

/// The text form names the whole fact that bars a play, the binary form its class.
fn name_bar(game: &Game, key: &Key, play: &mut Play) {
    if let Outcome::Barred(class, named @ None) = &mut play.outcome {
        let bars =
            game.plays(key).into_iter().filter(|admitted| admitted.mv == play.mv).flat_map(|play| play.bars);
        *named = { bars }.find(|bar| bar.class == *class);
    }
}
