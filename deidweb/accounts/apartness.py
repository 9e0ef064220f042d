"""Who could act as somebody else: whoever has made an account or reset its password may know it, or its next one."""

from __future__ import annotations

from collections.abc import Iterable

from deidweb.accounts.models import Handover, User


def hands_behind(user: User) -> frozenset[int]:
    """The person and everybody whose hands the account's password has been in, and theirs in turn.

    Anne makes Bruno's account, Bruno makes Chloé's → hands_behind(Chloé) = {Chloé, Bruno, Anne}
    """
    known = {user.pk}
    newest = known
    while newest:
        found = Handover.objects.filter(user__in=newest).values_list("by", flat=True)
        newest = set(found) - known
        known |= newest
    return frozenset(known)


def may_sign_for(signer: User, requester: User) -> bool:
    """Two accounts neither of which has been in the other's hands: what one asks for, the other may approve."""
    return requester.pk not in hands_behind(signer) and signer.pk not in hands_behind(requester)


def may_sign_for_all(signer: User, requesters: Iterable[User]) -> bool:
    """The same for what several people have asked for."""
    return all(may_sign_for(signer, requester) for requester in requesters)


def are_apart(one: User, other: User) -> bool:
    """Nobody has had both accounts in hand: what gives power over exports takes two people who are really two."""
    return hands_behind(one).isdisjoint(hands_behind(other))
