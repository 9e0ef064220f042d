"""One reading of a note into mentions: what is said, of whom, and in which section.

What counts for the patient today keeps its code; what is past or in the family takes the code that
says so (`data/rules/history.csv`, `family.csv`), or goes.
"""

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache
from typing import Final

from icdcoder.domain.adverse import adverse_effects
from icdcoder.domain.burns import burns
from icdcoder.domain.context import ContextReader, Status
from icdcoder.domain.cut_note import CutNote
from icdcoder.domain.dosage import measured_out
from icdcoder.domain.matching import TermIndex, drop_contained
from icdcoder.domain.mention import Mention
from icdcoder.domain.names import named
from icdcoder.domain.poisoning import poisonings
from icdcoder.domain.sayings import said
from icdcoder.domain.sections import Section, SectionReader
from icdcoder.domain.spread import spread
from icdcoder.domain.tokens import Token
from icdcoder.domain.vocabulary import NO_CODE
from icdcoder.domain.wordings import read_table

_SECTION_STATUS: Final = {Section.FAMILY: Status.FAMILY, Section.HISTORY: Status.HISTORY}
_PAST_ONLY: Final = ("Z90", "Z923", "Z926")
# What an operation long ago, or a word for who had it, tells of today: "néphrectomie en 2010", "splénectomisé".
_LONG_AGO: Final = re.compile(
    r"\b(?:en|il y a|depuis|de) (?:19|20)\d\d\b|\bil y a \d+ ?(?:ans?|mois)|^\W{1,3}(?:19|20)\d\d\b"
)
# What a note says of an operation in this stay: without it a removed organ was removed before.
_SURGERY: Final = re.compile(
    r"\bblocs?\b|\bpost-?op|\bper-?op|\bsuites operatoires|\boperatoire\b|\banesthesi|\bredons?\b|\brachi\b|\bprogramme[e]? pour"
    r"|\bd'hemostase\b|\blaparotomie\b|\bosteosynthes|\boperee? (?:le|ce|en urgence)|\bintervention\b|\bchirurgie\b.{0,20}\bj\d|\bj0\b|\bce jour\b|\bbloc operatoire"
)
# The family is where these difficulties lie, or whose hand it was, not whose they are.
_SOCIAL: Final = (
    "Z911",
    "Z55",
    "Z56",
    "Z59",
    "Z60",
    "Z61",
    "Z62",
    "Z63",
    "Z64",
    "Z65",
    "Z74",
    "Z75",
    "Z843",
    *("V", "W", "X0", "X1"),
    "T74",
    "X85",
    "X9",
    "Y0",
    "S",
)
# A device that this stay puts in is part of what was done: "JJ montée en urgence", "PIH posée à J1", "relais AOD".
_DEVICES: Final = (
    "Z89",
    "Z981",
    "Z921",
    "Z932",
    "Z933",
    "Z935",
    "Z95",
    "Z960",
    "Z964",
    "Z966",
    "Z968",
)
_PUT_IN: Final = re.compile(
    r"[^.;,:()\n]{0,40}?\b(?:posee?s?|montee?s?|mis(?:es?)? en place|implantee?s?|cimentee?s?|prevue?s?|programmee?s?|debutee?s?|introduite?s?"
    r"|(?:a |au |le )?j ?\d{1,2}\b|le \d{1,2} ?/ ?\d{1,2}\b|le \d{1,2}(?=[ .,;)]*(?:$|[.,;)\n]))|a debuter|ce jour|le jour meme|le lendemain|en urgence|terminale)(?![^.;\n]{0,25}(?:\b(?:19|20)\d\d|prevention))"
)
_PUTTING: Final = re.compile(
    r"\b(?:pose|montee|implantation|mise en place|introduction|relais|puis)\W{1,2}(?:de |d'|d'une? |du |des |par |une? |la |le |sonde )*$"
    r"|[.;:•-]\W{0,3}\d{1,2} ?/ ?\d{1,2} ?:? ?$|\breprise ?: ?$"
    r"|\b(?:bav|bloc auriculo-ventriculaire|bloc av|dysfonction sinusale)\b[^.;\n]{0,25}\W{1,4}$"
)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b|\bil y a \d+ ?(?:ans?|mois)")
_BORNE: Final = re.compile(r"\b(?:porteu|connue?s?\b|ancien|deja|anterieur)")
# Tobacco given up years ago is no dependence any more.
_GIVEN_UP: Final = re.compile(
    r"\b(?:19|20)\d\d\b|\b(?:il y a|depuis) (?:\d+|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|quinze|vingt|trente) ?ans\b"
)
# An opening of the gut beside what was operated.
_OPENED: Final = ("Z932", "Z933")
_OPENING: Final = re.compile(
    r"\blavage|\bcolectomie|\blaparo|\bdemontage|\banastomose|\breprise (?:chir|au bloc|lapar)|\bresection"
)
# "Allergique au Bactrim (toxidermie 2015)": what the allergy did then.
# Infections of the airways and the gut that were over weeks before: "rhinopharyngite il y a 3 semaines".
_BRIEF: Final = ("J0", "J1", "J20", "J21", "J22", "A0", "H66", "B34")
_WEEKS_AGO: Final = re.compile(
    r"[^.;,:\n]{0,25}\bil y a (?:\d+|une?|deux|trois|quatre|quelques|plusieurs) ?(?:sem\w*|mois|ans?)\b"
)
_REACTIONS: Final = ("L27", "L50", "L51", "T78", "R21", "L29", "J98", "R06", "R10", "R11")
_REACTION: Final = re.compile(r"\b(?:allergi|intoleran)[^.;\n()]{0,50}\([^)\n]{0,30}$")
_MOTHERS: Final = ("P00", "P01", "P02", "P03", "P04", "O1", "O24", "O411", "O42", "F17")
_ACTIVE: Final = re.compile(
    r"surveillance active|sous hormono|sous chimio|en cours|palliat"
    r"|(?<!pas de )(?<!sans )(?<!ni )(?<!non )(?:metasta|metas\b|evoluti|recidiv|progress)"
)
# A relative's disease is coded where the patient is seen for it: "coloscopie de dépistage pour antécédent familial de cancer",
# "oncogénétique : mère et tante atteintes". The parents of a husband, or a neighbour, are nobody's blood.
_BLOOD: Final = re.compile(
    r"\b(?:(?:(?:antecedents?|atcds?|ant|histoire|contexte|terrain|formes?) )?famili(?:al|aux|ales?)\b|heredit|famille\b|parents?\b|fratrie\b"
    r"|(?:grand-? ?)?(?:pere|mere)s?\b|(?:demi-? ?)?(?:frere|soeur)s?\b|oncles?\b|tantes?\b|cousine?s?\b|neveux?\b|nieces?\b|fils\b|filles?\b)"
)
_SOUGHT: Final = re.compile(
    r"\bdepistages?\b|onco-?genetique\b|\b(?:conseil|tests?|enquetes?|consultation|depistages?)(?: (?:de|d.))? ?genetique\b|presymptomatique\b|\b(?:indication|motif)(?: de \w+)? ?:|\ba risque\b"
    r"|\b(?:chirurgie|mastectomie|annexectomie) prophylactique|\binquiet\w*\b"
    r"|\b(?:pour|devant|car|demandee?s? (?:pour|car)|en raison|du fait|compte tenu|au vu|motivee?s? par|a cause)(?: (?:de|du|des|d'|l'|la|le|les|une?|son|sa|ses|chez|forte?|lourde?s?|importante?s?))*\W*$"
    r"|^\W*(?:consultation|bilan|entretien|dosage|controle|surveillance|coloscopie|gastroscopie|fibroscopie|echographie|doppler|mammographie|radiographies?|irm|scanner|e[ce]g|epreuve)\b[^,:]*[,:]\W*$"
)
_SENTENCE: Final = re.compile(r"[.;\n]")
_AROUND: Final = 250  # characters of a sentence that are read
Span = tuple[int, int]


