"""Written forms of hospitals, services and other named bodies.

An establishment keeps its proper name in a note; its head word changes ("Centre Hospitalier
Louis Pasteur", "CH Louis Pasteur", "hôpital Louis Pasteur").
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from worker.training.corpus import tables
from worker.training.corpus.forms import coined, named_bodies
from worker.training.corpus.forms.base import Form, FormSet, digits
from worker.training.corpus.names import french_surname
from worker.training.corpus.tables import Town

_VOWELS: Final = "aeiouyhàâäéèêëîïôöùûœAEIOUYHÀÂÉÈÊËÎÏÔÖÙÛŒ"


def of(name: str) -> str:
    """ "Beaune" → "de Beaune", "Autun" → "d'Autun", "Le Mans" → "du Mans", "Les Ulis" → "des Ulis"."""
    if name.startswith("Le "):
        return f"du {name[3:]}"
    if name.startswith("Les "):
        return f"des {name[4:]}"
    is_elided = name[0] in _VOWELS and not name.startswith("Hau")  # "Hautmont": an aspirated h
    return f"d'{name}" if is_elided else f"de {name}"


@dataclass(frozen=True, slots=True)
class Hospital:
    """`name`: what follows the head word; `kind` chooses the head words."""

    kind: str
    name: str
    town: Town

    @property
    def is_feminine(self) -> bool:
        return self.kind in _FEMININE


# kind → weight, where the name comes from, head words with their weights
_KINDS: Final[dict[str, tuple[float, str, str]]] = {
    "chu": (9, "town", "CHU:8 C.H.U.:1 CHRU:2 Centre_Hospitalier_Universitaire:3 CENTRE_HOSPITALIER_UNIVERSITAIRE:1 CHR:1 hôpital:1 C.H.R.U.:0.4 centre_hospitalier_universitaire:1 Centre_Hospitalier_Régional:0.6"),
    "chu_nu": (4, "bare", "CHU:6 CHRU:2 CH:4 HOP:1 C.H.:0.7 CHI:1 CHS:0.6 GH:0.6 Hôpitaux:0.4"),
    "ch": (12, "town", "CH:7 Centre_Hospitalier:6 CENTRE_HOSPITALIER:2 C.H.:1 hôpital:3 Hôpital:2 Hôp.:0.5 centre_hospitalier:2 HOPITAL:1 Hopital:0.4 CHG:0.5 C._H.:0.2 Centre_hospitalier:1 hop.:0.2 HÔPITAL:0.6"),
    "ch_nom": (12, "proper", "CH:5 Centre_Hospitalier:6 CENTRE_HOSPITALIER:3 hôpital:4 Hôpital:5 HOPITAL:2 HÔPITAL:1 HOP:1 Hôp.:0.7 CHU:2 CHI:0.8 Centre_Hospitalier_Intercommunal:1 Groupe_Hospitalier:1 GH:0.6 Hop:0.3 hopital:0.3 Hôpitaux:0.4 hôpital_général:0.3"),
    "connu": (6, "known", "hôpital:6 Hôpital:5 CHU:2 HOPITAL:1 Hôp.:0.5 HOP:0.5 GH:0.3 GHU:0.3 AP-HP_hôpital:0.4 AP-HP_-_Hôpital:0.3"),
    "connu_seul": (2, "known", ":1"),
    "clinique": (12, "proper", "clinique:7 Clinique:6 CLINIQUE:2 Polyclinique:2 polyclinique:1.5 POLYCLINIQUE:0.5 Cl.:0.2 clin.:0.3 Clinique_chirurgicale:0.3"),
    "clinique_ville": (3, "town", "clinique:4 Clinique:3 polyclinique:1.5 Polyclinique:1 maternité:2 Maternité:1"),
    "prive": (4, "proper", "Hôpital_privé:4 hôpital_privé:2 HOPITAL_PRIVE:1 Hôpital_Privé:2 HP:0.6 Médipôle:0.6 Pôle_Santé:0.5 Espace_Santé:0.2 Capio_Clinique:0.2 Ramsay_Santé_-_Clinique:0.2"),
    "ehpad": (8, "proper", "EHPAD:8 Résidence:2 résidence:1 maison_de_retraite:1.5 Maison_de_retraite:0.6 E.H.P.A.D.:0.4 USLD:0.6 Ehpad:1.5 foyer-logement:0.4 MARPA:0.3 EHPAD_Résidence:0.5 MAPA:0.2 FAM:0.4 MAS:0.4"),
    "ehpad_ville": (2, "town", "EHPAD:5 maison_de_retraite:2 Ehpad:1 USLD:0.5"),
    "psy": (4, "proper", "CHS:4 EPSM:2 clinique_psychiatrique:1 Centre_Hospitalier_Spécialisé:1 CPN:0.3 centre_psychothérapique:0.6 Clinique:1 CATTP:0.3 hôpital_de_jour:0.6 HDJ:0.3"),
    "psy_ville": (2, "town", "CHS:4 EPSM:2 centre_psychothérapique:1"),
    "ssr": (6, "proper", "SSR:4 SMR:2 centre_de_rééducation:3 Centre_de_rééducation:1.5 centre_de_réadaptation:1.5 CRF:1.5 Centre_de_Réadaptation_Fonctionnelle:0.6 centre:1 CMPR:0.7 clinique_SSR:0.4 CENTRE_DE_REEDUCATION:0.4 centre_de_convalescence:0.4 Centre:0.8"),
    "ssr_ville": (2, "town", "SSR:4 SMR:2 centre_de_rééducation:2 centre_de_réadaptation:2 CRF:1 CRRF:0.4"),
    "had": (2.5, "town", "HAD:6 Hospitalisation_à_domicile:0.4"),
    "had_nom": (1.5, "proper", "HAD:5 Santé_Service:0.3"),
    "cancer": (3, "proper", "Centre:3 centre:1.5 Institut:2 institut:1 CLCC:0.6 Centre_de_Lutte_Contre_le_Cancer:0.5 Institut_de_cancérologie:0.5 centre_de_radiothérapie:0.6"),
    "dialyse": (1.5, "town", "centre_de_dialyse:3 Centre_de_dialyse:1 unité_de_dialyse:0.5 ATIR:0.3 AURAL:0.4 ECHO:0.4 AIDER:0.3"),
    "cabinet": (3, "proper", "cabinet_médical:3 Cabinet_médical:2 maison_de_santé:3 Maison_de_santé:1.5 MSP:1.5 centre_de_santé:2 Centre_de_Santé:1 MAISON_MEDICALE:0.4 maison_médicale:1 cabinet_infirmier:0.8 cabinet_dentaire:0.4"),
    "cabinet_ville": (1.5, "town", "maison_de_santé:3 centre_de_santé:2 maison_médicale:1 cabinet_médical:1 MSPU:0.2 maison_médicale_de_garde:0.4"),
    "armees": (0.7, "proper", "HIA:3 Hôpital_d'Instruction_des_Armées:2 hôpital_militaire:0.5"),
    "sigle": (5, "acronym", ":1"),
    "libre": (4, "free", ":10 CMC:0.4 groupe:0.3 site:0.6"),
    "nu": (5, "alone", ":10 site:2 Site:1 SITE:0.5"),
    "long": (5, "long", ":1"),
    "abrege": (4, "alone", "hôp:3 hop:3 Hôp:2 clin:1 Clin.:1 poly:0.5 cl:0.5 CL:0.5 hosto:0.2 hp:0.4 ctre:0.3 Ctre:0.3"),
    "home": (3, "alone", "home:3 Home:2 EHPAD_protestant:0.6 EHPAD_public:0.6 EHPAD_associatif:0.3 ehpad:2 résidence_autonomie:1 Résidence_autonomie:0.6 résidence_services:0.6 foyer-résidence:0.5 maison_d'accueil:0.5 béguinage:0.3 Villa:0.6 villa:0.4 MRS:0.3 EHPA:0.4 foyer_de_vie:0.6 Foyer_de_vie:0.3"),
    "autodialyse": (1, "town", "UAD:4 U.A.D.:0.6 unité_d'autodialyse:2 UDM:2 antenne_de_dialyse:1 centre_lourd:0.6 autodialyse:1"),
    "maternite": (2.5, "town", "maternité_du_CH:3 Maternité_du_CH:1 mater_du_CH:1 maternité_du_CHU:1 MATERNITE_DU_CH:0.5 maison_de_naissance:0.4 urgences_du_CH:1 SAU_du_CH:0.6 consultation_du_CH:0.5 plateau_technique_du_CH:0.4 hôpital_de_jour_du_CH:0.5 IFSI_du_CH:0.3"),
    "domicile": (1.5, "town", "had:4 h.a.d.:0.6 Had:1 HAD_service:0.4 antenne_HAD:0.6 équipe_HAD:0.6"),
}  # fmt: skip
_FEMININE: Final = frozenset(
    {"clinique", "clinique_ville", "had", "had_nom", "maternite", "domicile", "autodialyse"}
)
_WHITE: Final = str.maketrans({"_": " "})
_ACRONYM_HEADS: Final = (
    "CH",
    "GH",
    "HP",
    "CHI",
    "HE",
    "GHT",
    "HC",
    "CHM",
    "HN",
    "CHB",
    "IC",
    "HIA",
    "CHP",
    "CHR",
    "GHI",
)


def any_hospital(rng: Random) -> Hospital:
    kind = rng.choices(tuple(_KINDS), tuple(weight for weight, _, _ in _KINDS.values()))[0]
    return hospital_of(kind, rng)


def hospital_of(kind: str, rng: Random, town: Town | None = None) -> Hospital:
    """An establishment of this kind, in `town` when given."""
    place = town or tables.towns().draw(rng)
    source = _KINDS[kind][1]
    if source == "town":
        return Hospital(kind, of(place.name), place)
    if source == "bare":
        return Hospital(kind, place.name, place)
    if source == "known":
        return Hospital(kind, rng.choice(tables.words("hospitals_known")), place)
    if source == "acronym":
        letters = "".join(rng.choice("ABCDEFGLMNOPRSTV") for _ in range(rng.choice((1, 2, 2, 3))))
        return Hospital(kind, rng.choice(_ACRONYM_HEADS) + letters, place)
    if source in _MAKERS:
        return Hospital(kind, _MAKERS[source](place, rng), place)
    return Hospital(kind, _proper(place, rng), place)


def _without_particle(town: Town, rng: Random) -> str:
    """A proper name that stands without its head word: "Bel-Air", "Les Tilleuls"."""
    while True:
        name = re.sub(r"^(?:du |des |de la |de l'|de )", "", _proper(town, rng))
        if len(name) > 5:  # "Lac", "Pré": too short to be read as a house
            return name


def _long_house(town: Town, rng: Random) -> str:
    given = {"of_town": of(town.name), "town": town.name, "proper": _without_particle(town, rng),
             "dep": town.department, "of_dep": of_department(town)}  # fmt: skip
    text = coined.write(rng.choice(named_bodies.LONG_HOUSES), rng, given)
    return coined.plain_capitals(text) if rng.random() < 0.45 else text


_MAKERS: Final[dict[str, Callable[[Town, Random], str]]] = {
    "free": lambda town, rng: coined.house_acronym(rng),
    "alone": _without_particle,
    "long": _long_house,
}


def _proper(town: Town, rng: Random) -> str:
    draw = rng.random()
    if draw < 0.5:
        return rng.choice(tables.words("establishments"))
    if draw < 0.65:
        return f"{tables.first_names()[rng.random() < 0.35].draw(rng)} {french_surname(rng)}"
    if draw < 0.78:
        saint = rng.choice(tables.first_names()[rng.random() < 0.4].items[:220])
        return f"Saint{'e' if saint[-1] in 'ea' and rng.random() < 0.8 else ''}-{saint}"
    if draw < 0.9:
        return rng.choice(_NATURE)
    return (
        f"{rng.choice(tables.words('establishments'))} {rng.choice(('de', 'à', '-'))} {town.name}"
    )


_NATURE: Final = ("Les Glycines", "Les Tilleuls", "Le Clos des Vignes", "La Roseraie", "Les Magnolias", "Les Jardins de Flore", "Le Pré Vert",
    "L'Orée du Bois", "Les Mimosas", "La Source", "Les Érables", "Bon Accueil", "Ma Maison", "Les Opalines", "Le Castel", "Korian Les Sources",
    "Les Hauts de Seine", "La Pinède", "Le Vert Coteau", "L'Hermitage", "Les Quatre Saisons", "Le Belvédère", "Résidence du Port")  # fmt: skip


def _hospital_writer(head: str) -> Callable[[Any, Random], str]:
    shouted = head.isupper() and len(head) > 6

    def write(place: Hospital, rng: Random) -> str:
        name = place.name
        if shouted or rng.random() < 0.08:
            name = name.upper()
        return f"{head} {name}".strip()

    return write


def _sampler(kind: str) -> Callable[[Random], Hospital]:
    return lambda rng: hospital_of(kind, rng)


def _hospital_forms(kind: str, heads: str) -> FormSet:
    forms: list[Form] = []
    for entry in heads.split():
        head, _, weight = entry.rpartition(":")
        head = head.translate(_WHITE)
        forms.append(
            Form("HOPITAL", f"{head or kind} … ({kind})", _hospital_writer(head), float(weight),
                 frozenset({kind}), _sampler(kind))
        )  # fmt: skip
    return FormSet.of(forms)


HOSPITALS: Final[dict[str, FormSet]] = {
    kind: _hospital_forms(kind, heads) for kind, (_, _, heads) in _KINDS.items()
}


@dataclass(frozen=True, slots=True)
class Service:
    """`speciality` as in "Service de …", `unit` as in "Unité …"."""

    speciality: str
    unit: str
    named_by_unit: bool


def any_service(rng: Random) -> Service:
    return Service(
        rng.choice(tables.words("services")), rng.choice(tables.words("units")), rng.random() < 0.36
    )


_SHORT_SPECIALITIES: Final = (
    "cardio",
    "pneumo",
    "chir viscérale",
    "ortho",
    "neuro",
    "gastro",
    "néphro",
    "réa",
    "méd interne",
    "gynéco",
    "uro",
)


def _service(head: str, case: Callable[[str], str]) -> Callable[[Any, Random], str]:
    return lambda s, r: f"{head} {of(case(s.speciality))}"


def _named_ward(pattern: str) -> Callable[[Any, Random], str]:
    """A pattern of `named_bodies`; now and then in capitals without accents, as on a letterhead."""

    def write(service: Service, rng: Random) -> str:
        town, other = tables.towns().draw(rng), any_service(rng).speciality
        given = {
            "speciality": of(service.speciality),
            "second": of(other),
            "of_town": of(town.name),
        }
        is_first = pattern.startswith("{speciality}")
        if is_first:
            given["speciality"] = service.speciality
        text = coined.write(pattern, rng, given)
        draw = rng.random()
        return coined.plain_capitals(text) if draw < 0.3 else text.lower() if draw < 0.38 else text

    return write


def _ward_forms(kind: str, patterns: tuple[str, ...], weight: float) -> list[Form]:
    return [
        Form("SERVICE", f"{kind} {pattern}", _named_ward(pattern), weight, frozenset({"unite", kind}), any_service)
        for pattern in patterns
    ]  # fmt: skip


def _same(text: str) -> str:
    return text


def _low(text: str) -> str:
    """ "ORL et chirurgie" keeps its letters; other names go to small ones."""
    return text if text[:3].isupper() else text[:1].lower() + text[1:]


def _upper(head: str) -> Callable[[Any, Random], str]:
    return lambda s, r: f"{head} {of(s.speciality)}".upper()


SERVICES: Final = FormSet.of(
    [
        *(
            Form("SERVICE", name, write, weight, frozenset({"specialite"}), any_service)
            for name, weight, write in (
                ("Service de Cardiologie", 6, _service("Service", _same)), ("service de cardiologie", 6, _service("service", _low)),
                ("service de Cardiologie", 3, _service("service", _same)), ("SERVICE DE CARDIOLOGIE", 3, _upper("SERVICE")),
                ("Unité de Cardiologie", 2, _service("Unité", _same)), ("unité de cardiologie", 2, _service("unité", _low)),
                ("UNITE DE CARDIOLOGIE", 0.6, _upper("UNITE")), ("Pôle de Cardiologie", 1, _service("Pôle", _same)),
                ("Serv. de Cardiologie", 0.4, _service("Serv.", _same)), ("Sce de cardiologie", 0.5, _service("Sce", _low)),
                ("Département de Cardiologie", 1.2, _service("Département", _same)), ("DEPARTEMENT DE CARDIOLOGIE", 0.4, _upper("DEPARTEMENT")),
                ("Unité d'hospitalisation de Cardiologie", 0.7, _service("Unité d'hospitalisation", _same)),
                ("Service Cardiologie", 0.8, lambda s, r: f"Service {s.speciality}"), ("SERVICE CARDIOLOGIE", 0.5, lambda s, r: f"SERVICE {s.speciality}".upper()),
                ("service de cardio", 0.8, lambda s, r: f"service {of(r.choice(_SHORT_SPECIALITIES))}"),
                ("Fédération de Cardiologie", 0.3, _service("Fédération", _same)),
                ("Service de Cardiologie B", 0.5, lambda s, r: f"Service {of(s.speciality)} {r.choice('ABC12')}"),
            )
        ),
        *(
            Form("SERVICE", name, write, weight, frozenset({"unite"}), any_service)
            for name, weight, write in (
                ("Unité Pinel", 5, lambda s, r: f"Unité {s.unit}"), ("unité Pinel", 5, lambda s, r: f"unité {s.unit}"),
                ("UNITE PINEL", 1, lambda s, r: f"UNITE {s.unit}".upper()), ("Pôle Femme-Mère-Enfant", 4, lambda s, r: f"Pôle {s.unit}"),
                ("pôle Femme-Mère-Enfant", 1.5, lambda s, r: f"pôle {s.unit}"), ("PÔLE FEMME-MÈRE-ENFANT", 1, lambda s, r: f"PÔLE {s.unit}".upper()),
                ("Service Pinel", 0.8, lambda s, r: f"Service {s.unit}"), ("UF 1204", 0.8, lambda s, r: f"UF {digits(r, 4)}"),
                ("Unité 32", 0.5, lambda s, r: f"Unité {r.randrange(1, 60)}"), ("U.F. 1204", 0.2, lambda s, r: f"U.F. {digits(r, 4)}"),
                ("secteur Pinel", 0.4, lambda s, r: f"secteur {s.unit}"),
            )
        ),
        *_ward_forms("aile", named_bodies.WARDS, 0.4),
        *_ward_forms("centre", named_bodies.CENTRES, 0.2),
    ]
)  # fmt: skip

WARDS: Final[dict[str, FormSet]] = {kind: SERVICES.tagged(kind) for kind in ("aile", "centre")}


@dataclass(frozen=True, slots=True)
class Body:
    """A named body that isn't a hospital: `kind` one of `BODIES`."""

    kind: str
    town: Town
    name: str


