import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "Vu le [[DATE:12/02/2020]].",
        "Vu le [[DATE:12-02-2020]] et le [[DATE:3.4.20]]",
        "Vu le [[DATE:12 / 02 / 2020]] en salle",
        "Vu le [[DATE:12/02/20]], revu le [[DATE:2020-03-01]].",
        "Imprimé le [[DATE:2020-03-01]]T10:30:00",
        "Imprimé le [[DATE:2020/03/01]] 10:30",
        "Date : [[DATE:12022020]]",
        "du [[DATE:12 02 2020]] au [[DATE:15 02 2020]]",
        "le [[DATE:12 février 2020]]",
        "le [[DATE:12 fevrier 2020]]",
        "le [[DATE:12 févr. 2020]] au matin",
        "LE [[DATE:12 FÉVRIER 2020]]",
        "le [[DATE:1er mars]]",
        "le [[DATE:1 er mars 2021]]",
        "le [[DATE:12 mars]] puis le [[DATE:3 avril prochain]]",
        "le [[DATE:6 novembre dernier]].",
        "[[DATE:12nov2019]]",
        "[[DATE:12NOV19]] SAU",
        "le [[DATE:12-nov-2019]]",
        "le [[DATE:deux janvier deux mille dix-huit]]",
        "le [[DATE:premier mars deux mille vingt]]",
        "le [[DATE:vingt-deux juin mille neuf cent quatre-vingt-dix-neuf]]",
        "le [[DATE:quinze août 2021]]",
        "en [[DATE:mars 2019]]",
        "fin [[DATE:mars 2019]], mi-[[DATE:avril 2020]]",
        "Le [[DATE:lundi 3 mai 2021]]",
        "le [[DATE:lundi 3 mai]]",
        "[[DATE:jeu. 29 août 2024]] 08:17",
        "du [[DATE:12 mars]] au [[DATE:15 avril 2020]]",
        "HbA1c 7 % en [[DATE:09/2023]]",
        "depuis [[DATE:09-2023]]",
        "[[DATE:oct. 2019]] : bronchiolite",
        "[[DATE:été 2019]] : chute",
        "PSA 5,2 en [[DATE:09.2018]]",
        "dernière consultation : [[DATE:12/02/2020]]",
        "pendant le [[DATE:Ramadan 2023]], depuis [[DATE:Mardi gras 2022]], [[DATE:Ascension 2023]]",
    ],
)
def test_dates_in_every_written_form(check, marked):
    check(marked, only="DATE")


@pytest.mark.parametrize(
    "marked",
    [
        "né le [[DATE_NAISSANCE:12/03/1950]]",
        "née le [[DATE_NAISSANCE:3 mai 1950]] à Dijon",
        "Né(e) le : [[DATE_NAISSANCE:12/03/1950]]",
        "NEE LE [[DATE_NAISSANCE:12/03/1950]]",
        "DDN : [[DATE_NAISSANCE:12.03.50]]",
        "DDN [[DATE_NAISSANCE:12 03 1950]]",
        "Date de naissance\n[[DATE_NAISSANCE:12/03/1950]]",
        "Date de naissance : [[DATE_NAISSANCE:1950-03-12]]",
        "née à Dijon le [[DATE_NAISSANCE:12/03/1950]]",
        "M. DUPONT Jean, né le [[DATE_NAISSANCE:douze mars mille neuf cent cinquante]]",
        "Mme Petit née Roy le [[DATE_NAISSANCE:14/03/1941]]",
    ],
)
def test_birth_dates(check, marked):
    check(marked, only="DATE")


@pytest.mark.parametrize(
    "plain",
    [
        "bisoprolol 1 - 0 - 0",
        "à 10h30, puis 14:20",
        "score de Child B7",
        "dents 11-12-21",
        "information donnée, loi du 2 février 2016 (droits)",
        "décret n° 2013-527 du 20 juin 2013",
        "conduite interdite (arrêté du 28/03/2022)",
        "d'après la circulaire du 1er mars 2016",
    ],
)
def test_what_is_no_date(check, plain):
    check(plain, only="DATE")


