//! Who may ask what: the name of this machine in the request, the origin of the page that asks, the token, and three paths.

use super::request::{Request, Verb};
use super::token::Token;

/// What a request may be for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Door {
    Page,
    Stream,
    Command,
}

/// The only way in.
#[derive(Debug)]
pub(super) struct Gate {
    token: Token,
    /// What the server is called: `127.0.0.1:PORT`, `localhost:PORT`; on port 80, which browsers do not name, also without it.
    hosts: Vec<String>,
}

impl Gate {
    pub(super) fn new(token: Token, port: u16) -> Self {
        let names = ["127.0.0.1", "localhost"];
        let mut hosts = names.map(|name| format!("{name}:{port}")).to_vec();
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        Self { token, hosts }
    }

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token.as_str())
    }

    /// Lets a request in, or says with which status and sentence it is turned away. What is wrong with a path is not told.
    pub(super) fn admit(&self, request: &Request) -> Result<Door, (u16, &'static str)> {
        // a page of another name that resolves to this machine (DNS rebinding) still sends that name
        if !self.hosts.contains(&request.host) {
            return Err((421, "this server is 127.0.0.1 or localhost"));
        }
        const NOWHERE: (u16, &str) = (404, "there is nothing here");
        let path = request.path.strip_prefix('/').ok_or(NOWHERE)?;
        let (token, rest) = path.split_once('/').ok_or(NOWHERE)?;
        if !self.token.is(token) {
            return Err(NOWHERE);
        }
        let (door, verb) = match rest {
            "" => (Door::Page, Verb::Get),
            "stream" => (Door::Stream, Verb::Get),
            "command" => (Door::Command, Verb::Post),
            _ => return Err(NOWHERE),
        };
        if request.verb != verb {
            return Err((405, "this is not how it is asked"));
        }
        // browsers name the page that asks; programs that are no browsers name none
        let own = |origin: &String| {
            let host = origin.strip_prefix("http://");
            host.is_some_and(|host| self.hosts.iter().any(|own| own == host))
        };
        match &request.origin {
            Some(origin) if !own(origin) => Err((403, "another page may not ask this")),
            _ => Ok(door),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(verb: Verb, path: &str) -> Request {
        Request {
            verb,
            path: path.into(),
            host: "127.0.0.1:8000".into(),
            origin: None,
            body: Vec::new(),
        }
    }

    fn gate() -> (Gate, String) {
        let token = Token::new().unwrap();
        let text = token.as_str().to_owned();
        (Gate::new(token, 8000), text)
    }

    #[test]
    fn three_paths_lead_in() {
        let (gate, token) = gate();
        assert_eq!(gate.address(), format!("http://127.0.0.1:8000/{token}/"));
        let admit = |verb, path: &str| gate.admit(&request(verb, path));
        assert_eq!(admit(Verb::Get, &format!("/{token}/")), Ok(Door::Page));
        assert_eq!(
            admit(Verb::Get, &format!("/{token}/stream")),
            Ok(Door::Stream)
        );
        let command = format!("/{token}/command");
        assert_eq!(admit(Verb::Post, &command), Ok(Door::Command));
        assert_eq!(admit(Verb::Get, &command).unwrap_err().0, 405);
    }

    #[test]
    fn everything_else_is_nowhere() {
        let (gate, token) = gate();
        let other = Token::new().unwrap();
        for path in [
            "/".to_owned(),
            "//".into(),
            "/favicon.ico".into(),
            "/stream".into(),
            format!("/{token}"),
            format!("/{token}/../{token}/"),
            format!("/{token}/../../etc/passwd"),
            format!("/{token}/%2e%2e/secret"),
            format!("/{token}//"),
            format!("/{token}/stream/"),
            format!("/{token}/stream?x"),
            format!("/{token}/page.html"),
            format!("/{}/", other.as_str()),
            format!("/{}/", token.to_uppercase() + "x"),
        ] {
            let answer = gate.admit(&request(Verb::Get, &path));
            assert_eq!(answer.map_err(|(s, _)| s), Err(404), "{path}");
        }
    }

    #[test]
    fn the_usual_port_need_not_be_named() {
        let token = Token::new().unwrap();
        let path = format!("/{}/command", token.as_str());
        let gate = Gate::new(token, 80);
        let mut asked = request(Verb::Post, &path);
        for host in ["127.0.0.1", "localhost", "127.0.0.1:80", "localhost:80"] {
            asked.host = host.into();
            for origin in [None, Some("http://127.0.0.1"), Some("http://localhost")] {
                asked.origin = origin.map(Into::into);
                assert_eq!(gate.admit(&asked), Ok(Door::Command), "{host} {origin:?}");
            }
        }
        asked.origin = Some("http://evil.example".into());
        assert!(gate.admit(&asked).is_err());
    }

    #[test]
    fn other_names_and_other_pages_are_turned_away() {
        let (gate, token) = gate();
        let mut asked = request(Verb::Post, &format!("/{token}/command"));
        let mut status = |host: &str, origin: Option<&str>| {
            asked.host = host.into();
            asked.origin = origin.map(Into::into);
            gate.admit(&asked).map_or_else(|(s, _)| s, |_| 200)
        };
        assert_eq!(status("localhost:8000", Some("http://localhost:8000")), 200);
        assert_eq!(status("127.0.0.1:8000", None), 200);
        for host in [
            "evil.example",
            "evil.example:8000",
            "127.0.0.1",
            "127.0.0.1:8001",
            "localhost:8000.evil.example",
            "LOCALHOST:8000",
            "",
        ] {
            assert_eq!(status(host, None), 421, "{host}");
        }
        for origin in [
            "null",
            "",
            "https://127.0.0.1:8000",
            "http://127.0.0.1:8001",
            "http://evil.example",
            "http://127.0.0.1:8000.evil.example",
        ] {
            assert_eq!(status("127.0.0.1:8000", Some(origin)), 403, "{origin}");
        }
    }
}
