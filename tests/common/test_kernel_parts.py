"""Parts of kernels are compiled within the kernels that use them, and nowhere else."""

import numba
import pytest

from _gamekit import kernel_cache, kernel_parts
from tests.parts import called

JIT_DISABLED = bool(numba.config.DISABLE_JIT)


def three_layers():
    """Return a helper, a subroutine that calls it, and a kernel that calls both."""

    @kernel_cache.helper
    def twice(x):
        return 2 * x

    @kernel_cache.subroutine
    def four_times(x):
        return twice(twice(x))

    @kernel_cache.kernel(numba.int64(numba.int64))
    def answer(x):
        total = 0
        for i in range(x):
            total += four_times(i) + twice(i)
        return total

    return twice, four_times, answer


@pytest.mark.parametrize("known", [True, False])
def test_kernels_call_parts(monkeypatch, known):
    monkeypatch.setattr(kernel_parts, "KNOWN", known and kernel_parts.KNOWN)
    twice, four_times, answer = three_layers()
    assert answer(10) == 6 * 45
    assert called(twice)(3) == 6
    assert called(four_times)(3) == 12


@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
def test_parts_are_never_machine_code():
    twice, four_times, _ = three_layers()
    for part in (twice, four_times):
        (compiled,) = part.overloads.values()
        assert isinstance(compiled.library, kernel_parts.PartLibrary)
        with pytest.raises(KeyError, match="which only kernels call"):
            part(3)


@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
def test_a_part_is_translated_once_for_all_constants():
    @kernel_cache.helper
    def sum_of(x, y):
        return x + y

    @kernel_cache.kernel(numba.int64(numba.int64))
    def answer(x):
        return sum_of(x, 1) * sum_of(2, y=x) + sum_of(3, 4)

    assert answer(10) == 11 * 12 + 7
    assert len(sum_of.overloads) == 1
