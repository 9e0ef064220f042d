"""What is left of a value that was cut, said, coded or called otherwise; and words that only look like it."""

import base64

import pytest

from privacy.domain.leakscan import Scanner, SensitiveString, source_place
from privacy.domain.substitute import Replacement, SubstitutedNote

PATIENT = (
    SensitiveString("PER", "NOM", "Prélot"),
    SensitiveString("PER", "PRENOM", "Jacqueline"),
    SensitiveString("PER", "PRENOM", "Alexandre"),
    SensitiveString("DATE", "DATE_NAISSANCE", "14/03/1941"),
    SensitiveString("DATE", "DATE", "12/09/2021"),
    SensitiveString("QID", "SECU", "2 41 03 21 054 001 12"),
    SensitiveString("QID", "IPP", "0008003456"),
    SensitiveString("QID", "RPPS", "10003456789"),
    SensitiveString("TEL", "TEL", "06 39 98 12 34"),
    SensitiveString("ORG", "HOPITAL", "Clinique Œuvre-Chasselas"),
    SensitiveString("ORG", "HOPITAL", "Clinique Belvarme-Tissandre"),
    SensitiveString("REF", "REF", "DUR/MM/2020-1134"),
    SensitiveString("LOC", "VILLE", "Dijon"),
    SensitiveString("LOC", "VILLE", "Besançon"),
    SensitiveString("AGE", "AGE", "82 ans"),
    SensitiveString("PER", "NOM", "Roux"),
    SensitiveString("PER", "NOM", "Quivoron"),
    SensitiveString("LOC", "ADRESSE", "12 bis rue des Forges"),
    SensitiveString("LOC", "ADRESSE", "4, avenue du Général Tissandre"),
    SensitiveString("LOC", "ADRESSE", "9 bd du Colombier 21000 Dijon"),
    SensitiveString("LOC", "ZIP", "21000"),
    SensitiveString("MAIL", "MAIL", "vel.tamo@exemple.fr"),
)


