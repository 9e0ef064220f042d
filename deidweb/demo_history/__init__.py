"""Three weeks of work behind the demonstration, made by the services themselves.

`story` says what happened when, `readers` how the invented people annotate, `recorded` holds what takes a machine
minutes (the engine's suggestions, the certificates of the exports, one retraining) and is written by `make demo-history`.
"""
