"""Every action that the code records has a name that people can read."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from deidweb.audit.presentation import ACTIONS
from deidweb.audit.templatetags.audit import action_name, object_name
from deidweb.jobs.models import Job


def test_every_recorded_action_has_a_name():
    written = set()
    for app in ("annotation", "deidweb", "icdcoder", "privacy", "worker"):
        for path in (Path(settings.BASE_DIR) / app).rglob("*.py"):
            written |= set(re.findall(r'record\(\s*"([a-z_]+\.[a-z_]+)"', path.read_text("utf-8")))
    assert written
    assert {f"job.{state}" for state in Job.FINISHED} | written <= ACTIONS.keys()


def test_what_has_no_name_keeps_its_code():
    assert (action_name("member.added"), action_name("odd.thing")) == ("Rôle ajouté", "odd.thing")
    assert (object_name("annotation.document"), object_name("")) == ("note", "")
