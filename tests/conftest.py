"""What every test shares: settings of the property tests, no store, little garbage collection."""

from __future__ import annotations

import gc
import os

from tests.profiles import load_profile

# Outputs are computed, never recalled, except where a test is about recalling them.
os.environ["FARKLEGEN_CACHE"] = "off"
load_profile()

# As the program does it: thousands of tests are there to stay, and looking through them again and
# again would take a tenth of the time.
gc.set_threshold(100_000, 20, 20)
