"""Inside Blender's Python: load BVH files and say where each bone's head stands, frame by frame.

Called with a JSON file of jobs; writes one JSON file for each as soon as it is done, so that a
crash costs one file.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import bpy  # type: ignore[import-not-found]

_FIRST = 1  # the scene frame that shows the file's frame 0


def load(path: str) -> Any:
    """Import a file into an empty scene, its numbers as they are. Returns the armature object.

    The importer turns the world from the axes that it is told to Y forward and Z up: told these,
    it turns nothing.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_anim.bvh(
        filepath=path,
        global_scale=1.0,
        axis_forward="Y",
        axis_up="Z",
        rotate_mode="NATIVE",
        frame_start=_FIRST,
        use_fps_scale=False,
        update_scene_fps=False,
        update_scene_duration=False,
    )
    return bpy.context.object


def heads(armature: Any, names: list[str], frames: list[int]) -> list[list[list[float]]]:
    """Where the bones' heads stand in the armature's space."""
    lost = [name for name in names if name not in armature.pose.bones]
    if lost:
        raise KeyError(f"no bone is called {', '.join(lost)}")
    bones = [armature.pose.bones[name] for name in names]
    poses = []
    for frame in frames:
        bpy.context.scene.frame_set(_FIRST + frame)
        poses.append([list(bone.head) for bone in bones])
    return poses


def _reason(error: Exception) -> str:
    """The last line of the importer's traceback, which Blender wraps up in its own error."""
    lines = [line for line in str(error).split("\n") if line and not line.startswith("Location:")]
    return lines[-1] if lines else repr(error)


def main() -> None:
    for job in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
        result: dict[str, Any]
        try:
            result = {"joints": heads(load(job["path"]), job["names"], job["frames"])}
        except Exception as error:
            result = {"error": _reason(error)}
        Path(job["result"]).write_text(json.dumps(result), encoding="utf-8")


main()
