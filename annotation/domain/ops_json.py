"""Ops and spans as JSON, exactly as docs/annotation-protocol.md writes them. Pure."""

from typing import Any, NoReturn
from uuid import UUID

from annotation.domain.ops import MAX_CHANGES, Change, InvalidOpError, Kind, Op, SpanState, State


def parse_op(body: Any) -> Op:
    """Reads one op. Raises InvalidOpError naming the field."""
    if not isinstance(body, dict):
        raise InvalidOpError("", "un objet JSON est attendu")
    kind = body.get("kind")
    if not isinstance(kind, str) or kind not in set(Kind):
        raise InvalidOpError("kind", "geste inconnu")
    changes = body.get("changes")
    if not isinstance(changes, list):
        raise InvalidOpError("changes", "une liste est attendue")
    if len(changes) > MAX_CHANGES:
        raise InvalidOpError("changes", f"plus de {MAX_CHANGES} changements dans une opération")
    undoes = body.get("undoes")
    parsed = parse_changes(changes)
    return Op(
        op_id=_uuid(body.get("op_id"), "op_id"),
        kind=Kind(kind),
        changes=parsed,
        undoes=None if undoes is None else _uuid(undoes, "undoes"),
    )


def parse_changes(values: list[Any]) -> tuple[Change, ...]:
    """Reads a `changes` array, a client's or a stored one. Raises InvalidOpError."""
    return tuple(_parse_change(item, f"changes[{i}]") for i, item in enumerate(values))


def _parse_change(value: Any, field: str) -> Change:
    if not isinstance(value, dict):
        raise InvalidOpError(field, "un objet JSON est attendu")
    span_id = _uuid(value.get("id"), f"{field}.id")
    before = parse_span(value.get("before"), f"{field}.before")
    after = parse_span(value.get("after"), f"{field}.after")
    for name, span in (("before", before), ("after", after)):
        if span is not None and span.id != span_id:
            raise InvalidOpError(f"{field}.{name}.id", "ne désigne pas la même entité")
    return Change(span_id, before, after)


def parse_span(value: Any, field: str) -> SpanState | None:
    """Reads one span, None for null. Raises InvalidOpError naming the field."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise InvalidOpError(field, "un objet JSON est attendu")
    state = value.get("state")
    if not isinstance(state, str) or state not in set(State):
        raise InvalidOpError(f"{field}.state", "état inconnu")
    doubt = value.get("doubt", False)
    if not isinstance(doubt, bool):
        raise InvalidOpError(f"{field}.doubt", "vrai ou faux est attendu")
    score = value.get("score")
    if score is not None and (isinstance(score, bool) or not isinstance(score, int | float)):
        raise InvalidOpError(f"{field}.score", "un nombre est attendu")
    return SpanState(
        id=_uuid(value.get("id"), f"{field}.id"),
        start=_offset(value.get("start"), f"{field}.start"),
        end=_offset(value.get("end"), f"{field}.end"),
        label=_text(value.get("label"), f"{field}.label"),
        subtype=_text(value.get("subtype", ""), f"{field}.subtype"),
        score=score,
        source=_text(value.get("source", ""), f"{field}.source"),
        state=State(state),
        doubt=doubt,
        comment=_text(value.get("comment", ""), f"{field}.comment"),
        surface=_text(value.get("surface", ""), f"{field}.surface"),
    )


def _uuid(value: Any, field: str) -> UUID:
    if not isinstance(value, str):
        _refuse_uuid(field)
    try:
        return UUID(value)
    except ValueError:
        _refuse_uuid(field)


def _refuse_uuid(field: str) -> NoReturn:
    raise InvalidOpError(field, "un identifiant UUID est attendu") from None


def _offset(value: Any, field: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidOpError(field, "un nombre entier est attendu")
    return value


def _text(value: Any, field: str) -> str:
    if not isinstance(value, str):
        raise InvalidOpError(field, "une chaîne de caractères est attendue")
    if "\0" in value:
        raise InvalidOpError(field, "contient un caractère nul")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidOpError(field, "contient un demi-codet UTF-16 isolé") from None
    return value


def span_to_json(span: SpanState) -> dict[str, Any]:
    """The protocol's `Span` object."""
    return {
        "id": str(span.id),
        "start": span.start,
        "end": span.end,
        "label": span.label,
        "subtype": span.subtype,
        "score": span.score,
        "source": span.source,
        "state": str(span.state),
        "doubt": span.doubt,
        "comment": span.comment,
    }


def changes_to_json(op: Op) -> list[dict[str, Any]]:
    """The protocol's `changes` array, as `SpanOp.changes` stores it."""
    return [
        {
            "id": str(c.id),
            "before": None if c.before is None else span_to_json(c.before),
            "after": None if c.after is None else span_to_json(c.after),
        }
        for c in op.changes
    ]


def same_request(stored: Any, op: Op) -> bool:
    """True when stored changes are those of `op`, server fields aside (a retry, not a reuse)."""
    return _bare(stored) == _bare(changes_to_json(op))


def _bare(changes: Any) -> list[Any]:
    def strip(span: Any) -> Any:
        return span and {k: v for k, v in span.items() if k not in ("score", "source")}

    return [[c["id"], strip(c["before"]), strip(c["after"])] for c in changes]
