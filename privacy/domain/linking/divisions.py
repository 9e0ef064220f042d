"""Articles of departments and regions: « le Gard », « la Creuse », « les Landes », « l'Ain », but « Paris ».

An element of the language, not of the table of communes: written down here by gender (*Code officiel géographique*,
INSEE, whose field TNCC says the same).
"""

import re
from functools import lru_cache
from typing import Final

from annotation.domain.public_tables import rows
from privacy.domain.linking.words import BARE, PLURAL, Noun, elides
from privacy.domain.text import fold_phrase, words

_MASCULINE: Final = """
Ain, Allier, Aveyron, Bas-Rhin, Calvados, Cantal, Cher, Doubs, Eure-et-Loir, Finistère, Gard, Gers, Haut-Rhin, Hérault,
Indre, Jura, Loir-et-Cher, Loiret, Lot, Lot-et-Garonne, Maine-et-Loire, Morbihan, Nord, Pas-de-Calais, Puy-de-Dôme, Rhône,
Tarn, Tarn-et-Garonne, Territoire de Belfort, Val-d'Oise, Val-de-Marne, Var, Vaucluse, Centre-Val de Loire, Grand Est
"""
_FEMININE: Final = """
Aisne, Ardèche, Ariège, Aube, Aude, Charente, Charente-Maritime, Corrèze, Corse-du-Sud, Creuse, Côte-d'Or, Dordogne, Drôme,
Essonne, Eure, Gironde, Guadeloupe, Guyane, Haute-Corse, Haute-Garonne, Haute-Loire, Haute-Marne, Haute-Savoie,
Haute-Saône, Haute-Vienne, Ille-et-Vilaine, Indre-et-Loire, Isère, Loire, Loire-Atlantique, Lozère, Manche, Marne,
Martinique, Mayenne, Meurthe-et-Moselle, Meuse, Moselle, Nièvre, Oise, Orne, Sarthe, Savoie, Saône-et-Loire,
Seine-Maritime, Seine-Saint-Denis, Seine-et-Marne, Somme, Vendée, Vienne, Yonne, Auvergne-Rhône-Alpes,
Bourgogne-Franche-Comté, Bretagne, Corse, Normandie, Nouvelle-Aquitaine, Occitanie, Provence-Alpes-Côte d'Azur,
Île-de-France
"""
_PLURAL_NAMES: Final = """
Alpes-Maritimes, Alpes-de-Haute-Provence, Ardennes, Bouches-du-Rhône, Côtes-d'Armor, Deux-Sèvres, Hautes-Alpes,
Hautes-Pyrénées, Hauts-de-Seine, Landes, Pyrénées-Atlantiques, Pyrénées-Orientales, Vosges, Yvelines, Hauts-de-France,
Pays de la Loire
"""
# feminine, called after a river and no province: « dans l'Oise », « dans la Marne »
_ARTICLED: Final = frozenset(
    words(
        "aisne aube aude charente creuse drome essonne eure loire manche marne meuse nievre oise orne sarthe somme vienne yonne"
    )
)
# without an article, or with one that belongs to the name
_BARE_NAMES: Final = "Paris, Mayotte, La Réunion"
_HEAD: Final = re.compile(
    r"\A(?:(?:dans\s+)?(?:le|la|les|en|aux?|[àa](?:\sla)?|du|des|de(?:\sla)?)\s+|(?:(?:dans|de|[àa])\s+)?[ld]['’])"
    r"(?=[^\W\d_])(?!r[ée]union)",
    re.IGNORECASE,
)
_COUNTRY_GENDERS: Final = {"en": "F", "au": "M", "aux": PLURAL, "à": BARE}


def division(name: str) -> Noun:
    """What the name of a department or a region asks of the word before it."""
    aspirated = fold_phrase(name).startswith("haut")  # « la Haute-Loire », « le Haut-Rhin »
    folded = fold_phrase(name)
    return Noun(elides(name) and not aspirated, _genders().get(folded, ""), folded in _ARTICLED)


def without_preposition(text: str) -> str:
    """« Portugal » of « au Portugal », « Nord » of « dans le Nord »; « La Réunion » as it is."""
    return _HEAD.sub("", text, count=1)


def country(name: str) -> Noun:
    """What the name of a country asks of the word before it: « au » Maroc is masculine, « en » Iran stands before a vowel."""
    preposition = _prepositions().get(fold_phrase(name), "en")
    aspirated = fold_phrase(name).startswith("ho")  # « la Hongrie », « le Honduras »
    return Noun(elides(name) and not aspirated, _COUNTRY_GENDERS[preposition])


@lru_cache(maxsize=1)
def _prepositions() -> dict[str, str]:
    return {fold_phrase(row["name"]): row["preposition"] for row in rows("countries_fr.csv")}


@lru_cache(maxsize=1)
def _genders() -> dict[str, str]:
    lists = (("M", _MASCULINE), ("F", _FEMININE), (PLURAL, _PLURAL_NAMES), (BARE, _BARE_NAMES))
    return {
        fold_phrase(" ".join(name.split())): gender
        for gender, names in lists
        for name in names.split(",")
    }
