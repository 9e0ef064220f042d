"""The journal as auditors read it: a form, names and links of what it speaks of, a file to take along."""
