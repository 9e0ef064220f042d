"""Transformer token classification: words, pieces, windows, network, decoding."""
