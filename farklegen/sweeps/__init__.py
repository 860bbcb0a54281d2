"""Many rulesets measured: a base with some keys varied, one row of numbers for each combination.

`spec` reads what is wanted (`keys` and `values` look at it piece by piece), `grid` makes the
rulesets, `rows` measures them, `workers` says where, `journal` keeps every finished row,
`result_file` writes them all, and `running` holds it together.
"""
