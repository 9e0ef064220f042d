"""The code that may be coded: what PMSI forbids gives way to a descendant, chosen by what the note says.

"E119" may not be coded: with insulin it is "E1190", else "E1198". "W01" needs a place and an
activity. Where the note says nothing, the descendant "sans précision" is taken.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from icdcoder.domain.measures import Measure
from icdcoder.domain.nomenclature import Nomenclature
from icdcoder.domain.patient import Patient
from icdcoder.domain.wordings import read_table

_OPEN = re.compile(r"\bouverte?s?\b|\bcauchoix\b|\bgustilo\b|\bos a nu\b")
# "Fracture diaphysaire, plaie 3 cm en regard (Gustilo II)": the clause behind the comma says it is open.
_WOUNDED = re.compile(
    r"[^.;,\n]{0,25}, (?:\w+ )?(?:plaie\b[^.;,\n]{0,20}\b(?:en regard|gustilo|cauchoix)|os (?:a nu|visible)|gustilo|cauchoix)"
)
_NOT_OPEN = re.compile(r"\bnon ouverte")
_CLAUSE = re.compile(r"[,;.+]\s| - ")
_SENTENCE = re.compile(r"[;.\n]\s")
# Bones as a whole: without a break no part of the body is meant.
_SITELESS: Final = ("M81", "M858")
_SORES: Final = (
    (
        "L893",
        re.compile(
            r"\b(?:stade|st|grade) ?\.? ?(?:4|iv)\b|\b(?:a nu|expos\w+) (?:de )?(?:l'|le |les )?(?:os|tendons?|muscles?|aponevrose)\b"
        ),
    ),
    ("L892", re.compile(r"\b(?:stade|st|grade) ?\.? ?(?:3|iii)\b")),
    ("L891", re.compile(r"\b(?:stade|st|grade) ?\.? ?(?:2|ii)\b")),
    ("L890", re.compile(r"\b(?:stade|st|grade) ?\.? ?(?:1|i)\b")),
    ("L892", re.compile(r"(?<!pas de )\bnecros(?!e non)|\bnecrotique|\bfibrin")),
    ("L891", re.compile(r"\bphlyctene|\bdesepiderm")),
    ("L890", re.compile(r"\brougeur|\beryth")),
)
_SEVERE_LOSS: Final = {"lossinamonth": 10, "lossinmonths": 15}  # % of weight
_SEVERE: Final = re.compile(r"\bsever")
_JOINTS: Final = ("M05", "M06", "M10", "M11", "M13", "M15", "L405", "M073")
_CRYSTALS: Final = ("M10", "M11", "M86")
_WIDE: Final = 500  # characters on either side
_FRACTURED: Final = 80  # characters from the broken bone to its osteoporosis
_MALNUTRITION: Final = (
    ("E43", re.compile(r"\bsever|\bgrave")),
    ("E440", re.compile(r"\bmoder")),
    ("E441", re.compile(r"\bleger")),
)
_STRESS: Final = (
    ("F4302", re.compile(r"\bsever|\bgrave")),
    ("F4301", re.compile(r"\bmoder|\bmoyen")),
    ("F4300", re.compile(r"\bleger")),
)
_PHYSICAL: Final = re.compile(
    r"\btrembl\w+|\bsignes? physiques?|\bsymptomes? physiques?|\bsueurs (?:et|au|le|s'il)|\bcushman"
)
_STAGE: Final = re.compile(r"\b(?:stade|st|grade)\b")
_NOT_DEPENDENT: Final = re.compile(r"\b(?:sans|pas de|non|pas) dependan")
# What tells of a dependence on tobacco, beside the tobacco: without it "fume 10/j" is a use (Z72.0).
_HOOKED: Final = re.compile(
    r"dependan|fagerstrom|\baccros?\b|addict|patch|\bgommes?\b|nicot|substitut|champix|vareniclin|\breveil|\bminutes\b|\bmin\b|sevr"
    r"|echec|\brates?\b|essai|tentative|s'en passer|n'arrive pas|decrocher|jamais (?:reussi|d'arret)|malgre|refus|oxygene|\bo2\b"
    r"|\b[2-9]\d (?:cig|bru|/)|\b[2-9]\d ?/ ?j|\b(?:2|deux|1[.,]5) p|souhaite arreter|prete? a arr|sans (?:envie|interruption)"
    r"|depuis (?:l'age|ses)|\benvie|post-?tabag|\bpa\b|paquets?-annee"
)
# Illnesses of smokers and other addictions, anywhere in the note.
_HOOKED_NOTE: Final = re.compile(
    r"dependan\w+ (?:a |au |aux )|dependant|sevrage|oxygene|\bbpco\b|bronchopneumopathie chronique|\baomi\b|arteriopath"
)
_SINCE: Final = re.compile(
    r"\bdepuis (?:\d+|plusieurs|deux|trois|des) ?(ans|annees|mois|semaines|jours|j|sem)\b"
)
_CONGRUENT: Final = re.compile(r"\b(non (?:\w+ )?|in)?(?:congruent|concordant)")
_PATCH: Final = re.compile(r"(?:\b|nico)patchs?\b(?! ?:? ?refus)|\bnicotin|\bsubstitut")
# Tobacco that goes on beside its substitute: "fume toujours, patchs essayés".
_STILL: Final = re.compile(
    r"\bcigarettes?\b|\bcig\b|\bpaquets?\b(?!-? ?ann)|\bpaq\b|\bdependan\w+ (?:forte|severe|a la nicotine)|\bfagerstrom|\b(?:fume|fumeuse?|tabac) (?:toujours|encore)"
    r"|\b(?:non|pas) prete? a (?:l'|s')?arreter|\b(?:ne (?:souhaite|veut) pas|refuse d'|refus d')(?: ?l'| ?s')? ?arreter|\bcontinue (?:a|de) fumer"
    r"|\bpatchs? (?:rates?|sans (?:succes|effet)|inefficaces?|abandonnes?)"
)
_DAILY: Final = re.compile(r"\b(?:tous|ts) les jours\b|\bchaque jour\b|\bquotidiennement\b")
_SPINE: Final = (
    ("2", re.compile(r"\bcervica|\bc[3-7]\b")),
    ("5", re.compile(r"\b(?:dorso|thoraco)-?lomb|\b[dt]12\b")),
    ("4", re.compile(r"\bdorsa|\bthoraci|\b[dt](?:[1-9]|1[01])\b")),
    ("7", re.compile(r"\blombo-?sacr|\bl5 ?-? ?s1\b")),
    ("6", re.compile(r"\blomba|\bl[1-5]")),
)
_BODY: Final = (
    ("1", re.compile(r"\bepaule|\bclavicul|\bscapul|\bomo-?plat|\bacromi")),
    ("2", re.compile(r"\bhumer|\bcoude|\bbras\b(?<!avant-bras)")),
    ("3", re.compile(r"\bpoignet|\bradi(?:us|al)|\bavant-bras|\bcubit|\bulna")),
    ("4", re.compile(r"\bmains?\b|\bdoigt|\bpouce|\bmetacarp|\bphalange|\bmcp\b|\bipp\b")),
    ("7", re.compile(r"\bpieds?\b|\borteil|\bchevill|\bmetatars|\bcalcan|\bhallux|\bmtp|\bmalleol|\btalon")),
    ("6", re.compile(r"\bgenou|\btibia|\brotul|\bperone|\bjambe|\bfibula")),
    ("5", re.compile(r"\bhanche|\bquadri(?:ceps)?\b|\bfemur|\bfemora|\bcuisse|\bbassin|\bsacro-?iliaq|\bfess")),
    ("8", re.compile(r"\brachi|\bverteb|\bcotes?\b|\bcrane|\btassement|\bmachoire|\bsternum")),
)  # fmt: skip
_TOES: Final = re.compile(
    r"\bphalange|\b[pm][1-5]\b|\b(?:[1-5]e?r?|premier|deuxieme|cinquieme) rayon\b"
)
_HAND: Final = re.compile(r"\bmains?\b|\bdoigt|\bpouce|\bmetacarp|\bmcp\b|\bipp\b")
_FOOT: Final = re.compile(r"\bpieds?\b|\borteil|\bmetatars|\bhallux")
# Gases, swallowed by accident, on purpose, by another's hand or nobody knows how; what gave the carbon monoxide.
_GASES: Final = ("X47", "X67", "X88", "Y17")
_MONOXIDE: Final = re.compile(r"\bco\b|\bhbco\b|\bmonoxyde|\bcarboxy")
_SOURCES: Final = (
    ("2", re.compile(r"\bbrasero|\bbarbecue|\bcharbon|\bpoele\b|\bcheminee|\bfioul|\bbois\b|\bpetrole|\bgranules|\bnarguile|\bchicha")),
    ("0", re.compile(r"\bechappement|\bmoteur|\btracteur|\bvoiture|\bgroupe electrogene|\bgarage\b|\btondeuse|\bmotoculteur|\bkarcher|\bthermique")),
    ("1", re.compile(r"\bchauffe-? ?eau|\bchaudiere|\bgaz\b|\bgaziniere|\bbutane|\bpropane|\bchauffage d'appoint")),
)  # fmt: skip
# What a dementia adds to forgetting, as CIM-10 tells it by the fourth digit; two of them are "mixtes".
_DEMENTIA_SIGNS: Final = (
    ("1", re.compile(r"\b(?:idees? )?delirant|\bprejudice\b|\bpersecut")),
    ("2", re.compile(r"\bhallucin")),
    ("3", re.compile(r"\bdepressi|\bdepression\b|\btristesse\b")),
)
_UNSAID: Final = re.compile(
    r"\b(?:pas|sans|ni|non|aucune?|jamais|absence)(?: (?:de|d'une?|d'|signes?|symptomes?|syndrome|idees?|troubles?)){0,3} ?$"
)
# Whose sign it is, where it is not the patient's: "Sa fille est en dépression".
_OF_OTHERS: Final = re.compile(
    r"\b(?:fille|fils|mari|epouse|femme|soe?ur|frere|conjointe?|aidante?|enfants?)\b[^.;,\n]{0,30}$"
)
_INFECTED: Final = re.compile(r"\b(?:sur)?infecte")  # an ulcer of the legs: with inflammation
_AVERSIVE: Final = re.compile(r"\b(?:acamprosate|aotal|naltrexone|disulfirame|esperal)\b")
_DEMENTIA: Final = (
    (
        "2",
        re.compile(
            r"\bsevere?s?\b|\bmmse? ?:? ?\d\b(?!\d)|\b(?:avance|evolue)e?\b|\bne (?:parle|communique) plus\b|\bne reconnait plus\b|\bgds ?[67]\b"
        ),
    ),
    ("1", re.compile(r"\bmodere|\bmoyen|\bseverite moyenne|\bmmse? ?:? ?(?:à |a )?1\d\b")),
    ("0", re.compile(r"\blegere?\b|\bdebutant|\bmmse? ?:? ?(?:à |a )?2\d\b")),
)


_CARRIED: Final = re.compile(r"\bportage\b|\bporteu[rs]e?\b|\bcolonis|\bdepistage|\brectal")
_GROWN: Final = re.compile(
    r"\becbu\b|\bhemoc|\blba\b|\becbc\b|\bsepsis\b|\bpus\b|\babces\b|\bbacteriemie|\bpneumopathie|\bpavm\b|\bpyeloneph|\binfection\b"
)


@dataclass(frozen=True, slots=True)
class Extension:
    """With the measure from `low` to `high` a code of `prefixes` ends with `suffix`."""

    prefixes: tuple[str, ...]
    measure: str
    low: float
    high: float
    suffix: str


@cache
def _extensions() -> tuple[Extension, ...]:
    return tuple(
        Extension(
            tuple(row["prefixes"].split()),
            row["measure"],
            float(row["low"]),
            float(row["high"]),
            row["suffix"],
        )
        for row in read_table("rules/extensions.csv")
    )


@lru_cache(maxsize=65_536)
def _classing(code: str) -> tuple[tuple[str, Extension], ...]:
    """The rows that class a code, each with its prefix of it."""
    prefixes = (
        (next((p for p in rule.prefixes if code.startswith(p)), ""), rule) for rule in _extensions()
    )
    return tuple((prefix, rule) for prefix, rule in prefixes if prefix)


@dataclass(frozen=True)
class Extender:
    """Chooses the codable code for the codes of one note."""

    nomenclature: Nomenclature
    patient: Patient
    measures: Sequence[Measure]

    def codable(self, code: str, start: int, end: int) -> str | None:
        """The code to propose for `code` said at `start`…`end`; None where nothing may be coded."""
        code = self._graded(code, start, end)
        for candidate in (self._measured(code), self._told(code, start, end)):
            if candidate is not None and self.nomenclature.is_codable(candidate):
                return candidate
        return self.nomenclature.default(code)

    def stage(self, start: int, end: int) -> str:
        """The code of a pressure sore, by its stage or look."""
        near = self.patient.text[max(0, start - 30) : end + 110]
        return next((grade for grade, cue in _SORES if cue.search(near)), "L899")

    def _graded(self, code: str, start: int, end: int) -> str:
        """The degree that stands near: "Escarre sacrum st. II", "Dénutrition : albu 22, sévère"."""
        near = self.patient.text[max(0, start - 30) : end + 110]
        if code == "R64" and _SEVERE.search(
            re.split(r"[.;\n] ", self.patient.text[start : end + 60])[0]
        ):
            return "E43"
        if code == "E46":
            said = next((grade for grade, cue in _MALNUTRITION if cue.search(near)), None)
            return said or self._weighed(code)
        if code.startswith("L89") and not _STAGE.search(self.patient.text, start, end):
            after = self.patient.text[end : end + 45]
            return next((grade for grade, cue in _SORES[:4] if cue.search(after)), code)
        if code == "I830" and _INFECTED.search(self.patient.text, max(0, start - 25), end + 20):
            return "I832"
        if code.startswith("F1"):
            return self._consuming(code, near, start, end)
        if code == "F430":
            return next(
                (
                    grade
                    for grade, cue in _STRESS
                    if cue.search(self.patient.text[start : end + 20])
                ),
                code,
            )
        return code

    def _consuming(self, code: str, near: str, start: int, end: int) -> str:
        """Of alcohol, opiates, cannabis, tobacco: dependence, use without a pause, weaning, as `near` and the sentence say."""
        if code == "F1024" and _PHYSICAL.search(near):
            return "F10241"
        if code in ("F1024", "F1124", "F1224"):
            return self._continued(code, start, end)
        if code == "F1020" and _AVERSIVE.search(self._clause(start, end)):
            return "F1023"
        if code == "F1020":
            return code + _abstinence(self._clause(start, end))
        if code == "F1724" and (
            _NOT_DEPENDENT.search(near) or not self._is_dependent_smoker(start, end)
        ):
            return "Z720"
        if code == "F1724":
            beside = self.patient.text[max(0, start - 60) : end + 90]
            is_weaned = not _STILL.search(near) and _PATCH.search(beside)
            return "F1722" if is_weaned else self._continued(code, start, end)
        return code

    def _is_dependent_smoker(self, start: int, end: int) -> bool:
        """Dependence is said beside the tobacco, or the note tells of an addiction or of an illness of smokers."""
        text = self.patient.text
        beside = _HOOKED.search(text[max(0, start - 60) : end + 110])
        return bool(beside or _HOOKED_NOTE.search(text))

    def _continued(self, code: str, start: int, end: int) -> str:
        """Use without a pause, as against a use of today, in its own sentence."""
        before = _SENTENCE.split(self.patient.text[max(0, start - 30) : start])[-1]
        near = before + _SENTENCE.split(self.patient.text[start : end + 110])[0]
        daily = code[:4] + "5"
        is_daily = _DAILY.search(near) is not None and self.nomenclature.is_codable(daily)
        return daily if is_daily else code

    def _weighed(self, code: str) -> str:
        """HAS 2019 and 2021: albumin under 30 g/l is severe from 70 on, body mass index under 17 before, and so are 10 % of weight
        lost in a month, 15 % in six."""
        is_old = (self.patient.age or 0) >= 70
        for measure in self.measures:
            if measure.name == "albumin" and measure.value < 30:
                return "E43"
            if measure.name == "bmi" and measure.value < (20 if is_old else 17):
                return "E43"
            if measure.value >= _SEVERE_LOSS.get(measure.name, math.inf):
                return "E43"
        for measure in self.measures:
            if measure.name == "bmi" and measure.value < (22 if is_old else 18.5):
                return "E440"
            if measure.name in _SEVERE_LOSS:
                return "E440"
        return code

    def _measured(self, code: str) -> str | None:
        for prefix, rule in _classing(code):
            for measure in self.measures:
                if measure.name == rule.measure and rule.low <= measure.value <= rule.high:
                    return prefix + rule.suffix
        return None

    def _told(self, code: str, start: int, end: int) -> str | None:
        if code[0] in "VWXY" and len(code) <= 4:
            return self._circumstance(code, start)
        if code.startswith("E11") and len(code) == 4:
            return code + ("0" if self.patient.holds("insulin") else "8")
        if code[0] == "M":
            return self._site(code, start, end)
        if code[0] == "S" and len(code) == 4:
            return code + ("1" if self._is_open(start, end) else "0")
        if code[:3] == "I21" and len(code) == 4:
            return code + ("00" if self.patient.holds("acute_mi") else "8")
        if code[:3] in ("U82", "U83") and len(code) == 4:
            return self._resistance(code, start, end)
        if code in ("F302", "F312", "F323", "F333", "F315"):
            return self._congruent(code, start, end)
        if code.startswith(("F00", "F01", "F028", "F03")):
            return self._dementia(code, start, end)
        return None

    def _site(self, code: str, start: int, end: int) -> str | None:
        """The last digit of chapter XIII: the region of the spine (M40–M54), else the part of the body."""
        if len(code) == 5 and code[4] != "9":
            return None
        if code.startswith(_SITELESS):
            return code[:4] + "9"
        near = self.patient.text[max(0, start - 15) : end + 45]
        sites = _SPINE if "M40" <= code[:3] <= "M54" else _BODY
        if self._is_spread(code, near):
            return code[:4] + "0"
        digit = next((digit for digit, cue in sites if cue.search(near)), None)
        if digit is None and code.startswith(_CRYSTALS):
            digit = self._only_part(start, end)
        if digit is None and code.startswith(_JOINTS):
            before = self.patient.text[max(0, start - 90) : start].rpartition(". ")[2]
            digit = next((digit for digit, cue in sites if cue.search(before)), None)
        if digit in ("4", None) and _TOES.search(near) and not _HAND.search(near):
            wide = self.patient.text[max(0, start - _WIDE) : end + _WIDE]
            digit = "7" if _FOOT.search(wide) else digit  # a phalanx of the foot
        if digit is None and code.startswith("M80"):  # "tassement T12 sur ostéoporose"
            before = self.patient.text[max(0, start - _FRACTURED) : start]
            digit = next((digit for digit, cue in _BODY if cue.search(before)), None)
        return None if digit is None else code[:4] + digit + code[5:]

    def _only_part(self, start: int, end: int) -> str | None:
        """The one part of the body that a wider stretch names: "gros orteil droit…", and the gout two sentences on."""
        wide = self.patient.text[max(0, start - _WIDE) : end + _WIDE]
        named = [digit for digit, cue in _BODY if cue.search(wide)]
        return named[0] if len(named) == 1 else None

    def _is_spread(self, code: str, near: str) -> bool:
        """Joints of several parts of the body are named: "PR : poignets, genoux"."""
        named = sum(cue.search(near) is not None for _digit, cue in _BODY)
        return code.startswith(_JOINTS) and named > 1

    def _is_open(self, start: int, end: int) -> bool:
        """Said in the clause of the injury, not of its neighbour."""
        near = self._clause(start, end)
        is_said = _OPEN.search(near) or _WOUNDED.match(self.patient.text, end)
        return bool(is_said) and not _NOT_OPEN.search(near)

    def _clause(self, start: int, end: int) -> str:
        before = _CLAUSE.split(self.patient.text[max(0, start - 40) : start])[-1]
        said, after = self.patient.text[start:end], self.patient.text[end : end + 60]
        return before + said + _CLAUSE.split(after)[0]

    def _circumstance(self, code: str, at: int) -> str | None:
        if len(code) == 4:  # transport: the fourth character is the role, and stays
            extended = code + self.patient.activity(at)
            return extended if self.nomenclature.is_codable(extended) else code
        where = self.patient.place(at) + self.patient.activity(at)
        named = code + self._object(code, at) + where
        return named if self.nomenclature.is_codable(named) else code + where

    def _object(self, code: str, at: int) -> str:
        """The character that says with what, before place and activity: which edge cut, what gave the gas; "" where none does."""
        if code == "W26":
            return "0" if "couteau" in self.patient.text[max(0, at - 30) : at + 60] else "8"
        return self._fumes(at) if code in _GASES else ""

    def _fumes(self, at: int) -> str:
        """What the gas came of, as CIM-10 FR counts it: "brasero à charbon" is another domestic fuel."""
        near = self.patient.text[max(0, at - _WIDE) : at + _WIDE]
        if not _MONOXIDE.search(self.patient.text):
            return "9"
        return next((digit for digit, cue in _SOURCES if cue.search(near)), "4")

    def _congruent(self, code: str, start: int, end: int) -> str | None:
        """The psychotic symptoms of a mood: "délire congruent à l'humeur"."""
        said = _CONGRUENT.search(self.patient.text, max(0, start - 60), end + 90)
        return said and code + ("1" if said[1] else "0")

    def _resistance(self, code: str, start: int, end: int) -> str | None:
        """Carried, where the note says so beside the germ, or says so and names no culture of an infection."""
        sign = "+" if len(code) == 4 else ""
        text = self.patient.text
        before = _SENTENCE.split(text[max(0, start - 60) : start])[-1]
        after = _SENTENCE.split(text[start : end + 45])[0]
        is_near = _CARRIED.search(before + after) is not None
        is_grown = _GROWN.search(text, max(0, start - 45), start) is not None
        carried = (is_near and not is_grown) or (
            self.patient.holds("carriage") and _GROWN.search(text) is None
        )
        return f"{code}{sign}{'1' if carried else '0'}"

    def _dementia(self, code: str, start: int, end: int) -> str | None:
        """With its degree, where one is said: "F009" → "F00901", "F0190" → "F01901", "F03" → "F03+02".

        Beside a bare dementia other diseases stand that are severe, too: its own clause alone counts.
        """
        is_named = code.startswith(("F00", "F028"))
        near = self.patient.text[max(0, start - 80) : end + 120]
        said = near if is_named else self._clause(start, end)
        degree = next((digit for digit, cue in _DEMENTIA if cue.search(said)), None)
        if degree is None:
            return None
        stem = f"{code}+" if len(code) == 3 else code[:4]
        told = code[4:5].strip("0")  # "F0190" says no sign, "F0131" says which
        return f"{stem}{told or self._dementia_sign(start, end)}{degree}"

    def _dementia_sign(self, start: int, end: int) -> str:
        """The digit of what is said beside the dementia itself: delusions, hallucinations, sadness; "0" for nothing."""
        first, last = max(0, start - 80), end + 260
        said = [
            digit
            for digit, cue in _DEMENTIA_SIGNS
            for found in cue.finditer(self.patient.text, first, last)
            if not _UNSAID.search(self.patient.text, max(0, found.start() - 30), found.start())
            and not _OF_OTHERS.search(self.patient.text, max(0, found.start() - 45), found.start())
        ]
        return "4" if len(set(said)) > 1 else next(iter(said), "0")


def _abstinence(near: str) -> str:
    """How long: "abstinent depuis 4 ans" is in full remission, for less in early remission."""
    said = _SINCE.search(near)
    return "" if said is None else "2" if said[1] in ("ans", "annees") else "0"
