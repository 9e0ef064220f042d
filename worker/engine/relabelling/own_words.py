"""What a passage's own words, and the few around it, say of its kind: a known firm, a hospital that bears
somebody's name, an acronym after an article, a town before its department's number."""

import re
from dataclasses import replace
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.text.folding import fold

_PERSONAL: Final = frozenset({"NOM", "PRENOM"})
_MAYBE_BODY: Final = frozenset({"NOM", "PRENOM", "INITIALES", "VILLE", "ADRESSE"})
_CARE_HEAD: Final = re.compile(
    r"(?P<s>pavillon|unite|service|pole|salle) \S|(?:ehpad|clinique|poly-?clinique|hopital|chu|centre hospitalier|usld|ssr|smr|residence autonomie|korian|esat|ime|foyer de vie) \S"
)
_CIVILITY: Final = re.compile(
    r"\b(?:mm?|mr|mmes?|mlle|drs?|prs?|me|monsieur|madame|docteur|professeur|maitre|nom|prenoms?|nee?|interne|ide|par)\.? ?:? ?$"
)
# "le CRIOGO", "au CHITS", "l'AURAR": nobody's name follows an article in capitals.
_ARTICLE: Final = re.compile(
    r"(?:\b(?:au|du|le|la|aux|un|une|association|reseau|centre|societe) |\b[ld]')$"
)
_ACRONYM: Final = re.compile(r"[A-ZÉ]{4,8}(?:-[A-Z]{1,3})?\d{0,2}")
_CARE: Final = re.compile(
    r"\b(?:convalescence|reeducation|readaptation|accueil de jour|hebergement temporaire|sejour(?:ne)?|transferee?|transfert|hospitalisee?|operee?|suivie? en had)"
    r"(?: (?:a la|a l'|aux?|en|:))? ?$"
)
# "admise au Clos des Vignes", "transférée de la Muette": an article that no town has.
_CARE_ARTICLE: Final = re.compile(
    r"\b(?:admise?|entree?|venant|provenance|transferee?|transfert|sortie?|retour|convalescence|reeducation|readaptation|sejour|hospitalisee?|operee?|dialysee?)"
    r" (?:ce jour |hier )?(?:au|aux|a la|du|des|de la) $"
)
_TOWN_BEFORE: Final = re.compile(
    r"\b(?:vsav|vsl|smur|samu|sdis|udm|pompiers(?: de)?|gendarmerie(?: de)?|commissariat(?: de)?|police(?: de)?|gare de|hauteur de|commune de|ville de|environs de|originaire de|naissance ?:|\d{4,5}|(?:patiente?|habitante?|natif|native|maire|medecin|bassin|secteur|vacances|sejour) (?:de|a)) ?$"
)
_TOWN_AFTER: Final = re.compile(
    r" ?\((?:0[1-9]|[1-8]\d|9[0-5]|2[ABab]|97[1-6])\)|[ ,]*\b[Cc][Ee][Dd][Ee][Xx]\b"
)
_TOWN: Final = 2_000  # inhabitants
_RARE: Final = 50  # bearers of a name
_REACH: Final = 40  # characters before a span
_WORDS: Final = 3  # of a firm's name at most


def by_own_words(
    text: str, span: Span, following: Span | None, previous: Span | None = None
) -> Span | None:
    """The span with the kind that its words tell; None when they tell nothing."""
    if span.subtype not in _MAYBE_BODY or not text[span.start].isupper():
        return None
    surface = text[span.start : span.end]
    before = fold(
        text[max(0, span.start - _REACH, text.rfind("\n", 0, span.start) + 1) : span.start]
    )
    if _CIVILITY.search(before):
        return None
    if (
        span.subtype in _PERSONAL
        and following is not None
        and (both := _bearer(text, span, following))
    ):
        return both
    kind = _body(text, span, surface, before) or _place(text, span, surface, before)
    kind = kind or _beside_place(text, span, previous, following)
    return replace(span, label=kind[0], subtype=kind[1]) if kind else None


