"""Fixtures for all tests: the command as a user has it, from the wheel, installed by itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator, Sequence
from pathlib import Path

import hypothesis
import pytest
from coverage import Coverage
from installed import CHECKOUT, Run

# How long one example takes says more about the machine than about the code. A gate gives the same
# answer twice; new examples are for whoever runs the tests by hand.
BY_HAND = hypothesis.settings(
    deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.register_profile("by-hand", BY_HAND)
hypothesis.settings.register_profile("gate", BY_HAND, derandomize=True, database=None)
hypothesis.settings.load_profile("gate" if os.environ.get("CI") else "by-hand")


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # So a shell starts what is to run behind it; the commands under test would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What these do, other tests do too; they take long, and under coverage twice as long.
UNMEASURED = {"bounds", "corpus", "fuzz"}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Measures no coverage during a test that is marked so: not in this process, whose time and
    memory it would take, nor in those that it starts, whose imports would count as theirs."""
    measuring = Coverage.current()
    folder = item.path.relative_to(CHECKOUT / "tests").parts[0]
    if measuring is None or not (folder in UNMEASURED or item.get_closest_marker("unmeasured")):
        return (yield)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START"):
            patch.delenv(name, raising=False)
        measuring.stop()
        try:
            return (yield)
        finally:
            measuring.start()


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(CHECKOUT)], check=True)
    return next(folder.glob("bvhlint-*.whl"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment that holds the wheel; its libraries are this one's."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    libraries = Path(paths["purelib"])
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*install, "--no-deps", "--no-index", str(wheel)], check=True)
    # A path in a .pth file makes its libraries known, but not what is installed editable there.
    lines = [sysconfig.get_path("purelib")]
    if "COVERAGE_PROCESS_CONFIG" in os.environ:
        # As coverage's own: what is not measured does not import it.
        start = '__import__("coverage").process_startup()'
        lines.append(f'import os; os.getenv("COVERAGE_PROCESS_CONFIG") and {start}')
    (libraries / "libraries.pth").write_text("\n".join(lines) + "\n")
    return python


@pytest.fixture(scope="session")
def bvhlint(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs the installed command: ``bvhlint("check", path, cwd=..., stdin=..., env=...)``."""
    command = installed.parent / ("bvhlint.exe" if os.name == "nt" else "bvhlint")
    home = tmp_path_factory.mktemp("home")

    def run(
        *args: str | os.PathLike[str],
        cwd: Path | None = None,
        stdin: bytes = b"",
        env: dict[str, str] | None = None,
        prefix: Sequence[str] = (),
    ) -> subprocess.CompletedProcess[str]:
        clean = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("GITHUB_", "PYTHON", "FORCE_COLOR", "NO_COLOR", "BVHLINT"))
        }
        done = subprocess.run(
            [*prefix, str(command), *map(str, args)],
            cwd=cwd or home,
            input=stdin,
            capture_output=True,
            env={**clean, **(env or {})},
            check=False,
            timeout=300,
        )
        out, err = (text.decode("utf-8", "surrogateescape") for text in (done.stdout, done.stderr))
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run
