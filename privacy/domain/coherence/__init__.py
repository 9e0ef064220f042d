"""What reads wrong in a substituted file."""
