//! One error type for everything HTTP can answer. What went wrong inside is
//! logged and never sent.

use crate::store::StoreError;
use admiralty_catalog::VerifyError;
use admiralty_core::Faults;
use admiralty_protocol::{ApiError, Faulty, code};
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Why a request failed.
#[derive(Debug, Clone)]
pub(crate) enum Error {
    /// A code of the protocol with its sentence.
    Is(&'static str, String),
    /// A faulty set-up.
    Setup(Faults),
    /// A record that does not verify.
    Record(VerifyError),
    /// Too many requests: try again after so many seconds.
    Rate(u64),
    /// Something of ours: for the log.
    Internal(String),
}

impl Error {
    pub(crate) fn new(code: &'static str, says: impl Into<String>) -> Error {
        Error::Is(code, says.into())
    }

    pub(crate) fn no_table() -> Error {
        Error::new(code::NO_TABLE, "There is no such table, or it is private.")
    }

    /// The code of the protocol.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Error::Is(code, _) => code,
            Error::Setup(_) => code::SETUP,
            Error::Record(_) => code::RECORD,
            Error::Rate(_) => code::RATE,
            Error::Internal(_) => code::INTERNAL,
        }
    }

    /// The sentence for people.
    pub(crate) fn says(&self) -> String {
        match self {
            // The operator may know.
            Error::Internal(why) => why.clone(),
            other => other.body().says,
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            Error::Setup(_) | Error::Record(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::Rate(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Error::Is(code, _) => match *code {
                code::NO_TABLE | code::NO_GAME | code::NOT_FOUND => StatusCode::NOT_FOUND,
                code::SEAT | code::STATE | code::TAKEN | code::OVER | code::NOT_BEGUN => {
                    StatusCode::CONFLICT
                }
                code::NOT_HOST
                | code::CREDENTIALS
                | code::NOT_BOT
                | code::ORIGIN
                | code::NOT_A_SEAT => StatusCode::FORBIDDEN,
                code::WHO => StatusCode::UNAUTHORIZED,
                code::RATE | code::TABLES => StatusCode::TOO_MANY_REQUESTS,
                code::SIZE => StatusCode::PAYLOAD_TOO_LARGE,
                code::UNREADABLE_TABLE => StatusCode::INTERNAL_SERVER_ERROR,
                code::STOPPING => StatusCode::SERVICE_UNAVAILABLE,
                code::SETUP => StatusCode::UNPROCESSABLE_ENTITY,
                _ => StatusCode::BAD_REQUEST,
            },
        }
    }

    fn body(&self) -> ApiError {
        let (code, says, faults) = match self {
            Error::Is(code, says) => (*code, says.clone(), Vec::new()),
            Error::Setup(faults) => {
                let list = faults.0.iter().map(|fault| Faulty {
                    place: fault.place.clone(),
                    reason: fault.reason.clone(),
                    clause: fault.clause.map(|clause| clause.to_string()),
                });
                (code::SETUP, "The set-up will not do.".into(), list.collect())
            }
            Error::Record(error) => {
                let place = error.line.map(|line| format!("line {line}")).unwrap_or_default();
                let fault = Faulty { place, reason: error.reason.clone(), clause: None };
                (code::RECORD, format!("The record will not do: {error}."), vec![fault])
            }
            Error::Rate(after) => {
                (code::RATE, format!("Too many requests: wait {after} seconds."), Vec::new())
            }
            Error::Internal(_) => {
                (code::INTERNAL, "The server could not do this.".into(), Vec::new())
            }
        };
        ApiError { code: code.into(), says, faults }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        if let Error::Internal(why) = &self {
            tracing::error!(why, "a request failed");
        }
        let mut response = (self.status(), Json(self.body())).into_response();
        if let Error::Rate(after) = self {
            response.headers_mut().insert("retry-after", after.into());
        }
        response
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Error {
        Error::Internal(error.to_string())
    }
}

impl From<Faults> for Error {
    fn from(faults: Faults) -> Error {
        Error::Setup(faults)
    }
}
