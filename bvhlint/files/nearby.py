"""What a path that leads nowhere was meant to be: the nearest name in its folder."""

from __future__ import annotations

import os
from itertools import islice

from bvhlint.suggest import nearest
from bvhlint.visible import visible

_MOST_NAMES = 2000  # comparing takes some ten microseconds a name
_SHOWN = 200


def nearest_path(path: str) -> str | None:
    """The path beside ``path`` whose name is most like it, None where none is near."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or os.curdir) as entries:
            names = [entry.name for entry in islice(entries, _MOST_NAMES)]
    except (OSError, ValueError):
        return None
    # A wrong or missing suffix is the likeliest slip.
    stem = os.path.splitext(name)[0].casefold()
    clips = (other for other in names if other.casefold() == f"{stem}.bvh")
    found = next(clips, None) or nearest(name, names)
    return os.path.join(folder, found) if found else None


def did_you_mean_path(path: str) -> str:
    """``; did you mean "walk.bvh"?`` to put behind a message, or nothing."""
    found = nearest_path(path)
    return "" if found is None else f'; did you mean "{visible(found, _SHOWN)}"?'
