"""What every test may use. All people are invented."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.conf import settings
from django.db import connection
from django.db.backends.signals import connection_created
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from deidweb import lifeline
from deidweb.accounts.models import Membership, Project, User
from deidweb.audit import triggers
from tests import browsers, draws, faults, kept, lean, sharing

# PyTorch and onnxruntime read it when they are imported, processes that tests start inherit it: on models of a few
# kilobytes a second thread only spins while it waits for the first, and takes its core from the other test process.
os.environ["OMP_NUM_THREADS"] = "1"

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

ROOT = Path(__file__).resolve().parents[1]
# marker → what the machine must have, and whether it has it
NEEDS = {
    "e2e": ("chromium", lambda: browsers.EXECUTABLE),
    "node": ("node", lambda: shutil.which("node")),
    "redis": ("redis-server", lambda: shutil.which("redis-server")),
    "nginx": ("nginx", lambda: shutil.which("nginx")),
    "slapd": ("slapd", lambda: shutil.which("slapd", path="/usr/sbin:/usr/bin")),
    "postgresql": ("postgresql", lambda: any(Path("/usr/lib/postgresql").glob("*/bin/initdb"))),
    "cim10": (
        "la CIM-10 (manage.py fetch_cim10)",
        lambda: (ROOT / "var" / "cim10" / "cim10.csv.gz").is_file(),
    ),
}
# A run in the background (`make test &`, nohup) is deaf to Ctrl-C, and so were its children, which some tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
# No test fails because the machine is busy: what is fast enough is measured by benches.
# Nor by chance: each run draws the same examples, keys and identifiers, `HYPOTHESIS=anew make test` others.
_SLOW: Final = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
hypothesis_settings.register_profile("any machine", derandomize=True, **_SLOW)
hypothesis_settings.register_profile("anew", **_SLOW)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS", "any machine"))
DRAWS: Final = draws.Draws()
if "HYPOTHESIS" not in os.environ:
    DRAWS.install()
# Folders and marks: browsers, servers and other processes wait for seconds that a busy machine does not give; the run names what
# it repeats, since a fault of ours may show itself once, too
TRIED_TWICE = frozenset(
    {"e2e", "integration", "slow", "node", "redis", "nginx", "slapd", "postgresql"}
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--faults-table", default="", help="where `make test-faults` writes its table")


def pytest_configure(config: pytest.Config) -> None:
    """Nothing outlives this process: what it starts, and what that leaves in its temporary folder."""
    if settings.SETTINGS_MODULE != "deidweb.settings.test":
        raise pytest.UsageError(
            f"tests run with deidweb.settings.test, not {settings.SETTINGS_MODULE}"
        )
    faults.install(config)
    folder = Path(settings.DATA_DIR)  # made by these settings, for this process alone
    if not config.getoption("numprocesses", None):
        # Where tests run, not where they are given out: a folder in a folder makes a path that is too
        # long for Chromium's socket.
        os.environ["TMPDIR"] = str(folder)
    lean.send_less(config)
    lifeline.hold(folder)
    gc.disable()  # nothing that is collected goes again


def pytest_collection_finish() -> None:
    """From here on rubbish is looked for in what tests make, not in thirteen thousand tests."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)  # what tests make is soon gone by itself
    gc.enable()


def pytest_unconfigure() -> None:
    """As the process's own end would, but without a warning of a guard that still runs."""
    lifeline.release()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that this machine can't run is skipped by name, with what it lacks."""
    for marker, (what, is_there) in NEEDS.items():
        if not is_there():
            skip = pytest.mark.skip(reason=f"NON EXÉCUTÉ : il manque {what}")
            for item in items:
                if item.get_closest_marker(marker):
                    item.add_marker(skip)
    for item in items:
        if TRIED_TWICE & {item.path.parent.name, *(mark.name for mark in item.iter_markers())}:
            item.add_marker(pytest.mark.flaky(reruns=1))
    lean.leave_out_fixtures(items)
    sharing.sort(items)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    DRAWS.begin(item.nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> sharing.Sharing:
    return sharing.Sharing(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_report_to_serializable(report: Any) -> Generator[None, Any, Any]:
    return lean.packed(report, (yield))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_report_from_serializable(data: dict[str, Any]) -> Generator[None, Any, Any]:
    data.update(lean.unpacked(data))
    return (yield)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI nothing may be left out: one skipped test fails the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings) -> None:
    """The database in memory starts as a copy of one that was migrated, instead of migrating."""

    def fill_when_empty(connection, **_named) -> None:
        if not connection.introspection.table_names():
            kept.fill(connection.connection)

    connection.settings_dict["TEST"]["MIGRATE"] = False
    connection_created.connect(fill_when_empty, weak=False)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Transactional tests empty the tables; the trigger that forbids it has a test of its own."""
    with django_db_blocker.unblock():
        triggers.remove(connection)


@pytest.fixture(scope="session", autouse=True)
def _shipped_model() -> None:
    """Stands for the shipped model; test processes each have their own data folder."""
    if not Path(settings.SHIPPED_MODEL).exists():
        kept.copy_mini_model(Path(settings.SHIPPED_MODEL))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this process."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=browsers.PATIENCE_MS)

    # Playwright keeps an event loop in this thread, which Django's guard takes for ours: later tests of
    # this process could not use the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=browsers.EXECUTABLE, args=browsers.ARGUMENTS
        )
        plain = chromium.new_context

        def patient(**options: Any) -> BrowserContext:
            context = plain(**options)
            context.set_default_timeout(browsers.PATIENCE_MS)
            return context

        chromium.new_context = patient  # type: ignore[method-assign]
        yield chromium
        chromium.close()


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
    return make_user("administratrice", project, "admin", "access")


@pytest.fixture
def steward(make_user, project) -> User:
    return make_user("responsable", project, "steward")


@pytest.fixture
def stranger(make_user, other_project) -> User:
    return make_user("autre", other_project, "annotator", "admin", "steward", "access")
