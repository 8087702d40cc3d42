//! Who may ask, and what every answer carries.
//!
//! A page of somebody else's must not use a server that runs on this machine. Its requests carry its own origin, or, where it had its name point here, its
//! own host: both are refused.

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

use crate::refused::Refused;
use crate::site::Site;

/// The headers of every answer.
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

/// Refuses strangers, and puts the headers on what is answered.
pub(crate) async fn guard(State(site): State<Site>, request: Request, next: Next) -> Response {
    let allowed = allowed(
        &site.hosts,
        request.method(),
        request.uri(),
        request.headers(),
    );
    let mut response = match allowed {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
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

/// Whether a request comes from here: it is meant for this server, and sent by its page or by no page.
fn allowed(
    hosts: &[String],
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<(), Refused> {
    let text = |value: &HeaderValue| value.to_str().map(str::to_owned).unwrap_or_default();
    let named = uri
        .host()
        .map(|_| uri.authority().map_or("", |name| name.as_str()).to_owned());
    let Some(host) = headers.get(HOST).map(text).or(named) else {
        return Err(Refused::forbidden("the request names no host"));
    };
    if !is_known(hosts, &host) {
        return Err(Refused::forbidden(format!(
            "this server does not answer as `{host}`; `serve --host NAME` lets it"
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
            return Err(Refused::forbidden(format!(
                "a page of `{origin}` may not use this server"
            )));
        }
    }
    Ok(())
}

/// Whether a host is one of ours: a plain address, which no stranger's name can be, this machine by its usual name, or a name that was given.
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

    fn asks(method: Method, host: &str, origin: Option<&str>) -> bool {
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
    fn only_our_own_page_may_ask() {
        for host in [
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.168.1.7",
            "puzzles.example",
        ] {
            assert!(asks(Method::POST, host, None), "{host}");
            let own = format!("http://{host}");
            assert!(asks(Method::POST, host, Some(&own)), "{host}");
            for foreign in ["http://evil.example", "null", "http://localhost:9"] {
                assert!(
                    !asks(Method::POST, host, Some(foreign)),
                    "{foreign} at {host}"
                );
                assert!(
                    asks(Method::GET, host, Some(foreign)),
                    "{foreign} at {host}"
                );
            }
        }
        for stranger in [
            "evil.example",
            "evil.example:8080",
            "",
            "localhost.evil.example",
        ] {
            assert!(!asks(Method::GET, stranger, None), "{stranger}");
        }
    }
}
