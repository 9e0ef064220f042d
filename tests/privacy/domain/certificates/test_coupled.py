"""Neighbours drawn with one randomness: what is drawn does not look at the value, and noisy values are given, so that the
two rendered texts must be one and the same. One pair of draws shows what a comparison of frequencies finds in hundreds.
"""

from dataclasses import replace
from datetime import date

import pytest

from annotation.domain.labels import Label
from privacy.domain.places.patient_places import Places
from privacy.domain.randomness import DrawContext, StudyKey
from privacy.domain.substitute import substitute_patient_file
from privacy.domain.tables import default_tables
from privacy.domain.time import timeline
from privacy.domain.time.forms import Granularity
from privacy.domain.time.resolve import TimePoint
from tests.privacy.domain.certificates.neighbour_pairs import POLICY, file

DAYS = (
    date(2019, 10, 10), date(2018, 5, 1), date(2022, 8, 1), date(2021, 11, 23), date(2020, 4, 9), date(1999, 12, 31),
)  # fmt: skip
COUNTS = (1, 3, 8, 21, 38, 81)
PAIRS = [
    ("Vu {jan. 2019|DATE|DATE}.", "Vu {mai. 2019|DATE|DATE}."),
    ("Vu {01 JANVIER 2019|DATE|DATE}.", "Vu {10 JANVIER 2019|DATE|DATE}."),
    ("Vu {L 21/01|DATE|DATE}.", "Vu {M 22/01|DATE|DATE}."),
    ("RDV Ve {22/01/2021|DATE|DATE} à 10 h.", "RDV Sa {23/01/2021|DATE|DATE} à 10 h."),
    ("RDV Je. {21/01/2021|DATE|DATE} à 10 h.", "RDV Ve. {22/01/2021|DATE|DATE} à 10 h."),
    ("RDV L {21/01/2019|DATE|DATE} à 10 h.", "RDV M {22/01/2019|DATE|DATE} à 10 h."),
    ("RDV L {21/01/2019|DATE|DATE} à 10 h et V {25/01/2019|DATE|DATE}.", "RDV M {22/01/2019|DATE|DATE} à 10 h et S {26/01/2019|DATE|DATE}."),
    ("Revu le {21/01/2019|DATE|DATE} (Lu). Va bien.", "Revu le {22/01/2019|DATE|DATE} (Ma). Va bien."),
    ("RDV L{21/01/2019|DATE|DATE}.", "RDV M{22/01/2019|DATE|DATE}."),
    ("RDV LU {21/01/2019|DATE|DATE} à 9 h.", "RDV MA {22/01/2019|DATE|DATE} à 9 h."),
    ("Revu le lu. {21/01/2019|DATE|DATE} à 9 h.", "Revu le ma. {22/01/2019|DATE|DATE} à 9 h."),
    ("Du L {21/01/2019|DATE|DATE} au V {25/01/2019|DATE|DATE}.", "Du M {22/01/2019|DATE|DATE} au S {26/01/2019|DATE|DATE}."),
    ("RDV le {21/01/2019|DATE|DATE} (L) au bloc.", "RDV le {22/01/2019|DATE|DATE} (M) au bloc."),
    ("RDV le {21/01/2019|DATE|DATE} [L.].", "RDV le {22/01/2019|DATE|DATE} [M.]."),
    ("RDV (L) {21/01/2019|DATE|DATE} à 10 h.", "RDV (M) {22/01/2019|DATE|DATE} à 10 h."),
    ("Sorti {21/01/2019|DATE|DATE}-L, RDV L-{28/01/2019|DATE|DATE}.", "Sorti {22/01/2019|DATE|DATE}-M, RDV M-{29/01/2019|DATE|DATE}."),
    ("Le {21/01/2019|DATE|DATE} (L 8h).", "Le {22/01/2019|DATE|DATE} (M 8h)."),
    ("Le {21/01/2019|DATE|DATE} - lun à 8h.", "Le {22/01/2019|DATE|DATE} - mar à 8h."),
    ("{21/01/2019|DATE|DATE}/lun, lun/{28/01/2019|DATE|DATE}", "{22/01/2019|DATE|DATE}/mar, mar/{29/01/2019|DATE|DATE}"),
    ("{21/01/2019|DATE|DATE}\tL\t12/8", "{22/01/2019|DATE|DATE}\tM\t12/8"),
    ("cr_lun_{21012019|DATE|DATE}.pdf", "cr_mar_{22012019|DATE|DATE}.pdf"),
    ("Toux depuis l'{an dernier|DATE|DUREE}.", "Toux depuis {2 ans|DATE|DUREE}."),
    ("Opéré le {mois passé|DATE|DUREE}.", "Opéré {il y a 2 mois|DATE|DUREE}."),
    ("Bilan de la {semaine dernière|DATE|DUREE}.", "Bilan d'{il y a 2 semaines|DATE|DUREE}."),
    ("Vu la {veille|DATE|DUREE}.", "Vu l'{avant-veille|DATE|DUREE}."),
    ("Scolarisé {en CP|AGE|AGE}.", "Scolarisé {en CE1|AGE|AGE}."),
    ("Scolarisé {en terminale|DATE|DATE}.", "Scolarisé {en première|DATE|DATE}."),
    ("Vu {L 04/01/2021|DATE|DATE}.", "Vu {ma. 05/01/2021|DATE|DATE}."),
    ("Vu {S8/12/2018|DATE|DATE}.", "Vu {D9/12/2018|DATE|DATE}."),
    ("Contrôle {mi-juillet|DATE|DATE}.", "Contrôle {mi-mai|DATE|DATE}."),
    ("Scolarisé en {3e|AGE|AGE}.", "Scolarisé en {seconde|AGE|AGE}."),
    ("Scolarisé {en 3e|AGE|AGE}.", "Scolarisé {en seconde|AGE|AGE}."),
    ("Enfant d'un {an|AGE|AGE}.", "Enfant de {2 ans|AGE|AGE}."),
    ("Enfant d'un {mois|AGE|AGE}.", "Enfant de deux {mois|AGE|AGE}."),
    ("Toux depuis un bon {mois|DATE|DUREE}.", "Toux depuis deux bons {mois|DATE|DUREE}."),
    ("A une petite {semaine|AGE|AGE}.", "A quatre-vingt-dix petites {semaines|AGE|AGE}."),
    ("Toux depuis 1 {mois|DATE|DUREE}.", "Toux depuis 12 {mois|DATE|DUREE}."),
    ("Dans un {semestre|DATE|DUREE}.", "Dans {2 semestres|DATE|DUREE}."),
    ("Suivi d’une {semaine|DATE|DUREE}.", "Suivi de {3 semaines|DATE|DUREE}."),
    ("Toux depuis un {trimestre|DATE|DUREE}.", "Toux depuis {2 trimestres|DATE|DUREE}."),
    ("Toux depuis une {semaine|DATE|DUREE}.", "Toux depuis {2 semaines|DATE|DUREE}."),
    ("Un {an|DATE|DUREE} plus tard.", "{2 ans|DATE|DUREE} plus tard."),
    ("Vu le {1|DATE|DATE}er {mars 2019|DATE|DATE}.", "Vu le {2|DATE|DATE} {mars 2019|DATE|DATE}."),
    ("Vu le {28 février|DATE|DATE} {2019|DATE|DATE}.", "Vu le {1er mars|DATE|DATE} {2019|DATE|DATE}."),
    ("VU LE {1|DATE|DATE}ER MARS.", "VU LE {2|DATE|DATE} MARS."),
    ("Né le {31/12/1950|DATE|DATE_NAISSANCE}, en {1950|DATE|DATE_NAISSANCE}.",
     "Né le {01/01/1951|DATE|DATE_NAISSANCE}, en {1951|DATE|DATE_NAISSANCE}."),
    ("Vu le {11/03/2019 lun.|DATE|DATE}.", "Vu le {12/03/2019 mar.|DATE|DATE}."),
    ("Opéré en {99|DATE|DATE}.", "Opéré en {01|DATE|DATE}."),
    ("Fin {au mois d’avril|DATE|DATE}.", "Fin {au mois de mars|DATE|DATE}."),
    ("Vu {le 30ème jour de juin|DATE|DATE}.", "Vu {le 1er jour de juillet|DATE|DATE}."),
    ("Vu {minuit le 31 mars|DATE|DATE}.", "Vu {minuit le 1er avril|DATE|DATE}."),
    ("Vu {9 m a i 2019|DATE|DATE}.", "Vu {9 j u i n 2019|DATE|DATE}."),
    ("Dure {11 h 30|DATE|DUREE}.", "Dure {13 h 30|DATE|DUREE}."),
    ("Depuis {3 trimestres|DATE|DUREE}.", "Depuis {5 trimestres|DATE|DUREE}."),
    ("Dort mal {depuis 1 nuit|DATE|DUREE}.", "Dort mal {depuis 2 nuits|DATE|DUREE}."),
    ("Enfant de {1,5|AGE|AGE} an.", "Enfant de {2,5|AGE|AGE} ans."),
    ("Vient d’{Auxonne|LOC|VILLE}.", "Vient de {Dijon|LOC|VILLE}."),
    ("C’est vrai : vient d'{Auxonne|LOC|VILLE}.", "C’est vrai : vient de {Dijon|LOC|VILLE}."),
    ("Vit à {21000|LOC|VILLE}.", "Vit à {2A004|LOC|VILLE}."),
    ("Vit à {21 000|LOC|VILLE}.", "Vit à {2A 004|LOC|VILLE}."),
    ("Vit à {21 100|LOC|VILLE}.", "Vit à {2B 100|LOC|VILLE}."),
    ("Né au {Portugal|LOC|PAYS}.", "Né en {Espagne|LOC|PAYS}."),
    ("Pays : {Portugal|LOC|PAYS}.", "Pays : {Espagne|LOC|PAYS}."),
    ("Vit {12 Grande Rue|LOC|ADRESSE}.", "Vit {12 Rue Foch|LOC|ADRESSE}."),
    ("Vit à {La Tour|LOC|ADRESSE}.", "Vit à {La Peyrade|LOC|ADRESSE}."),
    ("Vu lundi, par l'équipe de nuit qui l'accueille, à {Saint-Apollinaire|LOC|VILLE} puis chez lui le {02/03/2020|DATE|DATE}.",
     "Vu lundi, par l'équipe de nuit qui l'accueille, à {Dijon|LOC|VILLE} puis chez lui le {02/03/2020|DATE|DATE}."),
    ("Né aux {USA|LOC|PAYS}.", "Né en {Espagne|LOC|PAYS}."),
    ("Vit en {PACA|LOC|REGION}.", "Vit en {Bretagne|LOC|REGION}."),
    ("Né aux {USA|LOC|PAYS}.", "Né en {ESPAGNE|LOC|PAYS}."),
    ("Né à {NYC|LOC|VILLE} ({USA|LOC|PAYS}).", "Né à {Oran|LOC|VILLE} ({Algérie|LOC|PAYS})."),
    ("LA PATIENTE EST NÉE AUX {USA|LOC|PAYS}.", "LA PATIENTE EST NÉE EN {ESPAGNE|LOC|PAYS}."),
    ("LA PATIENTE VIT EN {PACA|LOC|REGION}.", "LA PATIENTE VIT EN {BRETAGNE|LOC|REGION}."),
    ("NAISSANCE DE LA PATIENTE À {NYC|LOC|VILLE} ({USA|LOC|PAYS}).",
     "NAISSANCE DE LA PATIENTE À {ORAN|LOC|VILLE} ({ALGÉRIE|LOC|PAYS})."),
    ("Vit {9 A rue Foch|LOC|ADRESSE}.", "Vit {9 B rue Foch|LOC|ADRESSE}."),
    ("Vit {9 E rue Foch, bât. D|LOC|ADRESSE}.", "Vit {9 B rue Foch, bât. A|LOC|ADRESSE}."),
    ("Vit {9a rue Foch|LOC|ADRESSE}.", "Vit {10b rue Foch|LOC|ADRESSE}."),
    ("Vit {9d rue Foch|LOC|ADRESSE}.", "Vit {12e rue Foch|LOC|ADRESSE}."),
    ("Vit {9D, rue Foch|LOC|ADRESSE}.", "Vit {12E, rue Foch|LOC|ADRESSE}."),
    ("Vit {9 b rue Foch|LOC|ADRESSE}.", "Vit {12 e rue Foch|LOC|ADRESSE}."),
    ("Vit {9 a rue Foch|LOC|ADRESSE}.", "Vit {12 d rue Foch|LOC|ADRESSE}."),
    ("Vit {9 rue Foch, bât. 3e, appt 2|LOC|ADRESSE}.", "Vit {9 rue Foch, bât. 3d, appt 2|LOC|ADRESSE}."),
    ("Vit {9 rue Foch, Paris 1er|LOC|ADRESSE}.", "Vit {9 rue Foch, Paris 2e|LOC|ADRESSE}."),
    ("Vit {9 rue Foch, Paris 1 er|LOC|ADRESSE}.", "Vit {9 rue Foch, Paris 2 e|LOC|ADRESSE}."),
    ("Vit {9 rue Foch, 2nd étage|LOC|ADRESSE}.", "Vit {9 rue Foch, 3e étage|LOC|ADRESSE}."),
    ("Vit {9 rue Foch 2nd étage|LOC|ADRESSE}.", "Vit {9 rue Foch 3è étage|LOC|ADRESSE}."),
    ("Vit {9 rue Foch 1 er étage|LOC|ADRESSE}.", "Vit {9 rue Foch 2 d étage|LOC|ADRESSE}."),
    ("Vit {9 RUE FOCH, 1ER ETAGE|LOC|ADRESSE}.", "Vit {9 RUE FOCH, 3E ETAGE|LOC|ADRESSE}."),
    ("Vit {9 rue Foch, 1er ét.|LOC|ADRESSE}.", "Vit {9 rue Foch, 3ième ét.|LOC|ADRESSE}."),
    ("Vit {9 bis rue Foch|LOC|ADRESSE}.", "Vit {9 ter rue Foch|LOC|ADRESSE}."),
    ("Vit {9 rue Foch, 1er étage|LOC|ADRESSE}.", "Vit {9 rue Foch, 2ème étage|LOC|ADRESSE}."),
    ("Vu en {03/12|DATE|DATE}.", "Vu en {03/13|DATE|DATE}."),
    ("Vu en {janv. 2019, suite|DATE|DATE}.", "Vu en {mai 2019, suite|DATE|DATE}."),
    ("Vu en {sept. 2019, suite|DATE|DATE}.", "Vu en {août 2019, suite|DATE|DATE}."),
    ("Vu en {3/9|DATE|DATE}.", "Vu en {3/10|DATE|DATE}."),
    ("Vu en {9|DATE|DATE}.", "Vu en {10|DATE|DATE}."),
    ("Vu à {an 9|DATE|DATE}.", "Vu à {an 10|DATE|DATE}."),
    ("Vu {du 27 au 30|DATE|DATE}.", "Vu {du 28 au 31|DATE|DATE}."),
    ("Vu {du 8 au 9|DATE|DATE}.", "Vu {du 9 au 10|DATE|DATE}."),
    ("Bilan {jan 9|DATE|DATE}.", "Bilan {jan 10|DATE|DATE}."),
    ("Bilan {Dec-9|DATE|DATE}.", "Bilan {Dec-10|DATE|DATE}."),
    ("Bilan {S2 2019|DATE|DATE}.", "Bilan {S3 2019|DATE|DATE}."),
    ("Dure {99h30|DATE|DUREE}.", "Dure {100h30|DATE|DUREE}."),
    ("Dure {2 h 9|DATE|DUREE}.", "Dure {2 h 10|DATE|DUREE}."),
    ("Dure {un an et 11 mois|DATE|DUREE}.", "Dure {un an et 12 mois|DATE|DUREE}."),
    ("Revu {9e mois|DATE|DATE}.", "Revu {10e mois|DATE|DATE}."),
    ("Revu {mois 31|DATE|DATE}.", "Revu {mois 32|DATE|DATE}."),
    ("Suivi {9 années|DATE|DATE}.", "Suivi {100 années|DATE|DATE}."),
    ("Né à {38+6|AGE|AGE}.", "Né à {38+7|AGE|AGE}."),
    ("Âge {2 ans et 11 mois|AGE|AGE}.", "Âge {2 ans et 12 mois|AGE|AGE}."),
    ("Fête son {99e anniversaire|AGE|AGE}.", "Fête son {100e anniversaire|AGE|AGE}."),
    ("En {CM9|AGE|AGE}.", "En {CM10|AGE|AGE}."),
    ("A {9 printemps|AGE|AGE}.", "A {10 printemps|AGE|AGE}."),
    ("Cure {toutes les vingt semaines|DATE|DUREE}.", "Cure {toutes les vingt-deux semaines|DATE|DUREE}."),
    ("Vu {seize fois lors de la cure|DATE|DUREE}.", "Vu {dix-sept fois lors de la cure|DATE|DUREE}."),
    ("Vu {le premier mars 2019|DATE|DATE}.", "Vu {le 2 mars 2019|DATE|DATE}."),
    ("Vu {du premier au trois mars|DATE|DATE}.", "Vu {du 2 au trois mars|DATE|DATE}."),
    ("Au {premier trimestre 2019|DATE|DATE}.", "Au {2e trimestre 2019|DATE|DATE}."),
    ("A {1 an révolu|AGE|AGE}.", "A {2 ans révolus|AGE|AGE}."),
    ("A {1|AGE|AGE} an révolu.", "A {2|AGE|AGE} ans révolus."),
    ("Frères de {12 et 11 ans|AGE|AGE}.", "Frères de {13 et 11 ans|AGE|AGE}."),
    ("Filles de {9, 12 et 14 ans|AGE|AGE}.", "Filles de {10, 12 et 14 ans|AGE|AGE}."),
    ("Vu à {38 semaines + 9|AGE|AGE}.", "Vu à {38 semaines + 10|AGE|AGE}."),
    ("Vu : {né en 1950, 9 ans|AGE|AGE}.", "Vu : {né en 1950, 10 ans|AGE|AGE}."),
    ("Vu : {1 an (né en 1950)|DATE|DUREE}.", "Vu : {2 ans (né en 1950)|DATE|DUREE}."),
    ("Vu le {1e|DATE|DATE}.", "Vu le {2e|DATE|DATE}."),
    ("Au {1e|DATE|DUREE} jour.", "Au {2e|DATE|DUREE} jour."),
    ("Sexe {M 52|DATE|DATE_NAISSANCE}.", "Sexe {M 53|DATE|DATE_NAISSANCE}."),
    ("Revu à {1°|DATE|DATE}.", "Revu à {2°|DATE|DATE}."),
    ("À l'{EHPAD Les Lilas au Creusot|ORG|HOPITAL}.", "À l'{EHPAD Les Lilas à Dijon|ORG|HOPITAL}."),
    ("Au {C.H.U. de Dijon|ORG|HOPITAL}.", "Au {C.H.U. d'Auxonne|ORG|HOPITAL}."),
    ("À la {clinique Jeanne d'Arc|ORG|HOPITAL}.", "À la {clinique Pasteur|ORG|HOPITAL}."),
    ("Vit dans le {Nord|LOC|DEPARTEMENT}.", "Vit en {Gironde|LOC|DEPARTEMENT}."),
    ("Vit à {Mayotte|LOC|DEPARTEMENT}.", "Vit dans l'{Ain|LOC|DEPARTEMENT}."),
    ("Venu des {Landes|LOC|DEPARTEMENT}.", "Venu de {Gironde|LOC|DEPARTEMENT}."),
    ("Vit dans le {Grand Est|LOC|REGION}.", "Vit en {Bretagne|LOC|REGION}."),
    ("Né dans la région {Alsace|LOC|REGION}.", "Né dans la région {PACA|LOC|REGION}."),
    ("Né {au Portugal|LOC|PAYS}.", "Né {en Italie|LOC|PAYS}."),
    ("A quitté {le Portugal|LOC|PAYS}.", "A quitté {l'Italie|LOC|PAYS}."),
    ("A quitté {Cuba|LOC|PAYS} hier.", "A quitté la {France|LOC|PAYS} hier."),
    ("A quitté\n{Cuba|LOC|PAYS} hier.", "A quitté l'\n{Italie|LOC|PAYS} hier."),
    ("Né en {Cuba|LOC|PAYS}, a quitté {Cuba|LOC|PAYS}.", "Né en {Inde|LOC|PAYS}, a quitté l'{Inde|LOC|PAYS}."),
    ("{Cuba|LOC|PAYS} lui manque.", "La {Tunisie|LOC|PAYS} lui manque."),
    ("Pays : {Cuba|LOC|PAYS}", "Pays : le {Maroc|LOC|PAYS}"),
    ("A QUITTÉ {MAYOTTE|LOC|DEPARTEMENT} HIER.", "A QUITTÉ LA {CREUSE|LOC|DEPARTEMENT} HIER."),
    ("A quitté {Mayotte|LOC|DEPARTEMENT} et {Paris|LOC|DEPARTEMENT}.", "A quitté l'{Ain|LOC|DEPARTEMENT} et le {Gard|LOC|DEPARTEMENT}."),
    ("Vit {dans le Nord|LOC|DEPARTEMENT}.", "Vit {en Gironde|LOC|DEPARTEMENT}."),
    ("Pays : {île Maurice|LOC|PAYS}.", "Pays : {Italie|LOC|PAYS}."),
    ("Né : {PACA|LOC|REGION}.", "Né : {Alsace|LOC|REGION}."),
    ("Vit {en région parisienne|LOC|REGION}.", "Vit {en Bretagne|LOC|REGION}."),
    ("Vit en {région parisienne|LOC|REGION}.", "Vit en {Bretagne|LOC|REGION}."),
    ("Vit {dans l'est lyonnais|LOC|DEPARTEMENT}.", "Vit {dans l'Ain|LOC|DEPARTEMENT}."),
    ("Elle est née {AUX USA|LOC|PAYS} jadis.", "Elle est née {au Portugal|LOC|PAYS} jadis."),
    ("Vu {le un janvier 2019|DATE|DATE}.", "Vu {le deux janvier 2019|DATE|DATE}."),
    ("Vu {le sept du mois de mai|DATE|DATE}.", "Vu {le huit du mois de mai|DATE|DATE}."),
    ("En {mai dix-neuf cent quatre-vingt-dix-neuf|DATE|DATE}.", "En {mai deux mille|DATE|DATE}."),
    ("Vu {1ᵉʳ mai 2019|DATE|DATE}.", "Vu {2 mai 2019|DATE|DATE}."),
    ("Vu {1ermai 2019|DATE|DATE}.", "Vu {2mai 2019|DATE|DATE}."),
    ("Vu {lO mai 2019|DATE|DATE}.", "Vu {l2 mai 2019|DATE|DATE}."),
    ("Vu {O9 mai 2019|DATE|DATE}.", "Vu {Ol mai 2019|DATE|DATE}."),
    ("Vu {9 mai 2 0 1 9|DATE|DATE}.", "Vu {10 mai 2 0 1 9|DATE|DATE}."),
    ("Vu {Ven 1 mar|DATE|DATE}.", "Vu {Lun 1 avr|DATE|DATE}."),
    ("Vu {Mar 5 mar|DATE|DATE}.", "Vu {Mer 6 mar|DATE|DATE}."),
    ("Vu {sa 21/01|DATE|DATE}.", "Vu {di 22/01|DATE|DATE}."),
    ("Vu {D20/01|DATE|DATE}.", "Vu {L21/01|DATE|DATE}."),
    ("Vu {avr.2019|DATE|DATE}.", "Vu {mai2019|DATE|DATE}."),
    ("Vu {avr.2019|DATE|DATE}.", "Vu {mai.2019|DATE|DATE}."),
    ("Vu {3.avr.2019|DATE|DATE}.", "Vu {3.mai.2019|DATE|DATE}."),
    ("Vu {9 Mai 2019|DATE|DATE}.", "Vu {9 Juni 2019|DATE|DATE}."),
    ("Vu {May-19|DATE|DATE}.", "Vu {Jun-19|DATE|DATE}."),
    ("Vu {au printemps 2019|DATE|DATE}.", "Vu {en été 2019|DATE|DATE}."),
    ("Vu {au printemps 2019|DATE|DATE}.", "Vu {à l'été 2019|DATE|DATE}."),
    ("Vu au {printemps 2019|DATE|DATE}.", "Vu en {été 2019|DATE|DATE}."),
    ("Vu au {printemps 2019|DATE|DATE}.", "Vu à l'{été 2019|DATE|DATE}."),
    ("Vu {pendant le printemps 2019|DATE|DATE}.", "Vu {pendant l'été 2019|DATE|DATE}."),
    ("Vu {1999-00|DATE|DATE}.", "Vu {2012-13|DATE|DATE}."),
    ("Vu {saison 2011-12|DATE|DATE}.", "Vu {saison 2012-13|DATE|DATE}."),
    ("Vu {années 11/12|DATE|DATE}.", "Vu {années 12/13|DATE|DATE}."),
    ("Vu {la 2e semaine de mars 2019|DATE|DATE}.", "Vu {la 3e semaine de mars 2019|DATE|DATE}."),
    ("Vu {la première quinzaine de mars|DATE|DATE}.", "Vu {la 2e quinzaine de mars|DATE|DATE}."),
    ("Vu {1re moitié de mars|DATE|DATE}.", "Vu {1ère moitié de mars|DATE|DATE}."),
    ("Vu {1re quinzaine de mars|DATE|DATE}.", "Vu {2nde quinzaine de mars|DATE|DATE}."),
    ("Vu {2de moitié de mars|DATE|DATE}.", "Vu {2° moitié de mars|DATE|DATE}."),
    ("Vu {la 5e semaine de mars|DATE|DATE}.", "Vu {la 6e semaine de mars|DATE|DATE}."),
    ("Vu {la 3e partie de 2019|DATE|DATE}.", "Vu {la 1re partie de 2019|DATE|DATE}."),
    ("Vu {1re et 2e semaine de mars|DATE|DATE}.", "Vu {3e et 4e semaine de mars|DATE|DATE}."),
    ("Vu {1re quinzaine de mars, 2e moitié d'avril|DATE|DATE}.", "Vu {2nde quinzaine de mars, 1re moitié d'avril|DATE|DATE}."),
    ("Vu {la ２e quinzaine de mars|DATE|DATE}.", "Vu {la １e quinzaine de mars|DATE|DATE}."),
    ("Vu {années 09/10|DATE|DATE}.", "Vu {années 09/11|DATE|DATE}."),
    ("Vu {années 99/00|DATE|DATE}.", "Vu {années 99/01|DATE|DATE}."),
    ("Vu {années 12/13|DATE|DATE}.", "Vu {années 12/14|DATE|DATE}."),
    ("Vu {saison 2009-10|DATE|DATE}.", "Vu {saison 2009-12|DATE|DATE}."),
    ("Filles de {10 à 9 ans|AGE|AGE}.", "Filles de {11 à 9 ans|AGE|AGE}."),
    ("Suivi {les 2 dernières semaines|DATE|DUREE}.", "Suivi {les 3 dernières semaines|DATE|DUREE}."),
    ("Vu {le premier janvier mil neuf cent|DATE|DATE}.", "Vu {le deux janvier mil neuf cent|DATE|DATE}."),
    ("Vu {le deux janvier mil neuf cent|DATE|DATE}.", "Vu {le deux janvier mil neuf cent un|DATE|DATE}."),
    ("Vu {mai mil neuf cent quatre-vingt|DATE|DATE}.", "Vu {mai mil neuf cent quatre-vingt-un|DATE|DATE}."),
    ("Vu {le premier xyz|DATE|DATE}.", "Vu {le deux xyz|DATE|DATE}."),
    ("Vu {le vingtième xyz|DATE|DATE}.", "Vu {le vingt-et-unième xyz|DATE|DATE}."),
    ("Vu {la seconde xyz|DATE|DATE}.", "Vu {la vingt-deuxième xyz|DATE|DATE}."),
    ("Toux depuis {un an|DATE|DUREE}.", "Toux depuis {2 ans|DATE|DUREE}."),
    ("Toux {depuis six mois|DATE|DUREE}.", "Toux {depuis 18 mois|DATE|DUREE}."),
    ("Toux {depuis plus d'une semaine|DATE|DUREE}.", "Toux {depuis plus de 2 semaines|DATE|DUREE}."),
    ("Enfant {âgé d’un an|AGE|AGE}.", "Enfant {âgé de 2 ans|AGE|AGE}."),
    ("Enfant de {un à deux ans|AGE|AGE}.", "Enfant de {deux à trois ans|AGE|AGE}."),
    ("Toux {une durée d'un trimestre|DATE|DUREE}.", "Toux {une durée de 2 trimestres|DATE|DUREE}."),
    ("Fièvre {deuxième jour|DATE|DUREE}.", "Fièvre {16e jour|DATE|DUREE}."),
    ("Fièvre {la première semaine|DATE|DUREE}.", "Fièvre {la 2e semaine|DATE|DUREE}."),
    ("Fête son {premier anniversaire|AGE|AGE}.", "Fête son {11e anniversaire|AGE|AGE}."),
    ("Vu : {enfant de 7 ans|AGE|AGE}.", "Vu : {enfant de 8 ans|AGE|AGE}."),
    ("Vu : {nourrisson de 2 mois|AGE|AGE}.", "Vu : {nourrisson de 3 mois|AGE|AGE}."),
    ("Vu à {11/12|AGE|AGE}.", "Vu à {12/12|AGE|AGE}."),
    ("Vu à {5 a 6 m|AGE|AGE}.", "Vu à {6 a 6 m|AGE|AGE}."),
    ("Vu à {l ans|AGE|AGE}.", "Vu à {2 ans|AGE|AGE}."),
    ("Vu à {2O ans|AGE|AGE}.", "Vu à {2l ans|AGE|AGE}."),
    ("Vu à {lO ans|AGE|AGE}.", "Vu à {l2 ans|AGE|AGE}."),
    ("Toux depuis {31|DATE|DUREE} jours.", "Toux depuis {32|DATE|DUREE} jours."),
    ("Toux depuis {une|DATE|DUREE} semaine.", "Toux depuis {trois|DATE|DUREE} semaines."),
    ("Dr {A. Leclerc|PER|INITIALES}.", "Dr {B. Leclerc|PER|INITIALES}."),
    ("Dr {Leclerc A.|PER|INITIALES}.", "Dr {Quivoron A.|PER|INITIALES}."),
    ("Dr {Leclerc P.|PER|NOM}.", "Dr {Leclerc M.|PER|NOM}."),
    ("Dr {P. Leclerc|PER|NOM}.", "Dr {M. Leclerc|PER|NOM}."),
    ("Vu {J.-B. Leclerc|PER|NOM}.", "Vu {M.-B. Leclerc|PER|NOM}."),
    ("Vu {C. P.|PER|NOM}.", "Vu {C. M.|PER|NOM}."),
    ("Vu {P. C.|PER|NOM}.", "Vu {M. C.|PER|NOM}."),
    ("Dans sa {septième année|AGE|AGE}.", "Dans sa {dix-septième année|AGE|AGE}."),
    ("Dans sa {deuxième année|AGE|AGE}.", "Dans sa {vingt et unième année|AGE|AGE}."),
    ("Au {cinquième jour|DATE|DUREE}.", "Au {quarante-cinquième jour|DATE|DUREE}."),
    ("Au {neuvième jour|DATE|DUREE}.", "Au {vingt-neuvième jour|DATE|DUREE}."),
    ("Au {quatre-vingtième jour|DATE|DUREE}.", "Au {soixante-dixième jour|DATE|DUREE}."),
    ("Vu {jour de l'an|DATE|DATE}.", "Vu {jour de Noël|DATE|DATE}."),
    ("Vu {le nouvel an|DATE|DATE}.", "Vu {le réveillon|DATE|DATE}."),
    ("Depuis {Noël|DATE|DATE}.", "Depuis {la Toussaint|DATE|DATE}."),
    ("Vu {le lundi de Pâques|DATE|DATE}.", "Vu {le jeudi de l'Ascension|DATE|DATE}."),
    ("Vu à {la veille de Noël|DATE|DATE}.", "Vu à {Saint-Sylvestre|DATE|DATE}."),
    ("Vu {lendemain de Noël|DATE|DATE}.", "Vu {jour de Noël|DATE|DATE}."),
    ("Vu à {Halloween|DATE|DATE}.", "Vu à {Noël|DATE|DATE}."),
    ("Vu {vendredi saint|DATE|DATE}.", "Vu {Noël|DATE|DATE}."),
    ("Vu {fête nationale|DATE|DATE}.", "Vu {Noël|DATE|DATE}."),
    ("VU À {LA TOUSSAINT|DATE|DATE}.", "VU À {NOËL|DATE|DATE}."),
    ("Suivi {31mois|DATE|DATE}.", "Suivi {32mois|DATE|DATE}."),
    ("Suivi {99ans|DATE|DATE}.", "Suivi {100ans|DATE|DATE}."),
    ("Suivi {2S|DATE|DATE}.", "Suivi {3S|DATE|DATE}."),
    ("Suivi {31+ mois|DATE|DATE}.", "Suivi {32+ mois|DATE|DATE}."),
    ("Opéré dans {les années 90|DATE|DATE}.", "Opéré dans {les années 2000|DATE|DATE}."),
    ("Vit à {Paris1|LOC|VILLE}.", "Vit à {Paris10|LOC|VILLE}."),
    ("Vit à {Dijon10|LOC|VILLE}.", "Vit à {Is-sur-Tille10|LOC|VILLE}."),
    ("Vit {le 21|LOC|ZIP}.", "Vit {le 971|LOC|ZIP}."),
    ("Vu {le premier lundi de mars|DATE|DATE}.", "Vu {le deuxième lundi de mars|DATE|DATE}."),
    ("Vit à {21|LOC|VILLE}.", "Vit à {2A|LOC|VILLE}."),
    ("Vit à {2a|LOC|VILLE}.", "Vit à {2A|LOC|VILLE}."),
    ("Vu {mar matin|DATE|DATE}.", "Vu {lun matin|DATE|DATE}."),
    ("Vu {hiver 2018-2019|DATE|DATE}.", "Vu {été 2019|DATE|DATE}."),
    ("Vu {surlendemain de Noël|DATE|DATE}.", "Vu {lendemain de Noël|DATE|DATE}."),
    ("Vu {avant-veille de Noël|DATE|DATE}.", "Vu {veille de Noël|DATE|DATE}."),
    ("Vu à {la Saint-Jean|DATE|DATE}.", "Vu à {la Chandeleur|DATE|DATE}."),
    ("Vu à {St-Valentin|DATE|DATE}.", "Vu à {Noël|DATE|DATE}."),
    ("Vu {fête des mères|DATE|DATE}.", "Vu {fête nationale|DATE|DATE}."),
    ("Vu {carnaval 2019|DATE|DATE}.", "Vu {épiphanie 2019|DATE|DATE}."),
    ("Vu cette {Toussaint 2019|DATE|DATE}.", "Vu ce {Noël 2019|DATE|DATE}."),
    ("Vu cette {Pentecôte|DATE|DATE}.", "Vu ce {Noël|DATE|DATE}."),
    ("{Cette Toussaint 2019|DATE|DATE}.", "{Ce Noël 2019|DATE|DATE}."),
    ("Au {2|DATE|DUREE}d jour.", "Au {3|DATE|DUREE}e jour."),
    ("Vu {Halloween 2019|DATE|DATE}.", "Vu {Toussaint 2019|DATE|DATE}."),
    ("Vu {Saint-Sylvestre 2019|DATE|DATE}.", "Vu {Noël 2019|DATE|DATE}."),
    ("Enfant {âgé d'1 an|AGE|AGE}.", "Enfant {âgé de 2 ans|AGE|AGE}."),
    ("ENFANT {ÂGÉ D'1 AN|AGE|AGE}.", "ENFANT {ÂGÉ DE 2 ANS|AGE|AGE}."),
    ("Patient, {jeune adulte|AGE|AGE}, suivi.", "Patient, {adulte|AGE|AGE}, suivi."),
    ("Patient, {ado|AGE|AGE}, suivi.", "Patient, {adolescent|AGE|AGE}, suivi."),
    ("Patient, {préadolescent|AGE|AGE}, suivi.", "Patient, {enfant|AGE|AGE}, suivi."),
    ("Patiente, {personne âgée|AGE|AGE}, suivie.", "Patiente, {octogénaire|AGE|AGE}, suivie."),
    ("Patiente, {prématurée|AGE|AGE}, suivie.", "Patiente, {nouveau-née|AGE|AGE}, suivie."),
    ("Patiente, {retraitée|AGE|AGE}, suivie.", "Patiente, {sexagénaire|AGE|AGE}, suivie."),
    ("Patients, {personnes âgées|AGE|AGE}, suivis.", "Patients, {octogénaires|AGE|AGE}, suivis."),
    ("Patients, {jeunes adultes|AGE|AGE}, suivis.", "Patients, {adultes|AGE|AGE}, suivis."),
    ("Patient, {jeune\nadulte|AGE|AGE}, suivi.", "Patient, {adulte|AGE|AGE}, suivi."),
    ("Suivi {une décennie|DATE|DUREE}.", "Suivi {deux décennies|DATE|DUREE}."),
    ("Suivi {une cure|DATE|DUREE}.", "Suivi {deux cures|DATE|DUREE}."),
    ("Au {CHR-Le Creusot|ORG|HOPITAL}.", "Au {CHR-Dijon|ORG|HOPITAL}."),
    ("Au {CHU-Saint-Apollinaire|ORG|HOPITAL}.", "Au {CHU-Les Maillys|ORG|HOPITAL}."),
    ("Du {3|DATE|DATE} ({Saint-Apollinaire|LOC|VILLE}) au {7 mai 2019|DATE|DATE}.",
     "Du {3|DATE|DATE} ({Dijon|LOC|VILLE}) au {7 mai 2019|DATE|DATE}."),
    ("V {22/01/2021|DATE|DATE} RAS", "S {23/01/2021|DATE|DATE} RAS"),
    ("TA 12/8\n- Je {21/01/2021|DATE|DATE}, RAS", "TA 12/8\n- Ve {22/01/2021|DATE|DATE}, RAS"),
    ("V :\n{22/01/2021|DATE|DATE}\nRAS", "S :\n{23/01/2021|DATE|DATE}\nRAS"),
    ("V\n\n{22/01/2021|DATE|DATE}\nRAS", "S\n\n{23/01/2021|DATE|DATE}\nRAS"),
    ("{22/01/2021|DATE|DATE}\nV\nTA 12/8", "{23/01/2021|DATE|DATE}\nS\nTA 12/8"),
    ("{22/01/2021|DATE|DATE}\nVe\nTA 12/8", "{23/01/2021|DATE|DATE}\nSa\nTA 12/8"),
    ("Vu merc. {20/01/2021|DATE|DATE}.", "Vu jeu. {21/01/2021|DATE|DATE}."),
    ("Vu jeud. {21/01/2021|DATE|DATE}.", "Vu vendr. {22/01/2021|DATE|DATE}."),
    ("Vu {merc. 20/01/2021|DATE|DATE}.", "Vu {jeu. 21/01/2021|DATE|DATE}."),
    ("Seen Mon {21/01/2019|DATE|DATE}.", "Seen Tue {22/01/2019|DATE|DATE}."),
    ("Date: Thu, {24/01/2019|DATE|DATE} 08:00", "Date: Fri, {25/01/2019|DATE|DATE} 08:00"),
    ("{2019-01-25|DATE|DATE} (Fri), seen", "{2019-01-26|DATE|DATE} (Sat), seen"),
    ("Mon | Tue\n{21/01|DATE|DATE} | {22/01|DATE|DATE}", "Tue | Wed\n{22/01|DATE|DATE} | {23/01|DATE|DATE}"),
    ("Jour J V\nDate {21/01/2021|DATE|DATE} {22/01/2021|DATE|DATE}", "Jour V S\nDate {22/01/2021|DATE|DATE} {23/01/2021|DATE|DATE}"),
    ("J\nV\nS\n{21/01/2021|DATE|DATE}\n{22/01/2021|DATE|DATE}\n{23/01/2021|DATE|DATE}", "V\nS\nD\n{22/01/2021|DATE|DATE}\n{23/01/2021|DATE|DATE}\n{24/01/2021|DATE|DATE}"),
    ("-V- {22/01/2021|DATE|DATE} RAS", "-S- {23/01/2021|DATE|DATE} RAS"),
    ("V / {22/01/2021|DATE|DATE} RAS", "S / {23/01/2021|DATE|DATE} RAS"),
    ("> *V* {22/01/2021|DATE|DATE} RAS", "> *S* {23/01/2021|DATE|DATE} RAS"),
    ("Ve-{22/01/2021|DATE|DATE} RAS", "Sa-{23/01/2021|DATE|DATE} RAS"),
    ("v. {22/01/2021|DATE|DATE} RAS", "s. {23/01/2021|DATE|DATE} RAS"),
    ("RDV v {22/01/2021|DATE|DATE} à 10 h", "RDV s {23/01/2021|DATE|DATE} à 10 h"),
    ("Vu le {22/01/2021|DATE|DATE} (v).", "Vu le {23/01/2021|DATE|DATE} (s)."),
    ("Vu le {22/01/2021|DATE|DATE} Ve\nRAS", "Vu le {23/01/2021|DATE|DATE} Sa\nRAS"),
    ("Garde J {21/01/2021|DATE|DATE}, V {22/01/2021|DATE|DATE}.", "Garde V {22/01/2021|DATE|DATE}, S {23/01/2021|DATE|DATE}."),
    ("Vu Jeud {21/01/2021|DATE|DATE}.", "Vu Vend {22/01/2021|DATE|DATE}."),
    ("Vaccin saison {2011-12|DATE|DATE}.", "Vaccin saison {2012-13|DATE|DATE}."),
    ("Grippe hiver {11-12|DATE|DATE}.", "Grippe hiver {12-13|DATE|DATE}."),
    ("Année scolaire {11/12|DATE|DATE}.", "Année scolaire {12/13|DATE|DATE}."),
    ("Vu lors de l'{exercice 2011/12|DATE|DATE}.", "Vu lors de l'{exercice 2012/13|DATE|DATE}."),
    ("Mme {Durand-Martin|PER|NOM}.", "Mme {Petit-Leclerc|PER|NOM}."),
    ("Mme {Durand|PER|NOM}, Dr {Martin|PER|NOM}.", "Mme {Petit|PER|NOM}, Dr {Leclerc|PER|NOM}."),
    ("Mme {Durand|PER|NOM}, Dr {Dupont|PER|NOM}. Vu par {D.|PER|INITIALES}", "Mme {Dupont|PER|NOM}, Dr {Durand|PER|NOM}. Vu par {D.|PER|INITIALES}"),
    ("Appelé lorsqu'{Anne|PER|PRENOM} dort.", "Appelé lorsque {Jeanne|PER|PRENOM} dort."),
    ("Vu au service des {urgences|ORG|SERVICE}.", "Vu au service d'{oncologie|ORG|SERVICE}."),
    ("Vu aux {urgences|ORG|SERVICE}.", "Vu en {cardiologie|ORG|SERVICE}."),
    ("Appelé les {urgences|ORG|SERVICE}.", "Appelé la {cardiologie|ORG|SERVICE}."),
    ("Dans ses {urgences|ORG|SERVICE}.", "Dans sa {cardiologie|ORG|SERVICE}."),
    ("Vu par leurs {urgences|ORG|SERVICE}, nos {soins intensifs|ORG|SERVICE}.", "Vu par leur {cardiologie|ORG|SERVICE}, notre {oncologie|ORG|SERVICE}."),
    ("Ces {urgences|ORG|SERVICE}.", "Cette {cardiologie|ORG|SERVICE}."),
    ("Vu dans les {urgences|ORG|SERVICE}.", "Vu dans l'{oncologie|ORG|SERVICE}."),
    ("Vu dans le {SAMU|ORG|SERVICE}.", "Vu en {cardiologie|ORG|SERVICE}."),
    ("Né dans ces {Pays-Bas|LOC|PAYS}.", "Né dans cette {Italie|LOC|PAYS}."),
    ("Vu {22/01/2021|DATE|DATE} V, RAS.", "Vu {23/01/2021|DATE|DATE} S, RAS."),
    ("Vu {22/01/2021|DATE|DATE}V ok.", "Vu {23/01/2021|DATE|DATE}S ok."),
    ("Vu {21/01/2021|DATE|DATE} Je RAS.", "Vu {23/01/2021|DATE|DATE} Sa RAS."),
    ("Vu {21/01/2021|DATE|DATE} (je) ok.", "Vu {23/01/2021|DATE|DATE} (sa) ok."),
    ("Vu {21/01/2021|DATE|DATE} je, RAS.", "Vu {23/01/2021|DATE|DATE} sa, RAS."),
    ("Pansement j {21/01/2021|DATE|DATE}.", "Pansement s {23/01/2021|DATE|DATE}."),
    ("Vu {18/01/2021|DATE|DATE} lun RAS.", "Vu {23/01/2021|DATE|DATE} sam RAS."),
    ("Depuis {990aine d'années|DATE|DUREE}.", "Depuis {1000aine d'années|DATE|DUREE}."),
    ("Âgé d'une {9 aine|AGE|AGE} d'années.", "Âgé d'une {10 aine|AGE|AGE} d'années."),
    ("Âgé d'une {soixantaine|AGE|AGE} d'années.", "Âgé d'une {soixante-dizaine|AGE|AGE} d'années."),
    ("Âgé d'{une quatre-vingtaine d'années|AGE|AGE}.", "Âgé d'{une centaine d'années|AGE|AGE}."),
    ("Vu {la veille de Noël 2019|DATE|DATE}.", "Vu {le 25 décembre 2019|DATE|DATE}."),
    ("Vu la {veille de Noël 2019|DATE|DATE}.", "Vu le {25 décembre 2019|DATE|DATE}."),
    ("Vu au {lendemain de Pâques 2020|DATE|DATE}.", "Vu le {14 avril 2020|DATE|DATE}."),
    ("Vu {au réveillon de Noël 2019|DATE|DATE}.", "Vu {le 25 décembre 2019|DATE|DATE}."),
    ("Vu au {nouvel an 2020|DATE|DATE}.", "Vu le {2 janvier 2020|DATE|DATE}."),
    ("RDV reporté au {nouvel an 2020|DATE|DATE}.", "RDV reporté au {2 janvier 2020|DATE|DATE}."),
    ("Vu {la semaine prochaine|DATE|DATE}.", "Vu {dans 2 semaines|DATE|DATE}."),
    ("Vu la {semaine prochaine|DATE|DATE}.", "Vu {dans 2 semaines|DATE|DATE}."),
    ("Vu {demain|DATE|DATE}.", "Vu {après-demain|DATE|DATE}."),
    ("Vu {demain matin|DATE|DUREE}.", "Vu {dans 3 jours|DATE|DUREE}."),
    ("Toux {le dernier mois|DATE|DATE}.", "Toux {les 2 derniers mois|DATE|DATE}."),
    ("Toux au cours du {dernier mois|DATE|DUREE}.", "Toux au cours des {3 derniers mois|DATE|DUREE}."),
    ("Toux {durant la dernière semaine|DATE|DUREE}.", "Toux {durant les 2 dernières semaines|DATE|DUREE}."),
    ("Vu {chaque année|DATE|DATE}.", "Vu {tous les 2 ans|DATE|DATE}."),
    ("Vu {toutes les semaines|DATE|DATE}.", "Vu {toutes les 2 semaines|DATE|DATE}."),
    ("FINESS {2A0000123|QID|FINESS}.", "FINESS {210000123|QID|FINESS}."),
    ("Adeli {2B 1 23456 7|QID|ADELI}.", "Adeli {21 1 23456 7|QID|ADELI}."),
    ("NIR {1 50 12 2A 231|QID|SECU}.", "NIR {1 50 12 21 231|QID|SECU}."),
    ("Classe de {première|AGE|AGE}.", "Classe de {septième|AGE|AGE}."),
    ("Dans sa {première|AGE|AGE} année.", "Dans sa {deuxième|AGE|AGE} année."),
    ("D'origine {portugaise|LOC|PAYS}.", "D'origine {belge|LOC|PAYS}."),
    ("Un patient, l'{Italien|LOC|PAYS}.", "Un patient, le {Portugais|LOC|PAYS}."),
    ("De mère d'{origine espagnole|LOC|PAYS}.", "De mère d'{origine turque|LOC|PAYS}."),
    ("M. {Durand jr|PER|NOM}.", "M. {Petit jr|PER|NOM}."),
    ("Un {bébé|AGE|AGE} an.", "Un {nouveau-né|AGE|AGE} an."),
    ("Toux {depuis soixante-six trimestres|DATE|DUREE}.", "Toux {depuis soixante et onze trimestres|DATE|DUREE}."),
    ("Toux {depuis 99 trimestres|DATE|DUREE}.", "Toux {depuis 100 trimestres|DATE|DUREE}."),
    ("Âgé de {vingt et un|AGE|AGE} ans.", "Âgé de {vingt|AGE|AGE} ans."),
    ("Du {Noël 2019|DATE|DATE} au {nouvel an 2020|DATE|DATE}.", "Du {26 décembre 2019|DATE|DATE} au {2 janvier 2020|DATE|DATE}."),
    ("Au {CHU_Auxonne|ORG|HOPITAL}.", "Au {CHU_Le Creusot|ORG|HOPITAL}."),
    ("Au {CHU – Auxonne|ORG|HOPITAL}.", "Au {CHU – Saint-Apollinaire|ORG|HOPITAL}."),
    ("À l'{EHPAD—Auxonne|ORG|HOPITAL}.", "À l'{EHPAD—Talant|ORG|HOPITAL}."),
    ("SERVICE : {ORL|ORG|SERVICE} / bureau 2", "SERVICE : {Urologie|ORG|SERVICE} / bureau 2"),
    ("SERVICE : {ORL|ORG|SERVICE} / DIJON", "SERVICE : {Urologie|ORG|SERVICE} / DIJON"),
    ("PAYS DE NAISSANCE : {USA|LOC|PAYS}", "PAYS DE NAISSANCE : {Espagne|LOC|PAYS}"),
    ("REGION DE NAISSANCE : {PACA|LOC|REGION}", "REGION DE NAISSANCE : {Bretagne|LOC|REGION}"),
    ("LA PATIENTE VIT À {Y|LOC|VILLE}.", "LA PATIENTE VIT À {EU|LOC|VILLE}."),
    ("Vit dans les {BDR|LOC|DEPARTEMENT}.", "Vit en {Gironde|LOC|DEPARTEMENT}."),
    ("VIT À {Y|LOC|VILLE}.", "VIT À {EU|LOC|VILLE}."),
    ("{Y|LOC|VILLE}", "{DIJON|LOC|VILLE}"),
    ("Mme {D U R A N D|PER|NOM}.", "Mme {N O Ë L|PER|NOM}."),
    ("Mme {P E T I T|PER|NOM}.", "Mme {D U P O N T|PER|NOM}."),
    ("Mme {A N N E|PER|PRENOM}.", "Mme {J E A N N E|PER|PRENOM}."),
    ("Mme {Du-\nrand|PER|NOM}.", "Mme {Zwingel-\nstein|PER|NOM}."),
    ("Mme {Lun-\ndi|PER|NOM}.", "Mme {Yvo-\nn|PER|NOM}."),
    ("Mme {Martin J.|PER|}.", "Mme {Durand J.|PER|}."),
    ("Mme {Martin-Leclerc|PER|}.", "Mme {Durand-Leclerc|PER|}."),
    ("Mme {Martin née Leclerc|PER|}.", "Mme {Durand née Leclerc|PER|}."),
    ("Toux {depuis 1 bon mois|DATE|DUREE}.", "Toux {depuis deux bons mois|DATE|DUREE}."),
    ("Toux {depuis une longue année|DATE|DUREE}.", "Toux {depuis 3 longues années|DATE|DUREE}."),
    ("Arrêt d'{un an complet|DATE|DUREE}.", "Arrêt de {2 ans complets|DATE|DUREE}."),
    ("Suivi {1 quinzaine|DATE|DUREE}.", "Suivi {2 quinzaines|DATE|DUREE}."),
    ("Toux {depuis un hiver|DATE|DUREE}.", "Toux {depuis 2 hivers|DATE|DUREE}."),
    ("Suivi {1 saison|DATE|DUREE}.", "Suivi {2 saisons|DATE|DUREE}."),
    ("Fièvre {pendant 1 week-end|DATE|DUREE}.", "Fièvre {pendant deux week-ends|DATE|DUREE}."),
    ("Vu {une demi-journée|DATE|DUREE}.", "Vu {deux demi-journées|DATE|DUREE}."),
    ("Vu {11/03 L|DATE|DATE}.", "Vu {12/03 M|DATE|DATE}."),
    ("Vu le {14/03/2019 (J)|DATE|DATE}.", "Vu le {15/03/2019 (V)|DATE|DATE}."),
    ("Seen {Mar 9th|DATE|DATE}.", "Seen {Mar 10th|DATE|DATE}."),
    ("Seen in {May '19|DATE|DATE}.", "Seen in {Jun '19|DATE|DATE}."),
    ("Opéré {fin 12/12|DATE|DATE}.", "Opéré {fin 12/13|DATE|DATE}."),
    ("Toux {depuis début 09/09|DATE|DATE}.", "Toux {depuis début 09/13|DATE|DATE}."),
    ("Entré {3|DATE|DATE} un mercredi {28 mai 2019|DATE|DATE}.", "Entré {3|DATE|DATE} un lundi {27 mai 2019|DATE|DATE}."),
    ("Entré {3|DATE|DATE} vu à {Dijon|LOC|VILLE} le {28 mai 2019|DATE|DATE}.", "Entré {3|DATE|DATE} vu à la {Rochepot|LOC|VILLE} le {28 mai 2019|DATE|DATE}."),
    ("Vu dimanche par l'équipe de garde, qui l'a transfusée là-bas, le {26 mai 2019|DATE|DATE}.",
     "Vu lundi par l'équipe de garde, qui l'a transfusée là-bas, le {27 mai 2019|DATE|DATE}."),
    ("Vu mardi par l'équipe de garde, qui l'a transfusée mercredi, le {29 mai 2019|DATE|DATE}.",
     "Vu lundi par l'équipe de garde, qui l'a transfusée mardi, le {28 mai 2019|DATE|DATE}."),
    ("Vu le {27 mai 2019|DATE|DATE} par l'équipe de garde de nuit qui travaille à {Dijon|LOC|VILLE}, un lundi.",
     "Vu le {27 mai 2019|DATE|DATE} par l'équipe de garde de nuit qui travaille à la {Rochepot|LOC|VILLE}, un lundi."),
    ("SERVICE D'{ONCOLOGIE|ORG|SERVICE}", "SERVICE DE {CARDIOLOGIE|ORG|SERVICE}"),
    ("VIENT D'{ISÈRE|LOC|DEPARTEMENT}", "VIENT DE {GIRONDE|LOC|DEPARTEMENT}"),
    ("Vient de  {Dijon|LOC|VILLE}.", "Vient d'{Auxonne|LOC|VILLE}."),
    ("Vient de\xa0{Gironde|LOC|DEPARTEMENT}.", "Vient d'{Isère|LOC|DEPARTEMENT}."),
    ("Service de\t{cardiologie|ORG|SERVICE}.", "Service d'{oncologie|ORG|SERVICE}."),
    ("IL VIT À {DIJON|LOC|VILLE}.", "IL VIT AU {CREUSOT|LOC|VILLE}."),
    ("Il vit a {Dijon|LOC|VILLE}.", "Il vit au {Creusot|LOC|VILLE}."),
    ("A {Dijon|LOC|VILLE} le matin.", "Au {Creusot|LOC|VILLE} le matin."),
    ("NÉ À {CUBA|LOC|PAYS}.", "NÉ AU {PORTUGAL|LOC|PAYS}."),
    ("Né {a Cuba|LOC|PAYS}.", "Né {au Portugal|LOC|PAYS}."),
    ("VU À {NOËL|DATE|DATE}.", "VU AU {NOUVEL AN|DATE|DATE}."),
    ("VU À LA {TOUSSAINT 2019|DATE|DATE}.", "VU LE {2 NOVEMBRE 2019|DATE|DATE}."),
    ("Enfant de\xa0{2 ans|AGE|AGE}.", "Enfant d'{un an|AGE|AGE}."),
    ("Enfant de\n{2 ans|AGE|AGE}.", "Enfant d'\n{un an|AGE|AGE}."),
    ("Suivi de\n{2 ans|DATE|DUREE}.", "Suivi d'un\n{an|DATE|DUREE}."),
    ("Toux {depuis hier|DATE|DUREE}.", "Toux {depuis 2\xa0jours|DATE|DUREE}."),
    ("A {un an|AGE|AGE}.", "A {2\xa0ans|AGE|AGE}."),
    ("Vu {au printemps 2019|DATE|DATE}.", "Vu {à l'été\xa02019|DATE|DATE}."),
    ("Vu à  {Noël 2019|DATE|DATE}.", "Vu le  {26 décembre 2019|DATE|DATE}."),
    ("Vu à\n{Noël 2019|DATE|DATE}.", "Vu le\n{26 décembre 2019|DATE|DATE}."),
    ("Vu à l'{Ascension 2019|DATE|DATE}.", "Vu le\xa0{31 mai 2019|DATE|DATE}."),
    ("Toux depuis\n{Noël 2019|DATE|DATE}.", "Toux depuis le\n{26 décembre 2019|DATE|DATE}."),
    ("La veille de\xa0{Noël 2019|DATE|DATE}.", "La veille du\xa0{26 décembre 2019|DATE|DATE}."),
    ("Vu du fait de la toux au {carnaval 2019|DATE|DATE}.", "Vu du fait de la toux le {6 mars 2019|DATE|DATE}."),
    ("Sortie du service au {nouvel an 2019|DATE|DATE}.", "Sortie du service le {2 janvier 2019|DATE|DATE}."),
    ("Traitement arrêté au {carnaval 2019|DATE|DATE}.", "Traitement arrêté le {6 mars 2019|DATE|DATE}."),
    ("Contrôle prévu au {carnaval 2019|DATE|DATE}.", "Contrôle prévu à la {Toussaint 2019|DATE|DATE}."),
    ("RDV reporté au {6 mars 2019|DATE|DATE}.", "RDV reporté à {Pâques 2019|DATE|DATE}."),
    ("Vu {mars 1er|DATE|DATE}.", "Vu {mars 2|DATE|DATE}."),
    ("Vu {janv. 1er|DATE|DATE}.", "Vu {janv. 2|DATE|DATE}."),
    ("Arrêt de {12/52|DATE|DUREE}.", "Arrêt de {13/52|DATE|DUREE}."),
    ("Vu {années 2009|DATE|DATE}.", "Vu {années 2010|DATE|DATE}."),
    ("Vu {depuis les années 09|DATE|DATE}.", "Vu {depuis les années 10|DATE|DATE}."),
    ("Vu {décennie 2009|DATE|DATE}.", "Vu {décennie 2010|DATE|DATE}."),
    ("Vu le {lundi de Pâques|DATE|DATE}.", "Vu à {Noël|DATE|DATE}."),
    ("Vu à la {Toussaint|DATE|DATE}.", "Vu le {2 novembre|DATE|DATE}."),
    ("Vu {le mardi gras|DATE|DATE}.", "Vu {à Noël|DATE|DATE}."),
    ("Vu {la veille de Noël|DATE|DATE}.", "Vu {le 25 décembre|DATE|DATE}."),
    ("Vu {aux Rameaux|DATE|DATE}.", "Vu {au nouvel an|DATE|DATE}."),
    ("Vu {quelques jours après Noël|DATE|DATE}.", "Vu {quelques jours après le 26 décembre|DATE|DATE}."),
    ("Vu à {la Toussaint 2019|DATE|DATE}.", "Vu le {2 novembre 2019|DATE|DATE}."),
    ("Vu {la Toussaint 2019|DATE|DATE}.", "Vu {le 2 novembre 2019|DATE|DATE}."),
    ("Toux depuis le {carnaval de Nice|DATE|DATE}.", "Toux depuis {Pâques|DATE|DATE}."),
    ("Toux {depuis Noël dernier|DATE|DUREE}.", "Toux {depuis le 26 décembre dernier|DATE|DUREE}."),
    ("Vu au {carnaval de Nice 2019|DATE|DATE}.", "Vu le {6 mars 2019|DATE|DATE}."),
    ("Le {lundi de Pâques|DATE|DATE}, vu.", "À {Noël|DATE|DATE}, vu."),
    ("Vu {années 9|DATE|DATE}.", "Vu {années 10|DATE|DATE}."),
    ("Toux depuis les {années 0|DATE|DATE}.", "Toux depuis les {années 10|DATE|DATE}."),
    ("Vu dans les années {0|DATE|DATE}.", "Vu dans les années {10|DATE|DATE}."),
    ("Vu dans les années {90|DATE|DATE}.", "Vu dans les années {2000|DATE|DATE}."),
    ("Arrêt de {12/52|DATE|DATE}.", "Arrêt de {13/52|DATE|DATE}."),
    ("BCG en {12/52|DATE|DATE}.", "BCG en {01/53|DATE|DATE}."),
    ("Vu {12/03/2021|DATE|DATE} ve RAS.", "Vu {13/03/2021|DATE|DATE} sa RAS."),
    ("Vu {11/03/2021|DATE|DATE} je à domicile.", "Vu {10/03/2021|DATE|DATE} me à domicile."),
    ("Vu {12/03/2021|DATE|DATE} ve (RAS).", "Vu {13/03/2021|DATE|DATE} sa (RAS)."),
    ("Vu {12/03/2021|DATE|DATE} ve chimio.", "Vu {14/03/2021|DATE|DATE} di chimio."),
    ("Vu {13/03/2021|DATE|DATE} sa chimio.", "Vu {12/03/2021|DATE|DATE} ve chimio."),
    ("Vu {12/03/2021|DATE|DATE} ma cure, samedi.", "Vu {12/03/2021|DATE|DATE} ve cure, samedi."),
    ("Vu {13/03/2021|DATE|DATE} Sa fille va bien.", "Vu {12/03/2021|DATE|DATE} Ve fille va bien."),
    ("Vu {11/03/2021|DATE|DATE} je la revois.", "Vu {13/03/2021|DATE|DATE} sa la revois."),
    ("IRM {08/03/2021|DATE|DATE} lu au staff.", "IRM {12/03/2021|DATE|DATE} ve au staff."),
    ("Je {11/03/2021|DATE|DATE} ai vu ce patient.", "Ve {12/03/2021|DATE|DATE} ai vu ce patient."),
    ("Vu {12/03/2021|DATE|DATE} v accord.", "Vu {13/03/2021|DATE|DATE} s accord."),
    ("Vu {12/03/2021|DATE|DATE} VE 2 culots.", "Vu {11/03/2021|DATE|DATE} JE 2 culots."),
    ("Vu {12/03/2021|DATE|DATE} ve = bilan.", "Vu {10/03/2021|DATE|DATE} me = bilan."),
    ("Vu {12/03/2021|DATE|DATE} ve au bloc.", "Vu {13/03/2021|DATE|DATE} sa au bloc."),
    ("Vu aux {urgences|ORG|SERVICE} pédiatriques.", "Vu en {cardiologie|ORG|SERVICE} pédiatrique."),
    ("Vu au {SAU|ORG|SERVICE} médical.", "Vu aux {urgences|ORG|SERVICE} médicales."),
    ("PATIENT VU AUX {URGENCES|ORG|SERVICE} GENERALES.", "PATIENT VU AU {SMUR|ORG|SERVICE} GENERAL."),
    ("Toux {depuis un an|DATE|DATE}.", "Toux {depuis trois ans|DATE|DATE}."),
    ("Vu {1 trimestre avant|DATE|DATE}.", "Vu {2 trimestres avant|DATE|DATE}."),
    ("Suivi {1 décennie|DATE|DATE}.", "Suivi {2 décennies|DATE|DATE}."),
    ("Vu {à J15 de vie|DATE|DUREE}.", "Vu {à J16 de vie|DATE|DUREE}."),
    ("Revu {chaque trimestre|DATE|DUREE}.", "Revu {tous les 2 trimestres|DATE|DUREE}."),
    ("Toux {la dernière décennie|DATE|DUREE}.", "Toux {les 2 dernières décennies|DATE|DUREE}."),
    ("Toux {le dernier semestre|DATE|DUREE}.", "Toux {les 2 derniers semestres|DATE|DUREE}."),
    ("Mme {d'Ozanne|PER|NOM}.", "Mme {de Durand|PER|NOM}."),
    ("{M. d'Ozanne|PER|}.", "{M. de Durand|PER|}."),
    ("Dr {Jean D’OZANNE|PER|}.", "Dr {Paul DE DURAND|PER|}."),
    ("Mme {L'Hostis|PER|NOM}.", "Mme {Le Goff|PER|NOM}."),
    ("Vu l'{Hostis|PER|NOM}.", "Vu le {Goff|PER|NOM}."),
    ("Mme {de l'Orme|PER|NOM}.", "Mme {de la Tour|PER|NOM}."),
    ("Au {CHU de la Rochepot|ORG|HOPITAL}.", "Au {CHU de Beaune|ORG|HOPITAL}."),
    ("À l'{EHPAD Les Lilas à la Rochepot|ORG|HOPITAL}.", "À l'{EHPAD Les Lilas à Beaune|ORG|HOPITAL}."),
    ("Revu {toutes les années|DATE|DUREE}.", "Revu {toutes les 2 années|DATE|DUREE}."),
    ("Vu dans une  {quinzaine|DATE|DUREE}.", "Vu dans  {16 jours|DATE|DUREE}."),
    ("Vu dans une\n{quinzaine|DATE|DUREE}.", "Vu dans\n{16 jours|DATE|DUREE}."),
    ("Vu dans une\xa0{quinzaine|DATE|DUREE}.", "Vu dans\xa0{16 jours|DATE|DUREE}."),
    ("A un   {an|AGE|AGE}.", "A   {2 ans|AGE|AGE}."),
    ("Durée :   une {quinzaine|DATE|DUREE}.", "Durée :   {16 jours|DATE|DUREE}."),
    ("Vu la\n{veille|DATE|DUREE}.", "Vu\n{2 jours plus tôt|DATE|DUREE}."),
    ("Vu l'\n  {an dernier|DATE|DUREE}.", "Vu\n  {il y a 2 ans|DATE|DUREE}."),
    ("Toux depuis l'\n{an dernier|DATE|DUREE}.", "Toux depuis\n{il y a 2 ans|DATE|DUREE}."),
]  # fmt: skip


