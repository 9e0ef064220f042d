"""Lines of dense notes make longer notes with few entities, at the right places."""

from annotation.domain.notes import Note
from annotation.domain.spans import Span
from worker.training.sparse import sparse

PLAIN = [f"Examen sans particularité ce jour, constante numéro {word}." for word in "abcdefgh"]
TEXT = "\n".join(["Nom : ZORVAL", "né le", "1er mai", *PLAIN, "Vu"])
BIRTH = TEXT.index("le\n1er")
NOTE = Note(
    "n",
    TEXT,
    entities=(Span(6, 12, "PER", "NOM"), Span(BIRTH, BIRTH + 10, "DATE", "DATE_NAISSANCE")),
)


def test_entities_stay_on_their_words_and_the_rest_is_plain():
    made = list(sparse([NOTE], 3, 5, entities=2, words=40))
    assert len(made) == 3
    for note in made:
        assert [note.text[span.start : span.end] for span in note.entities] == ["ZORVAL"] * 2
        assert note.text.count("ZORVAL") == 2
        assert 40 <= len(note.text.split()) < 48  # at most one plain line of 8 words too many
        assert "1er mai" not in note.text, "an entity over two lines is left out with them"
        assert "Vu" not in note.text.split("\n"), "too short to be plain text"


def test_the_same_seed_gives_the_same_notes_and_another_does_not():
    first = [note.text for note in sparse([NOTE], 4, 1, entities=2, words=30)]
    assert first == [note.text for note in sparse([NOTE], 4, 1, entities=2, words=30)]
    assert first != [note.text for note in sparse([NOTE], 4, 2, entities=2, words=30)]


def test_nothing_is_made_of_notes_without_plain_or_without_marked_lines():
    assert list(sparse([Note("a", "Nom : ZORVAL", entities=NOTE.entities[:1])], 2, 0)) == []
    assert list(sparse([Note("b", "\n".join(PLAIN))], 2, 0)) == []
    assert list(sparse([], 2, 0)) == []
