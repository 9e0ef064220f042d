"""Web and workers work under a database role that changes no table and no line of the journal."""

from __future__ import annotations

import psycopg
import pytest

from tests.integration import scenario

pytestmark = pytest.mark.postgresql


def test_the_loop_runs_without_ddl_and_the_journal_is_beyond_its_reach(make_stack):
    stack = make_stack("postgresql")
    owner = stack.environment["DATABASE_URL"]
    role = f"app_{owner.rpartition('/')[2]}"
    with psycopg.connect(owner, autocommit=True) as server:
        server.execute(f"create role {role} login")
        server.execute("revoke create on schema public from public")
    assert "tables" in stack.manage("grant_app_role", role)
    with pytest.raises(AssertionError, match="SUPERUSER"):
        stack.manage("grant_app_role", "deidweb")

    stack.environment["DATABASE_URL"] = owner.replace("deidweb@", f"{role}@")
    stack.run(scenario.setup())
    stack.start_worker("w")
    stack.wait("Document.objects.filter(state='preannotated').count() == 25", 60)
    assert "Chaîne intacte" in stack.manage("verify_audit")
    with psycopg.connect(stack.environment["DATABASE_URL"], autocommit=True) as app:
        for forbidden in (
            "create table x (y int)",
            "drop table audit_auditentry",
            "alter table audit_auditentry disable trigger all",
            "update audit_auditentry set action = 'x'",
            "delete from audit_auditentry",
            "truncate audit_auditentry",
            "insert into audit_auditsegment (number) values (1)",
            "create trigger t before insert on audit_auditentry execute function audit_no_update()",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                app.execute(forbidden)
