"""`farklegen schema`: the JSON Schema of a ruleset file."""

from __future__ import annotations

from farklegen import api
from farklegen.cli.options import Target
from farklegen.cli.output import destination

EXAMPLES = (
    ("farklegen schema -o ruleset.schema.json", "beside your file: editors check as you type"),
    ("farklegen schema | jq .properties.farkle", "what a key may hold"),
)


def schema(target: Target = None) -> None:
    """Print the JSON Schema for editors.

    Editors with a YAML language server complete and check ruleset files with it. Files from
    "farklegen new" name it in their first line, as ruleset.schema.json in the same folder.
    """
    place = destination("json", target)

    from farklegen.render.json import dump

    place.write(dump(api.schema()))
