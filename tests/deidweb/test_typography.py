import gettext

import pytest

from deidweb.settings.base import FRENCH_TYPOGRAPHY
from deidweb.typography import plain, typeset


@pytest.mark.parametrize(
    ("written", "set_so"),
    [
        ("Que dit « %(x)s » ?", "Que dit «~%(x)s~»~?"),
        ("Lu : %(n)d ; fini !", "Lu~: %(n)d~; fini~!"),
        ("%(a)s : {b} %%", "%(a)s~: {b} %%"),
        ("%(n)d pour 1 000 mots", "%(n)d pour 1~000 mots"),
        ("1 000 000 de caractères", "1~000~000 de caractères"),
        ("le 3 2026, au 01 23 45", "le 3 2026, au 01 23 45"),
        # in a tag, in an address, without a blank: nothing
        (
            '<a href="x" title="Aide : lire">ici</a> : lire',
            '<a href="x" title="Aide : lire">ici</a>~: lire',
        ),
        ("http://localhost:8000/?a=1", "http://localhost:8000/?a=1"),
        ("12:30, fin.", "12:30, fin."),
    ],
)
def test_blanks_before_signs_do_not_break(written, set_so):
    assert typeset(written) == set_so.replace("~", "\u00a0")
    assert plain(typeset(written)) == written
    assert typeset(typeset(written)) == typeset(written)


def test_months_are_shortened_as_french_does():
    """Tests read French without this catalogue: the pages of an installation find it before Django's."""
    with (FRENCH_TYPOGRAPHY / "fr/LC_MESSAGES/django.mo").open("rb") as stream:
        made = gettext.GNUTranslations(stream)
    told = [made.pgettext("abbrev. month", month) for month in ("Jan.", "Feb.")]
    assert told == ["janv.", "févr."]
