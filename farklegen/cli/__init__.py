"""The command line: files of commands, each of which parses, calls the API and renders.

Nothing here imports more than typer at the top of a file: what a command needs is imported when it
runs. So `--help` and shell completion answer at once.
"""
