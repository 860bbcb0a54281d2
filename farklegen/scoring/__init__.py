"""A ruleset compiled into integer tables: what every roll can be set aside for."""
