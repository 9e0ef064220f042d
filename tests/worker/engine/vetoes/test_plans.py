"""Doses by weekday are no dates; the days of a week are."""

import pytest

from worker.engine.note import Note
from worker.engine.vetoes.plans import is_dose_of_day


def _verdict(marked):
    before, _, rest = marked.partition("[[")
    found, _, after = rest.partition("]]")
    return is_dose_of_day(Note(before + found + after), len(before), len(before) + len(found))


@pytest.mark.parametrize(
    "marked",
    [
        "[[lun 1½]] | mar 1 | mer 1½",
        "lun 1½ | mar [[1]] | mer 1½",
        "LUNDI 1/4 [[MARDI 1/2]] MERCREDI 1/4",
        "[[Lu 1/2]] Ma 3/4 Me 1/2",
        "Lundi : 3/4\nMardi : 1/2\n[[Mercredi : 3/4]]",
        "[[lun. 10]] | mar. 10 | mer. 12",
        "coumadine mardi 1, [[jeudi 1,5]], samedi 1",
        "[[lundi 2]] cp, mardi 1 cp",
        "lun 7h-14h, [[mar 14-21]]",
        "ouverture lundi 9-12 [[mardi 9-12]]",
        "[[lun 40]] ; mar 35",
    ],
)
def test_doses_and_hours(marked):
    assert _verdict(marked)


@pytest.mark.parametrize(
    "marked",
    [
        "[[lundi 3]], mardi 4 et mercredi 5 : permission",
        "sem. : lun 18 [[mar 19]] mer 20",
        "[[vendredi 31]], samedi 1",
        "revue [[jeudi 13]], lundi 10",
        "vu mercredi 19, [[mar 18]] et lundi 10",
        "RDV [[jeudi 12]] ou vendredi 13",
        "vue [[lundi 3]], revue mardi 5",
        "[[lun 1/4]], mer 3/4",
        "[[lundi 12]] à 10h",
        "vu le [[dimanche 1/2]]",
        "tous les jours sauf [[dimanche 12]]",
        "le [[mardi 3 mai]], mercredi 4 mai",
        "le [[12/03]] ; lun 1½ | mar 1 |",
        "lun 1½ | mar 1 |\nrevu le [[12]]",
    ],
)
def test_days_of_a_month(marked):
    assert not _verdict(marked)
