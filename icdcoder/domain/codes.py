"""Writing of an ICD-10 code: "E11.9" on the page, "E119" in files and in the database."""

import re

_SHAPE = re.compile(r"[A-Z]\d\d(?:\d{0,3}|\d?\+\d{1,2})", re.ASCII)


class InvalidCodeError(ValueError):
    """Not the shape of an ICD-10 code; `value` is what was given."""

    def __init__(self, value: str) -> None:
        self.value = value
        super().__init__(f"« {value[:20]} » n'a pas la forme d'un code CIM-10 (exemple : E11.9).")


def parse_code(value: str) -> str:
    """Canonical form without dot, space or lower case: " e11.9 " → "E119".

    French extensions keep their sign: "R53.+0" → "R53+0". Raises InvalidCodeError.
    """
    code = value.strip().upper().replace(".", "").replace(" ", "")
    if not _SHAPE.fullmatch(code):
        raise InvalidCodeError(value)
    return code


def format_code(code: str) -> str:
    """For reading: "E119" → "E11.9"; three characters stay; "R53+0" stays (ATIH writes no dot)."""
    if len(code) <= 3 or code[3] == "+":
        return code
    return f"{code[:3]}.{code[3:]}"
