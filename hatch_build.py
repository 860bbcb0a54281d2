"""What hatchling does beyond copying files: it compiles the core.

A wheel gets the libraries of one platform, and is named after it: any Python 3 there can use it. An
editable install gets them beside the sources.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile
from pathlib import Path
from types import ModuleType
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
        compiling = _compiling(core)
        target = compiling.TARGETS[os.environ.get(compiling.TARGET) or compiling.this_target()]
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{target.tag}"
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


def _compiling(core: Path) -> ModuleType:
    """`farklegen.core.compiling`, without the package: what that needs is not installed yet."""
    import sys

    name = "farklegen_core_compiling"
    specification = importlib.util.spec_from_file_location(name, core / "compiling.py")
    if specification is None or specification.loader is None:
        raise ImportError(f"{core / 'compiling.py'} is missing")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module  # dataclasses look their module up
    specification.loader.exec_module(module)
    return module
