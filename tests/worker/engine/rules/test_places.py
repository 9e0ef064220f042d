import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "[[ADRESSE:12 rue de la Paix]]",
        "Adresse : [[ADRESSE:12 bis, rue de la Paix]], [[ZIP:21000]] [[VILLE:Dijon]]",
        "[[ADRESSE:12 rue de la paix]] à [[VILLE:Dijon]]",
        "[[ADRESSE:7 av. du Général de Gaulle]]\n[[ZIP:75012]] [[VILLE:Paris]]",
        "[[ADRESSE:14 rue Paul Gaffarel BP 77908]] [[ZIP:21079]] [[VILLE:Dijon]] Cedex",
        "[[ADRESSE:Avenue Léon Jouhaux - BP 79]] - [[ZIP:39108]] [[VILLE:DOLE]] CEDEX",
        "[[ADRESSE:41 rue de Mirande, Bât. C, apt 12]]",
        "[[ADRESSE:3 place du 8 mai 1945]], [[ZIP:25000]] [[VILLE:Besançon]]",
        "demeurant [[ADRESSE:9 montée de la Grande-Côte]]",
        "[[ADRESSE:rue du Docteur Calmette, CS 70021]]",
        "[[ADRESSE:8 allée des Lilas, résidence Les Pins, appt 4]]",
        "habite [[ADRESSE:25 boulevard Voltaire]] avec sa femme",
        "[[ADRESSE:2 impasse du Moulin]] [[ZIP:71 100]] [[VILLE:Chalon-sur-Saône]]",
        "[[ADRESSE:CS 12345]]\n[[ZIP:69000]] [[VILLE:LYON]]",
        "[[ADRESSE:15, chemin des Vignes]]",
        "[[ZIP:21121]] [[VILLE:Fontaine-lès-Dijon]]",
        "[[VILLE:Beaune]] ([[ZIP:21200]])",
        "F-[[ZIP:21000]] [[VILLE:DIJON]]",
        "[[ADRESSE:Lieu-dit Les Granges]], [[ZIP:21340]] [[VILLE:Nolay]]",
        "Code postal : [[ZIP:21000]]",
        "né à [[VILLE:Dijon]]",
        "habite [[VILLE:Quetigny]]",
        "domicilié à [[VILLE:Saint-Jean-de-Losne]]",
        "vit à [[VILLE:La Rochelle]] depuis sa retraite",
        "née à [[VILLE:Gdansk]]",
        "originaire de [[VILLE:Beaune]]",
        "[[VILLE:Dijon]], le [[DATE:12 mars 2020]]",
        "Fait à [[VILLE:Dole]], le [[DATE:12/03/2020]]",
        "transféré à [[VILLE:Lyon]]",
        "accident de la route à [[VILLE:Dijon]]",
        "suivi sur [[VILLE:Dijon]]",
        "au [[VILLE:Havre]], puis au [[VILLE:Mans]]",
        "[[VILLE:Chalon]] ([[DEPARTEMENT:71]])",
        "en [[DEPARTEMENT:Côte-d'Or]]",
        "vit dans le [[DEPARTEMENT:Jura]]",
        "[[DEPARTEMENT:Saône-et-Loire]]",
        "en vacances en [[REGION:Bretagne]]",
        "région [[REGION:Bourgogne-Franche-Comté]]",
        "originaire du [[PAYS:Sénégal]]",
        "né au [[PAYS:Maroc]]",
        "en [[PAYS:Algérie]]",
        "retour d'un voyage en [[PAYS:Côte d'Ivoire]]",
        "aux [[PAYS:Comores]]",
        "retour de [[PAYS:Thaïlande]]",
        "Né le [[DATE_NAISSANCE:02/11/1958]] à [[VILLE:Oran]] ([[PAYS:Algérie]])",
        "Papa en déplacement à [[VILLE:Bruxelles]]",
        "une fille à [[VILLE:Lyon]].",
        "Lieu de naissance : [[VILLE:Autun]]",
    ],
)
def test_addresses_and_places(check, marked):
    check(marked)


@pytest.mark.parametrize(
    "plain",
    [
        "au cours de la consultation",
        "score de Lille, critères de Milan, classification de Vienne",
        "Garden III, Mallampati 2",
        "il marche à nouveau",
        "à Type de brûlure",
        "virus du Nil, fièvre de Malte",
        "fracture de Tillaux",
        "Passage aux urgences. Place de la chirurgie à discuter.",
        "2 cours de natation, 3 places",
        "Gaz du sang : pH 7,40",
        "plaquettes 15 400 CRP 87",
        "GB 15400 Hb 12",
        "Route d'administration : voie orale",
        "Tours de hanche, Sens de la marche",
    ],
)
def test_what_is_no_place(check, plain):
    check(plain, only="LOC")


@pytest.mark.parametrize(
    "marked",
    [
        "[[ZIP:21000]] [[VILLE:DIJON]]\n[[PAYS:FRANCE]]",
        "[[ZIP:97440]] [[VILLE:SAINT-ANDRE]]\nLA [[DEPARTEMENT:REUNION]]",
        "HOPITAL DES TERREAUX [[VILLE:LYON]]",
        "livrer : [[ADRESSE:Imm. Le Trident, 3e ét., 34 av. de l'Europe]] / [[ZIP:38100]] [[VILLE:Grenoble]]",
    ],
)
def test_the_last_line_of_an_address_and_a_town_after_a_hospital(check, marked):
    check(marked, only="LOC")
