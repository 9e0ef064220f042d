"""What a file is that is no text in UTF-8: told by its first bytes, with what to do."""

import re
from typing import Final

HEAD_BYTES: Final = 4096  # of a file, enough to tell it
_IMAGE: Final = "ce fichier est une image : enregistrez-la en PDF, ou donnez-en le texte"
_DICOM: Final = (
    "ce fichier est une image DICOM, qui n'est pas lue : donnez le compte rendu en texte"
)
_SOUND: Final = "ce fichier est un son ou une vidéo : donnez-en la transcription"
_PROGRAM: Final = "ce fichier est un programme : il n'est pas lu"
_BASE: Final = "ce fichier est une base de données : exportez ses notes en CSV ou en JSONL"
_ODT: Final = "ce fichier est un document OpenDocument (.odt) : enregistrez-le en .docx ou en texte"
_SHEET: Final = "ce fichier est un classeur de tableur : enregistrez-le en CSV"
_SLIDES: Final = "ce fichier est une présentation : enregistrez-la en PDF"
_BOOK: Final = "ce fichier est un livre électronique : il n'est pas lu"
_ARCHIVE: Final = (
    "ce fichier est une archive d'un type qui n'est pas lu : décompressez-la, ou faites-en un ZIP"
)
_RTF: Final = "ce n'est pas un texte, mais un document RTF : enregistrez-le en texte ou en .docx"
_UTF16: Final = "ce fichier est en UTF-16 : enregistrez-le en UTF-8"
_HEADS: Final = (
    (b"\xff\xd8\xff", _IMAGE), (b"\x89PNG\r\n", _IMAGE), (b"GIF87a", _IMAGE), (b"GIF89a", _IMAGE), (b"II*\0", _IMAGE),
    (b"MM\0*", _IMAGE), (b"\0\0\0\x0cjP  ", _IMAGE), (b"8BPS\0", _IMAGE), (b"\0\0\1\0\1", _IMAGE), (b"\0\0\1\0\2", _IMAGE),
    (b"\x7fELF", _PROGRAM), (b"\xca\xfe\xba\xbe", _PROGRAM), (b"\xcf\xfa\xed\xfe", _PROGRAM), (b"\0asm", _PROGRAM),
    (b"SQLite format 3\0", _BASE), (b"\0\1\0\0Standard ", _BASE),
    (b"OggS\0", _SOUND), (b"fLaC\0", _SOUND), (b"\x1aE\xdf\xa3", _SOUND), (b"#!AMR", _SOUND), (b"\x30\x26\xb2\x75", _SOUND),
    (b"\xfd7zXZ\0", _ARCHIVE), (b"7z\xbc\xaf\x27\x1c", _ARCHIVE), (b"Rar!\x1a\x07", _ARCHIVE),
    (b"\x28\xb5\x2f\xfd", _ARCHIVE), (b"MSCF\0", _ARCHIVE),
    *((b"BZh%d1AY&SY" % level, _ARCHIVE) for level in range(1, 10)), (b"{\\rtf", _RTF), (b"\xff\xfe", _UTF16), (b"\xfe\xff", _UTF16), (b"\0\0\xfe\xff", _UTF16),
)  # fmt: skip
# what the head alone does not tell, ordinary letters or signs further on; each has a zero byte, no text has
_SHAPES: Final = (
    (re.compile(rb"BM.{4}\0\0\0\0", re.DOTALL), _IMAGE),
    (re.compile(rb"RIFF.{4}WEBP", re.DOTALL), _IMAGE),
    (re.compile(rb"RIFF.{4}(?:WAVE|AVI )", re.DOTALL), _SOUND),
    (re.compile(rb"ID3[\x02-\x04]\0"), _SOUND),
    (re.compile(rb"\0\0..ftyp(?:hei|hev|mif|msf|avi)", re.DOTALL), _IMAGE),
    (re.compile(rb"\0\0..ftyp", re.DOTALL), _SOUND),
    (re.compile(rb"\xff[\xf2\xf3\xfa\xfb]"), _SOUND),
    (re.compile(rb"MZ[^\n]{0,80}\0", re.DOTALL), _PROGRAM),
    (re.compile(rb".{128}DICM", re.DOTALL), _DICOM),
    (re.compile(rb".{257}ustar", re.DOTALL), _ARCHIVE),
    (re.compile(rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument\.text", re.DOTALL), _ODT),
    (re.compile(rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument\.spreadsheet", re.DOTALL), _SHEET),
    (re.compile(rb"PK\x03\x04.{26}mimetypeapplication/vnd\.oasis\.opendocument\.presentation", re.DOTALL), _SLIDES),
    (re.compile(rb"PK\x03\x04.{26}mimetypeapplication/epub", re.DOTALL), _BOOK),
    (re.compile(rb"PK\x03\x04.{0,4080}PK\x03\x04.{26}xl/(?:_rels|workbook|worksheets|styles|sharedStrings|theme)", re.DOTALL), _SHEET),
    (re.compile(rb"PK\x03\x04.{0,4080}PK\x03\x04.{26}ppt/(?:_rels|presentation|slide|theme)", re.DOTALL), _SLIDES),
)  # fmt: skip
_ZEROS: Final = 0.3  # share of zero bytes among those of even or of odd rank in UTF-16
_CONTROLS: Final = re.compile(rb"[\0-\x08\x0e-\x19\x1b-\x1f\x7f]")
_UTF8: Final = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}")
_PAIRED: Final = re.compile(rb"[\x80-\xff]{2,}")
_FRENCH: Final = frozenset("àâäæçéèêëîïôöœùûüÿÀÂÄÇÉÈÊËÎÏÔÖŒÙÛÜ«»’‘“”°²³µ–—…·•€\u00a0")
_SHARE: Final = 0.8  # of the characters beyond ASCII that French texts have
WINDOWS: Final = "Windows-1252 (« ANSI »)"
_ENCODINGS: Final = (
    ("cp1252", WINDOWS),
    ("mac_roman", "Mac OS Roman"),
    ("cp850", "DOS (page de codes 850)"),
)


def foreign(head: bytes) -> str:
    """A French sentence that tells what the file is, when no format of notes is of this kind; else "".

    foreign(b"\\xff\\xd8\\xff\\xe0…") → « ce fichier est une image : enregistrez-la en PDF, ou donnez-en le texte »
    """
    head = head[:HEAD_BYTES]
    for start, sentence in _HEADS:
        if head.startswith(start):
            return sentence
    if b"\0" not in head:
        return ""
    for shape, sentence in _SHAPES:
        if shape.match(head):
            return sentence
    return _UTF16 if _has_wide_letters(head) else ""


def _has_wide_letters(head: bytes) -> bool:
    """True for UTF-16 without a mark: every other byte of a French text is zero, of no other file of letters."""
    even, odd = head[::2], head[1::2]
    if len(odd) < 4 or _CONTROLS.search(head.replace(b"\0", b"")):
        return False
    wide = max(even.count(0) / len(even), odd.count(0) / len(odd))
    return wide > _ZEROS and min(even.count(0), odd.count(0)) == 0


def has_controls(data: bytes) -> bool:
    """True when the bytes hold signs that no text has."""
    return _CONTROLS.search(data) is not None


def encoding_of(data: bytes) -> str:
    """The name of the encoding that a French text in one byte a letter seems to have; "" when none or when in doubt.

    encoding_of("Évolution".encode("cp1252")) → « Windows-1252 (« ANSI ») »
    """
    beyond = bytes(byte for byte in data if byte > 0x7F)
    paired = sum(map(len, _PAIRED.findall(data)))
    if 2 * paired > len(beyond):  # accents stand alone
        return ""
    if not beyond or _CONTROLS.search(data) or _UTF8.search(data):
        return ""
    shares = [
        (sum(sign in _FRENCH for sign in beyond.decode(codec, "replace")), -rank, name)
        for rank, (codec, name) in enumerate(_ENCODINGS)
    ]
    most, _, name = max(shares)
    return name if most >= _SHARE * len(beyond) else ""
