"""What people take for a password when they must have one is refused; what nobody guesses is not."""

from __future__ import annotations

import secrets
import time

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from deidweb.accounts.models import User
from deidweb.accounts.passwords import MIN_BITS, bits_of
from deidweb.accounts.services import random_password

GUESSABLE = [
    "aaaaaaaaaaaa",
    "azertyuiop12",
    "AZERTYUIOP12",
    "poiuytreza12",
    "azertyqsdfgh",
    "aqwzsxedcrfv",
    "qwertyuiop123!",
    "&é\"'(-è_çà)=",
    "123456789012",
    "987654321098",
    "abcdefghijkl",
    "abcabcabcabc",
    "motdepasse12",
    "M0tdep@sse12",
    "motdepassemotdepasse",
    "deidweb-deidweb-2026",
    "Hopital2026!",
    "Camille.Durand",
    "camilledurand1",
    "Dupont19801980",
    "Dupont010280",
    "Sylvie12031962",
    "Martin&Bernard",
    "nicolas-julie1",
    "Bienvenue2026!",
    "11111111111111111111111111111111",
    "12/03/1962 12/03/1962",
    "password1234",
]
GOOD = [
    "une phrase à moi seule",
    "girafe cabestan trottoir",
    "xK7!pq2Rz#fw",
    "kqzvbwhtnrjx",
    "Le train de 7h12 sent la vanille",
    "ortie-tambour-quiche-zinc",
]


@pytest.fixture
def camille() -> User:
    return User(username="c.durand", first_name="Camille", last_name="Durand")


@pytest.mark.parametrize("password", GUESSABLE)
def test_a_guessable_password_is_refused(password, camille):
    with pytest.raises(ValidationError):
        validate_password(password, camille)


@pytest.mark.parametrize("password", GOOD)
def test_a_password_that_nobody_guesses_is_taken(password, camille):
    validate_password(password, camille)


def test_what_the_product_draws_is_always_taken(camille, monkeypatch):
    signs = iter("azertyuiopqsdfgh" + camille.username.ljust(16, "e") + "kVq7dXw3mRt9bZs4")
    monkeypatch.setattr("deidweb.accounts.services.secrets.choice", lambda _signs: next(signs))
    password = random_password(camille)
    assert password == "kVq7dXw3mRt9bZs4"
    validate_password(password, camille)


def test_a_person_s_own_name_counts_for_nothing():
    name = "abdoulrazak"
    assert bits_of(f"{name} tulipe zinc", [name]) < bits_of(f"{name} tulipe zinc") - 10


def test_pieces_in_the_middle_are_seen_whatever_stands_around_them():
    drawn = "".join(secrets.choice("bdfhjlnprtvxz") for _each in range(4))
    assert bits_of(f"{drawn}azertyuiop{drawn}") < MIN_BITS


@pytest.mark.parametrize("sign", ["a", "é", "\U0001f600"])
def test_an_endless_password_takes_no_time(sign):
    start = time.process_time()
    bits_of(sign * 1_000_000)
    assert time.process_time() - start < 2
