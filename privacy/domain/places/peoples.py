"""People marked as a country: « d'origine {portugaise} », « un {Marocain} »."""

import re
from typing import Final

from privacy.domain.text import fold_phrase, words

# written alike of men and women, and behind any word before: the original's gender, which it may not have, is not looked at
PEOPLES: Final = words(
    "belge russe tchèque slovaque slovène serbe croate bulgare moldave britannique malgache biélorusse monégasque"
)
FOLDED: Final = frozenset(map(fold_phrase, PEOPLES))
_PEOPLE: Final = re.compile(
    r"(?!ukraine\Z|arabie saoudite\Z)(?:.*[ -])?(?:[^\W\d_]{2,}(?:ais|ois|aise|oise|ien|ienne|een|eenne|ain|aine|cain|caine)"
    r"|[^\W\d_]*(?:allemand|espagnol|mongol|afghan|persan|birman|catalan|texan)e?|turc|turque|grec|grecque|arabe|kurde|berbere|kabyle|scandinave"
    rf"|[^\W\d_]{{3,}}(?:ote|enite|ite|stanais|hindou|slave|iraki)|{'|'.join(sorted(FOLDED))})s?"
)
_ORIGIN: Final = re.compile(r"(?:d['’])?(?:origine|nationalit[ée])\s", re.IGNORECASE)
_WITHIN: Final = re.compile(r"\ben\s{1,2}\Z", re.IGNORECASE)  # « en {Lorraine} » is a land
_SEVERAL: Final = re.compile(
    r"(?<![^\W\d_])(?:[lcsmtd]es|nos|vos|leurs|aux|(?:grands-)?parents|fr[èe]res|s[œo]e?urs|enfants)\s{1,2}\Z",
    re.IGNORECASE,
)


def without_origin(text: str) -> tuple[str, str]:
    """« origine espagnole » → (« origine  », « espagnole »)."""
    found = _ORIGIN.match(text)
    return ("", text) if found is None else (found.group(), text[found.end() :])


def is_people(name: str, before: str = "") -> bool:
    """Whether a name is that of the people of a country; `before`: the text before it. No country is called so.

    >>> is_people("portugaise"), is_people("Zaïre")
    (True, False)
    """
    return _PEOPLE.fullmatch(fold_phrase(name)) is not None and not _WITHIN.search(before)


def in_number(people: str, before: str) -> str:
    """The people as the words before it count them: « ses parents {portugais} » → « serbes »."""
    return people + "s" * (_SEVERAL.search(before) is not None)
