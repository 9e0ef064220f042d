import pytest

from annotation.domain.control_keys import luhn_is_valid, nir_is_valid, nir_key


def test_nir_key_by_hand():
    # 97 - (2 550 893 034 562 % 97): 97 * 26 297 866 335 = 2 550 893 034 495, rest 67.
    assert nir_key("2550893034562") == 30
    assert nir_is_valid("255089303456230")
    assert not nir_is_valid("255089303456231")
    # 2A counts as 19.
    assert nir_key("185022A123456") == 97 - 1850219123456 % 97
    assert nir_key("18502XX123456") is None


def test_luhn_by_hand():
    # 7992739871 + key 3, the textbook example.
    assert luhn_is_valid("79927398713")
    assert not luhn_is_valid("79927398710")
    assert not luhn_is_valid("7992739871A")


@pytest.mark.parametrize(
    "marked",
    [
        "NIR : [[SECU:2 55 08 93 034 562 30]]",
        "[[SECU:255089303456230]]",
        "Identité : INS [[SECU:255089303456230]] qualifiée",
        "N° SS [[SECU:2 55 08 93 034 562 / 30]]",
        "N° de sécurité sociale : [[SECU:2550893034562]]",
        "N° sécu [[SECU:2 55 08 93 034 562 clé 99]]",
        "INS : [[SECU:255089303456230]] (OID 1.2.250.1.213.1.4.8)",
        "IPP : [[IPP:8003456789]]",
        "IPP [[IPP:A1930077]]",
        "IPP [[IPP:00418827]] 50 Hz",
        "PS 1 ; pt n° [[IPP:2-130]], donneur",
        "N° IPP : [[IPP:0612345678]]",
        "NIP: [[IPP:Q2305188]]",
        "Identifiant patient : [[IPP:8 003 456 789]]",
        "N° patient [[IPP:123456]]",
        "IPP\t[[IPP:8004512377]]\nSexe F",
        "NDA : [[NDA:230118442]]",
        "N° de séjour : [[NDA:230098114]]",
        "Séjour n° [[NDA:1812044310]]",
        "N° dossier [[NDA:19-118802]]",
        "Dossier n° [[NDA:2024/001234]]",
        "IEP [[NDA:019003718]]",
        "N° de venue : [[NDA:123456789]]",
        "N° de passage : [[NDA:22021204417]]",
        "N° d'admission : [[NDA:22021204417]]",
        "RPPS : [[RPPS:10100345783]]",
        "N° RPPS [[RPPS:10003456789]]",
        "RPPS [[RPPS:10 003 456 789]]",
        "ADELI : [[ADELI:691448278]]",
        "N° ADELI : [[ADELI:21 1 23456 7]]",
        "FINESS : [[FINESS:210780581]]",
        "N° FINESS : [[FINESS:21 078 058 1]]",
        "Examen n° [[AUTRE:ECH-2022-03318]] du jour",
        "N° d'examen : [[AUTRE:22H04419]]",
        "N° de prélèvement : [[AUTRE:24-118833]]",
        "Demande n° [[AUTRE:4G20-11873]]",
        "N° adhérent mutuelle : [[AUTRE:12345678]]",
        "N° de série : [[AUTRE:PJN482910H]]",
        "N° de lot [[AUTRE:LT23-77410]]",
        "IBAN [[AUTRE:FR76 3000 6000 0112 3456 7890 189]]",
        "Passeport n° [[AUTRE:12AB34567]]",
    ],
)
def test_identifiers(check, marked):
    check(marked, only="QID")


@pytest.mark.parametrize(
    "plain",
    [
        "CCAM HHFA014, CIM-10 I50.1, code GHM 05M092",
        "OID 1.2.250.1.213.1.4.8",
        "10^6 UFC/mL, 100 000 UI",
        "chambre 312, lit 2",
        "bioprothèse n° 23, sonde CH 16",
        "version 12.3.1, norme EN 13485",
        "Tube de 8, lame froide n° 11",
        "ADICAP : DHCS A7A2",
        "charge virale 12500000 copies/mL",
        "dossier complet, séjour de 5 jours",
        "patient 2 fois opéré",
    ],
)
def test_what_identifies_nobody(check, plain):
    check(plain, only="QID")


@pytest.mark.parametrize(
    "marked",
    [
        "N/Réf : [[REF:DUR/MM/2020-113]]",
        "N/Réf. : [[REF:HC/nb/23-1177]]",
        "V/Réf : [[REF:YM 19-014]]",
        "Nos réf. : [[REF:CC/AD/18-5521]]",
        "Nos références : [[REF:2020-113]]",
        "Réf. courrier : [[REF:EDV/CB/22-0315]]",
        "Référence à rappeler : [[REF:ORT-2023-0456]]",
        "Notre référence : [[REF:2023/1187/HMA]]",
        "Réf. : [[REF:JD/mc - 2201]]",
        "Réf. de votre RDV : [[REF:IMM-240910-88213]]",
        "A rappeler dans toute correspondance : [[REF:GB/23/03/0017]]",
        "Réf. courrier : [[REF:SMR/24/00318/JBL]]. Suite : voir",
        "Réf devis [[REF:D-2024/0318]], valable 6 mois",
    ],
)
def test_references(check, marked):
    check(marked, only="REF")


