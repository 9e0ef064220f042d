"""What a reader raises when a file can't be imported."""


class FormatError(ValueError):
    """A file that can't be read, said in French without any part of a note's text.

    `line` is 1-based, 0 when the whole file is meant; `field` is a path such as
    ``entities[2].start`` or "".
    """

    def __init__(self, file: str, line: int, field: str, reason: str) -> None:
        self.file = file
        self.line = line
        self.field = field
        self.reason = reason
        where = file
        if line:
            where += f", ligne {line}"
        if field:
            where += f", champ « {field} »"
        super().__init__(f"{where} : {reason}")

    def __reduce__(self) -> tuple[type["FormatError"], tuple[str, int, str, str]]:
        return type(self), (self.file, self.line, self.field, self.reason)
