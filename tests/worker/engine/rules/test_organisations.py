import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "au [[HOPITAL:CHU de Dijon]]",
        "[[HOPITAL:CHU Dijon Bourgogne]]",
        "[[HOPITAL:Centre Hospitalier Universitaire de Dijon]]",
        "[[HOPITAL:CENTRE HOSPITALIER LOUIS PASTEUR]]",
        "à la [[HOPITAL:clinique Sainte-Marthe]]",
        "à l'[[HOPITAL:hôpital Saint-Joseph]]",
        "à l'[[HOPITAL:hôpital de la Cavale Blanche]]",
        "au [[HOPITAL:CH de Beaune]]",
        "au [[HOPITAL:CH William Morey]]",
        "[[HOPITAL:Polyclinique du Val Gier]]",
        "[[HOPITAL:EHPAD Les Glycines]]",
        "à l'[[HOPITAL:EHPAD Les Jardins de Saône]]",
        "[[HOPITAL:Hôpitaux Universitaires de Strasbourg]]",
        "[[HOPITAL:Hôpital Privé Dijon Bourgogne]]",
        "au [[HOPITAL:SSR du Val d'Orain]] à [[VILLE:Chaussin]]",
        "[[HOPITAL:maternité de Lons]]",
        "[[HOPITAL:Centre Georges-François Leclerc]]",
        "[[HOPITAL:Institut Gustave Roussy]]",
        "au [[HOPITAL:centre de rééducation de Divio]]",
        "à la [[HOPITAL:maison de retraite Les Tilleuls]]",
        "transféré à la [[HOPITAL:Pitié-Salpêtrière]]",
        "suivi à [[HOPITAL:Necker]]",
        "[[HOPITAL:Hôtel-Dieu du Creusot]]",
        "[[ORGANISME:CPAM de la Côte-d'Or]]",
        "[[ORGANISME:laboratoire Bio-Côte]]",
        "[[ORGANISME:Pharmacie des Terreaux]]",
        "[[ORGANISME:lycée Condorcet]]",
        "ingénieur chez [[ORGANISME:Rhônalp Mécanique]]",
        "travaille à la [[ORGANISME:SNCF]]",
        "[[ORGANISME:ADMR de Wazemmes]]",
        "[[SERVICE:SERVICE DE CARDIOLOGIE]]",
        "[[SERVICE:Service de Chirurgie Cardiaque et Vasculaire]]",
        "[[SERVICE:Unité Marguerite Bottard]]",
    ],
)
def test_whole_names(check, marked):
    check(marked)


@pytest.mark.parametrize(
    "plain",
    [
        "transfert au CHU en urgence",
        "adressée par le CHU pour avis",
        "vit en EHPAD. Son service de soins.",
        "hospitalisé en cardiologie, service de pneumologie",
        "clinique : pas de fièvre",
        "L'examen clinique est normal",
        "à la clinique, évolution favorable",
        "CH 16, sonde de Foley",
        "CENTRE DE LA PLAIE, COMPTE RENDU",
        "La maternité a été contactée",
        "à l'hôpital ce jour. Le patient",
        "Hôpital de jour",
        "SSR à prévoir, HAD refusée",
        "dossier MDPH en cours, CAF prévenue",
        "Consultation externe, Unité de soins",
        "une mas calcifiée, le foyer infectieux",
        "Institut, Fondation et Centre",
    ],
)
def test_bare_words_name_nothing(check, plain):
    check(plain, only="ORG")
