"""What hatchling does beyond copying files: it compiles the core.

A wheel gets the libraries of one platform, and is named after it: any Python 3 there can use it. An
editable install gets them beside the sources.
"""

from __future__ import annotations

import runpy
import shutil
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CoreBuildHook(BuildHookInterface):
    """Compiles the core before a wheel is put together."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say what the wheel gets.

        Args:
            version: of the build: `standard` or `editable`.
            build_data: hatchling's, taken up from here.
        """
        core = Path(self.root, "farklegen", "core")
        # run as a file: what its package imports is not installed yet
        compiling = SimpleNamespace(**runpy.run_path(str(core / "compiling.py")))
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{compiling.TARGETS[compiling.wanted_target()].tag}"
        if version == "editable":
            compiling.build(core, kept=Path(self.root, "build", "core"))
            return
        self._place = tempfile.mkdtemp()
        for library in compiling.build(Path(self._place)):
            build_data["force_include"][str(library)] = f"farklegen/core/{library.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what is in the wheel by now."""
        if version != "editable":
            shutil.rmtree(self._place, ignore_errors=True)
