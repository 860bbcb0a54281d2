"""Games played with rolled dice."""
