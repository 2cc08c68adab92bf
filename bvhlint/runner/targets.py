"""Where ``fix`` writes: in place, to ``--output``, or to standard output."""

from __future__ import annotations

import os
from collections.abc import Sequence

import msgspec

from bvhlint.errors import ConfigError, WriteError
from bvhlint.files import atomic
from bvhlint.files.discovery import STDIN, is_clip

_SEPARATORS = tuple(filter(None, (os.sep, os.altsep)))


class Targets(msgspec.Struct, frozen=True):
    """Knows for each input where its result goes.

    ``output`` None is in place, then with ``backup`` as the suffix under which the old file stays,
    or ``to_stdout``. ``is_folder`` says that ``output`` is one; ``arguments`` are the paths of the
    command line: what lies in a folder among them lies in the same place below ``output``.
    """

    output: str | None = None
    to_stdout: bool = False
    is_folder: bool = False
    overwrite: bool = False
    backup: str | None = None
    arguments: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, output: str, arguments: Sequence[str], files: Sequence[str], *, split: bool = False
    ) -> Targets:
        """For results that go to ``output``: ``-`` is standard output.

        It is a folder unless one file is named and gives one result; then too if it looks like
        one. Raises ConfigError where two results would go to one place, or the place cannot be.
        """
        # Not how many files a search happens to find: a script must know what it gets.
        many = split or (bool(files) and [files[0]] != list(arguments))
        if output == STDIN:
            if many:
                raise ConfigError("--output -: standard output takes the result of one file named")
            return cls(to_stdout=True)
        is_folder = many or output.endswith(_SEPARATORS) or os.path.isdir(output)
        if is_folder and os.path.exists(output) and not os.path.isdir(output):
            raise ConfigError(f"--output: {output} is no folder; the results need one")
        if is_folder and is_clip(os.path.basename(output)) and not os.path.isdir(output):
            raise ConfigError(
                f"--output: {output} is the name of a clip, and the results need a folder; if one "
                f"of that name is meant, say {output}{os.sep}"
            )
        targets = cls(output, is_folder=is_folder, arguments=tuple(arguments))
        if is_folder:
            targets._refuse_clashes(files)
        return targets

    def places(self, path: str) -> tuple[str, ...]:
        """The paths that the result of an input, and what it replaces, are written to."""
        if self.output is not None:
            return (self.place(path),)
        return () if self.backup is None else (path + self.backup,)

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
        return path if self.output is None else self.place(path)

    def write(self, path: str, stamp: atomic.FileStamp, data: bytes) -> None:
        """Replace an input by its result. Raises WriteError; what stood there still stands."""
        atomic.write(path, data, expected=stamp, backup=self.backup)

    def create(self, path: str, root: str, data: bytes) -> None:
        """Write the result of an input to ``--output``, one of several by the name of its root.

        Raises WriteError; what stood there still stands.
        """
        target = self.place(path, root)
        folder = os.path.dirname(target)
        try:
            if folder:
                os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise WriteError(f"--output {folder}: {error.strerror or error}") from error
        try:
            atomic.create(target, data, overwrite=self.overwrite)
        except WriteError as error:
            hint = "; --output - is standard output" if _is_device(target) else ""
            raise WriteError(f"--output {target}: {error}{hint}") from error

    def place(self, path: str, root: str = "") -> str:
        """The path below ``--output`` of an input's result, or of one of several."""
        assert self.output is not None
        target = os.path.join(self.output, self._mirrored(path)) if self.is_folder else self.output
        if root:
            stem, suffix = os.path.splitext(target)
            target = f"{stem}.{root}{suffix}"
        return target


def _is_device(path: str) -> bool:
    return os.path.abspath(path).startswith("/dev/")
