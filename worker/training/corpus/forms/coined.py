"""Coined parts of the names of bodies and houses: acronyms, firms, causes, river countries.

A pattern is text with ``<a|b>`` (one of) and ``{part}`` (a maker of `PARTS`, or a value that the
caller gives); ``{PART}`` in capitals writes the part in capitals.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Final

from worker.training.corpus import library, tables
from worker.training.corpus.names import french_surname

_CHOICE: Final = re.compile(r"<([^<>]*)>")
_FIELD: Final = re.compile(r"\{(\w+)\}")

_RIVERS: Final = ("Orne", "Vilaine", "Isle", "Dore", "Ource", "Loue", "Ognon", "Bruche", "Zorn", "Authie", "Canche", "Lys", "Scarpe", "Thelle", "Epte", "Risle", "Touques", "Thouet",
    "Layon", "Sèvre", "Seudre", "Leyre", "Baïse", "Save", "Agout", "Dourbie", "Orb", "Têt", "Drac", "Guiers", "Arve", "Verdon", "Ouvèze", "Cèze", "Sioule", "Indre", "Loir", "Bresle", "Aubance")  # fmt: skip
_LANDS: Final = ("Bocage", "Marais", "Plateau", "Littoral", "Vignoble", "Haut-Pays", "Sud-Littoral", "Piémont", "Val-Fleuri", "Estuaire", "Grand-Nord", "Pays vert", "Causse", "Trois-Rivières", "Deux-Vallées")  # fmt: skip
_PEOPLE: Final = ("diabétiques", "insuffisants rénaux", "paralysés", "stomisés", "laryngectomisés", "parents d'enfants sourds", "hémophiles", "greffés du foie", "grands brûlés", "mineurs silicosés", "traumatisés crâniens",
    "malvoyants", "aphasiques", "dialysés", "opérés du cœur", "insuffisants respiratoires", "familles endeuillées", "aidants", "amputés", "anciens buveurs", "accidentés de la vie", "jeunes arthritiques", "proches de malades")  # fmt: skip
_CAUSES: Final = ("Parkinson", "Alzheimer", "Diabète", "Sclérose", "Lupus", "Épilepsie", "AVC", "Dystonie", "Thyroïde", "Autisme", "Surdité", "Douleur", "Cancer", "Drépanocytose", "Mucoviscidose", "Rein", "Cœur", "Souffle", "Polyarthrite", "Fibro", "Handicap")  # fmt: skip
_VIRTUES: Final = ("Entraide", "Solidarité", "Espoir", "Contact", "Écoute", "Avenir", "Accueil", "Partage", "Info", "Présence", "Alliance", "Horizon", "Amitié", "Relais")  # fmt: skip
_SAYINGS: Final = ("Main dans la main", "Second souffle", "L'Éclaircie", "Un pas de plus", "La Passerelle", "Le Fil d'Ariane", "Vivre avec", "Les Ailes bleues", "Rebondir", "À petits pas", "La Bouée", "Le Phare", "Cap au large",
    "Trait d'union", "Le Goéland", "Le Pont des arts", "L'Ancrage", "La Clairière", "Tous debout", "Le Tremplin", "Et demain", "Mosaïque", "L'Escale", "Coup de pouce", "Les Tisserands", "La Ruche")  # fmt: skip
_TRADES: Final = ("cheminots", "hospitaliers", "artisans", "dockers", "enseignants", "mineurs", "douaniers", "agents territoriaux", "marins", "verriers", "pompiers", "transporteurs", "boulangers", "clercs", "éclusiers")  # fmt: skip
_PUPILS: Final = ("Les P'tits Loups", "Pomme d'Api", "Les Coccinelles", "Les Lutins", "Les Petits Pas", "La Farandole", "Les Moussaillons", "1, 2, 3 Soleil", "Les Galopins", "Mille-pattes", "La Souris verte", "Les Doudous", "Graine de malice", "Pirouette",
    "Les Canaillous", "Bidibulle", "L'Île aux enfants", "Les Oursons", "Picoti", "Le Petit Poucet", "Les Diablotins", "Capucine", "Tournesol", "Les Berlingots")  # fmt: skip
_MUTUAL_HEADS: Final = ("Soli", "Préva", "Viva", "Garan", "Uni", "Adré", "Mercé", "Radi", "Alté", "Émé", "Ocia", "Apri", "Inté", "Klé", "Mati", "Santé")  # fmt: skip
_MUTUAL_TAILS: Final = ("mut", "lia", "vie", "sia", "dis", "nor", "pro", "lys", "nova", "mieux", "ria", "clair", "sud", "cap")  # fmt: skip
_CARE_HEADS: Final = ("Oxy", "Respi", "Ortho", "Médi", "Confort", "Domi", "Vita", "Aéro", "Nutri", "Perfu", "Locam", "Prothé", "Isis", "Apné", "Ventil", "Harmo", "Adep", "Elivo", "Sanit", "Podo")  # fmt: skip
_CARE_TAILS: Final = ("dom", "vie", "lis", "soins", "nord", "ouest", "tec", "air", "plus", "med", "sphère", "form", "logis", "pro", "gènes", "line", "al", "ys")  # fmt: skip
_LAB_HEADS: Final = ("Bio", "Cyto", "Labo", "Ana", "Séro", "Hémo", "Patho", "Syn", "Uni", "Cerb", "Novo", "Dyna", "Eurô", "Cyl")  # fmt: skip
_LAB_TAILS: Final = ("val", "lor", "pole", "lys", "rance", "mer", "génia", "ouest", "alp", "estuaire", "synthèse", "path", "labs", "star", "roc", "axe", "riva")  # fmt: skip
_WORKS: Final = ("Ferronor", "Mécabois", "Verralis", "Acier-Lys", "Sidélor", "Plastombre", "Rouvray", "Tôlerie", "Filatex", "Câblauto", "Papelor", "Chimouest", "Lactinor", "Fondal", "Motrix", "Pneulor", "Conservor", "Sucrelys", "Cartonal", "Turbinex")  # fmt: skip
_NETWORK_HEADS: Final = ("Onco", "Onco-", "Canc", "Péri", "Diab", "Géronto", "Cardio", "Addicto", "Allo", "Neuro-", "Périnat-", "Pallia", "Respi", "Rés'")  # fmt: skip
_PLAIN: Final = str.maketrans(
    {"’": "'", "œ": "oe", "Œ": "OE", "«": '"', "»": '"', "º": "o", "°": " "}
)
_CONSONANTS: Final = "BCDFGLMNPRSTV"


@cache
def _taken() -> frozenset[str]:
    """Acronyms that a clinician reads as a term: a coined one must not be one of them."""
    sheet = library.PHRASES / "sigles.txt"
    rules = library.read_rules(sheet.read_text("utf-8"), str(sheet))
    listed = [text for rule in rules if rule.name == "sigle" for text, _ in rule.sources]
    return frozenset(name.upper() for name in (*tables.abbreviations(), *listed))


def acronym(rng: Random) -> str:
    """Three to six capitals that are no term of medicine, with dots now and then: "AFPL"."""
    while True:
        count = rng.choices((3, 4, 5, 6), (4, 6, 3, 1))[0]
        letters = "".join(
            rng.choice("AEIOU" if rng.random() < 0.33 else _CONSONANTS) for _ in range(count)
        )
        if letters not in _taken():
            break
    draw = rng.random()
    if draw < 0.08:
        return "".join(f"{letter}." for letter in letters)
    return letters.capitalize() if draw < 0.16 else letters


def house_acronym(rng: Random) -> str:
    """The acronym of a hospital: an H, a C or an I stands in it ("HGPL", "ICV", "CHuB")."""
    while True:
        pool = _CONSONANTS + "EOAU"
        pattern = rng.choice(("H**", "H***", "CH**", "HU*", "GH**", "I*C", "IC*", "I**", "C***", "*H*", "*HU", "PS*", "HP**", "CL**", "IM*", "HI*", "M*H", "CM**", "CHu*", "HEG*", "N*H"))  # fmt: skip
        found = "".join(rng.choice(pool) if sign == "*" else sign for sign in pattern)
        if found.upper() not in _taken():
            return found


def _coined(heads: tuple[str, ...], tails: tuple[str, ...]) -> Callable[[Random], str]:
    return lambda rng: rng.choice(heads) + rng.choice(tails)


def _one_of(values: tuple[str, ...]) -> Callable[[Random], str]:
    return lambda rng: rng.choice(values)


def country(rng: Random) -> str:
    """A small country named after a river or its lie: "Pays de Risle", "Haut-Bocage"."""
    river, land = rng.choice(_RIVERS), rng.choice(_LANDS)
    elided = f"d'{river}" if river[0] in "AEIO" else f"de {river}"
    return rng.choice(
        (f"Pays {elided}", f"Val {elided}", f"Haut-{land}", f"Bas-{land}", f"Pays du {land}" if "-" not in land else f"Val {elided}",
         f"{river}-{rng.choice(_RIVERS)}", f"{river} et {rng.choice(_RIVERS)}", f"Nord-{river}", f"Centre-{river}")
    )  # fmt: skip


def code(rng: Random) -> str:
    """A short code of a site: "L3B", "CBX 2", "B12"."""
    letters = "".join(rng.choice(_CONSONANTS + "X") for _ in range(rng.choice((1, 2, 3))))
    return rng.choice(("{a}{n}", "{a} {n}", "{a}{n}{b}", "{a}-{n}")).format(
        a=letters, n=rng.randrange(1, 30), b=rng.choice("ABC")
    )


def cause(rng: Random) -> str:
    """What a patients' association is called after its cause: "Diabète Entraide"."""
    name, virtue = rng.choice(_CAUSES), rng.choice(_VIRTUES)
    return rng.choice(
        (f"{name} {virtue}", f"{virtue} {name}", f"France {name}", f"{name} France", f"Vaincre le {name.lower()}", f"{name}-{virtue}")
    )  # fmt: skip


