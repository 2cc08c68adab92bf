"""What the README shows is what the command prints."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from installed import CHECKOUT, Run

SECONDS = re.compile(r" in \d+\.\d+ s:")


def test_the_sample_is_the_real_report(bvhlint: Run, tmp_path: Path) -> None:
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    shown = re.search(
        r"```console\n\$ bvhlint (check \S+)\n```\n\n```text\n(.*?)```", text, re.DOTALL
    )
    assert shown
    shutil.copytree(CHECKOUT / "fixtures" / "readme", tmp_path / "fixtures" / "readme")
    done = bvhlint(*shown[1].split(" "), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert SECONDS.sub(" in N s:", shown[2]) == SECONDS.sub(" in N s:", done.stdout)
