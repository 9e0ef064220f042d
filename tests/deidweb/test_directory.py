"""The hospital's directory, against a real one that the test starts on this machine."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.core.exceptions import ImproperlyConfigured
from django.urls import reverse

from deidweb.accounts.models import OutsideIdentity, PasswordTry, User
from deidweb.audit.models import AuditEntry
from deidweb.ports import free_port

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.slapd,
    # ldap3 2.9 asks pyasn1 for names that have become others
    pytest.mark.filterwarnings("ignore:.* is deprecated. Please use:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:ssl.match_hostname:DeprecationWarning"),
]
BASE = "dc=hopital,dc=example"
CONF = """
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile {folder}/slapd.pid
TLSCertificateFile {folder}/cert.pem
TLSCertificateKeyFile {folder}/key.pem
database mdb
maxsize 10485760
suffix "{base}"
rootdn "cn=admin,{base}"
rootpw admin-of-the-tests
directory {folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=service,{base}" read by * none
"""
ENTRIES = """
dn: {base}
objectClass: dcObject
objectClass: organization
o: Hopital
dc: hopital

dn: cn=service,{base}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: service
userPassword: service-pw

dn: uid=claire,{base}
objectClass: inetOrgPerson
uid: claire
cn: Claire Externe
displayName: Claire Externe
sn: Externe
departmentNumber: cardio
departmentNumber: deidweb
userPassword: pw-of-claire

dn: uid=paul (b),{base}
objectClass: inetOrgPerson
uid: paul (b)
cn: Paul
sn: Paul
userPassword: pw-of-paul

dn: ou=double,{base}
objectClass: organizationalUnit
ou: double

dn: uid=claire2,ou=double,{base}
objectClass: inetOrgPerson
uid: double
cn: Un
sn: Un
userPassword: pw-of-double

dn: uid=claire3,ou=double,{base}
objectClass: inetOrgPerson
uid: double
cn: Deux
sn: Deux
userPassword: pw-of-double
"""


def write_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


@pytest.fixture(scope="module")
def slapd(tmp_path_factory):
    """Its address and its folder."""
    folder = tmp_path_factory.mktemp("slapd")
    (folder / "data").mkdir()
    write_certificate(folder)
    conf = folder / "slapd.conf"
    conf.write_text(CONF.format(folder=folder, base=BASE))
    (folder / "entries.ldif").write_text(ENTRIES.format(base=BASE).strip() + "\n")
    program = shutil.which("slapd") or "/usr/sbin/slapd"
    subprocess.run(
        [program, "-T", "add", "-f", conf, "-l", folder / "entries.ldif"],
        check=True,
        capture_output=True,
    )
    port = free_port()
    url = f"ldap://127.0.0.1:{port}"
    process = subprocess.Popen(
        [program, "-f", conf, "-h", url, "-d", "0"], stderr=subprocess.DEVNULL
    )
    for _try in range(1200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield url, folder
    process.terminate()
    process.wait(60)


@pytest.fixture(autouse=True)
def directory(slapd, settings):
    settings.LDAP_URL, settings.LDAP_BASE = slapd[0], BASE
    settings.LDAP_BIND_DN, settings.LDAP_BIND_PASSWORD = f"cn=service,{BASE}", "service-pw"
    settings.LDAP_GROUP_ATTRIBUTE = "departmentNumber"
    return slapd


def sign_in(client, name: str, password: str) -> bool:
    client.post(reverse("accounts:login"), {"username": name, "password": password})
    return "_auth_user_id" in client.session


def told(client, name: str, password: str) -> str:
    """What the page says to whoever does not come in."""
    answer = client.post(reverse("accounts:login"), {"username": name, "password": password})
    assert "_auth_user_id" not in client.session
    return " ".join(answer.context["form"].non_field_errors())


def test_who_does_not_come_in_reads_why(client, settings, annotator):
    assert "valides" in told(client, "claire", "wrong")
    settings.OUTSIDE_GROUPS = ["autre"]
    assert "aucun groupe" in told(client, "claire", "pw-of-claire")
    assert "groupe" not in told(client, "claire", "wrong"), "only who knows the password"
    settings.OUTSIDE_GROUPS = []
    settings.LDAP_ID_ATTRIBUTE = "telephoneNumber"
    assert "identifiant durable" in told(client, "claire", "pw-of-claire")
    settings.LDAP_URL = "ldap://127.0.0.1:1"
    for name in ("claire", "personne", annotator.username):
        assert "ne répond pas" in told(client, name, "pw-of-claire")


def test_the_hospital_s_password_makes_an_account_without_roles(client):
    assert sign_in(client, "claire", "pw-of-claire")
    user = User.objects.get(username="claire")
    assert (user.last_name, user.has_usable_password()) == ("Claire Externe", False)
    assert not user.memberships.exists()
    assert PasswordTry.objects.count() == 0
    assert list(AuditEntry.objects.values_list("action", flat=True)) == [
        "account.created",
        "account.signed_in",
    ]
    client.logout()
    assert sign_in(client, "CLAIRE", "pw-of-claire"), "directories do not tell capitals apart"
    assert OutsideIdentity.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("claire", "wrong"), ("claire", ""), ("*", "pw-of-claire"), ("cl*", "pw-of-claire"),
        ("claire)(uid=*", "pw-of-claire"), ("x)(|(uid=claire", "pw-of-claire"), ("claire\\00", "pw-of-claire"),
        ("double", "pw-of-double"), ("personne", "x"), (f"uid=claire,{BASE}", "pw-of-claire"),
    ],
)  # fmt: skip
def test_nobody_else_comes_in(client, name, password):
    assert not sign_in(client, name, password)
    assert not User.objects.exists()


def test_a_name_with_signs_of_filters_is_looked_for_as_it_is(client):
    """The entry is found; its name is none that an account may have."""
    from deidweb.accounts.directory import _found

    assert _found("paul (b)", "pw-of-paul").username == "paul (b)"
    assert not sign_in(client, "paul (b)", "pw-of-paul")


def test_wrong_ones_are_counted(client):
    for _try in range(6):
        assert not sign_in(client, "claire", "wrong")
    assert not sign_in(client, "claire", "pw-of-claire")
    assert not User.objects.exists()


def test_an_account_that_is_here_already_is_not_taken(client, annotator, slapd):
    """Its own password counts, the directory's does not."""
    User.objects.filter(pk=annotator.pk).update(username="claire")
    assert not sign_in(client, "claire", "pw-of-claire")
    assert sign_in(client, "claire", "pw-for-tests-only")


def test_groups_decide_who_comes_in_and_what_for(client, project, settings):
    from deidweb.settings.env import GroupRole

    settings.OUTSIDE_GROUPS = ["autre"]
    assert not sign_in(client, "claire", "pw-of-claire")
    settings.OUTSIDE_GROUPS = ["deidweb"]
    settings.GROUP_ROLES = (GroupRole("cardio", project.pk, "annotator"),)
    assert sign_in(client, "claire", "pw-of-claire")
    assert User.objects.get().memberships.get().role == "annotator"


def test_a_directory_that_is_away_keeps_nobody_out_who_has_an_account(client, annotator, settings):
    settings.LDAP_URL = "ldap://127.0.0.1:1"
    assert not sign_in(client, "claire", "pw-of-claire")
    assert sign_in(client, annotator.username, "pw-for-tests-only")


def test_the_certificate_is_looked_at(client, settings, slapd):
    settings.LDAP_URL, settings.LDAP_START_TLS = slapd[0].replace("127.0.0.1", "localhost"), True
    assert not sign_in(client, "claire", "pw-of-claire"), "signed by nobody we know"
    settings.LDAP_CA_FILE = str(slapd[1] / "cert.pem")
    assert sign_in(client, "claire", "pw-of-claire")


def test_no_password_travels_in_clear(client, settings):
    settings.LDAP_URL = "ldap://annuaire.hopital.example"
    with pytest.raises(ImproperlyConfigured, match="ldaps"):
        sign_in(client, "claire", "pw-of-claire")
