"""What stands before a span tells its kind: "clinique X", "Employeur : X", "lycée X" name a body."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from annotation.domain.spans import Span
from worker.engine import lexicon
from worker.engine.relabelling.heads import Head, begins_with_head, head_before
from worker.engine.relabelling.own_words import by_own_words, is_rare
from worker.engine.rules.registry import rule_of
from worker.engine.text.folding import fold

_FIELD: Final = re.compile(
    r"(?<![a-z])(?:(?P<care>hopital|clinique|etablissement(?: d'origine)?|ehpad|maternite)"
    r"|(?:employeur(?: actuel)?|entreprise|societe|mutuelle|caisse|assureur|assurance|complementaire|pharmacie|phie|labo|laboratoire|prestataire|fournisseur"
    r"|ambulances?|transporteur|ecole|creche|lycee|college|association|organisme))\s?:\s{0,2}$"
)
# The reference of a letter or a file, not of a sample or a device.
_REFERENCE: Final = re.compile(
    r"(?<![a-z])ref(?:erence)?s?\b\.?(?:\s(?:interne|courrier|dossier|document|lettre|dictee|(?:de|du|d'|a)\s?(?:votre|notre|vos|nos)?\s?"
    r"(?:courrier|dossier|rdv|rendez-vous|demande|document|lettre)))?\s?[:=]?\s?(?:(?:votre|notre|ma|vos)\s[a-z]{2,10}\s(?:n°\s?)?)?$"
)
_DEVICE: Final = re.compile(
    r"(?:stent|implant|prothese|plaque|valve|sonde|clip|lot|\d|\() ?,? ?ref\b"
)
_DEPARTMENT: Final = re.compile(r"0[1-9]|[1-8]\d|9[0-5]|2[AB]|97[1-6]")
# What a number's field or its key, or a public list, tells for sure.
_PRECISE: Final = frozenset(
    {"SECU", "IPP", "NDA", "RPPS", "ADELI", "FINESS", "DEPARTEMENT", "REGION", "PAYS"}
)
_NAMED_BODIES: Final = "rule:hospital-name"
_REACH: Final = 48  # characters before a span
_RELABELLED: Final = frozenset({"NOM", "PRENOM", "VILLE", "ORGANISME", "HOPITAL"})
_LEGAL_FORMS: Final = frozenset(
    {"SARL", "SAS", "SA", "SASU", "EURL", "SCOP", "SELAS", "asbl", "ASBL"}
)
_OF_TOWN: Final = re.compile(r"(?:de la |de |du |des |d['’])(?=[A-ZÀ-Ý])")
_CHIEF: Final = re.compile(r"\b(?:chefs?|assistante?|interne|attachee?) de $")
_KINDS_OF_HELP: Final = frozenset({"transport", "reseau", "equipe", "service", "secteur"})
# Kinds that people lead or keep as often as they bear a name.
_OF_PEOPLE: Final = frozenset(
    {"equipe", "equipe mobile", "service", "service de chirurgie", "service de medecine", "bloc"}
    | {"etage", "niveau", "secteur", "etude", "bar", "salon", "mat."}
)
_CARE_BEFORE: Final = re.compile(
    r"(?:\b(?:a|au|de|d'|du|vers|sur|depuis|l'|la|site|chez|greffe|cure|sevrage ?:)\s?|\()$"
)
_NAME_BEFORE: Final = re.compile(
    r"(?:\b(?:m|mr|mm|mme|mmes|mlle|dr|drs|pr|me|monsieur|madame|docteur|professeur|maitre|nom|prenoms?|patiente?|nee|par|epouse|interne|ide)\b\.?\s*:?\s*|[a-z]\.\s?)$"
)
_CAPITAL_BEFORE: Final = re.compile(r"(?:^|\s)[A-ZÀ-Ý][\w'’.-]*[ ]$")
_LEAST_TOWN: Final = 1_000  # inhabitants


def told_by_rules(spans: Sequence[Span], rules: Sequence[Span]) -> list[Span]:
    """The spans, in order; where a rule of the same label read which number or which place a span is, its
    sub-type counts: the model sees few of these in its training and calls most of them alike. A rule
    that `tells` and found the very same words tells the label too."""
    precise = [rule for rule in rules if rule.subtype in _PRECISE or _tells_below(rule)]
    if not precise:
        return list(spans)
    starts = [rule.start for rule in precise]
    return [_told(span, precise, bisect_left(starts, span.end)) for span in spans]


def _told(span: Span, precise: Sequence[Span], count: int) -> Span:
    """The first `count` of the precise rules, in order, begin before the span's end."""
    for place in range(count - 1, -1, -1):
        rule = precise[place]
        if rule.end <= span.start:
            break
        same = rule.label == span.label and rule.subtype in _PRECISE
        if (same and 2 * rule.length >= span.length) or _tells(rule, span):
            return replace(span, label=rule.label, subtype=rule.subtype)
    return span


