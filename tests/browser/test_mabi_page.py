"""Mabi as one page in a real browser, with its engine: a game, analysis, Stop, and a link."""

from __future__ import annotations

from pathlib import Path

import pytest

from mabi_search import check_certificate
from mabi_search.page.making import page_folder
from tests.browser.conftest import ANSWERED, SIZES, Open, act, against, load, overflow, serious, served, until
from tests.common.test_wasm import reason

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(reason() is not None, reason=str(reason())),
]
STOP = """async () => {
  let told = 0;
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(() => told++).observe(document.querySelector("#result"), all);
  document.querySelector("#stop").click();
  while (!document.querySelector("#stop").disabled) await new Promise(done => setTimeout(done, 1));
  return told;
}"""
"""How often the page still tells how far a search is when it was asked to stop."""

FUZZ = """async ([seed, many]) => {
  let state = seed;
  const chance = most => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % most;
  };
  const words = [" moves ", "start", "a1a2", "pass", "# rules freeze=none\\n"];
  const signs = [..."wb/-pqr0129# a1x\\u0000é😀<>&"].concat(words);
  const found = { clicks: 0, texts: 0 };
  const byId = id => document.getElementById(id);
  const made = URL.createObjectURL.bind(URL); // nothing is saved, only said to be
  URL.createObjectURL = blob => (blob.type === "text/plain" ? "data:," : made(blob));
  while (found.clicks + found.texts < many) {
    if (chance(2)) {
      const sign = () => signs[chance(signs.length)];
      byId("load-text").value = Array.from({ length: chance(30) }, sign).join("");
      byId("load-go").click();
      found.texts += 1;
    } else {
      const buttons = document.querySelectorAll("button:not(:disabled), select:not(#language)");
      const one = buttons[chance(buttons.length)];
      if (one.tagName === "SELECT") {
        one.selectedIndex = chance(one.options.length);
        one.dispatchEvent(new Event("change"));
      } else one.click();
      found.clicks += 1;
    }
    await new Promise(done => setTimeout(done, 5));
  }
  return found;
}"""


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("dark", [False, True])
def test_it_answers_and_can_be_read(open_page: Open, mabi_page: str, width: int, dark: bool) -> None:
    page = open_page(mabi_page, width, dark=dark)
    page.wait_for_selector("body[data-ready=yes]")
    act(page, "to-analysis")
    page.click("#analyse")
    until(page, "document.querySelector('#lines-found .pv button') !== null")
    page.click("#analyse")
    assert overflow(page) == 0 and serious(page) == []
    for name in ("new", "rules", "puzzles", "load", "save"):
        act(page, name)
        assert overflow(page, f"#dialog-{name}") == 0
        assert serious(page) == []
        page.keyboard.press("Escape")


