"""Tables and figures as the terminal shows them, in French."""

from collections.abc import Sequence

MISSING = "–"


def percent(share: float) -> str:
    """0.9876 → "98,8"."""
    return f"{100 * share:.1f}".replace(".", ",")


def decimal(value: float, digits: int = 2) -> str:
    return f"{value:.{digits}f}".replace(".", ",")


def count(value: float) -> str:
    """12345 → "12 345"."""
    return f"{value:,.0f}".replace(",", " ")


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Left column flush left, the others flush right; an empty row draws a line."""
    widths = [
        max(len(row[column]) for row in (header, *rows) if row) for column in range(len(header))
    ]
    rule = "-" * (sum(widths) + 2 * (len(widths) - 1))
    lines = [_line(header, widths), rule]
    lines += [_line(row, widths) if row else rule for row in rows]
    return "\n".join(lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (cell for cell in cells)
    padded = [first.ljust(widths[0])]
    padded += [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
    return "  ".join(padded).rstrip()
