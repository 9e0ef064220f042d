import pytest

from icdcoder.domain.sections import Section, SectionReader

NOTE = """Motif : chute
Antécédents :
- HTA
Familiaux : père diabétique
Chirurgicaux : appendicectomie
Histoire de la maladie : fièvre

ATCD
BPCO

Examen clinique
Antécédents familiaux : infarctus du père,
et de l'oncle
Patient suivi pour asthme
CONCLUSION
Pneumonie"""


@pytest.mark.parametrize(
    ("word", "section"),
    [
        ("chute", Section.CONCLUSION),
        ("HTA", Section.HISTORY),
        ("diabétique", Section.FAMILY),
        ("appendicectomie", Section.HISTORY),
        ("fièvre", Section.OTHER),
        ("BPCO", Section.HISTORY),
        ("Examen", Section.OTHER),
        ("infarctus", Section.FAMILY),
        ("oncle", Section.FAMILY),  # the line goes on
        ("asthme", Section.OTHER),  # the family section ended with its line
        ("Pneumonie", Section.CONCLUSION),
    ],
)
def test_the_section_of_a_word(word, section):
    assert SectionReader(NOTE).at(NOTE.index(word)) is section
