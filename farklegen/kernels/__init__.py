"""Numeric kernels on plain arrays; nothing of the package is imported here."""
