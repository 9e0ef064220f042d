"""What the flags of a processor mean for the way a model runs."""

import pytest

from worker.engine.encoder import processor


@pytest.mark.parametrize(
    ("flags", "overflow", "bfloat16"),
    [
        ("fpu sse2 avx2 fma", True, False),
        ("avx2 avx512f avx512bw", True, False),
        ("avx2 avx512f avx512_vnni", False, False),
        ("avx2 avx_vnni", False, False),
        ("avx2 avx512f avx512_vnni amx_bf16 amx_int8", False, True),
        ("arm64", False, False),
    ],
)
def test_flags(monkeypatch, flags, overflow, bfloat16):
    monkeypatch.setattr(processor, "cpu_line", lambda key: flags)
    assert processor.sums_overflow() is overflow
    assert processor.multiplies_bfloat16() is bfloat16


def test_a_key_that_no_line_has_gives_the_machine():
    assert processor.cpu_line("no such key") == (
        processor.platform.processor() or processor.platform.machine()
    )
