"""For migrations that take readable columns away."""


def forget_pages(*tables):
    """Of these tables: what was readable lives on in PostgreSQL's dead rows until they are written anew; SQLite has
    overwritten it (secure_delete) and forgets its log. For RunPython of a migration that is not atomic."""

    def forget(apps, schema_editor):
        with schema_editor.connection.cursor() as cursor:
            if schema_editor.connection.vendor == 'sqlite':
                cursor.execute('PRAGMA wal_checkpoint(TRUNCATE)')
                return
            for table in tables:
                cursor.execute(f'VACUUM FULL {table}')

    return forget
