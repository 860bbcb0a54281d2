"""How fast the program starts and solves: `python -m benchmarks`, and what it printed last.

Times on a busy machine mean little by themselves. So whatever is compared is run in turns, round
after round, in one go, and given as ratios of each other, together with processor time, which other
programs change less. `README.md` holds what was measured, and on which machine.
"""
