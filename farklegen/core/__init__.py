"""The compiled core: numeric work on plain arrays, in C++ (`source/`), called from here.

It knows arrays only, no rules and no files. docs/core.md says how it is built, called and extended.
"""
