from django.db import migrations

from annotation.migrations._pages import forget_pages


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
        migrations.RunPython(forget_pages('annotation_importbatch'), migrations.RunPython.noop),
    ]