_BODY_KINDS: Final[dict[str, tuple[float, tuple[str, ...]]]] = {
    "assurance": (5, ("CPAM {of_dep}", "CPAM {of_town}", "CPAM {dep}", "caisse primaire {of_town}", "MSA {of_dep}", "MSA {region}", "CAF {of_town}",
        "CARSAT {region}", "ELSM {of_town}", "Sécurité sociale {of_town}", "CRAMIF", "Assurance Maladie {of_dep}", "C.P.A.M. {of_town}")),
    "mutuelle": (3, ("mutuelle {firm}", "Mutuelle {firm}", "MGEN", "Harmonie Mutuelle", "MUTUELLE {FIRM}", "Malakoff Humanis", "MAIF", "AG2R La Mondiale",
        "mutuelle {proper}", "Mutuelle {proper}")),
    "laboratoire": (6, ("laboratoire {firm}", "Laboratoire {firm}", "LABORATOIRE {FIRM}", "laboratoire {proper}", "laboratoire {of_town}", "LBM {firm}",
        "Laboratoire d'analyses médicales {proper}", "laboratoire de biologie médicale {firm}", "Laboratoire de biologie {proper}", "{firm}")),
    "imagerie": (3, ("cabinet de radiologie {proper}", "centre d'imagerie {proper}", "Centre d'Imagerie Médicale {proper}", "CENTRE D'IMAGERIE {PROPER}",
        "Imagerie {proper}", "SCM Radiologie {of_town}", "cabinet de cardiologie {proper}", "Cabinet d'anatomopathologie {proper}")),
    "pharmacie": (4, ("Pharmacie {proper}", "pharmacie {proper}", "PHARMACIE {PROPER}", "Pharmacie {name}", "pharmacie {of_town}", "Grande Pharmacie {proper}", "Pharmacie {place}")),
    "transport": (4, ("ambulances {name}", "Ambulances {name}", "AMBULANCES {NAME}", "Ambulances {proper}", "taxi {name}", "Taxis {of_town}", "SARL Ambulances {name}",
        "Jussieu Secours {town}", "VSL {name}", "ambulance {name}", "Ambulances {of_town}")),
    "ecole": (4, ("école {proper}", "école {of_town}", "collège {proper}", "lycée {proper}", "école maternelle {proper}", "École primaire {proper}", "lycée {name}", "IME {proper}",
        "crèche {nature}", "université {of_town}", "Lycée professionnel {proper}", "CFA {of_town}", "IUT {of_town}", "collège {name}", "ITEP {proper}", "halte-garderie {nature}")),
    "employeur": (5, ("{firm}", "Société {firm}", "entreprise {name}", "SARL {name}", "Ets {name}", "Établissements {name}", "SAS {firm}", "{firm}", "mairie {of_town}",
        "La Poste", "SNCF", "EDF", "Carrefour", "Leclerc {town}", "Intermarché", "Michelin", "Renault", "PSA", "garage {name}", "boulangerie {name}", "Communauté de communes {of_town}",
        "Conseil départemental {of_dep}", "restaurant {nature}", "RATP", "Peugeot", "Airbus", "Auchan {town}", "Lidl", "conserverie {name}", "scierie {name}")),
    "association": (5, ("association {nature}", "Association {nature}", "ADMR {of_town}", "ADMR", "SSIAD {of_town}", "SSIAD {nature}", "UDAF {of_dep}", "ATMP {of_dep}", "association tutélaire {of_dep}", "ADAPEI {of_dep}", "APF {of_dep}",
        "Croix-Rouge {of_town}", "Secours Catholique {of_town}", "ESAT {proper}", "CCAS {of_town}", "MDPH {of_dep}", "APAJH {dep}", "foyer {nature}", "CLIC {of_town}", "ASAD {proper}",
        "Restos du Cœur {of_town}", "Emmaüs {of_town}", "DAC {of_dep}", "SAVS {nature}", "CHRS {proper}", "SAMSAH {nature}", "ASE {of_dep}", "Conseil départemental {of_dep}", "CADA {of_town}")),
    "tutelle": (2, ("UDAF {of_dep}", "ATMP {of_dep}", "association tutélaire {of_dep}", "association tutélaire {nature}", "UDAF", "ATI {of_dep}", "Sauvegarde {of_dep}", "AGT {dep}", "service MJPM {proper}")),
    "prestataire": (3, ("{firm}", "{firm} Assistance", "société {firm}", "{firm} Santé", "prestataire {firm}", "{firm} Perfusion", "{firm} Médical")),
    "etat": (1.5, ("préfecture {of_dep}", "tribunal judiciaire {of_town}", "ARS {region}", "France Travail {town}", "Pôle emploi {of_town}", "TGI {of_town}", "SIP {of_town}", "maison d'arrêt {of_town}",
        "centre de détention {of_town}", "SDIS {of_dep}", "service de santé au travail {of_town}", "AIST {town}", "AST {num}", "DREETS {region}")),
    **named_bodies.KINDS,
}  # fmt: skip


