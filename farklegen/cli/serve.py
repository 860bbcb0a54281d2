"""`farklegen serve`: the web application on this machine."""

from __future__ import annotations

from typing import Annotated

from farklegen.api.arguments import Flag, Kind, Whole
from farklegen.cli.options import asks
from farklegen.cli.output import complain
from farklegen.errors import ArgumentError, need

EXAMPLES = (
    ("farklegen serve --open", "the form in a browser on this machine"),
    ("farklegen serve --host 0.0.0.0 --port 8080", "for every phone in the same network"),
)


@asks()
def serve(
    *,
    host: Annotated[str, Kind("ADDRESS", "Where to listen; only here by default.")] = "127.0.0.1",
    port: Annotated[int | str, Whole("N", "The port; 0 for any that is free.", 0, 65535)] = "8000",
    open_page: Annotated[
        bool, Flag("Open the page in a browser once it is there.", option="--open")
    ] = False,
) -> None:
    """House rules, card and match in a browser.

    The page has a form of house rules, reads them back and shows the card at once. It solves the
    match, compares rulesets, prints, and makes links that carry the rules. Programs find the same
    under /api. It is for this machine and your home network. For everybody else put pages on a web
    host: farklegen page --all DIR. Ctrl-C ends it.
    """
    if not host.strip():
        raise ArgumentError("--host: no address; give one of this machine, such as 127.0.0.1")

    for module in ("fastapi", "uvicorn"):
        need(module, "the web application needs", '"farklegen[web]"')
    from farklegen.web.serving import serve as run

    def ready(address: str, only_here: bool) -> None:
        if not only_here:
            complain(
                f"Everybody who reaches this machine at {host} can use this server, without "
                "password and without encryption: that is for a network at home."
            )
        complain(f"farklegen is at {address} (Ctrl-C ends it)")
        if open_page:
            import webbrowser

            webbrowser.open(address)

    run(host, int(port), ready)
