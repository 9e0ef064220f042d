"""Written forms of towns, postal codes, departments, regions and countries."""

import re
from random import Random
from typing import Any, Final

from worker.training.corpus import tables
from worker.training.corpus.forms.base import Form, FormSet, digits
from worker.training.corpus.marked import Fragment, Piece
from worker.training.corpus.tables import Town

_TRAPS: Final = (
    "Le Bourg", "Sens", "Die", "Y", "Eu", "Tours", "Angers", "Nice", "Foix", "Gap", "Lure", "Vire", "Vif", "Plan", "Port", "Orange",
    "Calais", "Bouc-Bel-Air", "Mons", "Crest", "Dax", "Gray", "Sète", "Gien", "Mer", "Lens", "Laval", "Nancy", "Massy", "Royan", "Lunel",
    "Le Blanc", "Le Mans", "La Rochelle", "Le Havre", "Les Abymes", "Bar", "Void", "Ay", "Oz", "Us", "Ry", "Bû", "Uz", "By", "Arc",
    "Cluses", "Vichy", "Vienne", "Valence", "Condom", "Le Bono", "La Table", "Poil", "Corps", "Bras", "Sein", "Moule", "Le Moule",
)  # fmt: skip
_ABROAD: Final = (
    "Alger", "Oran", "Tunis", "Casablanca", "Rabat", "Dakar", "Bamako", "Abidjan", "Conakry", "Kinshasa", "Istanbul", "Lisbonne", "Porto",
    "Varsovie", "Bucarest", "Bruxelles", "Liège", "Genève", "Lausanne", "Luxembourg", "Turin", "Barcelone", "Londres", "Berlin", "Hanoï",
    "Saïgon", "Pondichéry", "Antananarivo", "Moroni", "Port-au-Prince", "Cayenne", "Fort-de-France", "Beyrouth", "Damas", "Erevan",
    "Tizi Ouzou", "Béjaïa", "Sétif", "Oujda", "Sfax", "Kayes", "Thiès", "Douala", "Brazzaville", "Tbilissi", "Kiev", "Pristina",
)  # fmt: skip


def any_town(rng: Random) -> Town:
    """A French town; now and then one whose name is a word."""
    town = tables.towns().draw(rng)
    if rng.random() < 0.06:
        return Town(rng.choice(_TRAPS), town.zip, town.department, town.region, town.code)
    return town


def any_birth_place(rng: Random) -> Town:
    if rng.random() < 0.2:
        return Town(rng.choice(_ABROAD), "99999", "", "", "99")
    return any_town(rng)


def _abbreviated(name: str) -> str:
    name = re.sub(r"\bSainte(?=[- ])", "Ste", name)
    return re.sub(r"\bSaint(?=[- ])", "St", name)


def _cut_short(name: str) -> str:
    """ "Villers-le-Lac" → "Villers": as people say it."""
    return re.split(r"-(?:sur|sous|en|le|la|les|lès|de|du|des|d'|l'|au|aux)-?", name)[0]


def _district(town: Town, rng: Random) -> Fragment:
    rank = rng.randrange(1, 20)
    shown = rng.choice((" {n}e", " {n}ème", " {n}", " {n:02d}"))
    name = rng.choice(("Paris", "Paris", "Lyon", "Marseille", "PARIS"))
    return (Piece(name + shown.format(n=rank), "VILLE"),)


def _domestic(rng: Random) -> Town:
    return tables.towns().draw(rng)


TOWNS: Final = FormSet.of(
    Form("VILLE", name, write, weight, sample=any_town)
    for name, weight, write in (
        ("Ville-sur-Eau", 12, lambda t, r: t.name),
        ("VILLE-SUR-EAU", 2.5, lambda t, r: t.name.upper()),
        ("VILLE SUR EAU", 1, lambda t, r: re.sub(r"[-']", " ", t.name).upper()),
        ("Ville sur Eau", 0.7, lambda t, r: t.name.replace("-", " ")),
        ("St-Ville", 0.8, lambda t, r: _abbreviated(t.name)),
        ("ST VILLE", 0.4, lambda t, r: _abbreviated(t.name).replace("-", " ").upper()),
        ("Ville (sans suite)", 0.4, lambda t, r: _cut_short(t.name)),
        ("ville-sur-eau", 0.15, lambda t, r: t.name.lower()),
        ("Ville 3e", 0.25, _district),
    )
)
ZIPS: Final = FormSet.of(
    Form("ZIP", name, write, weight, sample=any_town)
    for name, weight, write in (
        ("21000", 12, lambda t, r: t.zip),
        ("21 000", 0.8, lambda t, r: f"{t.zip[:2]} {t.zip[2:]}"),
        ("F-21000", 0.2, lambda t, r: (Piece("F-"), Piece(t.zip, "ZIP"))),
        ("21.000", 0.1, lambda t, r: f"{t.zip[:2]}.{t.zip[2:]}"),
        ("cedex 21079", 1, lambda t, r: t.zip[:2] + digits(r, 3)),
    )
)
_OLD_REGIONS: Final = ("Alsace", "Lorraine", "Bourgogne", "Franche-Comté", "Auvergne", "Rhône-Alpes", "PACA", "Picardie", "Champagne",
    "Limousin", "Aquitaine", "Poitou", "Languedoc", "Midi-Pyrénées", "Haute-Normandie", "Basse-Normandie", "Nord-Pas-de-Calais", "Provence",
    "Périgord", "Beauce", "Beaujolais", "Vexin", "Morvan", "Pays basque", "Savoie", "Berry", "Île de France", "IDF", "Bretagne")  # fmt: skip


DEPARTMENTS: Final = FormSet.of(
    Form("DEPARTEMENT", name, write, weight, sample=_domestic)
    for name, weight, write in (
        ("Haute-Loire", 6, lambda t, r: t.department),
        ("Haute Loire", 1, lambda t, r: t.department.replace("-", " ")),
        ("HAUTE-LOIRE", 1, lambda t, r: t.department.upper()),
    )
)
REGIONS: Final = FormSet.of(
    Form("REGION", name, write, weight, sample=_domestic)
    for name, weight, write in (
        ("Grand Est", 6, lambda t, r: t.region),
        ("GRAND EST", 1, lambda t, r: t.region.upper()),
        ("ancienne région", 2, lambda t, r: r.choice(_OLD_REGIONS)),
    )
)


def any_country(rng: Random) -> str:
    return rng.choice(tuple(tables.countries()))


def _country(name: Any, rng: Random) -> str:
    return str(name)


COUNTRIES: Final = FormSet.of(
    [
        Form("PAYS", "Algérie", _country, 8, sample=any_country),
        Form("PAYS", "ALGÉRIE", lambda n, r: n.upper(), 1.2, sample=any_country),
    ]
)
