"""Exact worst-case loss of every mechanism (mechanisms §6): what is proved, and why the rest is not."""

from privacy.domain.certificates.certificate import Certificate, Verdict
from privacy.domain.certificates.dates import certify_dates
from privacy.domain.certificates.export import (
    certificates_for,
    known_places,
    name_of,
    prove_places,
)
from privacy.domain.certificates.places import certify_places

__all__ = [
    "Certificate",
    "Verdict",
    "certificates_for",
    "certify_dates",
    "certify_places",
    "known_places",
    "name_of",
    "prove_places",
]
