"""What people make of a value without writing it: cut, said, coded, called otherwise.

Each disguise writes a passage for an invented patient. The tables of short names and of the people of towns are told as
they are said, not by the rules of the scan. Phrases and table rows of even rank serve to develop, those of odd rank to
report (`Half`).
"""

import base64
from collections.abc import Callable, Sequence
from datetime import date
from enum import IntEnum
from typing import Final, NamedTuple, Protocol, TypeVar
from urllib.parse import quote

from privacy.domain.leakscan import Kind
from privacy.domain.randomness import BitSource, below
from privacy.domain.text import strip_accents
from privacy.domain.time.lexicon import MONTHS
from privacy.domain.time.numerals import to_words

T = TypeVar("T")


class Half(IntEnum):
    """Which phrases and rows of tables."""

    DEVELOP = 0
    REPORT = 1


class Subject(Protocol):
    """What a disguise needs to know of a patient."""

    @property
    def first(self) -> str: ...
    @property
    def last(self) -> str: ...
    @property
    def born(self) -> date: ...
    @property
    def town(self) -> str: ...
    @property
    def nir(self) -> str: ...
    @property
    def ipp(self) -> str: ...
    @property
    def phone(self) -> str: ...
    @property
    def stay(self) -> str: ...
    @property
    def rpps(self) -> str: ...
    @property
    def organisation(self) -> str: ...
    @property
    def reference(self) -> str: ...
    @property
    def street(self) -> str: ...
    @property
    def mail(self) -> str: ...
    @property
    def age(self) -> int: ...


Write = Callable[[Subject, BitSource], str]


class Disguise(NamedTuple):
    """`phrases` hold the passage; a passage is empty for a patient that it can't be made of."""

    kind: Kind
    write: Write
    phrases: tuple[str, ...]

    def passage(self, subject: Subject, source: BitSource, half: Half) -> str:
        """The value as it is written, in a phrase of that half."""
        written = self.write(subject, source)
        return pick(source, self.phrases[half::2]).format(written) if written else ""


def pick(source: BitSource, choices: Sequence[T]) -> T:
    """One of them, evenly."""
    return choices[below(source, len(choices))]


