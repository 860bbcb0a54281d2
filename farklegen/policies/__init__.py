"""What a way of playing is, as data."""
