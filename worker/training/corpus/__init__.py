"""Generator of French hospital notes with gold spans, from templates written for this project.

``generate`` draws notes from the families of one side of the split (families never cross it),
``catalogue.forms`` lists the written forms and ``python -m worker.training.corpus`` serves the
writers of templates. Everybody and everything in the notes is invented.
"""

from worker.training.corpus.generator import GeneratedNote, generate

__all__ = ["GeneratedNote", "generate"]
