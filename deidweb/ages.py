"""How long something has waited, in words."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def waiting_since(moment: datetime | None) -> str:
    """ "depuis 3 jours", "depuis aujourd'hui"; "" when nothing waits. By days of the calendar."""
    if moment is None:
        return ""
    days = (timezone.localdate() - timezone.localdate(moment)).days
    if days <= 0:
        return _("depuis aujourd'hui")
    return ngettext("depuis %(n)d jour", "depuis %(n)d jours", days) % {"n": days}
