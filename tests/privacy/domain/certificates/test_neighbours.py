"""Neighbouring patients through the whole substitution as a black box, and old faults that it must find."""

import math
import random

import pytest

from annotation.domain.labels import Subtype
from privacy.domain import randomness
from privacy.domain.certificates.neighbours import SHARES, Bets, Game, Pair, compare, compare_all
from privacy.domain.certificates.observables import observe
from privacy.domain.exported_note import line_of
from privacy.domain.linking import fitting
from privacy.domain.mechanisms import sequence
from privacy.domain.places.patient_places import SUPPOSED, Places
from privacy.domain.randomness import DrawContext, StudyKey, below
from privacy.domain.surrogates import addresses, contacts, identifiers
from privacy.domain.surrogates.shapes import draw_source, same_shape
from privacy.domain.text import strip_accents
from privacy.domain.time import timeline
from privacy.domain.time.timeline import UNREAD
from tests.privacy.domain.certificates.neighbour_pairs import black_box, file, pair, usual

LEVEL = 1e-3  # that some sound pair be refuted
DRAWS = 60
PAIRS = {found.name: found for found in usual()}


class SystemCoins:
    """Bits that take no hash of the study's stream."""

    def __init__(self, name: str) -> None:
        self._bits = random.Random(name)

    def bits(self, count: int) -> int:
        return self._bits.getrandbits(count)


def source(name: str):
    return StudyKey(b"n" * 32).stream(DrawContext("neighbours", name, "", "uniform"))


def enough(bound: float) -> int:
    """Draws after which an event that one file always shows and the other never is refuted: each of the first file multiplies
    the wealth by 1 + exp(-bound)."""
    return max(DRAWS, math.ceil(40 / math.log1p(math.exp(-bound))))


@pytest.mark.parametrize("name", PAIRS)
def test_no_observable_tells_two_neighbours_apart(name):
    """As many draws a pair as show what is always so, every day; `make bench-privacy` has thousands, of every written form."""
    found = compare(
        PAIRS[name],
        black_box,
        draws=enough(PAIRS[name].bound),
        alpha=LEVEL / len(PAIRS),
        source=source(name),
    )
    assert not found.refuted, found


# the faults that were: what a draw, a form or a repair did before, and a pair that shows it


def refusing(inner):
    def drawn(source, text, *rest):
        while True:
            shown = inner(source, text, *rest)
            if shown != strip_accents(text) or not any(map(str.isalnum, text)):
                return shown

    return drawn


def keep_forms(patch):
    patch.setattr(timeline, "neutral", lambda form, **_: form)


def keep_counts(patch):
    patch.setattr(timeline, "neutral_quantity", lambda quantity, **_: quantity)