@pytest.mark.parametrize(
    "plain",
    [
        "valeurs de référence : 4 à 10",
        "Réf. : voir ci-dessous",
        "Unité\tRéf\tAntériorité 12/08/2024",
        "la fille est à rappeler au 03 53 01 12 34",
        "Réf. laboratoire 4,5 à 10",
        "réf. prélèvement 21H-44871",
        "INSERT PE HRX 54/28   REF 6810-28 LOT K-00918",
        "TIGE FEM. HA T12 135°  REF TF-12S  SN 22-004417-B",
        "VIS 6,5 L25  REF 406-25\nLOT 5H771",
    ],
)
def test_what_is_no_reference(check, plain):
    check(plain, only="REF")


@pytest.mark.parametrize(
    "marked",
    [
        "facture [[AUTRE:F2022-118440]] soldée",
        "véhicule immatriculé [[AUTRE:FG-118-KL]]",
        "plaque [[AUTRE:BX 447 RT]]",
        "clio [[AUTRE:FG-118-KL]] sur le parking",
        "N° IPP:[[IPP:H00412277]]/N° séj.:[[NDA:122044187]]",
        "NISS [[SECU:52.03.12-447.18]]",
        "AVS [[SECU:756.4471.1804.22]]",
        "IEP : [[NDA:220.447.118]]",
        "allocataire CAF [[AUTRE:4471180]]",
        # references
        "Réf. CR : [[REF:CRO-2022-55813]]",
        "affaire n° [[REF:21/03341]] – réclamation",
        "REF. : [[REF:AB/CD/N°112-20]]",
        "A RAPPELER : [[REF:CHIR 2 / 20455]]",
        "Id document : [[REF:DOC-00047712]]",
    ],
)
def test_fields_without_a_sign_plates_and_references(check, marked):
    check(marked)


@pytest.mark.parametrize(
    "plain",
    [
        "tube 12 et poche de 12",
        "demande de 450 euros, contrat 12",
        "passage à 1500 mg",
        "bloc 3, badge 12",
        "drain plat, code 12",
        "IRM TA-120-80",
        "frappe le sol, secr. du bas",
        "dossier de référence clinique",
        "plaquettes 3\t74\t29\t40\t140\t160",
        "transaminases 845\t1230\t210\t155\t62",
    ],
)
def test_no_number_of_a_person(check, plain):
    check(plain)


@pytest.mark.parametrize(
    "marked",
    [
        "N° IPP: [[IPP:00012345]]",
        "I.P.P : [[IPP:8003456712]]",
        "NIP [[IPP:1234567]]",
        "Patient n° [[IPP:4512369]]",
        "Id. patient : [[IPP:A4512369]]",
        "N° de dossier : [[NDA:2023/14578]]",
        "N° séjour [[NDA:230045781]]",
        "Séjour n°[[NDA:230045781]]",
        "IEP : [[NDA:1124578]]",
        "N° admission : [[NDA:A23-45781]]",
        "Num. venue : [[NDA:22.104578]]",
        "N° de passage aux urgences : [[NDA:458712]]",
        "Numéro d'hospitalisation [[NDA:23001245]]",
        "Dossier : [[NDA:45-7812]]",
        "Dossier médical n° [[NDA:98456]]",
        "NDA/IEP [[NDA:123456789]]",
        "N° RPPS : [[RPPS:10003456789]]",
        "RPPS [[RPPS:1000 345 6789]]",
        "N° AM [[AUTRE:211034567]]",
        "ADELI : [[ADELI:21 1 03456 7]]",
        "N° Finess : [[FINESS:210780581]]",
        "NIR [[SECU:2 85 03 21 231 045 78]]",
        "N° SS : [[SECU:2850321231045]] clé",
        "Sécurité sociale: [[SECU:1 52 07 39 198 022 41]]",
        "INS : [[SECU:152073919802241]] OID 1.2.250.1.213.1.4.8",
        "N° de prélèvement : [[AUTRE:23H04512]]",
        "Examen n° [[AUTRE:458712]]",
        "Ech. n° [[AUTRE:88217]] reçu",
        "N° éch. : [[AUTRE:22-4471]]",
        "prél. n° [[AUTRE:771882]]",
        "Accession number [[AUTRE:ACC0045871]]",
        "N° d'inclusion : [[AUTRE:012-045]]",
        "N° lot [[AUTRE:AB1234]]",
        "Pacemaker Medtronic, n° de série [[AUTRE:PZX612345S]]",
        "Pile implantée S/N [[AUTRE:123456]]",
        "N° de police [[AUTRE:45781236]]",
        "Contrat n° [[AUTRE:7845-12]]",
        "Bon de transport n° [[AUTRE:4512]]",
        "N° d'allocataire : [[AUTRE:1234567A]]",
        "Bracelet n° [[AUTRE:458712]]",
        "Code-barres : [[AUTRE:3401597845123]]",
        "N° CR : [[AUTRE:CR-2023-4578]]",
        "N/REF : [[REF:JM/CD/2023-45]]",
        "V/réf [[REF:45781/AB]]",
        "Nos réf. : [[REF:AD/ML 12345]]",
        "Réf : [[REF:CR2023-0457]]",
        "N/réf: [[REF:PD.AM.2023.112]]",
        "Réf. à rappeler : [[REF:2023-HC-0458]]",
        "IPP:[[IPP:12345678]]",
        "Conventionné secteur 2 - AS [[ADELI:21 1 07845 3]]",
        "Carnet n° [[AUTRE:0214578]]",
        "Titre de séjour n° [[AUTRE:9903145786]] valable",
        "adhérent [[AUTRE:7745210]]",
    ],
)
def test_other_written_forms(check, marked):
    check(marked)
