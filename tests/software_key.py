"""A security key made of code: signs what a browser would hand it, or something else where a test says so."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

_PRESENT, _WITH_KEY = 0x01, 0x40


class SoftwareKey:
    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(32)
        self.count = 0

    def register(self, options: dict[str, Any], origin: str) -> str:
        numbers = self.private.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}
        data = self._data(options["rp"]["id"], _PRESENT | _WITH_KEY)
        data += bytes(16) + len(self.id).to_bytes(2) + self.id + cbor2.dumps(cose)
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = _client("webauthn.create", options["challenge"], origin)
        return self._answer(
            attestationObject=bytes_to_base64url(statement),
            clientDataJSON=bytes_to_base64url(client),
        )

    def sign(self, options: dict[str, Any], origin: str, *, counts: bool = True) -> str:
        self.count += counts
        client = _client("webauthn.get", options["challenge"], origin)
        data = self._data(options["rpId"], _PRESENT)
        signature = self.private.sign(
            data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256())
        )
        return self._answer(
            authenticatorData=bytes_to_base64url(data), clientDataJSON=bytes_to_base64url(client),
            signature=bytes_to_base64url(signature),
        )  # fmt: skip

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _answer(self, **response: str) -> str:
        own = bytes_to_base64url(self.id)
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": response})


def _client(kind: str, challenge: str, origin: str) -> bytes:
    assert len(base64url_to_bytes(challenge)) >= 32
    return json.dumps(
        {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": False}
    ).encode()
