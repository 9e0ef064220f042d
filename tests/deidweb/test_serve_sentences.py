"""What `manage.py serve` says at its start."""

from pathlib import Path

from deidweb.management.commands.serve import is_first_start, said_of_mended


def test_one_file_is_told_in_the_singular():
    assert said_of_mended(1, Path("var")).startswith("Un fichier ou dossier de var était ouvert à")
    assert said_of_mended(2, Path("var")).startswith(
        "2 fichiers ou dossiers de var étaient ouverts"
    )


def test_the_first_start_is_the_one_without_a_database_file(tmp_path):
    file = tmp_path / "db.sqlite3"
    database = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)}
    assert is_first_start(database)
    file.touch()
    assert not is_first_start(database)
    assert not is_first_start({"ENGINE": "django.db.backends.postgresql", "NAME": "deidweb"})
