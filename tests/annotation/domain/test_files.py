import io

import pytest

from annotation.domain.files import ProgressBar, reason_of, replaced_when_done


def test_target_is_replaced_only_when_the_block_ends_well(tmp_path):
    target = tmp_path / "out.jsonl"
    target.write_text("ancien")
    with pytest.raises(ZeroDivisionError), replaced_when_done(target) as out:
        out.write("nouveau" * (1 // 0))
    assert target.read_text() == "ancien"
    with replaced_when_done(target) as out:
        out.write("nouveau")
        assert target.read_text() == "ancien"
    assert target.read_text() == "nouveau"
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_bar_is_for_terminals():
    silent, terminal = io.StringIO(), Terminal()
    for stream in (silent, terminal):
        bar = ProgressBar(stream, 200)
        bar.show(1, 100)
        bar.show(2, 0, final=True)
    assert silent.getvalue() == ""
    assert "50%  1 notes" in terminal.getvalue()
    assert terminal.getvalue().endswith("100%  2 notes\n")


def test_why_a_file_can_not_be_opened_is_said_in_french(tmp_path):
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    told = []
    for path in (tmp_path, tmp_path / "none", loop, tmp_path / ("x" * 300), loop / "y"):
        with pytest.raises(OSError) as error:
            path.open("rb")
        told.append(reason_of(error.value))
    assert told == [
        "c'est un dossier", "fichier introuvable", "ce lien tourne en rond", "nom trop long", "ce lien tourne en rond",
    ]  # fmt: skip