def any_body(rng: Random) -> Body:
    kind = rng.choices(tuple(_BODY_KINDS), tuple(weight for weight, _ in _BODY_KINDS.values()))[0]
    return Body(kind, tables.towns().draw(rng), french_surname(rng))


_CARING: Final = frozenset({"laboratoire", "prestataire", "mutuelle"})


def _firm(kind: str, rng: Random) -> str:
    if rng.random() < 0.6:
        return rng.choice(tables.words("firms_care" if kind in _CARING else "firms"))
    head = rng.choice(
        (
            "Bio",
            "Médi",
            "Techni",
            "Trans",
            "Euro",
            "Agro",
            "Cap",
            "Alter",
            "Nova",
            "Inter",
            "Oxy",
            "Sani",
            "Rhin",
            "Loir",
            "Armor",
            "Alti",
        )
    )
    return head + rng.choice(
        (
            "vie",
            "lab",
            "logis",
            "pharm",
            "bois",
            "métal",
            "soins",
            "plast",
            "dom",
            "clair",
            "nord",
            "sud",
            "plus",
            "tech",
            "net",
        )
    )


_NO_PLURAL: Final = frozenset({"Calvados", "Pas", "Bas", "Gers", "Doubs", "Paris"})
_MASCULINE: Final = frozenset({"Maine", "Finistère", "Vaucluse", "Rhône", "Territoire"})


