"""A PDF in, the same without what is found out."""

from __future__ import annotations

import time

import numpy as np
import pypdfium2
import pytest
from django.core.management import CommandError, call_command

from tests.pdf_files import file_of, pdf
from worker.engine.encoder.words import split_words
from worker.engine.hybrid import HybridDetector
from worker.engine.reading import Reading
from worker.engine.rules.engine import RuleDetector
from worker.services import trial_processes
from worker.trial.documents import MOST_CHARACTERS


def test_what_rules_find_is_gone_from_the_file(tmp_path, capsys):
    source, target = tmp_path / "lettre.pdf", tmp_path / "sortie.pdf"
    source.write_bytes(
        pdf([(15, "Dr Morel"), (100, "Madame PETIT, tel. 06 39 98 12 34, va mieux")])
    )
    call_command("redact_pdf", str(source), str(target), "--engine", "rules")
    with pypdfium2.PdfDocument(target.read_bytes()) as document:
        text = document[0].get_textpage().get_text_range()
    assert "mieux" in text
    for gone in ("Morel", "PETIT", "39 98"):
        assert gone not in text
    assert "1 page(s), dont 0 numérisée(s)" in capsys.readouterr().err


class Hesitant:
    """A model that takes no word for a name, and would hide all of them."""

    version = "hesitant"

    def read(self, texts):
        found = [split_words(text) for text in texts]
        return [Reading([], w.starts, w.ends, np.zeros(len(w), "float32")) for w in found]


def test_what_the_model_doubts_and_leaves_in_clear_is_told(tmp_path, monkeypatch, capsys):
    """As « Essayer » tells it of the same file."""
    monkeypatch.setattr(
        "worker.management.commands.redact_pdf.build_detector",
        lambda *_args: HybridDetector(RuleDetector(), Hesitant()),
    )
    source, target = tmp_path / "lettre.pdf", tmp_path / "sortie.pdf"
    source.write_bytes(pdf([(100, "Madame PETIT va mieux"), (200, "Vu par Martel")]))
    call_command("redact_pdf", str(source), str(target))
    assert "hésite à 3 autre(s) endroit(s)" in capsys.readouterr().err


def test_what_is_no_pdf_leaves_nothing(tmp_path):
    source, target = tmp_path / "a.pdf", tmp_path / "b.pdf"
    source.write_bytes(b"Madame PETIT")
    with pytest.raises(CommandError, match="pas un PDF"):
        call_command("redact_pdf", str(source), str(target), "--engine", "rules")
    assert not target.exists()


@pytest.mark.slow
def test_a_file_that_takes_for_ever_ends_its_own_process_and_leaves_nothing(tmp_path, monkeypatch):
    """Forms that draw forms that draw forms: a million times the same line, in two kilobytes."""
    monkeypatch.setattr(trial_processes, "LONG_REDACTION_SECONDS", 3.0)
    source, target = tmp_path / "a.pdf", tmp_path / "b.pdf"
    source.write_bytes(nested(7))
    began = time.monotonic()
    with pytest.raises(CommandError, match="arrêté"):
        call_command("redact_pdf", str(source), str(target), "--engine", "rules")
    assert time.monotonic() - began < 120
    assert not target.exists()


def test_a_longer_document_than_a_page_would_take_is_redacted(tmp_path):
    lines = [(100 + 7 * i, f"Madame PETIT va bien, {'toux et repos ' * 4}") for i in range(100)]
    source, target = tmp_path / "a.pdf", tmp_path / "b.pdf"
    source.write_bytes(pdf(*[lines] * 6))
    assert 6 * sum(len(text) for _y, text in lines) > MOST_CHARACTERS
    call_command("redact_pdf", str(source), str(target), "--engine", "rules")
    assert target.stat().st_size > 1000


@pytest.mark.slow
def test_a_file_of_a_hundred_and_fifty_pages_is_redacted(tmp_path):
    lines = [(60 + 18 * i, f"Madame PETIT, ligne {i}, toux et repos depuis peu") for i in range(40)]
    source, target = tmp_path / "a.pdf", tmp_path / "b.pdf"
    source.write_bytes(pdf(*[lines] * 150))
    call_command("redact_pdf", str(source), str(target), "--engine", "rules")
    assert target.stat().st_size < 10_000_000


def nested(depth: int) -> bytes:
    """Each form draws the next one ten times; the last one writes."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count 1 /Kids [4 0 R] >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /XObject << /F 6 0 R >> >> >>",
        stream(b"/F Do"),
    ]
    for level in range(depth):
        inner = b"/Resources << /XObject << /F %d 0 R >> >>" % (7 + level)
        objects.append(
            stream(b"/F Do\n" * 10, b"/Type /XObject /Subtype /Form /BBox [0 0 595 842] " + inner)
        )
    font = (
        b"/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>"
    )
    objects.append(stream(b"BT /F1 11 Tf 60 700 Td (Madame PETIT) Tj ET", font))
    return file_of(objects)


def stream(content: bytes, told: bytes = b"") -> bytes:
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (told, len(content), content)
