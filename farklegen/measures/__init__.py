"""What can be asked of a ruleset as one number, by name: what `compare` and `sweep` put in columns.

`registry` has the measures, `differences` what is no number.
"""
