"""ECBU is nobody, unless "Mme" stands before it."""

import pytest

from annotation.domain.spans import Span
from tests.worker.engine.model_spans import NOTHING_READ, model_span
from worker.engine import lexicon
from worker.engine.note import Note
from worker.engine.reading import Reading
from worker.engine.vetoes.spans import veto


@pytest.mark.parametrize(
    ("text", "word", "subtype", "is_kept"),
    [
        ("Demande d'ECBU ce jour", "ECBU", "NOM", False),
        ("Vu en USIC hier", "USIC", "VILLE", False),
        ("Doliprane 1 g si douleur", "Doliprane", "PRENOM", False),
        ("Mme ECBU, née hier", "ECBU", "NOM", True),
        ("Nom : ECBU", "ECBU", "NOM", True),
        ("Demande de Martin ce jour", "Martin", "NOM", True),
        ("Revu par TA", "TA", "INITIALES", True),
        ("Mme TDM, née hier", "TDM", "INITIALES", True),
        ("TDM relu hier", "TDM", "INITIALES", False),
        ("Psychiatre, PH", "PH", "INITIALES", False),
        ("Mme PH, née hier", "PH", "INITIALES", True),
        ("avec le kiné, M. Serrano", "M.", "INITIALES", False),
        ("Patient : M. Serrano", "M.", "INITIALES", False),
        ("Patiente Mme Le Goff", "Mme", "INITIALES", False),
        ("vue par J. M. Serrano", "M.", "INITIALES", True),
        ("mère K sein à 41 ans", "K", "INITIALES", False),
        ("K de l'ovaire en 2019", "K", "INITIALES", False),
        ("K 9h salle 2", "K", "INITIALES", True),
        ("le patient M. D.", "M.", "INITIALES", True),
        ("Signé : M.", "M.", "INITIALES", True),
        ("[x] Mme  [ ] M.", "M.", "INITIALES", False),
        ("Monsieur Juge, vu hier", "Juge", "NOM", True),
        ("ressortissant afghan", "afghan", "PAYS", False),
        ("dr allemand a vu le patient", "allemand", "NOM", True),
        ("appel de mme turc", "turc", "NOM", True),
        ("vu par khmer", "khmer", "NOM", True),
        ("né à cannes", "cannes", "VILLE", True),
        ("vu par dr M. Gimeno", "M.", "INITIALES", True),
        ("Gynécologue : H. SHU", "SHU", "NOM", True),
        ("le 12/03/2020", "12/03/2020", "DATE", True),
        ("revoir mardi/jeudi", "mardi/jeudi", "DATE", False),
        ("kiné lun/mer/ven", "lun/mer/ven", "DATE", False),
        ("absent lun-jeu, visite", "lun-jeu", "DATE", False),
        ("visite merc. et sam.", "merc. et sam.", "DATE", False),
        ("revoir mar 3", "mar 3", "DATE", True),
        ("revoir mars", "mars", "DATE", True),
        ("revoir mardi 3 mai", "mardi 3 mai", "DATE", True),
        ("reprise au jour 29", "jour 29", "DATE", False),
        ("elle a 98 ans", "98 ans", "AGE", True),
        ("DUPONT ANNE CATARACTE OD", "CATARACTE", "NOM", False),
        ("M. Cataracte", "Cataracte", "NOM", True),
        ("MIF 71. Fugl-Meyer 38", "Fugl-Meyer", "NOM", False),
        ("syndrome (Lennox-Gastaut)", "Lennox", "NOM", False),
        ("vue par Lambert hier", "Lambert", "NOM", True),
        ("vit à Lille avec sa fille", "Lille", "VILLE", True),
        ("lot HHFA014", "HHFA014", "AUTRE", True),
        ("vu par Maitre ce jour", "Maitre", "NOM", True),
        ("va à l'HEGP lundi", "HEGP", "HOPITAL", True),
        ("vu par V.G.M. hier", "V.G.M.", "INITIALES", True),
        ("Nationalité luxembourgeoise", "luxembourgeoise", "PAYS", False),
        ("née en ukraine", "ukraine", "PAYS", True),
        ("pied-main-bouche, sans doute", "pied-main-bouche", "VILLE", False),
        ("passage de Simon ce jour", "Simon", "PRENOM", True),
        ("le POIGNET (POUTEAU-C0LLES)", "POUTEAU-C0LLES", "NOM", False),
        ("Chez Skyline depuis 2010", "Skyline", "ORGANISME", True),
        ("Employeur actuel : Toshiba", "Toshiba", "ORGANISME", True),
        ("Employeur : Toshiba", "Toshiba", "NOM", True),
        ("Vit à Baxter", "Baxter", "VILLE", True),
        ("vue par Skyline hier", "Skyline", "NOM", True),
        ("suivie avec Alaris Durand", "Alaris Durand", "NOM", True),
        ("La fracture de Simon", "Simon", "PRENOM", True),
        ("Le point de Simon à ce jour", "Simon", "PRENOM", True),
        ("La maladie de Simon", "Simon", "PRENOM", True),
        ("Le corset de Dupuy", "Dupuy", "NOM", True),
        ("compte rendu signé Durand", "Durand", "NOM", True),
        ("selon Durand, il va mieux", "Durand", "NOM", True),
        ("vue par Kennedy hier", "Kennedy", "NOM", True),
        ("vue avec Claude Bernard hier", "Claude Bernard", "NOM", True),
        ("LIT 3;DA COSTA-BIDEAU;TIAGO", "DA COSTA-BIDEAU", "NOM", True),
        ("vue par Babinski-Durand", "Babinski-Durand", "NOM", True),
        ("venue avec ELSA hier", "ELSA", "PRENOM", True),
        ("venue avec GOLD hier", "GOLD", "NOM", True),
        ("vue par Taille hier", "Taille", "NOM", True),
        ("travaille chez Medtronic", "Medtronic", "ORGANISME", True),
        ("curares suivis au TOF", "TOF", "HOPITAL", False),
        ("(0010,0010) PN [X]", "PN", "INITIALES", False),
        ("Conners parents à remplir", "Conners", "VILLE", False),
        ("Femme venue. Swan-Ganz : non", "Swan-Ganz", "NOM", False),
        ("vu par Nicolas Favre", "Nicolas Favre", "NOM", True),
        ("on garde le DAL et la tétée", "DAL", "INITIALES", False),
        ("NON joignable", "NON", "INITIALES", False),
        ("BAS à droite", "BAS", "INITIALES", False),
        ("prise en charge CAMSP", "CAMSP", "ORGANISME", False),
        ("ouvrier chez Peugeot", "Peugeot", "ORGANISME", True),
        ("vue par Renault hier", "Renault", "NOM", True),
        ("travaille chez Siemens", "Siemens", "ORGANISME", True),
        ("SAD depuis J14", "depuis J14", "DUREE", False),
        ("opéré il y a une dizaine d'années", "il y a une dizaine d'années", "DUREE", True),
        ("veuf depuis 12 ans", "depuis 12 ans", "DUREE", True),
        ("Modic 1 en L4-L5, EVA 6", "L4-L5", "DATE", False),
        ("dialyse L-M-V, 12h30", "L-M-V", "INITIALES", False),
        ("HD Ma/J/S matin", "Ma/J/S", "INITIALES", False),
        ("transmis à LMN", "LMN", "INITIALES", True),
        ("diurèse 40 mL", "m", "INITIALES", False),
        ("libéré JCh 05:52", "JC", "INITIALES", True),
        ("Pesées l0/01/23 52,2", "l0/01/23", "DATE", True),
        ("ergothérapeute D.E.", "D.E.", "INITIALES", False),
        ("signé M., 3 mai", "M.", "INITIALES", True),
        ("Mme Bonjour, 78 ans", "Bonjour", "NOM", True),
        ("dr nourrisson prévenu", "nourrisson", "NOM", True),
        ("Signé Bonjour", "Bonjour", "NOM", True),
        ("Vu par F. 45 passages", "F.", "INITIALES", True),
        ("fauteuil Philips rendu à son fils", "Philips", "NOM", True),
        ("Vu par D.E. à 14h", "D.E.", "INITIALES", True),
        ("Patiente D.E., 45 ans", "D.E.", "INITIALES", True),
        ("infirmière, D.E.", "D.E.", "INITIALES", False),
        ("Saisi par CF hier", "CF", "INITIALES", True),
        ("Transmis à SF puis au bloc", "SF", "INITIALES", True),
        ("Validé par PR le 3/4", "PR", "INITIALES", True),
        ("Transmis à ME pour suivi", "ME", "INITIALES", True),
        ("avec M. du Plessis", "M.", "INITIALES", False),
        ("avec m. serrano", "m.", "INITIALES", False),
        ("IDE M. 14h30 : dort", "M.", "INITIALES", True),
        ("Vu par F. 3 mai", "F.", "INITIALES", True),
        ("Saisi par LMV ce jour", "LMV", "INITIALES", True),
        ("dialyse LMV matin", "LMV", "INITIALES", False),
        ("Signature : MJS", "MJS", "INITIALES", True),
        ("né en RDC", "RDC", "PAYS", True),
        ("née à Kinshasa (RDC)", "RDC", "PAYS", True),
        ("migrant venant de RDC", "RDC", "VILLE", True),
        ("NIR 2.55.08.93.034.562", "2.55.08.93.034.562", "SECU", True),
        ("fils : 1.42.34.56.78", "1.42.34.56.78", "TEL", True),
        ("lit 12 HONDA, AVC", "HONDA", "NOM", True),
        ("lit 3, HONDA posé", "HONDA", "NOM", True),
        ("plainte contre Renault, son voisin", "Renault", "NOM", True),
        ("au lit Peugeot, refait", "Peugeot", "NOM", True),
        ("sonde posée par Zebra", "Zebra", "NOM", True),
        ("pte Dommage, 4e jour", "Dommage", "NOM", True),
    ],
)
def test_known_words(text, word, subtype, is_kept):
    span = model_span(text, subtype, word)
    assert veto(Note(text), [span], NOTHING_READ) == ([span] if is_kept else [])