SHORT_NAMES: Final = (
    ("Jacqueline", "Jacquie"), ("Alexandre", "Alex"), ("Frédéric", "Fred"), ("Sébastien", "Seb"), ("Nicolas", "Nico"),
    ("Caroline", "Caro"), ("Catherine", "Cathy"), ("Dominique", "Domi"), ("Stéphanie", "Steph"), ("Véronique", "Véro"),
    ("Maxime", "Max"), ("Benjamin", "Ben"), ("Christophe", "Chris"), ("Christine", "Cricri"), ("Bernadette", "Nadette"),
    ("Elisabeth", "Babeth"), ("Françoise", "Fanfan"), ("Marguerite", "Margot"), ("Valérie", "Val"), ("Danielle", "Dany"),
    ("Philippe", "Phil"), ("Guillaume", "Guigui"), ("Emmanuel", "Manu"), ("Antoine", "Tonio"), ("Gabriel", "Gaby"),
    ("Joséphine", "Jo"), ("Nathalie", "Nath"), ("Isabelle", "Isa"), ("Jérôme", "Jéjé"), ("Ludovic", "Ludo"),
    ("Suzanne", "Suzie"), ("Théodore", "Théo"), ("Mathieu", "Mat"), ("Mélanie", "Mél"), ("Virginie", "Virg"),
    ("Raymond", "Ray"), ("Gérard", "Gégé"), ("Thomas", "Tom"), ("Samuel", "Sam"), ("Patricia", "Pat"),
    ("Florence", "Flo"), ("Laurence", "Lolo"), ("Madeleine", "Mado"), ("Josiane", "Josy"), ("Geneviève", "Ginette"),
    ("Christian", "Cri-Cri"), ("Robert", "Bob"), ("Monique", "Momo"), ("Édouard", "Ed"), ("Vincent", "Vince"),
    ("Mathilde", "Thilde"), ("Clotilde", "Tilde"), ("Brigitte", "Gitte"), ("Sandrine", "Drine"), ("Alexandra", "Xandra"), ("Delphine", "Phine"),
)  # fmt: skip
PEOPLE_OF: Final = (
    ("Dijon", "dijonnais"), ("Lyon", "lyonnais"), ("Chalon-sur-Saône", "chalonnais"), ("Mâcon", "mâconnais"),
    ("Nantes", "nantais"), ("Brest", "brestois"), ("Lille", "lillois"), ("Nancy", "nancéien"), ("Belfort", "belfortain"),
    ("Montbéliard", "montbéliardais"), ("Besançon", "bisontin"), ("Pontarlier", "pontissalien"), ("Auxerre", "auxerrois"),
    ("Nevers", "nivernais"), ("Troyes", "troyen"), ("Reims", "rémois"), ("Colmar", "colmarien"), ("Mulhouse", "mulhousien"),
    ("Strasbourg", "strasbourgeois"), ("Grenoble", "grenoblois"), ("Valence", "valentinois"), ("Avignon", "avignonnais"),
    ("Toulouse", "toulousain"), ("Bordeaux", "bordelais"), ("Rennes", "rennais"), ("Quimper", "quimpérois"),
    ("Vannes", "vannetais"), ("Lorient", "lorientais"), ("Angers", "angevin"), ("Le Mans", "manceau"), ("Tours", "tourangeau"),
    ("Orléans", "orléanais"), ("Chartres", "chartrain"), ("Rouen", "rouennais"), ("Le Havre", "havrais"), ("Caen", "caennais"),
    ("Amiens", "amiénois"), ("Arras", "arrageois"), ("Dunkerque", "dunkerquois"), ("Calais", "calaisien"), ("Metz", "messin"),
    ("Épinal", "spinalien"), ("Vesoul", "vésulien"), ("Dole", "dolois"), ("Beaune", "beaunois"), ("Autun", "autunois"),
    ("Nîmes", "nîmois"), ("Perpignan", "perpignanais"), ("Montauban", "montalbanais"), ("Bayonne", "bayonnais"),
    ("Annecy", "annécien"), ("Chambéry", "chambérien"), ("Saint-Étienne", "stéphanois"), ("Roanne", "roannais"),
)  # fmt: skip
_SHORT: Final = dict(SHORT_NAMES)
_OF_TOWN: Final = dict(PEOPLE_OF)
_ROMANS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_NAMED: Final = {
    "é": "&eacute;", "è": "&egrave;", "ê": "&ecirc;", "ë": "&euml;", "ï": "&iuml;", "î": "&icirc;", "ô": "&ocirc;", "ç": "&ccedil;",
    "à": "&agrave;", "â": "&acirc;", "ü": "&uuml;", "û": "&ucirc;",
    "É": "&Eacute;", "È": "&Egrave;",
}  # fmt: skip
_SHORT_WAYS: Final = {
    "rue": ("r",),
    "avenue": ("av", "ave"),
    "boulevard": ("bd", "bld"),
    "place": ("pl",),
    "chemin": ("ch", "chem"),
}
_CUTTABLE: Final = 6  # letters
_CYRILLIC: Final = "АAВBЕEКKМMНHОOРPСCТTХXаaеeоoрpсcуyхxіi"
_GREEK: Final = "ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvιi"
_READ: Final = {"0": "Oo", "1": "lI", "5": "S", "8": "B"}
_FOR_LETTERS: Final = {
    "O": "0",
    "I": "1",
    "L": "1",
    "E": "3",
    "A": "4",
    "S": "5",
    "T": "7",
    "B": "8",
}
_SEPARATORS: Final = (" ", ".", "-", "  ", "")


def _pairs(digits: str, source: BitSource) -> str:
    """In pairs, spaced in any way."""
    return pick(source, _SEPARATORS).join(digits[at : at + 2] for at in range(0, len(digits), 2))


def _nir_groups(subject: Subject, source: BitSource) -> str:
    """« 2 41 03 », « 2 41 03 21 », « 2 41 03 21 231 »."""
    nir = subject.nir
    groups = (nir[0], nir[1:3], nir[3:5], nir[5:7], nir[7:10], nir[10:13])
    return pick(source, (" ", ".", "-")).join(groups[: 3 + below(source, 4)])


def _nir_digits(subject: Subject, source: BitSource) -> str:
    return subject.nir[: 5 + below(source, 8)]


def _head(number: str, source: BitSource) -> str:
    return number[: 6 + below(source, len(number) - 7)]


def _tail(number: str, source: BitSource) -> str:
    return number[-(6 + below(source, 3)) :]


