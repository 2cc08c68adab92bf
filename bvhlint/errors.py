"""The exceptions that bvhlint raises on purpose; anything else that escapes is a bug."""

from __future__ import annotations


class BvhlintError(Exception):
    """Base of every documented error: its text is one clear sentence for a person."""


class ReadError(BvhlintError):
    """A file could not be read."""


class WriteError(BvhlintError):
    """A file could not be written; what stood there before still stands."""


class ConfigError(BvhlintError):
    """A configuration file, option or plug-in is wrong."""


class EditError(BvhlintError):
    """Byte edits overlap, leave the document or touch what they promised to keep."""


class TransformError(BvhlintError):
    """A change that was asked for is not possible on this document, and why."""


class ProofError(BvhlintError):
    """A change broke its promise; says joint, frame and distance. Nothing was written."""
