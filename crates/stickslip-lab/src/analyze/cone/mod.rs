//! Convex questions about the forces of contacts, asked as cone programmes.
