"""Sentences of an adversary that the dictionary coder read wrongly, each kind with a sibling and what must stay. All invented.

`wanted` names codes by their beginning; what a minus stands before must not be there.
"""

import pytest

DENIED_INSIDE = [
    ("BPCO stable, non décompensée.", "J449 -J441"),
    ("BPCO non exacerbée.", "J449 -J441"),
    ("BPCO, jamais décompensée.", "J449 -J441"),
    ("BPCO décompensée.", "J441"),
    ("Endocardite éliminée sur valve mécanique.", "-T826 -I330"),
    ("Endocardite sur valve mécanique.", "T826"),
    ("PICC : cultures négatives, hémocultures positives.", "-T827"),
    ("KT jugulaire, cultures stériles, ECBU positif.", "N390 -T827"),
    ("KT jugulaire, culture quantitative positive.", "T827"),
    ("DT2 jamais compliqué de rétinopathie.", "-E113 -H360"),
    ("DT2 sous metformine, non compliqué d'une artériopathie.", "-E115"),
    ("DT2 équilibré, pas encore responsable de neuropathie.", "E119 -E114 -G632"),
    ("DT2 non équilibré, compliqué d'une rétinopathie.", "E113"),
    ("Loge souple, pas d'aponévrotomie.", "-T796"),
    ("Cancer du sein. Adénopathies médiastinales non envahies.", "C509 -C771"),
    ("Vésicule sans calcul, ne contenant pas de calculs.", "-K802"),
    ("Vésicule contenant des calculs.", "K802"),
    ("Anémie due à la carence, pas au cancer.", "D649 -D630"),
    ("Hb 11, non imputable à l'insuffisance rénale.", "-D638"),
    ("Hb 9,4, imputable à l'insuffisance rénale.", "D638"),
    ("Rectorragies sans rapport, hors chute d'escarre.", "-T810"),
    ("Boit du vin le dimanche, travaille sans interruption.", "-F102"),
    ("Un verre de vin, marche sans interruption 2 km.", "-F102"),
    ("Vin et bière tous les jours sans interruption.", "F1025"),
    ("Alcool : occasionnel, dit qu'il ne peut s'arrêter de travailler.", "-F102"),
    ("Vin à table, ne peut s'arrêter de tousser.", "-F102"),
    ("Un litre de vin par jour, ne peut s'arrêter de boire.", "F102"),
]


@pytest.mark.parametrize(("text", "wanted"), [*DENIED_INSIDE])
def test_wording(full_coder, text, wanted):
    got = [found.code for found in full_coder.predict([text])[0]]
    names = wanted.split()
    unwanted = tuple(name[1:] for name in names if name[0] == "-")
    missing = [n for n in names if n[0] != "-" and not any(code.startswith(n) for code in got)]
    assert (missing, [code for code in got if unwanted and code.startswith(unwanted)]) == ([], [])