def of_department(town: Town) -> str:
    """The article of a department isn't in the tables: the usual ones by ending."""
    name = town.department
    first = name.split("-")[0]
    if name.startswith("La "):
        return f"de {name}"
    is_plural = first.endswith("s") and first not in _NO_PLURAL
    if is_plural or first == "Deux":
        return f"des {name}"
    if first in {"Haute", "Haut"}:  # an aspirated h
        return f"de la {name}" if first == "Haute" else f"du {name}"
    if name[0] in _VOWELS:
        return f"de l'{name}"
    if first in {"Paris", "Mayotte"}:
        return f"de {name}"
    is_feminine = first.endswith("e") and first not in _MASCULINE
    return f"de la {name}" if is_feminine else f"du {name}"


def _body_writer(pattern: str, *, is_coined: bool) -> Callable[[Any, Random], str]:
    """`is_coined`: a pattern of `named_bodies`, which some type in one case."""

    def write(body: Body, rng: Random) -> str:
        given = {
            "of_town": of(body.town.name), "town": body.town.name, "dep": body.town.department, "of_dep": of_department(body.town),
            "region": body.town.region, "firm": _firm(body.kind, rng), "proper": rng.choice(tables.words("establishments")), "name": body.name,
            "nature": rng.choice(_NATURE),
            "place": rng.choice(("des Halles", "du Marché", "de la Gare", "du Centre", "de l'Horloge", "du Beffroi", "Centrale")),
        }  # fmt: skip
        text = coined.write(pattern, rng, given)
        return coined.cased(text, rng) if is_coined else text

    return write


def _body_forms(kind: str, patterns: tuple[str, ...]) -> FormSet:
    return FormSet.of(
        Form(
            "ORGANISME",
            f"{kind} : {pattern}",
            _body_writer(pattern, is_coined=kind in named_bodies.KINDS),
            1.0,
            frozenset({kind}),
            any_body,
        )
        for pattern in dict.fromkeys(patterns)
    )


BODIES: Final[dict[str, FormSet]] = {
    kind: _body_forms(kind, patterns) for kind, (_, patterns) in _BODY_KINDS.items()
}