def _is_sought(mention: Mention, folded: str) -> bool:
    """The patient is seen because of the relative's disease: what says so stands before both, in the same sentence."""
    before = _SENTENCE.split(folded[max(0, mention.start - _AROUND) : mention.start])[-1]
    start = mention.start - len(before)
    sentence = before + _SENTENCE.split(folded[mention.start : mention.end + _AROUND])[0]
    blood = _BLOOD.search(sentence)
    if blood is None:
        return False
    head = folded[start : min(start + blood.start(), mention.start)]
    return _SOUGHT.search(head) is not None


def _is_active(mention: Mention, folded: str) -> bool:
    near = folded[max(0, mention.start - 30) : mention.end + 60]
    return mention.code[0] == "C" and _ACTIVE.search(near) is not None


def _is_of_the_past(mention: Mention, folded: str, *, is_operated: bool) -> bool:
    if mention.status is Status.HISTORY:
        return True
    said = folded[mention.start : mention.end]
    after = folded[mention.end : mention.end + 25]
    if mention.code.startswith("Z90") and not is_operated:
        return True
    is_state = mention.code.startswith("Z90") and "ectomie" not in said and "resection" not in said
    return is_state or _LONG_AGO.search(after) is not None


def _is_put_in(mention: Mention, folded: str) -> bool:
    """The device came in this stay; one that was there before bears a year, or no word for how it came."""
    before = folded[max(0, mention.start - 30) : mention.start]
    behind = folded.find(" ", mention.start, mention.end)
    after = folded[behind if behind > 0 else mention.end : mention.end + 80]
    if _YEAR.search(folded, mention.start, mention.end + 25) or _BORNE.search(before + after[:25]):
        return False
    if _PUT_IN.match(after) or _PUTTING.search(before):
        return True
    near = folded[max(0, mention.start - 60) : mention.end + 30]
    return mention.code.startswith(_OPENED) and _OPENING.search(near) is not None


def _given_up(mention: Mention, folded: str) -> Mention:
    """Tobacco stopped years ago is a history: "tabac sevré 2010"."""
    is_past = mention.code == "F1720" and _GIVEN_UP.search(folded, mention.start, mention.end + 25)
    return mention._replace(code="Z864", status=Status.PRESENT) if is_past else mention


