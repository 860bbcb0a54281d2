"""Pictures: their numbers and words, and how matplotlib draws them."""
