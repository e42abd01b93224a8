"""What the programs say on the error output: a message a line, its place in the text indented below."""


def messages(error_output: str) -> list[str]:
    """Return the messages without the lines that show a place."""
    return [line for line in error_output.splitlines() if not line.startswith("  ")]
