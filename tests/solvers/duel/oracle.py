"""What judges duels in the campaign judges them in the tests."""

from __future__ import annotations

from campaign.duel_oracle import chances_of_players, followed, win_chances

__all__ = ["chances_of_players", "followed", "win_chances"]
