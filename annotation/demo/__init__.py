"""Fictitious French hospital notes with gold annotations, and their loader."""
