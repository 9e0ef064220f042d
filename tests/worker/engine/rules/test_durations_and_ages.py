import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "Toux [[DUREE:depuis 3 semaines]].",
        "opéré [[DUREE:il y a 10 ans]]",
        "opéré [[DUREE:il y a une dizaine d'années]]",
        "fièvre [[DUREE:depuis hier]]",
        "fièvre [[DUREE:depuis hier soir]] 23h",
        "fièvre [[DUREE:depuis avant-hier]]",
        "gêne [[DUREE:depuis ce matin]]",
        "[[DUREE:depuis environ six mois]]",
        "[[DUREE:depuis plus de vingt ans]]",
        "[[DUREE:depuis quelques jours]]",
        "[[DUREE:depuis plusieurs années]]",
        "[[DUREE:depuis 48h]]",
        "[[DUREE:depuis 2 ans et demi]]",
        "[[DUREE:depuis la semaine dernière]]",
        "[[DUREE:IL Y A 8 JOURS]]",
        "[[DUREE:depuis une quinzaine de jours]]",
        "[[DUREE:il y a deux ans]], à Dijon",
        "vu [[DUREE:3 mois auparavant]]",
        "[[DUREE:depuis les 3 derniers mois]]",
        "Veuve [[DUREE:depuis un an]].",
        "[[DUREE:depuis le début de l'été]]",
        "[[DUREE:voilà 3 jours]] qu'il tousse",
        "[[DUREE:cela fait 2 mois]] qu'il tousse",
        "[[DUREE:depuis 2 à 3 semaines]]",
        "[[DUREE:depuis trois jours]].",
    ],
)
def test_past_durations_are_whole(check, marked):
    check(marked, only="DATE")


@pytest.mark.parametrize(
    "plain",
    [
        "amoxicilline pendant 7 jours",
        "à revoir dans 3 mois",
        "contrôle à 6 semaines",
        "traitement de 10 jours",
        "il y a une fracture",
        "il y a 2 lésions",
        "depuis son admission",
        "toutes les 4 heures",
        "ordonnance pour 1 mois",
        "depuis la sortie",
    ],
)
def test_treatment_and_future_are_no_durations(check, plain):
    check(plain, only="DATE")


@pytest.mark.parametrize(
    "marked",
    [
        "Patient de [[AGE:72 ans]]",
        "M. X, [[AGE:40 ans]], vu ce jour",
        "âgée de [[AGE:quarante-deux ans]]",
        "âgé de [[AGE:3 mois]]",
        "nourrisson de [[AGE:18 mois]]",
        "enfant de [[AGE:2 ans et 3 mois]]",
        "âgé de [[AGE:3 ans et demi]]",
        "([[AGE:82 ans]])",
        "Age : [[AGE:45]]",
        "Âge : [[AGE:45 ans]] Sexe : F",
        "F, [[AGE:32a]], suivie",
        "MME DUPONT [[AGE:47A]]",
        "[[AGE:72ans]]",
        "père décédé d'un IDM à [[AGE:54 ans]]",
        "ménopause à [[AGE:50 ans]]",
        "deux enfants de [[AGE:3]] et [[AGE:5 ans]]",
        "fils de [[AGE:12 ans]] en bonne santé",
        "à l'âge de [[AGE:12 ans]]",
        "depuis l'âge de [[AGE:15 ans]]",
        "femme de [[AGE:soixante-dix ans]]",
        "bronchiolite à [[AGE:4 mois]]",
        "enfant, [[AGE:3 ans 1/2]]",
        "[[AGE:101 ans]], autonome",
        "nouveau-né de [[AGE:5 jours]]",
        "ménopause à [[AGE:51]].",
        "âgée de [[AGE:septante-deux ans]], mère de [[AGE:nonante ans]], tante de [[AGE:cent deux ans]]",
        "enfants ([[AGE:4]], [[AGE:6]], [[AGE:9 ans]])",
        "H [[AGE:72]], BPCO",
        "M/[[AGE:72]]",
        "Age (ans) : [[AGE:72]]",
        "[[AGE:15j]] de vie",
        "née le 03/12/2023   [[AGE:6 semaines]]",
        "mère décédée à [[AGE:79]] d'un AVC, père DCD à [[AGE:66]]",
    ],
)
def test_ages(check, marked):
    check(marked, only="AGE")


@pytest.mark.parametrize(
    "plain",
    [
        "depuis 10 ans, il y a 10 ans",
        "pendant 20 ans",
        "survie à 5 ans de 80 %",
        "contrôle à 2 ans",
        "tous les 5 ans",
        "dans 2 ans",
        "20 ans d'évolution",
        "tabac 30 paquets-années",
        "recul de 5 ans",
        "suivi de 10 ans",
        "revoir à 3 mois",
        "patients de plus de 65 ans",
        "née à 38 SA",
        "traitement de 2 ans",
        "après 3 ans de traitement",
        "au cours des 2 dernières années",
        "risque à 10 ans",
        "mère à 12 km, frère à 10 h",
        "Na 139, K 4, F 18 FDG, H 24",
        "décédé à 14 h 30",
    ],
)
def test_what_is_no_age(check, plain):
    check(plain, only="AGE")
