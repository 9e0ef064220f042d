"""Titles of the chapters, listed here for the translators: they live in pure code."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, gettext_noop

from icdcoder.domain.chapters import Chapter

CHAPTER_TITLES: Final = (
    gettext_noop("Infections et parasites"),
    gettext_noop("Tumeurs"),
    gettext_noop("Sang et immunité"),
    gettext_noop("Endocrinologie, nutrition, métabolisme"),
    gettext_noop("Troubles mentaux et du comportement"),
    gettext_noop("Système nerveux"),
    gettext_noop("Œil"),
    gettext_noop("Oreille"),
    gettext_noop("Appareil circulatoire"),
    gettext_noop("Appareil respiratoire"),
    gettext_noop("Appareil digestif"),
    gettext_noop("Peau"),
    gettext_noop("Os, articulations, muscles"),
    gettext_noop("Appareil génito-urinaire"),
    gettext_noop("Grossesse et accouchement"),
    gettext_noop("Période périnatale"),
    gettext_noop("Malformations et anomalies chromosomiques"),
    gettext_noop("Symptômes et résultats anormaux"),
    gettext_noop("Traumatismes et intoxications"),
    gettext_noop("Causes externes"),
    gettext_noop("Facteurs influant sur l'état de santé"),
    gettext_noop("Codes d'utilisation particulière"),
)


def chapter_title(chapter: Chapter | None) -> str:
    """The chapter's short title in the person's language."""
    return gettext(chapter.title) if chapter else gettext("Hors chapitre")
