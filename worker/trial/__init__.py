"""What « Essayer » runs outside the web process: a document is read by a process that ends with it, its text by one
that is kept. Neither knows Django, the database or a secret; both answer in JSON and write nowhere.

`confine` takes away what they do not need · `wire` is what they speak · `documents` turns bytes into text ·
`read_document`, `redact_document` and `engine` are the programs · `bench` is what the second one knows to do · `verdict` says what to
think of the result.
"""
