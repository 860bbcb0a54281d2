"""Everything that can be asked about one ruleset; each thing is worked out once."""
