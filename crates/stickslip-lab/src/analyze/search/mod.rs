//! All solutions of a contact problem, as far as they can be found.