def _said(phone: str, pairs: int) -> str:
    shown = [phone[at : at + 2] for at in range(0, len(phone), 2)][-pairs:]
    return " ".join(
        f"zéro {to_words(int(pair[1]))}" if pair[0] == "0" else to_words(int(pair))
        for pair in shown
    )


def _digit_by_digit(subject: Subject, _source: BitSource) -> str:
    return " ".join(to_words(int(digit)) for digit in subject.phone)


def _whole_name(subject: Subject, source: BitSource) -> str:
    return pick(source, (f"{subject.first} {subject.last}", f"{subject.last} {subject.first}"))


def _accented(subject: Subject, source: BitSource) -> str:
    """A name that holds an accent; empty when neither does."""
    found = [name for name in (subject.first, subject.last) if not name.isascii()]
    return pick(source, found) if found else ""


def _html(subject: Subject, source: BitSource) -> str:
    return "".join(_NAMED.get(char, char) for char in _accented(subject, source))


def _html_number(subject: Subject, source: BitSource) -> str:
    form = pick(source, ("&#{};", "&#x{:X};", "&#x{:x};"))
    name = _accented(subject, source) or subject.last
    at = below(source, len(name))
    return "".join(
        form.format(ord(char)) if not char.isascii() or rank == at else char
        for rank, char in enumerate(name)
    )


def _percent(charset: str) -> Write:
    return lambda subject, source: quote(_accented(subject, source), encoding=charset)


def _quoted(subject: Subject, source: BitSource) -> str:
    return quote(_accented(subject, source)).replace("%", "=")


def _mistaken(subject: Subject, source: BitSource) -> str:
    return (
        _accented(subject, source)
        .encode()
        .decode("latin-1")
        .replace("\x89", "‰")
        .replace("\x88", "ˆ")
    )


def _base64(subject: Subject, source: BitSource) -> str:
    shown = pick(source, (_whole_name(subject, source), subject.ipp, subject.phone, subject.last))
    return base64.b64encode(shown.encode()).decode()


def _born_day(subject: Subject, source: BitSource) -> str:
    born = subject.born
    return pick(
        source, (f"{born:%d/%m}", f"{born.day}/{born.month}", f"{born:%d.%m}", f"{born:%d-%m}")
    )


def _born_month(subject: Subject, source: BitSource) -> str:
    month = MONTHS[subject.born.month - 1]
    return f"{pick(source, (month, month.title(), month.upper()))} {subject.born.year}"


def _born_figures(subject: Subject, source: BitSource) -> str:
    return subject.born.strftime(pick(source, ("%m/%Y", "%m.%Y", "%m-%Y")))


def _roman(subject: Subject, source: BitSource) -> str:
    born = subject.born
    between = pick(source, (".", "/", " ", "-"))
    year = pick(source, (str(born.year), f"{born:%y}"))
    return between.join((str(born.day), _ROMANS[born.month - 1], year))


def _part_of_body(subject: Subject, source: BitSource) -> str:
    _, name = subject.organisation.split(" ", 1)
    return pick(source, (name, *name.split("-")))


def _part_of_reference(subject: Subject, source: BitSource) -> str:
    parts = subject.reference.split("/")
    return pick(source, ("/".join(parts[1:]), parts[-1], " ".join(parts[1:])))


def _letters_of_reference(subject: Subject, _source: BitSource) -> str:
    return "/".join(subject.reference.split("/")[:2])


def _short_street(subject: Subject, source: BitSource) -> str:
    """« 12 av. du Gal Morvane » of « 12 avenue du Général Morvane »."""
    number, kind, rest = subject.street.split(" ", 2)
    short = pick(source, _SHORT_WAYS[kind])
    title = pick(source, (rest, rest.replace("Général", "Gal").replace("Docteur", "Dr")))
    return f"{number} {short}{pick(source, ('', '.'))} {title}"


def _bare_street(subject: Subject, _source: BitSource) -> str:
    """« avenue Morvane »."""
    _, kind, rest = subject.street.split(" ", 2)
    return f"{kind} {rest.split(' ')[-1]}"


def _short_age(subject: Subject, source: BitSource) -> str:
    return f"{subject.age}{pick(source, ('a', ' a.', 'a.', 'yo', 'A'))}"


