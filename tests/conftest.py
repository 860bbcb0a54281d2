"""What every test shares: the settings of the property tests, and no store."""

from __future__ import annotations

import os

from tests.profiles import load_profile

# Outputs are computed, never recalled, except where a test is about recalling them.
os.environ["FARKLEGEN_CACHE"] = "off"
load_profile()
