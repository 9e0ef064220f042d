"""Agreement between two readings of the same notes. Pure; see each module for its source."""
