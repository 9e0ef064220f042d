"""Who could act as somebody else: whoever has made an account or reset its password may know it, or its next one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from deidweb.accounts.models import Handover, User


class Hands:
    """Whose hands the accounts of some people have been in. One query a generation of accounts, however many people."""

    def __init__(self, people: Iterable[User]) -> None:
        self._into: defaultdict[int, set[int]] = defaultdict(set)
        known = newest = {person.pk for person in people}
        while newest:
            found = Handover.objects.filter(user__in=newest).values_list("user", "by")
            newest = set()
            for account, hand in found:
                self._into[account].add(hand)
                newest |= {hand} - known
            known |= newest

    def behind(self, user: User) -> frozenset[int]:
        """The person and everybody whose hands the account's password has been in, and theirs in turn.

        Anne makes Bruno's account, Bruno makes Chloé's → behind(Chloé) = {Chloé, Bruno, Anne}
        """
        known = newest = {user.pk}
        while newest:
            newest = set[int]().union(*(self._into[one] for one in newest)) - known
            known = known | newest
        return frozenset(known)

    def may_sign(self, signer: User, requesters: Iterable[User]) -> bool:
        """Accounts neither of which has been in the other's hands: what these people ask for, this one may approve."""
        own = self.behind(signer)
        return not any(
            requester.pk in own or signer.pk in self.behind(requester) for requester in requesters
        )


def may_sign_for(signer: User, requester: User) -> bool:
    return may_sign_for_all(signer, [requester])


def may_sign_for_all(signer: User, requesters: Iterable[User]) -> bool:
    """The same for what several people have asked for."""
    requesters = [*requesters]
    return Hands([signer, *requesters]).may_sign(signer, requesters)


def are_apart(one: User, other: User) -> bool:
    """Nobody has had both accounts in hand: what gives power over exports takes two people who are really two."""
    hands = Hands([one, other])
    return hands.behind(one).isdisjoint(hands.behind(other))
