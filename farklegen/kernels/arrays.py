"""The arrays of `farklegen.core.arrays`, where they are looked for until the kernels are gone."""

from farklegen.core.arrays import (
    ENDS,
    FORBIDDEN,
    LANES,
    LOCAL,
    NO_OPTION,
    SURE,
    VECTOR,
    VECTORS,
    Booleans,
    Floats,
    Integers,
    Keep,
    Prices,
    Seat,
    Table,
    Turn,
)

__all__ = [
    "ENDS",
    "FORBIDDEN",
    "LANES",
    "LOCAL",
    "NO_OPTION",
    "SURE",
    "VECTOR",
    "VECTORS",
    "Booleans",
    "Floats",
    "Integers",
    "Keep",
    "Prices",
    "Seat",
    "Table",
    "Turn",
]
