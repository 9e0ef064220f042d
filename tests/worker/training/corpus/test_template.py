import pytest

from worker.training.corpus.template import (
    NOTHING,
    Choice,
    Repeat,
    Rule,
    Slot,
    TemplateError,
    Text,
    parse,
    walk,
)


def test_text_slots_and_rules_keep_their_order_and_line() -> None:
    assert parse("Vu le {date.jm}\npar {@staff_titre}.") == (
        Text("Vu le "),
        Slot("date.jm", 1),
        Text("\npar "),
        Rule("staff_titre", 2),
        Text("."),
    )


def test_choices_nest_and_may_be_empty() -> None:
    assert parse("<Monsieur |<a|b>|>") == (
        Choice(((Text("Monsieur "),), (Choice(((Text("a"),), (Text("b"),))),), ())),
    )


def test_a_backslash_makes_signs_literal_and_n_a_line_break() -> None:
    assert parse(r"a \| b \< c \{d\} \\ e\nf") == (Text("a | b < c {d} \\ e\nf"),)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"{*2-4 @soins sep=\n}", Repeat("soins", 2, 4, "\n", 1)),
        ("{*3 @soins}", Repeat("soins", 3, 3, " ", 1)),
        ("{*0-1 @soins sep=, }", Repeat("soins", 0, 1, ", ", 1)),
    ],
)
def test_repeats_give_bounds_and_separator(source: str, expected: Repeat) -> None:
    assert parse(source) == (expected,)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("a\n<b|c", 2),
        ("a\nb > c", 2),
        ("a | b", 1),
        ("a\n\n{pat", 3),
        ("{pat nom}", 1),
        ("a }", 1),
        ("{*4-2 @x}", 1),
        ("fin \\", 1),
    ],
)
def test_what_cannot_be_read_names_its_line(source: str, line: int) -> None:
    with pytest.raises(TemplateError) as caught:
        parse(source)
    assert caught.value.line == line


def test_a_comment_counts_as_a_line_and_writes_nothing() -> None:
    assert parse(f"{NOTHING}\nVu {{pat}}", first_line=5) == (Text("Vu "), Slot("pat", 6))


def test_walk_goes_into_choices() -> None:
    assert walk(parse("{pat}<a|{@b}<{*2 @c}|>>")) == [
        Slot("pat", 1),
        Rule("b", 1),
        Repeat("c", 2, 2, " ", 1),
    ]
