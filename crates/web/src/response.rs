//! Responses: JSON and files, as plain data that can also come from a worker process.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

/// The seconds after which a client may try again if the server is busy.
const RETRY_SECONDS: &str = "5";

/// A response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reply {
    pub(crate) head: ReplyHead,
    pub(crate) body: Vec<u8>,
}

/// All but the body of a response.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ReplyHead {
    status: u16,
    mime: Cow<'static, str>,
    /// The name of a file to download, in ASCII.
    file_name: Option<String>,
}

impl Reply {
    /// A JSON value.
    pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Reply {
        match serde_json::to_vec(value) {
            Ok(body) => Reply::json_text(status, body),
            Err(_) => Reply::json_text(
                StatusCode::INTERNAL_SERVER_ERROR,
                r#"{"error":"the answer cannot be written as JSON"}"#,
            ),
        }
    }

    /// JSON text.
    pub(crate) fn json_text(status: StatusCode, text: impl Into<Vec<u8>>) -> Reply {
        Reply {
            head: ReplyHead {
                status: status.as_u16(),
                mime: Cow::Borrowed("application/json"),
                file_name: None,
            },
            body: text.into(),
        }
    }

    /// Whether the call failed by a fault of the program.
    pub(crate) fn is_fault(&self) -> bool {
        self.head.status == StatusCode::INTERNAL_SERVER_ERROR.as_u16()
    }

    /// Whether it is an answer, not an error.
    pub(crate) fn is_answer(&self) -> bool {
        self.head.status == StatusCode::OK.as_u16()
    }
}

impl<T: Serialize> From<Json<T>> for Reply {
    fn from(json: Json<T>) -> Reply {
        Reply::json(StatusCode::OK, &json.0)
    }
}

impl From<File> for Reply {
    fn from(file: File) -> Reply {
        Reply {
            head: ReplyHead {
                status: StatusCode::OK.as_u16(),
                mime: Cow::Borrowed(file.mime),
                file_name: Some(file.name),
            },
            body: file.bytes,
        }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let ReplyHead {
            status,
            mime,
            file_name,
        } = self.head;
        let mut response = Response::new(Body::from(self.body));
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        *response.status_mut() = status;
        let disposition = file_name.map(|name| format!("attachment; filename=\"{name}\""));
        let is_busy = status == StatusCode::SERVICE_UNAVAILABLE;
        let headers = [
            (CONTENT_TYPE, Some(mime.into_owned())),
            (CONTENT_DISPOSITION, disposition),
            (RETRY_AFTER, is_busy.then(|| RETRY_SECONDS.to_owned())),
        ];
        for (name, value) in headers {
            if let Some(Ok(value)) = value.map(HeaderValue::try_from) {
                response.headers_mut().insert(name, value);
            }
        }
        response
    }
}

/// A JSON answer.
#[derive(Debug)]
pub(crate) struct Json<T>(pub(crate) T);

/// A file to download.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) mime: &'static str,
    /// Its file name, in ASCII.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}
