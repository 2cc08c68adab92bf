"""The smallest clip that is sound, but for one word that ``fix`` corrects."""

from __future__ import annotations

CLIP = """\
HIERARCHY
ROOT {name}
{{
\tOFFSET 0 0 0
\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
\tEnd site
\t{{
\t\tOFFSET 0 10 0
\t}}
}}
MOTION
Frames: 2
Frame Time: 0.0333333
0 90 0 0 0 0
1 90 0 5 0 0
"""
"""``CLIP.format(name=...)`` is the text of a file; ``End site`` should be ``End Site``."""
