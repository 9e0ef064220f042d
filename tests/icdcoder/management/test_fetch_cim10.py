import zipfile

import pytest
from django.core.management import CommandError, call_command

from icdcoder.domain.nomenclature import load_nomenclature
from icdcoder.selectors.coder import nomenclature_path
from icdcoder.services import install_cim10
from icdcoder.services.install_cim10 import WHEEL_MEMBER, installed_cim10

# typed for the test, in ATIH's layout and encoding
KIT = (
    "A00   |3|NNNN|3|TEST|Maladie d'essai\r\n"
    "A000  |0|NOOO|0|TEST 0|Maladie d'essai à œdème\r\n"
    "A001  |3|NNNN|3|TEST 1|*** SU09 *** Maladie d'essai retirée\r\n"
).encode("cp1252")


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "var"
    return settings.DATA_DIR


def test_the_hospitals_file_is_installed_and_keeps_its_labels(tmp_path, capsys):
    kit = tmp_path / "LIBCIM10MULTI.TXT"
    kit.write_bytes(KIT)
    call_command("fetch_cim10", "--from", str(kit))
    known = load_nomenclature(nomenclature_path())
    assert known.label("A00.0") == "Maladie d'essai à œdème"
    assert known.get("A00").is_codable is False
    assert known.get("A001").is_retired
    assert "3 codes" in capsys.readouterr().out


def test_the_zip_of_atih_is_read_too(tmp_path):
    archive = tmp_path / "cim.zip"
    with zipfile.ZipFile(archive, "w") as out:
        out.writestr("kit/LIBCIM10MULTI.TXT", KIT)
    call_command("fetch_cim10", "--from", str(archive))
    assert len(load_nomenclature(nomenclature_path())) == 3


def test_a_second_call_changes_nothing_and_asks_no_network(tmp_path, monkeypatch, capsys):
    kit = tmp_path / "LIBCIM10MULTI.TXT"
    kit.write_bytes(KIT)
    call_command("fetch_cim10", "--from", str(kit))
    before = nomenclature_path().stat().st_mtime_ns
    monkeypatch.setattr(install_cim10.subprocess, "run", lambda *a, **k: pytest.fail("network"))
    call_command("fetch_cim10")
    assert nomenclature_path().stat().st_mtime_ns == before
    assert "déjà installée" in capsys.readouterr().out
    call_command("fetch_cim10", "--quiet")
    assert capsys.readouterr().out == ""


def test_a_damaged_installation_is_noticed(tmp_path):
    kit = tmp_path / "LIBCIM10MULTI.TXT"
    kit.write_bytes(KIT)
    call_command("fetch_cim10", "--from", str(kit))
    nomenclature_path().write_bytes(b"damaged")
    assert installed_cim10(nomenclature_path()) is None


def test_a_wheel_with_another_hash_is_refused(tmp_path):
    wheel = tmp_path / "edsnlp-0.23.0-any.whl"
    with zipfile.ZipFile(wheel, "w") as out:
        out.writestr(WHEEL_MEMBER, b"other")
    with pytest.raises(CommandError, match="SHA-256"):
        call_command("fetch_cim10", "--from", str(wheel))
    assert not nomenclature_path().exists()


def test_a_bad_line_leaves_the_old_nomenclature_in_place(tmp_path):
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_bytes(KIT)
    bad.write_bytes(KIT + b"not a code|0|||x|y\r\n")
    call_command("fetch_cim10", "--from", str(good))
    before = nomenclature_path().read_bytes()
    with pytest.raises(CommandError, match=r"bad\.txt, ligne 4"):
        call_command("fetch_cim10", "--from", str(bad))
    assert nomenclature_path().read_bytes() == before


def test_without_network_the_message_says_what_to_do(monkeypatch):
    class Failed:
        returncode = 1

    monkeypatch.setattr(install_cim10.subprocess, "run", lambda *a, **k: Failed())
    with pytest.raises(CommandError, match="--from LIBCIM10MULTI"):
        call_command("fetch_cim10")


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CommandError, match=r"Fichier introuvable : .*absent\.txt"):
        call_command("fetch_cim10", "--from", str(tmp_path / "absent.txt"))
