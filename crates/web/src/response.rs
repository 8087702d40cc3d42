//! Responses: JSON and files.

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;

/// A response of a quick call.
pub(crate) trait Reply {
    fn reply(self) -> Response;
}

/// A JSON response.
#[derive(Debug)]
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> Reply for Json<T> {
    fn reply(self) -> Response {
        json(StatusCode::OK, &self.0)
    }
}

/// A file to download.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) mime: &'static str,
    /// Its file name, in ASCII.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Reply for File {
    fn reply(self) -> Response {
        let mut response = Response::new(Body::from(self.bytes));
        let mime = HeaderValue::from_static(self.mime);
        response.headers_mut().insert(CONTENT_TYPE, mime);
        let disposition = format!("attachment; filename=\"{}\"", self.name);
        let disposition = HeaderValue::try_from(disposition).expect("file names are ASCII");
        response
            .headers_mut()
            .insert(CONTENT_DISPOSITION, disposition);
        response
    }
}

/// A value as a JSON response.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => json_text(status, bytes),
        Err(_) => {
            let error = &b"{\"error\":\"the answer cannot be written as JSON\"}"[..];
            json_text(StatusCode::INTERNAL_SERVER_ERROR, error)
        }
    }
}

/// JSON text as a response.
pub(crate) fn json_text(status: StatusCode, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let mime = HeaderValue::from_static("application/json");
    response.headers_mut().insert(CONTENT_TYPE, mime);
    response
}
