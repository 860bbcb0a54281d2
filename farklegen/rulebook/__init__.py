"""The rules once more, in plain Python, as a match on the table goes by them: slow and obvious.

It shares no code with the tables and solvers; only the ruleset's own words are common ground.
Points are whole points here, never units. `play` takes its steps from here, and so does the referee
of the tests, which judges the solvers; what only the referee needs, such as the rolls and their
chances, stands there.
"""
