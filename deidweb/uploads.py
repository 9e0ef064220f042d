"""Where an upload lies while it arrives."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import (
    FileUploadHandler,
    SkipFile,
    TemporaryFileUploadHandler,
)


class NamelessUploadHandler(TemporaryFileUploadHandler):
    """On the disk, in a file without a name.

    Uploads hold confidential notes. The system frees such a file when its process ends, however
    it ends; that of Django's own handler has a name and stays in the temporary folder after a kill. Where the imports
    lie: the temporary folder may be another account's, or too small (256 MB of memory in docker-compose.yml).

    What nobody who is signed in sends is read, for the answer says so, and kept nowhere: a form is read before it is known whose it is.
    """

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Called for each file of the form. Raises SkipFile for a stranger's."""
        user = getattr(self.request, "user", None)
        if user is None or not user.is_authenticated:
            raise SkipFile
        FileUploadHandler.new_file(
            self, *args, **kwargs
        )  # not the parent's, which makes a named file
        folder = Path(settings.IMPORT_DIR)
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        nameless = TemporaryFile(dir=folder)  # noqa: SIM115 - closed with the request
        self.file = UploadedFile(  # type: ignore[assignment] # the parent asks no more of it
            nameless, self.file_name, self.content_type, 0, self.charset, self.content_type_extra
        )

    def upload_interrupted(self) -> None:
        """The person went away in the middle."""
        if hasattr(self, "file"):
            self.file.close()
