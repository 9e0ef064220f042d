"""What de-identification costs the codes: the same stays as they are, substituted under each ε, and tagged."""
