//! Documents and errors as Python has them.

use admiralty_catalog::env::EnvFault;
use admiralty_catalog::{Game, Objection};
use admiralty_core::{Doc, Dry as Dried};
use pyo3::IntoPyObjectExt;
use pyo3::create_exception;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

create_exception!(admiralty, AdmiraltyError, PyValueError, "What was asked for cannot be done.");
create_exception!(
    admiralty,
    Illegal,
    AdmiraltyError,
    "The rules forbid it: `clause` names the rule, `facts` the numbers and names."
);
create_exception!(
    admiralty,
    Dry,
    AdmiraltyError,
    "The forced dice ran out: `die` is how many faces the next one has, `after` how many fell."
);

/// A document as Python has it.
pub(crate) fn give<'py>(py: Python<'py>, doc: &Doc) -> PyResult<Bound<'py, PyAny>> {
    match doc {
        Doc::Null => Ok(py.None().into_bound(py)),
        Doc::Bool(value) => value.into_bound_py_any(py),
        Doc::Int(value) => value.into_bound_py_any(py),
        Doc::Text(value) => value.as_ref().into_bound_py_any(py),
        Doc::List(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(give(py, value)?)?;
            }
            Ok(list.into_any())
        }
        Doc::Map(fields) => {
            let dict = PyDict::new(py);
            for (key, value) in fields {
                dict.set_item(key.as_ref(), give(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// What Python hands over, as a document.
pub(crate) fn take(value: &Bound<'_, PyAny>) -> PyResult<Doc> {
    if value.is_none() {
        return Ok(Doc::Null);
    }
    if let Ok(value) = value.cast::<PyBool>() {
        return Ok(Doc::Bool(value.is_true()));
    }
    if let Ok(value) = value.cast::<PyInt>() {
        return Ok(Doc::Int(value.extract()?));
    }
    if let Ok(value) = value.cast::<PyString>() {
        return Ok(Doc::from(value.to_string()));
    }
    if let Ok(values) = value.cast::<PyDict>() {
        let mut doc = Doc::map();
        for (key, value) in values {
            doc.put(key.extract::<String>()?, take(&value)?);
        }
        return Ok(doc);
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let values = value.try_iter()?.map(|value| take(&value?));
        return Ok(Doc::List(values.collect::<PyResult<Vec<Doc>>>()?));
    }
    let hint = if value.is_instance_of::<PyFloat>() { " (numbers are whole)" } else { "" };
    Err(PyTypeError::new_err(format!("{} is no part of a document{hint}", value.get_type())))
}

/// The game with this name.
pub(crate) fn game(id: &str) -> PyResult<&'static dyn Game> {
    admiralty_catalog::game(id).ok_or_else(|| {
        let known: Vec<&str> =
            admiralty_catalog::games().iter().map(|game| game.meta().id).collect();
        wrong(format!("there is no game \"{id}\" (there are: {})", known.join(", ")))
    })
}

/// An error in plain words.
pub(crate) fn wrong(message: impl ToString) -> PyErr {
    AdmiraltyError::new_err(message.to_string())
}

/// What the rules or the dice have against an action.
pub(crate) fn objection(py: Python<'_>, objection: &Objection) -> PyErr {
    let told = match objection {
        Objection::Unreadable(_) => return wrong(objection),
        Objection::Refused(refusal) => {
            let error = Illegal::new_err(refusal.sentence.clone());
            let value = error.value(py);
            value
                .setattr("clause", refusal.clause.as_str())
                .and_then(|()| value.setattr("facts", give(py, &refusal.facts)?))
                .map(|()| error)
        }
        Objection::Dry(dried) => dry(py, *dried),
    };
    told.unwrap_or_else(|error| error)
}

/// The dice ran out.
pub(crate) fn dry(py: Python<'_>, dried: Dried) -> PyResult<PyErr> {
    let error = Dry::new_err(dried.to_string());
    let (die, after) = match dried {
        Dried::Ended { die, after } | Dried::NoFace { die, after, .. } => (Some(die.0), after),
        Dried::Endless => (None, 0),
    };
    error.value(py).setattr("die", die)?;
    error.value(py).setattr("after", after)?;
    Ok(error)
}

/// Why a learner's table does not go on.
pub(crate) fn fault(fault: EnvFault) -> PyErr {
    wrong(fault)
}
