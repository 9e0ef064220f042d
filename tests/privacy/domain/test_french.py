"""Surrogates of a small sample read as French: the bench's own check, on two invented notes and twelve keys."""

from collections import Counter
from datetime import date
from fractions import Fraction

from annotation.demo.corpus import parse_marked
from annotation.domain.notes import Note, PatientIdentity
from benches.privacy.french import blemishes, read
from privacy.domain.policy import SubstitutionPolicy
from privacy.domain.randomness import StudyKey
from privacy.domain.substitute import substitute_patient_file

POLICY = SubstitutionPolicy(Fraction(1), date(2026, 1, 31))
KEYS = 12
MOST = (
    2  # blemishes in about 500 replacements: noise of ε = 1 may put an old event before the birth
)
NOTES = (
    """CHU de Dijon, [[SERVICE:Pôle Imagerie]]. [[HOPITAL:Centre Hospitalier Louis Pasteur]], [[VILLE:Dole]].
Dr [[PRENOM:Odile]] [[NOM:BONNOT]]. Mme [[NOM:N'DIAYE]] [[PRENOM:Marie-Claude]], née le [[DATE_NAISSANCE:02/11/1958]] à [[VILLE:Oran]] ([[PAYS:Algérie]]),
NIR [[SECU:2 58 11 99 352 118 clé 35]], vit [[ADRESSE:résid. Les Mas de Fabrégas, bât C2, 3e étage]] [[ZIP:39100]] [[VILLE:Dole]], originaire d'[[VILLE:Arbois]].
Adressée par l'[[HOPITAL:HIA Legouest]], vue au [[HOPITAL:CHITS]] et à l'[[HOPITAL:hôpital Pasteur]] ; labo [[ORGANISME:Bio-Côte]], employée de la [[ORGANISME:SNCF]].
Le [[DATE:12/03/2024]] ; INR le [[DATE:25 mars]], sortie le [[DATE:9]]. Signé [[INITIALES:O.B.]]""",
    """Pris en charge à l'[[SERVICE:USIC 2]] ([[HOPITAL:CHU de Dijon]]) du [[DATE:8 mars 2024]] au [[DATE:12/03/2024]].
Sœur [[PRENOM:Odile]] [[NOM:d'Arcy]], son frère [[PRENOM:Jean-Marie]], l'abbé [[PRENOM:Camille]] [[NOM:L'HOSTIS]]. Vit en [[REGION:Bretagne]], dans l'[[DEPARTEMENT:Ain]].
Suivi au [[SERVICE:pavillon Germon]], [[ORGANISME:Taxi du Plateau]], [[HOPITAL:cl. St Martin]], [[HOPITAL:EHPAD Les Lilas]], puis [[HOPITAL:Beaujon]].""",
)  # fmt: skip


def note(rank: int, marked: str) -> Note:
    text, spans = parse_marked(marked)
    identity = PatientIdentity("p1", birth_date="1958-11-02")
    return Note(f"n{rank}", text, identity, {"date": "2024-03-12"}, spans)


def test_a_small_sample_reads_as_french(tables):
    notes = [note(rank, marked) for rank, marked in enumerate(NOTES)]
    found: Counter[str] = Counter()
    for seed in range(KEYS):
        key = StudyKey(bytes([seed]) * 32)
        done = substitute_patient_file(notes, policy=POLICY, key=key, tables=tables)
        found.update(one.kind.value for one in blemishes(read(notes, done.notes, tables)))
    assert found.total() <= MOST, dict(found)
