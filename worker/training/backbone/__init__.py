"""Builds the French encoder that ships, from two public packages and without a model hub."""
