"""What a drug did: a state said to come under a drug brings the code of the circumstance (Y40–Y59).

"Vomit sous Contramal" → Y450; "HTA sous amlodipine" is a treatment: only states that drugs are known
to cause (`data/rules/adverse.csv`) count, and the drug follows within a few words.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from operator import attrgetter
from typing import Final

from icdcoder.domain.context import Status
from icdcoder.domain.mention import Mention
from icdcoder.domain.tokens import Break, Token, fold_term, fold_text, words
from icdcoder.domain.vocabulary import TermKind
from icdcoder.domain.wordings import read_table

_LINKS: Final = words(
    "sous ss sur au aux a post induit induite par imputable lie liee du iatrogene apres toxique",
    "imputee impute attribuee attribue secondaire suite consecutive consecutif induits induites liees lies due dus dues",
    "provoque provoquee rapporte introduction instauration majoration medicamenteuse medicamenteux toxicite compte dos vient rapportee rapporte",
)
# Small words that link within their clause alone.
_LOOSE: Final = words("sur a au aux du post apres")
_start_of = attrgetter("start")
_ARROW: Final = re.compile(r"[-=]?>|→")
_ARROW_REACH: Final = 4  # words from the drug to the state behind the arrow
# "Amoxicilline : à J4 exanthème", "Bactrim depuis 8 jours, au 9e jour éruption": a day counted from the drug to the state behind it.
_TIMED: Final = re.compile(
    r"\b[jh] ?\+? ?\d{1,2}\b|\b(?:au|des le) \d{1,2} ?(?:e|eme|er)? jour\b|\bau bout de \d|\bapres (?:la )?(?:\d|1re|premiere|deuxieme|2e)|\b\d{1,2} (?:min|minutes|h|heures|jours) apres"
)
_TIMED_REACH: Final = 7  # words
# "Le Téralithe est bien le coupable de…", "l'amiodarone a déclenché…": words that blame what stands before them.
_BLAMING: Final = re.compile(
    r"\b(?:coupables?|responsables?|en cause|incrimine\w*|a l'origine|(?:a|ont|avait) (?:\w+ )?(?:entraine|provoque|declenche|induit|occasionne|cause|donne)|(?:l'|lui )(?:a|ont|avait|avaient)(?! (?:\w+ )?(?:ete|prescri|donne|soulag|gueri|amelior|aide|stabilis|normalis|corrig)))\b"
    r"(?! pas\b)(?:(?!\bpour\b|\bdevant\b)[^.;\n]){0,30}$"
    # "arrêté car urticaire", "prégabaline vite stoppée (dort debout)"
    r"|\b(?:arret|stopp|suspend|interromp|mal toler|non toler)\w*(?: \w+)? ?(?:\(|\bcar\b|\bpour\b|\bdevant\b|\bsur\b|=)(?: (?:une?|des|son|sa|apparition d['e]))? ?(?:\w+ )?$"
)
_UNBLAMED: Final = re.compile(r"\b(?:pas|non|jamais|aucun\w*)\b")
_BLAME_REACH: Final = 9
# A drug stopped behind what drugs do to skin, liver, blood and salts is to blame: "rash : Bactrim arrêté", "cytolyse → STOP isoniazide".
_STOPPED: Final = words(
    "arrete arretee arretes arretees stoppe stoppee stoppes stoppees suspendu suspendue stop interrompu interrompue",
    "remplace remplacee remplaces remplacees incrimine incriminee incrimines incriminees",
)
_STOPPING: Final = words(
    "stop arret arrete stoppe stoppee suspension suspendu suspendue interruption"
)
_STOP_STATES: Final = (
    *("L2", "L5", "R21", "K71", "K75", "R74", "D70", "D59", "D69", "G2", "G62", "T88", "E87"),
    *("R44", "J70"),
)
# Behind a semicolon it still speaks of the state before: "Na 118, somnolente ; imputé à l'indapamide".
_STILL_OF_IT: Final = words(
    "impute imputee imputes imputees attribue attribuee attribues attribuees rapporte rapportee secondaire secondaires"
)
# A class stands for the drug of it that the note names: "le diurétique", and Esidrex before.
_CLASSES: Final = {
    "Y545": "Y54",
    "Y408": "Y40",
    "Y433": "Y43",
    "Y492": "Y49",
    "Y525": "Y52",
    "Y453": "Y452",
}
_CLASS_NAMES: Final = words(
    "diuretique diuretiques antibiotique antibiotiques chimiotherapie chimiotherapies chimio antidepresseur antidepresseurs",
    "antihypertenseur antihypertenseurs ains anti",
)
# What follows an intake at a distance, and what else blames a drug by itself: "10 min après le 1er cp d'amoxicilline",
# "après 7 j d'Augmentin", "imputabilité vildagliptine".
_REMOTE: Final = ("T782", "T783", "T784", "T886", "A047", "L12", "L27", "L51", "K521")
_INTAKE: Final = words(
    "apres imputabilite imputable suite decours pharmacovigilance incrimine incriminee"
)
_ACCUSED: Final = words("imputable imputabilite incrimine incriminee")
_ACCUSED_REACH: Final = 3
_INTAKE_REACH: Final = 5  # words from these to the drug
# "Cytolyse : arrêt pyrazinamide, normalisation": what goes when the drug goes came of it.
_RELIEVED: Final = ("normalis", "regress", "amelior", "correct", "dispar", "resol", "recup")
_RELIEF_REACH: Final = 4  # words from the drug to what went
_REPLACING: Final = ("remplac", "relais", "relay", "switch")  # what comes instead is not to blame
_REACH: Final = 11  # words from the state to the drug


@cache
def _drugs() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """First folded word of a drug → its words and the code of its adverse effect, longest first."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for row in read_table("wordings/drugs.csv"):
        for name in row["words"].split("|"):
            parts = tuple(
                fold_term(part) for part in name.replace("-", " ").replace("'", " ").split()
            )
            found.setdefault(parts[0], []).append((parts, row["adverse"]))
    return {first: sorted(named, key=lambda own: -len(own[0])) for first, named in found.items()}


