"""What every function of the API takes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from farklegen.rules.loading import LoadedRuleset
    from farklegen.study.study import Study

    Reference: TypeAlias = str | os.PathLike[str] | Mapping[str, object] | LoadedRuleset | Study