def _consonants(subject: Subject, _source: BitSource) -> str:
    """« QVRN » of Quivoron; of a name with four consonants or more."""
    name = strip_accents(subject.last).upper()
    kept = name[:1] + "".join(letter for letter in name[1:] if letter not in "AEIOUY")
    return kept if kept.isalpha() and len(kept) >= 4 else ""


def _cut_name(subject: Subject, source: BitSource) -> str:
    """« Mme Dur… »; empty for what is one letter short."""
    last = subject.last
    if len(last) < _CUTTABLE:
        return ""
    begun = last[: 3 + below(source, len(last) - 4)]
    return f"{pick(source, ('Mme', 'M.', 'Madame', 'Dr'))} {begun}{pick(source, ('…', '...', '***', '.'))}"


def _initial_and_last(subject: Subject, source: BitSource) -> str:
    """« P. Roux », « ROUX P. »."""
    one, last = subject.first[0], subject.last
    return pick(source, (f"{one}. {last}", f"{one}.{last}", f"{last.upper()} {one}.", f"{last} {one}."))  # fmt: skip


def _full_width(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if "!" < char < "~" else char for char in text)


def _mathematical(text: str) -> str:
    """In bold, as pages of networks have it; accented letters stay."""
    return "".join(
        chr(0x1D400 + ord(char) - 65 + 26 * char.islower() - 32 * char.islower())
        if char.isascii() and char.isalpha()
        else char
        for char in text
    )


def _other_letters(alphabet: str) -> Write:
    """With each letter that has a twin in another alphabet; empty where fewer than two have one."""
    twins = dict(zip(alphabet[1::2], alphabet[::2], strict=True))

    def write(subject: Subject, source: BitSource) -> str:
        name = pick(source, (subject.first, subject.last, subject.last.upper()))
        shown = "".join(twins.get(char, char) for char in name)
        return shown if sum(map(str.__ne__, name, shown)) > 1 else ""

    return write


def _unseen(subject: Subject, source: BitSource) -> str:
    """With what no page shows inside: a hyphen for a line's end, a joiner."""
    name = pick(source, (subject.last, subject.first, subject.ipp, subject.phone))
    sign = pick(source, ("\u00ad", "\u200b", "\u200d", "\u2060", "\ufeff"))
    at = 2 + below(source, len(name) - 3) if len(name) > 3 else 1
    return f"{name[:at]}{sign}{name[at:]}"


def _scanned_number(subject: Subject, source: BitSource) -> str:
    """A number as a reader of scanned pages gives it: one to three of its figures are letters."""
    number = pick(
        source,
        (subject.phone, subject.ipp, subject.nir, subject.rpps, _pairs(subject.phone, source)),
    )
    left = 1 + below(source, 3)
    shown = ""
    for char in number:
        read = _READ.get(char, "")
        shown += pick(source, read) if read and left else char
        left -= bool(read and left)
    return shown if shown != number else ""


def _scanned_date(subject: Subject, source: BitSource) -> str:
    shown = f"{subject.born:%d/%m/%Y}"
    figure = pick(source, "01")
    return shown.replace(figure, pick(source, _READ[figure]), 1) if figure in shown else ""


def _figures_for_letters(subject: Subject, source: BitSource) -> str:
    """« M4RT1N »; empty for a name that has no two such letters inside."""
    name = pick(source, (subject.last, subject.first)).upper()
    middle = "".join(_FOR_LETTERS.get(char, char) for char in name[1:-1])
    shown = name[0] + middle + name[-1]
    return shown if shown.isascii() and sum(map(str.__ne__, name, shown)) > 1 else ""


def _quoted_line(subject: Subject, source: BitSource) -> str:
    """Over two lines of an answered message."""
    name = subject.last
    at = 2 + below(source, max(len(name) - 3, 1))
    return f"{name[:at]}-\n> {name[at:]}" if len(name) > 3 else ""


def _said_address(subject: Subject, source: BitSource) -> str:
    local, _, domain = subject.mail.partition("@")
    at = pick(source, (" arobase ", " (at) ", "[at]", " at "))
    shown = f"{local}{at}{domain}"
    return pick(source, (shown, shown.replace(".", " point ")))


def _short_name(subject: Subject, _source: BitSource) -> str:
    return _SHORT.get(subject.first, "")