def pool_dates(patch):
    """The isotonic projection of the middles of all dates, weighted by 1/unit²."""

    def pooled(items):
        middles = [(i.first + i.last) // 2 for i in items]
        order = sorted(range(len(items)), key=middles.__getitem__)
        weight = [1 / (i.last - i.first + 1) ** 2 for i in items]
        blocks = []
        for at in order:
            noisy = (
                items[at].scale.start(items[at].noisy) + items[at].scale.end(items[at].noisy)
            ) / 2
            block = [noisy * weight[at], weight[at], [at]]
            while blocks and blocks[-1][0] * block[1] > block[0] * blocks[-1][1]:
                before = blocks.pop()
                block = [before[0] + block[0], before[1] + block[1], before[2] + block[2]]
            blocks.append(block)
        shown = {at: total / mass for total, mass, members in blocks for at in members}
        return [
            min(max(i.scale.at(round(shown[at])), i.scale.lowest), i.scale.highest)
            for at, i in enumerate(items)
        ]

    patch.setattr(sequence, "in_order", pooled)


def refuse_country(patch):
    def country(self, mention):
        few = ("Portugal", "Maroc", "Italie", "Espagne", "Canada")
        names = [n for n in few if n != mention.surface]
        drawn = draw_source(self._key, self._file.patient_id, Subtype.PAYS, mention.surface)
        return names[below(drawn, len(names))]

    patch.setattr(Places, "_country", country)


def refuse_shape(patch):
    for module in (identifiers, contacts):
        patch.setattr(module, "same_shape", refusing(same_shape))


def keep_lengths(patch):
    patch.setattr(timeline, "random_like", lambda source, text, **_: same_shape(source, text))
    patch.setattr(contacts, "_said", same_shape)
    patch.setattr(
        contacts,
        "mail",
        lambda source, text: same_shape(source, text.split("@")[0]) + "@example.org",
    )
    patch.setattr("privacy.domain.substitute.mail", contacts.mail)
    patch.setattr(addresses, "_number", same_shape)


def keep_weekdays(patch):
    patch.setattr(fitting, "weekday_edits", lambda *_: [])


def keep_spellings(patch):
    """Blanks for hyphens, and accents of capitals, as the original had them."""

    def city_like(name, original):
        shown = name.replace("-", " ") if " " in original else name
        if original.isupper():
            return (strip_accents(shown) if original.isascii() else shown).upper()
        return shown

    patch.setattr("privacy.domain.places.patient_places.city_like", city_like)


def no_noise(patch):
    patch.setattr(sequence, "discrete_laplace", lambda *_: 0)


def little_noise(patch):
    inner = sequence.discrete_laplace
    patch.setattr(sequence, "discrete_laplace", lambda source, epsilon: inner(source, 4 * epsilon))


def no_order(patch):
    """Sound, if useless: the values as they were drawn."""
    patch.setattr(
        sequence,
        "in_order",
        lambda items: [min(max(i.noisy, i.scale.lowest), i.scale.highest) for i in items],
    )


FAULTS = [
    (keep_forms, "figures, a digit or two"),
    (keep_forms, "a lone day"),
    (keep_forms, "abbreviated month"),
    (keep_counts, "age with a zero"),
    (keep_counts, "age in words"),
    (keep_counts, "the day before yesterday"),
    (pool_dates, "year beside a day in it"),
    (pool_dates, "month beside a day in it"),
    (refuse_country, "country"),
    (refuse_shape, "identifier of a letter"),
    (refuse_shape, "short phone"),
    (keep_lengths, "phone in words"),
    (keep_lengths, "mail"),
    (keep_lengths, "not understood"),
    (keep_lengths, "house number"),
    (keep_weekdays, "weekday before"),
    (keep_weekdays, "weekday before, with an article"),
    (keep_weekdays, "weekday behind, in brackets"),
    (keep_weekdays, "weekday behind, with words"),
    (keep_weekdays, "weekday before, words between"),
    (keep_weekdays, "weekday before another entity"),
    (keep_weekdays, "weekday in a cell"),
    (keep_weekdays, "weekday behind, at the end of a line"),
    (keep_weekdays, "two weekdays"),
    (keep_spellings, "town of several words"),
    (keep_spellings, "town in accented capitals"),
    (no_noise, "age"),
    (no_noise, "birth date, one month"),
    (little_noise, "age"),
]


@pytest.mark.parametrize(("fault", "name"), FAULTS, ids=[f"{f.__name__}: {n}" for f, n in FAULTS])
def test_an_old_fault_is_found(monkeypatch, fault, name):
    fault(monkeypatch)
    draws = 12_000 if fault is refuse_shape else 2_000
    found = compare(
        PAIRS[name], black_box, draws=draws, alpha=LEVEL / len(PAIRS), source=source(name)
    )
    assert found.refuted, found


def test_what_is_sound_is_not_refuted_for_being_useless(monkeypatch):
    no_order(monkeypatch)
    for name in ("days in a row", "the eve of another year"):
        found = compare(
            PAIRS[name], black_box, draws=300, alpha=LEVEL / len(PAIRS), source=source(name)
        )
        assert not found.refuted


# the test itself


def test_the_wealth_of_bets_does_not_grow_where_the_bound_is_attained():
    """Exactly, over all sequences of n happenings: fair odds for the likelier file, worse ones for the other."""
    bound, n = 0.7, 9
    q = math.exp(bound) / (1 + math.exp(bound))
    mean = 0.0
    for sequence_ in range(2**n):
        sides = [sequence_ >> k & 1 for k in range(n)]
        bets = Bets(bound, 1.0)
        for side in sides:
            bets.happened(side)
        left = sides.count(0)
        mean += q**left * (1 - q) ** (n - left) * bets.wealth
    unfair = [(1 - share + share * (1 - q) / q) ** n for share in SHARES]
    assert mean == pytest.approx((1 + sum(unfair) / len(unfair)) / 2)
    assert mean <= 1


def test_looking_after_every_draw_refutes_what_holds_no_oftener_than_its_level():
    """An event that is exactly c times likelier under one file: at 5 %, at most about 5 % of 400 games are lost."""
    bound, alpha, lost = 0.5, 0.05, 0
    coins = source("level")
    likelier = 500
    rarer = round(likelier / math.exp(bound))
    for _ in range(400):
        game = Game(bound)
        for _ in range(120):
            side = coins.bits(1)
            happens = below(coins, 1000) < (rarer if side else likelier)
            game.played(side, [("value", "E" if happens else "other")])
            if game.wealth >= 1 / alpha:
                lost += 1
                break
    assert lost <= 30


def test_a_ratio_twice_too_large_is_found():
    game, coins = Game(0.2), source("power")
    for _ in range(3000):
        side = coins.bits(1)
        game.played(side, [("value", "E" if below(coins, 10) < (6 if side else 3) else "other")])
    assert game.wealth > 1e6
    assert game.richest()[0] == ("value", "E")


def test_a_family_of_sound_pairs_is_left_alone():
    pairs = [
        Pair(
            f"same {n}",
            file("Vu le {03/03/2020|DATE|DATE}."),
            file("Vu le {03/03/2020|DATE|DATE}."),
            0.0,
        )
        for n in range(3)
    ]
    found = list(compare_all(pairs, black_box, draws=100, level=LEVEL, source=source("same")))
    assert [f.refuted for f in found] == [False] * 3
    assert all(sum(f.sides) == f.draws == 100 for f in found)


def test_files_whose_values_differ_in_unit_or_number_are_no_neighbours():
    assert pair("unit", "Vu en {2019|DATE|DATE}.", "Vu en {03/2019|DATE|DATE}.") is None
    assert (
        pair("number", "Vu en {2019|DATE|DATE}.", "Vu en {2019|DATE|DATE}, {2020|DATE|DATE}.")
        is None
    )


def test_distances_are_counted_in_units():
    bounds = {
        ("Vu le {9/10/2019|DATE|DATE}.", "Vu le {12/10/2019|DATE|DATE}."): 1.5,
        ("Né le {30/4/1950|DATE|DATE_NAISSANCE}.", "Né le {1/5/1950|DATE|DATE_NAISSANCE}."): 0.5,
        ("Né le {3/4/1950|DATE|DATE_NAISSANCE}.", "Né le {4/4/1950|DATE|DATE_NAISSANCE}."): 0.0,
        ("{40 ans|AGE|AGE}, {2019|DATE|DATE}", "{42 ans|AGE|AGE}, {2018|DATE|DATE}"): 0.75,
        ("Né au {Portugal|LOC|PAYS}", "Né au {Maroc|LOC|PAYS}"): 0.0,
    }
    for texts, bound in bounds.items():
        assert pair("", *texts).bound == pytest.approx(bound)
    assert 0 < PAIRS["town"].bound < 0.6


def test_what_is_observed_of_a_draw():
    left = file("Vu lundi {02/03/2020|DATE|DATE}, {10 ans|AGE|AGE}.")
    result = black_box(left, StudyKey(bytes(32)))
    events = set(observe(result, [["02/03/2020", "10 ans"]] * 2))
    kinds = {kind for kind, _ in events}
    assert {
        "value",
        "skeleton",
        "lengths",
        "unit",
        "equality",
        "outside",
        "weekday",
        "told",
    } <= kinds
    assert ("skeleton", "0:99/99/9999") in events
    assert ("weekday", "0:[0]") in events
    assert ("size", f"text:{[len(result.notes[0].text)]}") in events
    assert ("report", "warnings:[]") in events


@pytest.mark.parametrize(
    "name",
    [
        "figures, a digit or two",
        "age",
        "year beside a day in it",
        "birth date, one month",
        "town",
        "country",
        "phone",
        "NIR",
    ],
)
def test_the_work_of_a_draw_has_one_law(monkeypatch, name):
    """How many hashes are taken, which is what the time of a draw depends upon most."""
    hashes, coins = [], SystemCoins(name)
    sha256 = randomness.sha256
    monkeypatch.setattr(randomness, "sha256", lambda data: (hashes.append(1), sha256(data))[1])

    def work():
        taken = len(hashes)
        hashes.clear()
        return [("work", str(taken))]

    found = compare(PAIRS[name], black_box, draws=150, alpha=LEVEL / 10, source=coins, beside=work)
    assert not found.refuted, found
    assert found.draws == 150


def test_the_size_of_what_leaves_is_that_of_its_line():
    left = file("Né au {Portugal|LOC|PAYS}.")
    result = black_box(left, StudyKey(bytes(32)))
    size = len(line_of(result.notes[0]))
    assert ("size", f"line:[{size}]") in set(observe(result, [["Portugal"]] * 2))


def test_warnings_that_tell_how_a_place_was_read_are_for_the_steward_alone():
    left = file("Habite {Saint-Denis|LOC|VILLE}, {plouc9|DATE|DATE}.")
    result = black_box(left, StudyKey(bytes(32)))
    assert [item.warning for item in result.notes[0].replacements] == [SUPPOSED, UNREAD]
    reports = [event for event in observe(result, [["", ""]] * 2) if event[0] == "report"]
    assert ("report", f"warnings:{[(UNREAD, 1)]}") in reports