class Coupled(StudyKey):
    """A key whose draws do not depend on what is replaced."""

    def stream(self, context):
        return super().stream(DrawContext("", context.kind, "", ""))


def noisy_dates(seed):
    first = {Granularity.DAY: {}, Granularity.MONTH: {"day": 1}}

    def drawn(items, **_):
        return [
            TimePoint(
                item.point.granularity,
                DAYS[(seed + rank) % len(DAYS)].replace(
                    **first.get(item.point.granularity, {"day": 1, "month": 1})
                ),
            )
            for rank, item in enumerate(items)
        ]

    return drawn


# told apart where the label stands in place of the value
TAGGED = [
    ("Vit dans le {Nord|LOC|DEPARTEMENT}.", "Vit en {Gironde|LOC|DEPARTEMENT}."),
    ("Quitte {Cuba|LOC|PAYS}.", "Quitte la {France|LOC|PAYS}."),
    ("La {Creuse|LOC|DEPARTEMENT}.", "L'{Ain|LOC|DEPARTEMENT}."),
    ("NÉ À {CUBA|LOC|PAYS}.", "NÉ EN {ITALIE|LOC|PAYS}."),
    ("VENU D'{AUXONNE|LOC|VILLE}.", "VENU DE {DIJON|LOC|VILLE}."),
    ("Vu aux {urgences|ORG|SERVICE}.", "Vu en {cardiologie|ORG|SERVICE}."),
    ("Vu au service d'{oncologie|ORG|SERVICE}.", "Vu au service du {SAU|ORG|SERVICE}."),
    ("Vu par nos {urgences|ORG|SERVICE}.", "Vu par notre {cardiologie|ORG|SERVICE}."),
    ("Vu dans ses {urgences|ORG|SERVICE}.", "Vu dans sa {cardiologie|ORG|SERVICE}."),
    ("Sorti de l'{HEGP|ORG|HOPITAL}.", "Sorti du {CHU de Dijon|ORG|HOPITAL}."),
    ("Vu à\n{Noël 2019|DATE|DATE}.", "Vu le\n{26 décembre 2019|DATE|DATE}."),
    ("Vu aux {urgences|ORG|SERVICE} adultes.", "Vu en {cardiologie|ORG|SERVICE} adulte."),
    ("Vu au {printemps 2019|DATE|DATE}.", "Vu à l'{été 2019|DATE|DATE}."),
    ("Vu au {nouvel an 2020|DATE|DATE}.", "Vu le {2 janvier 2020|DATE|DATE}."),
    ("Toux depuis {Pâques|DATE|DATE}.", "Toux depuis le {2 janvier 2020|DATE|DATE}."),
    ("VU À {NOËL|DATE|DATE}.", "VU LE {26 DÉCEMBRE|DATE|DATE}."),
    ("Toux depuis 1 {mois|DATE|DUREE}.", "Toux depuis 12 {mois|DATE|DUREE}."),
    (
        "Âgé d'une {soixantaine|AGE|AGE} d'années.",
        "Âgé d'une {soixante-dizaine|AGE|AGE} d'années.",
    ),
    (
        "Toux au cours du {dernier mois|DATE|DUREE}.",
        "Toux au cours des {3 derniers mois|DATE|DUREE}.",
    ),
    ("Durant la {dernière semaine|DATE|DATE}.", "Durant les {2 dernières semaines|DATE|DATE}."),
]


