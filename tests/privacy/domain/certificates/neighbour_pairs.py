"""Neighbouring files to compare, as marked texts: « Vu le {9/10/2019|DATE|DATE}. »."""

import re
from datetime import date
from fractions import Fraction

from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from privacy.domain.certificates.distance import loss_bound
from privacy.domain.certificates.neighbours import Pair
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import default_tables
from tests.privacy.domain.time.time_forms import RANGES, SINGLE, Shown

POLICY = SubstitutionPolicy(Fraction(1, 2), date(2024, 1, 31), area="FR-21")
MARK = re.compile(r"\{([^|{}]*)\|(\w+)\|(\w*)\}", re.DOTALL)
FARTHEST = 3.0  # a larger bound allows nearly everything

# name, template, the value of either file
DATES = [
    ("figures, a digit or two", "Vu le {#|DATE|DATE}.", "9/10/2019", "10/10/2019"),
    ("figures, two months", "Vu le {#|DATE|DATE}.", "30/9/2019", "1/10/2019"),
    ("a lone day", "Vu le {#|DATE|DATE}.", "9", "10"),
    ("abbreviated month", "Vu le {#|DATE|DATE}.", "30 avr. 2019", "1 mai 2019"),
    ("month in full", "Vu le {#|DATE|DATE}.", "31 mars 2019", "1er avril 2019"),
    ("month and year in figures", "Vu en {#|DATE|DATE}.", "9/2019", "10/2019"),
    ("month and year", "Vu en {#|DATE|DATE}.", "mai 2019", "juin 2019"),
    ("short month", "Vu en {#|DATE|DATE}.", "mai-19", "juin-19"),
    ("year", "Vu en {#|DATE|DATE}.", "1999", "2000"),
    ("day in words", "Vu le {#|DATE|DATE}.", "premier mars 2019", "deux mars 2019"),
    ("weekday inside", "Vu {#|DATE|DATE}.", "lundi 4 mars 2019", "mardi 5 mars 2019"),
    ("weekday with a day", "Vu {#|DATE|DATE}.", "lundi 4/03", "mardi 5/03"),
    ("week", "Vu en {#|DATE|DATE}.", "S9 2019", "S10 2019"),
    ("quarter", "Vu au {#|DATE|DATE}.", "T1 2019", "T2 2019"),
    ("season", "Vu en {#|DATE|DATE}.", "été 2019", "automne 2019"),
    ("birth date, one month", "Né le {#|DATE|DATE_NAISSANCE}.", "30/4/1950", "1/5/1950"),
    ("birth date, same month", "Né le {#|DATE|DATE_NAISSANCE}.", "3/5/1950", "28/5/1950"),
    ("range", "Vu du {#|DATE|DATE}.", "3 au 9 mai 2019", "3 au 10 mai 2019"),
    ("range of two spans", "Du {3|DATE|DATE} au {#|DATE|DATE}.", "9 mai 2019", "10 mai 2019"),
    ("year beside a day in it", "En {2019|DATE|DATE}, le {#|DATE|DATE}.", "01/07/2019", "04/07/2019"),
    ("month beside a day in it", "En {03/2019|DATE|DATE}, le {#|DATE|DATE}.", "14/03/2019", "18/03/2019"),
    ("quarter beside a month of it", "Au {T2 2019|DATE|DATE}, en {#|DATE|DATE}.", "avril 2019", "juin 2019"),
    ("days in a row", "Vu les {01/02/2019|DATE|DATE}, {#|DATE|DATE} et {09/02/2019|DATE|DATE}.", "04/02/2019", "05/02/2019"),
    ("the eve of another year", "Vu le {#|DATE|DATE}, en {2020|DATE|DATE}.", "30/12/2019", "31/12/2019"),
    ("a day that no calendar has", "Vu le {#|DATE|DATE}.", "31/02/2020", "30/02/2020"),
    ("not understood", "Vu {#|DATE|DATE}.", "le 9x/2", "le 99xx/22"),
]  # fmt: skip
WEEKDAYS = [
    ("weekday before", "Vu lundi {02/03/2020|DATE|DATE}.", "Vu mardi {03/03/2020|DATE|DATE}."),
    ("weekday before, with an article", "Vu dim. le {1er mars 2020|DATE|DATE}.", "Vu lun. le {2 mars 2020|DATE|DATE}."),
    ("weekday behind, in brackets", "Vu le {02/03/2020|DATE|DATE} (lundi).", "Vu le {03/03/2020|DATE|DATE} (mardi)."),
    ("weekday behind, with words", "Vu le {2 mars 2020|DATE|DATE}, un lundi, va bien.", "Vu le {3 mars 2020|DATE|DATE}, un mardi, va bien."),
    ("weekday before, words between", "Vu lundi en consultation, le {02/03/2020|DATE|DATE}.", "Vu mardi en consultation, le {03/03/2020|DATE|DATE}."),
    ("weekday before another entity", "Vu lundi à {Dijon|LOC|VILLE}, le {02/03/2020|DATE|DATE}.", "Vu mardi à {Dijon|LOC|VILLE}, le {03/03/2020|DATE|DATE}."),
    ("weekday in a cell", "|Je|{05/03/2020|DATE|DATE}|", "|Ve|{06/03/2020|DATE|DATE}|"),
    ("weekday behind, at the end of a line", "Vu {02/03/2020|DATE|DATE} lun\nTA 12/8", "Vu {03/03/2020|DATE|DATE} mar\nTA 12/8"),
    ("weekdays over dates", "lun | mar\n{02/03/2020|DATE|DATE} | {03/03/2020|DATE|DATE}", "mar | mer\n{03/03/2020|DATE|DATE} | {04/03/2020|DATE|DATE}"),
    ("weekdays over a date and an empty cell", "lun\tmar\n\t{03/03/2020|DATE|DATE}", "mar\tmer\n\t{04/03/2020|DATE|DATE}"),
    ("weekday of a letter behind", "Vu {02/03/2020|DATE|DATE} L, RAS.", "Vu {03/03/2020|DATE|DATE} M, RAS."),
    ("weekday of two letters behind", "Vu {05/03/2020|DATE|DATE} JE RAS.", "Vu {06/03/2020|DATE|DATE} VE RAS."),
    ("weekday in small letters, in brackets", "Vu {05/03/2020|DATE|DATE} (je) ici.", "Vu {06/03/2020|DATE|DATE} (ve) ici."),
    ("weekday of a letter behind any word", "Pansement J {05/03/2020|DATE|DATE}.", "Pansement V {06/03/2020|DATE|DATE}."),
    ("weekday of three letters in a sentence", "Vu {05/03/2020|DATE|DATE} jeu RAS.", "Vu {06/03/2020|DATE|DATE} ven RAS."),
    ("two weekdays", "Vu lundi et jeudi, le {02/03/2020|DATE|DATE}.", "Vu mardi et vendredi, le {03/03/2020|DATE|DATE}."),
]  # fmt: skip
WORDS_BEFORE = [
    ("name after « of »", "Courrier d'{Yzambert|PER|NOM}.", "Courrier de {Quivoron|PER|NOM}."),
    ("town at the beginning of a line", "Vit au\n{Meix|LOC|VILLE}.", "Vit à\n{Avelanges|LOC|VILLE}."),
    ("town of an article at the beginning of a line", "Vit à\nla {Rochepot|LOC|VILLE}.", "Vit à\n{Chambolle-Musigny|LOC|VILLE}."),
    ("town behind two blanks", "Vit au  {Meix|LOC|VILLE}.", "Vit à  {Avelanges|LOC|VILLE}."),
    ("« d' » before a figure", "Suivi depuis plus d'{1 an|DATE|DUREE}.", "Suivi depuis plus de {2 ans|DATE|DUREE}."),
    ("unit behind the entity", "Enfant de {1|AGE|AGE} an.", "Enfant de {2|AGE|AGE} ans."),
    ("feast and the day after", "Vu à {Noël 2019|DATE|DATE}.", "Vu le {26 décembre 2019|DATE|DATE}."),
    ("feast of an article and the day after", "Vu à la {Toussaint 2019|DATE|DATE}.", "Vu le {2 novembre 2019|DATE|DATE}."),
    ("feast marked with its article", "Vu {la Toussaint 2019|DATE|DATE}.", "Vu {le 2 novembre 2019|DATE|DATE}."),
    ("feast after « since »", "Toux depuis {Noël 2019|DATE|DATE}.", "Toux depuis le {26 décembre 2019|DATE|DATE}."),
    ("feast after « until »", "Soins jusqu'à l'{Ascension 2019|DATE|DATE}.", "Soins jusqu'au {31 mai 2019|DATE|DATE}."),
    ("feast after « of »", "La veille de {Noël 2019|DATE|DATE}.", "La veille du {26 décembre 2019|DATE|DATE}."),
    ("feast of a plural and the day after", "Vu aux {Rameaux 2019|DATE|DATE}.", "Vu le {15 avril 2019|DATE|DATE}."),
    ("September by another name", "Vu à la {rentrée 2019|DATE|DATE}.", "Vu en {octobre 2019|DATE|DATE}."),
    ("feast without a year and the day after", "Vu à l'{Ascension|DATE|DATE}.", "Vu le {22 mai|DATE|DATE}."),
    ("ending behind the day", "Vu le {1|DATE|DATE}er mars.", "Vu le {2|DATE|DATE} mars."),
    ("ending behind the year of life", "Dans sa {1|AGE|AGE}re année.", "Dans sa {2|AGE|AGE}e année."),
    ("quarter of a century", "Suivi depuis un {quart de siècle|DATE|DUREE}.", "Suivi depuis {26 ans|DATE|DUREE}."),
    ("fortnight", "Vu dans une {quinzaine|DATE|DUREE}.", "Vu dans {16 jours|DATE|DUREE}."),
    ("word of age behind « l' » and a blank", "Chez l' {enfant|AGE|AGE}.", "Chez le {nourrisson|AGE|AGE}."),
    ("name behind « d' » and a blank", "Courrier d' {Yzambert|PER|NOM}.", "Courrier de {Quivoron|PER|NOM}."),
    ("name behind « d' » and the end of a line", "Courrier d'\n{Yzambert|PER|NOM}.", "Courrier de\n{Quivoron|PER|NOM}."),
    ("feast behind « l' » and a blank", "Vu à l' {Ascension 2019|DATE|DATE}.", "Vu le {31 mai 2019|DATE|DATE}."),
    ("length behind « d' » and a blank", "Suivi depuis plus d' {1 an|DATE|DUREE}.", "Suivi depuis plus de {2 ans|DATE|DUREE}."),
    ("word of age at the beginning of a line", "Chez l'\n{enfant|AGE|AGE}.", "Chez le\n{nourrisson|AGE|AGE}."),
]  # fmt: skip
QUANTITIES = [
    ("age", "Patient de {#|AGE|AGE}.", "9 ans", "10 ans"),
    ("age with a zero", "Patient de {#|AGE|AGE}.", "09 ans", "10 ans"),
    ("age of one", "Patient de {#|AGE|AGE}.", "1 an", "2 ans"),
    ("age in words", "Patient de {#|AGE|AGE}.", "soixante-neuf ans", "septante ans"),
    ("months", "Nourrisson de {#|AGE|AGE}.", "23 mois", "24 mois"),
    ("years and months", "Enfant de {#|AGE|AGE}.", "2 ans et 1 mois", "2 ans et 2 mois"),
    ("pregnancy", "Naissance à {#|AGE|AGE}.", "39 SA", "40 SA"),
    ("pregnancy beside an age in weeks", "Né à {#|AGE|AGE}, a {39 semaines|AGE|AGE}.", "38 SA", "40 SA"),
    ("ages of two units", "Enfant de {24 mois|AGE|AGE}, frère de {#|AGE|AGE}.", "2 ans", "1 an"),
    ("word of age", "Un {#|AGE|AGE}, vu ici.", "nourrisson", "nouveau-né"),
    ("words of two ladders", "Patient {#|AGE|AGE}.", "trentenaire", "adulte"),
    ("words of one form and of two", "Patiente {#|AGE|AGE}, en {2019|DATE|DATE}, {2018|DATE|DATE}, {2017|DATE|DATE}.", "adolescente", "enfant"),
    ("word of a girl", "Vue avec sa mère : {#|AGE|AGE}.", "fillette", "enfant"),
    ("gender behind an article", "Chez l'{#|AGE|AGE}, en {2019|DATE|DATE}, {2018|DATE|DATE}, {2017|DATE|DATE}.", "enfant", "adolescente"),
    ("last year", "au {#|DATE|DUREE}", "il y a 2 ans", "l'an dernier"),
    ("yesterday", "Toux {#|DATE|DUREE}.", "hier", "avant-hier"),
    ("the day before yesterday", "Toux {#|DATE|DUREE}.", "avant-hier", "il y a 3 jours"),
    ("since yesterday", "Toux {#|DATE|DUREE}.", "depuis hier", "depuis 2 jours"),
    ("duration", "Toux {#|DATE|DUREE}.", "depuis 9 jours", "depuis 10 jours"),
    ("duration in words", "Toux {#|DATE|DUREE}.", "depuis une semaine", "depuis deux semaines"),
    ("interval", "Toux {#|DATE|DUREE}.", "depuis 3 à 9 jours", "depuis 3 à 10 jours"),
    ("about sixty in figures", "De la {#|AGE|AGE}, vu en {2019|DATE|DATE}, {2018|DATE|DATE}, {2017|DATE|DATE}.", "60aine", "70aine"),
    ("about a thousand in figures", "Depuis une {#|DATE|DUREE}, vu en {2019|DATE|DATE}, {2018|DATE|DATE}, {2017|DATE|DATE}.", "990aine d'années", "1000aine d'années"),
    ("about ten in figures", "Depuis une {#|DATE|DUREE} de jours, vu ici.", "9aine", "10aine"),
    ("about seventy in words", "Âge : {#|AGE|AGE}, vu en {2019|DATE|DATE}, {2018|DATE|DATE}, {2017|DATE|DATE}.", "une soixantaine d'années", "une soixante-dizaine d'années"),
    ("about ten", "Diabète {#|DATE|DUREE}.", "depuis 10 ans", "depuis 11 ans"),
    ("rank", "Fièvre {#|DATE|DUREE}.", "depuis le 1er jour", "depuis le 2ème jour"),
    ("« since » outside and inside", "Toux depuis {#|DATE|DUREE}.", "depuis 2 jours", "depuis avant-hier"),
    ("length with a word of its own", "Toux {#|DATE|DUREE}.", "depuis un trimestre", "depuis 4 mois"),
    ("a word that is not understood", "Toux {#|DATE|DUREE}.", "toute la randonnée", "toute la canicule noire"),
    ("« since » before « ago »", "Toux depuis {#|DATE|DUREE}.", "il y a 2 mois", "le mois dernier"),
]  # fmt: skip
FREE = [
    ("country", "Né au {#|LOC|PAYS}.", "Portugal", "Maroc"),
    ("country of another preposition", "Pays : {#|LOC|PAYS}.", "Italie", "Espagne"),
    ("region", "Région : {#|LOC|REGION}.", "Bretagne", "Normandie"),
    ("house number", "Habite {#|LOC|ADRESSE}.", "9 rue des Lilas", "112 rue des Lilas"),
    ("identifier of a letter", "Dossier {#|QID|IPP}.", "A", "B"),
    ("identifier", "IPP {#|QID|IPP}.", "12", "13"),
    ("NIR", "NIR {#|QID|SECU}.", "2500521231012", "2500521231013"),
    ("RPPS", "RPPS {#|QID|RPPS}.", "10001234567", "10001234568"),
    ("reference", "N/Réf {#|REF|REF}.", "A/1", "B/2"),
    ("phone", "Tél {#|TEL|TEL}.", "03 80 29 30 31", "04 80 29 30 31"),
    ("short phone", "Tél {#|TEL|TEL}.", "15", "18"),
    (
        "phone in words",
        "Tél {#|TEL|TEL}.",
        "zéro trois quatre-vingts vingt",
        "zéro un dix deux trois six",
    ),
    ("mail", "Mail {#|MAIL|MAIL}.", "a.b@chu.fr", "jeanne.durand@chu-dijon.fr"),
    ("address of a site", "Site {#|MAIL|URL}.", "www.chu.fr/a", "www.chu-dijon.fr/service/7"),
    ("organisation", "Suivi à l'{#|ORG|HOPITAL}.", "EHPAD Les Glycines", "EHPAD Les Bleuets"),
    ("clinic of a town", "À la {#|ORG|HOPITAL}.", "Clinique Beaune", "Clinique Arceau"),
    ("hospital of a town", "Au {#|ORG|HOPITAL}.", "CH d'Auxonne", "CH du Creusot"),
    ("name", "M. {#|PER|NOM}.", "Zwingelstein", "Quivoron"),
    ("name in capitals, with an accent", "M. {#|PER|NOM}.", "ZWÉGEL", "QUIVORON"),
    (
        "street in capitals, with an accent",
        "Habite {#|LOC|ADRESSE}.",
        "9 RUE DE LA RÉPUBLIQUE",
        "9 RUE DU GENERAL LECLERC",
    ),
    ("acronym beside another", "{#|ORG|SERVICE} : {#|ORG|SERVICE}.", "USIC 2", "Cardiologie"),
    (
        "hospital with a postal code",
        "Au {#|ORG|HOPITAL}.",
        "CHU de 21000 Dijon",
        "CHU de Marseille",
    ),
]
PLACES = [
    ("town", "Habite {#|LOC|VILLE} avec ses parents.", "Dijon", "Chenôve"),
    ("town with a vowel", "Vient d'{#|LOC|VILLE}.", "Auxonne", "Is-sur-Tille"),
    ("town with a saint", "Habite {#|LOC|VILLE} avec ses parents.", "St-Apollinaire", "Dijon"),
    ("town of several words", "Habite {#|LOC|VILLE} avec ses parents.", "Is sur Tille", "Dijon"),
    ("town in accented capitals", "Habite {#|LOC|VILLE} avec ses parents.", "CHENÔVE", "DIJON"),
    ("town and its code", "Habite {21000|LOC|ZIP} {#|LOC|VILLE}.", "Dijon", "Dijon"),
]
EDGES = [
    (date(2019, 10, 9), date(2019, 10, 10)), (date(2019, 4, 30), date(2019, 5, 1)),
    (date(2019, 12, 31), date(2020, 1, 1)), (date(2019, 9, 1), date(2019, 9, 2)),
    (date(2019, 9, 30), date(2019, 10, 1)), (date(1989, 12, 31), date(1990, 1, 1)),
]  # fmt: skip


