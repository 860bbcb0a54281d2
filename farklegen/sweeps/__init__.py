"""Many rulesets measured: a base with some keys varied, one row of numbers for each combination.

`spec` reads what is wanted, `running` measures it and appends each row to the file.
"""
