import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "[[ADRESSE:12 rue de la Paix]]",
        "Adresse : [[ADRESSE:12 bis, rue de la Paix]], [[ZIP:21000]] [[VILLE:Dijon]]",
        "[[ADRESSE:7 av. du Général de Gaulle]]\n[[ZIP:75012]] [[VILLE:Paris]]",
        "[[ADRESSE:14 rue Paul Gaffarel BP 77908]] [[ZIP:21079]] [[VILLE:Dijon]] Cedex",
        "[[ADRESSE:41 rue de Mirande, Bât. C, apt 12]]",
        "[[ADRESSE:3 place du 8 mai 1945]], [[ZIP:25000]] [[VILLE:Besançon]]",
        "demeurant [[ADRESSE:9 montée de la Grande-Côte]]",
        "habite [[ADRESSE:25 boulevard Voltaire]] avec sa femme",
        "[[ADRESSE:15, chemin des Vignes]]",
        "[[ZIP:21121]] [[VILLE:Fontaine-lès-Dijon]]",
        "F-[[ZIP:21000]] [[VILLE:DIJON]]",
        "Code postal : [[ZIP:21000]]",
        "né à [[VILLE:Dijon]]",
        "habite [[VILLE:Quetigny]]",
        "domicilié à [[VILLE:Saint-Jean-de-Losne]]",
        "née à [[VILLE:Gdansk]]",
        "originaire de [[VILLE:Beaune]]",
        "Lieu de naissance : [[VILLE:Autun]]",
        "Dépt [[DEPARTEMENT:51]]   Poids 69",
        "Département de naissance : [[DEPARTEMENT:2A]]",
    ],
)
def test_addresses_and_places(check, marked):
    check(marked)


@pytest.mark.parametrize(
    "plain",
    [
        "au cours de la consultation",
        "Garden III, Mallampati 2",
        "Passage aux urgences. Place de la chirurgie à discuter.",
        "2 cours de natation, 3 places",
        "Gaz du sang : pH 7,40",
        "plaquettes 15 400 CRP 87",
        "GB 15400 Hb 12",
        "Route d'administration : voie orale",
        "le département 3D, dépt 51/2",
    ],
)
def test_what_is_no_place(check, plain):
    check(plain, only="LOC")


@pytest.mark.parametrize(
    "marked",
    [
        "[[ADRESSE:12, av. du Mal Foch]] - [[ZIP:25000]] [[VILLE:BESANCON]] CEDEX",
        "[[ADRESSE:14 rue Paul Gaffarel - BP 77908]] - [[ZIP:21079]] [[VILLE:DIJON]] cedex",
        "Ville : [[VILLE:AUXONNE]] CP : [[ZIP:21130]]",
        "Il est domicilié sur [[VILLE:Talant]].",
        "Lieu de naissance : [[VILLE:Alger]]",
        "sa fille habite [[VILLE:Toulouse]]",
        "[[ZIP:21200]] [[VILLE:Beaune]]",
        "née à [[VILLE:La Réunion]]",
        "[[ADRESSE:12B rue des Lilas]]",
        "[[ADRESSE:12 bis, rue du Gal de Gaulle]]",
        "[[ADRESSE:2 pl. de la République]]",
        "[[ADRESSE:10 Bd Clemenceau]]",
        "[[ADRESSE:4 rue du 8 mai 1945]]",
        "[[ADRESSE:1 cours Gambetta]]",
        "[[ADRESSE:18 quai Nicolas Rolin]]",
        "[[ADRESSE:2 Bd du Maréchal de Lattre de Tassigny]]",
        "Adresse du patient : [[ADRESSE:7 chemin de la Croix]] [[ZIP:21160]] [[VILLE:Marsannay-la-Côte]]",
        "sort au [[ADRESSE:7 rue Haute]], chez sa fille",
        "[[ADRESSE:10 faubourg Raines]]",
        "[[ADRESSE:24 rte de Dijon]]",
    ],
)
def test_other_written_forms(check, marked):
    check(marked)
