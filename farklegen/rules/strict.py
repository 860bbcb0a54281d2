"""The base of all models that files are validated with: rulesets, policies, sweeps."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """Nothing is converted, no key is passed over, and what was read does not change."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")
