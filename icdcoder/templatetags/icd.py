"""Filters of the code pages."""

from django import template

from icdcoder.domain.chapters import Chapter
from icdcoder.domain.codes import format_code
from icdcoder.presentation.chapters import chapter_title

register = template.Library()
register.filter("icd_code", format_code)


@register.filter
def icd_chapter(chapter: Chapter | None) -> str:
    """ "IX · Appareil circulatoire"."""
    title = chapter_title(chapter)
    return f"{chapter.number} · {title}" if chapter else title


@register.filter
def percent(score: float) -> str:
    """0.874 → "87"; what is not certain is never 0 or 100."""
    return str(min(99, max(1, round(100 * score))))


@register.filter
def joined(ids: tuple[int, ...]) -> str:
    """Ids for a data attribute, separated by blanks."""
    return " ".join(map(str, ids))
