"""How fast the program starts and solves: `python -m benchmarks`, and what it printed last.

Times on a busy machine mean little by themselves. So whatever is compared is run in turns, round
after round, in one go, and medians are given as ratios of each other. `results.md` holds what was
printed, and on which machine.
"""