def _drug_at(tokens: Sequence[Token], position: int) -> str | None:
    """The code of the drug whose words begin at the position."""
    for named, code in _drugs().get(tokens[position].fold, ()):
        if len(named) == 1 or named == tuple(
            token.fold for token in tokens[position : position + len(named)]
        ):
            return code
    return None


@cache
def _caused() -> tuple[str, ...]:
    """States that drugs are known to cause, those that follow at a distance among them."""
    rows = read_table("rules/adverse.csv")
    return (*(code for row in rows for code in row["codes"].split()), *_REMOTE)


def adverse_effects(
    mentions: Sequence[Mention], tokens: Sequence[Token], text: str, hidden: AbstractSet[int]
) -> Iterator[Mention]:
    """A mention of the circumstance for each state with its drug; the drug's name is its evidence.

    The drug follows, or an arrow leads from it to the state: "rispéridone -> dystonie".
    """
    caused = _caused()
    named: dict[str, str] | None = None
    taken: list[tuple[Token, str]] | None = None
    first_blamed: dict[str, tuple[Token, str] | None] = {}  # by the state's code
    for mention in mentions:
        if mention.status is Status.PRESENT and mention.code.startswith(caused):
            first = bisect_left(tokens, mention.start, key=_start_of)
            may_stop = mention.code.startswith(_STOP_STATES)
            found = _drug_after(first, mention.end, tokens, hidden, may_stop=may_stop)
            found = found or _drug_before(first, tokens, text, hidden, may_stop=may_stop)
            if found is not None and _is_blamed(mention.code, found[1]):
                token, code = found
                if code in _CLASSES and token.fold in _CLASS_NAMES:
                    named = _named(tokens, hidden) if named is None else named
                    code = named.get(_CLASSES[code], code)
                yield _circumstance(mention, token, code)
            elif found is None and mention.code.startswith(_REMOTE):
                taken = list(_drug_taken(tokens, hidden)) if taken is None else taken
                if mention.code not in first_blamed:
                    own = (drug for drug in taken if _is_blamed(mention.code, drug[1]))
                    first_blamed[mention.code] = next(own, None)
                if (blamed := first_blamed[mention.code]) is not None:
                    yield _circumstance(mention, *blamed)


def _circumstance(state: Mention, drug: Token, code: str) -> Mention:
    return state._replace(code=code, start=drug.start, end=drug.end, kind=TermKind.SYNONYM)


def _drug_taken(tokens: Sequence[Token], hidden: AbstractSet[int]) -> Iterator[tuple[Token, str]]:
    """Drugs a few words behind one of `_INTAKE`, in the same sentence."""
    for position, token in enumerate(tokens):
        if token.fold not in _INTAKE:
            continue
        for at in range(position + 1, min(len(tokens), position + 1 + _INTAKE_REACH)):
            if tokens[at].before is Break.SENTENCE:
                break
            code = _drug_at(tokens, at)
            if code and at not in hidden:
                yield tokens[at], code
                break
        for at in range(position - 1, max(-1, position - 1 - _ACCUSED_REACH), -1):
            code = _drug_at(tokens, at) if token.fold in _ACCUSED else None
            if code and at not in hidden:  # "gliptine incriminée"
                yield tokens[at], code
                break


