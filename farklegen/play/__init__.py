"""Play: a match under way, who plays it, and what its decisions cost."""
