//! All results of a folder: a field for each kind.

use std::collections::BTreeMap;
use std::ops::Index;

use super::bounded::Bounded;
use super::claims::{Asked, Judged};
use super::counts::Count;
use super::dataset::Dataset;
use super::dataset::histories::Histories;
use super::differences::Differences;
use super::jobs::{BuildError, Jobs};
use super::perft::Sequences;
use super::plan::{Selection, Task};
use super::players::Secured;
use super::positions::{Column, by_board};
use super::results::{Columns, Context, Kind, Product, Results};
use super::rulesets::Rulesets;
use super::table::Table;
use super::vectors::Vectors;
use superko_lab::critique::Critique;

/// All results of a folder.
pub struct Solutions {
    /// The limit of nodes that each task had.
    pub budget: u64,
    /// The rulesets.
    pub rulesets: Rulesets,
    /// The results of each kind.
    pub kinds: Kinds,
}

/// A kind that folders have.
pub trait Listed: Product {
    /// Its results.
    fn of(kinds: &Kinds) -> &Results<Self>;
    /// Its results, to be changed.
    fn of_mut(kinds: &mut Kinds) -> &mut Results<Self>;
}

/// Declares [`Kinds`]: a field for each kind, in this order, each after those that it depends on.
macro_rules! kinds {
    ($($field:ident: $kind:ty,)*) => {
        /// The results of each kind.
        #[derive(Default)]
        pub struct Kinds {
            $($field: Results<$kind>,)*
        }

        $(impl Listed for $kind {
            fn of(kinds: &Kinds) -> &Results<$kind> {
                &kinds.$field
            }

            fn of_mut(kinds: &mut Kinds) -> &mut Results<$kind> {
                &mut kinds.$field
            }
        })*

        impl Kinds {
            /// The kinds in their order.
            pub fn iter(&self) -> impl Iterator<Item = &(dyn Kind + 'static)> {
                [$(&self.$field as &(dyn Kind + 'static)),*].into_iter()
            }

            /// The kinds in their order, to be changed.
            pub fn all_mut(&mut self) -> impl Iterator<Item = &mut (dyn Kind + 'static)> {
                [$(&mut self.$field as &mut (dyn Kind + 'static)),*].into_iter()
            }

            /// Takes over other results with their evidence, in place of its own for the same
            /// tasks.
            pub fn take_over(&mut self, other: &Kinds) {
                $(self.$field.take_over(&other.$field);)*
            }
        }

        impl Solutions {
            /// Solves what is planned, and proves it; or takes it over from former results, of
            /// which it is said whether they had the same limit of nodes. After an interruption
            /// there is what was finished by then.
            ///
            /// # Errors
            /// [`BuildError::Wrong`].
            pub fn make(
                &mut self,
                selection: &Selection,
                former: Option<(&Kinds, bool)>,
                jobs: &Jobs,
            ) -> Result<(), BuildError> {
                $(if !jobs.are_interrupted() {
                    let made = {
                        let columns = self.columns();
                        let former = former.map(|(kinds, same_limit)| (&kinds.$field, same_limit));
                        Results::make(selection, former, self.context(&columns, jobs))?
                    };
                    self.kinds.$field = made;
                })*
                $(
                    let former_results = former.map(|(kinds, same_limit)| (&kinds.$field, same_limit));
                    self.kinds.$field.certify(self.budget, former_results, jobs)?;
                )*
                Ok(())
            }
        }
    };
}

kinds! {
    tables: Table,
    bounded: Bounded,
    columns: Column,
    differences: Differences,
    counts: Count,
    sequences: Sequences,
    vectors: Vectors,
    dataset: Dataset,
    histories: Histories,
    players: Secured,
    asked: Asked,
    judged: Judged,
    critiques: Critique,
}

impl Index<usize> for Kinds {
    type Output = dyn Kind;

    fn index(&self, index: usize) -> &(dyn Kind + 'static) {
        self.iter().nth(index).expect("there is a kind of this index")
    }
}

/// A folder without results.
pub fn none(budget: u64, rulesets: Rulesets) -> Solutions {
    Solutions { budget, rulesets, kinds: Kinds::default() }
}

impl Solutions {
    /// The results of a kind.
    pub fn results<P: Listed>(&self) -> &Results<P> {
        P::of(&self.kinds)
    }

    /// The results of a kind, to be changed.
    pub fn results_mut<P: Listed>(&mut self) -> &mut Results<P> {
        P::of_mut(&mut self.kinds)
    }

    /// The results of a kind by task, in the order in which they are shown.
    pub fn all<P: Listed>(&self) -> &BTreeMap<Task, P> {
        &self.results::<P>().all
    }

    /// A result.
    pub fn get<P: Listed>(&self, task: &Task) -> Option<&P> {
        self.all::<P>().get(task)
    }

    /// The finished columns of each board, for [`Solutions::context`].
    pub fn columns(&self) -> Vec<Columns<'_>> {
        by_board(&self.kinds.columns.all)
    }

    /// Context for solving tasks of any kind.
    pub fn context<'a>(&'a self, columns: &'a [Columns<'a>], jobs: &'a Jobs) -> Context<'a> {
        Context { budget: self.budget, rulesets: &self.rulesets, columns, jobs }
    }
}