def _is_blamed(state: str, drug: str) -> bool:
    """False for what a drug is given against: a fever under amoxicillin. `data/rules/blamed.csv`."""
    for drugs, blame, states in _blames():
        if drug.startswith(drugs) and state.startswith(states) is (blame == "never"):
            return False
    return True


@cache
def _blames() -> list[tuple[str, str, tuple[str, ...]]]:
    rows = read_table("rules/blamed.csv")
    return [(row["drugs"], row["blame"], tuple(row["states"].split())) for row in rows]


def _drug_after(
    first: int, end: int, tokens: Sequence[Token], hidden: AbstractSet[int], *, may_stop: bool
) -> tuple[Token, str] | None:
    """The drug that the state's own words name ("neuropathie à l'oxaliplatine"), or one behind them."""
    behind = first
    while behind < len(tokens) and tokens[behind].start < end:
        code = _drug_at(tokens, behind)
        if code and behind not in hidden:
            return tokens[behind], code
        behind += 1
    is_linked = any(_is_of_a_drug(token.fold) for token in tokens[first:behind])
    return _drug_behind(behind, tokens, hidden, is_linked=is_linked, may_stop=may_stop)


def _is_of_a_drug(word: str) -> bool:
    """The state itself says that a drug did it: "corticodiabète", "toxicité"."""
    return word == "sous" or word.startswith("cortico") or "toxicit" in word


def _drug_behind(
    first: int,
    tokens: Sequence[Token],
    hidden: AbstractSet[int],
    *,
    is_linked: bool,
    may_stop: bool,
) -> tuple[Token, str] | None:
    """A drug within a few words that is linked to the state, or was stopped."""
    linked = ""
    for walked, position in enumerate(range(first, len(tokens)), 1):
        token = tokens[position]
        is_new = token.before is Break.SENTENCE and token.fold not in _STILL_OF_IT
        if is_new or walked > _REACH:
            return None
        if token.before is Break.COMMA and linked in _LOOSE:
            linked = ""  # "confusion sur démence, Risperdal": the drug treats
        if token.fold in _LINKS and linked in ("", *_LOOSE):
            linked = token.fold
        code = _drug_at(tokens, position)
        if not code or position in hidden:
            continue
        if any(near.fold.startswith(_REPLACING) for near in tokens[position - 2 : position]):
            return None  # "thrombopénie → remplacé par doxycycline"
        if is_linked or linked or _is_stopped(tokens, position, may_stop=may_stop):
            return token, code
    return None


def _is_stopped(tokens: Sequence[Token], position: int, *, may_stop: bool) -> bool:
    """ "Bactrim arrêté", "STOP pyrazinamide"; unless `may_stop`, the state must have gone with it: "arrêt X, normalisation"."""
    behind = {token.fold for token in tokens[position + 1 : position + 3]}
    before = {token.fold for token in tokens[max(0, position - 3) : position]}
    if _STOPPED.isdisjoint(behind) and _STOPPING.isdisjoint(before):
        return False
    after = tokens[position + 1 : position + 1 + _RELIEF_REACH]
    return may_stop or any(token.fold.startswith(_RELIEVED) for token in after)


def _drug_before(
    first: int, tokens: Sequence[Token], text: str, hidden: AbstractSet[int], *, may_stop: bool
) -> tuple[Token, str] | None:
    """The drug a few words before the state, with an arrow, blame or a counted day between them."""
    for position in range(first - 1, max(-1, first - 1 - _BLAME_REACH), -1):
        if tokens[position + 1].before is Break.SENTENCE:
            return None
        code = _drug_at(tokens, position)
        if code and position not in hidden:
            between = text[tokens[position].end : tokens[first].start]
            is_led = first - position <= _ARROW_REACH and _ARROW.search(between)
            is_timed = (
                may_stop and first - position <= _TIMED_REACH and _TIMED.search(fold_text(between))
            )
            return (tokens[position], code) if is_led or is_timed or _is_blaming(between) else None
    return None


def _is_blaming(between: str) -> bool:
    folded = fold_text(between)
    return _BLAMING.search(folded) is not None and _UNBLAMED.search(folded) is None


def _named(tokens: Sequence[Token], hidden: AbstractSet[int]) -> dict[str, str]:
    """The code of the first drug of each class that the note names, by the class."""
    found: dict[str, str] = {}
    for position, token in enumerate(tokens):
        if position in hidden or token.fold in _CLASS_NAMES:
            continue
        code = _drug_at(tokens, position) or ""
        for kind in _CLASSES.values():
            if code.startswith(kind):
                found.setdefault(kind, code)
    return found
