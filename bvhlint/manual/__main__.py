"""``python -m bvhlint.manual`` writes the generated pages under docs/; ``--check`` says what is
stale."""

from __future__ import annotations

import sys

from bvhlint.manual.pages import main

if __name__ == "__main__":
    sys.exit(main())
