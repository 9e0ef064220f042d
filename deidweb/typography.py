"""French typography: the blank before « : ; ? ! », inside « » and before the thousands of a number is one at which no
line breaks.

Sentences are written with plain blanks, as people type them and as `gettext` finds them; `manage.py typeset` derives a
French catalogue from the translators' one, whose sentences have the blanks of this module.
"""

from __future__ import annotations

import re
from typing import Final

# not the narrow one (U+202F): PDFs written in Latin-1 and old fonts lack it
UNBROKEN: Final = "\u00a0"
_TAG: Final = re.compile(r"(<[^<>]*>)")
_BLANK: Final = re.compile(r" (?=[:;?!»])|(?<=«) |(?<=\d) (?=\d{3}(?!\d))")


def typeset(sentence: str) -> str:
    """The same sentence with unbroken blanks; what stands in a tag stays as it is.

    Example: "Que dit « %(x)s » ?" has three of them.
    """
    parts = _TAG.split(sentence)
    parts[::2] = [_BLANK.sub(UNBROKEN, part) for part in parts[::2]]
    return "".join(parts)


def plain(sentence: str) -> str:
    """As it was written: what the catalogues know a sentence by."""
    return sentence.replace(UNBROKEN, " ")
