//! How many solutions a contact problem can have.
