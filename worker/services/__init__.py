"""Writes, one verb a file: each checks the actor, changes and leaves one audit line."""
