"""HTML entities are read and every offset stays. All people are invented."""

import pytest

from worker.engine.rules.engine import RuleDetector
from worker.engine.text.entities import plain


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("G&eacute;rard", "Gé"),
        ("G&#233;rard", "Gé"),
        ("G&#xE9;rard", "Gé"),
        ("G&amp;eacute;rard", "Gé"),
        ("02&#47;10", "02/"),
        ("a&nbsp;b", "a\N{NO-BREAK SPACE} "),
        ("a&#10;b", "a\n "),
    ],
)
def test_an_entity_becomes_its_sign_and_as_many_invisible_ones(text, begins):
    read = plain(text)
    assert len(read) == len(text)
    assert read.startswith(begins)
    assert read[-1] == text[-1]


@pytest.mark.parametrize(
    "text", ["R&D; A&B", "&NotEqualTilde; two signs", "&inconnue;", "&;", "Durand & fils"]
)
def test_what_is_no_entity_stays(text):
    assert plain(text) == text


def test_what_stands_in_entities_is_found_where_it_stands():
    text = "<td>Mme&nbsp;Lef&egrave;vre</td><td>n&eacute;e le 02&#47;10&#47;1944</td>"
    found = [text[span.start : span.end] for span in RuleDetector().detect([text])[0]]
    assert found == ["Lef&egrave;vre", "02&#47;10&#47;1944"]