PARTS: Final[dict[str, Callable[[Random], str]]] = {
    "sigle": acronym,
    "hsigle": house_acronym,
    "pays": country,
    "code": code,
    "cause": cause,
    "people": _one_of(_PEOPLE),
    "saying": _one_of(_SAYINGS),
    "trade": _one_of(_TRADES),
    "fun": _one_of(_PUPILS),
    "river": _one_of(_RIVERS),
    "works": _one_of(_WORKS),
    "mutual": _coined(_MUTUAL_HEADS, _MUTUAL_TAILS),
    "care": _coined(_CARE_HEADS, _CARE_TAILS),
    "lab": _coined(_LAB_HEADS, _LAB_TAILS),
    "network": lambda rng: rng.choice(_NETWORK_HEADS) + rng.choice(_RIVERS).lower(),
    "name": french_surname,
    "other": french_surname,
    "first": lambda rng: tables.first_names()[rng.random() < 0.5].draw(rng),
    "num": lambda rng: f"{rng.randrange(1, 96):02d}",
    "nnn": lambda rng: str(rng.randrange(101, 999)),
    "n": lambda rng: str(rng.randrange(1, 10)),
    "rank": lambda rng: str(rng.randrange(1, 170)) + rng.choice(("e", "e", "e", "ème", "°")),
    "letter": lambda rng: rng.choice("ABCDEF"),
    "colour": _one_of(("bleue", "verte", "rouge", "jaune", "blanche")),
    "side": _one_of(("Nord", "Sud", "Est", "Ouest", "Centre", "A", "B")),
}  # fmt: skip


def write(pattern: str, rng: Random, given: Mapping[str, str]) -> str:
    """The pattern with one alternative of each choice and each part drawn (`given` ones as told)."""
    while match := _CHOICE.search(pattern):
        chosen = rng.choice(match.group(1).split("|"))
        pattern = pattern[: match.start()] + chosen + pattern[match.end() :]

    def filled(match: re.Match[str]) -> str:
        name = match.group(1)
        key = name.lower()
        value = given[key] if key in given else PARTS[key](rng)
        return value.upper() if name.isupper() and len(name) > 1 else value

    return re.sub(r" {2,}", " ", _FIELD.sub(filled, pattern)).strip()


def cased(text: str, rng: Random) -> str:
    """As some type it: all in small letters (one in nine), all in capitals (one in twelve)."""
    draw = rng.random()
    return text.lower() if draw < 0.11 else text.upper() if draw < 0.19 else text


def plain_capitals(text: str) -> str:
    """Capitals without accents, as letterheads and old software write them."""
    text = text.translate(_PLAIN)
    return unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode().upper()
