import hashlib

import pytest

from annotation.domain.text import TextError, decode, normalise, text_sha256


def test_clean_text_is_untouched():
    result = normalise("é\u2028\x0b\u00a0e\u0301\n")
    assert result.text == "é\u2028\x0b\u00a0e\u0301\n"
    assert not result.changed


@pytest.mark.parametrize(
    ("source", "stored", "removed"),
    [
        ("a\r\nb", "a\nb", (1,)),
        ("a\rb", "a\nb", ()),
        ("a\r\r\nb\r\n", "a\n\nb\n", (2, 5)),
        ("\ufeffa", "a", (0,)),
        ("a\ufeff", "a\ufeff", ()),
    ],
)
def test_line_ends_and_mark(source, stored, removed):
    result = normalise(source)
    assert (result.text, result.removed) == (stored, removed)
    for position, character in enumerate(source):
        if character not in "\r\n\ufeff":
            assert stored[result.to_stored(position)] == character


@pytest.mark.parametrize("source", ["a\0", "\ud800", "a\udc00b"])
def test_unstorable_text_is_refused(source):
    with pytest.raises(TextError):
        normalise(source)


def test_undecodable_bytes_are_refused_with_the_position():
    with pytest.raises(TextError, match="octet 1"):
        decode(b"a\xe9")


def test_sha256_is_that_of_the_utf8_bytes():
    assert text_sha256("é") == hashlib.sha256(b"\xc3\xa9").hexdigest()
