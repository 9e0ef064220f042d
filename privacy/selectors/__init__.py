"""Reads: every answer starts from what the person may see."""
