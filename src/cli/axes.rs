//! The options of the rulesets as arguments of the command line, made from the list of axes.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id};

use crate::report::display::listed;
use crate::rules::axes::Axis;
use crate::rules::catalogue;

/// The group of all these arguments, for other arguments that exclude them.
pub const GROUP: &str = "AxisArgs";

/// The options that the user has given, each with its value.
#[derive(Debug, Clone)]
pub struct AxisArgs(pub Vec<(Axis, String)>);

/// Up to so many rulesets are named that have an option.
const FEW: usize = 5;

fn argument(axis: Axis) -> Arg {
    let has = catalogue::ALL.iter().filter(|entry| entry.axes.iter().any(|(other, _)| *other == axis));
    let rulesets: Vec<&str> = has.map(|entry| entry.id).collect();
    let help = match rulesets.len() {
        0..=FEW => format!("{}; under {}", axis.help(), listed(&rulesets, "and")),
        _ => axis.help().to_string(),
    };
    Arg::new(axis.name())
        .long(axis.name())
        .value_name("VALUE")
        .value_parser(PossibleValuesParser::new(axis.values()))
        .ignore_case(true)
        .help(help)
        .help_heading("Options of some rulesets (see solve rules NAME)")
        .hide_short_help(true)
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
        let given = |axis: Axis| Some((axis, matches.get_one::<String>(axis.name())?.to_lowercase()));
        Ok(AxisArgs(Axis::ALL.into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = AxisArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
