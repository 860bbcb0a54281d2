"""The version of the package: read by the build, printed by `farklegen --version`."""

__version__ = "0.1.0"
