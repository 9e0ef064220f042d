from random import Random

import pytest

from worker.training.corpus.marked import Edit, Marked, Piece, edit, join
from worker.training.corpus.style import DEPARTURES
from worker.training.corpus.transforms import case, glue, layout, noise, spacing

LETTER = join(
    [
        Piece("Vu le "), Piece("12 nov 2019", "DATE"), Piece(" par Dr. "), Piece("Dupont", "NOM"), Piece(" "), Piece("JEAN", "PRENOM"),
        Piece(".\nTel : "), Piece("03 53 01 20 11", "TEL"), Piece("\nAdresse : "), Piece("12 rue des Érables, résidence du Parc", "ADRESSE"),
        Piece(", "), Piece("21000", "ZIP"), Piece(" "), Piece("Dijon", "VILLE"), Piece("\nÂge : "), Piece("72 ans", "AGE"), Piece(". Suite en été."),
    ]
)  # fmt: skip


def _surfaces(marked: Marked) -> list[str]:
    return [marked.surface(mark) for mark in marked.marks]


def test_capitals_and_small_letters_move_nothing() -> None:
    assert _surfaces(case.lower_all(LETTER, Random(0)))[:3] == ["12 nov 2019", "dupont", "jean"]
    upper = case.upper_all(LETTER, Random(1))
    assert upper.marks == LETTER.marks
    assert upper.text.startswith("VU LE 12 NOV 2019 PAR DR. DUPONT JEAN.\nTEL")


def test_accents_go_and_letters_stay() -> None:
    plain = case.drop_accents(LETTER, Random(0))
    assert "12 rue des Erables, residence" in plain.text
    assert plain.marks == LETTER.marks
    assert case.drop_accents(join([Piece("cœur à 3°")]), Random(0)).text == "cœur a 3°"


def test_only_names_change_their_case() -> None:
    text = case.names_upper(LETTER, Random(0)).text
    assert "DUPONT JEAN" in text
    assert "Dijon" in text
    assert "Dupont Jean" in case.names_title(LETTER, Random(0)).text
    assert "dupont jean" in case.names_lower(LETTER, Random(0)).text


def test_a_particle_keeps_its_case_in_titles() -> None:
    marked = join([Piece("DE LA TOUR", "NOM")])
    assert case.names_title(marked, Random(0)).text == "de La Tour"


def test_dates_are_glued() -> None:
    texts = {glue.glue_dates(LETTER, Random(seed)).text for seed in range(20)}
    assert {text[:16] for text in texts} == {"Vu le12nov2019 p", "Vu le 12nov2019 "}
    for seed in range(20):
        assert _surfaces(glue.glue_dates(LETTER, Random(seed)))[0] == "12nov2019"


def test_names_are_glued_where_the_case_shows_the_seam() -> None:
    glued = glue.glue_names(LETTER, Random(1))
    assert "Dr.DupontJEAN" in glued.text
    assert _surfaces(glued)[1:3] == ["Dupont", "JEAN"]
    lower = join([Piece("dupont", "NOM"), Piece(" "), Piece("jean", "PRENOM")])
    assert glue.glue_names(lower, Random(1)).text == "dupont jean"


def test_fields_are_glued() -> None:
    texts = "".join(glue.glue_fields(LETTER, Random(seed)).text for seed in range(20))
    assert "Tel:03 53 01 20 11" in texts
    assert "21000Dijon" in texts


def test_stops_vanish_outside_marks_only() -> None:
    bare = glue.drop_punctuation(
        join([Piece("Bien. Vu par "), Piece("J. D.", "INITIALES"), Piece(", puis x. y")]), Random(3)
    )
    assert _surfaces(bare) == ["J. D."]
    assert bare.text.count(".") < 4


def test_spaced_digits_stay_in_their_mark() -> None:
    for seed in range(30):
        spaced = spacing.space_digits(LETTER, Random(seed))
        assert [s.replace(" ", "") for s in _surfaces(spaced)] == [
            s.replace(" ", "") for s in _surfaces(LETTER)
        ]


def test_a_title_in_capitals_is_spaced() -> None:
    marked = join([Piece("COMPTE RENDU\n"), Piece("DUPONT", "NOM"), Piece("\nvu")])
    assert (
        spacing.letterspaced_title(marked, Random(0)).text == "C O M P T E   R E N D U\nDUPONT\nvu"
    )


def test_wrapping_breaks_an_address_into_one_mark_a_line() -> None:
    marked = join([Piece("x" * 30 + " "), Piece("12 rue des Érables, résidence du Parc", "ADRESSE"), Piece(" "), Piece("Jean Marie", "PRENOM")])  # fmt: skip
    broken = edit(marked, [Edit(50, 51, "\n"), Edit(73, 74, "\n")])
    assert _surfaces(broken) == ["12 rue des Érables,\nrésidence du Parc", "Jean\nMarie"]
    parts = layout.split_addresses(broken)
    assert _surfaces(parts) == ["12 rue des Érables,", "résidence du Parc", "Jean\nMarie"]


def test_lines_are_no_longer_than_the_width() -> None:
    marked = join([Piece("mot " * 200)])
    for seed in range(10):
        assert max(map(len, layout.wrap(marked, Random(seed)).text.split("\n"))) <= 100


def test_fields_become_columns() -> None:
    texts = "".join(layout.table_bars(LETTER, Random(seed)).text for seed in range(30))
    assert "Adresse | 12 rue" in texts
    assert "Tel\t03 53" in texts


def test_a_piece_of_a_note_never_cuts_a_mark() -> None:
    marked = join([Piece("mot "), Piece("Jean Paul", "PRENOM"), Piece(" et ")] * 30)
    for seed in range(20):
        piece = layout.cut(marked, Random(seed))
        assert len(piece.text) < len(marked.text)
        assert set(_surfaces(piece)) == {"Jean Paul"}
        assert piece.text.count("Jean Paul") == len(piece.marks)


def test_typos_spare_or_hit_the_names() -> None:
    marked = join([Piece("Patient hospitalisé par "), Piece("Montgolfier", "NOM"), Piece(" hier soir ")] * 20)  # fmt: skip
    assert set(_surfaces(noise.typos(marked, Random(0)))) == {"Montgolfier"}
    hit = noise.typos_in_names(marked, Random(0))
    assert len(set(_surfaces(hit))) > 2
    assert all(surface[0] == "M" for surface in _surfaces(hit))
    assert hit.text.count("Patient hospitalisé par ") == 20


@pytest.mark.parametrize("name", DEPARTURES)
def test_no_departure_loses_a_mark_or_gives_it_blank_edges(name: str) -> None:
    page = join([Piece("Lieu : "), Piece("Dole", "VILLE"), Piece("\n"), *_pieces(LETTER)] * 6)
    for seed in range(25):
        changed = DEPARTURES[name].apply(page, Random(seed))
        last = 0
        for mark in changed.marks:
            surface = changed.surface(mark)
            assert last <= mark.start
            assert surface
            assert surface == surface.strip()
            last = mark.end
        kinds = [mark.subtype for mark in changed.marks if mark.subtype != "ADRESSE"]
        wanted = [mark.subtype for mark in page.marks if mark.subtype != "ADRESSE"]
        assert kinds == wanted or name == "extrait"


def _pieces(marked: Marked) -> list[Piece]:
    pieces: list[Piece] = []
    at = 0
    for mark in marked.marks:
        pieces += [Piece(marked.text[at : mark.start]), Piece(marked.surface(mark), mark.subtype)]
        at = mark.end
    return [*pieces, Piece(marked.text[at:])]
