from django.db import migrations, models


def forget_pages(apps, schema_editor):
    """What was readable lives on in PostgreSQL's dead rows until the tables are written anew; SQLite has overwritten it
    (secure_delete) and forgets its log."""
    with schema_editor.connection.cursor() as cursor:
        if schema_editor.connection.vendor == 'sqlite':
            cursor.execute('PRAGMA wal_checkpoint(TRUNCATE)')
            return
        for table in ('annotation_patient', 'annotation_patientrecord'):
            cursor.execute(f'VACUUM FULL {table}')


class Migration(migrations.Migration):
    atomic = False  # VACUUM runs in no transaction

    dependencies = [
        ('annotation', '0016_seal_identities'),
    ]

    operations = [
        migrations.RemoveConstraint('patient', 'patient_once'),
        migrations.RemoveField('patient', 'external_id'),
        migrations.RemoveField('patientrecord', 'identity'),
        migrations.AlterField('patient', 'lookup', models.CharField(editable=False, max_length=64)),
        migrations.AlterField('patient', 'sealed_id', models.TextField(editable=False)),
        migrations.AddConstraint(
            'patient',
            models.UniqueConstraint(fields=('project', 'lookup'), name='patient_digest_once'),
        ),
        migrations.RunPython(forget_pages, migrations.RunPython.noop),
    ]