def _tells(rule: Span, span: Span) -> bool:
    """Both found the same words; a place known as a hospital may be one, whatever the score."""
    if (rule.start, rule.end) != (span.start, span.end) or not span.source.startswith("model"):
        return False
    if rule.source == _NAMED_BODIES and span.label == "LOC":
        return True
    return (span.score or 0.0) < _tells_below(rule)


def _tells_below(span: Span) -> float:
    rule = rule_of(span.source)
    return rule.tells_below if rule is not None else 0.0


def named_by_context(text: str, spans: Sequence[Span]) -> list[Span]:
    """The spans, sorted and apart: after the head of a body's name a person or a town becomes
    that body, with its head; after a field that holds a body, a person becomes one."""
    found: list[Span] = []
    for place, span in enumerate(spans):
        if found and span.start < found[-1].end:
            continue  # swallowed by the body before it
        if found and _is_legal_form(text, found[-1], span):
            found[-1] = replace(found[-1], end=span.end)
            continue
        following = spans[place + 1] if place + 1 < len(spans) else None
        found.append(_renamed(text, span, found[-1] if found else None, following))
    return found


def _is_legal_form(text: str, body: Span, span: Span) -> bool:
    """ "Bâti-Est" and "SARL"."""
    apart = body.label == span.label == "ORG" and text[body.end : span.start] == " "
    return apart and text[span.start : span.end] in _LEGAL_FORMS


def _renamed(text: str, span: Span, previous: Span | None, following: Span | None) -> Span:
    floor = previous.end if previous is not None else 0
    if _DEPARTMENT.fullmatch(text, span.start, span.end) and _in_brackets_after_town(
        text, span, previous
    ):
        return replace(span, label="LOC", subtype="DEPARTEMENT")
    is_number = span.subtype == "AUTRE"
    if span.source.startswith("patient"):
        return span
    if told := by_own_words(text, span, following, previous):
        return told
    if not (is_number or span.subtype in _RELABELLED):
        return span
    begin = max(floor, span.start - _REACH, text.rfind("\n", 0, span.start) + 1)
    before = fold(text[begin : span.start])
    if len(before) != span.start - begin:
        return span  # folding changed the length: offsets would be wrong
    if is_number:
        cited = _REFERENCE.search(before) and not _DEVICE.search(before)
        return replace(span, label="REF", subtype="REF") if cited else span
    if head := head_before(text, begin, span.start, before):
        return _with_head(text, span, head, before[: head.start - begin], following)
    if span.label in ("PER", "ORG") and (match := _FIELD.search(before)):
        if span.label == "PER" and _is_person(text, span, following):
            return span
        return replace(span, label="ORG", subtype="HOPITAL" if match["care"] else "ORGANISME")
    return _known_place(text, span, before, following)


def _in_brackets_after_town(text: str, span: Span, previous: Span | None) -> bool:
    """ "né à Liévin (62)"."""
    town = previous is not None and previous.subtype == "VILLE"
    near = previous is not None and text[previous.end : span.start].strip() == "("
    return town and near and text[span.end : span.end + 1] == ")"


