"""Where ``fix`` writes: in place, to ``--output``, or to standard output."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from bvhlint.errors import ConfigError, WriteError
from bvhlint.files import atomic
from bvhlint.files.discovery import STDIN

_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))


@dataclass(frozen=True)
class Targets:
    """Knows for each input where its result goes.

    ``output`` None is in place, then with ``backup`` as the suffix under which the old file stays.
    ``is_folder`` says that ``output`` is one; ``arguments`` are the paths of the command line: what
    lies in a folder among them lies in the same place below ``output``.
    """

    output: str | None = None
    is_folder: bool = False
    overwrite: bool = False
    backup: str | None = None
    arguments: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, output: str, arguments: Sequence[str], files: Sequence[str], *, many: bool
    ) -> Targets:
        """For results that go to ``output``, a folder if there are ``many`` or it looks like one.

        Raises ConfigError where two results would go to one place.
        """
        is_folder = many or output.endswith(_SEPARATORS) or os.path.isdir(output)
        targets = cls(output, is_folder, arguments=tuple(arguments))
        if is_folder:
            targets._refuse_clashes(files)
        return targets

    def _refuse_clashes(self, paths: Sequence[str]) -> None:
        seen: dict[str, str] = {}
        for path in paths:
            other = seen.setdefault(os.path.normcase(self._mirrored(path)), path)
            if other != path:
                raise ConfigError(f"--output: {other} and {path} would both be written to one file")

    def _mirrored(self, path: str) -> str:
        """The path below the output folder: as below the folder argument that holds the file."""
        if path == STDIN:
            raise ConfigError("--output: standard input has no name in a folder")
        for argument in self.arguments:
            if os.path.isdir(argument):
                relative = os.path.relpath(path, argument)
                if relative.split(os.sep, 1)[0] != os.pardir:
                    return relative
        return os.path.basename(path)

    def folder_of(self, path: str) -> str:
        """A path in the folder that the result of an input goes to."""
        return path if self.output is None else self._target(path, "")

    def write(self, path: str, stamp: atomic.FileStamp, data: bytes) -> None:
        """Replace an input by its result. Raises WriteError; what stood there still stands."""
        atomic.write(path, data, expected=stamp, backup=self.backup)

    def create(self, path: str, root: str, data: bytes) -> None:
        """Write the result of an input to ``--output``, one of several by the name of its root.

        Raises WriteError; what stood there still stands.
        """
        target = self._target(path, root)
        folder = os.path.dirname(target)
        try:
            if folder:
                os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise WriteError(f"--output {folder}: {error.strerror or error}") from error
        try:
            atomic.create(target, data, overwrite=self.overwrite)
        except WriteError as error:
            raise WriteError(f"--output {target}: {error}") from error

    def _target(self, path: str, root: str) -> str:
        assert self.output is not None
        target = os.path.join(self.output, self._mirrored(path)) if self.is_folder else self.output
        if root:
            stem, suffix = os.path.splitext(target)
            target = f"{stem}.{root}{suffix}"
        return target
