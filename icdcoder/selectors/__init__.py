"""Reads, and what this process keeps in memory."""