def _with_head(text: str, span: Span, head: Head, before: str, following: Span | None) -> Span:
    """The span with its head; a name of two parts is taken whole."""
    if span.subtype == "VILLE" and _is_apart(text, span, head):
        return span
    if _CHIEF.search(before):
        return span  # "chef de clinique des Hôpitaux de Rennes"
    small = span.label == "PER" and not text[span.start].isupper()
    if small and not _is_of_town(text, span):
        return span
    if span.label == "PER" and _keeps_person(text, span, head, following):
        return span
    helped = head.kind.rstrip("s") in _KINDS_OF_HELP
    whole = head.linked and head.subtype == "HOPITAL"  # "USLD du CH de Dole"
    own = not whole and begins_with_head(fold(text[span.start : span.end]))
    if span.label == "ORG" and (helped or own):
        return span  # "transport Ambulances Roy": its name has a head of its own
    end = span.end
    if span.label == "PER" and following is not None and following.label == "PER":
        between = text[end : following.start]
        if between in (" ", "-"):
            end = following.end
        elif not between.strip(" ,/+&"):
            return span  # "unité Roy, Petit": names one after the other
    subtype = span.subtype if span.label == "ORG" else head.subtype
    return replace(span, start=head.start, end=end, label="ORG", subtype=subtype)


def _keeps_person(text: str, span: Span, head: Head, following: Span | None) -> bool:
    """ "l'équipe de Sophie Martin", "mat. Dupont": a person's, unless a known body bears that name."""
    if _is_of_town(text, span):
        return False
    full = _is_person(text, span, following)
    if head.kind not in _OF_PEOPLE and not (head.linked and full):
        return False
    last = following.end if full and following is not None else span.end
    key = lexicon.key_of(text[span.start : last])
    return not any(key in names.weights for names in (lexicon.hospital_names(), lexicon.brands()))


def _is_of_town(text: str, span: Span) -> bool:
    """ "de Briey", which was taken for a surname."""
    link = _OF_TOWN.match(text, span.start, span.end)
    key = lexicon.key_of(text[link.end() : span.end]) if link else ()
    return key in lexicon.communes().weights


def _is_apart(text: str, span: Span, head: Head) -> bool:
    """ "pharmacie de Dole", "unité de Dole", "EHPAD Dole": the town alone is named."""
    town = lexicon.key_of(text[span.start : span.end]) in lexicon.communes().weights
    if not head.linked:
        return town
    return head.apart


def _is_person(text: str, span: Span, following: Span | None) -> bool:
    """A first name and a surname side by side."""
    return (
        following is not None
        and following.label == "PER"
        and following.subtype != span.subtype
        and not text[span.end : following.start].strip(" ")
    )


def _known_place(text: str, span: Span, before: str, following: Span | None) -> Span:
    """ "à Bichat", "(Pontchaillou)": a hospital known by its own name; "(Abidjan)": a town that
    hardly anybody bears as a name."""
    if span.label == "ORG" or (
        span.label == "PER" and _stands_with_name(text, span, before, following)
    ):
        return span
    key = lexicon.key_of(text[span.start : span.end])
    towns = lexicon.communes().weights
    if key in lexicon.hospital_names().weights and key not in towns and _CARE_BEFORE.search(before):
        return replace(span, label="ORG", subtype="HOPITAL")
    if (
        span.label == "PER"
        and _is_town(" ".join(key), towns.get(key, 0))
        and text[span.start].isupper()
    ):
        return replace(span, label="LOC", subtype="VILLE")
    return span


def _stands_with_name(text: str, span: Span, before: str, following: Span | None) -> bool:
    """After a title or another part of a name, or before one."""
    near = following is not None and following.label == "PER" and following.start <= span.end + 2
    return (
        near
        or _NAME_BEFORE.search(before) is not None
        or _CAPITAL_BEFORE.search(text[max(0, span.start - _REACH) : span.start]) is not None
    )


def _is_town(name: str, population: int) -> bool:
    return population >= _LEAST_TOWN and is_rare(name)
