"""What a page says of itself to phones that put it on their home screen: name, icon, colour.

All of it is inside the page. Where it begins, only its address tells: `assets/installed.js`.
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

GROUND = "#f6f4ef"
"""Behind a page that is being opened."""

SHORT = 12
"""Letters of a name that fit below an icon."""


def head(name: str) -> Iterator[str]:
    """Lines for the head of a page of this name."""
    icon, title = _icon(), plain(name)
    manifest = {
        "name": name,
        "short_name": name if len(name) <= SHORT else "Farkle",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": COLOUR,
        "icons": [
            {"src": icon, "sizes": "192x192", "type": "image/png", "purpose": "any maskable"}
        ],
    }
    told = quote(json.dumps(manifest, separators=(",", ":")).encode("utf-8", "replace"))
    yield f'<meta name="theme-color" content="{COLOUR}">'
    yield '<meta name="mobile-web-app-capable" content="yes">'
    yield '<meta name="apple-mobile-web-app-capable" content="yes">'
    yield f'<meta name="apple-mobile-web-app-title" content="{title}">'
    yield f'<link rel="icon" type="image/png" href="{icon}">'
    yield f'<link rel="apple-touch-icon" href="{icon}">'
    yield f'<link rel="manifest" href="data:application/manifest+json,{told}">'


@cache
def _icon() -> str:
    """The icon as an address that has it inside."""
    data = files("farklegen.pages").joinpath("assets", "icon-192.png").read_bytes()
    return f"data:image/png;base64,{b64encode(data).decode()}"
