"""One policy against another: exact win probabilities, and the best response."""
