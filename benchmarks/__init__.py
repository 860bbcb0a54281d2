"""How fast the program starts and solves, as ratios within one run."""
