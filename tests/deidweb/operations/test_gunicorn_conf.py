"""What the web's first process does before it forks the others."""

import gc

from deidweb.operations import gunicorn_conf
from privacy.domain.tables import default_tables


def test_the_tables_of_a_preview_are_read_before_the_forks():
    default_tables.cache_clear()
    gunicorn_conf.on_starting(None)
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    assert default_tables.cache_info().currsize == 1
    assert frozen > 10_000  # objects that no collection touches
