"""Why a command can't go on for a key."""

from django.core.management.base import CommandError

from deidweb.sentences import localised
from privacy.services.wrap_key import KeyFileError


def refused_key(error: KeyFileError) -> CommandError:
    """ "ab12.key : La clé de l'étude est illisible.", without a name where no one file is the reason."""
    reason = localised(error.reason)
    return CommandError(f"{error.file} : {reason}" if error.file else reason)
