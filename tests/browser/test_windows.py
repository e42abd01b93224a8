"""Windows that are used again hold nothing of the tests before."""

import pytest

from tests.browser.conftest import Windows

KEPT = "[localStorage.getItem('one'), sessionStorage.getItem('two')]"


def test_a_window_that_is_given_back_is_empty(windows: Windows, mabi_page: str) -> None:
    before = windows.take()
    page = before.new_page()
    page.goto(mabi_page)
    page.evaluate("localStorage.setItem('one', '1'); sessionStorage.setItem('two', '2')")
    windows.give_back(before)
    again = windows.take()
    page = again.new_page()
    page.goto(mabi_page)
    assert again is before and page.evaluate(KEPT) == [None, None]
    page.clock.set_fixed_time("2026-11-24T12:00:00")
    with pytest.raises(AssertionError, match="another clock"):
        windows.give_back(again)
    again.close()
