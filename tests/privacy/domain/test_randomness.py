import hashlib
import hmac
from fractions import Fraction

import pytest

from privacy.domain.errors import BadKeyError
from privacy.domain.randomness import DrawContext, StudyKey, below, encode_fields

CONTEXT = DrawContext("p1", "DATE/day", "2020-02-12", "metric", Fraction(1, 4))


class Scripted:
    def __init__(self, *values: int) -> None:
        self.values = list(values)
        self.asked: list[int] = []

    def bits(self, count: int) -> int:
        self.asked.append(count)
        return self.values.pop(0)


def test_stream_is_hmac_sha256_in_counter_mode():
    key = bytes(32)
    fields = [b"p1", b"DATE/day", b"2020-02-12", b"metric", b"1/4"]
    nonce = (5).to_bytes(4, "big") + b"".join(len(f).to_bytes(8, "big") + f for f in fields)
    blocks = [
        hmac.digest(key, b"deidweb/draw/1" + nonce + counter.to_bytes(8, "big"), hashlib.sha256)
        for counter in range(2)
    ]
    stream = StudyKey(key).stream(CONTEXT)
    assert stream.bits(256) == int.from_bytes(blocks[0], "big")
    assert stream.bits(256) == int.from_bytes(blocks[1], "big")


def test_bits_are_cut_from_the_same_stream_whatever_their_grouping(key):
    whole = key.stream(CONTEXT).bits(300)
    stream = key.stream(CONTEXT)
    parts = [stream.bits(7), stream.bits(250), stream.bits(43)]
    assert (parts[0] << 293) | (parts[1] << 43) | parts[2] == whole


def test_same_context_same_bits_and_any_change_gives_other_bits(key):
    reference = key.stream(CONTEXT).bits(128)
    assert key.stream(CONTEXT).bits(128) == reference
    others = [
        DrawContext("p2", "DATE/day", "2020-02-12", "metric", Fraction(1, 4)),
        DrawContext("p1", "AGE", "2020-02-12", "metric", Fraction(1, 4)),
        DrawContext("p1", "DATE/day", "2020-02-13", "metric", Fraction(1, 4)),
        DrawContext("p1", "DATE/day", "2020-02-12", "shift", Fraction(1, 4)),
        DrawContext("p1", "DATE/day", "2020-02-12", "metric", Fraction(1, 5)),
        DrawContext("p1", "DATE/day", "2020-02-12", "metric", None),
    ]
    drawn = [key.stream(other).bits(128) for other in others]
    drawn.append(StudyKey(bytes(32)).stream(CONTEXT).bits(128))
    assert len({reference, *drawn}) == 8


def test_encoding_does_not_confuse_neighbouring_fields():
    assert encode_fields("ab", "c") != encode_fields("a", "bc")
    assert encode_fields("a") != encode_fields("a", "")


def test_below_rejects_instead_of_folding():
    source = Scripted(7, 6, 5)
    assert below(source, 6) == 5
    assert source.asked == [3, 3, 3]


def test_below_one_needs_no_bit():
    assert below(Scripted(0), 1) == 0


def test_below_refuses_an_empty_range():
    with pytest.raises(ValueError, match="positive"):
        below(Scripted(), 0)


@pytest.mark.parametrize("text", ["", "00" * 31, "00" * 33, "zz" * 32, "0x" + "00" * 31])
def test_bad_keys_are_refused_in_french(text):
    with pytest.raises(BadKeyError) as caught:
        StudyKey.from_hex(text)
    assert str(caught.value) == "La clé d'étude doit compter exactement 64 chiffres hexadécimaux."


def test_key_is_read_from_hexadecimal_and_never_shown():
    key = StudyKey.from_hex(" " + "ab" * 32 + "\n")
    assert key.secret == b"\xab" * 32
    assert "ab" * 4 not in repr(key)
    assert "xab" not in repr(key)


def test_context_hides_the_value_from_repr():
    assert "2020" not in repr(CONTEXT)
