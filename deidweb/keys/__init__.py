"""Keys at rest: how they are wrapped, and those that seal patients' identities."""
