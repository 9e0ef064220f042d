"""A PDF in, the same without what is found out."""

from __future__ import annotations

import pypdfium2
import pytest
from django.core.management import CommandError, call_command

from tests.pdf_files import pdf


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


def test_what_is_no_pdf_leaves_nothing(tmp_path):
    source, target = tmp_path / "a.pdf", tmp_path / "b.pdf"
    source.write_bytes(b"Madame PETIT")
    with pytest.raises(CommandError, match="PDF lisible"):
        call_command("redact_pdf", str(source), str(target), "--engine", "rules")
    assert not target.exists()
