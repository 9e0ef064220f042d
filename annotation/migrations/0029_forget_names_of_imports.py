from django.db import migrations


def forget_pages(apps, schema_editor):
    """What was readable lives on in PostgreSQL's dead rows until the table is written anew; SQLite has overwritten it
    (secure_delete) and forgets its log."""
    with schema_editor.connection.cursor() as cursor:
        if schema_editor.connection.vendor == 'sqlite':
            cursor.execute('PRAGMA wal_checkpoint(TRUNCATE)')
            return
        cursor.execute('VACUUM FULL annotation_importbatch')


def forget_weights(apps, schema_editor):
    """Earlier releases know no such file, and one of a part alone."""
    apps.get_model('annotation', 'DatasetFile').objects.filter(format='model_weights').delete()


class Migration(migrations.Migration):
    atomic = False  # VACUUM runs in no transaction: nothing here changes a table, so that it can be run again

    dependencies = [
        ('annotation', '0028_model_weights'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, forget_weights),
        migrations.RunPython(forget_pages, migrations.RunPython.noop),
    ]
