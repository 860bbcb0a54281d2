"""Rules inside an address: their text, deflated (RFC 1951), in the alphabet of base64url.

The page packs with the browser's own `CompressionStream`; an address made today has to be readable
for ever.
"""

from __future__ import annotations

import base64
import binascii
import zlib

from farklegen.errors import ArgumentError

RULES_CHARACTERS = 40_000
"""The longest text of one ruleset: forty times the usual one."""

PACKED_CHARACTERS = 12_000
"""The longest ruleset in an address, packed."""

_REMEDY = "copy the whole address again, or paste the rules as text"


def pack(text: str) -> str:
    """The form in which a text stands in an address."""
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezer.compress(text.encode()) + squeezer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unpack(packed: str) -> str:
    """The text again; nothing larger than a ruleset may be is ever unfolded."""
    if len(packed) > PACKED_CHARACTERS:
        raise ArgumentError(
            f"the rules in this address have {len(packed):,} characters, and {PACKED_CHARACTERS:,} "
            f"are allowed; {_REMEDY}"
        )
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
        opener = zlib.decompressobj(-15)
        text = opener.decompress(data, RULES_CHARACTERS * 4).decode()
    except (ValueError, binascii.Error, zlib.error):
        raise ArgumentError(f"the rules in this address are damaged; {_REMEDY}") from None
    if not opener.eof or opener.unused_data or len(text) > RULES_CHARACTERS:
        raise ArgumentError(f"the rules in this address are damaged or too long; {_REMEDY}")
    return text
