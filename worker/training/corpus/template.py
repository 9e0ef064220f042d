r"""The language of the templates: literal text, choices, slots, phrase rules.

``<a|b>`` is one of, ``{slot}`` a slot, ``{@rule}`` one alternative of a phrase rule and
``{*2-4 @rule sep=\n}`` several different ones; a backslash makes the next sign literal.
"""

import re
from dataclasses import dataclass
from typing import Final


class TemplateError(ValueError):
    """A template cannot be read. `line` counts from 1 in `file`; 0 when unknown."""

    def __init__(self, reason: str, *, line: int = 0, file: str = "") -> None:
        self.reason = reason
        self.line = line
        self.file = file
        super().__init__(f"{file}:{line}: {reason}" if file else f"ligne {line} : {reason}")


@dataclass(frozen=True, slots=True)
class Text:
    value: str


@dataclass(frozen=True, slots=True)
class Slot:
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Rule:
    name: str
    line: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """`low` to `high` different alternatives of `rule`, joined by `separator`."""

    rule: str
    low: int
    high: int
    separator: str
    line: int


@dataclass(frozen=True, slots=True)
class Choice:
    options: tuple["Sequence", ...]


Node = Text | Slot | Rule | Repeat | Choice
Sequence = tuple[Node, ...]

NOTHING: Final = "\0"  # stands for a comment line: it counts as a line and yields no text
_SPECIAL: Final = re.compile(r"[<>|{}\\]")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*(?:\.[a-z]+)*", re.IGNORECASE)
_RULE_NAME: Final = re.compile(r"[^\W\d]\w*")
_REPEAT: Final = re.compile(r"\*(\d+)(?:-(\d+))? @([^\W\d]\w*)(?: sep=(.*))?", re.DOTALL)
_ESCAPES: Final = {"n": "\n"}


class _Parser:
    def __init__(self, source: str, first_line: int) -> None:
        self._source = source
        self._first_line = first_line
        self._at = 0

    def parse(self) -> Sequence:
        nodes = self._sequence()
        if self._at < len(self._source):
            sign = self._source[self._at]
            raise self._error(
                f"« {sign} » sans « {'<' if sign != '}' else '{'} » (écrire \\{sign})"
            )
        return nodes

    def _line(self, at: int | None = None) -> int:
        return self._first_line + self._source.count("\n", 0, self._at if at is None else at)

    def _error(self, reason: str, at: int | None = None) -> TemplateError:
        return TemplateError(reason, line=self._line(at))

    def _sequence(self) -> Sequence:
        """Nodes up to a sign that ends the option (or that nothing opened)."""
        nodes: list[Node] = []
        text: list[str] = []
        while match := _SPECIAL.search(self._source, self._at):
            text.append(self._source[self._at : match.start()])
            self._at = match.start()
            sign = match.group()
            if sign == "\\":
                text.append(self._escaped())
            elif sign in "<{":
                _flush(text, nodes)
                nodes.append(self._choice() if sign == "<" else self._braces())
            else:
                _flush(text, nodes)
                return tuple(nodes)
        text.append(self._source[self._at :])
        self._at = len(self._source)
        _flush(text, nodes)
        return tuple(nodes)

    def _escaped(self) -> str:
        if self._at + 1 >= len(self._source):
            raise self._error("« \\ » en fin de texte")
        sign = self._source[self._at + 1]
        self._at += 2
        return _ESCAPES.get(sign, sign)

    def _choice(self) -> Choice:
        opened = self._at
        self._at += 1
        options = [self._sequence()]
        while self._at < len(self._source) and self._source[self._at] == "|":
            self._at += 1
            options.append(self._sequence())
        if self._at >= len(self._source) or self._source[self._at] != ">":
            raise self._error("« < » jamais fermé", opened)
        self._at += 1
        return Choice(tuple(options))

    def _braces(self) -> Node:
        opened = self._at
        closed = self._source.find("}", opened)
        if closed < 0 or "{" in self._source[opened + 1 : closed]:
            raise self._error("« { » jamais fermée", opened)
        inside = self._source[opened + 1 : closed]
        self._at = closed + 1
        line = self._line(opened)
        if inside.startswith("@") and _RULE_NAME.fullmatch(inside[1:]):
            return Rule(inside[1:], line)
        if repeat := _REPEAT.fullmatch(inside):
            return _repeat(repeat, line)
        if _NAME.fullmatch(inside):
            return Slot(inside, line)
        raise self._error(f"case illisible : {{{inside}}}", opened)


def _flush(text: list[str], nodes: list[Node]) -> None:
    if value := "".join(text).replace(NOTHING + "\n", "").replace(NOTHING, ""):
        nodes.append(Text(value))
    text.clear()


def _repeat(match: re.Match[str], line: int) -> Repeat:
    low, high, rule, separator = match.groups()
    last = int(high or low)
    if not 0 <= int(low) <= last:
        raise TemplateError(f"nombre de répétitions impossible : {low}-{last}", line=line)
    joined = " " if separator is None else separator.replace("\\n", "\n").replace("\\t", "\t")
    return Repeat(rule, int(low), last, joined, line)


def parse(source: str, *, first_line: int = 1) -> Sequence:
    """The nodes of a template. Raises TemplateError with the line, counted from `first_line`."""
    return _Parser(source, first_line).parse()


def walk(nodes: Sequence) -> list[Slot | Rule | Repeat]:
    """Every slot and call of a template, in reading order."""
    found: list[Slot | Rule | Repeat] = []
    for node in nodes:
        if isinstance(node, Choice):
            for option in node.options:
                found += walk(option)
        elif not isinstance(node, Text):
            found.append(node)
    return found
