"""Command-line values taken as they come, without typer's validators.

Our parameters are texts, lists of texts and flags: the parser delivers exactly these, and numbers
are read by `options.Numbers`. Recent versions of typer would build a pydantic validator for each
of them all the same, and importing pydantic takes half of the time to the first line of output.
Other versions never ask for what is set here and work as they always do.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


class _AsItIs:
    """Stands where typer keeps the validator of a parameter."""

    @staticmethod
    def coerce(value: Any, param: Any, ctx: Any) -> Any:  # noqa: ARG004
        """The value as the parser delivered it."""
        if value is None and (param.multiple or param.nargs == -1):
            return ()
        return value


_PLAIN_TYPES = (str, bool, list[str])


def plain(params: list[Any]) -> list[Any]:
    """The parameters, with validators taken out where there is nothing to validate."""
    for param in params:
        descriptor = getattr(param, "type_descriptor", None)
        if descriptor is not None and descriptor.annotation in _PLAIN_TYPES:
            param.get_runtime_param = _AsItIs
    return params


class PlainCommand(TyperCommand):
    """A command whose parameters are texts and flags."""

    def get_params(self, ctx: Any) -> list[Any]:
        """All parameters, including the help option."""
        return plain(super().get_params(ctx))


class PlainGroup(TyperGroup):
    """A group of commands whose own parameters are flags."""

    def get_params(self, ctx: Any) -> list[Any]:
        """All parameters, including the help option."""
        return plain(super().get_params(ctx))
