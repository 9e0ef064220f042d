"""Where an upload lies while it arrives."""

from __future__ import annotations

from tempfile import TemporaryFile
from typing import IO, Any

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler


class NamelessUploadHandler(FileUploadHandler):
    """On the disk, in a file without a name.

    Uploads hold confidential notes. The system frees such a file when its process ends, however
    it ends; that of Django's own handler has a name and stays in the temporary folder after a kill.
    """

    target: IO[bytes] | None = None

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Called for each file of the form."""
        super().new_file(*args, **kwargs)
        self.target = TemporaryFile()  # noqa: SIM115 - closed with the request

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Nothing is kept in memory."""
        if self.target is not None:
            self.target.write(raw_data)

    def file_complete(self, file_size: int) -> UploadedFile[bytes] | None:
        """The whole file, from its beginning."""
        if self.target is None:
            return None
        self.target.seek(0)
        return UploadedFile(
            self.target,
            self.file_name,
            self.content_type,
            file_size,
            self.charset,
            self.content_type_extra,
        )

    def upload_interrupted(self) -> None:
        """The person went away in the middle."""
        if self.target is not None:
            self.target.close()
