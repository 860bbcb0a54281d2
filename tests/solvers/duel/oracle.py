"""What judges duels in the campaign judges them in the tests."""

from __future__ import annotations

from campaign.duel_oracle import followed, win_chances

__all__ = ["followed", "win_chances"]
