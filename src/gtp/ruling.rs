//! Commands about rulesets as KataGo and KGS name them.

use super::engine::Engine;
use super::protocol::Reply;
use super::words::only;
use crate::ask::names::{Named, Speaker, ruleset, to_json, with_field};

fn now(engine: &Engine) -> Named {
    let (entry, options) = engine.game.rules();
    (entry, *options, engine.game.komi.bonus)
}

/// Reads the ruleset that a controller names.
pub fn read(text: &str, speaker: Speaker) -> Result<Named, String> {
    match text.trim() {
        "" => Err("expected a ruleset, such as kee2020 --lift produced".to_string()),
        // What is wrong with a dictionary names the field.
        text if text.starts_with('{') => ruleset(text, speaker).map_err(|why| format!("rules: {why}")),
        text => ruleset(text, speaker).map_err(|why| format!("rules {text}: {why}")),
    }
}

fn change(engine: &mut Engine, (entry, options, bonus): Named) -> Reply {
    engine.game.change_rules(entry, options, bonus)?;
    Ok(String::new())
}

/// `kata-get-rules`
pub fn kata_get_rules(engine: &mut Engine, _: &[String]) -> Reply {
    to_json(now(engine)).map_err(|why| format!("{why}; superko-rules tells it"))
}

/// `kata-set-rules rules`
pub fn kata_set_rules(engine: &mut Engine, arguments: &[String]) -> Reply {
    change(engine, read(&arguments.join(" "), Speaker::Kata)?)
}

/// `kata-set-rule field value`
pub fn kata_set_rule(engine: &mut Engine, arguments: &[String]) -> Reply {
    let [field, value] = arguments else { return Err("expected a field and its value".to_string()) };
    change(engine, with_field(now(engine), field, value)?)
}

/// `kgs-rules name`
pub fn kgs_rules(engine: &mut Engine, arguments: &[String]) -> Reply {
    let name = only(arguments, "the name of a ruleset, such as chinese, aga or new_zealand")?;
    change(engine, read(name, Speaker::Kgs)?)
}
