"""What every test shares: the settings of the property tests."""

from __future__ import annotations

from tests.profiles import load_profile

load_profile()