def test_a_game_to_its_end_a_proof_a_stop_and_a_link(open_page: Open, mabi_page: str, tmp_path: Path) -> None:
    """A game on a phone, its review, and why the engine's win was certain."""
    page = open_page(mabi_page, 360)
    page.wait_for_selector("body[data-ready=yes]")
    load(page, "w1w1/1b1b/w1w1 w - - 0 moves c1d1")
    against(page, 2)
    ended = "#dialog-over[open]"
    while page.wait_for_selector(f"{ANSWERED}, {ended}") and not page.is_visible(ended):
        if page.is_enabled("#pass"):
            page.click("#pass")
            if page.is_visible("#ask-yes"):
                page.click("#ask-yes")
        else:
            page.focus("#board .grid button.movable")
            page.keyboard.press("Enter")
            page.focus("#board .grid button.target")
            page.keyboard.press("Enter")
    assert (page.text_content("#words") or "").startswith("the game is over: Black wins")
    page.keyboard.press("Escape")
    act(page, "why")
    until(page, "document.querySelector('#result').textContent.includes('Why it is certain')", 40)
    with page.expect_download() as waiting:
        page.click("text=Certificate")
    waiting.value.save_as(tmp_path / "proof.jsonl")
    assert check_certificate((tmp_path / "proof.jsonl").read_text().splitlines()).outcome == "win"
    page.click("#last")
    page.click("#review")
    until(
        page,
        "document.querySelector('#result').textContent.includes('points: move 1 (White loses the win)')",
    )
    assert page.inner_text("#moves .marked b >> nth=0") == "??"
    assert page.locator("#curve .mark").count() == page.locator("#moves .marked").count()
    assert serious(page) == [] and overflow(page) == 0
    page.click("#result >> text=/^Learn from/")
    page.click('#board [data-square="a3"]')
    page.click('#board [data-square="b3"]')
    until(page, "document.querySelector('#training-told').textContent.includes('as good as any')")
    page.click("#training-row >> text=End")
    load(page, "start moves a1a2 h8h7")
    page.click("#solve")
    until(page, "document.querySelector('#result').textContent.includes('nodes so far')")
    assert page.evaluate(STOP) <= 1  # what was on its way
    shared = open_page(f"{mabi_page}#game=start%20moves%20a1a2%20h8h7%20pass")
    shared.wait_for_selector("body[data-ready=yes]")
    assert shared.locator("#moves button").count() == 4
    wrong = open_page(f"{mabi_page}#game=%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    wrong.wait_for_selector("body[data-ready=yes]")
    assert "has five parts" in (wrong.text_content("#alert") or "")


def test_stop_lets_the_engine_play_at_once(open_page: Open, mabi_page: str) -> None:
    page = open_page(mabi_page)
    page.wait_for_selector("body[data-ready=yes]")
    act(page, "to-play")
    against(page, 5, "b")
    until(page, "!document.querySelector('#stop').disabled")
    page.click("#stop")
    page.wait_for_selector(ANSWERED, timeout=10_000)
    assert page.locator("#moves button").count() == 2


def test_odd_texts_and_clicks_write_no_error(open_page: Open, mabi_page: str) -> None:
    """The fixture fails if there is an error in the console."""
    page = open_page(mabi_page, 800)
    page.wait_for_selector("body[data-ready=yes]")
    found = page.evaluate(FUZZ, [1, 200])
    assert found["clicks"] + found["texts"] == 200 and not page.is_disabled("#load")


def test_from_a_server_it_can_be_installed_and_then_works_offline(open_page: Open, tmp_path: Path) -> None:
    for name, content in page_folder().items():
        (tmp_path / name).write_bytes(content)
    with served(tmp_path) as address:
        page = open_page(address, 360)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        session = page.context.new_cdp_session(page)
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [one["errorId"] for one in errors if one["errorId"] != "in-incognito"] == []
    page.goto("about:blank")  # from the page itself an address with another hash loads nothing
    page.goto(f"{address}#puzzle=2")
    page.wait_for_selector("#title:has-text('Puzzle 2 ')")
    act(page, "to-analysis")
    page.click("#analyse")
    until(page, "document.querySelector('#lines-found .pv button') !== null")


@pytest.mark.parametrize(
    ("kept", "plies"),
    [
        ('{"language": "toString"}', '"x"'),
        ('{"games": [null, 1, {"name": 2, "text": "start"}, {"name": "mine", "text": "start"}]}', "1.5"),
        ('{"games": "toString", "solved": [1]}', "-1"),
        ("[]", "[]"),
        ("{", "{}"),
    ],
)
def test_what_does_not_fit_is_dropped_from_what_was_kept(
    open_page: Open, mabi_page: str, kept: str, plies: str
) -> None:
    page = open_page(mabi_page)
    page.wait_for_selector("body[data-ready=yes]")
    game = f'{{"base": "start", "rules": {{"max_plies": {plies}}}, "moves": ["a1a2"]}}'
    page.evaluate(
        "([kept, game]) => { localStorage.setItem('mabi', kept);"
        " for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, game); }",
        [kept, game],
    )
    page.reload()
    page.wait_for_selector("body[data-ready=yes]")
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.locator("#moves button").count() == 1
    act(page, "load")
    assert page.locator("#kept-games li").count() == kept.count("mine")