def _bearer(text: str, span: Span, following: Span) -> Span | None:
    """ "Gustave Roussy", "ICO Paul-Papin": the name of whom a hospital is called after."""
    if following.subtype not in _PERSONAL or text[span.end : following.start] not in (" ", "-"):
        return None
    key = lexicon.key_of(text[span.start : following.end])
    head = text[span.start : span.end]
    headed = head.isupper() and fold(head) in lexicon.words("capital_heads")
    if key not in lexicon.hospital_names().weights and not headed:
        return None
    return replace(span, end=following.end, label="ORG", subtype="HOPITAL")


def _body(text: str, span: Span, surface: str, before: str) -> tuple[str, str] | None:
    key = lexicon.key_of(surface)
    brands = lexicon.brands().weights
    if any(key[:count] in brands for count in range(1, _WORDS + 1)):
        return "ORG", "ORGANISME"
    if head := _CARE_HEAD.match(fold(surface)):
        return "ORG", "SERVICE" if head["s"] else "HOPITAL"
    if span.subtype == "ADRESSE":
        return None
    if _ACRONYM.fullmatch(surface) and _is_acronym(text, span, key, before):
        return "ORG", "ORGANISME"
    communes = lexicon.communes().weights
    titled = any((article, *key) in communes for article in ("le", "la", "les"))
    known = titled or key in communes or lexicon.area_kind(key)
    if _CARE_ARTICLE.search(before) and not known:
        return "ORG", "HOPITAL"
    if _CARE.search(before) and key not in communes and is_rare(" ".join(key)):
        return "ORG", "HOPITAL"
    return None


def _is_acronym(text: str, span: Span, key: lexicon.Key, before: str) -> bool:
    """Capitals that are no name, after an article or alone in brackets, where others write small letters."""
    word = fold(text[span.start : span.end])
    if not is_rare(word) or key in lexicon.communes().weights or word in lexicon.abbreviations():
        return False
    first = text.rfind("\n", 0, span.start) + 1
    last = text.find("\n", span.end)
    line = text[first : last if last >= 0 else len(text)]
    if sum(letter.islower() for letter in line) < span.length:
        return False
    bracketed = before.endswith("(") and text[span.end : span.end + 1] == ")"
    return bracketed or _ARTICLE.search(before) is not None


def _place(text: str, span: Span, surface: str, before: str) -> tuple[str, str] | None:
    """For what was taken for a person only."""
    if span.label != "PER":
        return None
    key = lexicon.key_of(surface)
    word = " ".join(key)
    if (area := lexicon.area_kind(key)) and is_rare(word):
        return "LOC", area
    communes = lexicon.communes()
    near = _TOWN_BEFORE.search(before) or _TOWN_AFTER.match(text, span.end)
    if near and (key in communes.weights or key in communes.beginnings):
        return "LOC", "VILLE"
    return None


def _beside_place(
    text: str, span: Span, previous: Span | None, following: Span | None
) -> tuple[str, str] | None:
    """ "Érythrée, Soudan", "Labé (Guinée)", "Hôpital Le Corbusier FIRMINY": a place among places."""
    if span.label != "PER":
        return None
    kind = _kind_of(text[span.start : span.end])
    if following is not None and following.subtype == "PAYS":
        opened = text[span.end : following.start] == " (" and kind != "PAYS"
        if opened:
            return "LOC", "VILLE"
    if previous is None or not kind:
        return None
    between = text[previous.end : span.start]
    listed = previous.label == "LOC" and previous.subtype == kind and between in (", ", " et ")
    under = (
        previous.subtype == "HOPITAL"
        and between in (" ", "\n", " - ", ", ")
        and text[span.start : span.end].isupper()
    )
    return ("LOC", kind) if listed or under else None


def _kind_of(surface: str) -> str:
    key = lexicon.key_of(surface)
    if key in lexicon.countries().weights:
        return "PAYS"
    return "VILLE" if lexicon.communes().weights.get(key, 0) >= _TOWN else ""


def is_rare(name: str) -> bool:
    """Hardly anybody's name."""
    return lexicon.last_names().get(name, 0) < _RARE and lexicon.first_names().get(name, 0) < _RARE
