"""PDF files written by hand, line by line."""

from __future__ import annotations

import zlib

HEIGHT = 842  # A4, in points
Lines = list[tuple[float, str]]


def pdf(*pages: Lines, rotate: int = 0, extra: str = "") -> bytes:
    """One page for each list of (distance from the top, text), in Latin letters; `extra`: drawn on each page, too."""
    streams = [
        "".join(f"BT /F1 11 Tf 60 {HEIGHT - y} Td ({text}) Tj ET\n" for y, text in lines) + extra
        for lines in pages
    ]
    return assembled([stream.encode("cp1252") for stream in streams], rotate=rotate)


def assembled(streams: list[bytes], *, rotate: int = 0, image: bytes = b"") -> bytes:
    """A PDF of pages with these contents; `image` is an XObject that they may draw as /I1."""
    count = len(streams)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {count} /Kids [{' '.join(f'{5 + 2 * i} 0 R' for i in range(count))}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        image or b"null",
    ]
    for i, content in enumerate(streams):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 {HEIGHT}] /Rotate {rotate} /Contents {6 + 2 * i} 0 R "
            "/Resources << /Font << /F1 3 0 R >> /XObject << /I1 4 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    return file_of(objects)


def garbled(text: str) -> bytes:
    """A page whose font draws letters and does not say which: each is number so much of the font."""
    names = " ".join(f"/g{code}" for code in range(32, 127))
    font = f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [32 {names}] >> >>"
    content = f"BT /F1 11 Tf 60 742 Td ({text}) Tj ET".encode()
    return file_of(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [4 0 R] >>",
            font.encode(),
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 {HEIGHT}] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>".encode(),
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        ]
    )


def file_of(objects: list[bytes]) -> bytes:
    """The first is the catalogue."""
    data, places = b"%PDF-1.4\n", []
    for number, item in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, item)
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return data + trailer % (len(objects) + 1, start)


def image_object(width: int, height: int, grey: bytes) -> bytes:
    packed = zlib.compress(grey)
    head = f"<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /Length {len(packed)} >>"  # fmt: skip
    return head.encode() + b"\nstream\n" + packed + b"\nendstream"


def scan(text: str, stamp: str = "", pages: int = 1) -> bytes:
    """Pages that are a picture of this line of text; `stamp` is written over each, as a fax machine or a clerk does."""
    import pypdfium2

    with pypdfium2.PdfDocument(pdf([(300, text)])) as document:
        bitmap = document[0].render(scale=200 / 72, grayscale=True)
        width, height, stride = bitmap.width, bitmap.height, bitmap.stride
        view = memoryview(bitmap.buffer).cast("B")
        grey = b"".join(bytes(view[y * stride : y * stride + width]) for y in range(height))
    draw = b"q 595 0 0 842 0 0 cm /I1 Do Q"
    if stamp:
        draw += f" BT /F1 9 Tf 60 {HEIGHT - 120} Td ({stamp}) Tj ET".encode("cp1252")
    return assembled([draw] * pages, image=image_object(width, height, grey))
