"""Keep the allocator from handing freed arrays back to the system between two pieces of work."""

from __future__ import annotations

import numpy as np

#: The most that glibc lets itself be taught this way is 32 MiB.
_REUSED_BYTES = 24 << 20


def reuse_freed_arrays() -> None:
    """Let arrays of some megabytes be made from freed ones, without fresh pages from the system.

    glibc maps every large block anew, and each of its pages costs a fault, until it has seen a
    block of that size freed; from then on it keeps such blocks for the next one. Reading frame
    rows, whose arrays live for microseconds, takes twice as long without. This costs some
    microseconds, the block itself is never touched, and other allocators are not changed by it.
    """
    block = np.empty(_REUSED_BYTES, np.uint8)
    del block
