import gc

import pytest

from annotation.domain.uncollected import uncollected


def fail():
    with uncollected():
        assert not gc.isenabled()
        raise KeyError


def test_garbage_is_looked_for_again_whatever_happens_meanwhile():
    with pytest.raises(KeyError):
        fail()
    assert gc.isenabled()


def test_who_has_stopped_it_is_left_alone():
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
