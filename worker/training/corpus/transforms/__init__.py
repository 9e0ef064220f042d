"""Departures from a clean text. Each is a function (text with marks, random) → text with marks."""
