"""Other tools that find names, behind the interface of worker.engine.detector, each in a process of its own.

`specs` what each calls things and what we do · `process` what runs in the tool's own interpreter · `detector` who speaks to
it. Beside our rules it stands in `worker.other_engines.found`.
"""
