"""Where ``fix`` writes: in place, to ``--output``, or to standard output."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence

from bvhlint.errors import ConfigError, WriteError
from bvhlint.files import atomic
from bvhlint.files.discovery import STDIN

_UNSAFE = re.compile(r"[^\w-]")
_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))


class Targets:
    """Knows for each input where its result goes; refuses two results in one place."""

    def __init__(self, args: argparse.Namespace, paths: Sequence[str]) -> None:
        self._output: str | None = args.output
        self._overwrite: bool = args.overwrite
        self._backup: str | None = args.backup
        self._arguments: Sequence[str] = args.paths
        if self._output and self._backup is not None:
            raise ConfigError("--backup keeps what is replaced in place; it goes with no --output")
        if args.split_roots and not self._output and not (args.diff or args.check):
            raise ConfigError("--split-roots needs --output FOLDER")
        self._is_folder = self._output is not None and (
            len(paths) > 1
            or args.split_roots
            or self._output.endswith(_SEPARATORS)
            or os.path.isdir(self._output)
        )
        if self._is_folder:
            self._refuse_clashes(paths)

    def _refuse_clashes(self, paths: Sequence[str]) -> None:
        seen: dict[str, str] = {}
        for path in paths:
            other = seen.setdefault(self._mirrored(path), path)
            if other != path:
                raise ConfigError(f"--output: {other} and {path} would both be written to one file")

    def _mirrored(self, path: str) -> str:
        """The path below the output folder: as below the folder argument that holds the file."""
        if path == STDIN:
            raise ConfigError("--output: standard input has no name in a folder")
        for argument in self._arguments:
            if os.path.isdir(argument):
                relative = os.path.relpath(path, argument)
                if not relative.startswith(os.pardir):
                    return relative
        return os.path.basename(path)

    def write(
        self,
        path: str,
        old: bytes,
        stamp: atomic.FileStamp | None,
        new: Sequence[tuple[str, bytes]],
    ) -> None:
        """Write the results of one input. Raises WriteError; what stood there still stands."""
        for root, data in new:
            if self._output is not None:
                self._create(self._target(path, root), data)
            elif stamp is None:
                sys.stdout.buffer.write(data)
                sys.stdout.buffer.flush()
            elif data != old:
                atomic.write(path, data, expected=stamp, backup=self._backup)

    def _target(self, path: str, root: str) -> str:
        assert self._output is not None
        target = self._output
        if self._is_folder:
            target = os.path.join(self._output, self._mirrored(path))
        if root:
            stem, suffix = os.path.splitext(target)
            # A name from a file must not lead to another folder.
            target = f"{stem}.{_UNSAFE.sub('_', root)}{suffix}"
        return target

    def _create(self, target: str, data: bytes) -> None:
        folder = os.path.dirname(target)
        try:
            if folder:
                os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise WriteError(f"{folder}: {error.strerror or error}") from error
        try:
            atomic.create(target, data, overwrite=self._overwrite)
        except WriteError as error:
            raise WriteError(f"--output {target}: {error}") from error