@pytest.fixture(params=range(len(DAYS)))
def rendered(request, monkeypatch):
    seed, tables = request.param, default_tables()
    communes = tables.atlas.communes
    monkeypatch.setattr(timeline, "draw_dates", noisy_dates(seed))
    monkeypatch.setattr(
        timeline,
        "draw_quantities",
        lambda items, **_: [COUNTS[(seed + rank) % len(COUNTS)] for rank, _ in enumerate(items)],
    )
    monkeypatch.setattr(
        Places,
        "_draw_one",
        lambda self, *_: communes[(seed * 4999 + len(self._surrogates)) % len(communes)],
    )

    def of(text):
        done = substitute_patient_file(
            file(text), policy=POLICY, key=Coupled(bytes([seed]) * 32), tables=tables
        )
        elements = [(e.element_class, e.granularity, e.mentions) for e in done.elements]
        told = [(len(r.element_ids), r.derived) for r in done.notes[0].replacements]
        return done.notes[0].text, told, elements

    return of


def test_neighbours_drawn_alike_are_written_alike(rendered):
    differing = [pair for pair in PAIRS if rendered(pair[0]) != rendered(pair[1])]
    assert differing == []


def test_a_label_is_written_alike_whatever_it_stands_for():
    policy = replace(POLICY, tags=frozenset(Label))
    key, tables = StudyKey(bytes(32)), default_tables()

    def shown(text):
        done = substitute_patient_file(file(text), policy=policy, key=key, tables=tables)
        return done.notes[0].text

    assert [pair for pair in (*PAIRS, *TAGGED) if shown(pair[0]) != shown(pair[1])] == []


