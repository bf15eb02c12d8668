//! Renders a certificate as text, each lemma with its reads. It is checked on the way, as the reads
//! of a lemma that leaves them out follow from its proof.

use std::io::{self, Write};

use crate::check::Checker;
use crate::file::Certificate;
use crate::format::{Key, Outcome, Play, Step};
use crate::rules::Game;
use crate::text::TextWriter;

pub use crate::refused::Unrendered;

/// Writes the text form of a certificate as far as it is right.
///
/// # Errors
/// [`Unrendered`].
pub fn render(input: impl io::Read + 'static, output: impl Write, memory: usize) -> Result<(), Unrendered> {
    render_steps(Certificate::open(input, memory)?, output, memory)
}

/// The same of a certificate whose header is read.
pub(crate) fn render_steps(
    mut certificate: Certificate,
    output: impl Write,
    memory: usize,
) -> Result<(), Unrendered> {
    let header = certificate.header.clone();
    let (mut checker, game) = (Checker::new(&header, memory), Game::new(&header));
    let mut writer = TextWriter::new(header.clone(), output)?;
    loop {
        let mut step = certificate.checked_step(&mut checker)?;
        if let Step::Lemma(statement, _, plays) = &mut step {
            plays.iter_mut().for_each(|play| name_bar(&game, &statement.key, play));
        }
        writer.step(&step, &checker.last_reads())?;
        if step == Step::End {
            return Ok(());
        }
    }
}

/// Completes the fact that bans a play. The binary form gives its class alone, the text form the
/// whole fact.
fn name_bar(game: &Game, key: &Key, play: &mut Play) {
    if let Outcome::Barred(class, named @ None) = &mut play.outcome {
        let bars = game.play(key, play.mv).map_or_else(Vec::new, |play| play.bars);
        *named = bars.into_iter().find(|bar| bar.class == *class);
    }
}