# A ward of rehabilitation gets what another one put in.
_REHAB: Final = re.compile(
    r"\bs[sm]r\b|\bsoins (?:medicaux |de suite )?(?:et |de )?(?:de )?(?:suite|readaptation)\b|\bcentre de reeducation\b"
)
_TITLE: Final = 150


def _is_untold(mention: Mention, folded: str) -> bool:
    """Part of what is coded otherwise (a device put in today, the reaction in an allergy's bracket), or long over."""
    if mention.code.startswith(_DEVICES):
        return _is_put_in(mention, folded) and _REHAB.search(folded[:_TITLE]) is None
    if mention.code.startswith(_BRIEF):
        return _WEEKS_AGO.match(folded, mention.end) is not None
    if mention.code.startswith(_REACTIONS):
        return _REACTION.search(folded[max(0, mention.start - 85) : mention.start]) is not None
    return False


def read_mentions(
    note: CutNote,
    index: TermIndex,
    conditions: Container[str],
    hidden: Sequence[Span] = (),
    figures: Sequence[Mention] = (),
) -> list[Mention]:
    """All mentions, negated ones too; what drugs caused comes last. Nothing is read out of the spans `hidden`.

    Drugs cause the states that `figures` name, too: "Na 124 sous diurétique".
    """
    text, folded, tokens, places = note.text, note.folded, note.tokens, note.places
    covered = _covered(tokens, hidden)
    silent = covered | measured_out(tokens, places)
    found = drop_contained(
        [
            *index.find(note, conditions, silent),
            *spread(note, covered),
            *said(note, silent),
            *(match for match in burns(folded, tokens) if silent.isdisjoint(match.positions)),
        ]
    )
    in_names = named(note)
    matches = [m for m in found if m.code != NO_CODE and m.first not in in_names]
    swallowed = list(poisonings(tokens, places, text, covered, conditions))
    if not matches and not figures:
        return swallowed
    context, sections = ContextReader(note), SectionReader(text)
    mentions: list[Mention] = []
    for match in matches:
        start, end = tokens[match.first].start, tokens[match.last].end
        section = sections.at(start)
        status = in_section(context.status(match), section)
        mentions.append(
            Mention(match.code, start, end, status, section, match.kind, match.size, match.coverage)
        )
    caused = adverse_effects([*mentions, *figures], tokens, text, covered)
    return [*mentions, *swallowed, *caused]


def in_section(status: Status, section: Section) -> Status:
    """The stronger one of what the sentence and its section say."""
    return max(status, _SECTION_STATUS.get(section, Status.PRESENT))


def _covered(tokens: Sequence[Token], hidden: Sequence[Span]) -> frozenset[int]:
    """Positions of the tokens that touch a hidden span."""
    if not hidden:
        return frozenset()
    spans = sorted(hidden)
    covered, at = set(), 0
    for position, token in enumerate(tokens):
        while at < len(spans) and spans[at][1] <= token.start:
            at += 1
        if at < len(spans) and spans[at][0] < token.end:
            covered.add(position)
    return frozenset(covered)


def of_today(
    mentions: Sequence[Mention], folded: str, conditions: Container[str] = ()
) -> Iterator[Mention]:
    """The mentions that are coded, each under the code that its status calls for.

    `folded` is the note folded (`fold_text`): a cancer under treatment is none of the past, an organ
    removed in this stay is not yet missing. A newborn's file tells of the mother in its own chapter.
    """
    removed = any(mention.code.startswith("Z90") for mention in mentions)
    is_operated = removed and _SURGERY.search(folded) is not None
    for told in mentions:
        mention = _given_up(told, folded)
        if _is_untold(mention, folded):
            continue
        if mention.status is Status.HISTORY and not _is_active(mention, folded):
            code = _mapped(_table("history"), mention.code, mention.code)
        elif (
            mention.status is Status.FAMILY
            and mention.code.startswith(_MOTHERS)
            and "newborn" in conditions
        ):
            code = mention.code
        elif mention.status is Status.FAMILY and not mention.code.startswith(_SOCIAL):
            code = _mapped(_table("family"), mention.code, "")
            if code and _is_sought(mention, folded):
                yield mention._replace(code=code, status=Status.PRESENT)
                continue
        elif mention.status is Status.FAMILY:
            yield mention._replace(status=Status.PRESENT)
            continue
        else:
            code = "" if mention.status in (Status.NEGATED, Status.PLANNED) else mention.code
        if mention.code.startswith(_PAST_ONLY) and not _is_of_the_past(
            mention, folded, is_operated=is_operated
        ):
            code = ""
        if code:
            yield mention if code == mention.code else mention._replace(code=code)


def _mapped(table: dict[str, str], code: str, otherwise: str) -> str:
    """The longest prefix of the code that the table knows decides."""
    for length in range(len(code), 0, -1):
        if code[:length] in table:
            return table[code[:length]]
    return otherwise


@cache
def _table(name: str) -> dict[str, str]:
    rows = read_table(f"rules/{name}.csv")
    return {prefix: row["code"] for row in rows for prefix in row["prefix"].split()}
