"""An adversary of the rendered text: ``python -m benches.privacy.fuzz SECONDS [SEED]``.

Pairs of files that differ by little in one value are made without end, in any written form, alone and beside others,
at several ε, and compared as `neighbours` compares its own. Each pair is tested at a level that halves the remaining
one a thousand times over, so that a run of a day still has a family-wise level of `LEVEL`. What is printed is a pair, the
event that tells its files apart and its frequencies: to be understood, mended for all values, and kept as a test.

Some pairs would be told apart without a fault, since what differs between them is disclosed by design (docs/privacy.md). They are no pairs
here; what once was printed, and why it is none:
- « 2nde quinzaine » and « 2e semaine de mars », « 2° moitié » and « la seconde quinzaine »: the word of a part and its article are the writer's, as a
  unit is; only the number is drawn. `PORTIONS` lists each phrase with others of its own words alone.
- « S5 » and « S18 », « J3 » and « J4 »: a counter of the stay stays as it is written (`_disclosed` has the text of what is left alone).
- « l'Aubert-Leclerc » and « l'Éluard-Leclerc » without a sub-type: « Aubert » is a first name and is drawn from first names. Whether a part of a name
  is read as a first or a last name is disclosed, as the sub-type is.
- « l'Aubert » and « le Durand »: behind « l' » a last name is drawn from those with a vowel, a class of its own that the certificate of names lists.
- Two hospitals of a file with one surrogate: each is drawn without a look at the other, so that it keeps its name whatever else the file holds.
"""

import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Final

from annotation.domain.labels import Label
from annotation.domain.notes import Note
from privacy.domain.certificates.distance import loss_bound
from privacy.domain.certificates.neighbours import Pair, Substitute, compare
from privacy.domain.mechanisms import sequence
from privacy.domain.mechanisms.ordering import Placed, in_order
from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.substitute import substitute_patient_file, substitution
from privacy.domain.surrogates.organisations import read
from privacy.domain.surrogates.people import People
from privacy.domain.tables import default_tables
from privacy.domain.text import case_of, words
from privacy.domain.time.numerals import to_words
from privacy.domain.time.relative import left_alone
from tests.privacy.domain.certificates.neighbour_pairs import POLICY, file
from tests.privacy.domain.time.time_forms import ODD, RANGES, SINGLE, Shown

LEVEL: Final = 1e-3
PAIRS: Final = 1_000_000
DRAWS: Final = 100
FARTHEST: Final = 3.0
EPSILONS: Final = (Fraction(1, 20), Fraction(1, 2), Fraction(1), Fraction(4))
_FIRST: Final = date(1990, 1, 1)
_OF_WEEKDAYS: Final = 0.1  # share of the pairs
_FIGURES: Final = frozenset(
    ("TEL|TEL", "LOC|ADRESSE", "LOC|ZIP")
)  # of which a figure is changed, never a word
_DIVISION: Final = "DEPARTEMENT"  # by its number or by its name
_MOBILE: Final = re.compile(r"(?:\+\s?33\W*|0033\W*)?0?\W*[67]")
_NUMBER: Final = "AGE|AGE"
_LENGTH: Final = "DATE|DUREE"

