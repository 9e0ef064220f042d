"""Invented notes with their codes, composed from the nomenclature's labels and the dictionary's wordings.

A note has a setting (who lies where: it draws the chapters), sections like a real document's, and beside what counts what does
not: denied, feared, of the family, long past. Words are abbreviated and misspelt; a drug or a figure may hint at a code.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from icdcoder.domain.nomenclature import Nomenclature
from icdcoder.domain.wordings import wordings

# setting → opening, letters of the codes it draws first (a letter more often stands more often)
SETTINGS: Final = {
    "adulte": (("Patient de {age} ans", "Patiente de {age} ans", "Homme de {age} ans", "Femme de {age} ans"),
               "IIIIEEEJJKKNNADFGMZZRLC"),
    "chirurgie": (("Patient de {age} ans adressé par les urgences", "Mme de {age} ans, traumatisme"), "SSSSTWWWXVMZI"),
    "maternité": (("Patiente de {young} ans, {term} SA", "G2P1, {term} SA", "Parturiente de {young} ans"), "OOOOOOZZDE"),
    "nouveau-né": (("Nouveau-né de {term} SA", "Nourrisson de {days} jours", "Né à {term} SA"), "PPPPPQQZA"),
    "psychiatrie": (("Patient de {age} ans hospitalisé sous contrainte", "Patiente de {age} ans"), "FFFFFZZXTG"),
    "enfant": (("Enfant de {child} ans", "Garçon de {child} ans", "Fillette de {child} ans"), "JJAABHLQSWRZ"),
    "cancérologie": (("Patient de {age} ans suivi en oncologie", "Patiente de {age} ans"), "CCCCCDDZZRE"),
    "gériatrie": (("Patiente de {old} ans, vit en EHPAD", "Monsieur de {old} ans"), "FGIIRRWWMNEZLS"),
}  # fmt: skip
_SECTIONS: Final = (
    (("Motif :", "Motif d'hospitalisation :", "Hospitalisé pour"), ("{a}", "{a} et {b}", "prise en charge d'une {a}")),
    (("Antécédents :", "ATCD :", "Terrain :"), ("{a}, {b}", "- {a}\n- {b}", "{a} ; {b}")),
    (("Histoire de la maladie :", "HDM :", "Évolution :"), ("Tableau de {a}. {b} associé", "On retient {a}, avec {b}",
     "Le bilan retrouve {a} ; {b}", "À l'entrée {a}, secondairement {b}")),
    (("Examen :", "Examens complémentaires :", "Biologie :"), ("en faveur de {a}", "{a} ; {b}", "montre {a}")),
    (("Conclusion :", "Au total :", "Diagnostics retenus :", "Synthèse :"), ("{a}, {b}", "1) {a} 2) {b}", "{a} sur {b}", "{a} compliqué de {b}")),
)  # fmt: skip
_NOISE: Final = (
    "Pas de {x}.", "Absence de {x}.", "Aucun argument pour {x}.", "{x} éliminé.", "Mère : {x}.", "Un frère avec {x}.",
    "{x} évoqué puis écarté.", "Recherche de {x} négative.", "Surveillance du risque de {x}.", "Notion familiale de {x}.",
    "Le patient n'a jamais eu de {x}.", "Ni {x}, ni fièvre.", "{x} à dépister à distance.",
)  # fmt: skip
_FILLER: Final = (
    "Constantes stables.", "TA 13/8, FC 78/min.", "Bonne évolution sous traitement.", "Sortie ce jour avec ordonnance.",
    "À revoir en consultation dans un mois.", "Abdomen souple, auscultation sans particularité.", "Pansement un jour sur deux.",
    "Scanner réalisé ce matin.", "Bilan prélevé aux urgences.", "Traitement habituel poursuivi.", "Kinésithérapie prescrite.",
)  # fmt: skip
# what names no disease and still tells it
_HINTS: Final = {
    "metformine": "E11", "insuline lente": "E10", "lévothyroxine": "E03", "amlodipine": "I10", "apixaban": "I48",
    "lévodopa": "G20", "donépézil": "G30", "furosémide et bisoprolol, FEVG 30 %": "I50", "allopurinol": "M10",
    "salmétérol-fluticasone": "J44", "salbutamol à la demande": "J45", "lithium": "F31", "clozapine": "F20",
    "sertraline": "F32", "atorvastatine": "E78", "oméprazole au long cours": "K21", "méthotrexate hebdomadaire": "M06",
    "IMC 41": "E66", "Na 124 mmol/l": "E87", "K 6,1 mmol/l": "E87", "DFG 22 ml/min": "N18", "Hb 7,8 g/dl": "D64",
    "plaquettes 42 G/l": "D69", "MMS 14/30": "F03", "ferritine 4": "D50", "albumine 22 g/l": "E43",
    "lactates 5, noradrénaline": "R57", "T de sortie 39,6, hémocultures à E. coli": "A41", "alendronate": "M81",
    "substitut nicotinique": "F17", "méthadone": "F11", "acamprosate": "F10", "hydroxychloroquine": "M32",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Generated:
    text: str
    codes: tuple[str, ...]


class Generator:
    """Draws notes; the same seed draws the same."""

    def __init__(self, nomenclature: Nomenclature, seed: int) -> None:
        self._draw = random.Random(seed)
        self._phrases: dict[str, list[tuple[str, str]]] = {}
        for entry in nomenclature:
            if nomenclature.is_codable(entry.code):
                self._learn(entry.code, entry.label.lower())
        for wording in wordings():
            code = nomenclature.default(wording.code) if wording.code in nomenclature else None
            if code is not None:
                for _twice in range(2):  # clinicians' words more often than the nomenclature's
                    self._learn(code, wording.phrase)
        self._told = {
            wording.code[:3] for wording in wordings()
        }  # categories that somebody found worth wording
        self._by_letter: dict[str, list[str]] = {}
        for category in sorted(self._phrases.keys() & self._told):
            self._by_letter.setdefault(category[0], []).append(category)

    @property
    def categories(self) -> list[str]:
        return sorted(c for own in self._by_letter.values() for c in own)

    def notes(self, count: int) -> Iterator[Generated]:
        """`count` notes; every category is the first of a note in turn, so that none is never seen."""
        turn = self.categories
        self._draw.shuffle(turn)
        for number in range(count):
            yield self._note(turn[number % len(turn)])

    def _learn(self, code: str, phrase: str) -> None:
        self._phrases.setdefault(code[:3], []).append((code, phrase))

    def _note(self, first: str) -> Generated:
        draw = self._draw
        fitting = [name for name, (_o, letters) in SETTINGS.items() if first[0] in letters]
        opening, letters = SETTINGS[draw.choice(fitting or ["adulte"])]
        chosen = [first, *(self._category(letters) for _ in range(draw.choice((1, 2, 3, 4, 5, 7))))]
        said = [self._said(category) for category in chosen]
        codes = {code for code, _phrase in said}
        lines = [self._opening(draw.choice(opening)) + "."]
        while said:
            heads, forms = _SECTIONS[min(len(lines) - 1, len(_SECTIONS) - 1)]
            form = draw.choice(forms)
            a = said.pop()[1]
            b = said.pop()[1] if "{b}" in form and said else ""
            told = form.format(a=a, b=b) if b or "{b}" not in form else a
            lines.append(f"{draw.choice(heads)} {told}.")
            lines += self._beside(letters)
        if draw.random() < 0.5:
            hint, category = draw.choice(list(_HINTS.items()))
            lines.append(f"{hint}.")
            codes.add(category)
        return Generated("\n".join(lines), tuple(sorted(codes)))

    def _beside(self, letters: str) -> Iterator[str]:
        draw = self._draw
        if draw.random() < 0.5:
            other = self._said(self._category(letters))[1]
            yield draw.choice(_NOISE).format(x=other)
        if draw.random() < 0.4:
            yield draw.choice(_FILLER)

    def _category(self, letters: str) -> str:
        while True:
            letter = self._draw.choice(letters)
            if letter in self._by_letter:
                return self._draw.choice(self._by_letter[letter])

    def _said(self, category: str) -> tuple[str, str]:
        code, phrase = self._draw.choice(self._phrases[category])
        return code, self._worn(phrase)

    def _worn(self, phrase: str) -> str:
        """As it is typed: shortened, misspelt, in capitals, a word left out."""
        draw, words = self._draw, phrase.split()
        if len(words) > 3 and draw.random() < 0.15:
            words.pop(draw.randrange(len(words)))
        return " ".join(self._typed(word) for word in words)

    def _typed(self, word: str) -> str:
        draw = self._draw
        if len(word) > 5 and draw.random() < 0.05:
            at = draw.randrange(1, len(word) - 2)
            kind = draw.randrange(3)
            if kind == 0:
                return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
            return word[:at] + word[at + 1 :] if kind == 1 else word[: at + 1] + word[at:]
        if len(word) > 8 and draw.random() < 0.05:
            return word[: draw.randrange(4, 7)] + "."
        return word

    def _opening(self, form: str) -> str:
        draw = self._draw
        return form.format(
            age=draw.randrange(25, 80), young=draw.randrange(18, 43), old=draw.randrange(78, 99),
            child=draw.randrange(2, 15), days=draw.randrange(1, 60), term=draw.randrange(24, 42),
        )  # fmt: skip


def families(codes: Sequence[str]) -> frozenset[str]:
    return frozenset(code[:3] for code in codes)
