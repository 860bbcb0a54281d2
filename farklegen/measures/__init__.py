"""What can be asked of a ruleset as one number, by name: what `compare` and `sweep` put in columns.

`study` holds what has been worked out about one ruleset, `registry` the measures.
"""
