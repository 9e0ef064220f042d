"""Composition root and platform. Imports nothing: processes that read one file start with it, too."""
