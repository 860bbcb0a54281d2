"""Where the tests and the campaign keep compiled kernels: compiled once, not once for every run."""

from __future__ import annotations

import getpass
import tempfile
from pathlib import Path


def kernel_folder() -> Path:
    """A folder that stays from one run to the next."""
    return Path(tempfile.gettempdir()) / f"farklegen-test-kernels-{getpass.getuser()}"
