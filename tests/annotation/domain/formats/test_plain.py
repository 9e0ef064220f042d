import pytest

from annotation.domain.formats.errors import FormatError
from annotation.domain.formats.plain import MAX_FILE_BYTES, read_plain


def test_a_text_file_is_one_note():
    note = read_plain("\ufeffÀ Dijon\r\nle 3\r".encode(), file_name="a.txt", note_id="a")
    assert (note.id, note.text) == ("a", "À Dijon\nle 3\n")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "vide"),
        (b" \n", "vide"),
        ("é".encode("latin-1"), "UTF-8"),
        (b"a\0", "caractère nul"),
        (b"a" * (MAX_FILE_BYTES + 1), "dépasse"),
    ],
)
def test_unreadable_file(data, reason):
    with pytest.raises(FormatError, match=reason) as caught:
        read_plain(data, file_name="a.txt", note_id="a")
    assert caught.value.file == "a.txt"
