"""The card of one entity: what it may become, at what price, and what follows from it, in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from annotation.domain.notes import Note
from annotation.domain.spans import sort_spans
from annotation.presentation.label_names import entity_name
from annotation.presentation.rule_words import rule_words
from deidweb.sentences import localised
from privacy.domain.effects import ElementEffect, EntityEffect
from privacy.domain.patient_file import Mention
from privacy.domain.places.draws import CITY
from privacy.domain.policy import WITHOUT_PROOF, DateMechanism, SubstitutionPolicy
from privacy.domain.substitute import Substitution
from privacy.presentation.cards.parts import Card, Follower, Spread
from privacy.presentation.cards.places import place_spread
from privacy.presentation.cards.times import shift_spread, time_spread
from privacy.presentation.numbers import decimal, percent
from privacy.presentation.words import MECHANISM_NAMES

_SOURCES: Final[dict[str, Promise]] = {
    "rule": _l("Trouvée par une règle (%(name)s)."),
    "patient": _l("Trouvée d'après les données structurées du patient."),
    "model": _l("Trouvée par le modèle %(name)s."),
    "user": _l("Annotée ou corrigée à la main."),
}
_FINGERPRINT: Final = re.compile(r"-[0-9a-f]{12}$")  # of a model's files: it tells a reader nothing


def card_of(
    index: int,
    effect: EntityEffect,
    done: Substitution,
    policy: SubstitutionPolicy,
    notes: Sequence[Note],
) -> Card:
    """The card of the entity of that rank in the file."""
    mention = done.file.mentions[index]
    rendered = done.rendered[index]
    spreads = _spreads(effect, done, policy)
    is_one = len(spreads) == 1 and spreads[0].sentence
    return Card(
        index=index,
        label=str(mention.label),
        name=entity_name(mention.label, mention.subtype),
        original=mention.surface,
        surrogate=rendered.text,
        mechanism=str(MECHANISM_NAMES.get(effect.mechanism, effect.mechanism)),
        has_guarantee=effect.mechanism not in WITHOUT_PROOF,
        share=_share(effect, len(done.shares)),
        sentence=spreads[0].sentence if is_one else localised(effect.sentence),
        why=_why(notes, mention),
        warning=localised(rendered.warning) if rendered.warning else "",
        spreads=spreads,
        followers=_followers(mention, done),
        sources=_sources(mention, done),
    )


def _spreads(effect: EntityEffect, done: Substitution, policy: SubstitutionPolicy) -> list[Spread]:
    if effect.mechanism == DateMechanism.SHIFT:
        return [shift_spread()]
    return [
        place_spread(part, done, _part_share(part))
        if part.element.element_class == CITY
        else time_spread(part, done, policy, effect.mechanism, _part_share(part))
        for part in effect.parts
    ]


def _part_share(part: ElementEffect) -> str:
    return _("%(part)s, soit ε = %(epsilon)s") % {
        "part": percent(float(part.share)),
        "epsilon": decimal(part.epsilon, 4),
    }


def _share(effect: EntityEffect, count: int) -> str:
    if effect.share is None:
        return _("Aucune : cette valeur ne consomme pas de budget.")
    epsilon = sum(part.epsilon for part in effect.parts)
    return ngettext(
        "%(part)s du budget, soit ε = %(epsilon)s : une valeur sur les %(all)s du dossier",
        "%(part)s du budget, soit ε = %(epsilon)s : %(count)s valeurs sur les %(all)s du dossier",
        len(effect.parts),
    ) % {
        "part": percent(float(effect.share)),
        "epsilon": decimal(epsilon, 4),
        "count": len(effect.parts),
        "all": count,
    }


def _why(notes: Sequence[Note], mention: Mention) -> str:
    spans = sort_spans(notes[mention.note].entities)
    span = next(s for s in spans if (s.start, s.end) == (mention.start, mention.end))
    text = finder_words(span.source)
    if span.source.startswith("model:") and span.score < 1:
        text += " " + _("Score : %(score)s.") % {"score": decimal(span.score)}
    return text


def finder_words(source: str) -> str:
    """ "model:ner-fr-4-98fcb2e8d2a0" → "Trouvée par le modèle ner-fr-4."; "rule:secu" → by the words of the rule."""
    kind, _sep, name = source.partition(":")
    if kind not in _SOURCES:
        return _("Présente dans les annotations en vigueur de la note.")
    shown = rule_words(name) if kind == "rule" else _FINGERPRINT.sub("", name)
    return str(_SOURCES[kind]) % {"name": shown}


def _follower(done: Substitution, index: int) -> Follower:
    mention = done.file.mentions[index]
    return Follower(
        index,
        entity_name(mention.label, mention.subtype),
        mention.surface,
        done.rendered[index].text,
    )


def _followers(mention: Mention, done: Substitution) -> list[Follower]:
    """One a distinct value: what was derived from what the mention shows."""
    shown = set(done.rendered[mention.index].elements)
    found: dict[str, Follower] = {}
    for index, rendered in sorted(done.rendered.items()):
        if not shown.isdisjoint(rendered.sources):
            found.setdefault(done.file.mentions[index].surface, _follower(done, index))
    return list(found.values())


def _sources(mention: Mention, done: Substitution) -> list[Follower]:
    """The first mention of each element that this value follows."""
    found: dict[int, Follower] = {}
    for element in done.rendered[mention.index].sources:
        showing = (i for i in sorted(done.rendered) if element in done.rendered[i].elements)
        first = next(showing, None)
        if first is not None:
            found.setdefault(first, _follower(done, first))
    return list(found.values())
