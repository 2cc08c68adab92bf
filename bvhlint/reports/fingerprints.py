"""A name for each finding that stays the same when lines move."""

from __future__ import annotations

import hashlib
import re
from collections import Counter

from bvhlint.results import FileResult, FindingEntry

_NUMBER = re.compile(r"\d+")


def fingerprints(result: FileResult, path: str) -> list[str]:
    """A hex digest for each finding of a file, all different.

    It is made of the path, the rule, the joint, the channel, the frame and the message without its
    numbers: no line or column. The second of two equal ones is told apart by being the second.
    """
    seen: Counter[str] = Counter()
    digests = []
    for finding in result.findings:
        key = _key(finding, path)
        digests.append(digest(f"{key}\0{seen[key]}"))
        seen[key] += 1
    return digests


def digest(key: str) -> str:
    """32 hex digits for any text."""
    raw = key.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


def _key(finding: FindingEntry, path: str) -> str:
    parts = (
        path,
        finding.code,
        finding.joint.name if finding.joint else "",
        finding.channel or "",
        "" if finding.frame is None else str(finding.frame),
        _NUMBER.sub("0", finding.message),
    )
    return "\0".join(parts)
