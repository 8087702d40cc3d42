//! The files of the page: embedded in the program, or from a folder during development.

use std::fs;
use std::path::{Path, PathBuf};

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Uri};
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// All embedded files by path.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The source of the page.
#[derive(Clone, Debug)]
pub(crate) enum Page {
    /// Embedded in the program.
    Embedded,
    /// A folder.
    Folder(PathBuf),
}

impl Page {
    /// The response to a path.
    pub(crate) fn serve(&self, uri: &Uri) -> Response {
        let path = match uri.path().trim_start_matches('/') {
            "" => "index.html",
            path => path,
        };
        let bytes = match self {
            Page::Embedded => embedded(path).map(Body::from),
            Page::Folder(folder) => from_folder(folder, path).map(Body::from),
        };
        let Some(bytes) = bytes else {
            return ApiError::not_found(format!("not found: `{}`", uri.path())).into_response();
        };
        let mut response = Response::new(bytes);
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(mime(path)));
        // The page changes with the version of the program.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        response
    }
}

fn embedded(path: &str) -> Option<&'static [u8]> {
    let found = FILES.iter().find(|(name, _)| *name == path);
    found.map(|(_, bytes)| *bytes)
}

/// A file inside the folder.
fn from_folder(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let is_plain = |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains('\\');
    if !path.split('/').all(is_plain) {
        return None;
    }
    let path = folder.join(path);
    path.is_file().then(|| fs::read(path).ok()).flatten()
}

fn mime(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
