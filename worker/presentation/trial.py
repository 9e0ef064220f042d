"""What « Essayer » shows of a text: found, replaced, doubted, coded, and what to think of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _l
from django.utils.translation import ngettext

from annotation.presentation.label_names import label_name
from deidweb.sentences import localised
from icdcoder.domain.codes import format_code
from privacy.domain.policy import WITHOUT_PROOF
from privacy.presentation.findings import KIND_NAMES, LEVEL_NAMES
from privacy.presentation.guarantees import date_sentence
from privacy.presentation.side_by_side import DOUBT, LEAK, Piece, Place, entity, lines_of, rows_of
from privacy.presentation.words import MECHANISM_NAMES
from worker.trial.verdict import Verdict

_TITLES: Final[dict[str, Promise]] = {
    Verdict.PASS: _l("Rien à signaler"),
    Verdict.REVIEW: _l("À vérifier"),
    Verdict.FAIL: _l("Fuite : ne pas diffuser"),
}


def shown(text: str, spans: list[list[Any]], doubts: list[list[int]], drawn: dict[str, Any], policy: dict[str, str]) -> dict[str, Any]:  # fmt: skip
    """The page's answer: rows of pieces, sentences and counts. `spans` and `doubts` go back to the browser, which alone
    keeps them."""
    rows = rows_of(_before(text, spans, doubts), _after(drawn))
    return {
        "text": text,
        "spans": spans,
        "doubts": doubts,
        "rows": [[_told(row.before), _told(row.after), row.css] for row in rows],
        "verdict": drawn["verdict"],
        "title": str(_TITLES[drawn["verdict"]]),
        "reasons": _reasons(spans, doubts, drawn),
        "sentence": _sentence(drawn, policy["dates"]),
        "cautions": [*_cautions(policy), *(localised(one) for one in drawn["warnings"])],
        "found": _found(spans),
        "codes": _codes(drawn),
    }


def _before(text: str, spans: list[list[Any]], doubts: list[list[int]]) -> list[list[Piece]]:
    doubt = _("Laissé en clair : le modèle hésite")
    return lines_of(
        text,
        [entity(s, e, label, subtype) for s, e, label, subtype, *_rest in spans],
        [Place(start, end, "", DOUBT, doubt) for start, end in doubts],
    )


def _after(drawn: dict[str, Any]) -> list[list[Piece]]:
    marks = [entity(*mark) for mark in drawn["marks"]]
    leaks = [Place(one["start"], one["end"], "", LEAK, _leak(one)) for one in drawn["findings"]]
    return lines_of(drawn["text"], marks, leaks)


def _leak(finding: dict[str, Any]) -> str:
    kind, level = str(finding["kind"]), str(finding["level"])
    return _("Valeur d'origine, %(kind)s (%(level)s)") % {
        "kind": KIND_NAMES.get(kind, kind),
        "level": LEVEL_NAMES.get(level, level),
    }


def _told(pieces: list[Piece]) -> list[list[str]]:
    return [[piece.text, piece.label, piece.flag, piece.title, piece.mark] for piece in pieces]


def _reasons(spans: list[list[Any]], doubts: list[list[int]], drawn: dict[str, Any]) -> list[str]:
    """Why the verdict is what it is; one sentence when nothing was seen."""
    sure = sum(one["level"] == "sure" for one in drawn["findings"])
    counted = (
        (sure, _sure), (len(drawn["findings"]) - sure, _likely), (len(doubts), _doubted), (drawn["kept"], _stayed),
    )  # fmt: skip
    found = [sentence(count) % {"n": count} for count, sentence in counted if count]
    if not spans:
        found.append(_("Rien n'a été trouvé : le texte sortirait tel quel. Relisez-le."))
    return found or [
        _(
            "Aucune valeur d'origine trouvée ne se lit dans le texte substitué, et le modèle n'hésite nulle part."
        )
    ]


def _sure(count: int) -> str:
    return ngettext(
        "%(n)d valeur d'origine se lit encore dans le texte substitué.",
        "%(n)d valeurs d'origine se lisent encore dans le texte substitué.",
        count,
    )


def _likely(count: int) -> str:
    return ngettext(
        "%(n)d endroit ressemble à une valeur d'origine.",
        "%(n)d endroits ressemblent à des valeurs d'origine.",
        count,
    )


def _doubted(count: int) -> str:
    return ngettext(
        "%(n)d endroit est laissé en clair, où le modèle hésite.",
        "%(n)d endroits sont laissés en clair, où le modèle hésite.",
        count,
    )


def _stayed(count: int) -> str:
    return ngettext(
        "%(n)d valeur tirée est restée la même : c'est possible quand le bruit est faible.",
        "%(n)d valeurs tirées sont restées les mêmes : c'est possible quand le bruit est faible.",
        count,
    )


def _sentence(drawn: dict[str, Any], dates: str) -> str:
    if drawn["day"] or dates != "metric" or not drawn["values"]:
        return date_sentence(Fraction(drawn["day"]) if drawn["day"] else None, dates)
    return localised(drawn["sentence"])


def _cautions(policy: dict[str, str]) -> list[str]:
    sentence = _("« %(name)s » n'offre aucune garantie prouvée.")
    chosen = (policy["dates"], policy["places"])
    return [sentence % {"name": MECHANISM_NAMES[name]} for name in chosen if name in WITHOUT_PROOF]


def _found(spans: list[list[Any]]) -> list[list[Any]]:
    """Label, its name, how many; the most frequent first."""
    counts = Counter(label for _start, _end, label, *_rest in spans)
    return [[label, label_name(label), n] for label, n in counts.most_common()]


def _codes(drawn: dict[str, Any]) -> list[list[str]] | None:
    """Code, its title, the words that it comes from; None where no nomenclature is installed."""
    if drawn["codes"] is None:
        return None
    text: str = drawn["text"]
    return [
        [
            format_code(one["code"]),
            one["label"],
            " · ".join(dict.fromkeys(" ".join(text[s:e].split()) for s, e in one["evidence"][:5])),
        ]
        for one in drawn["codes"]
    ]


def redaction_sentences(told: dict[str, Any]) -> list[str]:
    """What somebody must know of a redacted PDF before he hands it on."""
    said = [
        ngettext(
            "%(n)d endroit rendu illisible : ni le texte ni l'image n'en restent dans le fichier.",
            "%(n)d endroits rendus illisibles : ni le texte ni l'image n'en restent dans le fichier.",
            told["found"],
        ) % {"n": told["found"]},
        _(
            "Images, signatures, tampons, dessins, couleurs de fond, formulaires et commentaires n'ont pas été lus : ils ne "
            "sont pas repris. La longueur d'un cache reste visible."
        ),
    ]  # fmt: skip
    if told["doubts"]:
        said.insert(1, _doubted(told["doubts"]))
    if told["scanned"]:
        pages = ", ".join(map(str, told["scanned"]))
        said.append(
            _("Pages numérisées, lues par reconnaissance de caractères : %(pages)s. Relisez-les.")
            % {"pages": pages}
        )
    if told["sheets"] > len(told["pages"]):
        said.append(
            _("Seules les %(n)d premières pages sont montrées.") % {"n": len(told["pages"])}
        )
    return said
