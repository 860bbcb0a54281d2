"""What a page says of itself to phones that put it on their home screen: name, icon, colour.

The same for the page, which has all of it inside, and for the web application, which serves it.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from urllib.parse import quote

from farklegen.render.html import plain

COLOUR = "#0f6b4f"
"""Of the icon, and of the bar above an installed page."""

SIZES = (192, 512)
"""Of the icons as PNG files, in pixels; the smaller one is inside the page."""

SHORT = 12
"""Letters of a name that fit below an icon."""


def icon(name: str) -> bytes:
    """A file of the folder `icons`."""
    return files("farklegen.pages").joinpath("icons", name).read_bytes()


def manifest(name: str, icons: list[tuple[str, str]], start: str | None = None) -> str:
    """The web app manifest as JSON.

    Args:
        name: of the page.
        icons: address and sizes ("192x192", or "any") of each.
        start: the address that it begins at; None for that of the document.
    """
    short = name if len(name) <= SHORT else "Farkle"
    said: dict[str, object] = {
        "name": name,
        "short_name": short,
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": COLOUR,
        "icons": [
            {
                "src": address,
                "sizes": sizes,
                "type": "image/svg+xml" if address.endswith(".svg") else "image/png",
                "purpose": "any maskable",
            }
            for address, sizes in icons
        ],
    }
    if start is not None:
        said |= {"id": start, "start_url": start, "scope": start}
    return json.dumps(said, separators=(",", ":"))


@cache
def _inside() -> str:
    """The icon as an address that has it inside."""
    return f"data:image/png;base64,{b64encode(icon(f'icon-{SIZES[0]}.png')).decode()}"


def head(name: str) -> Iterator[str]:
    """Lines for the head of a page that has everything inside."""
    address = _inside()
    told = manifest(name, [(address, f"{SIZES[0]}x{SIZES[0]}")])
    yield f'<meta name="theme-color" content="{COLOUR}">'
    yield '<meta name="mobile-web-app-capable" content="yes">'
    yield f'<meta name="apple-mobile-web-app-title" content="{plain(name)}">'
    yield f'<link rel="icon" type="image/png" href="{address}">'
    yield f'<link rel="apple-touch-icon" href="{address}">'
    manifest_data = quote(told.encode("utf-8", "replace"))
    yield f'<link rel="manifest" href="data:application/manifest+json,{manifest_data}">'


def served_manifest() -> str:
    """The manifest of the web application."""
    icons = [(f"/icons/icon-{size}.png", f"{size}x{size}") for size in SIZES]
    return manifest("farklegen", [("/icons/icon.svg", "any"), *icons], "/")
