"""Expected score, reach, and what is read off them."""
