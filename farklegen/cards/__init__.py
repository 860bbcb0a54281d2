"""The memorised card: break points, what it costs, and everything printed with it."""
