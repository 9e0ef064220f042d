"""Loads L1 to L7 of `make bench-load`: who works (locustfile, without Django) and where (scene)."""
