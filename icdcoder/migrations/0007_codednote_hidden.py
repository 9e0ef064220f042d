"""What substitution wrote in a note stays known with it: a coder that learns from it is judged without these words."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('icdcoder', '0006_blind_readings_unlinked'),
    ]

    operations = [
        migrations.AddField(
            model_name='codednote',
            name='hidden',
            field=models.JSONField(default=list),
        ),
    ]
