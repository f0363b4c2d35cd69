//! Reasons for refusal: one table per game, in which name, facts, clause and
//! sentence of a reason stand side by side.

use crate::{ClauseId, Doc};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Debug, Display};

/// A reason for refusal: `Display` is one plain English line without a full
/// stop. Games make theirs with [`refusals!`](crate::refusals).
pub trait IllegalMove: Display + Debug + Clone + PartialEq + Send + Sync + 'static {
    /// The clause that forbids it.
    fn clause(&self) -> ClauseId;

    /// The numbers and names in the sentence, for programs.
    fn facts(&self) -> Doc {
        Doc::map()
    }

    /// What would forbid it even if it were asked for now: "you are not asked"
    /// must not hide that the ship has struck.
    fn behind(&self) -> Option<&Self> {
        None
    }
}

/// A value that stands in a refusal, as programs read it.
pub trait Fact {
    /// The value as data.
    fn fact(&self) -> Doc;
}

/// Makes types facts by the text that `Display` gives them.
///
/// ```
/// # #[derive(Clone, Copy)] struct Square(u8);
/// # impl core::fmt::Display for Square {
/// #     fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result { write!(f, "c{}", self.0) }
/// # }
/// use admiralty_core::{Fact, facts_as_text};
/// facts_as_text!(Square);
/// assert_eq!(Square(5).fact().as_text(), Some("c5"));
/// ```
#[macro_export]
macro_rules! facts_as_text {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::Fact for $type {
            fn fact(&self) -> $crate::Doc {
                $crate::text_fact(&self)
            }
        })*
    };
}

/// What an expression in the place of a sentence gives.
#[doc(hidden)]
pub type Sentence = String;

/// The text of a value as a fact.
#[doc(hidden)]
pub fn text_fact(value: &dyn Display) -> Doc {
    Doc::from(value.to_string())
}

macro_rules! plain_facts {
    ($($type:ty),*) => { $(impl Fact for $type {
        fn fact(&self) -> Doc {
            Doc::from(*self)
        }
    })* };
}
plain_facts!(bool, u8, u16, u32, i64, usize);
facts_as_text!(char, str, String, ClauseId);

impl Fact for i8 {
    fn fact(&self) -> Doc {
        Doc::Int(i64::from(*self))
    }
}

impl<T: Fact + ?Sized> Fact for &T {
    fn fact(&self) -> Doc {
        (**self).fact()
    }
}

impl<T: Fact + ?Sized> Fact for Box<T> {
    fn fact(&self) -> Doc {
        (**self).fact()
    }
}

impl<T: Fact> Fact for Option<T> {
    fn fact(&self) -> Doc {
        self.as_ref().map_or(Doc::Null, Fact::fact)
    }
}

impl<T: Fact> Fact for Vec<T> {
    fn fact(&self) -> Doc {
        Doc::list(self.iter().map(Fact::fact))
    }
}

/// The reasons for refusal of a game.
///
/// Each entry is `Name { facts }: clause => sentence;`. The clause and the
/// sentence are literals, or expressions in brackets that see the facts as
/// references. Names of facts in the sentence are filled in.
///
/// ```
/// admiralty_core::refusals! {
///     /// Why an action is refused.
///     pub enum Illegal {
///         /// Nothing is played after the end.
///         Over: "XX-1" => "the game is over";
///         Rows { rows: u16, depth: u8 }: "XX-2" => "the deployment has {rows} rows, not {depth}";
///         Guns { left: u8 }: (if *left == 0 { "XX-3" } else { "XX-4" })
///             => (if *left == 1 { "one gun is left".into() } else { format!("{left} guns are left") });
///     }
/// }
/// use admiralty_core::IllegalMove;
/// let rows = Illegal::Rows { rows: 3, depth: 4 };
/// assert_eq!(rows.to_string(), "the deployment has 3 rows, not 4");
/// assert_eq!(rows.clause().as_str(), "XX-2");
/// assert_eq!(rows.facts().get("depth").and_then(|depth| depth.as_int()), Some(4));
/// assert_eq!(Illegal::Guns { left: 1 }.to_string(), "one gun is left");
/// assert_eq!(Illegal::REASONS, [("Over", Some("XX-1")), ("Rows", Some("XX-2")), ("Guns", None)]);
/// assert_eq!(rows.reason(), "Rows");
/// ```
///
/// `pub enum Illegal behind instead { … }` names a method
/// `fn instead(&self) -> Option<&Illegal>`, which becomes [`IllegalMove::behind`].
#[macro_export]
macro_rules! refusals {
    (
        $(#[$outer:meta])*
        $vis:vis enum $Illegal:ident $(behind $behind:ident)? {
            $(
                $(#[$doc:meta])*
                $name:ident $({ $($field:ident : $type:ty),* $(,)? })? : $clause:tt => $text:tt;
            )*
        }
    ) => {
        $(#[$outer])*
        #[derive(Clone, PartialEq, Debug)]
        #[allow(missing_docs, reason = "the sentence of each reason says what it is and names its facts")]
        $vis enum $Illegal {
            $($(#[$doc])* $name $({ $($field: $type),* })?,)*
        }

        impl $Illegal {
            /// Every reason by its name, with its clause where that does not
            /// depend on the facts.
            pub const REASONS: &'static [(&'static str, ::core::option::Option<&'static str>)] =
                &[$((::core::stringify!($name), $crate::refusals!(@fixed $clause)),)*];

            /// The name of the reason, as it stands in [`Self::REASONS`].
            pub fn reason(&self) -> &'static str {
                match self {
                    $($Illegal::$name $({ $($field: _),* })? => ::core::stringify!($name),)*
                }
            }
        }

        impl ::core::fmt::Display for $Illegal {
            #[allow(unused_variables, reason = "a sentence need not name every fact")]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    $($Illegal::$name $({ $($field),* })? => $crate::refusals!(@say f $text),)*
                }
            }
        }

        impl $crate::IllegalMove for $Illegal {
            #[allow(unused_variables, reason = "a clause need not depend on the facts")]
            fn clause(&self) -> $crate::ClauseId {
                $crate::ClauseId(match self {
                    $($Illegal::$name $({ $($field),* })? => $crate::refusals!(@clause $clause),)*
                })
            }

            fn facts(&self) -> $crate::Doc {
                #[allow(unused_mut, reason = "a game may have no reason with facts")]
                let mut facts = $crate::Doc::map();
                match self {
                    $($Illegal::$name $({ $($field),* })? => {
                        $($(facts.put(::core::stringify!($field), $crate::Fact::fact($field));)*)?
                    })*
                }
                facts
            }

            $(fn behind(&self) -> ::core::option::Option<&Self> {
                self.$behind()
            })?
        }
    };
    (@clause $clause:literal) => { $clause };
    (@clause ($($clause:tt)*)) => { $($clause)* };
    (@fixed $clause:literal) => { ::core::option::Option::Some($clause) };
    (@fixed $clause:tt) => { ::core::option::Option::None };
    (@say $f:ident $text:literal) => { ::core::write!($f, $text) };
    (@say $f:ident ($($text:tt)*)) => {{
        let text: $crate::Sentence = $($text)*;
        $f.write_str(&text)
    }};
}
