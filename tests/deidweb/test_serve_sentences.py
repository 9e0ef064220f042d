"""What `manage.py serve` says at its start."""

from pathlib import Path

from deidweb.management.commands.serve import said_of_mended


def test_one_file_is_told_in_the_singular():
    assert said_of_mended(1, Path("var")).startswith("Un fichier ou dossier de var était ouvert à")
    assert said_of_mended(2, Path("var")).startswith(
        "2 fichiers ou dossiers de var étaient ouverts"
    )
