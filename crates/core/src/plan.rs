//! What every game's `lib.rs` would say in the same words: where the floor plan has its parts.
//!
//! A game whose part stands elsewhere, or has another face, writes that function itself and
//! nothing of this.

/// The functions of [`Rules`](crate::Rules) that are the same in every game on the floor plan.
///
/// `crate::legal` has `legal`, `menu` and `check`, `crate::apply` has `apply`, `crate::imagine`
/// has `imagine`, and `crate::sequence` says what turn it is and what happens around the game.
#[allow(clippy::crate_in_macro_def, reason = "it speaks of the game that uses it")]
#[macro_export]
macro_rules! rules_by_plan {
    () => {
        fn legal(
            sight: $crate::Sight<'_, Self>,
            out: &mut ::alloc::vec::Vec<Self::Action>,
        ) -> $crate::Listed {
            crate::legal::legal(sight, out)
        }

        fn menu(
            sight: $crate::Sight<'_, Self>,
            draft: &[Self::Pick],
            out: &mut $crate::Menu<Self::Pick, Self::Action>,
        ) {
            crate::legal::menu(sight, draft, out);
        }

        fn check(
            sight: $crate::Sight<'_, Self>,
            by: $crate::Actor,
            action: &Self::Action,
        ) -> Result<(), Self::Illegal> {
            crate::legal::check(sight, by, action)
        }

        fn apply(
            table: &mut $crate::Table<Self>,
            by: $crate::Actor,
            action: &Self::Action,
            dice: &mut dyn $crate::Dice,
            tell: &mut dyn FnMut($crate::Told<Self::Event>),
        ) -> Result<(), $crate::Dry> {
            crate::apply::apply(table, by, action, dice, tell)
        }

        fn imagine(
            sight: $crate::Sight<'_, Self>,
            dice: &mut dyn $crate::Dice,
        ) -> Result<$crate::Table<Self>, $crate::Dry> {
            crate::imagine::imagine(sight, dice)
        }

        fn around(public: &Self::Public, what: $crate::Around) -> Option<Self::Action> {
            crate::sequence::around(public, what)
        }

        fn turn(public: &Self::Public) -> u32 {
            crate::sequence::turn(public)
        }
    };
}

/// The functions of [`Text`](crate::Text) that are the same in every game on the floor plan:
/// positions, actions, views, boards and prompts, each from the file of its name below `text`.
#[allow(clippy::crate_in_macro_def, reason = "it speaks of the game that uses it")]
#[macro_export]
macro_rules! text_by_plan {
    () => {
        fn save(table: &$crate::Table<Self>) -> $crate::Doc {
            crate::text::position::save(table)
        }

        fn load(doc: &$crate::Doc) -> Result<$crate::Table<Self>, $crate::Faults> {
            crate::text::position::load(doc)
        }

        fn write_action(public: &Self::Public, action: &Self::Action) -> ::alloc::string::String {
            crate::text::actions::write(public, action)
        }

        fn parse_action(
            public: &Self::Public,
            text: &str,
        ) -> Result<Self::Action, $crate::ParseError> {
            crate::text::actions::parse(public, text)
        }

        fn view(sight: $crate::Sight<'_, Self>) -> $crate::Doc {
            crate::text::view::view(sight)
        }

        fn board(sight: $crate::Sight<'_, Self>) -> ::alloc::string::String {
            crate::text::board::board(sight)
        }

        fn prompt(sight: $crate::Sight<'_, Self>) -> ::alloc::string::String {
            crate::text::prompt::prompt(sight)
        }
    };
}
