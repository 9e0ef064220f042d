"""What edsnlp's qualifiers say of given words; run by its own interpreter, for its pins are not ours.

Reads one JSON line a sentence, `{"text", "spans": [[start, end], …]}`, and answers with one line of lists of the marks that each
span got.
"""

import json
import sys

NAMES = ("negation", "hypothesis", "family", "history")


def main() -> None:
    import edsnlp

    pipeline = edsnlp.blank("eds")
    pipeline.add_pipe("eds.normalizer")
    pipeline.add_pipe("eds.sentences")
    pipeline.add_pipe("eds.sections")
    for name in NAMES:
        options = {"use_sections": True} if name in ("family", "history") else {}
        pipeline.add_pipe(f"eds.{name}", config={"span_getter": {"ents": True}, **options})
    before = list(pipeline.pipe_names)
    print(json.dumps({"version": edsnlp.__version__, "pipes": before}), flush=True)
    for line in sys.stdin:
        given = json.loads(line)
        doc = pipeline.make_doc(given["text"])
        spans = [
            doc.char_span(start, end, label="mention", alignment_mode="expand")
            for start, end in given["spans"]
        ]
        doc.ents = spans
        for _name, pipe in pipeline.pipeline:
            doc = pipe(doc)
        marks = [[name for name in NAMES if getattr(span._, name)] for span in doc.ents]
        print(json.dumps(marks), flush=True)


if __name__ == "__main__":
    main()
