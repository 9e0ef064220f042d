"""A text that somebody tries, and how it is to be substituted."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _t
from django.utils.translation import gettext_lazy as _

from annotation.domain.labels import is_valid
from annotation.domain.text import TextError, normalise
from deidweb.sentences import localised
from privacy.forms.policy import PolicyForm
from worker.trial.documents import MOST_CHARACTERS

MOST_SPANS: Final = 5000


class TrialForm(PolicyForm):
    """`draw` numbers the throw-away keys, so that other values may be asked for."""

    text = forms.CharField(
        label=_("Texte"),
        strip=False,
        # a browser writes a line end in two characters
        max_length=2 * MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": _("Collez un texte, ou déposez un document.")},
    )
    draw = forms.IntegerField(
        min_value=0, max_value=10_000, required=False, widget=forms.HiddenInput
    )

    def clean_text(self) -> str:
        """As an import stores it."""
        try:
            text = normalise(self.cleaned_data["text"]).text
        except TextError as error:
            raise forms.ValidationError(localised(error.reason)) from None
        if len(text) > MOST_CHARACTERS:
            raise forms.ValidationError(
                _t("Ce texte dépasse %(limit)d caractères : collez-en une partie.")
                % {"limit": MOST_CHARACTERS}
            )
        return text


class _Lists(forms.JSONField):
    """JSON of a page; nested beyond reason it is none."""

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except RecursionError:
            raise forms.ValidationError(
                _t("Recommencez l'essai : ces entités sont illisibles.")
            ) from None


class RedrawForm(TrialForm):
    """The same text again, with what was found in it: the server has kept nothing."""

    # not `required`: in a text there may be nothing to find, and nothing to doubt
    spans = _Lists(required=False)
    doubts = _Lists(required=False)
    seal = forms.CharField(max_length=64, required=False)

    def clean_spans(self) -> list[list[Any]]:
        found = self.cleaned_data["spans"]
        if not _is_list(found) or not all(_is_span(one) for one in found):
            raise forms.ValidationError(_t("Recommencez l'essai : ces entités sont illisibles."))
        return [one[:4] for one in found]

    def clean_doubts(self) -> list[list[int]]:
        found = self.cleaned_data["doubts"]
        if not _is_list(found) or not all(_is_place(one) for one in found):
            raise forms.ValidationError(_t("Recommencez l'essai : ces entités sont illisibles."))
        return list(found)

    def clean(self) -> dict[str, Any]:
        """Spans that lie in the text, one after the other, each with something to replace."""
        cleaned: dict[str, Any] = super().clean() or {}
        text, spans, doubts = (cleaned.get(name) for name in ("text", "spans", "doubts"))
        if text is None or spans is None or doubts is None:
            return cleaned
        if not _fit(spans, text) or not all(0 <= start < end <= len(text) for start, end in doubts):
            self.add_error(
                "spans", _t("Recommencez l'essai : ces entités ne sont pas celles du texte.")
            )
        return cleaned


def _is_list(found: object) -> bool:
    return isinstance(found, list) and len(found) <= MOST_SPANS


def _is_place(one: object) -> bool:
    return isinstance(one, list) and len(one) == 2 and all(type(edge) is int for edge in one)


def _is_span(one: object) -> bool:
    if not isinstance(one, list) or len(one) < 4 or not _is_place(one[:2]):
        return False
    label, subtype = one[2:4]
    return isinstance(label, str) and isinstance(subtype, str) and is_valid(label, subtype)


def _fit(spans: list[list[Any]], text: str) -> bool:
    """Inside the text, sorted, apart, none of blanks and punctuation alone."""
    inside = all(0 <= start < end <= len(text) for start, end, *_ in spans)
    apart = all(left[1] <= right[0] for left, right in pairwise(spans))
    return inside and apart and all(any(sign.isalnum() for sign in text[s:e]) for s, e, *_ in spans)
