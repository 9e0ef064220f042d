"""What every test may use. All people are invented."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from deidweb.accounts.models import Membership, Project, User
from deidweb.audit import triggers


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Transactional tests empty the tables; the trigger that forbids it has a test of its own."""
    with django_db_blocker.unblock():
        triggers.remove(connection)


@pytest.fixture
def project(db) -> Project:
    return Project.objects.create(name="Cardiologie")


@pytest.fixture
def other_project(db) -> Project:
    return Project.objects.create(name="Neurologie")


@pytest.fixture
def make_user(db) -> Callable[..., User]:
    """make_user("alice", project, "annotator", …) → a member with these roles."""

    def make(username: str, project: Project | None = None, *roles: str) -> User:
        user = User.objects.create_user(username=username, password="pw-for-tests-only")
        for role in roles:
            Membership.objects.create(user=user, project=project, role=role)
        return user

    return make


@pytest.fixture
def annotator(make_user, project) -> User:
    return make_user("annotatrice", project, "annotator")


@pytest.fixture
def admin(make_user, project) -> User:
    return make_user("administratrice", project, "admin")


@pytest.fixture
def steward(make_user, project) -> User:
    return make_user("responsable", project, "steward")


@pytest.fixture
def stranger(make_user, other_project) -> User:
    return make_user("autre", other_project, "annotator", "admin", "steward")
