import pytest


@pytest.mark.parametrize(
    "marked",
    [
        "Tél : [[TEL:06 39 98 12 34]]",
        "Tél. [[TEL:06.39.98.12.34]].",
        "tel [[TEL:0639981234]]",
        "[[TEL:06-39-98-12-34]]",
        "[[TEL:03/53/01/12/34]]",
        "[[TEL:+33 6 39 98 12 34]]",
        "[[TEL:+33 (0)6 39 98 12 34]]",
        "[[TEL:0033 6 39 98 12 34]]",
        "[[TEL:0353 01 12 34]]",
        "poste [[TEL:4512]]",
        "DECT [[TEL:38 412]]",
        "bip [[TEL:742]]",
        "Bip : [[TEL:7 42 11]]",
        "Fax : [[FAX:03 53 01 12 34]]",
        "Télécopie : [[FAX:03 53 01 12 34]]",
        "Tél : [[TEL:03 53 01 12 34]] - Fax : [[FAX:03 53 01 12 35]]",
        "joignable au [[TEL:06 39 98 12 34]] ou [[TEL:07 00 00 00 01]]",
        "N° vert [[TEL:0 800 123 456]]",
        "([[TEL:03 53 01 12 34]])",
        "tél. du fils [[TEL:+32 470 12 34 56]]",
        "Secrétariat : [[TEL:03 53 01 12 34]] poste [[TEL:128]]",
        "appel au poste [[TEL:115]]",
        "DECT [[TEL:112]]",
        "postes [[TEL:4512]] et [[TEL:4513]]",
        "[[TEL:03:80:12:34:56]] ou [[TEL:03*80*12*34*57]]",
        "Luxembourg [[TEL:(+352) 26 12 34 56]]",
        "Genève [[TEL:(0041) 22 345 67 89]]",
        "[[TEL:(0033) 6 39 98 12 34]]",
        "[[TEL:(00 33) 6 39 98 12 34]] le soir",
        "[[TEL:(03) 53 01 12 34]]",
        "domicile |[[TEL:0|3|8|0|1|2|3|4|5|6]]|",
        "portable [[TEL:0 6 3 9 9 8 1 2 3 4]]",
        "[[TEL:03 53 01 12 34]]  [[TEL:06 39 98 12 34]]",
        "[[TEL:06.12.34 56 78]]",
        "[[TEL:06/12/03/04/12]]",
        "[[TEL:06.11.45-12.07]] (domicile)",
        "Joindre sa fille : [[TEL:01.02.03 04.05]].",
        "Fille [[TEL:06.10.45 12.07]].",
        "Fille [[TEL:06-12-45 07-12]]",
        "chambre 12, tél. 5 : [[TEL:03 53 01 12 34]] 21000 Dijon",
    ],
)
def test_phones(check, marked):
    check(marked, only="TEL")


@pytest.mark.parametrize(
    "plain",
    [
        "plaquettes 150 000, GB 12 400",
        "dialyse 3 x 4 h, poids sec 74.5, FAV",
        "IPP : 0612345678",
        "10 20 30 40 50 mg par jour",
        "dose 0,1 0,2 0,3 mg",
        "12/03/1950 63 ans",
        "rappels 05/03/21 - 03/12/21",
        "05.03.21-03.12.21 et 05-03-21 / 03-12-21",
        "appel au 115, pas de place",
        "appels au 119 par l'école",
        "composer le 112",
        "poste de soins 3 fois par jour",
        "le 02/11/1958   63 ans",
        "bip 42 ans",
        "dents 01,02,03",
        "E/S  07 08 09 10 11 12   13 14",
        "00 01 02 03 04 05 06\nRL 700",
        "HAMILTON-17  2 1 0 1 1 1 2 1 0 2 1 1 1 0 1 1 0 = 16",
        "Ech.\t03:00\t20\t60\t512\t7,2",
        "BRCA1|NM_007294.4|10/23|c.3481_3491del",
        "dossier 00418827  25mm/s 10mm/mV",
        "00 41 88 27 25 mmHg",
    ],
)
def test_what_is_no_phone(check, plain):
    check(plain, only="TEL")


@pytest.mark.parametrize(
    "marked",
    [
        "Mail : [[MAIL:jean.dupont@example.org]].",
        "mail [[MAIL:m.durand AT chu-exemple DOT fr]]",
        "mail [[MAIL:jpetit{at}hopital.fr]]",
        "écrire à [[MAIL:paul point martin arobase chu tiret exemple point fr]] merci",
        "<[[MAIL:j_dupont-2@chu-ville.example]]>",
        "mailto:[[MAIL:a@b.fr]]",
        "[[MAIL:paul.martin(a)chu-exemple.fr]]",
        "[[MAIL:paul.martin {a} chu-exemple.fr]] ou le poste",
        "[[MAIL:paul.martin(a)chu-exemple(point)fr]]",
        "[[MAIL:paul.martin_at_chu-exemple.fr]]",
        "[[MAIL:j.p.m point martin point x arobase chu point fr]]",
        "[[MAIL:j p m point martin arobase chu point fr]], merci",
        "[[MAIL:anne point le goff arobase chu point fr]]",
        "[[MAIL:anne tiret bas roy arobase chu tiret exemple point fr]]",
        "[[MAIL:secretariat{arobase}chu(point)fr]]",
        "voir [[URL:https://www.example.org/a?b=1]].",
        "[[URL:www.chu-ville.example/rdv]], sur rendez-vous",
        "résultats sur [[URL:mondossier.example.fr]]",
        "[[MAIL:JEAN.DUPONT@EXAMPLE.ORG]]",
    ],
)
def test_mails_and_urls(check, marked):
    check(marked, only="MAIL")


def test_a_fused_sentence_is_no_url(check):
    check("Pas de fièvre.Comme prévu, sortie.Il va bien.", only="MAIL")


@pytest.mark.parametrize(
    "marked",
    [
        "Tél. : [[TEL:03.80.29.30.31]] - Fax : [[FAX:03.80.29.30.32]]",
        "Secrétariat : [[TEL:03 80 29 30 31]] (fax [[FAX:30 32]])",
        "Télécopie [[FAX:03 80 29 30 33]]",
        "Tel [[TEL:0380293031]] Fax [[FAX:0380293032]]",
        "T : [[TEL:03 80 29 30 31]] / F : [[FAX:03 80 29 30 32]]",
        "☎ [[TEL:03 80 29 30 31]]   🖷 [[FAX:03 80 29 30 32]]",
        "Poste [[TEL:45 12]]",
        "DECT [[TEL:6 45 12]]",
        "bip [[TEL:412]]",
        "(poste [[TEL:31245]])",
        "Tél. [[TEL:06-39-98-12-34]] (fille)",
        "Joindre la fille au [[TEL:0639981234]]",
        "E-mail : [[MAIL:secretariat.cardio@chu-exemple.fr]]",
        "[[MAIL:j.petit@mssante.fr]]",
        "Tél:[[TEL:0380293031]]",
        "Tél.[[TEL:0380293031]]",
        "TéI : [[TEL:03 80 29 30 31]]",
        "Te1. [[TEL:03 80 29 30 31]]",
        "Tél. du service : [[TEL:71452]]",
        "Poste du bureau : [[TEL:4512]]",
    ],
)
def test_other_written_forms(check, marked):
    check(marked)
