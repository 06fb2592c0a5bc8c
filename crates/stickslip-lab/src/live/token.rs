//! The secret in the address: who knows it may look and steer.

use std::fmt;
use std::io;

/// Bytes of a token: 128 bits cannot be guessed.
const BYTES: usize = 16;

/// A token, as it stands in the address.
#[derive(Clone)]
pub(super) struct Token(String);

impl Token {
    /// A new one, from the random numbers of the operating system. Hashers with random keys would be at hand in the standard library, but
    /// they promise to withstand collisions, not guesses.
    pub(super) fn new() -> io::Result<Self> {
        let mut bytes = [0_u8; BYTES];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Self(bytes.iter().map(|b| format!("{b:02x}")).collect()))
    }

    /// Its letters.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is this one. The time that it takes says nothing about where they differ.
    pub(super) fn is(&self, other: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), other.as_bytes());
        if own.len() != other.len() {
            return false;
        }
        let differences = own.iter().zip(other).fold(0, |sum, (a, b)| sum | (a ^ b));
        std::hint::black_box(differences) == 0
    }
}

/// A secret is not printed by accident.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_differ_and_know_themselves() {
        let (a, b) = (Token::new().unwrap(), Token::new().unwrap());
        assert_eq!(a.as_str().len(), 2 * BYTES);
        assert!(a.as_str().bytes().all(|c| c.is_ascii_hexdigit()));
        assert!(a.is(a.as_str()) && !a.is(b.as_str()));
        assert!(!a.is("") && !a.is(&a.as_str()[1..]) && !a.is(&format!("{}0", a.as_str())));
        assert!(!format!("{a:?}").contains(a.as_str()));
    }
}
