"""The help of a command says what each of its arguments is."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest
from django.core.management import get_commands, load_command_class

from deidweb.management.project_id import project_id

OURS = {
    name: app
    for name, app in get_commands().items()
    if app.split(".")[0] in ("annotation", "deidweb", "icdcoder", "privacy", "worker")
}


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_argument_says_what_it_is(name):
    command = load_command_class(OURS[name], name)
    parser = command.create_parser("manage.py", name)
    assert command.help
    assert [one.dest for one in parser._actions if not one.help] == []


def test_a_project_that_is_no_identifier_is_told_where_to_read_one():
    assert str(project_id("eac1fd4b-a0db-4b1c-b82e-488f4dce4e51")).startswith("eac1")
    with pytest.raises(ArgumentTypeError, match="« cardio » n'est pas l'identifiant d'un projet"):
        project_id("cardio")
