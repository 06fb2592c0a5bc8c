//! Tables whose keys depend on their `kind`.

use super::super::error::Misfit;
use super::super::explain::choose;

/// A kind, and the keys that it has beside those that all kinds have.
pub(in crate::scene) type Kind = (&'static str, &'static [&'static str]);

/// Checks that a kind is known and that no key of another kind is given; `what` is "shape" or "joint".
pub(super) fn check(
    key: &str,
    what: &str,
    kind: &str,
    kinds: &[Kind],
    given: &[(&str, bool)],
) -> Result<(), Misfit> {
    let Some((_, own)) = kinds.iter().find(|(name, _)| *name == kind) else {
        let known: Vec<&str> = kinds.iter().map(|(name, _)| *name).collect();
        let fault = format_args!("`kind` is {kind:?}; {}", choose(kind, &known));
        return Err(Misfit::new(format!("{key}.kind"), fault));
    };
    let stray = given
        .iter()
        .find(|(name, given)| *given && !own.contains(name));
    match stray {
        None => Ok(()),
        Some((name, _)) => {
            let list = match own.is_empty() {
                true => "it needs no further keys".into(),
                false => format!("its keys are {}", own.join(", ")),
            };
            let fault =
                format_args!("a {what} of kind {kind:?} has no `{name}`; leave it out, {list}");
            Err(Misfit::new(format!("{key}.{name}"), fault))
        }
    }
}

/// A value that must be there.
pub(super) fn need<T: Clone>(key: &str, name: &str, value: &Option<T>) -> Result<T, Misfit> {
    value.clone().ok_or_else(|| {
        let fault = format_args!("there is no `{name}` in `{key}`; add it");
        Misfit::new(key, fault)
    })
}
