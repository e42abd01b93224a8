"""A built wheel carries its data and its compiled kernels, and works outside the checkout, without numba."""

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import hatch_build
from _gamekit.jit import store
from _gamekit.jit.entry import entries
from benchmarks import command_times, frame
from tests.common.test_wasm import reason
from tests.conftest import ROOT
from tests.narabi.samples import EXAMPLE
from tests.nightly import nightly

PACKAGES = ("narabi_solver", "mabi_search", "amulets_solver", "tales_of_arabia", "_gamekit")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SMALL = "1bw1/b1w1/1w1b w - w 9"
WITHOUT_NUMBA = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"
Done = subprocess.CompletedProcess[str]

pytestmark = pytest.mark.slow


def run(*command: str, folder: Path, **options: str) -> Done:
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, env=environment | options
    )
    assert done.returncode == 0, done.stderr
    return done


def build(folder: Path, **options: str) -> Path:
    """Return a wheel of this checkout, whose libraries are not compiled again."""
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)),
        folder=folder, PYTHONPATH="", **options,
    )  # fmt: skip
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel with libraries for the best level of this machine alone."""
    return build(tmp_path_factory.mktemp("wheel"), NARABI_MABI_WHEEL=store.levels()[0])


@pytest.fixture(scope="module")
def site(wheel: Path) -> Path:
    """Return a folder where the wheel is installed, and numba cannot be imported."""
    folder = wheel.parent / "site"
    run(
        *(sys.executable, "-m", "pip", "install", "--no-deps", "--quiet", "--target", str(folder)),
        str(wheel),
        folder=wheel.parent,
    )  # fmt: skip
    (folder / "sitecustomize.py").write_text(WITHOUT_NUMBA)
    return folder


@pytest.fixture
def ask(site: Path, tmp_path: Path) -> Callable[..., Done]:
    """Return a function that runs a program of the wheel; its cache folder is empty and cannot be written."""
    (tmp_path / "cache").write_text("a file")

    def asked(program: str, *arguments: str, **options: str) -> Done:
        where = {"PYTHONPATH": str(site), "NARABI_MABI_CACHE": "", "XDG_CACHE_HOME": str(tmp_path / "cache")}
        start = [sys.executable] if program == "python" else [str(site / "bin" / program)]
        return run(*start, *arguments, folder=tmp_path, **where | options)

    return asked


def test_the_wheel_is_of_a_platform_and_has_every_kernel(wheel: Path) -> None:
    level = store.levels()[0]
    assert wheel.name.endswith(f"-py3-none-{platform(level)}.whl")
    names = zipfile.ZipFile(wheel).namelist()
    expected = {
        f"_gamekit/jit/libraries/{level}/{store.path_of(entry, level).name}"
        for package in ("narabi_solver.kernels", "mabi_search.kernels")
        for entry in entries(package)
    }
    assert {name for name in names if name.endswith((".so", ".dll"))} == expected


def test_what_commands_of_the_wheel_cost(
    wheel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The study `command_times`, of a few commands."""
    monkeypatch.setattr(command_times, "COMMANDS", command_times.COMMANDS[::6])
    monkeypatch.setattr(command_times, "SHOWN", [one.name for one in command_times.COMMANDS])
    frame.main(command_times.__name__, ["--wheel", str(wheel), "--try"])
    told = capsys.readouterr().out
    assert all(f"| `{one.name}` | " in told for one in command_times.COMMANDS)


def platform(level: str) -> str:
    return "manylinux_2_17_aarch64" if level == "aarch64" else "manylinux_2_5_x86_64"


def test_everything_answers(site: Path, ask: Callable[..., Done], tmp_path: Path) -> None:
    for package in PACKAGES:
        where = ask("python", "-c", f"import {package}; print({package}.__file__)").stdout
        assert where.startswith(str(site))
        assert (site / package / "py.typed").exists()
    cache = str(tmp_path / "tables")
    solved = ask("narabi", "solve", EXAMPLE, "--json", "--algorithm", "bfs", NARABI_MABI_CACHE=cache)
    assert json.loads(solved.stdout)["turns"] == 5
    assert "four-away" in ask("narabi", "cards").stdout
    perft = ask("mabi", "perft", "start", "3", "--size", "4x4", "--json").stdout
    assert json.loads(perft)["nodes"] == 502
    assert "4.9777 bits" in ask("amulets", "ask", "players 4; me 1 C3 B").stdout
    assert "player 2 tells" in ask("tales", "score", "players 2; lay king; interrupt 2 lamp").stdout
    files = {str(path.relative_to(ROOT)) for package in PACKAGES for path in (ROOT / package).rglob("*.*")}
    ours = {file for file in files if (ROOT / file).is_file() and not file.endswith(".pyc")}
    ours = {file for file in ours if not Path(file).name.startswith("studies.")}  # kernels of a study
    assert ours and {file for file in ours if not (site / file).exists()} == set()
    modules = [".".join(Path(file).with_suffix("").parts) for file in ours if file.endswith(".py")]
    builders = ("__main__", "jit.build", "jit.build_all")  # which import numba
    imports = "\n".join(f"import {module}" for module in modules if not module.endswith(builders))
    ask("python", "-c", imports.replace(".__init__", ""))


