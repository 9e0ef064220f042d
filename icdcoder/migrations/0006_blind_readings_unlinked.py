"""A blind study that is closed keeps nothing that leads from a copy to its original."""

import django.db.models.deletion
from django.db import migrations, models


def unlink(apps, _editor):
    readings = apps.get_model("icdcoder", "BlindReading").objects
    readings.exclude(study__closed_at=None).update(document=None)


class Migration(migrations.Migration):

    dependencies = [
        ('icdcoder', '0005_blind_studies'),
    ]

    operations = [
        migrations.AlterField(
            model_name='blindreading',
            name='document',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='annotation.document'),
        ),
        migrations.RunPython(unlink, migrations.RunPython.noop),
    ]
