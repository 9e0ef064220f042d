"""The written forms of dates that the tests generate, and how to write a day in each, without the parser."""

from dataclasses import dataclass
from datetime import date

_MONTHS = [
    "janvier",
    "février",
    "mars",
    "avril",
    "mai",
    "juin",
    "juillet",
    "août",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
]
_LONG = [
    "janv.",
    "févr.",
    "mars",
    "avr.",
    "mai",
    "juin",
    "juill.",
    "août",
    "sept.",
    "oct.",
    "nov.",
    "déc.",
]
_SHORT = ["jan", "fév", "mar", "avr", "mai", "jun", "jul", "aoû", "sep", "oct", "nov", "déc"]
_ENGLISH = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_DAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
_ENGLISH_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
_WORDS = [
    "zéro",
    "premier",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
    "vingt",
    "vingt-et-un",
    "vingt-deux",
    "vingt-trois",
    "vingt-quatre",
    "vingt-cinq",
    "vingt-six",
    "vingt-sept",
    "vingt-huit",
    "vingt-neuf",
    "trente",
    "trente-et-un",
]
_PLAIN = str.maketrans("éûèÉÛÈ", "eueEUE")


@dataclass(frozen=True)
class Shown:
    """A day as the forms write it: `{a.dd}/{a.mm}/{a.yyyy}`."""

    day: date

    @property
    def d(self):
        return str(self.day.day)

    @property
    def dd(self):
        return f"{self.day.day:02d}"

    @property
    def j(self):
        """The day before the name of a month."""
        return "1er" if self.day.day == 1 else self.d

    @property
    def jj(self):
        return "1ER" if self.day.day == 1 else self.d

    @property
    def th(self):
        n = self.day.day
        return f"{n}{'th' if 10 < n < 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"

    @property
    def words(self):
        """In words, traditional spelling, but « premier »."""
        return _WORDS[self.day.day].replace("-et-", " et ")

    @property
    def m(self):
        return str(self.day.month)

    @property
    def mm(self):
        return f"{self.day.month:02d}"

    @property
    def month(self):
        return _MONTHS[self.day.month - 1]

    @property
    def Month(self):
        return self.month.capitalize()

    @property
    def plain(self):
        """Without accents."""
        return self.month.translate(_PLAIN)

    @property
    def MONTH(self):
        return self.month.upper().translate(_PLAIN)

    @property
    def ACCENTED(self):
        return self.month.upper()

    @property
    def de(self):
        return "d'" if self.day.month in (4, 8, 10) else "de "

    @property
    def long(self):
        """Usual abbreviation with its point."""
        return _LONG[self.day.month - 1]

    @property
    def LONG(self):
        return self.long.upper().translate(_PLAIN)

    @property
    def short(self):
        return _SHORT[self.day.month - 1]

    @property
    def SHORT(self):
        return self.short.upper().translate(_PLAIN)

    @property
    def english(self):
        return _ENGLISH[self.day.month - 1]

    @property
    def mon(self):
        return self.english[:3]

    @property
    def roman(self):
        return _ROMAN[self.day.month - 1]

    @property
    def little(self):
        return self.roman.lower()

    @property
    def yyyy(self):
        return f"{self.day.year}"

    @property
    def yy(self):
        return f"{self.day.year % 100:02d}"

    @property
    def week(self):
        """Of the ISO calendar, whose year is `iso`."""
        return str(self.day.isocalendar().week)

    @property
    def iso(self):
        return str(self.day.isocalendar().year)

    @property
    def weekday(self):
        return _DAYS[self.day.weekday()]

    @property
    def Weekday(self):
        return self.weekday.capitalize()

    @property
    def WEEKDAY(self):
        return self.weekday.upper()

    @property
    def wd(self):
        return self.weekday[:3]

    @property
    def Wd(self):
        return self.Weekday[:3]

    @property
    def monday(self):
        return _ENGLISH_DAYS[self.day.weekday()]

    @property
    def q(self):
        return str((self.day.month + 2) // 3)

    @property
    def qth(self):
        return "1er" if self.q == "1" else f"{self.q}e"

    @property
    def qeme(self):
        return "1er" if self.q == "1" else f"{self.q}ème"

    @property
    def qwords(self):
        return ["premier", "deuxième", "troisième", "quatrième"][int(self.q) - 1]

    @property
    def qroman(self):
        return _ROMAN[int(self.q) - 1]

    @property
    def qromanth(self):
        return f"{self.qroman}{'er' if self.q == '1' else 'e'}"

    @property
    def qdeg(self):
        return f"{self.q}°"

    @property
    def h(self):
        return "1" if self.day.month <= 6 else "2"

    @property
    def hth(self):
        return "1er" if self.h == "1" else "2e"

    @property
    def hwords(self):
        return "premier" if self.h == "1" else "deuxième"

    @property
    def season(self):
        return ("hiver", "printemps", "été", "automne")[self.day.month % 12 // 3]

    @property
    def the_season(self):
        return "le printemps" if self.season == "printemps" else f"l'{self.season}"

    @property
    def at_season(self):
        return "au printemps" if self.season == "printemps" else f"à l'{self.season}"

    @property
    def decade(self):
        return f"{self.day.year // 10 * 10}"

    @property
    def ooo(self):
        """Letters apart."""
        return " ".join(self.month)

    @property
    def sd(self):
        """Digits apart."""
        return " ".join(self.dd)

    @property
    def sm(self):
        return " ".join(self.mm)

    @property
    def sy(self):
        return " ".join(self.yyyy)


_SEPARATORS = ("/", ".", "-", " ", " / ", " . ", " - ", ",", ";", "//", "_", "\xa0")

NUMERIC = [
    form.replace("|", sep)
    for sep in _SEPARATORS
    for form in (
        "{a.dd}|{a.mm}|{a.yyyy}",
        "{a.d}|{a.m}|{a.yyyy}",
        "{a.dd}|{a.mm}|{a.yy}",
        "{a.dd}|{a.mm}",
        "{a.yyyy}|{a.mm}|{a.dd}",
    )
]  # 60 forms
OTHER_NUMERIC = (
    """
{a.mm}/{a.yyyy}|{a.m}/{a.yyyy}|{a.mm}-{a.yyyy}|{a.mm}.{a.yyyy}|{a.yyyy}-{a.mm}|{a.yyyy}/{a.mm}|{a.mm} / {a.yyyy}
{a.yyyy}|en {a.yyyy}|{a.dd}{a.mm}{a.yyyy}|{a.dd}{a.mm}{a.yy}|{a.yyyy}{a.mm}{a.dd}|{a.mm}{a.yyyy}
{a.dd}/{a.roman}/{a.yyyy}|{a.d}-{a.roman}-{a.yyyy}|{a.dd}.{a.roman}.{a.yy}|{a.dd} {a.roman} {a.yyyy}|{a.roman}/{a.yyyy}
{a.dd}/{a.little}/{a.yyyy}|le {a.dd}/{a.mm}|le {a.dd}.{a.mm}.{a.yy}|du {a.dd}/{a.mm}/{a.yyyy}|({a.dd}/{a.mm}/{a.yyyy})
depuis le {a.dd}/{a.mm}/{a.yyyy}|{a.wd}. {a.dd}/{a.mm}/{a.yyyy}|{a.weekday} {a.dd}/{a.mm}|{a.Weekday} {a.d}/{a.m}/{a.yyyy}
{a.dd}/{a.mm}/{a.yyyy} ({a.weekday})|{a.dd}/{a.mm}/{a.yyyy} à 14h30|{a.dd}/{a.mm}/{a.yyyy} 14:30|{a.dd}/{a.mm} à 8h
{a.yyyy}-{a.mm}-{a.dd}T14:30:00|{a.yyyy}-{a.mm}-{a.dd}T14:30:05.123Z|{a.yyyy}-{a.mm}-{a.dd}T14:30:00+02:00
{a.yyyy}-{a.mm}-{a.dd} 14:30|14h30 le {a.dd}/{a.mm}/{a.yyyy}|{a.dd}/{a.mm}/{a.yyyy}, 8 h 05|{a.dd}/{a.mm}/{a.yyyy} au matin
{a.sd} / {a.sm} / {a.sy}|{a.sd}/{a.sm}/{a.sy}|{a.sd} . {a.sm} . {a.sy}|{a.sd} {a.sm} {a.sy}
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
TEXTUAL = (
    """
{a.j} {a.month} {a.yyyy}|{a.dd} {a.month} {a.yyyy}|{a.j} {a.Month} {a.yyyy}|{a.j} {a.plain} {a.yyyy}|{a.jj} {a.MONTH} {a.yyyy}
{a.dd} {a.MONTH} {a.yyyy}|{a.dd} {a.ACCENTED} {a.yyyy}|{a.j} {a.month} {a.yy}|{a.j} {a.month}|le {a.j} {a.month} {a.yyyy}
Le {a.j} {a.month} {a.yyyy}|du {a.j} {a.month}|{a.j}  {a.month}  {a.yyyy}|{a.j} {a.month}, {a.yyyy}
{a.dd} {a.long} {a.yyyy}|{a.dd} {a.long} {a.yy}|{a.j} {a.long}|{a.dd} {a.LONG} {a.yyyy}|{a.dd}-{a.long}-{a.yyyy}
{a.dd} {a.short} {a.yyyy}|{a.dd} {a.short} {a.yy}|{a.dd}-{a.short}-{a.yyyy}|{a.dd}-{a.short}-{a.yy}|{a.dd}/{a.short}/{a.yyyy}
{a.dd} {a.SHORT} {a.yyyy}|{a.dd}-{a.SHORT}-{a.yyyy}|{a.dd}{a.short}|{a.dd}{a.short}{a.yyyy}|{a.dd}{a.short}{a.yy}|{a.dd}{a.SHORT}{a.yy}
{a.dd}{a.month}{a.yyyy}|{a.month} {a.yyyy}|{a.Month} {a.yyyy}|{a.MONTH} {a.yyyy}|{a.month} {a.yy}|{a.month}|{a.plain} {a.yyyy}
{a.long} {a.yyyy}|{a.short}-{a.yy}|{a.short} {a.yyyy}|{a.month}-{a.yyyy}|{a.month}/{a.yyyy}|en {a.month} {a.yyyy}
début {a.month}|début {a.month} {a.yyyy}|fin {a.month} {a.yyyy}|mi-{a.month} {a.yyyy}|mi-{a.month}|mi {a.month}
courant {a.month}|vers {a.month} {a.yyyy}|depuis {a.month} {a.yyyy}|début {a.de}{a.month} {a.yyyy}|mois {a.de}{a.month} {a.yyyy}
au mois {a.de}{a.month} {a.yyyy}|fin {a.de}{a.month}|première quinzaine {a.de}{a.month} {a.yyyy}|{a.month} dernier
début {a.yyyy}|fin {a.yyyy}|courant {a.yyyy}|mi-{a.yyyy}|début de l'année {a.yyyy}|années {a.decade}|les années {a.decade}
{a.weekday} {a.j} {a.month} {a.yyyy}|{a.Weekday} {a.j} {a.month}|{a.WEEKDAY} {a.jj} {a.MONTH} {a.yyyy}|{a.wd}. {a.j} {a.month} {a.yyyy}
{a.Wd} {a.dd} {a.month} {a.yyyy}|le {a.weekday} {a.j} {a.month}|{a.weekday}, {a.j} {a.month} {a.yyyy}|{a.weekday}
{a.words} {a.month} {a.yyyy}|{a.words} {a.month}|le {a.words} {a.month} {a.yyyy}
T{a.q} {a.yyyy}|T{a.q}-{a.yyyy}|T{a.q}/{a.yyyy}|{a.q}T{a.yyyy}|{a.q}T {a.yyyy}|{a.yyyy}-T{a.q}|Q{a.q} {a.yyyy}|T{a.q}
{a.qth} trimestre {a.yyyy}|{a.qeme} trimestre {a.yyyy}|{a.qwords} trimestre {a.yyyy}|{a.qth} trim. {a.yyyy}|{a.qroman} trimestre {a.yyyy}|{a.qromanth} trimestre {a.yyyy}|{a.qdeg} trimestre {a.yyyy}
{a.h}S {a.yyyy}|{a.hth} semestre {a.yyyy}|{a.hwords} semestre {a.yyyy}
{a.season} {a.yyyy}|{a.the_season} {a.yyyy}|{a.at_season} {a.yyyy}|depuis {a.the_season} {a.yyyy}|{a.the_season} dernier
{a.english} {a.th}, {a.yyyy}|{a.english} {a.d}, {a.yyyy}|{a.th} of {a.english} {a.yyyy}|{a.dd}-{a.mon}-{a.yyyy}|{a.mon} {a.d}, {a.yyyy}
{a.monday}, {a.english} {a.d}, {a.yyyy}|{a.english} {a.yyyy}|{a.dd} {a.english} {a.yyyy}
{a.j} {a.month} {a.yyyy} à 14h30|{a.j} {a.month} {a.yyyy} vers 8 h|{a.j} {a.month} au soir
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
BLANKS = [
    "{a.j}\xa0{a.month}\xa0{a.yyyy}",
    "{a.j} {a.month}\n{a.yyyy}",
    "{a.j}\n{a.month} {a.yyyy}",
    "{a.dd}/{a.mm}/\n{a.yyyy}",
]
SINGLE = list(dict.fromkeys([*NUMERIC, *OTHER_NUMERIC, *TEXTUAL, *BLANKS]))

RANGES = (
    """
du {a.j} au {b.j} {b.month} {b.yyyy}|{a.j} au {b.j} {b.month}|{a.j}-{b.j} {b.month} {b.yyyy}|{a.j} - {b.j} {b.month}
entre le {a.j} et le {b.j} {b.month} {b.yyyy}|{a.j} et {b.j} {b.month}|{a.j} ou {b.j} {b.month}|{a.j}, {b.j} {b.month} {b.yyyy}
du {a.j} {a.month} au {b.j} {b.month} {b.yyyy}|du {a.j} {a.month} {a.yyyy} au {b.j} {b.month} {b.yyyy}|{a.j}–{b.j} {b.month}
du {a.weekday} {a.j} au {b.weekday} {b.j} {b.month}|du {a.dd}/{a.mm} au {b.dd}/{b.mm}/{b.yyyy}|{a.dd}/{a.mm}-{b.dd}/{b.mm}
{a.dd}/{a.mm}/{a.yyyy} - {b.dd}/{b.mm}/{b.yyyy}|{a.dd}/{a.mm}/{a.yyyy}-{b.dd}/{b.mm}/{b.yyyy}|{a.dd}.{a.mm}.{a.yy}-{b.dd}.{b.mm}.{b.yy}
du {a.dd} au {b.dd}/{b.mm}/{b.yyyy}|{a.dd}-{b.dd}/{b.mm}|{a.dd}-{b.dd}/{b.mm}/{b.yyyy}|{a.dd} et {b.dd}/{b.mm}|du {a.dd} au {b.dd}.{b.mm}.{b.yy}
{a.de}{a.month} à {b.month} {b.yyyy}|{a.de}{a.month} {a.yyyy} à {b.month} {b.yyyy}|{a.month}-{b.month} {b.yyyy}|{a.month}/{b.month} {b.yyyy}
entre {a.month} et {b.month} {b.yyyy}|{a.month} et {b.month}|{a.mm}/{a.yyyy} à {b.mm}/{b.yyyy}|{a.mm}/{a.yyyy}-{b.mm}/{b.yyyy}
de {a.yyyy} à {b.yyyy}|{a.yyyy}-{b.yyyy}|{a.yyyy} - {b.yyyy}|entre {a.yyyy} et {b.yyyy}|{a.yyyy}/{b.yyyy}|{a.yyyy} et {b.yyyy}
T{a.q} et T{b.q} {b.yyyy}|T{a.q}-T{b.q} {b.yyyy}|{a.dd} au {b.dd} {b.MONTH} {b.yyyy}|DU {a.dd} AU {b.dd} {b.MONTH} {b.yyyy}
du {a.j} au\n{b.j} {b.month}|{a.words} et {b.words} {b.month}|fin {a.month} début {b.month} {b.yyyy}|du {a.j} {a.long} au {b.j} {b.long} {b.yyyy}|le {a.j} et le {b.j} {b.month}
du {a.dd}/{a.mm}/{a.yyyy} au {b.dd}/{b.mm}/{b.yyyy} à 14h|du {a.j} {a.month} jusqu'au {b.j} {b.month}
""".strip()
    .replace("\n{b", "\\n{b")
    .replace("\n", "|")
    .replace("\\n", "\n")
    .split("|")
)

# forms that notes have now and then, and that were once read or written by their value
ODD = (
    """
le {a.d}e {a.month} {a.yyyy}|le {a.d}ème jour de {a.month}|{a.d}° {a.month}|{a.dd}/{a.mm}/'{a.yy}|{a.dd}/{a.mm}/{a.yyyy} {a.wd}.
{a.dd}/{a.mm} {a.wd}|L {a.dd}/{a.mm}|{a.wd}. {a.d}/{a.m}/{a.yyyy}|{a.short}. {a.yyyy}|{a.j} {a.short}. {a.yyyy}|{a.j} {a.SHORT}. {a.yy}
{a.j}.{a.short}.{a.yyyy}|{a.long} {a.yyyy}, suite|{a.dd} {a.MONTH} {a.yy}|{a.WEEKDAY} {a.dd} {a.LONG}|en {a.yy}|fin {a.yy}|début {a.yy}
'{a.yy}|l'an {a.yy}|depuis fin {a.yy}|mi-{a.yy}|première quinzaine de {a.month}|2e semaine {a.de}{a.month}|4e semaine de {a.month} {a.yyyy}
la {a.d}e semaine de {a.yyyy}|de {a.short} à déc {a.yyyy}|cet {a.season}|l'{a.season} {a.yyyy}|{a.english} {a.d}|{a.mm}/{a.dd}/{a.yyyy}
{a.dd}/{a.mm}/{a.yyyy} 2:05 PM|{a.yy}/{a.mm}/{a.dd}|au cours {a.de}{a.month} {a.yyyy}|{a.d} &eacute;t&eacute; {a.month} {a.yyyy}
{a.j}&nbsp;{a.month}&nbsp;{a.yyyy}|{a.q}ème trim {a.yyyy}|{a.d} {a.ooo} {a.yyyy}
pendant {a.the_season} {a.yyyy}|{a.d} {a.month} {a.sy}|{a.Wd} {a.d} {a.short}|le {a.words} du mois {a.de}{a.month}|{a.long}{a.yyyy}|{a.d}.{a.short}.{a.yy}
{a.d}/{a.m}-{a.yy}|{a.m}{a.yyyy}|S{a.week} {a.iso}|{a.iso}-S{a.week}|S{a.week}/{a.yy}|{a.q}T{a.yyyy}|du {a.d} au {a.d} {a.month} inclus
""".replace("\n", "|")
    .strip("|")
    .split("|")
)