@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("mabi", ["solve", SMALL]),
        ("narabi", ["survey", "--players", "3", "--deals", "100"]),
        *nightly(("mabi", ["analyse", "start", "--depth", "3"]), ("narabi", ["analyse", EXAMPLE])),
    ],
)
def test_nothing_is_compiled(ask: Callable[..., Done], program: str, arguments: list[str]) -> None:
    """Nor is anything said; a table of Narabi that cannot be kept is, which is no kernel."""
    with ThreadPoolExecutor(2) as pool:  # two at once do not disturb each other
        said = [one.stderr for one in pool.map(lambda _: ask(program, *arguments), range(2))]
    others = [line for text in said for line in text.splitlines() if program == "mabi" or "table" not in line]
    assert not [line for line in others if "compil" in line or "kernel" in line or program == "mabi"]


def test_the_metadata_are_written_without_a_build(
    tmp_path: Path, wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And as they are in the wheel."""
    monkeypatch.chdir(ROOT)
    (tmp_path / "there").mkdir()
    folder = hatch_build.prepare_metadata_for_build_wheel(str(tmp_path / "there"))
    (written,) = (tmp_path / "there" / folder).iterdir()
    built = zipfile.ZipFile(wheel).read(f"{folder}/METADATA")
    assert written.name == "METADATA" and written.read_bytes() == built
    backend = PROJECT["build-system"]
    assert (backend["build-backend"], backend["backend-path"]) == ("hatch_build", ["."])


def test_compiling_needs_only_what_is_declared(tmp_path: Path) -> None:
    """Of the packages that the programs need, those that a build does not install cannot be imported."""
    names = {re.split(">=", one)[0].lower() for one in PROJECT["project"]["dependencies"]}
    others = names - {re.split(">=", one)[0].lower() for one in hatch_build.COMPILERS}
    assert {"scipy", "networkx", "rich"} <= others
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({others}))\n"
        "from pathlib import Path\nfrom _gamekit.jit import build_all, store\n"
        "where = [*build_all.MODULES]\n"
        "print(len([*build_all.jobs(build_all.PACKAGES, ['aarch64'], Path('out'), where)]))"
    )
    count = run(sys.executable, "-c", program, folder=tmp_path, PYTHONPATH=str(ROOT)).stdout
    assert int(count) > 60


@pytest.mark.nightly
def test_an_older_processor(site: Path, ask: Callable[..., Done]) -> None:
    """Libraries of two levels; the one that is asked for is mapped, the other is not."""
    if not store.levels()[0].startswith("x86-64"):
        pytest.skip("only x86 has levels")
    older = "x86-64-v2" if store.levels()[0] == "x86-64-v3" else "x86-64"
    run(
        *(sys.executable, "-m", "_gamekit.jit.build_all", "mabi_search.kernels.perft", "--level", older),
        *("--no-pages", "--out", str(site / "_gamekit" / "jit" / "libraries")),
        folder=ROOT,
    )  # fmt: skip
    program = (
        "from mabi_search import Position, Rules, perft\n"
        "perft(Position.start(Rules(size='4x4')), 2)\n"
        "print([line for line in open('/proc/self/maps') if '.so' in line and 'jit/libraries' in line])"
    )
    mapped = ask("python", "-c", program, NARABI_MABI_PROCESSOR=older).stdout
    assert f"libraries/{older}/" in mapped and mapped.count("libraries/") == mapped.count(f"/{older}/")
    assert f"/{older}/" not in ask("python", "-c", program).stdout


def test_without_libraries(tmp_path: Path) -> None:
    """A pure wheel says how kernels are compiled."""
    wheel = build(tmp_path, NARABI_MABI_WHEEL="pure")
    assert wheel.name.endswith("-py3-none-any.whl")
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    done = subprocess.run(
        [sys.executable, "-m", "narabi_solver", "solve", EXAMPLE, "--algorithm", "bfs"],
        capture_output=True, text=True, check=False, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(site)},
    )  # fmt: skip
    assert done.returncode == 2 and done.stderr == (
        "narabi: the kernel narabi_solver.kernels.astar.begin is not compiled for this machine: "
        "run `make setup` in a clone, or `python -m _gamekit.jit.build_all`\n"
    )


@pytest.mark.skipif(reason() is not None, reason=str(reason()))
def test_a_page_without_a_compiler(ask: Callable[..., Done], tmp_path: Path) -> None:
    """The wheel has the WebAssembly of pages: nothing is compiled for it."""
    for game in ("mabi", "narabi"):
        done = ask(game, "page", "--out", f"{game}.html", WASM_LD="none")
        assert done.stderr.startswith(f"{game}: written to {game}.html")


@pytest.mark.nightly
def test_a_library_for_another_system(tmp_path: Path) -> None:
    """It is linked here, where PyPI's ziglang is installed; it cannot be run."""
    pytest.importorskip("ziglang", reason="ziglang, which links for other systems, is not installed")
    level = "aarch64" if store.levels()[0].startswith("x86-64") else "x86-64-v2"
    command = ("-m", "_gamekit.jit.build_all", "narabi_solver.kernels.census", "--level", level)
    said = run(sys.executable, *command, "--no-pages", "--out", str(tmp_path), folder=ROOT).stdout
    assert said.startswith(f"{level}: ") and "not tested on this machine" in said
    assert all(path.read_bytes()[:4] == b"\x7fELF" for path in tmp_path.glob("*/*.so"))
    assert hatch_build.platform_tag(tmp_path) == platform(level)
