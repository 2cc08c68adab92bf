"""From a document to its facts."""

from __future__ import annotations

import math

from bvhlint.document.document import Document
from bvhlint.document.joint import POSITION, EndSite, Joint
from bvhlint.document.joint import Vector as Offset
from bvhlint.facts.rows import complete_rows
from bvhlint.facts.size import bones, height, skeleton_size
from bvhlint.facts.units import unit_guess
from bvhlint.facts.up import up_axis
from bvhlint.file_result import file_info
from bvhlint.info import maya
from bvhlint.info.model import EndSiteFacts, FileFacts, JointFacts, MayaFacts, Vector
from bvhlint.info.writer import writer_facts

_LONGEST_CHANNEL = 60  # characters shown of a word that is no channel


def file_facts(document: Document, path: str) -> FileFacts:
    """All facts of a document, whatever state it is in."""
    skeleton = document.skeleton
    has_bones = bool(skeleton.joints)
    return FileFacts(
        path=path,
        bytes=len(document.source.data),
        info=file_info(document),
        end_sites=len(skeleton.end_sites),
        size=_finite(skeleton_size(document)) if has_bones else None,
        height=_finite(height(document)) if has_bones else None,
        unit=unit_guess(document),
        up_axis=up_axis(document),
        maya=MayaFacts(maya.time_unit(document.motion.rate)),
        writer=writer_facts(document),
        joints=_joints(document),
    )


def _joints(document: Document) -> list[JointFacts]:
    lengths = bones(document)
    ends = iter(lengths.ends.tolist())
    has_rows = len(complete_rows(document)) > 0
    facts = []
    for joint, length in zip(document.skeleton.joints, lengths.joints.tolist(), strict=True):
        is_known = joint.offset is not None or (has_rows and bool(joint.of_kind(POSITION)))
        known = None if joint.is_root or not is_known else _finite(length)
        end_sites = [_end_site(site, next(ends)) for site in joint.end_sites]
        facts.append(_joint(joint, known, end_sites))
    return facts


def _joint(joint: Joint, length: float | None, end_sites: list[EndSiteFacts]) -> JointFacts:
    order = joint.rotation_order
    return JointFacts(
        index=joint.index,
        name=joint.name,
        parent=None if joint.is_root else joint.parent,
        depth=joint.depth,
        offset=_vector(joint.offset),
        length=length,
        channels=[channel.name[:_LONGEST_CHANNEL] for channel in joint.channels],
        rotation_order=order,
        maya_rotate_order=maya.rotate_order(order),
        end_sites=end_sites,
    )


def _end_site(site: EndSite, length: float) -> EndSiteFacts:
    offset = _vector(site.offset)
    return EndSiteFacts(offset, _finite(length) if offset else None)


def _vector(offset: Offset | None) -> Vector | None:
    return offset if offset and all(map(math.isfinite, offset)) else None


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