def _of_town(subject: Subject, source: BitSource) -> str:
    """In masculine or feminine, one or more."""
    masculine = _OF_TOWN.get(subject.town, "")
    if not masculine or source.bits(1):
        return masculine
    if masculine.endswith("eau"):
        return f"{masculine[:-3]}elle"
    return f"{masculine}{'n' if masculine.endswith('en') else ''}e"


_NUMBERED: Final = (
    "son numéro commence par {}", "assuré n° {}…", "NIR {} (suite illisible)", "sécu : {}…", "n° de sécurité sociale en {}", "INS {}",
)  # fmt: skip
_PLAIN: Final = ("{}", "{}", "({})", "« {} »")
_NOTED: Final = (
    "voir {}",
    "joint : {}",
    "champ {} reçu",
    "reçu {} par messagerie",
    "id {}",
    "ligne {}",
)
_CALLED: Final = ("rappeler au {}", "tél. {}", "joignable au … {}", "a laissé le {}", "numéro finissant par {}", "son portable se termine par {}")  # fmt: skip
_WITH: Final = (
    "vu avec {} ce jour",
    "revue pour {} en fin de matinée",
    "le fils de {} a appelé",
    "accompagnée par {} au bloc",
)

DISGUISES: Final[dict[str, Disguise]] = {
    "number without its leading zeros": Disguise(Kind.DIGITS, lambda s, _: s.stay.lstrip("0"), ("dossier {}", "séjour {}", "NDA : {}", "n° {}")),
    "first digits of the NIR, together": Disguise(Kind.FRAGMENT, _nir_digits, _NUMBERED),
    "first digits of the NIR, spaced": Disguise(Kind.FRAGMENT, _nir_groups, (*_PLAIN, *_NUMBERED)),
    "first digits of a RPPS": Disguise(Kind.FRAGMENT, lambda s, b: _head(s.rpps, b), ("RPPS {}…", "rpps tronqué : {}", "n° RPPS {}", "identifiant {}…")),
    "last digits of a RPPS": Disguise(Kind.FRAGMENT, lambda s, b: _tail(s.rpps, b), ("RPPS …{}", "rpps finissant par {}", "RPPS se terminant par {}", "fin du RPPS : {}")),
    "some digits of an IPP": Disguise(Kind.FRAGMENT, lambda s, b: pick(b, (_head(s.ipp, b), _tail(s.ipp, b))), ("IPP {}…", "ipp partiel {}", "patient n° {}", "dossier {}")),
    "last six or eight digits of a phone": Disguise(Kind.FRAGMENT, lambda s, b: _pairs(s.phone[-pick(b, (6, 8)) :], b), _CALLED),
    "phone in words": Disguise(Kind.WORDS, lambda s, _: _said(s.phone, 5), _CALLED),
    "phone in words, its ending": Disguise(Kind.WORDS, lambda s, b: _said(s.phone, pick(b, (3, 4))), _CALLED),
    "phone in words, digit by digit": Disguise(Kind.WORDS, _digit_by_digit, _CALLED),
    "age in words": Disguise(Kind.WORDS, lambda s, _: f"{to_words(s.age)} ans", ("âgé de {}", "a {}", "patiente de {}", "ses {}")),
    "day of birth": Disguise(Kind.PARTIAL, _born_day, ("née le {}", "né un {}", "DDN {}", "anniversaire le {}")),
    "month and year of birth": Disguise(Kind.PARTIAL, _born_month, ("née en {}", "né courant {}", "naissance : {}", "né au mois de {}", "depuis {}", "jusqu'en {}")),
    "month and year of birth in figures": Disguise(Kind.PARTIAL, _born_figures, ("née en {}", "né {}", "naissance : {}", "depuis {}")),
    "roman month": Disguise(Kind.DATE, _roman, ("né le {}", "le {}", "date {}", "vu le {}")),
    "HTML entities": Disguise(Kind.ENCODED, _html, (*_WITH, *_NOTED)),
    "HTML numbers": Disguise(Kind.ENCODED, _html_number, (*_WITH, *_NOTED)),
    "percent, UTF-8": Disguise(Kind.ENCODED, _percent("utf-8"), ("?nom={}", "q={}&p=1", "/patient/{}", "nom%20{}")),
    "percent, Latin-1": Disguise(Kind.ENCODED, _percent("latin-1"), ("?nom={}", "q={}&p=1", "/patient/{}", "nom%20{}")),
    "quoted-printable": Disguise(Kind.ENCODED, _quoted, ("{}", "De : {}", "objet {}", "pour {}")),
    "UTF-8 read as Latin-1": Disguise(Kind.ENCODED, _mistaken, (*_WITH, *_NOTED)),
    "base64": Disguise(Kind.ENCODED, _base64, _NOTED),
    "part of an organisation": Disguise(Kind.PART, _part_of_body, ("adressé par {}", "revu à {} hier", "transféré de {}", "courrier de {}")),
    "part of a reference": Disguise(Kind.PART, _part_of_reference, ("réf {}", "courrier {}", "voir lettre {}", "dossier {}")),
    "letters of a reference": Disguise(Kind.PART, _letters_of_reference, ("réf {}", "courrier {}", "voir lettre {}", "dossier {}")),
    "street, its kind for short": Disguise(Kind.SHORTENED, _short_street, ("habite {}", "domicile : {}", "retour au {}", "adresse {}")),
    "street without its small words": Disguise(Kind.SHORTENED, _bare_street, ("habite {}", "domicile : {}", "vit {}", "près de {}")),
    "age without a unit": Disguise(Kind.SHORTENED, lambda s, _: str(s.age), ("âge {}", "âge : {}", "âgée de {}", "Age={}", "patient de {}", "H/{}")),
    "age with a letter": Disguise(Kind.SHORTENED, _short_age, ("patient {}", "vue ce jour ({})", "{}", "F, {}")),
    "last name cut behind a civility": Disguise(Kind.SHORTENED, _cut_name, ("vu {} ce jour", "appel de {} hier", "{} est sorti", "avec {} et sa fille")),
    "initial and a last name that is a word": Disguise(Kind.EXACT, _initial_and_last, ("vu par {} ce jour", "appel de {} hier", "{}", "signé {}")),
    "full-width letters": Disguise(Kind.ENCODED, lambda s, b: _full_width(pick(b, (s.last, s.first, s.ipp, s.phone))), (*_WITH, *_NOTED)),
    "mathematical letters": Disguise(Kind.ENCODED, lambda s, b: _mathematical(pick(b, (s.last, s.first))), (*_WITH, *_NOTED)),
    "Cyrillic letters": Disguise(Kind.ENCODED, _other_letters(_CYRILLIC), (*_WITH, *_NOTED)),
    "Greek letters": Disguise(Kind.ENCODED, _other_letters(_GREEK), (*_WITH, *_NOTED)),
    "characters that are not seen": Disguise(Kind.SPACING, _unseen, (*_WITH, *_NOTED)),
    "scanned number": Disguise(Kind.ENCODED, _scanned_number, _NOTED),
    "scanned date": Disguise(Kind.ENCODED, _scanned_date, ("né le {}", "le {}", "date {}", "vu le {}")),
    "figures for letters": Disguise(Kind.FUZZY, _figures_for_letters, (*_WITH, *_NOTED)),
    "over two lines of a quoted message": Disguise(Kind.SPLIT, _quoted_line, _WITH),
    "mail address that is said": Disguise(Kind.SPACING, _said_address, ("écrire à {}", "mail : {}", "{}", "sur {}")),
    "diminutive": Disguise(Kind.DIMINUTIVE, _short_name, (*_WITH, "{} va mieux", "{} a bien dormi")),
    "name without its vowels": Disguise(Kind.SHORTENED, _consonants, ("vu {} ce jour", "appel de {} hier", "{}", "signé {}")),
    "initial of the last name": Disguise(Kind.INITIALS, lambda s, b: f"{pick(b, ('Mme', 'M.', 'Madame', 'Monsieur', 'Dr'))} {s.last[0]}.", ("vu {} ce jour", "appel de {} hier", "{} va mieux", "{} est sorti")),
    "people of a town": Disguise(Kind.DEMONYM, _of_town, ("la région {}", "famille {}", "un médecin {}", "elle est {}", "retraité {}", "d'origine {}")),
}  # fmt: skip
# one writer a form that the scan names, for the table of the attacks
OF_KIND: Final[dict[Kind, tuple[str, ...]]] = {
    kind: tuple(name for name, one in DISGUISES.items() if one.kind is kind)
    for kind in (
        Kind.FRAGMENT, Kind.WORDS, Kind.PARTIAL, Kind.PART, Kind.SHORTENED, Kind.DIMINUTIVE, Kind.DEMONYM, Kind.ENCODED,
    )
}  # fmt: skip
