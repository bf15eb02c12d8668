//! The options of the rulesets as arguments of the command line, made from the list of axes.

use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id};

use crate::rules::axes::Axis;
use crate::rules::catalogue;

/// The group of all these arguments, for other arguments that exclude them.
pub const GROUP: &str = "AxisArgs";

/// The options that the user has given, each with the value as it was written.
#[derive(Debug, Clone)]
pub struct AxisArgs(pub Vec<(Axis, String)>);

fn argument(axis: Axis) -> Arg {
    let has = catalogue::ALL.iter().filter(|entry| entry.knows.contains(&axis));
    let rulesets: Vec<&str> = has.map(|entry| entry.id).collect();
    let help = format!("{}: {} [{}]", axis.help(), listed(axis.values()), rulesets.join(", "));
    Arg::new(axis.name())
        .long(axis.name())
        .value_name("VALUE")
        .help(help)
        .help_heading("Options of some rulesets (solve rules NAME has the defaults)")
        .hide_short_help(true)
}

/// `a, b or c`.
pub fn listed(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => word.to_string(),
        [words @ .., last] => format!("{} or {last}", words.join(", ")),
    }
}

impl Args for AxisArgs {
    fn group_id() -> Option<Id> {
        Some(Id::from(GROUP))
    }

    fn augment_args(command: Command) -> Command {
        let group = ArgGroup::new(GROUP).multiple(true).args(Axis::ALL.map(Axis::name));
        command.args(Axis::ALL.map(argument)).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        AxisArgs::augment_args(command)
    }
}

impl FromArgMatches for AxisArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<AxisArgs, clap::Error> {
        let given = |axis: Axis| Some((axis, matches.get_one::<String>(axis.name())?.clone()));
        Ok(AxisArgs(Axis::ALL.into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = AxisArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
