"""The parts of ``python -m benches.bench_ner``: what is measured, on what, and how it is shown."""
