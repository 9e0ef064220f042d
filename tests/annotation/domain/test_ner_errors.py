"""Errors by hand on one sentence."""

from annotation.domain.ner_errors import NOTHING, ErrorKind, confusion, confusion_text, errors
from annotation.domain.ner_metrics import Annotated
from annotation.domain.spans import Span

TEXT = "Mme Durand Anne, de Dijon, le 3 mai"
GOLD = [
    Span(4, 10, "PER", "NOM"),
    Span(11, 15, "PER", "PRENOM"),
    Span(20, 25, "LOC", "VILLE"),
    Span(30, 35, "DATE", "DATE"),
]
FOUND = [
    Span(4, 10, "PER", "PRENOM"),  # label
    Span(11, 15, "PER", "PRENOM"),  # right
    Span(30, 31, "DATE", "DATE"),  # bounds
    Span(0, 3, "PER", "NOM"),  # spurious; Dijon is missed
]


def test_each_kind_once():
    found = [(e.kind, e.place.start) for e in errors(GOLD, FOUND)]
    assert found == [
        (ErrorKind.LABEL, 4),
        (ErrorKind.MISSED, 20),
        (ErrorKind.BOUNDS, 30),
        (ErrorKind.SPURIOUS, 0),
    ]


def test_the_partner_is_the_one_that_covers_most():
    [error] = errors([Span(0, 10, "PER", "NOM")], [Span(0, 3, "LOC"), Span(3, 10, "ORG")])
    assert error.predicted == Span(3, 10, "ORG")


def test_confusion_counts_every_gold_span_once():
    counts = confusion([Annotated(TEXT, GOLD, FOUND)])
    assert counts == {
        ("NOM", "PRENOM"): 1,
        ("PRENOM", "PRENOM"): 1,
        ("VILLE", NOTHING): 1,
        ("DATE", "DATE"): 1,
        (NOTHING, "NOM"): 1,
    }
    text = confusion_text(counts)
    assert text.startswith("2 entités")
    assert "VILLE            → –" in text


def test_nothing_wrong_nothing_said():
    assert list(errors(GOLD, GOLD)) == []
    assert list(errors([], [])) == []
    told = confusion_text(confusion([Annotated(TEXT, GOLD, GOLD)]))
    assert told.endswith("avec le bon sous-type ; aucune confusion.")
