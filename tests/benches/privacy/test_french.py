"""Each kind of blemish is seen where there is one, and only there."""

import pytest

from annotation.domain.labels import SUBTYPE_TO_LABEL
from annotation.domain.notes import Note, PatientIdentity
from annotation.domain.spans import Span
from benches.privacy.french import BEFORE, CHECKS, Kind, blemishes, read
from privacy.domain.substitute import Replacement, SubstitutedNote
from privacy.domain.tables import default_tables


def seen(before: str, after: str, *, date: str = "2024-01-31") -> set[Kind]:
    """The kinds that are found where « {Jean|PRENOM} » became « {Paul|PRENOM} »."""
    (old, spans), (new, places) = _cut(before), _cut(after)
    replacements = tuple(
        Replacement(*place[:2], SUBTYPE_TO_LABEL[place[2]].value, place[2], *span[:2])
        for span, place in zip(spans, places, strict=True)
    )
    entities = tuple(Span(*span[:2], SUBTYPE_TO_LABEL[span[2]].value, span[2]) for span in spans)
    note = Note("n", old, PatientIdentity("p"), {"date": date}, entities)
    file = read([note], [SubstitutedNote("n", new, replacements)], default_tables())
    return {one.kind for one in blemishes(file)}


def _cut(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    text, places = "", []
    for piece in marked.split("{"):
        inside, closed, rest = piece.partition("}")
        if not closed:
            text += inside
            continue
        surface, _, subtype = inside.partition("|")
        places.append((len(text), len(text) + len(surface), subtype))
        text += surface + rest
    return text, places


@pytest.mark.parametrize(
    ("kind", "before", "wrong", "right"),
    [
        (Kind.GENDER, "Sœur {Odile|PRENOM}.", "Sœur {Clément|PRENOM}.", "Sœur {Aurélie|PRENOM}."),
        (Kind.GENDER, "Mme {Petit|NOM} {Anne|PRENOM}", "Mme {Roy|NOM} {Paul|PRENOM}", "Mme {Roy|NOM} {Julie|PRENOM}"),
        (Kind.GENDER, "l'abbé {Jean-Marie|PRENOM}", "l'abbé {Yves-Nadine|PRENOM}", "l'abbé {Yves-Paul|PRENOM}"),
        (Kind.DAMAGED, "{N'DIAYE|NOM}", "{C'VILLENEUVE|NOM}", "{VILLENEUVE|NOM}"),
        (Kind.DAMAGED, "{d'Arcy|NOM}", "{d'Petit|NOM}", "{d'Isik|NOM}"),
        (Kind.DAMAGED, "{J0LY|NOM}", "{X9COUTY|NOM}", "{COUTY|NOM}"),
        (Kind.INITIALS, "{Ana|PRENOM} {Roy|NOM}, {A.|INITIALES} {Roy|NOM}",
         "{Eve|PRENOM} {Bon|NOM}, {K.|INITIALES} {Bon|NOM}", "{Eve|PRENOM} {Bon|NOM}, {E.|INITIALES} {Bon|NOM}"),
        (Kind.HOSPITAL, "{cl. Saint-Jean|HOPITAL}", "{Équinoxe|HOPITAL}", "{cl. des Cèdres|HOPITAL}"),
        (Kind.SERVICE, "{Pôle Imagerie|SERVICE}", "{Pôle Les Bateliers|SERVICE}", "{Pôle de Gériatrie|SERVICE}"),
        (Kind.TWO_NAMES, "{CH Pasteur|HOPITAL}, {hôpital Louis Pasteur|HOPITAL}", "{CH des Prés|HOPITAL}, {hôpital du Val|HOPITAL}",
         "{CH des Prés|HOPITAL}, {hôpital des Prés|HOPITAL}"),
        (Kind.CHU, "{CHU de Dijon|HOPITAL}", "{CHU de Lattes|HOPITAL}", "{CHU de Montpellier|HOPITAL}"),
        (Kind.LINK, "à l'{Espace Rencontre|ORGANISME}", "à l'{Nouvel Élan|ORGANISME}", "à {Nouvel Élan|ORGANISME}"),
        (Kind.LINK, "de {Lyon|VILLE}", "de {Avignon|VILLE}", "d'{Avignon|VILLE}"),
        (Kind.LINK, "d'{Avignon|VILLE}", "d'{Dijon|VILLE}", "de {Dijon|VILLE}"),
        (Kind.LINK, "à {Lyon|VILLE}", "à {Le Havre|VILLE}", "au {Havre|VILLE}"),
        (Kind.LINK, "en {Bretagne|REGION}", "en {Hauts-de-France|REGION}", "dans les {Hauts-de-France|REGION}"),
        (Kind.COUNTRY, "{Oran|VILLE} ({Algérie|PAYS})", "{Mandrevillars|VILLE} ({Hongrie|PAYS})", "{Szeged|VILLE} ({Hongrie|PAYS})"),
        (Kind.NIR, "né le {02/11/1958|DATE_NAISSANCE}, {1 58 11 99 352 118|SECU}", "né le {16/05/1958|DATE_NAISSANCE}, {1 75 05 78 017 000|SECU}",
         "né le {16/05/1958|DATE_NAISSANCE}, {1 58 05 78 017 000|SECU}"),
        (Kind.AGE, "né à {38 SA|AGE}", "né à {12 SA|AGE}", "né à {36 SA|AGE}"),
        (Kind.AGE, "il avait {84 ans|AGE}", "il avait {120 ans|AGE}", "il avait {89 ans|AGE}"),
        (Kind.EARLY, "né le {02/11/1958|DATE_NAISSANCE}, opéré en {1999|DATE}", "né le {16/05/1958|DATE_NAISSANCE}, opéré en {1950|DATE}",
         "né le {16/05/1958|DATE_NAISSANCE}, opéré en {1985|DATE}"),
        (Kind.YEAR, "le {31/01/2024|DATE}, INR le {3 février|DATE}", "le {12/02/2024|DATE}, INR le {20 janvier|DATE}",
         "le {12/02/2024|DATE}, INR le {20 février|DATE}"),
        (Kind.GIBBERISH, "{résid. Les Mas|ADRESSE}", "{grandemange. Les Marchetti|ADRESSE}", "{résid. Les Marchetti|ADRESSE}"),
        (Kind.GIBBERISH, "{rue Zola, 3e étage|ADRESSE}", "{rue des Aix, 93e étage|ADRESSE}", "{rue des Aix, 4e étage|ADRESSE}"),
    ],
)  # fmt: skip
def test_a_blemish_is_seen_where_there_is_one(kind, before, wrong, right):
    assert kind in seen(before, wrong)
    assert kind not in seen(before, right)


def test_what_was_wrong_before_is_no_blemish():
    assert seen("de {Avignon|VILLE}", "de {Orléans|VILLE}") == set()


def test_every_kind_has_a_check_and_a_figure_from_before():
    assert set(CHECKS) == set(Kind) == set(BEFORE)
