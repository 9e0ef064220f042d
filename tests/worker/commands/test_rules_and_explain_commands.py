import json

import pytest
from django.core.management import CommandError, call_command

from worker.engine.hybrid import STEPS
from worker.engine.rules.registry import RULES

TEXT = "Mme Durand, vue le 12/03/2020 à Dijon."


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps({"id": "a", "text": TEXT}) + "\n")
    return path


def test_rules_lists_every_rule_with_an_example(capsys):
    call_command("rules")
    blocks = capsys.readouterr().out.strip().split("\n\n")
    assert {block.split(" ")[0] for block in blocks} == {rule.name for rule in RULES.values()}
    assert len(blocks) == len(RULES)
    assert all("  exemple   " in block and "  trouvés   " in block for block in blocks)


def test_rules_of_one_name(capsys):
    call_command("rules", "phone")
    assert capsys.readouterr().out.startswith("phone · TEL / TEL · sûre\n  exemple   ")


def test_an_unknown_rule_is_named():
    with pytest.raises(CommandError, match="licorne"):
        call_command("rules", "licorne")


def test_explain_shows_every_step(source, tiny_model, capsys):
    call_command("explain", str(source), "--note", "a", "--model", str(tiny_model))
    out = capsys.readouterr().out
    stages = [line.split(" · ")[0] for line in out.splitlines() if not line.startswith(" ")]
    assert stages == ["rules", "model", *(step.__name__ for step in STEPS)]
    assert "+ 4-10 NOM 0.95 rule:civility « Durand »" in out


def test_explain_all_shows_what_stayed_too(source, tiny_model, capsys):
    call_command("explain", str(source), "--note", "a", "--model", str(tiny_model), "--all")
    last = capsys.readouterr().out.split(STEPS[-1].__name__)[1]
    assert "    4-10 NOM 0.95 rule:civility « Durand »" in last
    assert "+ " not in last
    assert "− " not in last


def test_explain_names_what_is_missing(source, tmp_path):
    with pytest.raises(CommandError, match="aucune note « z »"):
        call_command("explain", str(source), "--note", "z")
    with pytest.raises(CommandError, match="absent"):
        call_command("explain", str(tmp_path / "absent.jsonl"), "--note", "a")