@pytest.fixture(scope="module")
def look(tables):
    scanner = Scanner(PATIENT, ordinary_words=tables.ordinary_words)

    def found(text, replacements=()):
        note = SubstitutedNote("n", text, tuple(replacements))
        seen = scanner.scan(note)
        assert seen == scanner.scan_exactly(note)
        return [(text[f.start : f.end], f.kind, f.level) for f in seen]

    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # numbers cut short
        ("IPP 8 003 456.", ("8 003 456", "digits", "sure")),
        ("NIR commençant par 24103", ("24103", "fragment", "likely")),
        ("sécu 2 41 03 …", ("2 41 03", "fragment", "likely")),
        ("assurée 2 41 03, ALD", ("2 41 03", "fragment", "doubtful")),
        ("n° 2 41 03 21 054", ("2 41 03 21 054", "fragment", "likely")),
        ("RPPS 10003456…", ("10003456", "fragment", "likely")),
        ("RPPS finissant par 456789", ("456789", "fragment", "likely")),
        ("RPPS finissant par 56789", ("56789", "fragment", "likely")),
        ("son numéro se termine par 12 34", ("12 34", "fragment", "likely")),
        ("mobile, quatre derniers chiffres : 1234", ("1234", "fragment", "likely")),
        ("joignable au … 98 12 34", ("98 12 34", "fragment", "likely")),
        ("rappeler 39.98.12.34 ce soir", ("39.98.12.34", "fragment", "likely")),
        ("appel du 98-12-34", ("98-12-34", "fragment", "doubtful")),
        # said
        ("zéro six trente-neuf quatre-vingt-dix-huit douze trente-quatre",
         ("zéro six trente-neuf quatre-vingt-dix-huit douze trente-quatre", "words", "sure")),
        ("le quatre vingt dix huit, douze, trente quatre",
         ("quatre vingt dix huit, douze, trente quatre", "words", "sure")),
        ("zéro six trois neuf neuf huit un deux trois quatre",
         ("zéro six trois neuf neuf huit un deux trois quatre", "words", "sure")),
        ("âgée de quatre-vingt-deux ans", ("quatre-vingt-deux ans", "words", "likely")),
        # dates that are not whole
        ("née le 14/03", ("14/03", "partial", "sure")),
        ("DDN : 14.3", ("14.3", "partial", "sure")),
        ("née en mars 1941", ("mars 1941", "partial", "sure")),
        ("née en mars 41 à Lyon", ("mars 41", "partial", "sure")),
        ("naissance 03/1941", ("03/1941", "partial", "sure")),
        ("depuis mars 1941", ("mars 1941", "partial", "likely")),
        ("née en 1941", ("1941", "partial", "sure")),
        ("vue le 12/09 en consultation", ("12/09", "partial", "likely")),
        ("le 14.III.1941", ("14.III.1941", "date", "sure")),
        ("le 14 iii 41", ("14 iii 41", "date", "sure")),
        ("DOB 03/14/1941", ("03/14/1941", "date", "sure")),
        # coded
        ("Mme Pr&eacute;lot", ("Pr&eacute;lot", "encoded", "sure")),
        ("Mme Pr&#233;lot", ("Pr&#233;lot", "encoded", "sure")),
        ("Mme PR&#xC9;LOT", ("PR&#xC9;LOT", "encoded", "sure")),
        ("Mme &amp;#80;r&amp;eacute;lot", ("&amp;#80;r&amp;eacute;lot", "encoded", "sure")),
        ("?nom=Pr%C3%A9lot&v=1", ("Pr%C3%A9lot", "encoded", "sure")),
        ("?nom=Pr%E9lot", ("Pr%E9lot", "encoded", "sure")),
        ("nom Pr=C3=A9lot", ("Pr=C3=A9lot", "encoded", "sure")),
        (r"nom Pr\u00e9lot", (r"Pr\u00e9lot", "encoded", "sure")),
        ("nom PrÃ©lot", ("PrÃ©lot", "encoded", "sure")),
        # parts
        ("transférée à Belvarme-Tissandre hier", ("Belvarme-Tissandre", "part", "likely")),
        ("revue à Tissandre hier", ("Tissandre", "part", "likely")),
        ("transférée à Œuvre-Chasselas hier", ("Œuvre-Chasselas", "part", "doubtful")),
        ("vue à l'hôpital Chasselas hier", ("Chasselas", "part", "doubtful")),
        ("courrier MM/2020-1134", ("MM/2020-1134", "part", "likely")),
        ("courrier DUR/MM du jour", ("DUR/MM", "part", "likely")),
        # for short
        ("habite 12 r. des Forges", ("r. des Forges", "shortened", "likely")),
        ("habite 12 r des forges", ("r des forges", "shortened", "likely")),
        ("12 bis R. DES FORGES", ("R. DES FORGES", "shortened", "likely")),
        ("rue Forges, 2e étage", ("rue Forges", "shortened", "doubtful")),
        ("4 av. du Gal Tissandre", ("av. du Gal Tissandre", "shortened", "likely")),
        ("ave Gal Tissandre", ("ave Gal Tissandre", "shortened", "likely")),
        ("avenue Tissandre", ("avenue Tissandre", "shortened", "doubtful")),
        ("boulevard du Colombier", ("boulevard du Colombier", "shortened", "likely")),
        ("âge 82", ("âge 82", "shortened", "likely")),
        ("Age : 82, sexe F", ("Age : 82", "shortened", "likely")),
        ("âgée de 82, vit seule", ("âgée de 82", "shortened", "likely")),
        ("patiente de 82", ("patiente de 82", "shortened", "likely")),
        ("F/82", ("F/82", "shortened", "likely")),
        ("82a", ("82a", "shortened", "likely")),
        ("82 a. ce jour", ("82 a", "shortened", "likely")),
        ("vue, 82yo", ("82yo", "shortened", "likely")),
        ("Mme Prél. va mieux", ("Prél", "shortened", "likely")),
        ("Mme PRE… vue", ("PRE", "shortened", "likely")),
        ("Monsieur Prél*** vu", ("Prél", "shortened", "likely")),
        # a name and an initial
        ("vu par A. Roux ce jour", ("Roux", "exact", "likely")),
        ("J.Roux", ("Roux", "exact", "likely")),
        ("signé a. roux", ("roux", "folded", "likely")),
        ("ROUX A.", ("ROUX", "folded", "likely")),
        ("J.-A. Roux", ("Roux", "exact", "likely")),
        # characters that look like others
        ("Mme Ｐｒéｌｏｔ", ("Ｐｒéｌｏｔ", "encoded", "sure")),
        ("Mme 𝐏𝐫𝐞𝐥𝐨𝐭", ("𝐏𝐫𝐞𝐥𝐨𝐭", "encoded", "sure")),
        ("Mme Рrеlоt", ("Рrеlоt", "encoded", "sure")),
        ("Mme ΡRΕLΟΤ", ("ΡRΕLΟΤ", "encoded", "sure")),
        ("Mme ᴘʀᴇʟᴏᴛ", ("ᴘʀᴇʟᴏᴛ", "encoded", "sure")),
        ("Mme Jаcquеlinе", ("Jаcquеlinе", "encoded", "sure")),
        ("tél ０６３９９８１２３４", ("０６３９９８１２３４", "encoded", "sure")),
        ("tél ٠٦٣٩٩٨١٢٣٤", ("٠٦٣٩٩٨١٢٣٤", "encoded", "sure")),
        ("Mme Pre\u00adlot", ("Pre\u00adlot", "spacing", "sure")),
        ("Mme P\u200bré\u2060lot", ("P\u200bré\u2060lot", "spacing", "sure")),
        ("O6 39 98 l2 34", ("O6 39 98 l2 34", "encoded", "sure")),
        ("06.39.9B.12.34", ("06.39.9B.12.34", "encoded", "sure")),
        ("NIR 24I0321O54001", ("24I0321O54001", "encoded", "sure")),
        ("né le l4/O3/1941", ("l4/O3/1941", "encoded", "sure")),
        ("21O0O Dijon", ("21O0O", "encoded", "likely")),
        ("Mme PR3L0T", ("PR3L0T", "fuzzy", "likely")),
        ("J4CQU3L1NE", ("J4CQU3L1NE", "fuzzy", "likely")),
        ("De : Pré-\n> lot", ("Pré-\n> lot", "split", "sure")),
        # an address that is said
        ("vel.tamo (at) exemple.fr", ("vel.tamo (at) exemple.fr", "spacing", "sure")),
        ("vel point tamo arobase exemple point fr",
         ("vel point tamo arobase exemple point fr", "spacing", "sure")),
        # other names
        ("vue avec Jacquie ce jour", ("Jacquie", "diminutive", "likely")),
        ("vu avec Alex ce jour", ("Alex", "diminutive", "likely")),
        ("Alex va bien", ("Alex", "diminutive", "doubtful")),
        ("vu avec Xandre ce jour", ("Xandre", "diminutive", "likely")),
        ("Queline va bien", ("Queline", "diminutive", "doubtful")),
        ("vu Mme QVRN ce jour", ("QVRN", "shortened", "likely")),
        ("dossier QVRN vu", ("QVRN", "shortened", "doubtful")),
        ("Vu Mme P. ce jour", ("P", "initials", "likely")),
        ("la région dijonnaise", ("dijonnaise", "demonym", "likely")),
        ("une famille de Bisontins", ("Bisontins", "demonym", "likely")),
    ],
)  # fmt: skip
def test_what_is_left_of_a_value_is_found_with_its_level(look, text, expected):
    assert expected in look(text)


