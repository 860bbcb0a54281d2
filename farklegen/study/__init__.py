"""Everything that can be asked about one ruleset, each thing worked out once."""
