"""A ruleset compiled into integer tables: which points every roll can be set aside for."""
