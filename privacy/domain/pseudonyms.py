"""What a note or a patient is called in an export."""

from typing import Final

from privacy.domain.randomness import StudyKey, encode_fields

_PSEUDONYM: Final = "deidweb/pseudonym/1"


def pseudonym(key: StudyKey, kind: str, external_id: str) -> str:
    """HMAC-SHA256 under the study's key, 16 bytes in hexadecimal. Two studies can't be joined."""
    return key.mac(encode_fields(_PSEUDONYM, kind, external_id)).hex()[:32]