# n: the value, w: in words, W: in capitals, p: « s » of a plural
AGES: Final = (
    "{n} an{p}", "{n} an{p} et demi", "{n} an{p} et 3 mois", "{n},5 ans", "{n} a", "{n}a", "{w} an{p}", "{n} mois",
    "{n} semaine{p}", "{n} jour{p}", "{n} SA", "{n} SA + 3", "{n}+2 SA", "{n} SA et 4 jours", "J{n}", "M{n}", "{n} mois et demi",
    "âgée de {n} ans", "sa {n}e année", "{n}", "{n} ans révolus", "environ {n} ans", "{n} à 200 ans", "{n}/12 ans", "{n} SG",
    "{n} h de vie", "{n} jours de vie", "{n} ans 1/2", "plus de {n} ans", "{n} yo", "ses {w} ans",
    "{n} ANS", "{n}ans", "{n} ans et {n} mois", "J{n} de vie", "{w} mois", "{n} ½ ans", "{n} année{p}", "âge : {n}", "{n} ans passés",
    "{n}  ans", "{n}\nans", "{n}\xa0ans", "{n} an(s)", "{n} Ans", "{n}A", "{n}m", "{n} mois 1/2", "{n} ans {n} mois", "{n}a {n}m",
    "{n} semaines d'aménorrhée", "{n} jours de vie", "H{n}", "{n} SA+{n}", "{n} aine d'années", "{n} j.", "{n}e mois", "{n} ans d'âge", "les {n} ans", "la {n}0aine", "une {n}0aine d'années",
    "38+{n}", "{n}+3", "2 ans et {n} mois", "5a{n}m", "3 semaines et {n} jours", "38 SA et {n} jours", "{n}e anniversaire", "CM{n}", "{n} printemps",
    "{n}-200 ans", "entre {n} et 200 ans", "{n} ou 200 ans", "SA {n}", "{n}SA", "{n} SA+2j", "{n}ème année", "bientôt {n} ans", "{W} ANS",
)  # fmt: skip
LENGTHS: Final = (
    "depuis {n} an{p}", "il y a {n} an{p}", "il y a {n} mois", "depuis {n} mois", "depuis {n} semaine{p}", "il y a {n} jour{p}",
    "depuis {n} h", "depuis {n}h", "{n} jour{p}", "depuis {w} jour{p}", "il y a {w} mois", "depuis {n} à 200 jours",
    "{n} à 200 mois", "{n}-200 j", "il y a environ {n} ans", "depuis {n} ans et demi", "depuis une {c} de jours", "il y a une {c} d'années",
    "depuis le {n}e jour", "depuis plus de {n} ans", "{n} ans auparavant", "{n} jours plus tôt", "depuis {n} an{p} et 2 mois",
    "il y a {n} nuits", "depuis {n} jours et demi", "depuis {n} heure{p}", "depuis bientôt {n} ans", "dans les {n} derniers jours",
    "DEPUIS {n} JOURS", "{n} JOURS", "depuis {w} année{p}", "x{n}j", "{n}j", "{n} sem", "{n}h", "pendant {n} jour{p}",
    "durant {w} semaine{p}", "dans {n} mois", "à {n} mois", "depuis {n} ans 1/2", "depuis 1 à {n} jours", "{n} mois et demi", "toutes les {n} semaines",
    "depuis les {n} derniers mois", "depuis près de {n} ans", "{n} j.", "{n} ans et {n} mois",
    "depuis\n{n} jours", "il y a  {n} mois", "depuis {n}\nmois", "Il y a {n} ans", "DEPUIS {W} JOURS", "{n} J", "il y a {n}h", "pdt {n} j", "x {n} jours",
    "depuis {n} sem.", "depuis {n}j", "{n}/7", "{n} fois 200 jours", "depuis au moins {n} ans", "à {n} jours d'intervalle", "{n} jours après",
    "{n} h 30", "{n}h30", "2 ans et {n} mois", "un an et {n} mois", "2 jours et {n} heures", "3 semaines et {n} jours", "toutes les {w} semaines",
    "tous les {n} mois", "mois {n}", "{n}e mois", "{n} année{p}", "{n}e jour post-opératoire", "{n}e jour postop", "durant {n} h 05",
    "depuis {w} trimestre{p}", "depuis {n} semestre{p}", "depuis {w} décennie{p}", "il y a {n} lustre{p}", "{n} demi-journée{p}", "depuis {n} siècle{p}",
    "depuis {n} à 200 ans", "dans les {n} jours", "depuis {n} bon{p} mois", "depuis {w} longue{p} année{p}", "{n} an{p} complet{p}", "{n} mois plein{p}",
    "{n} quinzaine{p}", "depuis {w} hiver{p}", "{n} saison{p}", "pendant {n} week-end{p}", "{n} demi-journée{p}", "{w} matinée{p}", "il y a {w} minute{p}", "{n} été{p}", "tous les {n} mois", "{n} mois et {n} jours", "depuis une {c} de mois", "une {c} d'années",
)  # fmt: skip
# beside those of the tests: months in English, weeks and semesters, days of a stay
MORE: Final = (
    "{a.mon} {a.d}", "{a.mon}. {a.d}", "{a.english} {a.dd}", "{a.d} {a.mon}", "{a.month} '{a.yy}", "S{a.week}", "{a.h}S {a.yyyy}", "semestre {a.h}", "{a.d}/{a.m}",
    "{a.m}/{a.yy}", "{a.yyyy}-{a.m}", "{a.dd}{a.mm}", "{a.d}", "{a.yy}", "semaine du {a.d} {a.month}", "le {a.d} à 9 h 30", "{a.d} courant", "{a.roman}/{a.yyyy}", "années {a.yyyy}",
    "{a.mon} {a.th}", "{a.english} '{a.yy}", "fin {a.mm}/{a.yy}", "depuis début {a.mm}/{a.yy}", "{a.dd}/{a.mm} ({a.WEEKDAY[0]})", "{a.dd}/{a.mm} {a.WEEKDAY[0]}", "le {a.j} {a.MONTH} {a.yyyy}",
)  # fmt: skip
WORDS_OF_AGE: Final = (
    "nouveau-né", "nourrisson", "enfant", "adolescent", "adulte", "trentenaire", "quadragénaire", "quinquagénaire",
    "sexagénaire", "septuagénaire", "octogénaire", "nonagénaire", "adolescente", "nouveau-née", "fillette", "garçonnet",
    "bébé", "vieillard", "ado", "préado", "préadolescente", "jeune adulte", "personne âgée", "prématuré", "retraitée",
)  # fmt: skip
TENS: Final = (
    "la vingtaine",
    "la trentaine",
    "la quarantaine",
    "la cinquantaine",
    "la soixantaine",
)
RELATIVES: Final = (
    ("hier", "avant-hier", "il y a 2 jours", "il y a 3 jours"), ("la veille", "l'avant-veille"), ("hier soir", "avant-hier matin"),
    ("la semaine dernière", "il y a 2 semaines"), ("le mois dernier", "il y a 2 mois"), ("l'an dernier", "il y a 2 ans"),
    ("depuis hier", "depuis 2 jours", "depuis avant-hier"),
)  # fmt: skip
FEASTS: Final = (
    "Noël", "Pâques", "la Toussaint", "la Pentecôte", "l'Ascension", "l'Épiphanie", "nouvel an", "jour de l'an", "le réveillon", "Saint-Sylvestre",
    "la Saint-Jean", "St-Valentin", "la Chandeleur", "Halloween", "Carnaval", "mardi gras", "fête nationale", "fête des mères", "la veille de Noël",
    "lendemain de Noël", "surlendemain de Pâques", "avant-veille de Noël", "lundi de Pâques",
)  # fmt: skip
DATED_FEASTS: Final = tuple(
    f"{name} 2019"
    for name in (
        "Noël", "Pâques", "la Toussaint", "la Pentecôte", "Ascension", "Épiphanie", "nouvel an", "Saint-Sylvestre", "Halloween", "carnaval", "fête nationale",
        "la veille de Noël", "lendemain de Pâques", "avant-veille de Noël", "surlendemain de Pâques", "jeudi de l'Ascension", "jour de Noël", "fête des mères",
    )
)  # fmt: skip
SEASONS: Final = (
    "hiver 2018-2019",
    "hiver 2019",
    "été 2019",
    "automne 2019",
    "printemps 2019",
    "hiver 2019-2020",
)
PORTIONS: Final = (
    ("la 1re semaine de mars", "la 2e semaine de mars", "la troisième semaine de mars"),
    ("1ère quinzaine de mars", "2nde quinzaine de mars", "seconde quinzaine de mars", "2° quinzaine de mars"),
    ("la première moitié de mars", "la 2e moitié de mars", "la seconde moitié de mars"), ("la 1re partie de 2019", "la 2e partie de 2019"),
    ("premier lundi de mars", "deuxième lundi de mars", "troisième lundi de mars"), ("le premier lundi de mars", "le 2e lundi de mars"),
)  # fmt: skip
UNREAD: Final = (
    "depuis le confinement", "depuis la canicule", "il y a des lunes", "depuis 3 lunes", "depuis Xfgh", "le jour J", "depuis le 2e match",
)  # fmt: skip
SPANS: Final = ("les années 90", "les années 2000", "les années 1990", "les années 80")
RANKS: Final = (
    "deuxième année",
    "septième année",
    "dix-septième année",
    "vingt et unième année",
    "soixante-dixième année",
)
COLLECTIVES: Final = {
    8: "huitaine",
    10: "dizaine",
    12: "douzaine",
    15: "quinzaine",
    20: "vingtaine",
    30: "trentaine",
}
HOUSES: Final = tuple(
    f"{number} rue des Lilas" for number in ("9a", "9d", "12e", "11f", "9l", "3è", "1er", "2nd")
)
SPACED: Final = tuple(
    f"{number} rue des Lilas" for number in ("9 a", "9 d", "12 e", "11 f", "9 l", "1 er", "2 nd")
)
STOREYS: Final = tuple(
    f"9 rue des Lilas, {rank} étage" for rank in ("1er", "2e", "2nd", "2de", "3è", "4ème", "1ère")
)
TOWNS: Final = (
    "Dijon", "Chenôve", "CHENOVE", "CHENÔVE", "DIJON", "Talant", "Auxonne", "Is-sur-Tille", "Nuits-Saint-Georges", "Nuits St Georges",
    "Saint-Apollinaire", "St-Apollinaire", "St Apollinaire", "Beaune", "Semur-en-Auxois", "Semur en Auxois", "Le Creusot",
    "Lyon 3e", "Paris 12e", "Paris 20ème", "Y", "Eu", "EU", "PAU", "Les Maillys", "La Rochepot", "dijon", "chenove", "L'Étang-Vergy",
    "Saint-Étienne", "SAINT ETIENNE", "St Etienne", "Ste-Foy-lès-Lyon", "Sainte Foy les Lyon", "Dijon (21)", "Dijon Cedex", "21000 Dijon", "DIJON CEDEX 9",
    "Marseille 8ème", "Lyon VIII", "Fontaine-lès-D.", "Chalon/Saône", "Djion", "Aÿ-Champagne", "La Haÿe", "L'Haÿ-les-Roses", "l'hay les roses",
    "Dijon  Cedex", "Nuits\nSaint-Georges", "Saint-\nApollinaire", "Le  Creusot", "Le\nCreusot", "F-21000 Dijon", "21000 DIJON CEDEX", "dijon (côte-d'or)",
    "Dijon, 21", "Dijon 21", "Creusot", "Mans", "ville de Dijon", "Grand Dijon", "Beaune (Côte d'Or)", "saint-apollinaire", "SAINT-APOLLINAIRE", "ST APOLLINAIRE",
    "Ste Colombe", "Hauteville-lès-Dijon", "HAUTEVILLE LES DIJON", "Hauteville les Dijon", "Beire-le-Châtel", "BEIRE LE CHATEL", "Lyon-3", "Lyon 03", "Paris XIIe",
    "Sainte-Colombe-en-Auxois", "Arcelot", "Arceau", "Tours", "Le Mans", "Gex", "Saint-Denis", "Paris1", "Paris10", "Dijon10",
)  # fmt: skip
ORGANISATIONS: Final = (
    "CHU de {v}", "CHU {v}", "CH d{v}", "Clinique {v}", "Clinique de {v}", "Hôpital ({v})", "Hôpital de {v}", "CPAM de {v}",
    "EHPAD de {v}", "EHPAD {v}", "Clinique Sainte-Marthe à {v}", "Clinique Sainte-Marthe, {v}", "HOPITAL DE {v}", "Laboratoire {v}",
    "Centre hospitalier {v}", "Pharmacie de {v}", "Mairie de {v}", "CHR {v}", "Hôpital {v}", "HOPITAL {v}", "CHU\n{v}", "Clinique d'{v}",
    "CHU-{v}", "GH {v}", "SSR {v}", "MAS de {v}", "HAD {v}", "Maternité de {v}", "Urgences de {v}", "Service de cardiologie, {v}", "cabinet de {v}",
    "CHU de {v} Bourgogne", "hôpital  {v}", "CHU\nde {v}", "CHU de\n{v}", "Chu {v}", "chu {v}", "chu de {v}", "C.H.U. de {v}", "C.H. {v}", "CHG {v}", "CHI de {v}",
    "Hôpital Saint-Louis de {v}", "Hôpital du Bocage, {v}", "Hôpital du Bocage - {v}", "Hôpital du Bocage\n{v}", "Clinique Sainte-Marthe ({v})", "urgences {v}",
    "HÔPITAL {v}", "Hôpitaux de {v}", "Centre Hospitalier de {v}", "CENTRE HOSPITALIER {v}", "centre hospitalier d'{v}", "EHPAD\n{v}", "pharmacie {v}",
    "{v}", "ESPIC {v}", "CMP {v}", "CMP de {v}", "SAMU de {v}", "SAMU {v}", "SMUR {v}", "Croix-Rouge de {v}", "CHR-{v}", "CHU_{v}", "CHU – {v}", "EHPAD—{v}", "Clinique_{v}", "CH du {v}", "ARS {v}", "CAF de {v}", "lycée de {v}",
)  # fmt: skip
FREE: Final = {
    "TEL|TEL": (
        "03  80 29 30 31", "03 80\n29 30 31", "(03) 80 29 30 31", "+33 (0)3 80 29 30 31", "0033380293031", "03-80-29-30-31", "03/80/29/30/31", "03 80 29 30 31 / 32",
        "03 80 29 30 31 poste 45", "00 41 22 345 67 89", "3624", "0 800 123 456", "06.80.29.30.31", "+33680293031", "03 80 29 30 3", "03 80 29 30 31 4",
        "03 80 29 30 31", "06 80 29 30 31", "+33 3 80 29 30 31", "0380293031", "poste 4512", "15", "4.512", "07.12.34.56.78"),
    "QID|IPP": (
        "00123456", "IPP 123456", "123 456", "123\n456", "8001234567", "H123456", "12-AB-34", "n° 1234567", "1234567890123", "12", "123456", "A12", "0012", "8001-22"),
    "QID|SECU": (
        "2 50 05 21 231 012", "2 50 05 21 231 012 / 23", "2.50.05.21.231.012.23", "2 50 05 21 231 012 clé 23", "250 052 123 101 223", "2 50 05\n21 231 012 23",
        "250052123101223", "1 99 01 2B 033 018 44", "2 50 05 99 231 012 23", "2 50 05 21 231 012 23", "250052123101223", "1 50 12 2A 231 012 10", "2500521231012"),
    "QID|RPPS": ("10001234567", "810012345"),
    "REF|REF": ("DUR/MM/2020-113", "AB/12", "2020-1"),
    "MAIL|MAIL": (
        "A.B@CHU.FR", "a.b@chu .fr", "a_b-c@mail.chu.fr", "a.b [at] chu.fr", "a.b (a) chu.fr", "mailto:a.b@chu.fr", "a12@gmail.com", "a.b@chu.fr;c.d@chu.fr", "a.b@\nchu.fr",
        "a.b@chu.fr", "jeanne.durand@chu-dijon.fr"),
    "QID|FINESS": ("210780581", "21 078 058 1"),
    "QID|NDA": ("220145678", "N-2204", "22.0145.678"),
    "MAIL|URL": ("https://chu-dijon.fr/a", "www.exemple.fr", "chu.fr"),
    "LOC|DEPARTEMENT": (
        "21", "2A", "971", "(21)", "le 21", "COTE D'OR", "CÔTE-D'OR", "Côte d'Or", "côte-d'or", "dept 21", "21 - Côte-d'Or", "Cote d'Or", "Territoire de Belfort", "Hautes-Alpes", "Ardèche", "Gard", "Paris",
        "Côte-d'Or", "Nord", "Ain", "Landes", "Haute-Saône", "Yonne"),
    "LOC|REGION": (
        "BRETAGNE", "ÎLE-DE-FRANCE", "ILE DE FRANCE", "bretagne", "Bourgogne", "Alsace", "Grand Est", "Occitanie", "Corse", "Pays de la Loire", "Centre", "La Réunion",
        "Bretagne", "Île-de-France", "Hauts-de-France", "PACA"),
    "ORG|SERVICE": ("Cardiologie", "service de réanimation", "USIC 2", "Réa B", "unité Pasteur"),
    "LOC|ADRESSE": (
        "9 RUE DES LILAS", "9, RUE DE L'ÉGLISE", "9 rue\ndes Lilas", "Bât. C, 9 rue des Lilas", "9 rue des Lilas appt 12", "9 rue des Lilas, 3e étage", "Résidence des Lilas",
        "lieu-dit Les Lilas", "9bis rue des Lilas", "9-11 rue des Lilas", "9 av. Foch", "1 place du 8 mai 1945", "chemin vert n°9", "CS 12345",
        "9 rue des Lilas", "12 bis avenue de Dijon", "BP 12", "111, bd de la Marne"),
    "LOC|PAYS": ("PORTUGAL", "portugal", "Algérie", "ALGÉRIE", "ALGERIE", "Espagne", "Italie", "États-Unis", "USA", "Pays-Bas", "Haïti", "Cuba", "Yougoslavie",
        "Portugal", "Maroc", "Canada", "Japon"),
    "LOC|ZIP": ("21 000", "F-21000", "21000 ", "21", "2A004",
        "21000", "21 300", "21200"),
    "PER|INITIALES": ("A.B.", "a.b.", "A B", "A-B", "JPD", "J. D", "M.", "D",
        "B.", "J.-P.", "AB"),
}  # fmt: skip
# changed as a whole
CHOSEN: Final = frozenset({"LOC|PAYS", "LOC|DEPARTEMENT", "LOC|REGION", "ORG|SERVICE"})
# the layout: « https:// », « www. », « IPP », « n° », « clé », the sex digit, the first digits that tell a mobile or another country
_LAYOUT: Final = {
    "MAIL|URL": re.compile(r"^(?:https?://)?(?:www\.)?"),
    "MAIL|MAIL": re.compile(r"^mailto:|\[at\]|\(a\)"),
    "QID|IPP": re.compile(r"^(?:IPP|n°)"),
    "QID|SECU": re.compile(r"^.|clé"),
    "TEL|TEL": re.compile(r"^\D*(?:(?:\+|00)\s?\d\d(?: ?\(0\))?\d?|\d\d?)|poste"),
    "LOC|ZIP": re.compile(r"^F"),
}
LAST_NAMES: Final = (
    "Durand", "Martin", "Petit", "Zwingelstein", "Ménard", "Lévêque", "Aubert", "Éluard", "Hubert", "Ng", "Saint", "Marie", "Claude", "Besson", "Ôtard",
)  # fmt: skip
FIRST_NAMES: Final = (
    "Jeanne",
    "Marie",
    "Élodie",
    "Anne",
    "Zélie",
    "Héloïse",
    "Isabelle",
    "Odile",
    "Camille",
    "Dominique",
)
PERSONS: Final = (
    "{v}", "{V}", "{l}", "{v}-Leclerc", "Leclerc {v}", "de {v}", "d'{v}", "Le {v}", "{v} Leclerc", "J. {v}", "{v} J.", "{v} - Leclerc", "{v}\nLeclerc", "{v}  Leclerc",
    "Mme {v}", "Dr {v}", "{s}", "{s}  J E A N", "{c}", "{v} (Leclerc)", "{v} épouse Leclerc", "{v} née Leclerc", "{V}-LECLERC", "{V} Jeanne", "Jeanne {V}", "Jeanne {v}", "{v}, Jeanne",
)  # fmt: skip
GIVEN: Final = (
    "{v}",
    "{V}",
    "{l}",
    "{v}-Claude",
    "{v} Claude",
    "{v}, Claude",
    "{v}\nClaude",
    "Claude {v}",
    "{v}  C.",
)
SHORT_NAME: Final = 4
BEFORE: Final = (
    "Vu le {}.", "Vu {}", "Vu en {} au bloc.", "Depuis {}, toux.", "({})", "à {}", "d'{}", "de {}", "au {}", "La patiente, {}, va bien.",
    "courrier d'{}", "courrier de {}", "au  {}", "à  {}", "de  {}", "à la\n{}", "à l'{}", "de l'{}", "d'\n{}", "À {}", "D'{}", "AU {}", "DE {}", "CHU {}", "hôpital {}",
    "Vu à {}h", "{} à 14h30", "le {} à 9 h", "{} 14:05", "{}, 9h", "du {} au soir", "jusqu'au {}", "jusqu'à {}", "qu'{}", "{}-{}", "{}, {}, {}.", "1) {}\n2) {}", "vers {}",
    "Mme {}", "M. {}", "Dr {} ({})", "{}'s", "{}e", "près d'{} ou de {}", "entre {} et {}", "{} (21)", "21000 {}", "{} CEDEX", "Ville : {}", "VILLE : {}", "né {} à 3h",
    "\f{}", "Vu {}.\fRevu {}.", "{} \f({})\f{}",
    "Vu jeudi {}.", "Vu {} (jeudi).", "Vu {}, un jeudi.", "Vu le jeudi soir, {}.", "Un {}.", "Une {}.", "L'{}.", "Patiente {}.", "{}\n{}",
    "en {}", "l'{}", "{} et {}", "Chez un {} de sexe masculin.", "depuis {}",
    "au\n{}", "à\n{}", "de\n{}", "du {}", "aux {}", "{}, lundi.", "{} : {}", "DATE : {} LUNDI", "Un lundi, {} puis un mardi.", "[{}]", "«{}»", "{}/{}", "{}{}", "- {}\n- {}",
    "IL VIT À {} DEPUIS PEU", "IL VIT AU {} DEPUIS PEU", "il vit a {}", "il vit au {}", "SERVICE : {} / bureau 2", "Entré {3|DATE|DATE} un lundi {}", "Vu {} le {28 mai 2019|DATE|DATE}",
    "d’{}", "l’{}", "aujourd’hui, {} et d’{}", "EN {}", "en\n{}", "<b>{}</b>", "“{}”", "vu en {05|DATE|DATE} {}", "Enfant de {1,5|AGE|AGE} an. {}",
    "Lundi, hospitalisé à {} où il voit ses proches et ses amis le {2/3/2020|DATE|DATE}.", "Le {12|DATE|DATE}, {}, le {15 mars 2019|DATE|DATE}",
    "{} en {France|LOC|PAYS}", "il y a {}", "âgé d'{}", "{} an", "{} jours",
    "lun | mar | mer\n{} | {} | TA", "L;M;M\n{};;{}", "lun mar\n{} {}", "{} | {}\nmar | mer", "le {}er mars", "dans sa {}e année", "le {}° jour", "une {}", "d'une {}",
    "à la {}", "jusqu'à la {}", "depuis la {}", "avant l'{}", "vers {}", "de {} à {}", "JUSQU'À {}", "a la {}", "dès {}", "la veille de la {}",
    "{}; revu mardi.", "Lun. {}", "lun {}", "le lundi\n{}", "Née {}.", "née le {}", "Vue par Mme Durand {}", "{} {} {}", "x {} x", "\t{}\t", "É{}",
)  # fmt: skip
BESIDE: Final = (
    "", "", " Né le {3/5/1950|DATE|DATE_NAISSANCE}.", " Vu le {14/03/2019|DATE|DATE}, le {2/2/2018|DATE|DATE}.",
    " En {2017|DATE|DATE}, en {mars 2020|DATE|DATE}.", " Habite {Dijon|LOC|VILLE}.", " Suivi au {CHU de Dijon|ORG|HOPITAL}.",
    " Âge {70 ans|AGE|AGE}, {24 mois|AGE|AGE}, {38 SA|AGE|AGE}.", " Depuis {3 jours|DATE|DUREE}, {2 mois|DATE|DUREE}.",
    " Âgé de {90 ans|AGE|AGE}, né en {1934|DATE|DATE_NAISSANCE}.", " {Saint-Denis|LOC|VILLE} ({93200|LOC|ZIP}).", " À {Dijon|LOC|VILLE}, {France|LOC|PAYS}.",
    " NIR {2 50 05 21 231 012 23|QID|SECU}, né le {3/5/1950|DATE|DATE_NAISSANCE}.", " Père de {60 ans|AGE|AGE}, {depuis 2 ans|DATE|DUREE}, {J3|DATE|DATE}.",
    " Revu {lundi|DATE|DATE}, le {12|DATE|DATE}, {mardi 5 mai|DATE|DATE}.", " Mme {Durand|PER|NOM}.", "\fRevu le {1/6/2020|DATE|DATE} à {Talant|LOC|VILLE}.",
    "\fM. {Martin|PER|NOM}, {45 ans|AGE|AGE}, du {3 au 5 mai 2019|DATE|DATE}.", " Domicile {12 rue des Lilas|LOC|ADRESSE}, {21000|LOC|ZIP} {DIJON|LOC|VILLE}.", " {Talant|LOC|VILLE}, en {Côte-d'Or|LOC|DEPARTEMENT}.",
    " {Jeanne|PER|PRENOM} {Durand|PER|NOM}, {j.durand@chu.fr|MAIL|MAIL}, {06 80 29 30 31|TEL|TEL}.", " au {T2 2019|DATE|DATE}, {été 2018|DATE|DATE}.",
)  # fmt: skip

