"""Representations instead of texts, measured: `prepare` (FastText, here) writes one file, `train` learns from it anywhere with
torch, numpy and safetensors, `rows` tells what was found."""
