"""The reducer of ops: what is accepted, what is refused, and that undo is exact."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.domain.labels import LABEL_SPECS
from annotation.domain.ops import (
    Change,
    InvalidOpError,
    Kind,
    Op,
    OpConflictError,
    Rules,
    SpanState,
    State,
    accept_remaining,
    apply_op,
    inverse,
    recorded,
)
from annotation.domain.ops_json import changes_to_json, parse_op, span_to_json

TEXT = "Mme Durand, née à Dijon, a été vue le 12/02/2020."
LABELS = frozenset(
    (spec.label.value, sub) for spec in LABEL_SPECS.values() for sub in spec.subtypes
)
RULES = Rules(TEXT, LABELS, "user:7")


def span(start: int, end: int, label: str = "PER", subtype: str = "NOM", **fields) -> SpanState:
    return SpanState(fields.pop("id", uuid4()), start, end, label, subtype, **fields)


def op(kind: Kind, *changes: tuple[SpanState | None, SpanState | None], undoes=None) -> Op:
    made = tuple(Change((b or a).id, b, a) for b, a in changes)
    return Op(uuid4(), kind, made, undoes)


NAME = span(4, 10, score=0.9, source="rule:civility")
MANUAL = span(18, 23, "LOC", "VILLE", state=State.MANUAL)


def test_an_added_span_gets_its_author_and_no_score():
    claimed = replace(MANUAL, score=1.0, source="rule:forged")
    after = apply_op({}, op(Kind.ADD, (None, claimed)), RULES)
    assert after == {MANUAL.id: replace(MANUAL, score=None, source="user:7")}


def test_a_resize_keeps_score_and_source_of_the_suggestion():
    moved = replace(NAME, start=0, state=State.CORRECTED, score=None, source="user:7")
    after = apply_op({NAME.id: NAME}, op(Kind.RESIZE, (NAME, moved)), RULES)
    assert after[NAME.id] == replace(NAME, start=0, state=State.CORRECTED)


def test_the_argument_is_left_as_it_was():
    spans = {NAME.id: NAME}
    apply_op(spans, op(Kind.ACCEPT, (NAME, replace(NAME, state=State.ACCEPTED))), RULES)
    assert spans == {NAME.id: NAME}


@pytest.mark.parametrize(
    ("start", "end", "reason"),
    [
        (10, 4, "inversées"),
        (4, 4, "inversées"),
        (-1, 4, "hors du texte"),
        (4, len(TEXT) + 1, "hors du texte"),
        (10**30, 10**31, "hors du texte"),
        (3, 10, "blanc"),
        (0, 4, "blanc"),
    ],
)
def test_bad_offsets_are_refused(start, end, reason):
    with pytest.raises(InvalidOpError, match=reason):
        apply_op({}, op(Kind.ADD, (None, replace(MANUAL, start=start, end=end))), RULES)


def test_a_letter_is_not_cut_from_its_accent():
    rules = Rules("ne\u0301e", LABELS)
    with pytest.raises(InvalidOpError, match="accent"):
        apply_op({}, op(Kind.ADD, (None, replace(MANUAL, start=0, end=2))), rules)


def test_a_surface_that_is_not_the_text_is_refused():
    with pytest.raises(InvalidOpError) as caught:
        apply_op({}, op(Kind.ADD, (None, replace(MANUAL, surface="Lyon"))), RULES)
    assert caught.value.field == "changes[0].after.surface"
    assert "Dijon" not in str(caught.value)


@pytest.mark.parametrize(
    ("label", "subtype"), [("XYZ", "NOM"), ("PER", "VILLE"), ("PER", "RIEN"), ("", "")]
)
def test_an_unknown_label_is_refused(label, subtype):
    with pytest.raises(InvalidOpError, match="étiquette inconnue"):
        apply_op({}, op(Kind.ADD, (None, replace(MANUAL, label=label, subtype=subtype))), RULES)


def test_a_disabled_label_stays_where_it_stands_and_is_not_given_anew():
    rules = Rules(TEXT, LABELS - {("PER", "NOM")})
    accepted = replace(NAME, state=State.ACCEPTED)
    assert apply_op({NAME.id: NAME}, op(Kind.ACCEPT, (NAME, accepted)), rules)
    with pytest.raises(InvalidOpError, match="désactivée"):
        apply_op({}, op(Kind.ADD, (None, span(4, 10, state=State.MANUAL))), rules)


def test_the_same_span_twice_is_refused_unless_the_other_is_rejected():
    twin = span(4, 10, state=State.MANUAL)
    with pytest.raises(InvalidOpError, match="existe déjà"):
        apply_op({NAME.id: NAME}, op(Kind.ADD, (None, twin)), RULES)
    rejected = replace(NAME, state=State.REJECTED)
    assert len(apply_op({NAME.id: rejected}, op(Kind.ADD, (None, twin)), RULES)) == 2


def test_a_before_that_is_not_the_present_state_conflicts():
    other = replace(NAME, end=9)
    with pytest.raises(OpConflictError) as caught:
        apply_op({NAME.id: NAME}, op(Kind.RESIZE, (other, replace(other, end=8))), RULES)
    assert caught.value.spans == (NAME.id,)


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        (Kind.ADD, NAME, replace(NAME, end=9)),
        (Kind.DELETE, NAME, None),  # a suggestion is rejected, it does not disappear
        (Kind.RESIZE, None, MANUAL),
        (Kind.ADD, None, span(18, 23, "LOC", "VILLE", state=State.ACCEPTED)),
        (Kind.REJECT, NAME, replace(NAME, state=State.ACCEPTED)),
        (Kind.ACCEPT, NAME, replace(NAME, end=9, state=State.ACCEPTED)),
        (Kind.RELABEL, NAME, replace(NAME, subtype="PRENOM", state=State.MANUAL)),
        (Kind.FLAG, NAME, NAME),
        (Kind.FLAG, NAME, replace(NAME, comment="x" * 501)),
    ],
)
def test_a_change_that_the_gesture_cannot_make_is_refused(kind, before, after):
    present = {NAME.id: NAME} if before else {}
    with pytest.raises(InvalidOpError):
        apply_op(present, op(kind, (before, after)), RULES)


def test_one_span_figures_once_in_an_op_and_only_a_batch_has_many():
    accepted = replace(NAME, state=State.ACCEPTED)
    with pytest.raises(InvalidOpError, match="deux fois"):
        apply_op({NAME.id: NAME}, op(Kind.BATCH, (NAME, accepted), (NAME, accepted)), RULES)
    with pytest.raises(InvalidOpError, match="un seul"):
        apply_op({}, op(Kind.ADD, (None, MANUAL), (None, span(4, 10, state=State.MANUAL))), RULES)


def test_undo_and_redo_name_what_they_take_back():
    accepted = replace(NAME, state=State.ACCEPTED)
    with pytest.raises(InvalidOpError) as caught:
        apply_op({NAME.id: accepted}, op(Kind.UNDO, (accepted, NAME)), RULES)
    assert caught.value.field == "undoes"


def test_accept_remaining_takes_only_what_is_suggested():
    rejected = replace(NAME, id=uuid4(), state=State.REJECTED)
    made = accept_remaining([NAME, MANUAL, rejected], uuid4())
    assert made is not None
    assert [c.id for c in made.changes] == [NAME.id]
    assert accept_remaining([MANUAL, rejected], uuid4()) is None


@pytest.mark.parametrize(
    ("patch", "field"),
    [
        ({"kind": "explode"}, "kind"),
        ({"kind": None}, "kind"),
        ({"op_id": "12"}, "op_id"),
        ({"op_id": 12}, "op_id"),
        ({"changes": {}}, "changes"),
        ({"changes": [3]}, "changes[0]"),
        ({"undoes": "x"}, "undoes"),
    ],
)
def test_json_that_is_no_op_names_its_field(patch, field):
    body = {"op_id": str(uuid4()), "kind": "add", "changes": [], "undoes": None}
    with pytest.raises(InvalidOpError) as caught:
        parse_op({**body, **patch})
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("start", "4"), ("start", True), ("start", 4.0), ("label", None), ("state", "gone"),
        ("doubt", 1), ("score", "high"), ("comment", "a\0b"), ("comment", "\ud83d"), ("id", "x"),
    ],
)  # fmt: skip
def test_json_span_fields_are_typed(name, value):
    after = {**span_to_json(MANUAL), name: value}
    change = {"id": str(MANUAL.id), "before": None, "after": after}
    with pytest.raises(InvalidOpError) as caught:
        parse_op({"op_id": str(uuid4()), "kind": "add", "changes": [change]})
    assert caught.value.field == f"changes[0].after.{name}"


def test_json_round_trip():
    made = op(Kind.RESIZE, (NAME, replace(NAME, end=9, state=State.CORRECTED)))
    body = {"op_id": str(made.op_id), "kind": "resize", "changes": changes_to_json(made)}
    assert parse_op(body) == made


# --- whatever the gestures, undoing them all brings everything back

WORDS = [(0, 3), (4, 10), (12, 15), (18, 23), (27, 30), (35, 37), (38, 48)]


@st.composite
def gestures(draw):
    return draw(
        st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 8)), max_size=25)
    )


def _gesture(spans: dict[UUID, SpanState], choice: tuple[int, int, int]) -> Op | None:
    word, which, kind = choice
    start, end = WORDS[word]
    if kind < 2 or not spans:
        return op(Kind.ADD, (None, span(start, end, state=State.MANUAL)))
    target = list(spans.values())[which % len(spans)]
    own = target.state == State.MANUAL
    touched = State.MANUAL if own else State.CORRECTED
    match kind:
        case 2:
            return op(Kind.RESIZE, (target, replace(target, start=start, end=end, state=touched)))
        case 3:
            return op(
                Kind.RELABEL, (target, replace(target, label="LOC", subtype="VILLE", state=touched))
            )
        case 4:
            return op(Kind.DELETE, (target, None)) if own else None
        case 5:
            return None if own else op(Kind.REJECT, (target, replace(target, state=State.REJECTED)))
        case 6:
            return None if own else op(Kind.ACCEPT, (target, replace(target, state=State.ACCEPTED)))
        case 7:
            return op(Kind.FLAG, (target, replace(target, doubt=not target.doubt)))
        case _:
            pair = [(s, replace(s, comment="vu")) for s in spans.values() if not s.comment]
            return op(Kind.BATCH, *pair) if pair else None


@given(gestures())
def test_undoing_every_op_is_the_identity_and_redoing_them_too(choices):
    start = {NAME.id: NAME}
    spans, log = dict(start), []
    for choice in choices:
        made = _gesture(spans, choice)
        if made is None:
            continue
        try:
            after = apply_op(spans, made, RULES)
        except InvalidOpError:
            continue
        log.append(recorded(spans, made, after))
        spans = after
    end, undone = dict(spans), []
    for made in reversed(log):
        back = inverse(made, uuid4())
        after = apply_op(spans, back, RULES)
        undone.append(recorded(spans, back, after))
        spans = after
    assert spans == start
    for made in reversed(undone):
        spans = apply_op(spans, inverse(made, uuid4()), RULES)
    assert spans == end
