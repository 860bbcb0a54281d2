"""Tests, and the referee that they judge by, which the campaign imports, too."""
