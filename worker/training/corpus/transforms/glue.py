"""Spaces that are missing: "12nov", "DupontJEAN", "Dr.MARTIN", "le12/03", "Tel0353"."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from worker.training.corpus.marked import Edit, Mark, Marked, edit

_INNER: Final = re.compile(r"(?<=\d)[ .](?=[^\W\d_])|(?<=[^\W\d_])[ ](?=\d)")
_ARTICLE: Final = re.compile(r"(?:\b(?:le|du|au|Le|LE|DU|AU|en|EN)|[:(.,])( )$")
_TITLE: Final = re.compile(r"\b(?:Dr|DR|Pr|PR|M|Mr|Mme|MME|Mlle|Docteur)\.?( )$")
_FIELD: Final = re.compile(r"[\w°.:]( ?:? )$")
_PERSONS: Final = frozenset({"NOM", "PRENOM", "INITIALES"})
_NUMBERS: Final = frozenset({"TEL", "FAX", "IPP", "NDA", "SECU", "RPPS", "FINESS", "AUTRE", "REF"})


def _before(marked: Marked, mark: Mark, pattern: re.Pattern[str]) -> Edit | None:
    """The blank before a mark that `pattern` finds (its group 1), taken away."""
    match = pattern.search(marked.text[max(0, mark.start - 16) : mark.start])
    if match is None:
        return None
    blank = match.group(1)
    return Edit(mark.start - len(blank), mark.start, ":" if ":" in blank else "")


def glue_dates(marked: Marked, rng: Random) -> Marked:
    """ "12 nov 2019" → "12nov2019", "le 12/03" → "le12/03"."""
    edits: list[Edit] = []
    for mark in marked.marks:
        if mark.subtype not in {"DATE", "DATE_NAISSANCE", "AGE"}:
            continue
        edits += [
            Edit(mark.start + match.start(), mark.start + match.end(), "")
            for match in _INNER.finditer(marked.surface(mark))
        ]
        starts_with_digit = marked.text[mark.start].isdigit() and rng.random() < 0.5
        if starts_with_digit and (found := _before(marked, mark, _ARTICLE)):
            edits.append(found)
    return edit(marked, edits)


def glue_names(marked: Marked, rng: Random) -> Marked:
    """ "Dupont JEAN" → "DupontJEAN" where the letter case still shows the seam; "Dr. Martin" → "Dr.Martin"."""
    edits = list(_name_seams(marked))
    for mark in marked.marks:
        is_name = mark.subtype in _PERSONS and marked.text[mark.start].isupper()
        if is_name and rng.random() < 0.7 and (found := _before(marked, mark, _TITLE)):
            edits.append(found)
    return edit(marked, list(dict.fromkeys(edits)))


def _name_seams(marked: Marked) -> Iterator[Edit]:
    text = marked.text
    for first, second in zip(marked.marks, marked.marks[1:], strict=False):
        if not {first.subtype, second.subtype} <= _PERSONS or text[first.end : second.start] != " ":
            continue
        before, after = text[first.end - 1], text[second.start : second.start + 2]
        if (
            before == "."
            or (before.islower() and after[0].isupper())
            or (before.isupper() and after[0].isupper() and after[1:].islower())
        ):
            yield Edit(first.end, second.start, "")


def glue_fields(marked: Marked, rng: Random) -> Marked:
    """ "IPP : 123" → "IPP:123", "Tel 0353" → "Tel0353", "21000 Dijon" → "21000Dijon"."""
    edits: list[Edit] = []
    previous_end = 0
    for mark in marked.marks:
        if rng.random() < 0.6 and (found := _field_blank(marked, mark, previous_end)):
            edits.append(found)
        previous_end = mark.end
    return edit(marked, edits)


def _field_blank(marked: Marked, mark: Mark, previous_end: int) -> Edit | None:
    """The blank between a field's name (or a postal code) and its value."""
    if mark.subtype == "VILLE":
        after_code = marked.text[max(0, previous_end - 1) : mark.start]
        is_glued = after_code[:1].isdigit() and after_code[1:] == " "
        return Edit(previous_end, mark.start, "") if is_glued else None
    if mark.subtype not in _NUMBERS:
        return None
    found = _before(marked, mark, _FIELD)
    if found is None or found.start <= previous_end:
        return None
    return found if ":" in found.text or not marked.text[found.start - 1].isdigit() else None


def glue_punctuation(marked: Marked, rng: Random) -> Marked:
    """Most commas, stops and colons lose the blank after them."""
    edits = [
        Edit(match.start(1), match.end(1), "")
        for match in re.finditer(r"[,.;:)]( )(?=\S)", marked.text)
        if rng.random() < 0.6
    ]
    return edit(marked, edits)


def drop_punctuation(marked: Marked, rng: Random) -> Marked:
    """Stops and commas at the end of words vanish, outside the marks."""
    covered = {at for mark in marked.marks for at in range(mark.start, mark.end)}
    edits = [
        Edit(match.start(), match.end(), "")
        for match in re.finditer(r"(?<=\w)[.,;](?=\s)", marked.text)
        if match.start() not in covered and rng.random() < 0.75
    ]
    return edit(marked, edits)
