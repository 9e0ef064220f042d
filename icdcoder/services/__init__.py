"""Writes, one verb a file."""
