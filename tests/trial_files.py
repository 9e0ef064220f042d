"""Documents for « Essayer », made on the spot."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from io import BytesIO
from xml.sax.saxutils import escape

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def word_of(lines: Iterable[str], **parts: str) -> bytes:
    """A Word document of these paragraphs; `parts`: other members, `header1="<w:p>…"`."""
    paragraphs = "".join(
        f'<w:p><w:r><w:t xml:space="preserve">{escape(line)}</w:t></w:r></w:p>' for line in lines
    )
    return zipped(
        {
            "word/document.xml": f"<w:document {WORD}><w:body>{paragraphs}</w:body></w:document>",
            **{
                f"word/{name}.xml": f"<w:part {WORD}>{body}</w:part>"
                for name, body in parts.items()
            },
        }
    )


def zipped(members: dict[str, str | bytes]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()
