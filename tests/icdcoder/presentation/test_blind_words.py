"""What is said of a blind study's result."""

from icdcoder.domain.blind import Reading, result_of
from icdcoder.presentation.blind import shown_result


def reading(note, coder, is_original, *codes):
    return Reading(note, coder, is_original, frozenset(codes), "", 60.0)


def test_no_code_is_no_agreement():
    shown = shown_result(result_of([reading("n", "a", True), reading("n", "b", False)]))
    assert [row.f1 for row in shown.agreement] == ["–"]
    assert shown.sentences[0].endswith("F1 entre original et copie : –.")


def test_codes_told_together_are_not_said_to_be_the_same():
    """E114 against E119 falls among the others, as both are rare."""
    often = [f"A0{n}" for n in range(10)]
    pair = [reading("n1", "a", True, *often), reading("n1", "b", False, *often)]
    rare = [reading("n2", "a", True, "E114"), reading("n2", "b", False, "E119")]
    shown = shown_result(result_of([*pair, *rare])).matrix
    assert shown.heads[-1] == "autres"
    cells = [cells[row] for row, (_name, cells) in enumerate(shown.rows)]
    assert [cell.count for cell in cells] == [1] * 11
    assert [cell.is_same for cell in cells] == [True] * 10 + [False]
