//! Checks host and origin of every request, and adds security headers to every response.
//!
//! A page of another site must not use this server. Its requests have a foreign origin, or a foreign host name that resolves to this machine; both are rejected.

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

use crate::error::ApiError;
use crate::state::AppState;

/// The headers of every response.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
         manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Rejects foreign requests, and adds the headers.
pub(crate) async fn guard(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let allowed = allowed(
        &state.hosts,
        request.method(),
        request.uri(),
        request.headers(),
    );
    let mut response = match allowed {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        let (name, value) = (
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
        response.headers_mut().insert(name, value);
    }
    response
}

/// Checks that a request is addressed to this server and comes from its own page or from no page.
fn allowed(
    hosts: &[String],
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(), ApiError> {
    let text = |value: &HeaderValue| value.to_str().map(str::to_owned).unwrap_or_default();
    let named = uri
        .host()
        .map(|_| uri.authority().map_or("", |name| name.as_str()).to_owned());
    let Some(host) = headers.get(HOST).map(text).or(named) else {
        return Err(ApiError::forbidden("the request has no host"));
    };
    if !is_known(hosts, &host) {
        return Err(ApiError::forbidden(format!(
            "unknown host `{host}`; start the server with `serve --host NAME` to allow it"
        )));
    }
    let changes = *method != Method::GET && *method != Method::HEAD;
    if let Some(origin) = headers.get(ORIGIN).map(text)
        && changes
    {
        let own = origin
            .split_once("://")
            .is_some_and(|(_, from)| from == host);
        if !own {
            return Err(ApiError::forbidden(format!(
                "requests from pages of `{origin}` are not allowed"
            )));
        }
    }
    Ok(())
}

/// Whether a host belongs to this server: an IP address, `localhost`, or one of the given names.
fn is_known(hosts: &[String], host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    };
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || hosts.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_allowed(method: Method, host: &str, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().expect("a header"));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().expect("a header"));
        }
        let hosts = ["puzzles.example".to_owned()];
        let uri = Uri::from_static("/api/solve");
        allowed(&hosts, &method, &uri, &headers).is_ok()
    }

    #[test]
    fn only_our_own_page_is_allowed() {
        for host in [
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.168.1.7",
            "puzzles.example",
        ] {
            assert!(is_allowed(Method::POST, host, None), "{host}");
            let own = format!("http://{host}");
            assert!(is_allowed(Method::POST, host, Some(&own)), "{host}");
            for foreign in ["http://evil.example", "null", "http://localhost:9"] {
                assert!(
                    !is_allowed(Method::POST, host, Some(foreign)),
                    "{foreign} at {host}"
                );
                assert!(
                    is_allowed(Method::GET, host, Some(foreign)),
                    "{foreign} at {host}"
                );
            }
        }
        for foreign in [
            "evil.example",
            "evil.example:8080",
            "",
            "localhost.evil.example",
        ] {
            assert!(!is_allowed(Method::GET, foreign, None), "{foreign}");
        }
    }
}