def file(text: str) -> tuple[Note, ...]:
    """The note of a marked text, written on 30 June 2020."""
    shown, spans, read = "", [], 0
    for mark in MARK.finditer(text):
        shown += text[read : mark.start()]
        spans.append(Span(len(shown), len(shown) + len(mark[1]), mark[2], mark[3]))
        shown, read = shown + mark[1], mark.end()
    note = Note(
        "n", shown + text[read:], PatientIdentity("p"), {"date": "2020-06-30"}, tuple(spans)
    )
    return (note,)


def pair(name: str, left: str, right: str) -> Pair | None:
    """None where the two are no neighbours, or so far apart that nothing could be told."""
    files = file(left), file(right)
    bound = loss_bound(*files, POLICY, default_tables())
    return None if bound is None or bound > FARTHEST else Pair(name, *files, bound)


def black_box(notes, key):
    return substitute_patient_file(notes, policy=POLICY, key=key, tables=default_tables())


def usual() -> list[Pair]:
    """A pair of every element and label."""
    rows = [
        (name, template.replace("#", left), template.replace("#", right))
        for name, template, left, right in (*DATES, *QUANTITIES, *FREE, *PLACES)
    ]
    found = {row[0]: pair(*row) for row in (*rows, *WEEKDAYS, *WORDS_BEFORE)}
    lost = [name for name, both in found.items() if both is None]
    assert not lost, lost
    return [both for both in found.values() if both is not None]


def every_form() -> list[Pair]:
    """Every written form of a date and of a range at every edge of the calendar."""
    found = []
    for form in (*SINGLE, *RANGES):
        for one, other in EDGES:
            left, right = (
                f"Vu {{{form.format(a=Shown(day), b=Shown(date(2020, 3, 14)))}|DATE|DATE}}."
                for day in (one, other)
            )
            both = pair(f"{form} {one}", left, right) if left != right else None
            found += [both] if both is not None else []
    return found
