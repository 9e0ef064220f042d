"""Keyed randomness: the only source of surrogates that leave the hospital.

Bits are HMAC-SHA256 in counter mode under the study's 256-bit key. The nonce encodes the whole
context of a draw (patient, class, normalised value, mechanism, exact scale), so that the same value
of the same patient gets the same surrogate on every worker and at every retry, while another key,
another value or another scale gives independent bits. Nothing is stored.
"""

import secrets
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple, Protocol, Self

from privacy.domain.errors import BadKeyError

KEY_BYTES: Final = 32
_DOMAIN: Final = b"deidweb/draw/1"
_ID_DOMAIN: Final = "deidweb/element/1"
_BLOCK: Final = 64  # bytes that SHA-256 reads at once
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_FEW: Final = 256
_SIZES: Final = tuple(size.to_bytes(8, "big") for size in range(_FEW))  # of most fields
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_FIELDS: Final = len(("patient", "kind", "value", "mechanism", "parameter")).to_bytes(4, "big")


class BitSource(Protocol):
    """What the samplers need. Tests may inject another source; exports use `KeyedStream`."""

    def bits(self, count: int) -> int:
        """An integer made of `count` uniform independent bits."""
        ...


class DrawContext(NamedTuple):
    """Everything a draw depends on. `parameter` is the exact ε_i or s, or None if there is none.

    The scale belongs to the context: the same bits at two scales would give the value away
    (v + k₁u and v + k₂u).
    """

    patient: str
    kind: str
    value: str
    mechanism: str
    parameter: Fraction | None = None

    def __repr__(self) -> str:
        return f"DrawContext(kind={self.kind!r}, mechanism={self.mechanism!r})"

    def encode(self) -> bytes:
        """Unambiguous bytes: every field is preceded by its length."""
        patient, kind, value, mechanism, exact = self
        parameter = "" if exact is None else "{}/{}".format(*exact.as_integer_ratio())
        # all but the value come again and again
        fields = (
            _again(patient),
            _again(kind),
            _framed(value),
            _again(mechanism),
            _again(parameter),
        )
        return b"".join((_FIELDS, *fields))


def encode_fields(*fields: str) -> bytes:
    """Injective encoding of a tuple of strings: count, then (length, UTF-8) of each."""
    return b"".join([len(fields).to_bytes(4, "big"), *map(_framed, fields)])


def _framed(item: str) -> bytes:
    # without arguments, which most need not, `encode` takes half as long
    raw = item.encode() if item.isascii() else item.encode("utf-8", "surrogatepass")
    return (_SIZES[len(raw)] if len(raw) < _FEW else len(raw).to_bytes(8, "big")) + raw


_again = lru_cache(maxsize=1024)(_framed)


@dataclass(frozen=True, slots=True)
class StudyKey:
    """The 256-bit key of one study (one recipient, one purpose). Never printed, never logged.

    `pads`: what HMAC puts around a message, as secret as the key itself.
    """

    secret: bytes = field(repr=False)
    pads: tuple[bytes, bytes] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.secret) != KEY_BYTES:
            raise BadKeyError
        object.__setattr__(self, "pads", _pads(self.secret))

    @classmethod
    def from_hex(cls, text: str) -> Self:
        """Read 64 hexadecimal digits, blanks around them allowed. Raises `BadKeyError`."""
        stripped = text.strip()
        if len(stripped) != 2 * KEY_BYTES:
            raise BadKeyError
        try:
            return cls(bytes.fromhex(stripped))
        except ValueError:
            raise BadKeyError from None

    @classmethod
    def fresh(cls) -> Self:
        """A new key from the operating system. Forgetting it makes the surrogates unlinkable."""
        return cls(secrets.token_bytes(KEY_BYTES))

    def stream(self, context: DrawContext) -> "KeyedStream":
        """The bit stream of one draw."""
        return KeyedStream(self, context.encode())

    def opaque_id(self, *fields: str) -> str:
        """16 hexadecimal digits that identify a value without revealing it to who lacks the key."""
        return self.mac(encode_fields(_ID_DOMAIN, *fields)).hex()[:16]

    def mac(self, message: bytes) -> bytes:
        """HMAC-SHA256 of a message."""
        inner, outer = self.pads
        return sha256(outer + sha256(inner + message).digest()).digest()


def _pads(key: bytes) -> tuple[bytes, bytes]:
    """What HMAC-SHA256 puts before a message and before its digest (RFC 2104 §2), for keys of one block at most.

    With these at hand a message costs half of what ``hmac.digest`` takes, which sets up the key each time.
    """
    whole = key.ljust(_BLOCK, b"\0")
    return whole.translate(_INNER), whole.translate(_OUTER)


class KeyedStream:
    """HMAC-SHA256(key, domain ‖ nonce ‖ counter), counter = 0, 1, 2…, read as big-endian bits."""

    __slots__ = ("_available", "_counter", "_outer", "_pool", "_prefix")

    def __init__(self, key: StudyKey, nonce: bytes) -> None:
        inner, self._outer = key.pads
        self._prefix = inner + _DOMAIN + nonce
        self._counter = 0
        self._pool = 0
        self._available = 0

    def bits(self, count: int) -> int:
        while self._available < count:
            inner = sha256(self._prefix + self._counter.to_bytes(8, "big")).digest()
            block = sha256(self._outer + inner).digest()
            self._counter += 1
            left = self._pool & ((1 << self._available) - 1)
            self._pool = (left << 256) | int.from_bytes(block, "big")
            self._available += 256
        self._available -= count
        # the bits that were given out stay above until more are fetched: to cut them off each time takes longer
        return (self._pool >> self._available) & ((1 << count) - 1)


def below(source: BitSource, bound: int) -> int:
    """Uniform integer in [0, bound), by rejection (no modulo bias). Raises ValueError if bound < 1."""
    if bound < 1:
        msg = "bound must be positive"
        raise ValueError(msg)
    width = (bound - 1).bit_length()
    while True:
        value = source.bits(width)
        if value < bound:
            return value