# a weekday outside a date, d: the date, w: its weekday as one of `DAY_WORDS`
DATED: Final = (
    "RDV {w} {d} à 10 h.", "Vu {d} {w} RAS.", "Vu {d}{w} RAS.", "Vu {d} ({w}) RAS.", "{w} {d} RAS", "- {w} {d} : TA 12/8", "{d} {w}\nTA 12/8", "pansement {w} {d}, kiné {w} {d}",
    "Vu {d}, {w}, va bien.", "Vu {d}-{w}.", "Vu {d} {w}. RAS", "|{w}|{d}|TA|", "{d}\t{w}\t38", "({w} {d})", "Vu. {w} {d} bien.", "{d} {w} 8h30 RAS", "{w}/{d} ok", "Vu le {w}, {d}.",
)  # fmt: skip
DAY_WORDS: Final = tuple(
    words(week)
    for week in (
        "L M M J V S D", "l m m j v s d", "Lu Ma Me Je Ve Sa Di", "LU MA ME JE VE SA DI", "lun mar mer jeu ven sam dim", "Lun Mar Mer Jeu Ven Sam Dim",
        "LUN. MAR. MER. JEU. VEN. SAM. DIM.", "lu. ma. me. je. ve. sa. di.", "lundi mardi mercredi jeudi vendredi samedi dimanche",
    )
)  # fmt: skip

