"""A small OpenID provider on this machine: it signs what a test tells it to sign."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "deidweb", "client-secret-of-the-tests"


class IdentityProvider:
    """`claims` and `header` of the next token may be changed; `seen` keeps what was asked."""

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": "one"})
        self.claims: dict[str, Any] = {}
        self.header: dict[str, Any] = {"alg": "RS256", "kid": "one"}
        self.signing_key: Any = None
        self.codes: dict[str, dict[str, str]] = {}
        self.seen: list[str] = []
        self.description: dict[str, Any] = {}
        self.is_unsigned = self.is_confused = False
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.seen.append(self.path)
                if self.path.endswith("/openid-configuration"):
                    return self._send(provider.describe())
                if self.path.startswith("/authorize?"):
                    return self._lead_back()
                if self.path == "/keys":
                    return self._send({"keys": [provider.key.as_dict(private=False)]})
                return self.send_error(404)

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                answer = provider.exchange(
                    {name: values[0] for name, values in parse_qs(body).items()},
                    self.headers.get("Authorization", ""),
                )
                self._send(answer, 400 if "error" in answer else 200)

            def _lead_back(self) -> None:
                """As if the browser were known there already: no password is asked for."""
                asked = parse_qs(urlsplit(self.path).query)
                back = f"{asked['redirect_uri'][0]}?{urlencode(provider.sign_in(self.path))}"
                self.send_response(302)
                self.send_header("Location", back)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def _send(self, value: Any, status: int = 200) -> None:
                data = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def describe(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer, "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token", "jwks_uri": f"{self.issuer}/keys",
            "token_endpoint_auth_methods_supported": ["client_secret_basic"],
        } | self.description  # fmt: skip

    def sign_in(self, address: str) -> dict[str, str]:
        """As the person who types a password there: what comes back in the address."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
        assert asked["client_id"] == CLIENT
        code = f"code-{len(self.codes)}"
        self.codes[code] = asked
        return {"code": code, "state": asked["state"]}

    def exchange(self, form: dict[str, str], authorization: str) -> dict[str, Any]:
        asked = self.codes.pop(form.get("code", ""), None)
        basic = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if asked is None or authorization != basic or form["redirect_uri"] != asked["redirect_uri"]:
            return {"error": "invalid_grant"}
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != asked["code_challenge"]:
            return {"error": "invalid_grant"}
        return {
            "access_token": "opaque",
            "token_type": "Bearer",
            "id_token": self.token(asked["nonce"]),
        }

    def token(self, nonce: str) -> str:
        now = int(time.time())
        claims = {
            "iss": self.issuer, "aud": CLIENT, "sub": "subject-1", "iat": now, "exp": now + 300,
            "nonce": nonce, "preferred_username": "claire", "name": "Claire Externe",
        } | self.claims  # fmt: skip
        claims = {name: value for name, value in claims.items() if value is not None}
        if self.is_unsigned:
            return _joined({"alg": "none"}, claims) + "."
        if self.is_confused:  # HMAC under the public key, which everybody has
            text = _joined({"alg": "HS256", "kid": "one"}, claims)
            public = self.key.as_pem(private=False)
            return f"{text}.{_base64(hmac.digest(public, text.encode(), 'sha256'))}"
        key = self.signing_key or self.key
        return jwt.encode(self.header, claims, key, algorithms=[self.header["alg"]])


def _joined(*parts: dict[str, Any]) -> str:
    return ".".join(_base64(json.dumps(part).encode()) for part in parts)


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