def test_no_letter_of_a_name_stays(rendered):
    """« Y » before a name was taken for the particle of « Ortega y Gasset »."""
    shown = {rendered(f"M. {{{name}|PER|NOM}}.")[0] for name in ("Y - Leclerc", "B - Leclerc")}
    assert len(shown) == 1


def test_a_counter_stays_when_it_is_marked_without_its_letter(rendered):
    assert rendered("Revu J{31|DATE|DATE}, J{32|DATE|DATE}.")[0] == "Revu J31, J32."


NO_COUNTERS = [
    "Sexe M {1945|DATE|DATE_NAISSANCE}.", "H {1952|DATE|DATE_NAISSANCE}.", "DDN/S : H {12031952|DATE|DATE_NAISSANCE}.",
    "Vu M {22|DATE|DATE} et J {24|DATE|DATE}.", "Suivi S {2019|DATE|DATE}.", "C{1952|DATE|DATE_NAISSANCE}.", "J{12|DATE|DATE_NAISSANCE}.",
    "S{2019|DATE|DATE}.", "M{22|DATE|DATE}, H{12031952|DATE|DATE}.",
]  # fmt: skip


def test_figures_behind_a_letter_are_no_counter(rendered):
    """A birth year behind « Sexe M » is no month of a stay."""
    read = {text: [elements for elements, _ in rendered(text)[1]] for text in NO_COUNTERS}
    assert [text for text, spent in read.items() if not all(spent)] == []


def test_a_postal_code_keeps_its_layout_whatever_its_digits(rendered):
    shown = {rendered(f"Vit au {{{code}|LOC|ZIP}}.")[0] for code in ("21 000", "2A 004")}
    assert len(shown) == 1


def test_no_plural_has_a_one(rendered):
    for text in (
        "Suivi {les 2 dernières semaines|DATE|DUREE}.",
        "Revu dans les {2 jours|DATE|DUREE}.",
    ):
        assert " 1 " not in rendered(text)[0]


def test_a_land_in_capitals_keeps_a_preposition(rendered):
    shown = rendered("ELLE EST NÉE {AU PORTUGAL|LOC|PAYS} JADIS.")[0]
    assert shown.startswith(("ELLE EST NÉE AU", "ELLE EST NÉE EN ", "ELLE EST NÉE A "))


def test_a_code_of_no_commune_is_of_its_department_beside_a_town_too(rendered):
    """« 75000 » beside a town that nobody knows left it without an element, « 21000 » with one."""
    one, other = (
        rendered(f"{{{code}|LOC|ZIP}} {{Xyzville|LOC|VILLE}}.") for code in ("75000", "21000")
    )
    assert one == other
    assert one[2]