@pytest.mark.parametrize("shown", ["Jacqueline Prélot", "0639981234", "prélot"])
@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_a_value_in_base64_is_found(look, shown, charset):
    coded = base64.b64encode(shown.encode(charset)).decode()
    assert (coded.rstrip("="), "encoded", "sure") in [
        (text.rstrip("="), *told) for text, *told in look(f"id={coded} reçu")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "TA 14/03 ce jour",  # no birth, no « le »
        "score 12/09",
        "née en avril 1941",
        "le 12 mars 1941",  # another day
        "en 1941, guerre",
        "plaquettes 241032 /mm3",
        "24103 Ville",  # five digits that nothing announces
        "lot 98 12 35",
        "06 44 98 12 34",  # other numbers that end alike
        "pendant quatre-vingt-deux ans",
        "2020 comprimés",
        "chasselas de table",  # a word, of no establishment here
        "ALEX",
        "un alexandrin, une jacquerie",
        "M. P. Martin",
        "2 m P",
        "Mme P-O",
        "angine, dijonctée",
        "45 %, CRP=85, &c., a&b;",
        "HbA1c, mmHgCO2, SpO2aaAB",
        "stade 82a, chambre 82A, T82a",
        "âge 82 mois",
        "patiente de 82 kg",
        "depuis 82 a.",
        "la porte 82 a été changée",
        "hépatite A. Roux de la peau",
        "poil roux a. b",
        "r. de la Gare, av. du Parc",
        "les forges de la rue",
        "Mme Presse va bien. Mme Pré-Martin",
        "SpO2 98 %, O2 10l/min, L5-S1, B12, I10 Z51",
        "β-bloquant, Δ 3, ø",
        "MM ce jour, durmm",
        "qvrn ce jour",
    ],
)
def test_what_only_looks_like_it_is_not(look, text):
    assert look(text) == []


