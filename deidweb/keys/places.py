"""Where the keys lie."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings


def keys_beside_data() -> list[str]:
    """Variables of the folders and files of keys that lie in the data folder: who takes the data takes them, too."""
    data = Path(settings.DATA_DIR).resolve()
    places = {
        "DEIDWEB_KEY_DIR": [
            path
            for path in (settings.SECRET_FILE, settings.AUDIT_KEY_FILE, settings.STUDY_KEK_FILE)
            if path.is_file()
        ],
        "DEIDWEB_STUDY_KEY_DIR": [settings.STUDY_KEY_DIR],
        "DEIDWEB_IDENTITY_KEY_DIR": [settings.IDENTITY_KEY_DIR],
        "DEIDWEB_IDENTITY_KEK_PATH": [] if settings.IDENTITY_KEK else [settings.IDENTITY_KEK_FILE],
    }
    return [
        name
        for name, paths in places.items()
        if any(data in Path(path).resolve().parents for path in paths)
    ]
