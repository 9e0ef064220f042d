"""Finds numbers and addresses to reach somebody; field names, "poste" and "mailto:" stay outside."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from annotation.domain.spans import Span
from worker.engine.rules.contacts.patterns import (
    AT,
    BLANK_DOT,
    FAX,
    HOST,
    LOCAL,
    MAIL,
    PHONES,
    TOP,
    WEB,
)
from worker.engine.rules.pattern import find_all
from worker.engine.text.document import Document

_FAX_BEFORE: Final = re.compile(
    r"(?:[🖷📠]|\b(?:fax|fx|telecopie|telecopieur|telecop|tlc|f)\b\.?)[^\d\n]{0,18}$"
)
_FAX_REACH: Final = 28  # characters before a number
_LOCAL_REACH: Final = 96  # characters before an @


def find_contacts(doc: Document) -> Iterator[Span]:
    """ "Tél : [TEL:03 53 01 12 34] - Fax : [FAX:03 53 01 12 35]"."""
    yield from _mails(doc.folded)
    yield from find_all(WEB, doc)
    for span in find_all(PHONES, doc):
        yield _as_fax(span) if _is_fax(doc.folded, span.start) else span


def _mails(text: str) -> Iterator[Span]:
    """ "[MAIL:p.martin@exemple.fr]", "[MAIL:paul point martin arobase exemple point fr]"."""
    reached = 0
    for sign in AT.finditer(text):
        local = LOCAL.search(text, max(reached, sign.start() - _LOCAL_REACH), sign.start())
        host = HOST.match(text, sign.end())
        if local is None or host is None:
            continue
        end = host.end()
        if (further := BLANK_DOT.match(text, end)) is not None:
            end = further.end()
        elif TOP.search(text, sign.end(), end) is None:
            continue
        reached = end
        yield MAIL.span(local.start(), end, 0.99)


def _is_fax(text: str, start: int) -> bool:
    before = text[max(0, start - _FAX_REACH) : start]
    return _FAX_BEFORE.search(before) is not None


def _as_fax(span: Span) -> Span:
    return replace(span, subtype=FAX.subtype, source=FAX.source)
