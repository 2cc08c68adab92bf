"""The wheel: what it holds, and that it works away from the checkout."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

from installed import CHECKOUT, Run


def test_only_bvhlint_at_the_top_of_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"bvhlint"}
    assert "bvhlint/_grammar/bvh.lark" in names
    assert "bvhlint/py.typed" in names
    rules = {path.name for path in (CHECKOUT / "rules").rglob("*.py")}
    assert {Path(name).name for name in names if name.startswith("bvhlint/_rules/")} >= rules


def test_the_installed_package_is_not_the_checkout(installed: Path, tmp_path: Path) -> None:
    code = "import bvhlint, bvhlint.resources as r; print(bvhlint.__file__, r.folder('rules'))"
    done = subprocess.run(
        [installed, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "bvhlint" in done.stdout
    assert str(CHECKOUT) not in done.stdout


def test_the_installed_command_checks(bvhlint: Run, tmp_path: Path) -> None:
    clip = tmp_path / "walk.bvh"
    clip.write_bytes((CHECKOUT / "fixtures/readme/walk.bvh").read_bytes())
    done = bvhlint("check", "--isolated", "--no-cache", "--output-format", "json", clip)
    assert done.returncode == 1, done.stderr
    report = json.loads(done.stdout)
    found = {(entry["name"], entry["location"]["line"]) for entry in report["files"][0]["findings"]}
    assert ("keyword-case", 14) in found
    assert ("bad-number", 26) in found


def test_python_m_is_the_command(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [installed, "-m", "bvhlint", "--version"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("bvhlint ")


def test_the_catalogue_is_the_same_from_the_wheel_and_the_checkout(
    bvhlint: Run, tmp_path: Path
) -> None:
    from bvhlint.plugins import builtin_rules

    done = bvhlint("rules", "--output-format", "json", cwd=tmp_path)
    codes = {entry["code"] for entry in json.loads(done.stdout)}
    assert codes >= {rule.code for rule in builtin_rules()}
