"""The server of pages: whom it answers, what it refuses, and that its processes end with their pages."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import psutil
import pytest

from _gamekit.problems import ArgumentError, InternalError
from _gamekit.web import Site, answering, guard, serving
from _gamekit.web.answering import Dispatcher, Fields, Work

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from _gamekit.web import site as sites
from _gamekit.web.site import application
from tests.conftest import ROOT

HOST, TOKEN = "127.0.0.1:8000", "secret"
OWN = {"origin": f"http://{HOST}"}
ECHOES = Site((("served_here", "data"),), ("echo_answers",))
ECHO = """
import json, os, sys
print(json.dumps({"pid": os.getpid()}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("end"):
        break
    print(json.dumps({"echo": asked}), flush=True)
"""


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """Return a browser, more or less, and a server that echoes."""
    (tmp_path / "echo_answers.py").write_text(ECHO)
    pages = tmp_path / "served_here"
    (pages / "data").mkdir(parents=True)
    (pages / "__init__.py").write_text("")
    (pages / "data" / "index.html").write_text("<!DOCTYPE html><title>here</title>")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    monkeypatch.syspath_prepend(str(tmp_path))
    return TestClient(application(ECHOES, TOKEN, 8000), base_url=f"http://{HOST}")


def asking(
    client: TestClient, token: str = TOKEN, **headers: str
) -> AbstractContextManager[WebSocketTestSession]:
    return client.websocket_connect(f"ws://{HOST}/{token}/answers", headers=OWN | headers)


def test_a_page_is_handed_out_with_its_rules(client: TestClient) -> None:
    page = client.get(f"/{TOKEN}/")
    assert page.status_code == 200 and "<title>here" in page.text
    assert "default-src 'none'; script-src 'self'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff" and page.headers["cache-control"] == "no-store"
    style = client.get(f"/{TOKEN}/theme.css")
    assert style.headers["content-type"].startswith("text/css") and "--other-field: #2b3138" in style.text


@pytest.mark.parametrize(
    ("path", "headers", "code"),
    [
        ("/", {}, 403),
        ("/wrong/", {}, 403),
        ("/s\u00e9cret/", {}, 403),
        (f"/{TOKEN}/", {"host": "evil.example:8000"}, 403),
        (f"/{TOKEN}/", {"origin": "http://evil.example"}, 403),
        (f"/{TOKEN}/", {"origin": "null"}, 403),
        (f"/{TOKEN}/none.js", {}, 404),
        (f"/{TOKEN}/..%2f__init__.py", {}, 404),
    ],
)
def test_others_are_refused(client: TestClient, path: str, headers: dict[str, str], code: int) -> None:
    answer = client.get(path, headers=headers)
    assert answer.status_code == code and "evil" not in answer.text and len(answer.text) < 100
    assert answer.headers["content-security-policy"] and client.post(path, headers=headers).status_code != 200


@pytest.mark.parametrize(
    ("token", "headers"),
    [("wrong", {}), (TOKEN, {"origin": "http://evil.example"}), (TOKEN, {"host": "evil.example"})],
)
def test_pages_of_others_are_refused(client: TestClient, token: str, headers: dict[str, str]) -> None:
    with pytest.raises(WebSocketDisconnect), asking(client, token, **headers):
        pass


def test_a_page_without_an_origin_is_refused(client: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"ws://{HOST}/{TOKEN}/answers"):
        pass


def test_messages_go_both_ways_and_bad_ones_are_answered(client: TestClient) -> None:
    with asking(client) as page:
        page.receive_json()
        for bad in ("", "[1]", "{", '{"a": NaN}', "[" * 100_000, "9" * 5_000):
            page.send_text(bad)
            assert page.receive_json() == {"error": "a message must be a JSON object"}
        page.send_json({"text": "x" * guard.LONGEST})
        assert "131,072 is the most" in page.receive_json()["error"]
        page.send_bytes(b"\xff\xfe")
        assert page.receive_json() == {"error": "a message must be a JSON object"}
        page.send_bytes(b"{}")
        assert page.receive_json() == {"echo": {}}
        page.send_text('{"text": "a\\nb \\u2028 é"}')
        assert page.receive_json() == {"echo": {"text": "a\nb \u2028 é"}}


@pytest.fixture
def address(client: TestClient) -> Iterator[tuple[str, int]]:
    """Serve the same in a thread, and return where."""
    with serving.listen(None) as listening:
        port = listening.getsockname()[1]
        server = serving.server_of(application(ECHOES, TOKEN, port))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        yield "127.0.0.1", port
        server.should_exit = True
        thread.join()


def answer_to(address: tuple[str, int], request: bytes) -> bytes:
    with socket.create_connection(address, timeout=20) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))


def upgrade(port: int, token: str) -> bytes:
    return (
        f"GET /{token}/answers HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


def test_odd_requests_are_refused_without_a_traceback(
    address: tuple[str, int], capfd: pytest.CaptureFixture[str]
) -> None:
    host = f"Host: 127.0.0.1:{address[1]}\r\n".encode()
    assert answer_to(address, b"OPTIONS * HTTP/1.1\r\n" + host + b"\r\n").startswith(b"HTTP/1.1 403 ")
    assert answer_to(address, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    body = b"Transfer-Encoding: chunked\r\n\r\nno chunk\r\n"
    assert answer_to(address, b"POST / HTTP/1.1\r\n" + host + body).startswith(b"HTTP/1.1 403 ")
    assert answer_to(address, upgrade(address[1], "wrong")).startswith(b"HTTP/1.1 403 ")
    assert capfd.readouterr().err == ""


def test_a_frame_that_is_no_text_is_answered(
    address: tuple[str, int], capfd: pytest.CaptureFixture[str]
) -> None:
    with socket.create_connection(address, timeout=20) as page:
        page.sendall(upgrade(address[1], TOKEN))
        said = b""
        for frame, answer in ((b"", b"pid"), (b"\xff\xfe", b"JSON object"), (b"{}", b"echo")):
            page.sendall(frame and bytes([0x81, 0x80 | len(frame), 0, 0, 0, 0]) + frame)
            while answer not in said:
                assert (more := page.recv(1 << 16))
                said += more
    assert capfd.readouterr().err == ""


def test_connections_without_a_request_keep_no_page_out(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with contextlib.ExitStack() as opened:
        idle = [opened.enter_context(socket.create_connection(address, timeout=20)) for _ in range(150)]
        page = f"GET /{TOKEN}/ HTTP/1.1\r\nHost: 127.0.0.1:{address[1]}\r\n\r\n".encode()
        assert answer_to(address, page).startswith(b"HTTP/1.1 200 ")
        assert idle[0].recv(1) == b""  # cut off
    monkeypatch.setattr("_gamekit.web.guard.SECONDS_FOR_A_REQUEST", 0.05)
    assert answer_to(address, b"GET / HTT") == b""


def gone(pid: int) -> bool:
    deadline = time.monotonic() + 20
    while psutil.pid_exists(pid) and time.monotonic() < deadline:
        time.sleep(0.01)  # between two looks
    return not psutil.pid_exists(pid)


def test_the_process_ends_with_its_page_and_the_page_with_its_process(client: TestClient) -> None:
    with asking(client) as page:
        pid = page.receive_json()["pid"]
        assert psutil.pid_exists(pid)
    assert gone(pid)
    with asking(client) as page:
        page.receive_json()
        page.send_json({"end": True})
        assert page.receive_json() == {
            "error": "the engine has ended: open the page again; the terminal may say why",
            "ended": True,
        }
        assert page.receive()["code"] == sites.FAILED


def test_a_process_that_does_not_end_is_killed(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("_gamekit.web.site.PATIENCE", 0.05)
    with asking(client) as page:
        pid = page.receive_json()["pid"]
        os.kill(pid, signal.SIGSTOP)
    assert gone(pid)


def test_too_many_pages_and_messages(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sites, "MOST_PAGES", 1)
    monkeypatch.setattr(guard, "BURST", 2)
    monkeypatch.setattr(guard, "EACH_SECOND", 0)
    with asking(client) as page:
        page.receive_json()
        with asking(client) as other:
            assert other.receive_json()["ended"] and other.receive()["code"] == sites.TOO_MANY
        for _ in range(3):
            page.send_json({})
        said = page.receive_json()
        while "echo" in said:
            said = page.receive_json()
        assert "too many messages" in said["error"]
        last = page.receive()
        while "code" not in last:  # an echo that was under way
            last = page.receive()
        assert last["code"] == sites.TOO_MANY


def test_messages_come_back_with_time() -> None:
    now = 0.0
    allowance = guard.Allowance(lambda: now)
    assert [allowance.take() for _ in range(guard.BURST + 1)] == [True] * guard.BURST + [False]
    now = 1 / guard.EACH_SECOND
    assert allowance.take() and not allowance.take()


def test_ports() -> None:
    with serving.listen(None) as listening:
        port = listening.getsockname()[1]
        assert listening.getsockname()[0] == "127.0.0.1"
        with pytest.raises(ArgumentError, match=f"port {port}: .*name another"):
            serving.listen(port)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    wanted = "'anyio>=4' 'starlette>=0.46' 'uvicorn>=0.35' 'websockets>=14'"
    with pytest.raises(ArgumentError, match=f"mabi serve needs the extra web .*uvicorn.* install {wanted}$"):
        serving.check_installed("mabi serve")


def fails(fields: Fields) -> Fields:
    raise InternalError(fields["why"]) if fields.get("bug") else ArgumentError(fields["why"])


def dispatcher(**long: answering.Long) -> Dispatcher:
    return Dispatcher({"double": lambda fields: {"double": 2 * fields["of"]}, "fail": fails}, long)


def test_questions_are_answered(capsys: pytest.CaptureFixture[str]) -> None:
    def ask(**fields: object) -> Fields:
        one = dispatcher(think=lambda fields, work: {})
        one.take(fields)
        answer: Fields = json.loads(capsys.readouterr().out)
        return answer

    assert ask(id=1, ask="double", of=4) == {"id": 1, "answer": {"double": 8}}
    assert ask(id=2, ask="fail", why="no") == {"id": 2, "error": "no"}
    assert ask(id=3, ask="stop") == {"id": 3, "answer": {}}
    assert "what can be asked: double, fail, think, stop" in ask(id=4, ask="x")["error"]
    assert "there is no such question" in ask(id=5, ask=["double"])["error"]
    for identity in (None, -1, True, "1", 1.0, 1 << 60):
        assert ask(id=identity, ask="double") == {"error": "a question needs a whole number as its id"}
    one = dispatcher()
    one.take({"id": 6, "ask": "double"})
    one.take({"id": 7, "ask": "fail", "why": "secret", "bug": True})
    out, err = capsys.readouterr()
    assert out.count("internal error; please report") == 2 and "secret" not in out
    assert "KeyError" in err and "InternalError: secret" in err


def test_a_long_question_stops_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    works: list[Work] = []
    one = dispatcher(think=lambda fields, work: {})
    monkeypatch.setattr(
        one, "_waiting", type("Kept", (), {"put": lambda self, asked: works.append(asked.work)})()
    )
    for number in (1, 2):
        one.take({"id": number, "ask": "think"})
    assert [work.stopped() for work in works] == [True, False]
    one.take({"id": 3, "ask": "stop"})
    assert works[1].stopped()
