"""`makemessages` with this project's habits: English only, nothing that isn't ours, small diffs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

# Folders that hold no sentence of the interface, or somebody else's.
IGNORED = ["benches/*", "docs/*", "locale/*", "staticfiles/*", "static/vendor/*"]
IGNORED += ["tests/*", "var/*", ".venv/*", "annotation/demo/*", "node_modules/*", "build/*"]
_CREATED = re.compile(r'^"POT-Creation-Date: .*\n', re.MULTILINE)


class Command(makemessages.Command):
    help = "Relève les phrases françaises de l'interface dans locale/en."

    # Modules that need `gettext` and `gettext_lazy` rename one; small scripts say `translate`.
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *("--keyword=_l", "--keyword=_t", "--keyword=translate"),
    ]
    # A guess that nobody has read is worse than an empty entry, which a test finds.
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        options["locale"] = options["locale"] or ["en"]
        options["ignore_patterns"] = [*options["ignore_patterns"], *IGNORED]
        options.update(no_wrap=True, no_location=True, no_obsolete=True)
        super().handle(*args, **options)

    def write_po_file(self, potfile: str, locale: str) -> None:
        """Without the time of extraction: it would change a line at every run."""
        super().write_po_file(potfile, locale)
        name = f"{self.domain}.po"
        po_file = Path(potfile).parent / locale / "LC_MESSAGES" / name
        text = po_file.read_text(encoding="utf-8")
        po_file.write_text(_CREATED.sub("", text), encoding="utf-8")
