"""The campaign: everything that the program says, held against what is slow and obvious, at random.

`just campaign --minutes 5 --seed 1` draws rulesets, files and moments to die, and prints every
difference in its smallest form. See docs/validation.md.
"""
