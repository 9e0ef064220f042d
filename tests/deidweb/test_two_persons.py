"""What gives power over exports takes two people who are really two."""

from __future__ import annotations

import pytest
from django.urls import reverse

from deidweb.accounts import services
from deidweb.accounts.apartness import Hands, are_apart, may_sign_for
from deidweb.accounts.models import Handover, Membership, RoleProposal, User
from deidweb.accounts.permissions import permissions_in
from deidweb.accounts.roles import ROLE_PERMISSIONS, Permission, Role
from deidweb.audit.models import AuditEntry

WIDE = "girafe cabestan trottoir"


@pytest.fixture
def second(make_user, project) -> User:
    """Another manager of the members, whose account nobody here has made."""
    return make_user("seconde", project, "access")


def add(actor: User, project, name: str, role: str) -> User:
    return services.add_member(actor=actor, project=project, username=name, role=role).user


def is_steward(user: User, project) -> bool:
    return Permission.DECIDE_EXPORT in permissions_in(user, project)


def test_the_steward_s_role_counts_only_once_another_person_has_confirmed_it(
    admin, second, project, client
):
    client.force_login(admin)
    page = reverse("members:list", args=[project.pk])
    answer = client.post(page, {"username": "noor", "full_name": "", "role": "steward"})
    noor = User.objects.get(username="noor")
    assert (answer.status_code, is_steward(noor, project)) == (200, False)
    proposal = RoleProposal.objects.get(user=noor)
    confirm = reverse("members:proposal-confirm", args=[project.pk, proposal.pk])
    client.post(confirm)
    assert not is_steward(noor, project), "who proposed it"
    assert AuditEntry.objects.filter(action="member.confirmation_refused", actor=admin).count() == 1
    client.force_login(second)
    assert "noor" in client.get(page).content.decode()
    client.post(confirm)
    assert is_steward(noor, project)
    actions = AuditEntry.objects.filter(object_id=str(noor.pk)).values_list(
        "action", "actor__username"
    )
    assert {("member.proposed", "administratrice"), ("member.confirmed", "seconde")} <= set(actions)
    assert client.post(confirm).status_code == 404, "once"


def test_a_puppet_confirms_nothing(admin, project):
    puppet = add(admin, project, "marionnette", "access")
    puppet_s_puppet = services.add_member(
        actor=puppet, project=project, username="fil", role="access"
    ).user
    add(admin, project, "noor", "steward")
    proposal = RoleProposal.objects.get()
    for person in (puppet, puppet_s_puppet):
        with pytest.raises(services.NotApartError):
            services.confirm_role(actor=person, proposal=proposal)


def test_a_proposal_does_not_outlive_the_right_to_make_it(admin, second, make_user, project):
    """Whoever proposed has left: confirming it would be one person's work. Proposed anew it counts."""
    add(admin, project, "noor", "steward")
    Membership.objects.filter(user=admin, project=project, role="access").delete()
    with pytest.raises(services.NotApartError):
        services.confirm_role(actor=second, proposal=RoleProposal.objects.get())
    add(second, project, "noor", "steward")
    proposal = RoleProposal.objects.get()
    assert proposal.proposed_by == second
    third = make_user("troisieme", project, "access")
    services.confirm_role(actor=third, proposal=proposal)
    assert is_steward(User.objects.get(username="noor"), project)


def test_a_closed_account_is_not_who_is_left_to_manage_the_members(admin, second, project):
    """The last open one stays; every row of the role is locked, in one order."""
    own = Membership.objects.get(user=admin, project=project, role="access")
    User.objects.filter(pk=second.pk).update(is_active=False)
    with pytest.raises(services.LastAdminError):
        services.remove_member(actor=admin, membership=own)
    User.objects.filter(pk=second.pk).update(is_active=True)
    services.remove_member(actor=admin, membership=own)


def test_two_accounts_of_one_maker_are_not_two_people(admin, project):
    one, other = add(admin, project, "a", "access"), add(admin, project, "b", "access")
    add(one, project, "noor", "steward")
    with pytest.raises(services.NotApartError):
        services.confirm_role(actor=other, proposal=RoleProposal.objects.get())


def test_who_is_to_be_steward_does_not_confirm_it(admin, second, project):
    add(admin, project, "seconde", "steward")
    with pytest.raises(services.NotApartError):
        services.confirm_role(actor=second, proposal=RoleProposal.objects.get())


