"""Many rows into one table, without an object for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.models import Field, Model


def insert_rows(
    model: type[Model],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    same: Mapping[str, Any],
    ignore_conflicts: bool = False,
) -> None:
    """Rows with these values of the fields `columns`, and in all of them those of `same`, by field. Every field that has no
    default in the database must be named. Signals are not sent: for tables that nobody listens to."""
    names = [*same, *columns]
    known = {field.name: field for field in model._meta.concrete_fields}
    fields = [known[name] for name in names]
    quoted = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    marks = ", ".join(["%s"] * len(names))
    table = connection.ops.quote_name(model._meta.db_table)
    conflict = " ON CONFLICT DO NOTHING" if ignore_conflicts else ""
    first = _prepared(fields[: len(same)], same.values())
    rest = fields[len(same) :]
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {table} ({quoted}) VALUES ({marks}){conflict}",  # noqa: S608 - names of our own
            [(*first, *_prepared(rest, row)) for row in rows],
        )


def _prepared(fields: Sequence[Field[Any, Any]], values: Iterable[Any]) -> list[Any]:
    """As the database takes them: SQLite knows no UUID and no Decimal."""
    return [
        field.get_db_prep_save(value, connection)
        for field, value in zip(fields, values, strict=True)
    ]
