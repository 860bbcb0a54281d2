"""Documents as terminal text, Markdown, CSV and JSON: one file for each output.

`registry` knows the outputs by name. Renderers see documents only.
"""