def test_a_surrogate_that_shares_digits_with_its_original_is_no_leak(look):
    number = Replacement(4, 14, "QID", "IPP", 4, 14)
    assert look("IPP 8003459911", [number]) == []
    assert look("IPP 8003455555 et 98 12 34", [number]) != []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (("PER", "PRENOM", "Marie"), "Patiente mariée. Marié, 3 enfants. État civil : marié"),
        (("PER", "NOM", "MARIE"), "Patient marié depuis 1990."),
        (("LOC", "VILLE", "Vienne"), "Il faut que la patiente vienne à jeun."),
        (("LOC", "VILLE", "Lourdes"), "Jambes lourdes le soir. TACHES LOURDES"),
        (("PER", "PRENOM", "Clément"), "Par temps clément."),
        (("PER", "NOM", "Petit"), "Petit abcès, triangle de Petit, un petit geste"),
        (("PER", "NOM", "Parkinson"), "Maladie de Parkinson. Un Parkinson évolué. Parkinson traité"),
        (("PER", "NOM", "Crohn"), "Crohn iléal ; antécédent de maladie de Crohn, fistule de Crohn"),
        (("PER", "NOM", "Raynaud"), "Phénomène de Raynaud bilatéral. Raynaud positif."),
        (("PER", "NOM", "Bell"), "Paralysie faciale de Bell."),
        (("PER", "NOM", "Glasgow"), "Glasgow 15, score de Glasgow à 15"),
        (("PER", "NOM", "Babinski"), "Signe de Babinski à gauche, Babinski négatif"),
    ],
)  # fmt: skip
def test_words_and_diseases_are_no_alarms(tables, name, text):
    scanner = Scanner([SensitiveString(*name)], ordinary_words=tables.ordinary_words)
    assert scanner.scan(SubstitutedNote("n", text, ())) == []


@pytest.mark.parametrize(
    ("name", "text", "level"),
    [
        (("PER", "PRENOM", "Marie"), "vue avec Marie ce jour", "sure"),
        (("PER", "NOM", "Parkinson"), "Mme Parkinson va bien", "sure"),
        (("PER", "NOM", "Parkinson"), "Appel à Parkinson ce jour", "doubtful"),
        (("PER", "NOM", "Prélot"), "triangle de Prélot", "doubtful"),
        (("PER", "NOM", "Petit"), "vu par M. Petit", "likely"),
        (("PER", "NOM", "Petit"), "avis donné hier Petit rappelle", "doubtful"),
        (("PER", "NOM", "Prélot"), "vu Prélott hier", "likely"),
        (("LOC", "VILLE", "Vienne"), "elle habite à vienne", "sure"),
    ],
)
def test_levels_say_how_surely_it_is_the_patient(tables, name, text, level):
    scanner = Scanner([SensitiveString(*name)], ordinary_words=tables.ordinary_words)
    assert [f.level for f in scanner.scan(SubstitutedNote("n", text, ()))] == [level]


def test_a_place_of_the_new_note_is_told_in_the_original_one():
    # « Vu M. Mercier avec Durand » became « Vu M. Roy avec Durand »
    own = [Replacement(6, 9, "PER", "NOM", 6, 13)]
    assert source_place(own, 15, 21) == (19, 25)
    assert source_place(own, 7, 8) == (6, 13)
    assert source_place(own, 0, 2) == (0, 2)
    assert source_place(own, 3, 9) == (3, 13)