@pytest.mark.parametrize(
    ("word", "subtype", "outside", "is_kept"),
    [
        ("ceinturé", "NOM", 0.6, False),
        ("ceinturé", "NOM", 0.1, True),
        ("plefebvre", "NOM", 0.5, True),
        ("dupont", "NOM", 0.6, True),
        ("Ceinturax", "NOM", 0.4, True),
        ("Ceinturax", "NOM", 0.7, True),
        ("Ceinturax", "NOM", 0.9, False),
        ("Dupont", "NOM", 0.6, True),
        ("VB", "INITIALES", 0.4, False),
        ("VB", "INITIALES", 0.1, True),
        ("Kennedy", "NOM", 0.4, False),
        ("Redon", "VILLE", 0.4, True),
        ("GOLD", "NOM", 0.4, False),
        ("Skyline", "NOM", 0.4, False),
        ("Skyline", "NOM", 0.2, True),
        ("Siemens", "ORGANISME", 0.4, False),
        ("Vigilance", "ORGANISME", 0.75, False),
        ("Vigilance", "ORGANISME", 0.7, True),
        ("Vigilance", "HOPITAL", 0.75, True),
    ],
)
def test_doubtful_words_need_the_gazetteers(word, subtype, outside, is_kept):
    text = f"conducteur {word} hier"
    span = Span(11, 11 + len(word), "PER", subtype, 0.9, "model:m")
    reading = Reading([span], [11], [11 + len(word)], [outside])
    assert veto(Note(text), [span], reading) == ([span] if is_kept else [])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("avec GLASGOW Gedeon", [("NOM", "GLASGOW"), ("PRENOM", "Gedeon")]),
        ("Signé Tom Skyline", [("PRENOM", "Tom"), ("NOM", "Skyline")]),
        ("Signé Elsa GOLD", [("PRENOM", "Elsa"), ("NOM", "GOLD")]),
        ("avec Sylvie Bonjour", [("PRENOM", "Sylvie"), ("NOM", "Bonjour")]),
    ],
)
def test_another_part_of_the_name_speaks_for_a_word(text, parts):
    spans = [
        Span(text.index(word), text.index(word) + len(word), "PER", subtype, 0.9, "model:m")
        for subtype, word in parts
    ]
    assert veto(Note(text), spans, NOTHING_READ) == spans


def test_no_device_is_a_surname_a_first_name_or_a_town():
    single = {key[0] for key in lexicon.phrase_list("devices").weights if len(key) == 1}
    assert not single & {*lexicon.last_names(), *lexicon.first_names()}
    assert not lexicon.phrase_list("devices").weights.keys() & lexicon.communes().weights.keys()