@pytest.mark.parametrize(
    "marked",
    [
        "né le [[DATE_NAISSANCE:1er janvier 1950]]",
        "Né(e) le : [[DATE_NAISSANCE:01.02.1950]]",
        "DDN [[DATE_NAISSANCE:21 08 91]]",
        "DN: [[DATE_NAISSANCE:21081991]]",
        "[[DATE:2023-03-12]] 14:30",
        "[[DATE:2023-03-12]]T14:30:00",
        "[[DATE:12-mars-2023]]",
        "Le [[DATE:12.III.2023]]",
        "[[DATE:mercredi 12 mars]] à 9h",
        "prochain RDV [[DATE:12 avril]] à 14h30",
        "Décès le [[DATE:11/11/2011]]",
        "en [[DATE:mai-juin 2019]]",
        "Accouchement le [[DATE:12 Janv. 2022]]",
        "le [[DATE:12/03/23]] à 14h",
        "KC sein G [[DATE:03/2018]]",
        "[[DATE:Noël 2022]]",
        "Date d'entrée : [[DATE:12/03/2023]] Date de sortie : [[DATE:20/03/2023]]",
        "IDM en [[DATE:11/2019]], stent IVA",
        "pose d'un PAC le [[DATE:8.4.22]]",
        "Le [[DATE:3-4-2021]] : coloscopie",
        "[[DATE:Mardi 13 mars 2023]], 8h30",
        "prochaine consultation en [[DATE:janvier 2024]]",
        "bilan de [[DATE:novembre 2021]]",
        "[[DATE:Avril 2018]] : récidive locale",
        "depuis l'[[DATE:été 2020]]",
        "au [[DATE:printemps 2021]]",
        "le [[DATE:14 juillet]]",
        "RDV [[DATE:4 mai]] 10h",
        "Consultation du [[DATE:12 mars 2023]] à 10:30",
        "Edité le [[DATE:12/03/2023]] 10:30:22",
        "Prélevé le [[DATE:12/03/23]] à 07h10, reçu le [[DATE:12/03/23]]",
        "[[DATE:2023/03/12]]",
        "Date : [[DATE:20230312]]",
        "Date de l'examen : [[DATE:12 MARS 2023]]",
        "DDR : [[DATE:1er janvier]]",
        "DG [[DATE:14.01.2023]]",
        "prolongé jusqu'au [[DATE:30 avril]]",
        "décédé le [[DATE:vingt-trois mars]] à 4h",
        "le [[DATE:trois mars deux mille vingt-deux]]",
        "née en [[DATE_NAISSANCE:mars 1954]]",
        "DUPONT\nnée le [[DATE_NAISSANCE:12-03-1954]]",
        "né le\n[[DATE_NAISSANCE:12/03/1950]]",
        "Vu le[[DATE:12/03/2020]]",
        "Né le:[[DATE_NAISSANCE:12/03/1950]]",
        "semaine du [[DATE:12 mars]]",
        "revu [[DATE:avril 2022]]",
        "[[DATE:hiver 2020-2021]]",
        "pendant l'[[DATE:été 2021]]",
        "à la [[DATE:rentrée 2021]]",
        "à [[DATE:Pâques 2022]]",
        "[[DATE:mars/avril 2020]]",
        "AVC ischémique sylvien D en [[DATE:01/2018]]",
        "[[DATE:12/03/2023]] à 10h : TA",
        "[[DATE:12/03/23]] 10h",
        "[[DATE:12.03.23]]",
        "[[DATE:12-03-23]]",
        "Le [[DATE:12 03 2023]]",
        "[[DATE:Lun 13 mars]]",
        "[[DATE:jeu. 12 mars 2023]]",
        "LE [[DATE:12 MARS 2023]]",
        "[[DATE:1 er mars 2023]]",
        "[[DATE:1° mars 2023]]",
        "le [[DATE:12 février dernier]]",
        "au [[DATE:31/12/2022]]",
        "Valable jusqu'au [[DATE:31/12/24]]",
        "Date de naissance\n[[DATE_NAISSANCE:12/03/1950]]",
        "Date de naissance    [[DATE_NAISSANCE:12/03/1950]]",
        "Né(e) le [[DATE_NAISSANCE:12.03.50]] (H)",
        "en [[DATE:mars quatre-vingt-quinze]]",
    ],
)
def test_other_written_forms(check, marked):
    check(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "toux [[DUREE:dps 3 j]], fièvre [[DUREE:depuis 48h]]",
        "opéré [[DUREE:il y a 10 ans et demi]]",
        "céphalées [[DUREE:y a 2 mois]]",
        "constipé [[DUREE:depuis plus de 2 semaines]]",
        "douleur [[DUREE:depuis 3h du matin]]",
        "[[DUREE:DEPUIS QQ JOURS]] FATIGUE",
        "veuve [[DUREE:depuis vingt ans]], tousse [[DUREE:depuis hier soir]]",
        "suivi [[DUREE:depuis l'enfance]], agité [[DUREE:depuis la veille]] au soir",
        "vomit [[DUREE:depuis lundi]]",
        "[[DUREE:depuis une dizaine de jours]], boite",
    ],
)
def test_past_durations(check, marked):
    check(marked, only="DATE")


@pytest.mark.parametrize(
    "plain",
    [
        "contrôle dans 3 mois, pendant 5 jours, pour 3 semaines",
        "il y a 3 lésions, il y a deux chats",
        "sonde depuis J3, à jeun depuis minuit, dort depuis 4h15",
        "stable depuis l'admission, depuis le nouveau pansement",
        "du 5 % puis du 10 mg",
        "depuis le 3e jour, depuis le 2/10",
        "depuis lundi 3",
    ],
)
def test_what_is_no_past_duration(check, plain):
    check(plain, only="DATE")