def test_nobody_gives_himself_a_role_alone(second, admin, project):
    add(second, project, "seconde", "annotator")
    assert permissions_in(second, project) == ROLE_PERMISSIONS[Role.ACCESS]
    services.confirm_role(actor=admin, proposal=RoleProposal.objects.get())
    assert Permission.READ_NOTES in permissions_in(second, project)


def test_a_proposal_can_be_taken_back(admin, project, client):
    noor = add(admin, project, "noor", "steward")
    client.force_login(admin)
    address = reverse("members:proposal-withdraw", args=[project.pk, RoleProposal.objects.get().pk])
    assert client.post(address).status_code == 302
    assert RoleProposal.objects.count() == 0
    assert not Membership.objects.filter(user=noor).exists()
    assert AuditEntry.objects.filter(action="member.proposal_withdrawn").count() == 1


@pytest.mark.parametrize("page", ["members:proposal-confirm", "members:proposal-withdraw"])
def test_proposals_belong_to_who_manages_the_members_of_this_project(
    page, admin, annotator, stranger, project, other_project, client
):
    add(admin, project, "noor", "steward")
    address = reverse(page, args=[project.pk, RoleProposal.objects.get().pk])
    client.force_login(annotator)
    assert client.post(address).status_code == 403
    client.force_login(stranger)
    assert client.post(address).status_code == 404
    elsewhere = reverse(page, args=[other_project.pk, RoleProposal.objects.get().pk])
    assert client.post(elsewhere).status_code == 404
    assert RoleProposal.objects.count() == 1


def test_hands_are_followed_to_the_last(make_user):
    a, b, c, d = (make_user(name) for name in "abcd")
    Handover.objects.create(user=b, by=a)
    Handover.objects.create(user=c, by=b)
    assert Hands([c]).behind(c) == {a.pk, b.pk, c.pk}
    assert not may_sign_for(c, a)
    assert not may_sign_for(a, c)
    assert may_sign_for(c, d)
    assert are_apart(c, d)
    Handover.objects.create(user=a, by=c)  # in a circle: it ends
    assert Hands([a]).behind(a) == {a.pk, b.pk, c.pk}


def test_a_password_of_one_s_own_is_not_the_one_that_somebody_has_seen(client, admin, project):
    added = services.add_member(actor=admin, project=project, username="lou", role="annotator")
    assert client.login(username="lou", password=added.password)
    address = reverse("accounts:password-change")
    same = {
        "old_password": added.password,
        "new_password1": added.password,
        "new_password2": added.password,
    }
    answer = client.post(address, same)
    assert answer.status_code == 422
    assert "différent" in answer.content.decode()
    assert client.get("/").status_code == 302, "still the temporary one"
    with pytest.raises(services.SamePasswordError):
        services.change_password(user=added.user, password=added.password)
    assert (
        client.post(address, {**same, "new_password1": WIDE, "new_password2": WIDE}).status_code
        == 302
    )


# --- the matrix of docs/adr/0019


def test_who_gives_roles_reads_no_note_and_who_reads_notes_gives_no_role():
    held = ROLE_PERMISSIONS[Role.ACCESS]
    assert held == {Permission.MANAGE_MEMBERS}
    for role, permissions in ROLE_PERMISSIONS.items():
        assert (Permission.MANAGE_MEMBERS in permissions) == (role is Role.ACCESS)


@pytest.mark.parametrize(
    ("asks", "decides"),
    [(Permission.REQUEST_EXPORT, Permission.DECIDE_EXPORT),
     (Permission.DOWNLOAD_DATASET, Permission.DECIDE_DATASET)],
)  # fmt: skip
def test_no_role_asks_for_what_it_decides(asks, decides):
    for permissions in ROLE_PERMISSIONS.values():
        assert not {asks, decides} <= permissions


def test_the_manager_of_members_opens_no_page_with_a_note(client, second, project):
    client.force_login(second)
    for page in (
        "notes/",
        "suivi/",
        "jeux/",
        "apercu/",
        "exports/",
        "codes/",
        "modeles/",
        "journal/",
    ):
        assert client.get(f"/projets/{project.pk}/{page}").status_code in (403, 404), page
    assert client.get(f"/projets/{project.pk}/membres/").status_code == 200
    assert client.get("/").status_code == 200
