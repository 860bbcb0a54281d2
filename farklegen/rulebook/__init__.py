"""The rules once more, in plain Python, as players at a table follow them: slow and obvious.

This package shares no code with the tables and solvers, only the ruleset itself. Points are whole
points here, never units. `play` takes its steps from here, and so does the referee of the tests,
which judges the solvers. What only the referee needs, such as the rolls and their chances, is in
the tests.
"""
