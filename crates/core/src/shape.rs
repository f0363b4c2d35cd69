//! What a document looks like: the description of views and events that
//! stands beside the function that writes them. Clients take their types from
//! it, and a law of the test suite compares it with what random play writes.

use crate::Doc;
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

/// The form of a [`Doc`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Not described.
    Any,
    /// Yes or no.
    Bool,
    /// A whole number.
    Int,
    /// Any text.
    Text,
    /// One of these words.
    Words(&'static [&'static str]),
    /// Values of one form, in order.
    List(&'static Shape),
    /// So many values, each of its own form.
    Tuple(&'static [Shape]),
    /// Named values; no others.
    Map(&'static [Field]),
    /// Values of one form under names that the game chooses.
    Dict(&'static Shape),
    /// This, or nothing.
    Maybe(&'static Shape),
    /// One of these.
    Either(&'static [Shape]),
    /// A form with a name of its own in the client's types.
    Named(&'static str, &'static Shape),
    /// A map whose field `kind` says which of these it is.
    Kinds(&'static [Kind]),
}

/// A named value of a [`Shape::Map`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its form.
    pub shape: Shape,
    /// Is it left out at times?
    pub optional: bool,
    /// What it is, in a few words.
    pub says: &'static str,
}

impl Field {
    /// A field that is always there.
    pub const fn new(name: &'static str, shape: Shape, says: &'static str) -> Field {
        Field { name, shape, optional: false, says }
    }

    /// A field that may be left out.
    pub const fn optional(name: &'static str, shape: Shape, says: &'static str) -> Field {
        Field { name, shape, optional: true, says }
    }
}

/// One kind of event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    /// The word in its field `kind`.
    pub kind: &'static str,
    /// Its other fields.
    pub fields: &'static [Field],
}

impl Kind {
    /// A kind with these fields besides `kind`.
    pub const fn new(kind: &'static str, fields: &'static [Field]) -> Kind {
        Kind { kind, fields }
    }
}

/// Where a document does not have the form it should have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The dotted path.
    pub path: String,
    /// What is wrong there.
    pub why: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.path {
            "" => write!(f, "{}", self.why),
            path => write!(f, "{path}: {}", self.why),
        }
    }
}

impl Misfit {
    fn new(why: impl Into<String>) -> Misfit {
        Misfit { path: String::new(), why: why.into() }
    }

    fn below(mut self, key: &str) -> Misfit {
        self.path = match &*self.path {
            "" => key.to_string(),
            rest => format!("{key}.{rest}"),
        };
        self
    }
}

impl Shape {
    /// Does the document have this form? Strictly: a field that is not
    /// described is a misfit, and so is an unknown word.
    ///
    /// ```
    /// use admiralty_core::{Doc, Field, Shape};
    /// const SHIP: Shape = Shape::Map(&[
    ///     Field::new("at", Shape::Text, "where it stands"),
    ///     Field::optional("hull", Shape::Int, "what is left"),
    /// ]);
    /// assert!(SHIP.fits(&Doc::map().with("at", "c3")).is_ok());
    /// let misfit = SHIP.fits(&Doc::map().with("at", "c3").with("hull", "two")).unwrap_err();
    /// assert_eq!(misfit.to_string(), "hull: a number is wanted, not \"two\"");
    /// ```
    pub fn fits(&self, doc: &Doc) -> Result<(), Misfit> {
        let wanted = |what: &str| Err(Misfit::new(format!("{what} is wanted, not {doc}")));
        match (self, doc) {
            (Shape::Any, _)
            | (Shape::Bool, Doc::Bool(_))
            | (Shape::Int, Doc::Int(_))
            | (Shape::Text, Doc::Text(_))
            | (Shape::Maybe(_), Doc::Null) => Ok(()),
            (Shape::Maybe(shape) | Shape::Named(_, shape), _) => shape.fits(doc),
            (Shape::Words(words), Doc::Text(text)) => match words.contains(&&**text) {
                true => Ok(()),
                false => Err(Misfit::new(format!("\"{text}\" is none of the words described"))),
            },
            (Shape::List(shape), Doc::List(items)) => {
                let mut items = items.iter().enumerate();
                items.try_for_each(|(i, item)| {
                    shape.fits(item).map_err(|misfit| misfit.below(&i.to_string()))
                })
            }
            (Shape::Tuple(shapes), Doc::List(items)) if shapes.len() == items.len() => {
                let mut pairs = shapes.iter().zip(items).enumerate();
                pairs.try_for_each(|(i, (shape, item))| {
                    shape.fits(item).map_err(|misfit| misfit.below(&i.to_string()))
                })
            }
            (Shape::Map(fields), Doc::Map(_)) => fits_fields(fields, doc, None),
            (Shape::Dict(shape), Doc::Map(values)) => {
                let mut values = values.iter();
                values.try_for_each(|(key, value)| {
                    shape.fits(value).map_err(|misfit| misfit.below(key))
                })
            }
            (Shape::Either(shapes), _) => {
                let mut last = Misfit::new("nothing is wanted here");
                for shape in *shapes {
                    match shape.fits(doc) {
                        Ok(()) => return Ok(()),
                        Err(misfit) => last = misfit,
                    }
                }
                Err(last)
            }
            (Shape::Kinds(kinds), Doc::Map(_)) => {
                let kind = doc.get("kind").and_then(Doc::as_text).unwrap_or_default();
                match kinds.iter().find(|known| known.kind == kind) {
                    Some(known) => fits_fields(known.fields, doc, Some("kind"))
                        .map_err(|misfit| misfit.below(kind)),
                    None => Err(Misfit::new(format!("\"{kind}\" is none of the kinds described"))),
                }
            }
            (Shape::Bool, _) => wanted("yes or no"),
            (Shape::Int, _) => wanted("a number"),
            (Shape::Text | Shape::Words(_), _) => wanted("a text"),
            (Shape::List(_), _) => wanted("a list"),
            (Shape::Tuple(shapes), _) => wanted(&format!("a list of {}", shapes.len())),
            (Shape::Map(_) | Shape::Dict(_) | Shape::Kinds(_), _) => wanted("a map"),
        }
    }
}

/// Each described field is there unless it is optional, and nothing else is;
/// `besides` is looked after by the caller.
fn fits_fields(fields: &[Field], doc: &Doc, besides: Option<&str>) -> Result<(), Misfit> {
    let Doc::Map(values) = doc else { return Err(Misfit::new("a map is wanted")) };
    for (key, value) in values {
        match fields.iter().find(|field| field.name == key) {
            Some(field) => field.shape.fits(value).map_err(|misfit| misfit.below(key))?,
            None if besides == Some(&**key) => {}
            None => return Err(Misfit::new("this field is not described").below(key)),
        }
    }
    match fields.iter().find(|field| !field.optional && doc.get(field.name).is_none()) {
        Some(field) => Err(Misfit::new("this field is missing").below(field.name)),
        None => Ok(()),
    }
}
