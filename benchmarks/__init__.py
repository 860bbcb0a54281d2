"""How fast the program starts and solves: `python -m benchmarks`.

Times on a busy machine mean little by themselves. So whatever is compared is run in turns, round
after round, in one go, and medians are given as ratios of each other.
"""
