"""What a change promised, measured on its result.

A promise is made by a transform and looks at the document before and the one read again from the
new bytes; it raises ProofError, naming joint, frame and distance, where the result is another.
"""

from bvhlint.proof.clip import FrameCount, FrameRate
from bvhlint.proof.in_time import InTime
from bvhlint.proof.kept import HeaderKept, JointsAre, LinesKept, OutsideKept, RowsKept
from bvhlint.proof.pose import Rounding, SamePose, Tolerance
from bvhlint.proof.promise import Promise
from bvhlint.proof.written import CellsAre, OffsetsAre, half_unit, offsets_of

__all__ = [
    "CellsAre",
    "FrameCount",
    "FrameRate",
    "HeaderKept",
    "InTime",
    "JointsAre",
    "LinesKept",
    "OffsetsAre",
    "OutsideKept",
    "Promise",
    "Rounding",
    "RowsKept",
    "SamePose",
    "Tolerance",
    "half_unit",
    "offsets_of",
]
