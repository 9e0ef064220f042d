"""What stands around an entity, outside its span, and would tell the original: columns filled up, CEDEX, a town's district.

« Nom : {MARTIN}.....Sexe » and « {9/10/2019}   Hb » are filled up to a column: the number of dots or blanks tells how long the original was.
« {DIJON} CEDEX 9 » tells a large town. All of this is written so whatever the original was; newlines and indents stay.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from annotation.domain.labels import Subtype
from privacy.domain.linking.weekdays import Edit
from privacy.domain.linking.words import filling
from privacy.domain.patient_file import Mention, Rendered, Stands
from privacy.domain.text import apply_case, case_of, strip_accents, words

_BLANKS: Final = " \t\xa0"
_LEADERS: Final = "._·…-"  # « Nom : MARTIN......Sexe »
_FILLING: Final = frozenset(_BLANKS + _LEADERS)  # two of them at least stand there
_MANY: Final = 2  # blanks that fill a line
_LEAST: Final = 4  # of them: « ... » and « -- » are punctuation
_CEDEX: Final = re.compile(r"[ \xa0\-(]{1,3}cedex(?:[ \xa0]{1,2}\d{1,2})?\b\)?", re.IGNORECASE)
_DISTRICT: Final = re.compile(
    r"[ \xa0](?:\d{1,2}(?:er|[eè]|[eè]me)|[IVX]{1,5}e)(?:[ \xa0](?:arr(?:d?t)?\b\.?|arrondissement\b))?(?=[ \xa0]?(?:[.,;:)|\n]|\Z))"
)
# what follows a specialty and agrees with it, as a feminine one has it: « aux {urgences} pédiatriques » is « en Gériatrie pédiatrique »
_FEMININES: Final = words(
    "adulte pédiatrique gériatrique gynécologique orthopédique traumatologique psychiatrique oncologique infantile ambulatoire vasculaire respiratoire"
    " cardiaque thoracique nucléaire dentaire interne obstétricale médicale chirurgicale générale viscérale néonatale centrale régionale locale"
    " interventionnelle conventionnelle fonctionnelle intensive digestive palliative polyvalente programmée spécialisée"
)
_MASCULINES: Final = {"ale": ("al", "aux"), "elle": ("el", "els"), "ive": ("if", "ifs"), "ente": ("ent", "ents"), "ée": ("é", "és")}  # fmt: skip
_AGREEING: Final = re.compile(r"[ \xa0](?P<word>[^\W\d_]{5,})(?![\w'’-])")
_TOWNS: Final = {Subtype.VILLE, Subtype.ZIP}


def _forms(feminine: str) -> Iterator[str]:
    """« médicale », « médicales », « médical », « médicaux », without accents."""
    ending = next((e for e in _MASCULINES if feminine.endswith(e)), "")
    stem = feminine.removesuffix(ending)
    forms = (
        feminine,
        f"{feminine}s",
        *(stem + masculine for masculine in _MASCULINES.get(ending, ())),
    )
    return map(strip_accents, forms)


_ADJECTIVES: Final = {form: feminine for feminine in _FEMININES for form in _forms(feminine)}


def agreeing(
    text: str, mentions: Sequence[Mention], rendered: Mapping[int, Rendered]
) -> Iterator[Edit]:
    """The adjectives behind specialties as feminine ones have them: « {SAU} médical », « {urgences} médicales » → « médicale »."""
    for mention in mentions:
        if mention.subtype != Subtype.SERVICE:
            continue
        shown = rendered[mention.index]
        is_specialty = shown.stands is Stands.SPECIALITY or shown.text[:1] == "["
        edit = _adjective(text, mention.end) if is_specialty else None
        if edit is not None:
            yield edit


def _adjective(text: str, end: int) -> Edit | None:
    found = _AGREEING.match(text, end)
    feminine = None if found is None else _ADJECTIVES.get(strip_accents(found["word"]).lower())
    if found is None or feminine is None:
        return None
    word = found["word"]
    plain = strip_accents(feminine) if word.isascii() else feminine
    return Edit(found.start("word"), found.end(), apply_case(plain, case_of(word)))


def edits_beside(text: str, mentions: Sequence[Mention]) -> Iterator[Edit]:
    """The edits around the entities of one note.

    « {MARTIN}.......Sexe » → « ....Sexe »; « {DIJON} CEDEX 9, » → « , »; « {Lyon} 3e, » → « , ».
    """
    for mention in mentions:
        end = mention.end
        if mention.subtype in _TOWNS:
            for told in (_CEDEX, _DISTRICT):
                found = told.match(text, end)
                if found is not None:
                    yield Edit(end, found.end(), "")
                    end = found.end()
        if _FILLING.issuperset(text[end : end + 2]):
            filled = _filled(text, end, 1)
            if filled is not None:
                yield Edit(end, *filled)
        start = mention.start
        if _FILLING.issuperset(text[max(0, start - 2) : start]):
            filled = _filled(text, start - 1, -1)
            if filled is not None and filled[0] >= 0 and text[filled[0]] != "\n":  # no indent
                yield Edit(filled[0] + 1, start, filled[1])


def first_beside(kept: str) -> int | None:
    """Where in the text between two entities what `agreeing` and `edits_beside` may change begins; None without any. What precedes it is never changed."""
    if _CEDEX.match(kept) or _DISTRICT.match(kept) or _adjective(kept, 0) or _filled(kept, 0, 1):
        return 0
    filled = _filled(kept, len(kept) - 1, -1)
    return None if filled is None else filled[0] + 1


def _filled(text: str, at: int, step: int) -> tuple[int, str] | None:
    """Where what fills a line from `at` on ends, read forwards (`step` 1) or backwards (-1), and what it becomes; None where nothing does."""
    stop = _run(text, at, step, _BLANKS)
    blanks = text[at:stop] if step > 0 else text[stop + 1 : at + 1]
    sign = text[stop : stop + 1] if stop >= 0 else ""
    leaders = _run(text, stop, step, sign) if sign and sign in _LEADERS else stop
    if abs(leaders - stop) >= _LEAST:
        return _run(text, leaders, step, _BLANKS), sign * _LEAST
    if len(blanks) < _MANY:
        return None
    return stop, filling(blanks)


def _run(text: str, at: int, step: int, signs: str) -> int:
    while 0 <= at < len(text) and text[at] in signs:
        at += step
    return at
