from django.db import migrations, models


def forget_pages(apps, schema_editor):
    """What was readable lives on in PostgreSQL's dead rows until the table is written anew; SQLite has overwritten it
    (secure_delete) and forgets its log."""
    with schema_editor.connection.cursor() as cursor:
        if schema_editor.connection.vendor == 'sqlite':
            cursor.execute('PRAGMA wal_checkpoint(TRUNCATE)')
            return
        cursor.execute('VACUUM FULL annotation_importbatch')


class Migration(migrations.Migration):
    atomic = False  # VACUUM runs in no transaction

    dependencies = [
        ('annotation', '0026_seal_names_of_imports'),
    ]

    operations = [
        migrations.RemoveField('importbatch', 'file_name'),
        migrations.RemoveField('importbatch', 'report'),
        migrations.AlterField('importbatch', 'sealed_name', models.TextField(editable=False)),
        migrations.RunPython(forget_pages, migrations.RunPython.noop),
    ]
