"""Where the tests keep compiled kernels: in the same place as the campaign."""

from __future__ import annotations

from campaign.kernels import kernel_folder

__all__ = ["kernel_folder"]
