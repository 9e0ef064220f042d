"""Which errors tell that a graphics card is lost, and what is left of it."""

import os

import pytest
import torch

from worker.engine.build import EngineError, load_model
from worker.engine.encoder.card import CardLostError, give_up_card, lost_card
from worker.engine.encoder.choice import has_cuda


def caused_by(error: BaseException) -> EngineError:
    outer = EngineError("illisible")
    outer.__cause__ = error
    return outer


@pytest.mark.parametrize(
    ("error", "is_lost"),
    [
        (torch.AcceleratorError("unspecified launch failure"), True),
        (RuntimeError("CUDA error: an illegal memory access was encountered"), True),
        (RuntimeError("No CUDA GPUs are available"), True),
        (RuntimeError("Found no NVIDIA driver on your system."), True),
        (RuntimeError("cuDNN error: CUDNN_STATUS_EXECUTION_FAILED"), True),
        (RuntimeError("CUBLAS_STATUS_NOT_INITIALIZED"), True),
        (caused_by(torch.AcceleratorError("x")), True),
        # a smaller batch would do: the card is there
        (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB."), False),
        (RuntimeError("mat1 and mat2 shapes cannot be multiplied"), False),
        (ValueError("CUDA"), False),
        (MemoryError(), False),
    ],
)
def test_what_tells_that_a_card_is_lost(error, is_lost):
    assert bool(lost_card(error)) is is_lost


def test_it_is_named(seen_card):
    assert lost_card(RuntimeError("CUDA error")) == "CUDA"
    assert has_cuda()
    assert lost_card(RuntimeError("CUDA error")) == "NVIDIA Essai"


def test_who_has_lost_it_uses_it_no_more(seen_card):
    assert has_cuda()
    give_up_card()
    assert not has_cuda()
    assert os.environ["CUDA_VISIBLE_DEVICES"] == ""


def test_a_model_that_can_t_be_put_on_it_is_no_broken_model(seen_card, tiny_model):
    with pytest.raises(CardLostError, match="NVIDIA Essai"):
        load_model(tiny_model)
    give_up_card()
    assert load_model(tiny_model).version
