"""Pictures: their numbers and words, and how matplotlib draws them. One file for each kind."""