Values = tuple[str, str, str]  # left, right, label and sub-type


def dates(random_: random.Random) -> Values:
    form = random_.choice((*SINGLE, *RANGES, *ODD, *MORE))
    day = _FIRST + timedelta(days=random_.randrange(10_000))
    if random_.random() < 0.5:
        day = (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    step = random_.choice((1, 1, 2, 7, 31, 92, 366))
    label = "DATE|DATE_NAISSANCE" if random_.random() < 0.15 else "DATE|DATE"
    left, right = (
        form.format(a=Shown(shown), b=Shown(date(2025, 3, 14)))
        for shown in (day, day + timedelta(days=step))
    )
    return left, right, label


def numbers(random_: random.Random) -> Values:
    forms, label = random_.choice(((AGES, _NUMBER), (LENGTHS, _LENGTH)))
    form, size = random_.choice(forms), random_.choice((1, 1, 1, 2, 5))
    n = random_.choice((1, 2, 8, 9, 10, 19, 20, 59, 69, 79, 89, 99, random_.randrange(1, 110)))
    if "{c}" in form:
        low, high = random_.choice([(8, 10), (10, 12), (12, 15), (15, 20), (20, 30)])
        return form.format(c=COLLECTIVES[low]), form.format(c=COLLECTIVES[high]), label
    left, right = (
        form.format(n=v, w=to_words(v), W=to_words(v).upper(), p="s" if v > 1 else "")
        for v in (n, n + size)
    )
    return left, right, label


def from_list(names: Sequence[str], label: str) -> Callable[[random.Random], Values]:
    def drawn(random_: random.Random) -> Values:
        left, right = random_.sample(names, 2)
        return left, right, label

    return drawn


def organisations(random_: random.Random) -> Values:
    form, (left, right) = random_.choice(ORGANISATIONS), random_.sample(TOWNS, 2)
    return form.format(v=left), form.format(v=right), "ORG|HOPITAL"


def free(random_: random.Random) -> Values:
    label = random_.choice(list(FREE))
    value = random_.choice(FREE[label])
    if label in CHOSEN:
        return value, random_.choice(FREE[label]), label
    found = _LAYOUT[label].finditer(value) if label in _LAYOUT else ()
    layout = {i for match in found for i in range(*match.span())}
    places = [
        i
        for i, c in enumerate(value)
        if c.isalnum() and (label not in _FIGURES or c.isdigit()) and i not in layout
    ]
    if not places:
        return value, value, label
    at = random_.choice(places)
    other = str(random_.randrange(10)) if value[at].isdigit() else random_.choice("abcdefgh")
    other = other.upper() if value[at].isupper() else other
    return value, value[:at] + other + value[at + 1 :], label


def persons(random_: random.Random) -> Values:
    names, forms, label = random_.choice(
        (
            (LAST_NAMES, PERSONS, "PER|NOM"),
            (LAST_NAMES, PERSONS, "PER|"),
            (FIRST_NAMES, GIVEN, "PER|PRENOM"),
        )
    )
    form, both = random_.choice(forms), random_.sample(names, 2)
    left, right = (
        form.format(v=v, V=v.upper(), l=v.lower(), s=" ".join(v.upper()), c=_cut(v)) for v in both
    )
    return left, right, label


def _cut(name: str) -> str:
    """« Du-⏎rand »: cut at the end of a line."""
    return f"{name[:-2]}-\n{name[-2:]}" if len(name) > SHORT_NAME else name


def from_groups(groups: Sequence[Sequence[str]], label: str) -> Callable[[random.Random], Values]:
    def drawn(random_: random.Random) -> Values:
        left, right = random_.sample(random_.choice(groups), 2)
        return left, right, label

    return drawn


KINDS: Final[tuple[tuple[Callable[[random.Random], Values], int], ...]] = (
    (dates, 8), (numbers, 6), (from_list(WORDS_OF_AGE, _NUMBER), 2), (from_list(TENS, _NUMBER), 1), (from_groups(RELATIVES, _LENGTH), 1),
    (from_list(FEASTS, "DATE|DATE"), 1), (from_list(DATED_FEASTS, "DATE|DATE"), 1), (from_list(SEASONS, "DATE|DATE"), 1),
    (from_groups(PORTIONS, "DATE|DATE"), 1), (from_list(UNREAD, _LENGTH), 1), (from_list(SPANS, "DATE|DATE"), 1), (from_list(RANKS, _NUMBER), 1),
    (from_list(HOUSES, "LOC|ADRESSE"), 1), (from_list(SPACED, "LOC|ADRESSE"), 1), (from_list(STOREYS, "LOC|ADRESSE"), 1),
    (from_list(TOWNS, "LOC|VILLE"), 3), (organisations, 3), (free, 4), (persons, 2),
)  # fmt: skip


def weekdays(random_: random.Random) -> list[str]:
    """Two texts with a date and its weekday outside the span."""
    template, days = random_.choice(DATED), random_.choice(DAY_WORDS)
    form = random_.choice(("%d/%m/%Y", "%d/%m", "%d/%m/%y", "%d.%m.%Y"))
    day = date(2020, 1, 1) + timedelta(days=random_.randrange(170))
    step = random_.choice((1, 1, 2, 3))
    return [
        template.format(w=days[shown.weekday()], d=f"{{{shown:{form}}|DATE|DATE}}")
        for shown in (day, day + timedelta(days=step))
    ]


def pairs(seed: int) -> Iterator[tuple[Pair, Fraction]]:
    """Neighbours without end, with their ε."""
    random_ = random.Random(seed)
    while True:
        made = random_.choices([kind for kind, _ in KINDS], [weight for _, weight in KINDS])[0]
        left, right, label = made(random_)
        around, beside = random_.choice(BEFORE), random_.choice(BESIDE)
        epsilon = random_.choice(EPSILONS)
        texts = [around.replace("{}", f"{{{value}|{label}}}") for value in (left, right)]
        texts = weekdays(random_) if random_.random() < _OF_WEEKDAYS else texts
        texts = [text + beside for text in texts]
        found = neighbours(texts[0], texts[1], epsilon) if left != right else None
        if found is not None:
            yield found, epsilon


def neighbours(left: str, right: str, epsilon: Fraction) -> Pair | None:
    """None where what is disclosed by design differs: number, units, equality and order of the values."""
    files = notes(left), notes(right)
    policy = replace(POLICY, epsilon=epsilon)
    bound = loss_bound(*files, policy, default_tables())
    if bound is None or bound > FARTHEST or _disclosed(files[0]) != _disclosed(files[1]):
        return None
    return Pair(f"{left!r} {right!r} ε={epsilon}", *files, bound)


def notes(text: str) -> tuple[Note, ...]:
    """The notes of a marked text, a form feed between two."""
    parts = enumerate(text.split("\f"))
    return tuple(replace(file(part)[0], id=f"n{rank}") for rank, part in parts)


def _disclosed(notes: Sequence[Note]) -> list[object]:
    """What a file discloses by design: which intervals lie wholly before which, which mentions are of one element and which
    follow from which others, the type of an organisation, that its name has a town or a proper name and what joins these, how the
    letters of a name are written, whether a department is a number, a phone a mobile,
    which names stand after « d' » inside their span, whether a part of a name is a first or a last one, what is left alone."""
    seen: list[object] = []

    def looked(items: Sequence[Placed]) -> list[int]:
        seen.append([[a.last < b.first for b in items] for a in items])
        return in_order(items)

    tables = default_tables()
    setattr(sequence, "in_order", looked)  # noqa: B010 - a name that the module does not export
    try:
        done = substitution(notes, policy=POLICY, key=StudyKey(bytes(32)), tables=tables)
    finally:
        setattr(sequence, "in_order", in_order)  # noqa: B010
    ranks = {key: rank for rank, key in enumerate(done.ids)}
    for mention in done.file.mentions:
        shown = done.rendered[mention.index]
        spent = [ranks[key] for key in shown.elements if key in ranks]
        sources = [ranks[key] for key in shown.sources if key in ranks]
        seen.append((spent, bool(shown.derived_from), sources))
        if left_alone(mention.surface, age=mention.label is Label.AGE):
            seen.append(mention.surface)
        if mention.label is Label.TEL:
            seen.append(_MOBILE.match(mention.surface) is not None)
        if mention.label is Label.PER:
            tokens = People(done.file, StudyKey(bytes(32)), tables)._tokens
            seen.append([token.role for token in tokens[mention.index]])
        if mention.label is Label.ORG:
            parts = read(mention.surface, tables.atlas)
            seen.append((parts.kind, parts.proper, parts.link, parts.tail, bool(parts.city)))
            seen.append(case_of(mention.surface[len(parts.kind) :]))
        elif mention.label in (Label.LOC, Label.PER):
            seen.append(case_of(mention.surface))
            seen.append(mention.subtype == _DIVISION and any(map(str.isdigit, mention.surface)))
    return seen


def black_box(epsilon: Fraction) -> Substitute:
    """The whole substitution at that ε."""
    policy, tables = replace(POLICY, epsilon=epsilon), default_tables()
    return lambda notes, key: substitute_patient_file(notes, policy=policy, key=key, tables=tables)


def main(seconds: float, seed: int) -> None:
    end, done, told = time.monotonic() + seconds, 0, 0
    source = StudyKey(bytes(range(32))).stream(DrawContext("fuzz", str(seed), "", "neighbours"))
    for pair, epsilon in pairs(seed):
        if time.monotonic() > end:
            break
        found = compare(pair, black_box(epsilon), draws=DRAWS, alpha=LEVEL / PAIRS, source=source)
        done += 1
        if found.refuted:
            told += 1
            left, right = found.frequencies
            print(
                f"{pair.name} bound={pair.bound:.2f}\n   {found.event} {left:.2f} {right:.2f}",
                flush=True,
            )
    print(f"{done} pairs, {told} told apart")


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
